"""Reads a PDF: the words of each page, its form fields with values, places and scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader
from pypdf.generic import StreamObject

from generator.outputs.comparing.drawn import drawn
from generator.outputs.comparing.reading import PLACE, Line, Reading, free
from generator.outputs.forms.read_document import opened
from generator.outputs.forms.read_fields import decoded, field_values, resolved
from generator.sheets.widget import FormValue

_SECONDS = 10.0
"""CPU time for one file. The largest of ours, twelve pages of tables, takes a fifth of it."""
_POINTS_PER_MM = 72 / 25.4
_DEEPEST = 32
_ABOUT = "document information"
_NUMBERED = re.compile(r"page \d+ of \d+")
_EVENTS = {
    "/K": "keystroke",
    "/F": "format",
    "/V": "validate",
    "/C": "calculate",
    "/Fo": "focus",
    "/Bl": "blur",
}


def read_printed(before: bytes, after: bytes) -> tuple[Reading, Reading]:
    """Two versions of a PDF as their readers have them; raises HandbillError for one that cannot be read.

    Pages that are drawn alike count for no words: those cost most of the time.
    """
    sums = _sums(before), _sums(after)
    alike = {page for page in sums[0] if sums[0][page] == sums[1].get(page)}
    return _read(before, sums[0], alike), _read(after, sums[1], alike)


def _sums(data: bytes) -> dict[str, str]:
    with opened(data, "the PDF", _SECONDS) as reader:
        return {f"page {number}": drawn(page) for number, page in enumerate(reader.pages, 1)}


def _read(data: bytes, sums: dict[str, str], alike: set[str]) -> Reading:
    with opened(data, "the PDF", _SECONDS) as reader:
        lines: list[Line] = []
        fields = {_ABOUT: _about(reader)}
        values = field_values(reader)
        for number, page in enumerate(reader.pages, 1):
            if f"page {number}" not in alike:
                lines += _lines(page, number)
            for widget in _widgets(page):
                name = _name(widget)
                fields[free(name + _state(widget), fields)] = {
                    "label": _word(widget.get("/TU")),
                    PLACE: f"page {number}, {_place(widget, page)}",
                    **_told(values.pop(name, None)),
                    **dict(_scripts(widget)),
                }
        for name, value in values.items():  # of fields that stand on no page
            fields.setdefault(name, {}).update(_told(value))
        return Reading(lines, (), {}, fields, sums, len(reader.pages), flows=True)


def _about(reader: PdfReader) -> dict[str, str]:
    found = resolved(reader.trailer.get("/Info"))
    return {str(key)[1:]: _word(value) for key, value in found.items()} if isinstance(found, dict) else {}


def _told(value: FormValue | None) -> dict[str, str]:
    if value is None:
        return {}
    return {"value": value if isinstance(value, str) else "ticked" if value else "not ticked"}


def _lines(page: Any, number: int) -> Iterator[Line]:
    """The lines of a page; how many pages there are is told once, and not at the foot of each."""
    for text in page.extract_text().splitlines():
        line = " ".join(_NUMBERED.sub("", text).split())
        if line:
            yield Line(f"page {number}", line, number)


def _widgets(page: Any) -> Iterator[dict[str, Any]]:
    for each in resolved(page.get("/Annots")) or ():
        found = resolved(each)
        if isinstance(found, dict) and found.get("/Subtype") == "/Widget":
            yield found


def _name(widget: dict[str, Any]) -> str:
    """The full name, which a radio button has from its group."""
    parts = []
    here: Any = widget
    for _ in range(_DEEPEST):
        if not isinstance(here, dict):
            break
        if part := _word(here.get("/T")):
            parts.append(part)
        here = resolved(here.get("/Parent"))
    return ".".join(reversed(parts))


def _state(widget: dict[str, Any]) -> str:
    """What a radio button stands for, as ``=will``; "" for any other field."""
    if "/T" in widget:
        return ""
    appearance = resolved(widget.get("/AP"))
    states = resolved(appearance.get("/N")) if isinstance(appearance, dict) else None
    if not isinstance(states, dict) or isinstance(states, StreamObject):
        return ""
    return "=" + "|".join(sorted(str(state)[1:] for state in states if state != "/Off"))


def _place(widget: dict[str, Any], page: Any) -> str:
    """Left, top, width and height from the page's upper left corner, rounded to a tenth of a millimetre."""
    left, bottom, right, top = (float(resolved(each)) for each in resolved(widget["/Rect"]))
    box = page.mediabox
    sizes = (left - float(box.left), float(box.top) - top, right - left, top - bottom)
    x, y, width, height = (f"{size / _POINTS_PER_MM:.1f}" for size in sizes)
    return f"{x} {y} mm, {width} × {height} mm"


def _scripts(widget: dict[str, Any]) -> Iterator[tuple[str, str]]:
    here: Any = widget
    for _ in range(_DEEPEST):
        if not isinstance(here, dict):
            return
        actions = resolved(here.get("/AA"))
        for key, action in actions.items() if isinstance(actions, dict) else ():
            yield _EVENTS.get(str(key), str(key)), _script(action)
        if "/A" in here:
            yield "action", _script(here["/A"])
        here = resolved(here.get("/Parent"))


def _script(action: Any) -> str:
    found = resolved(action)
    return _word(found.get("/JS")) if isinstance(found, dict) else ""


def _word(value: Any) -> str:
    found = resolved(value)
    if isinstance(found, StreamObject):
        found = found.get_data()
    if isinstance(found, bytes):
        found = decoded(found)
    return str(found) if isinstance(found, (str, int)) else ""
