"""Walk the boxes that WeasyPrint laid out, each with what its ancestors say about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from generator.outputs.measures.boxes import (
    Rect,
    border_rect,
    children,
    classes,
    content_rect,
    kind_of,
    padding_rect,
)

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
CONTROLS = frozenset({"input", "textarea", "select"})
"""What a player typed into them is set as small as it must be, in lines as long as the room is wide."""
_PROSE = frozenset({"p", "li", "dd", "dt", "blockquote"})


ANYWHERE = Rect(-inf, -inf, inf, inf)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a box stands: on which page, in which block, columns and kind of text.

    ``bounds`` is what it must not leave; ``clip`` what it cannot leave without being cut off or
    standing in the page's margin; ``line`` is the line that it stands in; ``element`` and
    ``container`` are the nearest that it belongs to.
    """

    page: int
    bounds: Rect
    clip: Rect
    line: Rect | None = None
    block: str | None = None
    element: Any = None
    container: str = "page"
    heading: Any = None
    columns: tuple[Any, ...] = ()
    fine: bool = False
    table: bool = False
    prose: bool = True
    margin_box: bool = False
    turned: bool = False


def is_new(box: Any, place: Place) -> bool:
    """Whether the box is the first of its element here: anonymous boxes share their parent's."""
    return box.element is not None and box.element is not place.element


def walk(page: Any, number: int) -> Iterator[tuple[Any, Place]]:
    """Every box of a page in the order of the text, with its place.

    What stands in a control of a form is not drawn on the page: it belongs to the widget.
    """
    room = content_rect(page)
    stack = [(box, _first_place(box, number, room)) for box in reversed(children(page))]
    while stack:
        box, place = stack.pop()
        yield box, in_block(box, place)
        if not kind_of(box).replaced and not box.is_input() and box.children:
            inner = _inside(box, place)
            stack.extend((child, _taken_out(child, inner)) for child in reversed(children(box)))


def in_block(box: Any, place: Place) -> Place:
    """The place, in the block that this box itself begins."""
    block = box.element.get("data-block") if is_new(box, place) else None
    return replace(place, block=block) if block else place


def _first_place(box: Any, number: int, room: Rect) -> Place:
    if kind_of(box).margin_box:
        return Place(number, ANYWHERE, ANYWHERE, fine=True, prose=False, margin_box=True)
    return Place(number, room, room)


def _taken_out(box: Any, place: Place) -> Place:
    """A box out of the flow may leave its parent: it answers to the page, a float to its width.

    The sign of a list item is out of the flow too.
    """
    if box.is_absolutely_positioned():
        return replace(place, bounds=place.clip, container="page")
    if box.is_floated():
        tall = place.bounds._replace(top=place.clip.top, bottom=place.clip.bottom)
        return replace(place, bounds=tall)
    return place


def _inside(box: Any, place: Place) -> Place:
    """The place of the box's children."""
    kind = kind_of(box)
    if is_new(box, place):
        place = _in_element(box, place)
    if box.is_column or (is_new_column(box) and place.columns[-1:] != (box,)):
        place = replace(place, columns=(*place.columns, box))
    if box.transformation_matrix is not None:
        place = replace(place, turned=True)
    if kind.line:
        return replace(place, line=border_rect(box))
    if kind.inline or kind.table_part:
        return place
    return _bounded(box, place)


def is_new_column(box: Any) -> bool:
    """Whether the box is a column that a template declares (``class="column"``)."""
    return "column" in classes(box.element) and not kind_of(box).line and not kind_of(box).text


def _in_element(box: Any, place: Place) -> Place:
    element, tag = box.element, str(box.element.tag)
    heading = element if tag in HEADINGS else place.heading
    table = place.table or tag == "table"
    typed = tag in CONTROLS
    prose = tag in _PROSE or (place.prose and tag != "table" and tag not in HEADINGS)
    return replace(
        place,
        element=element,
        block=element.get("data-block") or place.block,
        heading=heading,
        table=table,
        prose=prose and not place.margin_box and not typed,
        fine=place.fine or typed or "fine" in classes(element),
    )


def _bounded(box: Any, place: Place) -> Place:
    """Text stays in the content box of its own container and in the padding of all those around it."""
    outer = padding_rect(box).within(place.bounds)
    text_inside = any(kind_of(child).line for child in box.children)
    bounds = content_rect(box).within(outer) if text_inside else outer
    clip = padding_rect(box).within(place.clip) if box.style["overflow"] != "visible" else place.clip
    tag = box.element.tag.rpartition("}")[2] if box.element is not None else "margin box"
    return replace(place, bounds=bounds, clip=clip, container=f"<{tag}>" if box.element is not None else tag)
