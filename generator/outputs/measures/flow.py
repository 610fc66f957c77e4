"""Flow: a page stays one page, a block whole in one column, a heading with what follows it."""

from __future__ import annotations

from typing import Any

from generator.outputs.measures.boxes import classes, kind_of
from generator.outputs.measures.findings import Findings, mm, quoted
from generator.outputs.measures.ink import ink_of
from generator.outputs.measures.limits import STANDARD, Measures
from generator.outputs.measures.tree import Place, is_new


class Flow:
    """Follows blocks and headings through the pages; ``end`` tells of blocks that were broken."""

    def __init__(self, findings: Findings, measures: Measures = STANDARD) -> None:
        self._findings = findings
        self._run_over = measures.run_over
        self._room = 0.0
        self._fragments: dict[Any, list[tuple[Any, Place]]] = {}
        self._heading: tuple[Place, str] | None = None
        self._sheets: dict[Any, list[tuple[Any, Place]]] = {}
        self._first: dict[int, Place] = {}

    def begin(self, room: float) -> None:
        """A new page, with this much height for its text."""
        self._room = room

    def see(self, box: Any, place: Place) -> None:
        """Check one box."""
        if is_new(box, place) and box.element.get("data-block") and not kind_of(box).text:
            if box.border_height() > 0:
                self._fragments.setdefault(box.element, []).append((box, place))
        if is_new(box, place) and "page" in classes(box.element) and not kind_of(box).text:
            self._sheets.setdefault(box.element, []).append((box, place))
        if not place.margin_box and (kind_of(box).text or kind_of(box).replaced) and ink_of(box):
            self._read(box, place)

    def _read(self, box: Any, place: Place) -> None:
        """The reader comes to this text or picture."""
        if place.block:
            self._first.setdefault(place.page, place)
        before = self._heading
        if before and before[0].heading is not place.heading and _parted(before[0], place):
            message = f"the heading {before[1]} stands alone at the foot of its column"
            hint = "keep it with what follows: break-after: avoid, or break before it"
            self._findings.add("stranded-heading", before[0], message, amount=0, hint=hint, aspect=before[1])
        words = quoted(box.text) if kind_of(box).text else "with a picture"
        self._heading = (place, words) if place.heading is not None else None

    def end(self) -> None:
        """Tell of every page that runs over, and of every block that is in more than one piece."""
        for pieces in self._sheets.values():
            if len(pieces) > 1 and not self._run_over:
                self._runs_over(pieces)
        for pieces in self._fragments.values():
            if len(pieces) > 1:
                self._broken(pieces)

    def _runs_over(self, pieces: list[tuple[Any, Place]]) -> None:
        """A declared page that needs more than one sheet: by how much, and from which block on."""
        amount = sum(box.border_height() for box, _ in pieces[1:])
        first = self._first.get(pieces[1][1].page, pieces[1][1])
        message = f"what belongs on page {pieces[0][1].page} runs over by {mm(amount)}"
        hint = "shorten a block of that page, or move one to another page"
        self._findings.add("overflow", first, message, amount=amount, hint=hint, aspect="page")

    def _broken(self, pieces: list[tuple[Any, Place]]) -> None:
        height = sum(box.border_height() for box, _ in pieces)
        if self._run_over and height > self._room:
            return
        pages = sorted({place.page for _, place in pieces})
        over = f"pages {pages[0]} to {pages[-1]}" if len(pages) > 1 else f"{len(pieces)} columns"
        hint = "break-inside: avoid on the block"
        if height > self._room:
            hint = f"it is {mm(height - self._room)} taller than the page: divide it"
        first = pieces[0][1]
        message = f"broken over {over}, {mm(height)} high in all"
        self._findings.add("broken-block", first, message, amount=height, hint=hint)


def _parted(heading: Place, place: Place) -> bool:
    """Whether what follows a heading stands on another page, or in a column beside the heading's."""
    return heading.page != place.page or place.columns[: len(heading.columns)] != heading.columns
