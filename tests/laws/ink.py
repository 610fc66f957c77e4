"""What a PDF's page draws: each piece of text with its size, its colour and the colour under it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pypdf import PageObject

from tests.laws.colours import Colour

WHITE: Colour = (1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Text:
    """A piece of text: its size in points on paper, its colour, and the ground that it stands on."""

    size: float
    colour: Colour
    ground: Colour


@dataclass
class _Ground:
    """Filled rectangles, from the bottom up, in points on paper."""

    filled: list[tuple[tuple[float, float, float, float], Colour]] = field(default_factory=list)

    def under(self, x: float, y: float) -> Colour:
        for (left, bottom, right, top), colour in reversed(self.filled):
            if left <= x <= right and bottom <= y <= top:
                return colour
        return WHITE


def texts_on(page: PageObject) -> list[Text]:
    """Every piece of text of a page, in the order in which it is drawn.

    The ground is the last rectangle filled with a colour under the text's start (``re`` and ``f``, as
    WeasyPrint draws backgrounds; borders are filled with ``f*``). Fails for text that can be seen through.
    """
    ground, found = _Ground(), []
    colour: Colour | None = BLACK
    alpha, size = 1.0, 0.0
    rects: list[tuple[float, float, float, float]] = []
    saved: list[tuple[Colour | None, float]] = []
    states = page["/Resources"].get("/ExtGState", {})  # type: ignore[index]

    def see(operator: bytes, operands: Any, cm: list[float], tm: list[float]) -> None:
        nonlocal colour, alpha, size, rects
        match operator:
            case b"q":
                saved.append((colour, alpha))
            case b"Q":
                colour, alpha = saved.pop()
            case b"rg":
                colour = (float(operands[0]), float(operands[1]), float(operands[2]))
            case b"g":
                colour = (float(operands[0]),) * 3
            case b"k" | b"sc" | b"scn":
                colour = None  # a pattern, mostly; text must not be set in one
            case b"gs":
                alpha = float(states[operands[0]].get_object().get("/ca", alpha))
            case b"re":
                rects.append(_on_paper(cm, *(float(number) for number in operands)))
            case b"f":
                if alpha == 1 and colour is not None:
                    ground.filled += [(rect, colour) for rect in rects]
            case b"Tf":
                size = float(operands[1])
            case b"Tj" | b"TJ":
                assert alpha == 1 and colour is not None, "text that can be seen through"
                whole = _times(tm, cm)
                scale = abs(whole[0] * whole[3] - whole[1] * whole[2]) ** 0.5
                found.append(Text(size * scale, colour, ground.under(whole[4] + 1, whole[5] + 1)))
        if operator in (b"f", b"f*", b"n", b"S", b"B", b"B*"):
            rects = []

    page.extract_text(visitor_operand_before=see)
    return found


def _times(one: list[float], two: list[float]) -> list[float]:
    """First the matrix ``one``, then ``two``."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m]


def _on_paper(cm: list[float], x: float, y: float, width: float, height: float) -> Any:
    corners = [_times([1, 0, 0, 1, x + dx, y + dy], cm)[4:] for dx in (0, width) for dy in (0, height)]
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    return min(xs), min(ys), max(xs), max(ys)
