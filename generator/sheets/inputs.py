"""What a formula reads from a character, and how the form's JavaScript reads the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from generator.sheets.field import Field
from generator.sheets.kinds.picks import Pick
from generator.sheets.widget import Choice


class Cell(NamedTuple):
    """A field by name, or a column of the list ``rows``: of one row (``in_row``), or all of them."""

    name: str
    rows: str
    in_row: bool


class Place(NamedTuple):
    """Where a script stands: the names before every widget, the row, and how many rows each list has."""

    prefix: str
    row: int
    slots: Callable[[str], int]

    def widget(self, cell: Cell) -> str:
        """The full name of the widget of a cell."""
        return f"{self.prefix}{cell.rows}-{self.row}-{cell.name}" if cell.rows else self.prefix + cell.name


class Input(Protocol):
    """One number that a formula reads. ``default`` stands for a blank one; None leaves the value blank."""

    @property
    def default(self) -> int | None: ...

    @property
    def in_row(self) -> bool: ...

    def read(
        self, values: Mapping[str, Any], done: Mapping[str, Any], row: Mapping[str, Any], index: int
    ) -> int | None:
        """The number, or None where it is blank; ``done`` has what was computed before."""

    def javascript(self, place: Place) -> str:
        """The expression that reads it (null where blank), made of the functions in ``javascript.py``."""


@dataclass(frozen=True)
class ValueInput:
    """A number, rating, track, choice between numbers, or (``derived``: its node) a computed value."""

    cell: Cell
    default: int | None
    boxes: int = 0
    beyond: bool = False
    choices: tuple[Choice, ...] = ()
    derived: str = ""
    condition: bool = False

    @property
    def in_row(self) -> bool:
        return self.cell.in_row

    def read(
        self, values: Mapping[str, Any], done: Mapping[str, Any], row: Mapping[str, Any], index: int
    ) -> int | None:
        if self.derived:
            found = done[self.derived]
            if self.cell.rows:
                found = found[index]
            return None if found is None else int(found)
        found = row.get(self.cell.name) if self.cell.in_row else values.get(self.cell.name)
        return int(found) if isinstance(found, str) else found

    def javascript(self, place: Place) -> str:
        name = json.dumps(place.widget(self.cell))
        if self.boxes:
            beyond = f'+(n({name[:-1]}-beyond")||0)' if self.beyond else ""
            return f"(b({name},{self.boxes}){beyond}||null)"
        if self.condition:
            return f"y({name})"
        if self.choices:
            values = {choice.label.lower(): int(choice.value) for choice in self.choices}
            return f"n({name},{json.dumps(values, separators=(',', ':'))})"
        return f"n({name})"


@dataclass(frozen=True)
class Tick:
    """A check: 1 where it is ticked."""

    cell: Cell
    default: ClassVar[int | None] = 0

    @property
    def in_row(self) -> bool:
        return self.cell.in_row

    def read(
        self, values: Mapping[str, Any], done: Mapping[str, Any], row: Mapping[str, Any], index: int
    ) -> int | None:
        found = row.get(self.cell.name) if self.cell.in_row else values.get(self.cell.name)
        return 1 if found else None

    def javascript(self, place: Place) -> str:
        return f"(t({json.dumps(place.widget(self.cell))})||null)"


@dataclass(frozen=True)
class SumInput:
    """The sum of a column over all rows of a list; blank cells add nothing."""

    rows: str
    given: Input
    default: ClassVar[int | None] = 0
    in_row: ClassVar[bool] = False

    def read(
        self, values: Mapping[str, Any], done: Mapping[str, Any], row: Mapping[str, Any], index: int
    ) -> int | None:
        read = self.given.read
        found = [read(values, done, each, i) for i, each in enumerate(values.get(self.rows, ()))]
        numbers = [number for number in found if number is not None]
        return sum(numbers) if numbers else None

    def javascript(self, place: Place) -> str:
        return over_rows(self.given.javascript, self.rows, place)


@dataclass(frozen=True)
class CountInput:
    """How many of some checks are ticked, or of some choices hold the value ``value``.

    None, and so 0, where nothing is ticked or chosen at all.
    """

    parts: tuple[tuple[Cell, Field], ...]
    value: str
    default: ClassVar[int | None] = 0

    @property
    def in_row(self) -> bool:
        return any(cell.in_row for cell, _ in self.parts)

    def read(
        self, values: Mapping[str, Any], done: Mapping[str, Any], row: Mapping[str, Any], index: int
    ) -> int | None:
        found: list[Any] = []
        for cell, _ in self.parts:
            if cell.in_row:
                found.append(row.get(cell.name))
            elif cell.rows:
                found += [each.get(cell.name) for each in values.get(cell.rows, ())]
            else:
                found.append(values.get(cell.name))
        if not any(found):
            return None
        return sum(map(bool, found)) if not self.value else found.count(self.value)

    def javascript(self, place: Place) -> str:
        parts = [self._part(cell, field, place) for cell, field in self.parts]
        return f"s([{','.join(parts)}])"

    def _part(self, cell: Cell, field: Field, place: Place) -> str:
        def one(at: Place) -> str:
            name = json.dumps(at.widget(cell))
            if not isinstance(field, Pick):
                return f"(t({name})||null)"
            label = next(choice.label for choice in field.choices if choice.value == self.value)
            return f"c({name},{json.dumps(self.value)},{json.dumps(label.lower())})"

        return over_rows(one, cell.rows, place) if cell.rows and not cell.in_row else one(place)


def over_rows(one: Callable[[Place], str], rows: str, place: Place) -> str:
    """The sum of an expression over all rows of a list; a loop puts the row's number into the names."""
    body = one(place._replace(row=_ROW)).replace(f"-{_ROW}-", '-"+i+"-')
    return f"r({place.slots(rows)},function(i){{return {body}}})"


_ROW = 987654321
"""Stands for the row's number until the loop is written; no list has so many rows."""
