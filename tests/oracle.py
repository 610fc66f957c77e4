"""The stupid way to every chance: list all rolls, read each as a person would, count.

Imports nothing of the project, so that it cannot share a mistake with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product

FUDGE = (-1, 0, 1)
POOL_D4 = (1, 2, 3, 0)
"""The d4 of My Life With Master, whose 4 is discarded."""


def rolls(faces: Sequence[int], dice: int) -> Iterator[tuple[int, ...]]:
    """Every way in which so many equal dice can fall, dice told apart."""
    return product(faces, repeat=dice)


def counted(results: Iterable[int]) -> dict[int, int]:
    """How often each result occurs."""
    return dict(Counter(results))


def sums(faces: Sequence[int], dice: int) -> dict[int, int]:
    """The sum of all dice, by counting rolls."""
    return counted(sum(roll) for roll in rolls(faces, dice))


def kept_sums(faces: Sequence[int], dice: int, keep: int, highest: bool = True) -> dict[int, int]:
    """Sort each roll, keep the first so many dice, add them up."""
    return counted(sum(sorted(roll, reverse=highest)[:keep]) for roll in rolls(faces, dice))


def paired(left: dict[int, int], right: dict[int, int], read: Callable[[int, int], int]) -> dict[int, int]:
    """Both sides roll; every pair of outcomes is read into one number."""
    results: Counter[int] = Counter()
    for mine, my_ways in left.items():
        for yours, your_ways in right.items():
            results[read(mine, yours)] += my_ways * your_ways
    return dict(results)


def odds(left: dict[int, int], right: dict[int, int]) -> tuple[Fraction, Fraction, Fraction]:
    """Win, tie and lose of the left side; the higher outcome wins."""
    result = paired(left, right, lambda mine, yours: (mine > yours) - (mine < yours))
    return (chance(result, 1), chance(result, 0), chance(result, -1))


def chance(counts: dict[int, int], outcome: int) -> Fraction:
    """The part of all ways that shows this outcome."""
    return Fraction(counts.get(outcome, 0), sum(counts.values()))


def roundings(weights: Sequence[int], whole: int) -> list[tuple[int, ...]]:
    """Every way to print the shares of a whole, each rounded up or down, that has the right sum."""
    exact = [Fraction(weight * whole, sum(weights)) for weight in weights]
    choices = [{share.__floor__(), share.__ceil__()} for share in exact]
    return [printed for printed in product(*choices) if sum(printed) == whole]
