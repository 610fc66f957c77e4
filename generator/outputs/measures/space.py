"""Room: nothing off the page, in its margins, past its container, cut off, or over its neighbour."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from generator.outputs.measures.boxes import (
    MM,
    Rect,
    around,
    border_rect,
    children,
    content_rect,
    kind_of,
    paper_rect,
    shrunk,
)
from generator.outputs.measures.findings import Findings, mm, quoted
from generator.outputs.measures.ink import beyond, ink_of, turned
from generator.outputs.measures.limits import Measures
from generator.outputs.measures.tree import CONTROLS, Place, in_block

_ROUNDING = 0.1 * MM


class Space:
    """Checks ink against paper, margins, containers and neighbours."""

    def __init__(self, findings: Findings, measures: Measures) -> None:
        self._findings, self._measures = findings, measures
        self._slack = measures.slack_mm * MM
        self._paper = self._live = self._room = Rect(0, 0, 0, 0)

    def begin(self, page: Any, number: int) -> None:
        """Look at a new page's margins."""
        self._paper, self._room = paper_rect(page), content_rect(page)
        self._live = shrunk(self._paper, self._measures.live_mm * MM)
        place = Place(number, self._room, self._room)
        self._margin(place, shrunk(self._paper, self._measures.margin_mm * MM), self._measures.margin_mm)
        side = max(self._room.left, self._paper.right - self._room.right)
        if side < self._measures.binding_mm * MM - self._slack:
            self._short_margin(place, "binding", side, self._measures.binding_mm)

    def _margin(self, place: Place, area: Rect, least: float) -> None:
        amount, side = beyond(self._room, area)
        if amount > self._slack:
            self._short_margin(place, side, least * MM - amount, least)

    def _short_margin(self, place: Place, side: str, found: float, least: float) -> None:
        self._findings.add(
            "page-margin",
            place,
            f"the {side} margin is {mm(found)}",
            amount=-found,
            hint=f"at least {least:g} mm",
            aspect=side,
        )

    def see(self, box: Any, place: Place) -> None:
        """Check one box."""
        if kind_of(box).shares_room:
            self._neighbours(box, place)
        ink = None if place.turned else ink_of(box)
        if ink is None:
            return
        matrix = box.transformation_matrix
        if matrix is not None:
            ink = turned(matrix, ink)
        self._near_edge(box, ink, place)
        if self._past(box, ink, place.clip, self._clip_name(place), place) or matrix is not None:
            return
        if not place.margin_box or kind_of(box).text:
            self._past(box, ink, _fair_bounds(box, ink, place), f"its {place.container}", place)

    def _near_edge(self, box: Any, ink: Rect, place: Place) -> None:
        amount, side = beyond(ink, self._live)
        if amount > self._slack:
            left = self._measures.live_mm * MM - amount
            ends = f"{mm(left)} from" if left >= 0 else f"{mm(-left)} past"
            message = f"{_name(box)} ends {ends} the {side} edge of the paper"
            hint = f"printers need {self._measures.live_mm:g} mm free at every edge"
            self._findings.add("live-area", place, message, amount=amount, hint=hint, aspect=side)

    def _past(self, box: Any, ink: Rect, area: Rect, name: str, place: Place) -> bool:
        amount, side = beyond(ink, area)
        if amount <= self._slack:
            return False
        message = f"{_name(box)} runs {mm(amount)} past the {side} of {name}"
        hint = "shorten it, or give it more room"
        self._findings.add("overflow", place, message, amount=amount, hint=hint, aspect=side)
        return True

    def _clip_name(self, place: Place) -> str:
        return "the page's margin" if place.clip == self._room else "the box that cuts it off"

    def _neighbours(self, box: Any, place: Place) -> None:
        """Items of a row or grid that lie over each other."""
        items = [child for child in children(box) if not child.is_absolutely_positioned()]
        rects = [(child, border_rect(child)) for child in items]
        for (one, first), (_, second) in combinations(rects, 2):
            shared = first.within(second)
            amount = min(shared.right - shared.left, shared.bottom - shared.top)
            if amount > self._slack:
                inner = in_block(one, place)
                message = f"{_name(one)} lies {mm(amount)} over its neighbour"
                hint = "make its words shorter or its column wider"
                self._findings.add("overflow", inner, message, amount=amount, hint=hint, aspect="over")


def _fair_bounds(box: Any, ink: Rect, place: Place) -> Rect:
    """What the box must not leave, less what its author may do on purpose.

    Letters may stand out of a line that is set tight, and the padding and border of an inline box
    out of any line, as on a key cap. A control cuts off what is too high for it.
    """
    bounds = place.bounds
    typed = place.element is not None and place.element.tag in CONTROLS
    if kind_of(box).inline or typed:
        return bounds._replace(top=place.clip.top, bottom=place.clip.bottom)
    if place.line and kind_of(box).text:
        fits = beyond(place.line._replace(left=bounds.left, right=bounds.left), bounds)[0] < _ROUNDING
        return around([bounds, ink._replace(left=bounds.left, right=bounds.right)]) if fits else bounds
    return bounds


def _name(box: Any) -> str:
    """The box as a message calls it: its words, or its tag."""
    if kind_of(box).text:
        return f"the text {quoted(box.text)}"
    tag = box.element.tag.rpartition("}")[2] if box.element is not None else "margin box"
    return f"<{tag}>" if box.element is not None else f"the {tag}"
