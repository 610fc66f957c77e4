"""Charts: rows with named columns, and what a cell may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from generator.rules.formula import Formula


@dataclass(frozen=True, slots=True)
class Effect:
    """What an outcome does: a few words, the scores that change, and the conditions to test then.

    ``changes`` holds (score, change) pairs; ``tests`` the ids of conditions that the outcome can set off.
    """

    says: str = ""
    changes: tuple[tuple[str, int], ...] = ()
    tests: tuple[str, ...] = ()

    def change(self, score: str) -> int:
        """By how much the score changes; 0 where it stays."""
        return dict(self.changes).get(score, 0)


Cell: TypeAlias = int | str | Fraction | Formula | Effect | tuple[int, ...] | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Row:
    """Named values under one rule id: a row of a chart, or the terms of a rule."""

    id: str
    names: tuple[str, ...]
    cells: tuple[Cell, ...]

    @classmethod
    def of(cls, rule_id: str, cells: Mapping[str, Cell]) -> Row:
        """The row with these cells, in the given order."""
        return cls(rule_id, tuple(cells), tuple(cells.values()))

    @property
    def key(self) -> str:
        """The last part of the id: ``headdress`` of ``MAID-UNI.headdress``."""
        return self.id.rpartition(".")[2]

    def __getitem__(self, name: str) -> Cell:
        """The cell of that name; KeyError where there is none."""
        try:
            return self.cells[self.names.index(name)]
        except ValueError:
            raise KeyError(f"{self.id} has no '{name}', only {', '.join(self.names)}") from None

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def number(self, name: str) -> int:
        """The cell as the whole number that it must be."""
        cell = self[name]
        if not isinstance(cell, int):
            raise TypeError(f"{self.id}.{name} holds {cell!r}, not a whole number")
        return cell

    def text(self, name: str) -> str:
        """The cell as the text that it must be."""
        cell = self[name]
        if not isinstance(cell, str):
            raise TypeError(f"{self.id}.{name} holds {cell!r}, not a text")
        return cell

    def formula(self, name: str) -> Formula:
        """The cell as the formula that it must be."""
        cell = self[name]
        if not isinstance(cell, Formula):
            raise TypeError(f"{self.id}.{name} holds {cell!r}, not a formula")
        return cell

    def effect(self, name: str) -> Effect:
        """The cell as the effect that it must be."""
        cell = self[name]
        if not isinstance(cell, Effect):
            raise TypeError(f"{self.id}.{name} holds {cell!r}, not an effect")
        return cell

    def items(self) -> tuple[tuple[str, Cell], ...]:
        """(name, cell) pairs in order."""
        return tuple(zip(self.names, self.cells, strict=True))

    def replaced(self, changes: Mapping[str, Cell]) -> Row:
        """The row with some cells changed."""
        return Row.of(self.id, {name: changes.get(name, cell) for name, cell in self.items()})


@dataclass(frozen=True, slots=True)
class Chart:
    """Rows under named columns. ``columns`` are (name, printed label) pairs."""

    id: str
    title: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def row(self, key: str) -> Row:
        """The row with that key (or that whole id)."""
        for row in self.rows:
            if key in (row.key, row.id):
                return row
        raise KeyError(f"{self.id} has no row '{key}', only {', '.join(row.key for row in self.rows)}")

    def find(self, column: str, cell: Cell) -> Row:
        """The first row that holds ``cell`` in ``column``."""
        for row in self.rows:
            if row[column] == cell:
                return row
        raise KeyError(f"{self.id} has no row whose {column} is {cell!r}")

    def label(self, column: str) -> str:
        """The printed label of a column."""
        return dict(self.columns)[column]

    def column(self, name: str) -> tuple[Cell, ...]:
        """The cells of one column, from the first row down."""
        return tuple(row[name] for row in self.rows)
