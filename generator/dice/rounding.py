"""Shares of a whole as people print them: rounded, and still summing to the whole."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


def nearest_whole(number: Fraction) -> int:
    """The nearest whole number, halves away from zero, so that a loss mirrors a gain.

    >>> nearest_whole(Fraction(17, 2)), nearest_whole(Fraction(-17, 2))
    (9, -9)
    """
    size = (2 * abs(number.numerator) + number.denominator) // (2 * number.denominator)
    return size if number >= 0 else -size


def shares(weights: Sequence[int], whole: int = 100, tie: int | None = None) -> tuple[Fraction, ...]:
    """The weights as shares of ``whole``, each rounded up or down, with the sum exactly ``whole``.

    Of all such roundings it takes the one in which equal weights come out equal, then the
    one with the least squared error, then the one that rounds up the share at index ``tie``
    (for three weights, win, tie and lose, that is the middle one unless told otherwise),
    then the larger weight, so that a contest and its mirror image print alike.
    Where whole units cannot keep equal weights equal, halves are used if those can; if not,
    whole units with the fewest unequal pairs of equal weights.

    A share may come out as 0 or as ``whole`` although the thing can happen or can fail;
    ``<1`` and ``>99`` are text, and text is made elsewhere.
    Raises ValueError for a negative weight, weights that are all 0, or a whole below 1.

    >>> [str(share) for share in shares((11, 4, 1))]
    ['69', '25', '6']
    >>> [str(share) for share in shares((3, 2, 3))]
    ['75/2', '25', '75/2']
    """
    if not weights or min(weights) < 0 or not any(weights):
        raise ValueError(f"shares need weights of 0 or more, and one above 0; found {tuple(weights)}")
    if whole < 1:
        raise ValueError(f"the whole must be 1 or more; found {whole}")
    if tie is None and len(weights) == 3:
        tie = 1
    in_units = _rounded(weights, whole, tie)
    if not _keeps_equals(weights, in_units):
        in_halves = _rounded(weights, 2 * whole, tie)
        if _keeps_equals(weights, in_halves):
            return tuple(Fraction(halves, 2) for halves in in_halves)
    return tuple(Fraction(units) for units in in_units)


class _Choice(NamedTuple):
    """How many of each group of equal weights go up; the least in this order is the best."""

    unequal_pairs: int = 0
    error: int = 0
    tie_not_up: int = 0
    not_up: tuple[int, ...] = ()


def _rounded(weights: Sequence[int], whole: int, tie: int | None) -> list[int]:
    total = sum(weights)
    units = [weight * whole // total for weight in weights]
    groups = _groups(weights, tie)
    best = _best(groups, weights, whole, total, tie)[whole - sum(units)]
    for group, not_up in zip(groups, best.not_up, strict=True):
        for index in group[: len(group) - not_up]:
            units[index] += 1
    return units


def _groups(weights: Sequence[int], tie: int | None) -> list[list[int]]:
    """Indices of equal weights together, the largest weight first, the tie first in its group."""
    indices = sorted(range(len(weights)), key=lambda index: (-weights[index], index != tie, index))
    groups: dict[int, list[int]] = {}
    for index in indices:
        groups.setdefault(weights[index], []).append(index)
    return list(groups.values())


def _best(
    groups: list[list[int]], weights: Sequence[int], whole: int, total: int, tie: int | None
) -> dict[int, _Choice]:
    """The best choice for every number of shares that go up.

    Group by group and not rounding by rounding: of n weights there are 2**n roundings.
    What a choice costs is a sum over the groups, so the best of a part stays the best.
    """
    best = {0: _Choice()}
    for group in groups:
        longer: dict[int, _Choice] = {}
        rest = weights[group[0]] * whole % total
        for already, so_far in best.items():
            for up in range(len(group) + 1 if rest else 1):
                choice = _extended(so_far, group, up, rest, total, tie)
                known = longer.get(already + up)
                longer[already + up] = min(known, choice) if known else choice
        best = longer
    return best


def _extended(so_far: _Choice, group: list[int], up: int, rest: int, total: int, tie: int | None) -> _Choice:
    down = len(group) - up
    return _Choice(
        so_far.unequal_pairs + up * down,
        so_far.error + up * (total - rest) ** 2 + down * rest**2,
        so_far.tie_not_up + (tie in group and not up),
        (*so_far.not_up, down),
    )


def _keeps_equals(weights: Sequence[int], rounded: list[int]) -> bool:
    return len(set(zip(weights, rounded, strict=True))) == len(set(weights))
