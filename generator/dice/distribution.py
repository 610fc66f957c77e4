"""All outcomes of a roll with their weights, exact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm

from generator.dice.contests import Odds


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Distribution:
    """Weights on the consecutive outcomes ``lowest``, ``lowest + 1``, …; ``total`` is their sum.

    The first and the last weight are above zero; between them a zero means that the outcome
    cannot happen. Weights stay unreduced (3d4 has total 64), for they count ways to roll.
    Two distributions are equal, and hash alike, when their chances are.
    Raises ValueError for weights that break this.

    >>> Distribution(0, (1, 1)) == Distribution(0, (2, 2))
    True
    """

    lowest: int
    weights: tuple[int, ...]
    total: int = field(init=False)

    def __post_init__(self) -> None:
        weights = self.weights
        if not weights or not weights[0] or not weights[-1] or min(weights) < 0:
            raise ValueError(f"weights must be 0 or more, the first and the last above 0; found {weights}")
        object.__setattr__(self, "total", sum(weights))

    @classmethod
    def constant(cls, outcome: int) -> Distribution:
        """The one outcome that always happens."""
        return cls(outcome, (1,))

    @classmethod
    def from_counts(cls, counts: Mapping[int, int]) -> Distribution:
        """The distribution with these weights by outcome, in any order.

        The one adapter for dice from elsewhere: an icepool die is such a mapping.
        Raises TypeError for anything but integers, ValueError if no weight is above zero.

        >>> Distribution.from_counts({3: 1, 1: 2}).weights
        (2, 0, 1)
        """
        for pair in counts.items():
            if not all(isinstance(number, int) for number in pair):
                raise TypeError(f"outcomes and weights must be integers; found {pair}")
        possible = [outcome for outcome, weight in counts.items() if weight]
        if not possible:
            raise ValueError("a distribution needs an outcome that can happen")
        lowest = min(possible)
        return cls(lowest, tuple(counts.get(outcome, 0) for outcome in range(lowest, max(possible) + 1)))

    @classmethod
    def uniform(cls, faces: Iterable[int]) -> Distribution:
        """Each face equally likely; a face that stands twice weighs 2.

        >>> Distribution.uniform([0, 0, 1]).weights
        (2, 1)
        """
        counts: dict[int, int] = {}
        for face in faces:
            counts[face] = counts.get(face, 0) + 1
        return cls.from_counts(counts)

    @property
    def highest(self) -> int:
        """The highest outcome that can happen."""
        return self.lowest + len(self.weights) - 1

    def items(self) -> Iterator[tuple[int, int]]:
        """The outcomes that can happen, ascending, each with its weight."""
        return (pair for pair in enumerate(self.weights, self.lowest) if pair[1])

    def outcomes(self) -> tuple[int, ...]:
        """The outcomes that can happen, ascending."""
        return tuple(outcome for outcome, _ in self.items())

    def __add__(self, other: Distribution | int) -> Distribution:
        """The sum with a number, or with another roll, independent of this one.

        >>> d4 = Distribution.uniform([1, 2, 3, 4])
        >>> d4 + d4 + d4 + 10
        <Distribution 13..22 of 64>
        """
        if isinstance(other, int):
            return Distribution(self.lowest + other, self.weights)
        return Distribution(self.lowest + other.lowest, _convolve(self.weights, other.weights))

    def __neg__(self) -> Distribution:
        return Distribution(-self.highest, self.weights[::-1])

    def __sub__(self, other: Distribution | int) -> Distribution:
        """The difference to a number or to another roll: the margin of a contest."""
        return self + -other

    def times(self, copies: int) -> Distribution:
        """The sum of so many independent copies; of none, always 0. Raises ValueError below 0."""
        if copies < 0:
            raise ValueError(f"the number of dice must be 0 or more; found {copies}")
        result, power = Distribution.constant(0), self
        while copies:
            if copies % 2:
                result += power
            copies //= 2
            if copies:
                power += power
        return result

    def map(self, change: Callable[[int], int]) -> Distribution:
        """The roll read in another way; outcomes that come to read alike are merged.

        >>> Distribution.uniform([1, 2, 3, 4]).map(lambda face: 0 if face == 4 else face).outcomes()
        (0, 1, 2, 3)
        """
        counts: dict[int, int] = {}
        for outcome, weight in self.items():
            changed = change(outcome)
            counts[changed] = counts.get(changed, 0) + weight
        return Distribution.from_counts(counts)

    def mix(self, follow: Callable[[int], Distribution]) -> Distribution:
        """Each outcome chooses what is rolled next; the result is that roll alone.

        ``follow`` is asked once for each outcome that can happen. Rolls of different totals
        are brought to their least common multiple, so ``total`` is this total times that.

        >>> coin = Distribution.uniform([0, 1])
        >>> coin.mix(lambda side: coin if side else Distribution.constant(5)).weights
        (1, 1, 0, 0, 0, 2)
        """
        branches = [(weight, follow(outcome)) for outcome, weight in self.items()]
        common = lcm(*(branch.total for _, branch in branches))
        counts: dict[int, int] = {}
        for weight, branch in branches:
            factor = weight * (common // branch.total)
            for outcome, ways in branch.items():
                counts[outcome] = counts.get(outcome, 0) + factor * ways
        return Distribution.from_counts(counts)

    def chance(self, outcome: int) -> Fraction:
        """The chance of exactly this outcome."""
        index = outcome - self.lowest
        return Fraction(self.weights[index] if 0 <= index < len(self.weights) else 0, self.total)

    def at_least(self, target: int) -> Fraction:
        """The chance of this outcome or a higher one."""
        return Fraction(sum(self.weights[max(0, target - self.lowest) :]), self.total)

    def at_most(self, target: int) -> Fraction:
        """The chance of this outcome or a lower one."""
        return 1 - self.at_least(target + 1)

    def mean(self) -> Fraction:
        """The expected outcome."""
        return Fraction(sum(outcome * weight for outcome, weight in self.items()), self.total)

    def variance(self) -> Fraction:
        """The expected square of the distance from the mean."""
        squares = sum(outcome * outcome * weight for outcome, weight in self.items())
        return Fraction(squares, self.total) - self.mean() ** 2

    def versus(self, other: Distribution) -> Odds:
        """The odds of a contest in which the higher outcome wins, this side first.

        >>> pool_die = Distribution.uniform([0, 1, 2, 3])
        >>> pool_die.versus(pool_die)
        Odds(win=6, tie=4, lose=6)
        """
        # Ways of the other side below each outcome, by running sums: linear, where pairs are quadratic.
        below = (0, *accumulate(other.weights))
        win = tie = 0
        for index, weight in enumerate(self.weights, self.lowest - other.lowest):
            win += weight * below[min(max(index, 0), len(other.weights))]
            if 0 <= index < len(other.weights):
                tie += weight * other.weights[index]
        return Odds(win, tie, self.total * other.total - win - tie)

    def __eq__(self, other: object) -> bool:
        return self._reduced() == other._reduced() if isinstance(other, Distribution) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._reduced())

    def _reduced(self) -> tuple[int, tuple[int, ...]]:
        common = gcd(*self.weights)
        return (self.lowest, tuple(weight // common for weight in self.weights))

    def __repr__(self) -> str:
        return f"<Distribution {self.lowest}..{self.highest} of {self.total}>"


def _convolve(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """The weights of a sum. Python's integers: 64 bits overflow silently from about 31 dice on."""
    long, short = (left, right) if len(left) >= len(right) else (right, left)
    result = [0] * (len(long) + len(short) - 1)
    for shift, factor in enumerate(short):
        if factor:
            for index, weight in enumerate(long, shift):
                result[index] += factor * weight
    return tuple(result)
