"""A sheet at one size: its widgets in reading order, and what stands in them for a character."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from generator.sheets import javascript
from generator.sheets.calculations import Calculations
from generator.sheets.field import Field, Making
from generator.sheets.inputs import Place
from generator.sheets.kinds.grid import Grid
from generator.sheets.kinds.rows import Rows
from generator.sheets.widget import FormValue, Scripts, Widget


class Form:
    """One size of the sheet whose id is ``sheet``.

    ``slots`` has the rows of each list ("love.rows" and "love.columns" for a grid), ``more`` the widgets that
    go on elsewhere (without prefix), ``prefix`` what stands before every name. Forms are made by
    ``Sheet.form``, and equal only to themselves.
    """

    def __init__(
        self,
        sheet: str,
        fields: Mapping[str, Field],
        calculations: Calculations,
        slots: Mapping[str, int],
        more: tuple[str, ...] = (),
        prefix: str = "",
    ) -> None:
        self.sheet = sheet
        self._fields = fields
        self._derived = calculations
        self.slots = slots
        self.more = more
        self.prefix = prefix

    @cached_property
    def widgets(self) -> tuple[Widget, ...]:
        """All widgets in reading order, with the full names."""
        making = Making(self.slots, frozenset(self.more))
        scripts = self._calculations
        return tuple(
            widget._replace(
                name=self.prefix + widget.name,
                scripts=Scripts(calculate=scripts[widget.name]) if widget.derived else widget.scripts,
            )
            for field in self._fields.values()
            for widget in field.widgets(field.name, field.label, making)
        )

    @cached_property
    def calculated(self) -> tuple[str, ...]:
        """The full names of the derived widgets, each after those that it needs."""
        return tuple(self.prefix + name for name in self._calculations)

    @cached_property
    def _calculations(self) -> dict[str, str]:
        """The script of each derived widget by its name without prefix, in order of dependency."""
        return dict(self._scripts())

    def _scripts(self) -> Iterator[tuple[str, str]]:
        for step in self._derived.steps:
            place = Place(self.prefix, 0, self._rows)
            if not step.rows:
                yield step.field.name, javascript.calculation(step, place)
                continue
            for row in range(1, self._rows(step.rows) + 1):
                name = f"{step.rows}-{row}-{step.field.name}"
                yield name, javascript.calculation(step, place._replace(row=row))
        making = Making(self.slots)
        for grid in self._derived.grids:
            rows, columns = grid.size(making)
            for column in range(1, columns + 1):
                cells = [f"{self.prefix}{grid.name}-{row}-{column}" for row in range(1, rows + 1)]
                yield f"{grid.name}-total-{column}", javascript.total(cells)

    def _rows(self, name: str) -> int:
        field = self._fields[name]
        assert isinstance(field, Rows)
        return self.slots.get(name, field.rows)

    @cached_property
    def _by_name(self) -> dict[str, Widget]:
        start = len(self.prefix)
        return {widget.name[start:]: widget for widget in self.widgets}

    def widget(self, name: str) -> Widget:
        """The widget of that name without prefix; KeyError for none."""
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        """Whether there is a widget of that name without prefix."""
        return name in self._by_name

    @cached_property
    def _blank(self) -> dict[str, FormValue]:
        return {name: False if widget.type == "check" else "" for name, widget in self._by_name.items()}

    def values(self, values: Mapping[str, Any]) -> dict[str, FormValue]:
        """What stands in every widget for canonical values, by full name; derived values are the engine's.

        ValueError where the form is too small: ``Sheet.slots_for`` says how large it must be.
        """
        made = dict(self._blank)
        count = len(made)
        for name, value in values.items():
            self._fields[name].to_form(name, value, made)
        made.update(self._derived.derive(values))
        if len(made) > count:
            extra = next(name for name in made if name not in self._blank)
            raise ValueError(f"this form of {self.sheet} has no widget '{extra}'")
        if not self.prefix:
            return made
        return {self.prefix + name: value for name, value in made.items()}


def sizes(fields: Mapping[str, Any]) -> dict[str, int]:
    """The printed rows of every list, and rows and columns of every grid."""
    found: dict[str, int] = {}
    for name, field in fields.items():
        if isinstance(field, Rows):
            found[name] = field.rows
        elif isinstance(field, Grid):
            found |= {f"{name}.rows": field.rows, f"{name}.columns": field.columns}
    return found
