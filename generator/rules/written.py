"""A declared value as text: as one writes it in a file, as JSON for sums, and as a page prints it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from generator.rules.chart import Cell, Chart, Effect, Row
from generator.rules.formula import Formula

Value: TypeAlias = Cell | Row | Chart | Callable[..., Any]

_PLAIN = re.compile(r"[^\W\d_](?:[^\W_]|[ ,.;()’'/×÷_-])*", re.ASCII)
_OTHER_THAN_TEXT = ("true", "false", "null")


def plain(value: Value) -> object:
    """The value in JSON's types, the same for the same value.

    >>> plain(Effect("Ow.", (("stress", 1),))), plain(("a", "b"))
    ({'stress': 1}, ['a', 'b'])
    """
    match value:
        case Formula():
            return value.text
        case Effect(changes=changes):
            return dict(changes)
        case Fraction():
            return str(value)
        case tuple():
            return list(value)
    return value


def canonical(value: object) -> str:
    """One line of JSON, the same for the same value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def written(value: Value) -> str:
    """The value as one writes it in a house rules file.

    >>> written("sl"), written("2 a day: no more"), written(None), written(("a", "b"))
    ('sl', '"2 a day: no more"', 'null', '[a, b]')
    """
    match value:
        case Formula():
            return value.text
        case Effect(changes=changes):
            return "{" + ", ".join(f"{name}: {change}" for name, change in changes) + "}"
        case tuple():
            return "[" + ", ".join(_quoted(part, within=True) for part in value) + "]"
        case None:
            return "null"
    return _quoted(value)


def _quoted(value: object, *, within: bool = False) -> str:
    """A text, in quotation marks where YAML would take it for something else."""
    if not isinstance(value, str):
        return str(value)
    safe = _PLAIN.fullmatch(value) and value not in _OTHER_THAN_TEXT and not value.endswith(" ")
    return value if safe and not (within and "," in value) else json.dumps(value, ensure_ascii=False)


def printed(value: Value, labels: Mapping[str, str]) -> str:
    """The value as a page prints it, as plain text.

    >>> printed(Effect("Ow.", (("stress", -1),)), {"stress": "Stress"}), printed(-2, {}), printed("", {})
    ('Stress −1', '−2', '–')
    """
    match value:
        case Formula():
            return value.printed(labels)
        case Effect(changes=changes):
            return ", ".join(f"{labels.get(name, name)} {_signed(change)}" for name, change in changes) or "–"
        case tuple():
            return ", ".join(printed(part, labels) for part in value) or "–"
        case None | "":
            return "–"
        case int() | Fraction():
            return str(value).replace("-", "−")
    return str(value)


def _signed(change: int) -> str:
    return f"+{change}" if change > 0 else str(change).replace("-", "−")
