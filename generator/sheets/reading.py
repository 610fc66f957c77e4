"""What came back from a form, and where its computed values are not the engine's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from generator.sheets.calculations import Calculations
from generator.sheets.faults import Fault
from generator.sheets.field import Field
from generator.sheets.found import Found
from generator.sheets.kinds.rows import Rows
from generator.sheets.words import whole_number


class Difference(NamedTuple):
    """A computed value in a form, and what the engine computes from the values beside it."""

    name: str
    label: str
    found: str
    computed: str


class Reading(NamedTuple):
    """The values of a character, what was kept aside by widget name, and what is to be told."""

    values: dict[str, Any]
    aside: dict[str, str]
    differences: tuple[Difference, ...]
    faults: tuple[Fault, ...]


def differences(
    calculations: Calculations, fields: Mapping[str, Field], values: Mapping[str, Any], found: Found
) -> Iterator[Difference]:
    """Every derived widget of the form that says something else than the engine; a blank one says nothing."""
    computed = calculations.derive(values)
    for name, label, ours in _derived(calculations, fields, found):
        said, right = found.text(name), computed.get(ours, "")
        if said and not _same(said, right):
            yield Difference(name, label, said, right)
    for name in found.names():
        owner, number, column = (*name.split("-", 2), "", "")[:3]
        if number.isdecimal() and any((s.rows, s.field.name) == (owner, column) for s in calculations.steps):
            found.text(name)  # the row holds nothing else


def _derived(
    calculations: Calculations, fields: Mapping[str, Field], found: Found
) -> Iterator[tuple[str, str, str]]:
    """Name and label of each derived widget, and its name where rows without any value are left out."""
    for step in calculations.steps:
        name, label = step.field.name, step.field.label
        if not step.rows:
            yield name, label, name
            continue
        rows = fields[step.rows]
        assert isinstance(rows, Rows)
        for row, number in enumerate(found.rows.get(step.rows, ()), 1):
            at = f"{rows.row_name(number)}: {label}"
            yield f"{step.rows}-{number}-{name}", at, f"{step.rows}-{row}-{name}"
    for grid in calculations.grids:
        for column in range(1, grid.most_columns + 1):
            name = f"{grid.name}-total-{column}"
            yield name, f"{grid.label}: total of {grid.column_name(column)}", name


def _same(said: str, right: str) -> bool:
    number = whole_number(said)
    return said.casefold() == right.casefold() or (number is not None and number == whole_number(right))
