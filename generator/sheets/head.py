"""What a sheet says of itself, and how its sections stand on its pages."""

from __future__ import annotations

from typing import NamedTuple

from generator.sheets.field import Field


class Section(NamedTuple):
    """Fields under a heading. ``text`` is Markdown with Jinja from ``line`` of the file; ``draw`` names a
    macro of the game that lays the section out itself."""

    id: str
    title: str
    fields: tuple[Field, ...]
    text: str = ""
    line: int = 0
    draw: str = ""


class SheetRow(NamedTuple):
    """Columns of section ids beside each other; ``widths`` are their shares, empty when all are equal."""

    columns: tuple[tuple[str, ...], ...]
    widths: tuple[int, ...] = ()


class SheetPage(NamedTuple):
    """One side of paper: its rows from top to bottom."""

    rows: tuple[SheetRow, ...]

    @property
    def blocks(self) -> tuple[str, ...]:
        """The ids of all sections in reading order: down a column, then the next."""
        return tuple(block for row in self.rows for column in row.columns for block in column)


class Head(NamedTuple):
    """What a sheet says of itself. ``version`` is that of its character files; ``named_by`` is the field
    that names a character, '' for none."""

    game: str
    name: str
    title: str
    subtitle: str = ""
    summary: str = ""
    audience: str = "all"
    version: int = 1
    named_by: str = ""

    @property
    def id(self) -> str:
        """``mlwm/minion``."""
        return f"{self.game}/{self.name}"
