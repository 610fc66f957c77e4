"""A compiled form: the blank is laid out once, and each sheet is bytes written around it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.outputs.forms import letters
from generator.outputs.forms.attachments import Attachment
from generator.outputs.forms.fit import Overflow
from generator.outputs.forms.letters import Letters
from generator.outputs.forms.looks import Look, Looks
from generator.outputs.forms.plan import Plan, Slot
from generator.outputs.forms.writing import Entry, Sheet
from generator.problems import HandbillError, Problem, nearest

_MORE = "-more"
_KEPT, _SHORT = 8192, 24

Values = Mapping[str, "str | bool"]


class Setting(NamedTuple):
    """A type size, and the distance of lines (the room's height where there is one line), in points."""

    size: float
    pitch: float


class Template:
    """Sets and writes sheets of one form. The same values give the same bytes, in any order and process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.sum = hashlib.md5(plan.body, usedforsecurity=False)
        self.letters = Letters(plan.font)
        self._slots = {slot.name: slot for slot in plan.slots}
        self._places = self._all_places()
        self._kept: dict[tuple[Looks, str, bool], Look] = {}

    def _all_places(self) -> list[tuple[Slot, Looks | None]]:
        """Each slot, a text's with its looks; slots that show a text alike share them."""
        shared: dict[object, Looks] = {}
        found: list[tuple[Slot, Looks | None]] = []
        for slot in self.plan.slots:
            alike = (slot.room, slot.kind, slot.align, slot.cells, *slot.choices.items())
            if slot.look and alike not in shared:
                shared[alike] = Looks(slot, self.letters, self.plan.resources)
            found.append((slot, shared[alike] if slot.look else None))
        return found

    @property
    def pages(self) -> int:
        """How many pages each sheet has."""
        return self.plan.pages

    @property
    def fields(self) -> int:
        """How many form fields each sheet has; the boxes of one choice are one field."""
        return len(self.plan.slots)

    def set(self, values: Values) -> Typeset:
        """A sheet with these values, set; what is not named stays empty.

        Raises HandbillError for widgets and choices that the form has not, and for characters that no
        face has, each with the widget's label.
        """
        problems = [self._unknown(name) for name in values.keys() - self._slots.keys()]
        continued = {name.removesuffix(_MORE) for name, value in values.items() if value and _MORE in name}
        entries = []
        for slot, looks in self._places:
            value = values.get(slot.name)
            if looks:
                text = value if isinstance(value, str) else ""
                more = slot.name in continued
                look = self._kept.get((looks, text, more)) or self._look(looks, text, more)
                if look.missing:
                    problems.append(letters.missing(look.missing, slot.label, self.plan.name))
                entries.append(Entry(slot, text, look, looks))
            else:
                state = value if isinstance(value, str) else "Yes" if value else ""
                entries.append(Entry(slot, state or "Off"))
            if slot.choices and value and value not in slot.choices:
                problems.append(self._unlisted(slot, str(value)))
        if problems:
            raise HandbillError(problems)
        return Typeset(self, entries)

    def _look(self, looks: Looks, text: str, continued: bool) -> Look:
        """A look that is new; those of short texts are kept, since sheets repeat them."""
        look = looks.of(text, continued)
        if len(text) <= _SHORT:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[looks, text, continued] = look
        return look

    def _unknown(self, name: str) -> Problem:
        hint = nearest(name, self._slots)
        return Problem("unknown-widget", f"the form has no widget '{name}'", self.plan.name, hint=hint)

    def _unlisted(self, slot: Slot, value: str) -> Problem:
        hint = nearest(value, slot.choices) or f"choices: {', '.join(slot.choices)}"
        return Problem(
            "unknown-choice", f"{slot.label}: '{value}' cannot be chosen", self.plan.name, hint=hint
        )

    def check_choices(self) -> None:
        """Raise HandbillError for every choice that a menu cannot show, by its width or its characters."""
        problems = []
        for slot, looks in self._places:
            for value, label in slot.choices.items():
                look = looks.of(value, False) if looks else None
                if look is None:
                    continue
                if look.missing:
                    problems.append(letters.missing(look.missing, slot.label, self.plan.name))
                elif look.over:
                    message = f"{slot.label}: the choice '{label}' is {look.over[1]}"
                    problems.append(Problem("overflow", message, self.plan.name))
        if problems:
            raise HandbillError(problems)


class Typeset:
    """A sheet of which each value is fitted into its widget. What has no room ends in an ellipsis."""

    def __init__(self, template: Template, entries: Sequence[Entry]) -> None:
        self._template, self._entries = template, entries
        self.pages, self.fields = template.pages, template.fields

    @property
    def smallest_pt(self) -> float | None:
        """The smallest type of the sheet in points, to a tenth: printed, or of a value in a field."""
        typed = [look.fitted.size for _, _, look, _ in self._entries if look and look.text]
        printed = self._template.plan.smallest_pt
        return min((round(size, 1) for size in (*typed, printed) if size is not None), default=None)

    @property
    def overflows(self) -> tuple[Overflow, ...]:
        """Each value that has no room, divided where the widget ends; ``head + tail`` is the value."""
        return tuple(
            Overflow(slot.name, value[: look.over[0]], value[look.over[0] :], look.over[1])
            for slot, value, look, _ in self._entries
            if look and look.over
        )

    @property
    def settings(self) -> dict[str, Setting]:
        """How each text that is typed or chosen is set, so that a flat print can set it likewise."""
        return {
            slot.name: Setting(look.fitted.size, look.fitted.pitch or slot.room.height)
            for slot, value, look, _ in self._entries
            if look and value and slot.kind in ("text", "choice")
        }

    def write(self, *, title: str | None = None, attachments: Sequence[Attachment] = ()) -> bytes:
        """The sheet as a PDF."""
        template = self._template
        sheet = Sheet(template.plan, template.letters, self._entries)
        return sheet.finish(title, attachments, template.sum.copy())
