"""What a box paints, and by how much that leaves a rectangle."""

from __future__ import annotations

from typing import Any

from generator.outputs.measures.boxes import Rect, around, border_rect, kind_of

_ABOVE, _BELOW = 0.7, 0.2
"""How far letters reach from their baseline, in ems. (A face's own ascent holds accents that stand
on other capitals; it would cry wolf at every heading that is set tight.)"""

_SIDES = ("left", "top", "right", "bottom")


def ink_of(box: Any) -> Rect | None:
    """What the box itself paints, or None: letters, a picture, borders, a background."""
    kind = kind_of(box)
    if box.style["visibility"] != "visible":
        return None
    if kind.text:
        return _letters(box) if box.text.strip() else None
    if kind.line:
        return None
    painted = kind.replaced or getattr(box, "background", None) is not None
    return border_rect(box) if painted else _borders(box)


def _letters(box: Any) -> Rect:
    baseline, size = box.position_y + box.baseline, box.style["font_size"]
    return Rect(
        box.position_x, baseline - _ABOVE * size, box.position_x + box.width, baseline + _BELOW * size
    )


def _borders(box: Any) -> Rect | None:
    """What the drawn borders cover: a rule on top of a box paints nothing below it."""
    left, top, right, bottom = border_rect(box)
    sides = [
        (box.border_left_width, Rect(left, top, left + box.border_left_width, bottom)),
        (box.border_right_width, Rect(right - box.border_right_width, top, right, bottom)),
        (box.border_top_width, Rect(left, top, right, top + box.border_top_width)),
        (box.border_bottom_width, Rect(left, bottom - box.border_bottom_width, right, bottom)),
    ]
    drawn = [rect for width, rect in sides if width]
    return around(drawn) if drawn else None


def beyond(inner: Rect, outer: Rect) -> tuple[float, str]:
    """By how much ``inner`` leaves ``outer``, and on which side, at the worst."""
    amounts = (
        outer.left - inner.left,
        outer.top - inner.top,
        inner.right - outer.right,
        inner.bottom - outer.bottom,
    )
    worst = max(range(4), key=lambda side: amounts[side])
    return amounts[worst], _SIDES[worst]


def turned(matrix: Any, ink: Rect) -> Rect:
    """The upright rectangle that holds the ink once it is turned."""
    corners = [matrix.transform_point(x, y) for x in (ink.left, ink.right) for y in (ink.top, ink.bottom)]
    return around([Rect(x, y, x, y) for x, y in corners])
