"""The four jobs with handbill's own dice: ``generator.dice``, and loops where it has no operation."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import accumulate
from math import gcd
from pathlib import Path

import fight_loop

sys.path.insert(0, str(Path(__file__).parents[3]))

from generator.dice.contests import Odds  # noqa: E402
from generator.dice.distribution import Distribution  # noqa: E402
from generator.dice.pools import die, faces, keep_sum  # noqa: E402

POOLS, BONUS = range(1, 21), (4, 6, 8)
RANKS, NETS = range(5), range(-6, 7)
ATTRIBUTES, PENALTIES, TARGETS = range(1, 8), range(9), range(1, 25)


def mlwm() -> list[Odds]:
    """Win, tie and lose of every pool against every pool, with a bonus die on at most one side."""
    one = faces((1, 2, 3, 0))
    plain = {1: one}
    for dice in POOLS[1:]:
        plain[dice] = plain[dice - 1] + one
    with_bonus = {(dice, sides): plain[dice] + die(sides) for dice in POOLS for sides in BONUS}
    return [
        odds
        for mine in POOLS
        for theirs in POOLS
        for odds in (
            plain[mine].versus(plain[theirs]),
            *(with_bonus[mine, sides].versus(plain[theirs]) for sides in BONUS),
            *(plain[mine].versus(with_bonus[theirs, sides]) for sides in BONUS),
        )
    ]


def _levels(rank: int, net: int) -> Distribution:
    return keep_sum(faces((-1, 0, 1)), 3 + abs(net), 3, highest=net > 0).map(lambda roll: max(0, rank + roll))


def tsoy() -> list[Distribution]:
    """Every success level by rank and net dice, then the difference of every pair."""
    levels = [_levels(rank, net) for rank in RANKS for net in NETS]
    return levels + [mine - theirs for mine in levels for theirs in levels]


def maid() -> tuple[list[Fraction], list[tuple[Odds, Fraction, Fraction]]]:
    """The chance at every target by both readings; every contest with the Stress taken and dealt."""
    results = [(attribute, _result(attribute, penalty)) for attribute in ATTRIBUTES for penalty in PENALTIES]
    targets = [
        result.at_least(target + more) for _, result in results for target in TARGETS for more in (1, 0)
    ]
    below = [tuple(accumulate(result.weights, initial=0)) for _, result in results]
    contests = []
    for (mine, result), below_mine in zip(results, below, strict=True):
        for (theirs, other), below_theirs in zip(results, below, strict=True):
            total = result.total * other.total
            taken = _stress(other, mine, result.lowest, below_mine)
            dealt = _stress(result, theirs, other.lowest, below_theirs)
            contests.append((result.versus(other), Fraction(taken, total), Fraction(dealt, total)))
    return targets, contests


def _result(attribute: int, penalty: int) -> Distribution:
    return die(6).map(lambda face: max(0, face - penalty) * attribute)


def _stress(winner: Distribution, attribute: int, lowest: int, below: tuple[int, ...]) -> int:
    """The Stress of the loser, summed over all ways; ``below`` counts the loser's ways under each result."""
    last = len(below) - 1
    stress = 0
    for result, weight in winner.items():
        if result > lowest:
            stress += result // attribute * weight * below[min(result - lowest, last)]
    return stress


def fights() -> list[tuple[list[list[int]], int]]:
    """The chance to win from every pair of mark sets, for every pair of ranks, as numerators."""
    levels = [_levels(rank, 0) for rank in RANKS]
    return [fight_loop.race(list((mine - theirs).items())) for mine in levels for theirs in levels]


def told() -> dict[str, list[tuple[int, ...]]]:
    """Every value of every job in lowest terms, in an order that all engines share."""
    targets, contests = maid()
    return {
        "mlwm": [reduced(*odds.weights) for odds in mlwm()],
        "tsoy": [(levels.lowest, *reduced(*(weight for _, weight in levels.items()))) for levels in tsoy()],
        "maid": [chance.as_integer_ratio() for chance in targets]
        + [
            (*reduced(*odds.weights), *a.as_integer_ratio(), *b.as_integer_ratio()) for odds, a, b in contests
        ],
        "fights": fight_loop.told(fights()),
    }


def reduced(*weights: int) -> tuple[int, ...]:
    """Weights in lowest terms."""
    common = gcd(*weights)
    return tuple(weight // common for weight in weights)


JOBS = {"mlwm": mlwm, "tsoy": tsoy, "maid": maid, "fights": fights}
