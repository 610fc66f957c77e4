"""What a reader or a viewer takes from an artifact."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple


class Line(NamedTuple):
    """A sentence, with the heading that it stands under."""

    where: str
    text: str
    page: int | None = None


class Cell(NamedTuple):
    """One cell: its row and column as numbers from 0, and as their heads name them."""

    row: int
    column: int
    name: str
    text: str


class Grid(NamedTuple):
    """A table, its heads among the cells, with the heading that it stands under."""

    where: str
    caption: str
    rows: int
    columns: int
    cells: Sequence[Cell]

    @property
    def name(self) -> str:
        return self.caption or self.where


class Reading(NamedTuple):
    """Lines in their order, tables, single values by where they are, fields by name and part."""

    lines: Sequence[Line] = ()
    grids: Sequence[Grid] = ()
    values: Mapping[str, str] = {}
    fields: Mapping[str, Mapping[str, str]] = {}
    images: Mapping[str, str] = {}
    """A sum over what is drawn besides text."""
    pages: int | None = None
    flows: bool = False
    """Whether lines are broken by the paper's width, so that words are compared, and not lines."""


PLACE = "place"
"""The part of a field that says where it lies."""


def free(name: str, taken: Container[str]) -> str:
    """The name, or where it is taken the first of ``name #2``, ``name #3`` … that is not."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name} #{number}"
    return found
