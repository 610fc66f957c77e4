"""The odds of one roll against another: win, tie and lose, exact."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd


@dataclass(frozen=True, slots=True, eq=False)
class Odds:
    """In how many equally likely ways the first side wins, ties and loses.

    The three numbers stay unreduced, so they show how many ways were counted. Two odds are
    equal when their chances are, as with ``Distribution``. Raises ValueError for a negative
    number or when there is no way at all.

    >>> Odds(6, 4, 6) == Odds(3, 2, 3)
    True
    >>> [str(chance) for chance in Odds(6, 4, 6).chances]
    ['3/8', '1/4', '3/8']
    """

    win: int
    tie: int
    lose: int

    def __post_init__(self) -> None:
        if min(self.weights) < 0 or not any(self.weights):
            raise ValueError(f"odds need ways of 0 or more, and one at least; found {self.weights}")

    @property
    def weights(self) -> tuple[int, int, int]:
        """Win, tie, lose: the order in which ``shares`` takes them."""
        return (self.win, self.tie, self.lose)

    @property
    def total(self) -> int:
        """The number of equally likely ways."""
        return self.win + self.tie + self.lose

    @property
    def chances(self) -> tuple[Fraction, Fraction, Fraction]:
        """The chances to win, tie and lose; their sum is 1."""
        total = self.total
        return (Fraction(self.win, total), Fraction(self.tie, total), Fraction(self.lose, total))

    def flipped(self) -> Odds:
        """The same contest as the other side sees it."""
        return Odds(self.lose, self.tie, self.win)

    def _reduced(self) -> tuple[int, int, int]:
        common = gcd(*self.weights)
        return (self.win // common, self.tie // common, self.lose // common)

    def __eq__(self, other: object) -> bool:
        return self._reduced() == other._reduced() if isinstance(other, Odds) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._reduced())
