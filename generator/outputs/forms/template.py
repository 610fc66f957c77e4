"""A compiled form: the blank is laid out once, and each sheet is bytes written around it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from generator.outputs.forms import fit, letters
from generator.outputs.forms.appearance import COMPOSITE, SIMPLE, Pen, appearance, foreign
from generator.outputs.forms.attachments import Attachment, attach
from generator.outputs.forms.embedding import embed_cut
from generator.outputs.forms.fallback import cut
from generator.outputs.forms.fit import Overflow
from generator.outputs.forms.letters import Letters
from generator.outputs.forms.plan import ROW, Plan, Slot, row
from generator.outputs.forms.syntax import indirect, number, packed_objects, stream, text_string
from generator.problems import HandbillError, Problem, nearest

_MORE = "-more"
_LEVEL = 5
_KEPT, _SHORT = 4096, 24

Values = Mapping[str, "str | bool"]


class Setting(NamedTuple):
    """A type size, and the distance of lines (the room's height where there is one line), in points."""

    size: float
    pitch: float


class _Drawn(NamedTuple):
    size: float
    content: bytes


class Template:
    """Writes sheets of one form. The same values give the same bytes, in any order and any process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._letters = Letters(plan.font)
        self._sum = hashlib.md5(plan.body, usedforsecurity=False)
        self._slots = {slot.name: slot for slot in plan.slots}
        self._kept: dict[tuple[str, str, bool], _Drawn] = {}
        self._letters.learn("".join(label for slot in plan.slots for label in slot.choices.values()))
        self.bundled = len(plan.heads())

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
        sheet = _Sheet(self, values)
        data = [sheet.widget(slot, values.get(slot.name)) for slot in self.plan.slots]
        return sheet.finish([entry for entries in data for entry in entries], title, attachments)

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

    def drawn_texts(self, values: Values) -> Iterator[str]:
        """The texts outside ASCII that a sheet shows."""
        for name, value in values.items():
            if isinstance(value, str):
                text = self._slots[name].choices.get(value, value)
                if not text.isascii():
                    yield fit.shown(text, True)

    def draw(self, slot: Slot, text: str, continued: bool, pen: Pen, *, keep: bool) -> _Drawn:
        """The content of a text widget; short ones are kept, since sheets repeat them."""
        key = slot.name, text, continued
        if keep and (kept := self._kept.get(key)):
            return kept
        drawn = self._draw(slot, text, continued, pen)
        if keep and len(text) <= _SHORT:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[key] = drawn
        return drawn

    def _draw(self, slot: Slot, text: str, continued: bool, pen: Pen) -> _Drawn:
        widths = self._letters.widths
        if slot.kind == "comb":
            return _Drawn(slot.room.size, pen.comb(text[: slot.cells], slot.room, slot.room.size, slot.cells))
        if continued:
            text = text.rstrip() + fit.ELLIPSIS
        elif slot.several:
            text = text.rstrip("\n ")
        fitted = fit.fit(text, slot.room, widths)
        if fitted.end < len(text) and (found := fit.divide(text, slot.room, widths)):
            text = text[: found[0]].rstrip() + fit.ELLIPSIS
            fitted = fit.fit(text, slot.room, widths)
        return _Drawn(fitted.size, pen.lines(text, slot.room, fitted, slot.align))


class _Sheet:
    """One file that is being written: its new objects, numbered on from those of the plan."""

    def __init__(self, template: Template, values: Values) -> None:
        self._template, self._plan = template, template.plan
        self._values = values
        self._next = self._plan.objects
        self._parts: list[bytes] = []
        self._offset = len(self._plan.body)
        self._rows: list[bytes] = []
        self._extra: list[tuple[int, bytes]] = []
        self._known: dict[tuple[float, float, bytes], int] = {}
        foreign_texts = template._letters.foreign(template.drawn_texts(values))
        cuts = {face: cut(letters.face_of(face), needed) for face, needed in foreign_texts.items()}
        self._pen = Pen(template._letters, cuts)
        self._resources = self._plan.resources
        if cuts:
            self._resources = self._embed(
                {face: embed_cut(made, self._add_any) for face, made in cuts.items()}
            )

    def _embed(self, fonts: Mapping[int, int]) -> int:
        known = {SIMPLE: self._plan.simple, COMPOSITE: self._plan.composite}
        known |= {foreign(face): key for face, key in fonts.items()}
        entries = "".join(f"/{key} {value} 0 R" for key, value in known.items())
        return self._add_packed(f"<</Font<<{entries}>>>>".encode())

    def widget(self, slot: Slot, value: str | bool | None) -> list[tuple[int, bytes]]:
        """The objects of a widget, with its value in."""
        if slot.kind == "check":
            state = "Yes" if value else "Off"
            return [(slot.number, f"{slot.head}/V/{state}/AS/{state}>>".encode())]
        text = value if isinstance(value, str) else ""
        if slot.kind == "radio":
            kids = [(kid.number, _kid(kid.head, kid.state == text and kid.state)) for kid in slot.kids]
            return [(slot.number, f"{slot.head}/V/{text or 'Off'}>>".encode()), *kids]
        size, look = self._look(slot, text)
        style = f"/DA(/{SIMPLE} {number(size)} Tf 0 g)/AP<</N {look} 0 R>>"
        return [(slot.number, f"{slot.head}/V{text_string(text)}{style}>>".encode())]

    def _look(self, slot: Slot, text: str) -> tuple[float, int]:
        """The type size and the appearance of a text."""
        drawn_text = slot.choices[text] if slot.choices and text else fit.shown(text, slot.several)
        if not drawn_text.strip():
            return slot.room.size, slot.blank
        continued = bool(self._values.get(slot.name + _MORE))
        plain = self._resources == self._plan.resources
        drawn = self._template.draw(slot, drawn_text, continued, self._pen, keep=plain)
        key = slot.room.width, slot.room.height, drawn.content
        if key not in self._known:
            self._known[key] = self._add_stream(
                appearance(slot.room.width, slot.room.height, self._resources, drawn.content)
            )
        return drawn.size, self._known[key]

    def _add_any(self, data: bytes) -> int:
        return self._add_stream(data) if data.endswith(b"endstream") else self._add_packed(data)

    def _add_stream(self, data: bytes) -> int:
        """An object of its own."""
        key = self._next
        self._next += 1
        self._rows.append(row(1, self._offset))
        self._put(key, data)
        return key

    def _add_packed(self, data: bytes) -> int:
        """An object in the bundle, behind those of the plan."""
        key = self._next
        self._next += 1
        self._rows.append(row(2, self._plan.bundle, self._template.bundled + len(self._extra)))
        self._extra.append((key, data))
        return key

    def _put(self, key: int, data: bytes) -> None:
        self._parts.append(indirect(key, data))
        self._offset += len(self._parts[-1])

    def finish(
        self, widgets: list[tuple[int, bytes]], title: str | None, attachments: Sequence[Attachment]
    ) -> bytes:
        """The whole file."""
        plan = self._plan
        title = plan.title if title is None else "".join(c for c in title if c.isprintable())
        names, files = attach(attachments, self._add_stream, self._add_packed)
        rows = bytearray(plan.rows)
        rows[plan.metadata * ROW : (plan.metadata + 1) * ROW] = row(1, self._offset)
        metadata = (plan.before + escape(title, quote=False) + plan.after).encode()
        self._put(plan.metadata, stream("/Type/Metadata/Subtype/XML", metadata, 0))
        rows[plan.bundle * ROW : (plan.bundle + 1) * ROW] = row(1, self._offset)
        info = f"{plan.info_head}/Title{text_string(title)}>>".encode("ascii")
        bundle = [*widgets, (plan.catalog, self._catalog(names, files)), (plan.info, info), *self._extra]
        self._put(plan.bundle, packed_objects(bundle, _LEVEL))
        return self._closed(bytes(rows))

    def _catalog(self, names: str, files: str) -> bytes:
        plan = self._plan
        tree = f"/EmbeddedFiles<</Names[{names}]>>" if names else ""
        inner = f"/Names<<{plan.names}{tree}>>" if plan.names or tree else ""
        linked = f"/AF[{files}]" if files else ""
        return f"{plan.catalog_head}{inner}{linked}>>".encode("ascii")

    def _closed(self, rows: bytes) -> bytes:
        """The file with its cross-reference stream; its identifier is the sum of all before it."""
        body = b"".join(self._parts)
        summed = self._template._sum.copy()
        summed.update(body)
        key, start = self._next, self._offset
        entries = (
            f"/Type/XRef/Size {key + 1}/W[1 4 2]/Root {self._plan.catalog} 0 R/Info {self._plan.info} 0 R"
            f"/ID[<{summed.hexdigest()}><{summed.hexdigest()}>]"
        )
        table = stream(entries, b"".join([rows, *self._rows, row(1, start)]), _LEVEL)
        foot = b"startxref\n%d\n%%%%EOF\n" % start
        return b"".join([self._plan.body, body, indirect(key, table), foot])


def _kid(head: str, state: str | bool) -> bytes:
    return f"{head}/AS/{state or 'Off'}>>".encode()
