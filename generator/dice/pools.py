"""Dice and pools of dice as players say them: die, faces, sum, keep."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

from generator.dice.distribution import Distribution


def die(sides: int) -> Distribution:
    """A die with the faces 1 to ``sides``. Raises ValueError below 1.

    >>> die(6)
    <Distribution 1..6 of 6>
    """
    if sides < 1:
        raise ValueError(f"a die needs 1 side or more; found {sides}")
    return Distribution.uniform(range(1, sides + 1))


def faces(values: Iterable[int]) -> Distribution:
    """A die with these faces, one side each. The Fudge die:

    >>> faces((-1, 0, 1)).times(3).weights
    (1, 3, 6, 7, 6, 3, 1)
    """
    return Distribution.uniform(values)


def sum_of(one: Distribution, dice: int) -> Distribution:
    """The sum of a pool of equal dice; without dice always 0. Raises ValueError below 0 dice.

    >>> pool = faces((0, 1, 2, 3))
    >>> [str(chance) for chance in sum_of(pool, 2).versus(sum_of(pool, 1)).chances]
    ['11/16', '5/32', '5/32']
    """
    return one.times(dice)


def keep_sum(one: Distribution, dice: int, keep: int, highest: bool = True) -> Distribution:
    """The sum of the ``keep`` highest (or lowest) of a pool of equal dice.

    Keeping none, of any pool, is always 0. Raises ValueError for numbers below 0 and for
    keeping more dice than are rolled. ``total`` is always ``one.total ** dice``.
    The best three of four Fudge dice, a net bonus die in The Shadow of Yesterday:

    >>> keep_sum(faces((-1, 0, 1)), 4, 3).weights
    (1, 4, 10, 17, 22, 18, 9)
    """
    if dice < 0:
        raise ValueError(f"the number of dice must be 0 or more; found {dice}")
    if not 0 <= keep <= dice:
        raise ValueError(f"of {dice} dice, 0 to {dice} can be kept; found {keep}")
    if not keep:
        return Distribution(0, (one.total**dice,))
    if not highest:
        return -_keep_highest(-one, dice, keep)
    return _keep_highest(one, dice, keep)


def _keep_highest(one: Distribution, dice: int, keep: int) -> Distribution:
    """Each roll counted once: by the face of the lowest kept die, and how many dice are above it."""
    counts: dict[int, int] = {}
    for face, weight in one.items():
        above = {higher: ways for higher, ways in one.items() if higher > face}
        below = sum(ways for lower, ways in one.items() if lower < face)
        top = Distribution.constant(0)
        for higher_dice in range(keep if above else 1):
            if higher_dice:
                top += Distribution.from_counts(above)
            rest, kept = dice - higher_dice, keep - higher_dice
            ways_of_rest = sum(
                comb(rest, same) * weight**same * below ** (rest - same) for same in range(kept, rest + 1)
            )
            factor = comb(dice, higher_dice) * ways_of_rest
            for outcome, ways in top.items():
                total = outcome + kept * face
                counts[total] = counts.get(total, 0) + factor * ways
    return Distribution.from_counts(counts)
