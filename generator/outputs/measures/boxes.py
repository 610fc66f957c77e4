"""WeasyPrint's boxes: what kind each is, and the rectangles that it covers.

They have no public names: their coordinates are CSS pixels from the page's top left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

MM = 96 / 25.4
"""CSS pixels in a millimetre."""

PT = 96 / 72
"""CSS pixels in a point."""


class Rect(NamedTuple):
    """Edges in CSS pixels from the page's top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    def within(self, other: Rect) -> Rect:
        """The part that both share."""
        return Rect(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


def around(rects: Sequence[Rect]) -> Rect:
    """The smallest rectangle that holds them all."""
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    return Rect(min(lefts), min(tops), max(rights), max(bottoms))


def shrunk(rect: Rect, by: float) -> Rect:
    """The rectangle with a band taken off every side."""
    return Rect(rect.left + by, rect.top + by, rect.right - by, rect.bottom - by)


class Kind(NamedTuple):
    """What a class of boxes is."""

    text: bool
    line: bool
    inline: bool
    replaced: bool
    table_part: bool
    margin_box: bool
    shares_room: bool


_kinds: dict[type, Kind] = {}


def kind_of(box: Any) -> Kind:
    """The kind by the names of the box's classes, since WeasyPrint may not be imported here."""
    cls = type(box)
    if cls not in _kinds:
        names = {base.__name__ for base in cls.__mro__}
        _kinds[cls] = Kind(
            text="TextBox" in names,
            line="LineBox" in names,
            inline="InlineBox" in names,
            replaced="ReplacedBox" in names,
            table_part=bool(names & {"TableRowBox", "TableRowGroupBox", "TableColumnBox"}),
            margin_box="MarginBox" in names,
            shares_room=bool(names & {"FlexContainerBox", "GridContainerBox"}),
        )
    return _kinds[cls]


def classes(element: Any) -> frozenset[str]:
    """The classes of an element; none for a box of the page's margin."""
    return frozenset() if element is None else frozenset((element.get("class") or "").split())


def children(box: Any) -> list[Any]:
    """The box's children; a box taken out of the flow is found behind its placeholder."""
    return [getattr(child, "_box", child) for child in box.children]


def border_rect(box: Any) -> Rect:
    """The border box."""
    left, top = box.border_box_x(), box.border_box_y()
    return Rect(left, top, left + box.border_width(), top + box.border_height())


def padding_rect(box: Any) -> Rect:
    """The padding box."""
    left, top = box.padding_box_x(), box.padding_box_y()
    return Rect(left, top, left + box.padding_width(), top + box.padding_height())


def content_rect(box: Any) -> Rect:
    """The content box."""
    left, top = box.content_box_x(), box.content_box_y()
    return Rect(left, top, left + box.width, top + box.height)


def paper_rect(page: Any) -> Rect:
    """The sheet of paper."""
    return Rect(0, 0, page.margin_width(), page.margin_height())
