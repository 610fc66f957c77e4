"""What a sheet computes for a character.

A number or rating that is blank leaves a value blank, unless the field says what blank counts as. Checks,
tracks, sums and counts are never blank in this sense; yet where all that a value reads is empty, the value is
blank. A column looks at its own row alone for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.sheets.field import Field
from generator.sheets.kinds.grid import Grid
from generator.sheets.meanings import steps
from generator.sheets.steps import Read


class Calculations:
    """All derived values of a sheet, in order."""

    def __init__(self, fields: Mapping[str, Field], reads: Mapping[str, Read]) -> None:
        """Misdeclared tells every derived value that cannot be computed as declared."""
        self.steps = steps(fields, reads)
        self.grids = tuple(f for f in fields.values() if isinstance(f, Grid) and f.totals)

    def derive(self, values: Mapping[str, Any]) -> dict[str, str]:
        """The text of every derived widget, for the rows that there are; blank ones too."""
        done: dict[str, Any] = {}
        texts: dict[str, str] = {}
        for step in self.steps:
            if not step.rows:
                found = done[step.node] = step.value(values, done, {}, 0)
                texts[step.field.name] = text_of(found)
                continue
            name = step.field.name
            column = [
                step.value(values, done, row, index) for index, row in enumerate(values.get(step.rows, ()))
            ]
            done[step.node] = column
            for number, found in enumerate(column, 1):
                texts[f"{step.rows}-{number}-{name}"] = text_of(found)
        for grid in self.grids:
            texts |= totals(grid, values.get(grid.name) or {})
        return texts


def totals(grid: Grid, value: Mapping[str, Any]) -> dict[str, str]:
    """The sum of each column that holds a number."""
    sums: dict[str, int] = {}
    for row in value.get("rows", ()):
        for column, cell in enumerate(row.get("values", ()), 1):
            if cell is not None:
                name = f"{grid.name}-total-{column}"
                sums[name] = sums.get(name, 0) + cell
    return {name: str(total) for name, total in sums.items()}


def text_of(found: Any) -> str:
    """A computed value as the form shows it."""
    if found is None:
        return ""
    if isinstance(found, bool):
        return "yes" if found else "no"
    return str(found)
