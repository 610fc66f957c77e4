"""The four jobs with icepool's dice and loops of our own where they are faster than its operations."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

import fight_loop
import icepool
from icepool import Die
from icepool_jobs import ATTRIBUTES, BONUS, PENALTIES, POOLS, RANKS, TARGETS, _levels, _result, reduced, tsoy


def mlwm():
    one = Die([1, 2, 3, 0])
    plain = {1: one}
    for dice in POOLS[1:]:
        plain[dice] = plain[dice - 1] + one
    weights = {dice: _weights(pool) for dice, pool in plain.items()}
    weights |= {(dice, sides): _weights(plain[dice] + icepool.d(sides)) for dice in POOLS for sides in BONUS}
    return [
        odds
        for mine in POOLS
        for theirs in POOLS
        for odds in (
            versus(weights[mine], weights[theirs]),
            *(versus(weights[mine, sides], weights[theirs]) for sides in BONUS),
            *(versus(weights[mine], weights[theirs, sides]) for sides in BONUS),
        )
    ]


def _weights(pool):
    """The weights from outcome 0 up, and how many ways lie below each outcome."""
    found = [0] * (pool.max_outcome() + 1)
    for outcome, quantity in pool.items():
        found[outcome] = quantity
    return found, [*accumulate(found, initial=0)]


def versus(mine, theirs):
    (ours, _), (other, below) = mine, theirs
    last = len(other)
    win = sum(weight * below[min(outcome, last)] for outcome, weight in enumerate(ours) if weight)
    tie = sum(map(int.__mul__, ours, other))
    return win, tie, sum(ours) * below[-1] - win - tie


def maid():
    results = [(attribute, _result(attribute, penalty)) for attribute in ATTRIBUTES for penalty in PENALTIES]
    rolled = [(attribute, list(result.items()), result.denominator()) for attribute, result in results]
    targets = [
        Fraction(sum(weight for outcome, weight in items if outcome >= target + more), total)
        for _, items, total in rolled
        for target in TARGETS
        for more in (1, 0)
    ]
    contests = [_contest(*mine, *theirs) for mine in rolled for theirs in rolled]
    return targets, contests


def _contest(mine, ours, total, theirs, other, their_total):
    win = tie = taken = dealt = 0
    for a, ways in ours:
        for b, more in other:
            if a > b:
                win += ways * more
                dealt += ways * more * (a // theirs)
            elif a == b:
                tie += ways * more
            else:
                taken += ways * more * (b // mine)
    total *= their_total
    return (win, tie, total - win - tie), Fraction(taken, total), Fraction(dealt, total)


def fights():
    levels = [_levels(rank, 0) for rank in RANKS]
    return [fight_loop.race(list((mine - theirs).items())) for mine in levels for theirs in levels]


def told():
    targets, contests = maid()
    return {
        "mlwm": [reduced(*odds) for odds in mlwm()],
        "tsoy": [(levels.min_outcome(), *reduced(*levels.quantities())) for levels in tsoy()],
        "maid": [chance.as_integer_ratio() for chance in targets]
        + [(*reduced(*odds), *a.as_integer_ratio(), *b.as_integer_ratio()) for odds, a, b in contests],
        "fights": fight_loop.told(fights()),
    }


JOBS = {"mlwm": mlwm, "tsoy": tsoy, "maid": maid, "fights": fights}
