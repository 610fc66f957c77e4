"""The shares and measures of an answer as people read them."""

from __future__ import annotations

from fractions import Fraction

from generator.dice.rounding import nearest_whole, shares
from generator.render import numbers
from generator.rules.questions import Answer, Kind


def percents(answer: Answer) -> tuple[str, ...]:
    """The shares of an answer in whole percents that sum to a hundred."""
    weights = [share.weight for share in answer.shares]
    exact = [Fraction(weight, answer.total) for weight in weights]
    tie = next((index for index, share in enumerate(answer.shares) if share.key == "tie"), None)
    rounded = shares(weights, tie=tie)
    return tuple(numbers.share_text(share, chance) for share, chance in zip(rounded, exact, strict=True))


def measured(value: Fraction, kind: Kind) -> str:
    """A measure as people read it: 84%, 3½ or 4.1, +9."""
    if kind == "chance":
        return numbers.percent(value)
    if kind == "points":
        return numbers.signed(nearest_whole(100 * value))
    return numbers.number_text(value) if value.denominator <= 2 else numbers.decimal(value)
