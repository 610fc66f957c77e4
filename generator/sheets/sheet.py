"""A sheet: what a character is made of, on which pages, and how it is checked, filled in and read back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from generator.problems import nearest
from generator.sheets import schema
from generator.sheets.calculations import Calculations
from generator.sheets.faults import Fault
from generator.sheets.field import Field
from generator.sheets.form import Form, sizes
from generator.sheets.found import Found
from generator.sheets.head import Head, Section, SheetPage
from generator.sheets.kinds.track import Track
from generator.sheets.reading import Reading, differences
from generator.sheets.steps import Read
from generator.sheets.widget import FormValue
from generator.sheets.words import whole_number

RESERVED = ("sheet", "version", "based_on", "aside")
"""Keys of a character file that are no fields."""

_KEPT_FORMS = 64
_MOST_FAULTS = 100
"""More are not looked for: whoever gives a file with so many gave the wrong file."""


class Sheet:
    """A sheet of a game, bound to its rules. ``fields`` are all of them in reading order."""

    def __init__(
        self,
        head: Head,
        pages: Iterable[SheetPage],
        sections: Mapping[str, Section],
        reads: Mapping[str, Read] | None = None,
    ) -> None:
        """Misdeclared where a derived value cannot be computed."""
        self.head = head
        self.pages = tuple(pages)
        self.sections = MappingProxyType(dict(sections))
        order = [block for page in self.pages for block in page.blocks]
        made = {field.name: field for block in order for field in sections[block].fields}
        self.fields: Mapping[str, Field] = MappingProxyType(made)
        self.calculations = Calculations(self.fields, reads or {})
        self._form = lru_cache(maxsize=_KEPT_FORMS)(self._make_form)
        self._required = tuple(field for field in made.values() if field.required and field.stored)

    @property
    def id(self) -> str:
        """``mlwm/minion``."""
        return f"{self.head.game}/{self.head.name}"

    @property
    def game(self) -> str:
        return self.head.game

    @property
    def name(self) -> str:
        return self.head.name

    @property
    def title(self) -> str:
        return self.head.title

    @property
    def subtitle(self) -> str:
        return self.head.subtitle

    @property
    def summary(self) -> str:
        return self.head.summary

    @property
    def audience(self) -> str:
        return self.head.audience

    @property
    def version(self) -> int:
        return self.head.version

    @property
    def named_by(self) -> str:
        return self.head.named_by

    def form(
        self, slots: Mapping[str, int] | None = None, more: Iterable[str] = (), prefix: str = ""
    ) -> Form:
        """The form of that size, the same object for the same wishes; without ``slots`` as it is printed."""
        wanted = sizes(self.fields) | dict(slots or {})
        return self._form(tuple(sorted(wanted.items())), tuple(more), prefix)

    def _make_form(self, slots: tuple[tuple[str, int], ...], more: tuple[str, ...], prefix: str) -> Form:
        size = MappingProxyType(dict(slots))
        return Form(self.id, self.fields, self.calculations, size, more, prefix)

    def slots_for(self, values: Mapping[str, Any]) -> dict[str, int]:
        """The printed slots, or more where canonical values need more."""
        found = sizes(self.fields)
        for name in found:
            field, _, part = name.partition(".")
            value = values.get(field)
            if value:
                needed = len(value) if not part else _grid_size(value, part)
                found[name] = max(found[name], needed)
        return found

    def check(self, values: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Fault, ...]]:
        """The canonical values, and all faults, or the first hundred.

        ``values`` are fields alone, without the reserved keys.
        """
        faults: list[Fault] = []
        made: dict[str, Any] = {}
        fields = self.fields
        for name, value in values.items():
            field = fields.get(name)
            if len(faults) >= _MOST_FAULTS:
                break
            if field is None:
                faults.append(self._unknown(name))
            elif (checked := field.check(value, (name,), faults)) is not None:
                made[name] = checked
        for field in self._required:
            if field.name not in made and not any(fault.path[:1] == (field.name,) for fault in faults):
                message = f"a {self.id} needs '{field.name}'"
                faults.append(Fault((field.name,), "missing-field", message, f"add '{field.name}: …'"))
        return made, tuple(faults)

    def _unknown(self, name: str) -> Fault:
        known = [*(field.name for field in self.fields.values() if field.stored), *RESERVED]
        message = f"'{name}' is not a field of {self.id}"
        return Fault((name,), "unknown-field", message, nearest(name, known), key=True)

    def read(self, form_values: Mapping[str, FormValue]) -> Reading:
        """The character that a form holds (names without prefix, any number of rows).

        ``aside`` has what could not be read, ``faults`` why, and ``differences`` where a computed value in
        the form is not the engine's.
        """
        found = Found(form_values)
        values: dict[str, Any] = {}
        for name, field in self.fields.items():
            if field.stored:
                value = field.from_form(name, (name,), found)
                if value is not None:
                    values[name] = value
        differing = tuple(differences(self.calculations, self.fields, values, found))
        found.rest()
        return Reading(values, found.aside, differing, tuple(found.faults))

    def typed(self, texts: Mapping[str, str]) -> tuple[dict[str, Any], tuple[Fault, ...]]:
        """The values that texts write, by the name of a field, or of a widget for lists and grids (CSV).

        What ``check`` then finds wrong in them comes on top of the faults here.
        """
        tracks = {name for name, field in self.fields.items() if isinstance(field, Track)}
        numbers = {name: text for name, text in texts.items() if name in tracks}
        reading = self.read({name: text for name, text in texts.items() if name not in tracks})
        values = reading.values
        for name, text in numbers.items():
            if text.strip():
                number = whole_number(text)
                values[name] = text if number is None else number
        return values, tuple(
            self._unknown(str(fault.path[0])) if fault.code == "unknown-widget" else fault
            for fault in reading.faults
        )

    def derive(self, values: Mapping[str, Any]) -> dict[str, str]:
        """The text of every derived widget for canonical values, for the rows that there are."""
        return self.calculations.derive(values)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema (draft 7) of a character file."""
        return schema.of(self.head, self.fields.values())


def _grid_size(value: Mapping[str, Any], part: str) -> int:
    rows = value.get("rows", ())
    if part == "rows":
        return len(rows)
    return max(len(value.get("columns", ())), *(len(row.get("values", ())) for row in rows), 0)
