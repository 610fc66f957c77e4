"""A compiled form: the blank is laid out once, and each sheet is bytes written around it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.outputs.forms import fit, letters
from generator.outputs.forms.appearance import Pen
from generator.outputs.forms.attachments import Attachment
from generator.outputs.forms.fit import Overflow
from generator.outputs.forms.letters import Letters
from generator.outputs.forms.plan import Plan, Slot
from generator.outputs.forms.writing import Drawn, Sheet
from generator.problems import HandbillError, Problem, nearest

_MORE = "-more"
_KEPT, _SHORT = 4096, 24

Values = Mapping[str, "str | bool"]


class Setting(NamedTuple):
    """A type size, and the distance of lines (the room's height where there is one line), in points."""

    size: float
    pitch: float


class Template:
    """Writes sheets of one form. The same values give the same bytes, in any order and any process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._letters = Letters(plan.font)
        self._sum = hashlib.md5(plan.body, usedforsecurity=False)
        self._slots = {slot.name: slot for slot in plan.slots}
        self._kept: dict[tuple[str, str, bool], Drawn] = {}
        self._letters.learn("".join(label for slot in plan.slots for label in slot.choices.values()))

    @property
    def pages(self) -> int:
        """How many pages each sheet has."""
        return self.plan.pages

    def overflow(self, values: Values) -> tuple[Overflow, ...]:
        """Each value that has no room, divided where the widget ends; ``head + tail`` is the value.

        Raises HandbillError as ``write`` does.
        """
        self._learn(values)
        found = (self._divided(slot, str(values.get(slot.name) or "")) for slot in self.plan.slots)
        return tuple(overflow for overflow in found if overflow)

    def settings(self, values: Values) -> dict[str, Setting]:
        """How each text that is typed or chosen is set, so that a flat print can set it likewise.

        Raises HandbillError as ``write`` does.
        """
        self._learn(values)
        found = {}
        for slot in self.plan.slots:
            text = str(values.get(slot.name) or "")
            if text and slot.kind in ("text", "choice"):
                drawn = slot.choices.get(text, text) if slot.choices else fit.shown(text, slot.several)
                size, pitch, *_ = fit.fit(drawn, slot.room, self._letters.widths)
                found[slot.name] = Setting(size, pitch or slot.room.height)
        return found

    def write(
        self, values: Values, *, title: str | None = None, attachments: Sequence[Attachment] = ()
    ) -> bytes:
        """A sheet with these values; what is not named stays empty. What has no room ends in an ellipsis.

        Raises HandbillError for widgets and choices that the form has not, and for characters that no
        face has, each with the widget's label.
        """
        self._learn(values)
        sheet = Sheet(self.plan, self._letters, self._draw, self._drawn_texts(values))
        objects: list[tuple[int, bytes]] = []
        for slot in self.plan.slots:
            continued = bool(values.get(slot.name + _MORE))
            objects += sheet.widget(slot, values.get(slot.name), continued)
        return sheet.finish(objects, title, attachments, self._sum.copy())

    def _learn(self, values: Values) -> None:
        """Check names and choices, and look up characters that are new."""
        problems = [self._unknown(name) for name in values.keys() - self._slots.keys()]
        texts = {n: fit.shown(v, True) for n, v in values.items() if isinstance(v, str) and v}
        for name, text in texts.items():
            slot = self._slots.get(name)
            if slot and slot.kind in ("choice", "radio") and text not in slot.choices:
                problems.append(self._unlisted(slot, text))
        if self._letters.learn("".join(texts.values())):
            problems += [
                letters.missing(unknown, self._slots[name].label, self.plan.name)
                for name, text in texts.items()
                if name in self._slots and (unknown := self._letters.learn(text))
            ]
        if problems:
            raise HandbillError(problems)

    def _unknown(self, name: str) -> Problem:
        hint = nearest(name, self._slots)
        return Problem("unknown-widget", f"the form has no widget '{name}'", self.plan.name, hint=hint)

    def _unlisted(self, slot: Slot, value: str) -> Problem:
        hint = nearest(value, slot.choices) or f"choices: {', '.join(slot.choices)}"
        return Problem(
            "unknown-choice", f"{slot.label}: '{value}' cannot be chosen", self.plan.name, hint=hint
        )

    def _divided(self, slot: Slot, value: str) -> Overflow | None:
        if slot.kind not in ("text", "comb") or not value:
            return None
        text = fit.shown(value, slot.several)
        if slot.kind == "comb":
            over = len(text) - slot.cells
            found = (slot.cells, f"{over} character{'s' if over > 1 else ''} too long") if over > 0 else None
        else:
            found = fit.divide(text, slot.room, self._letters.widths)
        if found is None:
            return None
        at = fit.original(value, slot.several, found[0])
        return Overflow(slot.name, value[:at], value[at:], found[1])

    def check_choices(self) -> None:
        """Raise HandbillError for every choice that a menu cannot show, by its width or its characters."""
        problems = []
        for slot in self.plan.slots:
            for label in slot.choices.values() if slot.kind == "choice" else ():
                if unknown := self._letters.learn(label):
                    problems.append(letters.missing(unknown, slot.label, self.plan.name))
                elif found := fit.divide(label, slot.room, self._letters.widths):
                    message = f"{slot.label}: the choice '{label}' is {found[1]}"
                    problems.append(Problem("overflow", message, self.plan.name))
        if problems:
            raise HandbillError(problems)

    def _drawn_texts(self, values: Values) -> Iterator[str]:
        """The texts outside ASCII that a sheet shows."""
        for name, value in values.items():
            if isinstance(value, str):
                text = self._slots[name].choices.get(value, value)
                if not text.isascii():
                    yield fit.shown(text, True)

    def _draw(self, slot: Slot, text: str, continued: bool, pen: Pen, keep: bool) -> Drawn:
        """The content of a text widget; short ones are kept, since sheets repeat them."""
        key = slot.name, text, continued
        if keep and (kept := self._kept.get(key)):
            return kept
        drawn = self._set(slot, text, continued, pen)
        if keep and len(text) <= _SHORT:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[key] = drawn
        return drawn

    def _set(self, slot: Slot, text: str, continued: bool, pen: Pen) -> Drawn:
        widths = self._letters.widths
        if slot.kind == "comb":
            return Drawn(slot.room.size, pen.comb(text[: slot.cells], slot.room, slot.room.size, slot.cells))
        if continued:
            text = text.rstrip() + fit.ELLIPSIS
        elif slot.several:
            text = text.rstrip("\n ")
        fitted = fit.fit(text, slot.room, widths)
        if fitted.end < len(text) and (found := fit.divide(text, slot.room, widths)):
            text = text[: found[0]].rstrip() + fit.ELLIPSIS
            fitted = fit.fit(text, slot.room, widths)
        return Drawn(fitted.size, pen.lines(text, slot.room, fitted, slot.align))
