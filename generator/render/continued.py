"""What has no room in its place on a sheet: further rows of lists and grids, and the ends of texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from generator.render.views import Column, View, Views, share
from generator.sheets import Field, Widget
from generator.sheets.kinds.grid import Grid
from generator.sheets.kinds.rows import Rows

CHUNK = 12
"""Rows that stand together in one block, which fits any paper."""

_BESIDE = 14
"""Columns as wide as the narrowest that have room beside each other."""

_LINES = 48
"""Lines of text that fit one page."""


def continued(views: Views, fields: Iterable[Field]) -> list[View]:
    """What goes on elsewhere, in blocks that each fit a page."""
    made: list[View] = []
    for field in fields:
        if isinstance(field, Rows):
            made += _rows(views, field)
        elif isinstance(field, Grid):
            made += _grid(views, field)
    ends = (widget for widget in views.form.widgets if widget.name.endswith("-more"))
    return made + [_text(views, widget) for widget in ends]


def _rows(views: Views, field: Rows) -> Iterator[View]:
    """Further rows; where they are too wide for a page, one part of their columns below the other."""
    columns = views.columns(field)
    for numbers in _chunks(field.rows, views.slots(field.name, field.rows)):
        rows = tuple(views.rows(field, numbers))
        for part in _beside(field):
            total = sum(field.columns[index].span for index in part)
            yield View(
                field.name,
                field.kind,
                field.label,
                title=_title(field),
                columns=tuple(
                    replace(columns[index], width=share(field.columns[index].span, total)) for index in part
                ),
                rows=tuple(replace(row, cells=tuple(row.cells[index] for index in part)) for row in rows),
            )


def _beside(field: Rows) -> Iterator[list[int]]:
    """The columns by their places, in parts that each fit the width of a page."""
    widest = _BESIDE * min(column.span for column in field.columns)
    part: list[int] = []
    for index, column in enumerate(field.columns):
        if part and sum(field.columns[each].span for each in part) + column.span > widest:
            yield part
            part = []
        part.append(index)
    yield part


def _grid(views: Views, field: Grid) -> Iterator[View]:
    """The names of the columns are boxes on the sheet itself, so that here they have numbers."""
    heads = tuple(Column(field.column_name(column), "number") for column in views.across(field))
    for numbers in _chunks(field.rows, views.slots(f"{field.name}.rows", field.rows)):
        rows = tuple(views.grid_rows(field, numbers))
        yield View(
            field.name, field.kind, field.label, title=_title(field), columns=heads, rows=rows,
            row_label=field.row_label, column_label=field.column_label,
        )  # fmt: skip


def _chunks(printed: int, rows: int) -> Iterator[range]:
    for first in range(printed + 1, rows + 1, CHUNK):
        yield range(first, min(first + CHUNK, rows + 1))


def _title(field: Field) -> str:
    return f"{field.label}, continued"


def _text(views: Views, widget: Widget) -> View:
    """Room for as much as the field can hold, in lines of about eighty characters."""
    lines = min(_LINES, 2 + (widget.longest or 400) // 80)
    name = widget.name.removeprefix(views.form.prefix)
    return View(name, "rest", widget.label, title=widget.label, control=views.shown(widget), lines=lines)
