"""Reads the values of JSON and CSV files by their keys, rows and columns."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from io import StringIO

from generator.outputs.comparing.reading import Reading

_DEEPEST = 100


def read_json(data: bytes) -> Reading:
    """Every single value by its path, as in ``rows[3].share[0]``."""
    return Reading(values=dict(_values(json.loads(data), "", 0)))


def _values(value: object, path: str, depth: int) -> Iterator[tuple[str, str]]:
    if depth > _DEEPEST:
        raise ValueError("the levels do not end")
    if isinstance(value, Mapping) and value:
        for key, item in value.items():
            yield from _values(item, f"{path}.{key}" if path else str(key), depth + 1)
    elif isinstance(value, list) and value:
        for number, item in enumerate(value):
            yield from _values(item, f"{path}[{number}]", depth + 1)
    else:
        yield path, value if isinstance(value, str) else json.dumps(value)


def read_csv(data: bytes) -> Reading:
    """Every value by its row, counted from 1 without the heads, and its column's head."""
    rows = list(csv.reader(StringIO(data.decode(), newline=""), strict=True))
    heads = rows[0] if rows else []
    values = {f"head of column {number}": head for number, head in enumerate(heads, 1)}
    for number, row in enumerate(rows[1:], 1):
        for column, value in enumerate(row):
            head = heads[column] if column < len(heads) else f"column {column + 1}"
            values[f"row {number}, {head}"] = value
    return Reading(values=values)
