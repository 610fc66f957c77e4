"""Turn the form that WeasyPrint wrote into one that every viewer understands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from generator.outputs.forms.appearance import SIMPLE, appearance, tick
from generator.outputs.forms.embedding import embed_form_font
from generator.outputs.forms.fit import Room
from generator.outputs.forms.font import FORM_FAMILY, FormFont
from generator.outputs.forms.inputs import Input, inputs_of, room_of
from generator.outputs.forms.plan import Kid, Slot
from generator.outputs.forms.scripting import actions
from generator.outputs.forms.syntax import indirect, number, text_string
from generator.outputs.forms.syntax import name as pdf_name
from generator.outputs.forms.tags import thin_out
from generator.problems import HandbillError, Problem
from generator.sheets.widget import Widget

_REQUIRED, _LINES, _COMB = 1 << 1, 1 << 12, 1 << 24
_MENU, _RADIO = 1 << 17, 1 << 15
_ALIGN = {"left": "", "center": "/Q 1", "right": "/Q 2"}
_TICK_GLYPH = "4"
"""Of ZapfDingbats: what a viewer draws that makes its own appearances."""


class Finished(NamedTuple):
    """What the finished form adds: its widgets, and the numbers of objects that a template names."""

    slots: tuple[Slot, ...]
    form: int
    file: int
    resources: int
    simple: int


class Raw:
    """An object of which the bytes are known; pydyf asks for no more than these names."""

    generation, free = 0, "n"

    def __init__(self, data: bytes) -> None:
        self.number = self.offset = 0
        self.data = data
        self.compressible = not data.endswith(b"endstream")

    @property
    def indirect(self) -> bytes:
        """The object under its number."""
        return indirect(self.number, self.data)


def finish(
    document: Any,
    pdf: Any,
    widgets: Sequence[Widget],
    calculated: Sequence[str],
    font: FormFont,
    font_data: bytes,
    name: str,
    *,
    scripts: bool,
) -> Finished:
    """Describe every widget anew, with appearances for all states, in the form font that any viewer can use.

    WeasyPrint's rectangles, tags and page annotations stay. Raises HandbillError where page and form differ.
    """
    inputs = inputs_of(document, widgets, name)
    maker = _Maker(pdf, font, font_data, name, scripts=scripts)
    slots = tuple(maker.slot(widget, inputs[widget.name]) for widget in widgets)
    numbers = {slot.name: slot.number for slot in slots}
    order = " ".join(f"{numbers[key]} 0 R" for key in _known(calculated, numbers, name) if scripts)
    fields = " ".join(f"{slot.number} 0 R" for slot in slots)
    form = maker.add(
        f"<</Fields[{fields}]/DR<</Font<</{SIMPLE} {maker.simple} 0 R>>>>/DA(/{SIMPLE} 9 Tf 0 g)"
        f"{f'/CO[{order}]' if order else ''}>>".encode()
    )
    _forget_own_font(document, pdf)
    thin_out(pdf)
    return Finished(slots, form, maker.file, maker.resources, maker.simple)


def _known(calculated: Iterable[str], numbers: Mapping[str, int], name: str) -> list[str]:
    names = list(calculated)
    if unknown := [key for key in names if key not in numbers]:
        message = f"calculated, but no widget: {', '.join(unknown)}"
        raise HandbillError(Problem("form-mismatch", message, name))
    return names


def _forget_own_font(document: Any, pdf: Any) -> None:
    """Take WeasyPrint's own form font from the pages' resources, where no page draws in it."""
    fonts = [font for font in document.fonts.values() if font.family == FORM_FAMILY]
    unused = {font.hash for font in fonts} - {font.hash for font in fonts if font.to_unicode}
    for entry in pdf.objects:
        if isinstance(entry, dict) and unused & entry.keys():
            for key in unused & entry.keys():
                del entry[key]


class _Maker:
    """Makes objects, each kind of shared one once."""

    def __init__(self, pdf: Any, font: FormFont, font_data: bytes, name: str, *, scripts: bool) -> None:
        self._pdf, self._name, self._scripts = pdf, name, scripts
        self._shared: dict[bytes, int] = {}
        self.file = self._font_file(font_data)
        self.simple = embed_form_font(font, self.file, self.add)
        self.resources = self.add(b"")  # each sheet has its own, with the faces that were cut for it

    def add(self, data: bytes) -> int:
        """A new object."""
        raw = Raw(data)
        self._pdf.add_object(raw)
        return raw.number

    def share(self, data: bytes) -> int:
        """An object for all that need the same."""
        if data not in self._shared:
            self._shared[data] = self.add(data)
        return self._shared[data]

    def _font_file(self, data: bytes) -> int:
        """WeasyPrint has embedded the whole font already, if a control of the page types text."""
        for entry in self._pdf.objects:
            if getattr(entry, "stream", None) == [data]:
                return int(entry.number)
        from pydyf import Stream

        stream = Stream([data], {"Length1": len(data)}, compress=True)
        self._pdf.add_object(stream)
        return int(stream.number)

    def slot(self, widget: Widget, inputs: Sequence[Input]) -> Slot:
        """The widget in the file."""
        if widget.type == "radio":
            return self._radio(widget, inputs)
        entry = inputs[0]
        if widget.type == "check":
            states = self._states("Yes", entry)
            head = f"{_annotation(entry)}/FT/Btn{_field(widget, 0)}{self._actions(widget)}{states}"
            return Slot(widget.name, widget.label, "check", _number(entry), head, _bare(entry))
        return self._choice(widget, entry) if widget.type == "choice" else self._text(widget, entry)

    def _text(self, widget: Widget, entry: Input) -> Slot:
        room = room_of(entry, widget.lines, self._name)
        comb = widget.comb and widget.longest > 0 and not widget.lines
        flags = (_LINES if widget.lines else 0) | (_COMB if comb else 0)
        longest = f"/MaxLen {widget.longest}" if widget.longest else ""
        more = f"{longest}{_ALIGN[widget.align]}/MK<<>>"
        look, shown = self._look()
        head = f"{_annotation(entry)}/FT/Tx{_field(widget, flags)}{more}{self._actions(widget)}{shown}"
        kind, cells = ("comb", widget.longest) if comb else ("text", 0)
        return Slot(widget.name, widget.label, kind, _number(entry), head, room, widget.align, cells, look)

    def _choice(self, widget: Widget, entry: Input) -> Slot:
        room = room_of(entry, False, self._name)
        pairs = "".join(f"[{text_string(c.value)}{text_string(c.label)}]" for c in widget.choices)
        # The blank lets a player take a choice back. PyMuPDF refuses a pair with an empty text in it.
        options = self.share(f"[( ){pairs}]".encode())
        more = f"/Opt {options} 0 R{_ALIGN[widget.align]}/MK<<>>"
        look, shown = self._look()
        head = f"{_annotation(entry)}/FT/Ch{_field(widget, _MENU)}{more}{self._actions(widget)}{shown}"
        return Slot(
            widget.name,
            widget.label,
            "choice",
            _number(entry),
            head,
            room,
            widget.align,
            look=look,
            choices={choice.value: choice.label for choice in widget.choices},
        )

    def _radio(self, widget: Widget, inputs: Sequence[Input]) -> Slot:
        labels = {choice.value: choice.label for choice in widget.choices}
        # WeasyPrint's own parent is left behind: with the kids it stands in the form twice.
        parent = self.add(b"")
        kids = []
        for entry in inputs:
            value = entry.box.element.get("value", "")
            shown = f"/TU{text_string(f'{widget.label}: {labels[value]}')}"
            head = f"{_annotation(entry)}/Parent {parent} 0 R{shown}{self._states(value, entry)}"
            kids.append(Kid(value, _number(entry), head))
        references = " ".join(f"{kid.number} 0 R" for kid in kids)
        head = f"<</FT/Btn{_field(widget, _RADIO)}/Kids[{references}]{self._actions(widget)}"
        first = _bare(inputs[0])
        return Slot(widget.name, widget.label, "radio", parent, head, first, choices=labels, kids=tuple(kids))

    def _states(self, state: str, entry: Input) -> str:
        on = self.share(
            appearance(entry.width, entry.height, self.resources, tick(entry.width, entry.height))
        )
        off = self.share(appearance(entry.width, entry.height, self.resources, b""))
        return f"/MK<</CA({_TICK_GLYPH})>>/AP<</N<<{pdf_name(state)} {on} 0 R/Off {off} 0 R>>>>"

    def _look(self) -> tuple[int, str]:
        """The appearance of a text, which each sheet has of its own. No two widgets share one: some programs
        change it where it stands."""
        look = self.add(b"")
        return look, f"/AP<</N {look} 0 R>>"

    def _actions(self, widget: Widget) -> str:
        found = actions(widget.scripts) if self._scripts else ""
        return f"/AA {self.share(found.encode())} 0 R" if found else ""


def _number(entry: Input) -> int:
    return int(entry.annotation.number)


def _bare(entry: Input) -> Room:
    return Room(entry.width, entry.height, 0)


def _annotation(entry: Input) -> str:
    """What every annotation has: WeasyPrint's page and place among the tags, the print flag, no border."""
    page = entry.annotation["P"].decode()
    rect = " ".join(number(edge) for edge in entry.rect)
    parent = entry.annotation.get("StructParent")
    tag = f"/StructParent {parent}" if parent is not None else ""
    return f"<</Type/Annot/Subtype/Widget/Rect[{rect}]/P {page}/F 4/BS<</W 0>>{tag}"


def _field(widget: Widget, flags: int) -> str:
    flags |= _REQUIRED if widget.required else 0
    shown = f"/Ff {flags}" if flags else ""
    return f"/T{text_string(widget.name)}/TU{text_string(widget.label)}{shown}"
