"""Type: large enough, in a bundled face, in lines that the eye can follow."""

from __future__ import annotations

from collections.abc import Collection
from math import inf
from typing import Any

from generator.outputs.measures.boxes import PT, children, kind_of
from generator.outputs.measures.findings import Findings, pt, quoted
from generator.outputs.measures.limits import Measures
from generator.outputs.measures.tree import Place

_ROUNDING = 0.01 * PT


class Lettering:
    """Checks the size and family of every text, and the length of every line of prose.

    ``smallest`` is the smallest size that is drawn so far, in pixels; infinite before any.
    """

    def __init__(self, findings: Findings, measures: Measures, families: Collection[str]) -> None:
        self._findings, self._measures = findings, measures
        self._families = frozenset(families)
        self.smallest = inf

    def see(self, box: Any, place: Place) -> None:
        """Check one box."""
        kind = kind_of(box)
        if kind.text and box.text.strip():
            self._size(box, place)
            self._family(box, place)
        elif kind.line and place.prose:
            self._length(box, place)

    def _size(self, box: Any, place: Place) -> None:
        least, where = self._least(place)
        size = box.style["font_size"]
        if box.style["visibility"] == "visible":
            self.smallest = min(self.smallest, size)
        if size < least * PT - _ROUNDING:
            message = f"the text {quoted(box.text)} is set in {pt(size)}"
            hint = f"at least {least:g} pt {where}"
            self._findings.add("small-type", place, message, amount=-size, hint=hint, aspect=where)

    def _least(self, place: Place) -> tuple[float, str]:
        if place.fine:
            return self._measures.fine_pt, "for labels and foot lines"
        if place.table:
            return self._measures.table_pt, "in tables"
        return self._measures.text_pt, "for text"

    def _family(self, box: Any, place: Place) -> None:
        """The first family asked for: Fontconfig would put another in its place without a word."""
        wanted = box.style["font_family"][0]
        if wanted not in self._families:
            message = f"the text {quoted(box.text)} asks for the typeface {wanted}"
            hint = "bundled for this page: " + ", ".join(sorted(self._families))
            self._findings.add("foreign-font", place, message, amount=0, hint=hint, aspect=wanted)

    def _length(self, box: Any, place: Place) -> None:
        text = " ".join(_words(box).split())
        if len(text) > self._measures.line_characters:
            message = f"the line {quoted(text)} has {len(text)} characters"
            hint = f"at most {self._measures.line_characters}: use narrower columns"
            self._findings.add("long-line", place, message, amount=len(text), hint=hint)


def _words(box: Any) -> str:
    """The text of a line; what an inline block holds is no part of it."""
    if kind_of(box).text:
        return str(box.text)
    if kind_of(box).line or kind_of(box).inline:
        return "".join(_words(child) for child in children(box))
    return " "
