"""Fit text into a rectangle: at its size or down to a floor, broken at words, and told where it ends."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

FLOOR = 7.5
"""The smallest type size in points; _STEP below each other are tried."""
_STEP = 0.5
INSET = 2.0
"""Points left free at both sides, as viewers do."""
ELLIPSIS = "…"
ASCENT, DESCENT = 0.96, 0.27
"""What letters with accents and tails need above and below their baseline, in ems."""
_RISE = 0.28
"""How far above a printed line typed text stands, in ems."""
_CLOSEST = 1.2
_SLACK = 0.5
_MM = 72 / 25.4
_TOKEN = re.compile(r"[^\S\n]+|[\u2e80-\uffef\U00020000-\U0003ffff]|[^\s\u2e80-\uffef\U00020000-\U0003ffff]+")

Widths = Mapping[str, int]


class Room(NamedTuple):
    """A rectangle for text, in points. ``pitch`` is 0 for a single line, else the distance of lines;
    ``ruled`` says that lines are printed at that distance, so that it may be halved, but not shrunk."""

    width: float
    height: float
    size: float
    pitch: float = 0
    ruled: bool = False

    def inset(self) -> float:
        """Points left free at each side."""
        return min(INSET, self.width / 10)


class Fitted(NamedTuple):
    """Text set: ``lines`` are pieces of it, ``end`` is where the first piece that found no room begins."""

    size: float
    pitch: float
    lines: tuple[tuple[int, int], ...]
    end: int


def sizes(largest: float) -> Sequence[float]:
    """The sizes to try, from the largest down to the floor."""
    count = max(0, math.ceil((largest - FLOOR) / _STEP))
    return [*(largest - step * _STEP for step in range(count)), min(largest, FLOOR)]


def largest_size(height: float, wanted: float) -> float:
    """The size asked for, or the largest whose letters fit into the height."""
    return min(wanted, height / (ASCENT + DESCENT))


def length(text: str, widths: Widths) -> int:
    """The length of a line of text in 1/1000 of its type size."""
    return sum(map(widths.__getitem__, text))


def fit(text: str, room: Room, widths: Widths) -> Fitted:
    """The text at the largest size at which all of it has room, or as much as the floor allows."""
    return _fit_lines(text, room, widths) if room.pitch else _fit_line(text, room, widths)


def _available(room: Room, size: float) -> float:
    return (room.width - 2 * room.inset()) * 1000 / size


def _fit_line(text: str, room: Room, widths: Widths) -> Fitted:
    needed, end = length(text, widths), len(text)
    if needed <= _available(room, room.size):
        return Fitted(room.size, 0, ((0, end),), end)
    for size in sizes(room.size):
        if needed <= _available(room, size):
            return Fitted(size, 0, ((0, end),), end)
    size = min(room.size, FLOOR)
    end = _cut(text, 0, end, _available(room, size), widths)
    return Fitted(size, 0, ((0, end),), end)


def _fit_lines(text: str, room: Room, widths: Widths) -> Fitted:
    ink = length("".join(text.split()), widths)
    floor = min(room.size, FLOOR)
    for size in sizes(room.size):
        pitches = _pitches(room, size)
        # Not worth breaking into lines: even without any space it is too long.
        if size > floor and ink > capacity(room, size, pitches[-1]) * _available(room, size):
            continue
        lines = wrap(text, _available(room, size), widths)
        for pitch in pitches:
            if len(lines) <= capacity(room, size, pitch):
                return Fitted(size, pitch, tuple(lines), len(text))
    rows = capacity(room, size, pitches[-1])
    return Fitted(size, pitches[-1], tuple(lines[:rows]), lines[rows][0])


def _pitches(room: Room, size: float) -> list[float]:
    if not room.ruled:
        return [room.pitch * size / room.size]
    parts = max(1, int(room.pitch / (_CLOSEST * size)))
    return [room.pitch / part for part in range(1, parts + 1)]


def capacity(room: Room, size: float, pitch: float) -> int:
    """How many lines find room."""
    if room.ruled:
        return int((room.height + _SLACK) / pitch)
    return int((room.height + _SLACK - (ASCENT + DESCENT) * size) / pitch) + 1


def baselines(room: Room, fitted: Fitted) -> list[float]:
    """The height of each line's baseline above the rectangle's foot."""
    size = fitted.size
    if not room.pitch:
        return [max((room.height - 0.641 * size) / 2, DESCENT * size)]
    first = fitted.pitch - _RISE * size if room.ruled else ASCENT * size
    return [room.height - first - row * fitted.pitch for row in range(len(fitted.lines))]


def wrap(text: str, room: float, widths: Widths) -> list[tuple[int, int]]:
    """The lines of the text, broken at spaces and beside ideographs; a word too long for a line within."""
    lines: list[tuple[int, int]] = []
    start = 0
    while True:
        end = text.find("\n", start)
        lines += _paragraph(text, start, len(text) if end < 0 else end, room, widths)
        if end < 0:
            return lines
        start = end + 1


def _paragraph(text: str, start: int, stop: int, room: float, widths: Widths) -> list[tuple[int, int]]:
    lines = []
    end, used = start, 0.0
    for token in _TOKEN.finditer(text, start, stop):
        word = token.group()
        width = sum(map(widths.__getitem__, word))
        if word[0].isspace():
            used += width
            continue
        if used + width > room:
            if end > start:
                lines.append((start, end))
            start, used = token.start(), 0
        while width > room:
            at = max(_cut(text, start, token.end(), room, widths), start + 1)
            if at >= token.end():
                break
            lines.append((start, at))
            start, width = at, length(text[at : token.end()], widths)
        used += width
        end = token.end()
    return [*lines, (start, end)]


def _cut(text: str, start: int, stop: int, room: float, widths: Widths) -> int:
    """Where to break within a word: before the character that has no room, never before one without width."""
    used = 0.0
    for at in range(start, stop):
        used += widths[text[at]]
        if used > room:
            while at > start and _clings(text[at], widths):
                at -= 1
            return at
    return stop


def _clings(character: str, widths: Widths) -> bool:
    return not widths[character] and character != "\n"


class Overflow(NamedTuple):
    """What finds no room: ``head + tail`` is the value; ``amount`` reads "14 mm too long at 7.5 pt"."""

    widget: str
    head: str
    tail: str
    amount: str


def divide(text: str, room: Room, widths: Widths) -> tuple[int, str] | None:
    """Where to divide a text that is too long, so that an ellipsis still follows it; and by how much it is.

    None for a text that fits. Spaces and line ends at the division stay with the first part.
    """
    fitted = fit(text, room, widths)
    if fitted.end >= len(text):
        return None
    size = f"{fitted.size:g} pt"
    if not room.pitch:
        over = (length(text, widths) * fitted.size / 1000 + 2 * room.inset() - room.width) / _MM
        return _division(text, 0, fitted.end, room, fitted.size, widths), f"{over:.0f} mm too long at {size}"
    lines = wrap(text, _available(room, fitted.size), widths)
    over_lines = len(lines) - len(fitted.lines)
    noun = "line" if over_lines == 1 else "lines"
    start, end = fitted.lines[-1] if fitted.lines else (0, 0)
    at = _division(text, start, end, room, fitted.size, widths)
    return at, f"{over_lines} {noun} too long at {size}"


def _division(text: str, start: int, end: int, room: Room, size: float, widths: Widths) -> int:
    available = _available(room, size) - widths[ELLIPSIS]
    at = _cut(text, start, end, available, widths)
    if at < len(text) and not text[at].isspace():
        word = max(text.rfind(" ", start, at), text.rfind("\n", start, at)) + 1
        at = word if word > start and text[start:word].strip() else at
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def shown(value: str, several: bool) -> str:
    """The text as it is drawn: composed letters, one kind of line end, or none where there is one line."""
    text = value if value.isascii() else unicodedata.normalize("NFC", value)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if several else text.replace("\n", " ")


def original(value: str, several: bool, at: int) -> int:
    """The place in a value that stands for a place in the text ``shown`` of it."""
    if len(shown(value, several)) == len(value):
        return at
    low = min(at, len(value))
    while low < len(value) and (len(shown(value[:low], several)) < at or _splits(value, low)):
        low += 1
    return low


def _splits(value: str, at: int) -> bool:
    return bool(unicodedata.combining(value[at])) or value[at - 1 : at + 1] == "\r\n"
