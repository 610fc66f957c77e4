"""The cells of an HTML table by the heads of their rows and columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from generator.outputs.comparing.reading import Cell, Grid

_WIDEST = 200
"""Columns and rows that one cell may span; a table has less."""


@dataclass
class _Cell:
    head: bool
    width: int
    height: int
    said: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(self.said)


class Table:
    """Takes a table's tags and texts in their order."""

    def __init__(self) -> None:
        self.rows: list[list[_Cell]] = []
        self.said: list[str] = []
        self.open = False

    @property
    def caption(self) -> str:
        """What stands over it."""
        return " ".join(self.said)

    def start(self, tag: str, words: Mapping[str, str]) -> None:
        """A row, a cell or the caption begins."""
        self.open = tag in ("td", "th", "caption")
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            if not self.rows:
                self.rows.append([])
            width, height = _span(words.get("colspan", "")), _span(words.get("rowspan", ""))
            self.rows[-1].append(_Cell(tag == "th", width, height))

    def say(self, text: str) -> None:
        """Text of what began last."""
        self.rows[-1][-1].said.append(text) if self.rows and self.rows[-1] else self.said.append(text)

    def grid(self, where: str) -> Grid:
        """The table under that heading; each cell is named ``row head, column head``."""
        rows = list(_placed(self.rows))
        over = _column_heads(rows)
        cells = [
            Cell(number, column, _name(row, number, column, cell, over), cell.text)
            for number, row in enumerate(rows)
            for column, cell in row
        ]
        columns = max((column + cell.width for row in rows for column, cell in row), default=0)
        return Grid(where, self.caption, len(rows), columns, cells)


_Row = list[tuple[int, _Cell]]


def _column_heads(rows: list[_Row]) -> dict[int, str]:
    """What stands over each column, in the rows that hold heads alone."""
    found: dict[int, list[str]] = {}
    for row in rows:
        if all(cell.head for _, cell in row):
            for column, cell in row:
                for each in range(column, column + cell.width):
                    found.setdefault(each, []).append(cell.text)
    return {column: " ".join(filter(None, texts)) for column, texts in found.items()}


def _name(row: _Row, number: int, column: int, cell: _Cell, over: dict[int, str]) -> str:
    if cell.head:
        alone = all(each.head for _, each in row)
        return f"head of column {column + 1}" if alone else f"head of row {number + 1}"
    side = " ".join(each.text for _, each in row if each.head and each.text)
    return f"{side or f'row {number + 1}'}, {over.get(column) or f'column {column + 1}'}"


def _placed(rows: list[list[_Cell]]) -> Iterator[_Row]:
    """Each row's cells with their columns, past what cells of earlier rows hold."""
    held: set[tuple[int, int]] = set()
    for number, row in enumerate(rows):
        column, placed = 0, []
        for cell in row:
            while (number, column) in held:
                column += 1
            placed.append((column, cell))
            held |= {
                (number + down, column + side) for down in range(1, cell.height) for side in range(cell.width)
            }
            column += cell.width
        yield placed


def _span(word: str) -> int:
    return min(max(int(word), 1), _WIDEST) if word.isdecimal() else 1
