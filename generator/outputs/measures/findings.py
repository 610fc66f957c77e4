"""Collect what is wrong with a layout, one problem for each block and fault, with its amount."""

from __future__ import annotations

from generator.outputs.measures.boxes import MM, PT
from generator.outputs.measures.tree import Place
from generator.problems import Problem


class Findings:
    """The faults of one document; of several alike in one block, the worst is kept."""

    def __init__(self, document: str) -> None:
        self._document = document
        self._worst: dict[tuple[str, int, str | None, str], tuple[float, Problem]] = {}

    def add(
        self, code: str, place: Place, message: str, *, amount: float, hint: str, aspect: str = ""
    ) -> None:
        """Note a fault. ``amount`` orders faults alike; ``aspect`` keeps different ones apart."""
        key = (code, place.page, place.block, aspect)
        if key not in self._worst or amount > self._worst[key][0]:
            problem = Problem(code, f"{where(place)}{message}", self._document, hint=hint)
            self._worst[key] = (amount, problem)

    @property
    def problems(self) -> list[Problem]:
        """All of them, in the order found."""
        return [problem for _, problem in self._worst.values()]


def where(place: Place) -> str:
    """``page 2, block 'actions': ``, as a message begins."""
    block = f", block {place.block!r}" if place.block else ", foot or head" if place.margin_box else ""
    return f"page {place.page}{block}: "


def mm(pixels: float) -> str:
    """A length in millimetres.

    >>> mm(96)
    '25.4 mm'
    """
    return f"{pixels / MM:.1f} mm"


def pt(pixels: float) -> str:
    """A type size in points.

    >>> pt(12)
    '9 pt'
    """
    return f"{pixels / PT:.2f}".rstrip("0").rstrip(".") + " pt"


def quoted(text: str) -> str:
    """The beginning of a text, in quotes."""
    plain = " ".join(text.split())
    return repr(plain if len(plain) <= 30 else plain[:29] + "…")
