"""A list: rows of fields, as many as are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from generator.problems import describe, nearest
from generator.rules.registry import Rules
from generator.sheets.faults import Fault, Misdeclared, Path
from generator.sheets.field import Field, Making
from generator.sheets.found import Found
from generator.sheets.widget import FormValue, Widget

IN_ROWS = ("text", "number", "rating", "check", "choice", "derived")
"""The kinds that a column can be of."""


@dataclass(frozen=True)
class Rows(Field):
    """Rows of the fields ``columns``: ``rows`` are printed, ``most`` can be written, empty ones drop out."""

    rows: int = 4
    most: int = 60
    row_label: str = ""
    columns: tuple[Field, ...] = ()

    kind: ClassVar[str] = "list"
    keys: ClassVar[Mapping[str, Any]] = {"rows": int, "most": int, "row_label": str, "columns": tuple}
    cap: ClassVar[int] = 200

    @classmethod
    def declared(cls, about: Mapping[str, Any], keys: Mapping[str, Any], rules: Rules) -> Self:
        made = cls(**about, **keys)
        if not 1 <= made.rows <= made.most <= cls.cap:
            message = (
                f"a list prints at least one row and has at most {cls.cap}, not {made.rows} of {made.most}"
            )
            raise Misdeclared(Fault((), "wrong-value", message, "change 'rows' or 'most'"))
        if not made.columns:
            raise Misdeclared(Fault((), "missing-key", "a list needs 'columns'", "they are fields too"))
        for index, column in enumerate(made.columns):
            if column.kind not in IN_ROWS:
                message = f"a column cannot be a {column.kind}"
                path = ("columns", index, "kind")
                raise Misdeclared(Fault(path, "wrong-value", message, f"it can be {', '.join(IN_ROWS)}"))
        return made

    @cached_property
    def by_name(self) -> dict[str, Field]:
        return {column.name: column for column in self.columns}

    @cached_property
    def _stored(self) -> dict[str, Field]:
        return {column.name: column for column in self.columns if column.stored}

    def row_name(self, row: int) -> str:
        """What row number ``row`` (from 1) is called."""
        return f"{self.row_label or self.label} {row}"

    def widgets(self, name: str, label: str, making: Making) -> Iterator[Widget]:
        for row in range(1, making.slots.get(self.name, self.rows) + 1):
            for column in self.columns:
                at = f"{name}-{row}-{column.name}"
                yield from column.widgets(at, f"{self.row_name(row)}: {column.label}", making)

    def check(self, value: Any, path: Path, faults: list[Fault]) -> list[dict[str, Any]] | None:
        if value is None:
            return None
        if not isinstance(value, list | tuple):
            message = f"{self.label} should be a list of rows, but it is {describe(value)}"
            faults.append(Fault(path, "wrong-type", message, "begin each row with '- '"))
            return None
        if len(value) > self.most:
            message = f"{self.label} has {len(value)} rows, and {self.most} have room"
            faults.append(Fault(path, "too-many", message))
            return None
        rows = [self._row(row, (*path, index), faults) for index, row in enumerate(value)]
        return [row for row in rows if row] or None

    def _row(self, row: Any, path: Path, faults: list[Fault]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        if row is None:
            return made
        if not isinstance(row, dict):
            message = f"{self.row_name(int(path[-1]) + 1)} should be a mapping, but it is {describe(row)}"
            first = self.columns[0].name
            faults.append(Fault(path, "wrong-type", message, f"write '- {first}: …'"))
            return made
        for key, value in row.items():
            column = self.by_name.get(key)
            if column is None:
                faults.append(self._unknown(key, (*path, key)))
            elif (checked := column.check(value, (*path, key), faults)) is not None:
                made[key] = checked
        if made:
            for column in self.columns:
                if column.required and column.name not in made and row.get(column.name) in (None, "", False):
                    message = f"{self.row_name(int(path[-1]) + 1)} needs '{column.name}'"
                    faults.append(Fault(path, "missing-field", message, f"add '{column.name}: …'"))
        return made

    def _unknown(self, key: str, path: Path) -> Fault:
        known = list(self._stored)
        hint = nearest(key, known) or f"a row has {', '.join(known)}"
        return Fault(path, "unknown-field", f"'{key}' is not a column of {self.name}", hint, key=True)

    def to_form(self, name: str, value: Any, form: dict[str, FormValue]) -> None:
        for number, row in enumerate(value, 1):
            for key, cell in row.items():
                self.by_name[key].to_form(f"{name}-{number}-{key}", cell, form)

    def from_form(self, name: str, path: Path, found: Found) -> list[dict[str, Any]] | None:
        pattern = re.compile(rf"{name}-([1-9][0-9]{{0,3}})-([a-z][a-z0-9_]*)(?:-more)?")
        seen = {
            int(m[1]) for other in found.names() if (m := pattern.fullmatch(other)) and m[2] in self._stored
        }
        rows: list[dict[str, Any]] = []
        for number in sorted(seen)[: self.most]:
            row = {}
            for key, column in self._stored.items():
                cell = column.from_form(f"{name}-{number}-{key}", (*path, len(rows), key), found)
                if cell is not None:
                    row[key] = cell
            if row:
                rows.append(row)
                found.rows.setdefault(name, []).append(number)
        return rows or None

    def schema(self) -> dict[str, Any]:
        cells = {key: column.schema() for key, column in self._stored.items()}
        row: dict[str, Any] = {"type": ["object", "null"], "properties": cells, "additionalProperties": False}
        return {"type": ["array", "null"], "maxItems": self.most, "items": row}
