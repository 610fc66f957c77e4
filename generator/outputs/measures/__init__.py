"""Measure a laid out document: margins, overflow, breaks, type, gutters and room to write.

The contract with the templates: a topic is an element with ``data-block="ID"``; small print, labels
and second figures have the class ``fine``, or stand in it; what must fit one sheet has the class
``page``, columns ``column``, lines to write on ``write-line``, boxes to tick ``tick``. One pass over
the boxes that are there already.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import isfinite
from typing import Any, NamedTuple

from generator.outputs.measures.boxes import PT, content_rect, kind_of
from generator.outputs.measures.findings import Findings, where
from generator.outputs.measures.flow import Flow
from generator.outputs.measures.lettering import Lettering
from generator.outputs.measures.limits import RUN_OVER, STANDARD, Measures
from generator.outputs.measures.space import Space
from generator.outputs.measures.tree import walk
from generator.outputs.measures.writing import Writing
from generator.problems import Problem

__all__ = ["RUN_OVER", "STANDARD", "Layout", "Measures", "check_layout", "pages_with"]


class Layout(NamedTuple):
    """What was measured: every fault, and the smallest type in points, to a tenth; None without text."""

    problems: list[Problem]
    smallest_pt: float | None


def check_layout(
    pages: Sequence[Any], document: str, families: Collection[str], measures: Measures = STANDARD
) -> Layout:
    """Every fault of the layout, with page, block and amount; ``document`` is the problems' path.

    ``pages`` are WeasyPrint's page boxes, ``families`` the typefaces that the document may use.
    """
    findings = Findings(document)
    space, flow = Space(findings, measures), Flow(findings, measures)
    lettering, writing = Lettering(findings, measures, families), Writing(findings, measures)
    for number, page in enumerate(pages, 1):
        space.begin(page, number)
        room = content_rect(page)
        flow.begin(room.bottom - room.top)
        for box, place in walk(page, number):
            space.see(box, place)
            lettering.see(box, place)
            flow.see(box, place)
            writing.see(box, place)
    flow.end()
    smallest = round(lettering.smallest / PT, 1) if isfinite(lettering.smallest) else None
    return Layout(findings.problems, smallest)


def pages_with(text: str, pages: Sequence[Any]) -> str:
    """The page and block of the first text that holds these characters, as a message begins."""
    for number, page in enumerate(pages, 1):
        for box, place in walk(page, number):
            if kind_of(box).text and text in box.text:
                return where(place)
    return ""
