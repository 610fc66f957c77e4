"""Appearance streams: what each widget looks like, so that no viewer has to make it up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from generator.outputs.forms.fallback import Cut
from generator.outputs.forms.fit import Fitted, Room, baselines, length
from generator.outputs.forms.letters import FORM, NOTHING, SPACE, Letters
from generator.outputs.forms.syntax import number, stream

SIMPLE = "SF"
"""The form font among the resources, as viewers type with it too."""

_TICK = ((0.14, 0.5), (0.41, 0.2), (0.86, 0.84))


def appearance(width: float, height: float, resources: int, content: bytes) -> bytes:
    """A form XObject of this size, in points; ``resources`` is the number of its resources' object."""
    return stream(_entries(width, height, resources), content)


@lru_cache(maxsize=1024)
def _entries(width: float, height: float, resources: int) -> str:
    box = f"[0 0 {number(width)} {number(height)}]"
    return f"/Subtype/Form/BBox{box}/Resources {resources} 0 R"


EMPTY = b"/Tx BMC EMC"
"""The content of a text widget in which nothing stands."""
_CLOSING = b" ET EMC"


def tick(width: float, height: float) -> bytes:
    """A tick as a pen draws it, in the middle of a box."""
    side = min(width, height)
    left, foot = (width - side) / 2, (height - side) / 2
    points = [f"{number(left + x * side)} {number(foot + y * side)}" for x, y in _TICK]
    first, *others = points
    path = " ".join([f"{first} m", *(f"{point} l" for point in others)])
    return f"q 0 G {number(0.13 * side)} w 1 J 1 j {path} S Q".encode()


class Pen:
    """Sets text in the form font, and in the faces that were cut for one document."""

    def __init__(self, letters: Letters, cuts: Mapping[int, Cut]) -> None:
        self._letters, self._cuts = letters, cuts

    def lines(self, text: str, room: Room, fitted: Fitted, align: str) -> bytes:
        """The content for text that was fitted, each line aligned."""
        parts = [_opening(fitted.size)]
        x = y = 0.0
        for (start, end), height in zip(fitted.lines, baselines(room, fitted), strict=True):
            line = text[start:end]
            at = round(self._indent(line, room, fitted.size, align), 2)
            height = round(height, 2)
            parts.append(f" {number(at - x)} {number(height - y)} Td".encode())
            parts.append(self._show(line, fitted.size))
            x, y = at, height
        return b"".join([*parts, _CLOSING])

    def comb(self, text: str, room: Room, size: float, cells: int) -> bytes:
        """The content for a comb: each character in the middle of its cell."""
        parts = [_opening(size)]
        height = baselines(room, Fitted(size, 0, (), 0))[0]
        cell, widths = room.width / cells, self._letters.widths
        for place, character in enumerate(text):
            at = place * cell + (cell - widths[character] * size / 1000) / 2
            parts.append(f" 1 0 0 1 {number(at)} {number(height)} Tm".encode())
            parts.append(self._show(character, size))
        return b"".join([*parts, _CLOSING])

    def _indent(self, line: str, room: Room, size: float, align: str) -> float:
        if align == "left":
            return room.inset()
        free = room.width - length(line, self._letters.widths) * size / 1000
        return free / 2 if align == "center" else free - room.inset()

    def _show(self, line: str, size: float) -> bytes:
        if self._letters.own.issuperset(line):
            return _literal(line.encode("cp1252"))
        return b"".join(self._runs(line, size))

    def _runs(self, line: str, size: float) -> Sequence[bytes]:
        """One piece for each font; after it the simple font is chosen again."""
        source = self._letters.source
        drawn = [" " if source[c] == SPACE else c for c in line if source[c] != NOTHING]
        parts: list[bytes] = []
        for font, characters in groupby(drawn, self._font_of):
            run = "".join(characters)
            if font == SIMPLE:
                parts.append(_literal(run.encode("cp1252")))
            else:
                known = self._cuts[self._letters.source[run[0]]].codes
                codes = "".join(f"{known[character]:04X}" for character in run)
                parts.append(f"/{font} {number(size)} Tf<{codes}>Tj/{SIMPLE} {number(size)} Tf".encode())
        return parts

    def _font_of(self, character: str) -> str:
        place = self._letters.source[character]
        return SIMPLE if place == FORM else foreign(place)


@lru_cache(maxsize=256)
def _opening(size: float) -> bytes:
    return f"/Tx BMC BT 0 g/{SIMPLE} {number(size)} Tf".encode()


def foreign(index: int) -> str:
    """The name of a fallback face among the resources."""
    return f"F{index}"


def _literal(data: bytes) -> bytes:
    escaped = data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    return b"(%b)Tj" % escaped
