"""Writing: gutters between columns, lines that a hand can write on, boxes that it can tick."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from generator.outputs.measures.boxes import MM, border_rect, children, classes, content_rect, kind_of
from generator.outputs.measures.findings import Findings, mm
from generator.outputs.measures.limits import Measures
from generator.outputs.measures.tree import Place, is_new, is_new_column


class Writing:
    """Checks columns that stand side by side, ``.write-line`` and ``.tick``."""

    def __init__(self, findings: Findings, measures: Measures) -> None:
        self._findings, self._measures = findings, measures
        self._slack = measures.slack_mm * MM

    def see(self, box: Any, place: Place) -> None:
        """Check one box."""
        kind = kind_of(box)
        if kind.text or kind.line or kind.replaced:
            return
        self._gutters(box, place)
        if is_new(box, place):
            names = classes(box.element)
            if "write-line" in names:
                self._small(box.margin_height(), self._measures.writing_mm, "tight-lines", place)
            if "tick" in names:
                least = min(box.border_width(), box.border_height())
                self._small(least, self._measures.tick_mm, "small-tick", place)

    def _gutters(self, box: Any, place: Place) -> None:
        columns = [child for child in children(box) if child.is_column or _declared(child, box)]
        columns.sort(key=lambda column: (column.position_y, column.position_x))
        for left, right in pairwise(columns):
            one, other = border_rect(left), border_rect(right)
            if one.bottom <= other.top or other.bottom <= one.top:
                continue
            gap = content_rect(right).left - content_rect(left).right
            if gap < self._measures.gutter_mm * MM - self._slack:
                message = f"two columns are {mm(gap)} apart"
                hint = f"at least {self._measures.gutter_mm:g} mm"
                self._findings.add("narrow-gutter", place, message, amount=-gap, hint=hint)

    def _small(self, found: float, least: float, code: str, place: Place) -> None:
        if found < least * MM - self._slack:
            thing = "lines to write on are" if code == "tight-lines" else "a box to tick is"
            how = "apart" if code == "tight-lines" else "wide or high"
            hint = f"at least {least:g} mm"
            self._findings.add(code, place, f"{thing} {mm(found)} {how}", amount=-found, hint=hint)


def _declared(child: Any, parent: Any) -> bool:
    return child.element is not parent.element and is_new_column(child)
