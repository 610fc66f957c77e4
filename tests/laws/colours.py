"""Colours of style sheets and pages, and how well they stand out from each other (WCAG 2)."""

from __future__ import annotations

from typing import TypeAlias

Colour: TypeAlias = tuple[float, float, float]
"""Red, green and blue, each from 0 to 1."""


def of_hex(text: str) -> Colour:
    """The colour of ``#rrggbb`` or ``#rgb``; ValueError for anything else."""
    digits = text.strip().removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) != 6 or text.strip()[:1] != "#":
        raise ValueError(f"{text!r} is no colour as our style sheets write them")
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio, from 1 to 21.

    >>> contrast(of_hex("#000"), of_hex("#ffffff"))
    21.0
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
