"""What a template sees of a sheet's fields: each with its widgets, their values, its place in a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from generator.sheets import Choice, Field, Form, FormValue, Widget
from generator.sheets.kinds.derived import Derived
from generator.sheets.kinds.grid import Grid
from generator.sheets.kinds.rows import Rows
from generator.sheets.kinds.texts import Prose
from generator.sheets.kinds.track import Track

LINE = 12
"""Spans that make a whole line."""


@dataclass(frozen=True)
class Control:
    """One widget and its value; ``name`` is the full one.

    ``whole``: a whole number is typed in it. ``rows`` are the lines that a screen shows of a long text.
    """

    name: str
    type: str
    label: str
    value: FormValue
    lines: bool
    longest: int
    align: str
    required: bool
    choices: tuple[Choice, ...]
    whole: bool = False
    rows: int = 0


@dataclass(frozen=True)
class Column:
    """One column of a list: ``width`` is its share as CSS writes it, ``formula`` that of a derived one."""

    label: str
    kind: str
    width: str = ""
    formula: Markup | None = None


@dataclass(frozen=True)
class RowView:
    """One row of a list or grid; ``head`` is the box for a grid row's name."""

    cells: tuple[Control, ...]
    head: Control | None = None


@dataclass(frozen=True)
class View:
    """One field as the macros of ``fields.html`` read it; what a kind does not need is empty.

    ``control`` is the widget of a field that has one, ``ticks`` and ``beyond`` are a track's, ``heads``,
    ``rows`` and ``totals`` those of a list or grid. ``formula`` is how the rules print a derived value.
    A ``gap`` is no field: it fills up a line. ``title`` heads what stands on a page of its own.
    """

    name: str
    kind: str
    label: str
    width: str = "100%"
    span: int = LINE
    title: str = ""
    control: Control | None = None
    formula: Markup | None = None
    lines: int = 0
    ticks: tuple[Control, ...] = ()
    beyond: Control | None = None
    per_row: int = 0
    columns: tuple[Column, ...] = ()
    rows: tuple[RowView, ...] = ()
    heads: tuple[Control, ...] = ()
    totals: tuple[Control, ...] = ()
    row_label: str = ""
    column_label: str = ""


class Views:
    """Makes the views of one copy of a sheet: a form, and the values of its widgets by their full names."""

    def __init__(self, form: Form, values: Mapping[str, FormValue], formulas: Mapping[str, Markup]) -> None:
        self.form, self._values, self._formulas = form, values, formulas

    def control(self, name: str, kind: str = "") -> Control:
        """The widget of that name (without prefix)."""
        return self.shown(self.form.widget(name), kind)

    def shown(self, widget: Widget, kind: str = "") -> Control:
        """A widget with its value."""
        value = self._values.get(widget.name, False if widget.type == "check" else "")
        return Control(
            widget.name, widget.type, widget.label, value, widget.lines, widget.longest, widget.align,
            widget.required, widget.choices, kind == "number", _rows_of(str(value)) if widget.lines else 0,
        )  # fmt: skip

    def lines(self, fields: Iterable[Field]) -> list[list[View]]:
        """The fields in lines of twelve spans; a gap fills up a line that has room left."""
        made: list[list[View]] = []
        left = 0
        for field in fields:
            if field.span > left:
                _fill(made, left)
                made.append([])
                left = LINE
            made[-1].append(self.field(field))
            left -= field.span
        _fill(made, left)
        return made

    def field(self, field: Field) -> View:
        """The field as it stands on the sheet itself."""
        view = View(field.name, field.kind, field.label, share(field.span, LINE), field.span)
        match field:
            case Rows():
                rows = range(1, min(field.rows, self.slots(field.name, field.rows)) + 1)
                return replace(view, columns=self.columns(field), rows=tuple(self.rows(field, rows)))
            case Grid():
                return self._grid(view, field)
            case Track():
                return self._track(view, field)
            case Prose():
                return replace(view, control=self.control(field.name), lines=field.lines)
            case Derived():
                formula = self._formulas.get(field.name)
                return replace(view, control=self.control(field.name), formula=formula)
        return replace(view, control=self.control(field.name, field.kind))

    def slots(self, name: str, printed: int) -> int:
        """How many rows (or columns) this form has of a list or grid."""
        return self.form.slots.get(name, printed)

    def columns(self, field: Rows) -> tuple[Column, ...]:
        """The columns of a list, each with its share of the width."""
        total = sum(column.span for column in field.columns)
        return tuple(
            Column(
                column.label, column.kind, share(column.span, total),
                self._formulas.get(f"{field.name}.{column.name}"),
            )
            for column in field.columns
        )  # fmt: skip

    def rows(self, field: Rows, numbers: Iterable[int]) -> Iterator[RowView]:
        """Rows of a list, by their numbers from 1."""
        for row in numbers:
            names = ((f"{field.name}-{row}-{column.name}", column.kind) for column in field.columns)
            yield RowView(tuple(self.control(name, kind) for name, kind in names))

    def grid_rows(self, field: Grid, numbers: Iterable[int]) -> Iterator[RowView]:
        """Rows of a grid, by their numbers from 1."""
        for row in numbers:
            names = (f"{field.name}-{row}-{column}" for column in self.across(field))
            cells = tuple(self.control(name, "number") for name in names)
            yield RowView(cells, self.control(f"{field.name}-row-{row}"))

    def across(self, field: Grid) -> range:
        """The numbers of a grid's columns."""
        return range(1, self.slots(f"{field.name}.columns", field.columns) + 1)

    def _grid(self, view: View, field: Grid) -> View:
        rows = range(1, min(field.rows, self.slots(f"{field.name}.rows", field.rows)) + 1)
        across = self.across(field) if field.totals else ()
        return replace(
            view,
            heads=tuple(self.control(f"{field.name}-column-{column}") for column in self.across(field)),
            rows=tuple(self.grid_rows(field, rows)),
            totals=tuple(self.control(f"{field.name}-total-{column}") for column in across),
            row_label=field.row_label,
            column_label=field.column_label,
        )

    def _track(self, view: View, field: Track) -> View:
        ticks = tuple(self.control(f"{field.name}-{box}") for box in range(1, field.boxes + 1))
        beyond = self.control(f"{field.name}-beyond", "number") if field.beyond else None
        return replace(view, ticks=ticks, beyond=beyond, per_row=field.per_row or field.boxes + 1)


def _rows_of(text: str) -> int:
    return max(2, sum(1 + len(line) // 70 for line in text.split("\n")))


def _fill(lines: list[list[View]], left: int) -> None:
    if lines and left:
        lines[-1].append(View("", "gap", "", share(left, LINE), left))


def share(part: int, whole: int) -> str:
    """A share as CSS writes it, in hundredths of a percent.

    >>> share(5, 12)
    '41.66%'
    """
    hundredths = part * 10000 // whole
    return f"{hundredths // 100}.{hundredths % 100:02}%"
