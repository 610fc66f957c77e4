"""The measures that a printed page must keep."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measures:
    """Lengths in millimetres, type sizes in points, a line in characters.

    ``binding_mm`` is the least width of the wider side margin. ``table_pt`` is for text in tables,
    ``fine_pt`` for what has the class ``fine`` and for the page's head and foot. ``slack_mm`` is
    what rounding may cost. With ``run_over`` a declared page may go on on a further sheet, and what is
    taller than a whole page may break: for a document that house rules made longer than it was laid out.
    """

    live_mm: float = 6.35
    margin_mm: float = 10.0
    binding_mm: float = 10.0
    text_pt: float = 9.0
    table_pt: float = 8.5
    fine_pt: float = 7.5
    line_characters: int = 75
    gutter_mm: float = 5.0
    writing_mm: float = 7.0
    tick_mm: float = 3.5
    slack_mm: float = 0.1
    run_over: bool = False


STANDARD = Measures()
RUN_OVER = Measures(run_over=True)
