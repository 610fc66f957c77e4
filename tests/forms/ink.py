"""Where two drawings of a form differ, widget by widget: what a value put on the paper."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageChops

from tests.forms.placed import Placed, Rect

SEEN = 48
"""How much darker or lighter of 255 a pixel must be to count: less is the softening of an edge."""


class Ink(NamedTuple):
    """``marked``: pixels that differ in each widget; ``edges``: of them, on its outermost line of pixels;
    ``astray``: the boxes, in pixels, of what differs outside all widgets, by page."""

    marked: dict[str, int]
    edges: dict[str, int]
    astray: dict[int, tuple[int, int, int, int]]


def ink(blank: list[Image.Image], filled: list[Image.Image], widgets: list[Placed], dpi: int) -> Ink:
    """What the filled pages show that the blank ones don't."""
    assert [page.size for page in blank] == [page.size for page in filled]
    marked, edges, astray = {}, {}, {}
    for number, (before, after) in enumerate(zip(blank, filled, strict=True)):
        changed = ImageChops.difference(before, after).point(lambda value: 255 if value > SEEN else 0)
        left = changed.copy()
        for widget in widgets:
            if widget.page == number:
                box = _pixels(widget.rect, before.height, dpi)
                key = mark_of(widget)
                marked[key] = _count(changed.crop(box))
                left_edge, upper, right_edge, lower = box
                inner = (left_edge + 1, upper + 1, right_edge - 1, lower - 1)
                edges[key] = marked[key] - _count(changed.crop(inner))
                left.paste(0, box)
        if stray := left.getbbox():
            astray[number] = stray
    return Ink(marked, edges, astray)


def mark_of(widget: Placed) -> str:
    """What a widget's ink goes under: the buttons of a radio are told apart by their states."""
    return f"{widget.name}={widget.state}" if widget.kind == "radio" else widget.name


def _pixels(rect: Rect, height: int, dpi: int) -> tuple[int, int, int, int]:
    """The pixels that a rectangle touches, as left, upper, right, lower."""
    scale = dpi / 72
    left, bottom, right, top = (side * scale for side in rect)
    return int(left), int(height - top), int(right) + 1, int(height - bottom) + 1


def _count(picture: Image.Image) -> int:
    return picture.histogram()[255]
