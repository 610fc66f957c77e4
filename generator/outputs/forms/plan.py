"""A form laid out once: the bytes that never change, and where each widget stands."""

from __future__ import annotations

from struct import Struct
from typing import NamedTuple

from generator.outputs.forms.fit import Room
from generator.outputs.forms.font import FormFont


class FormInfo(NamedTuple):
    """What a form says of itself: the sheets in it, as ``mlwm/minion/1``; a party's by prefix."""

    sheets: tuple[str, ...]


class Kid(NamedTuple):
    """One box of a radio widget: the state that ticks it, its object, and what its dictionary begins with."""

    state: str
    number: int
    head: str


class Slot(NamedTuple):
    """One widget in the file. ``head`` is its dictionary as far as no value changes it, without the end.

    ``kind`` is text, comb, choice, check or radio; ``look`` is the object of a text's appearance; ``cells``
    are those of a comb; ``choices`` maps values to what stands in the box.
    """

    name: str
    label: str
    kind: str
    number: int
    head: str
    room: Room
    align: str = "left"
    cells: int = 0
    look: int = 0
    choices: dict[str, str] = {}
    kids: tuple[Kid, ...] = ()

    @property
    def several(self) -> bool:
        """Whether its text may have several lines."""
        return bool(self.room.pitch)


class Plan(NamedTuple):
    """All that ``Template`` needs, and all that is kept on disk.

    ``body`` is the file from its first byte up to the last object that never changes. ``rows`` are the
    cross-reference rows of all ``objects`` known so far. ``bundle`` is the number of the object
    stream that holds, in this order, the widgets, the catalog, the document information and the resources
    of all appearances, ``bundled`` objects; ``metadata`` the number of the XMP stream, of which ``before``
    and ``after`` stand around the title. ``smallest_pt`` is the smallest type that is printed on the page,
    in points; None where there is none.
    """

    name: str
    pages: int
    smallest_pt: float | None
    title: str
    font: FormFont
    slots: tuple[Slot, ...]
    rows: bytes
    objects: int
    bundle: int
    bundled: int
    catalog: int
    catalog_head: str
    info: int
    info_head: str
    metadata: int
    before: str
    after: str
    resources: int
    simple: int
    body: bytes


ROW = 7
"""Bytes of a cross-reference row: its type, four for an offset or an object, two for an index."""
_ROW = Struct(">BIH").pack


def row(kind: int, where: int, index: int = 0) -> bytes:
    """A cross-reference row: kind 1 at an offset, 2 in an object stream, 0 for none."""
    return _ROW(kind, where, index)
