"""The four jobs with handbill's own dice: ``generator.dice``, and loops where it has no operation."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import accumulate
from math import gcd
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from generator.dice.contests import Odds  # noqa: E402
from generator.dice.distribution import Distribution  # noqa: E402
from generator.dice.pools import die, faces, keep_sum  # noqa: E402

POOLS, BONUS = range(1, 21), (4, 6, 8)
RANKS, NETS = range(5), range(-6, 7)
ATTRIBUTES, PENALTIES, TARGETS = range(1, 8), range(9), range(1, 25)
BOXES = 6
FULL = 1 << BOXES


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


def _hits(margin: Distribution, side: int) -> list[tuple[list[tuple[int, int]], int]]:
    """For each set of marked boxes: the sets after a hit with their weights, and the weight of defeat."""
    harms = [(side * difference, weight) for difference, weight in margin.items() if side * difference > 0]
    found = []
    for marked in range(FULL):
        after: dict[int, int] = {}
        for harm, weight in harms:
            box = next((box for box in range(harm, BOXES + 1) if not marked >> (box - 1) & 1), 0)
            worse = marked | 1 << (box - 1) if box else FULL
            after[worse] = after.get(worse, 0) + weight
        out = after.pop(FULL, 0)
        found.append((list(after.items()), out))
    return found


def fights() -> list[tuple[list[list[int]], int]]:
    """The chance to win from every pair of mark sets, for every pair of ranks, as numerators.

    A hit marks one free box, so with ties left out the free boxes of both sides count the steps to the end:
    a state with so many of them has the ways of one volley to that power, and one more, as denominator.
    """
    free = [BOXES - marked.bit_count() for marked in range(FULL)]
    levels = [_levels(rank, 0) for rank in RANKS]
    made = []
    for mine in levels:
        for theirs in levels:
            margin = mine - theirs
            ways = sum(weight for outcome, weight in margin.items() if outcome)
            powers = [ways**number for number in range(2 * BOXES + 2)]
            on_me, on_them = _hits(margin, -1), _hits(margin, 1)
            wins: list[list[int]] = [[0] * FULL for _ in range(FULL)]
            for me in reversed(range(FULL)):
                hits, row, left = on_me[me][0], wins[me], free[me]
                worse = [(wins[after], weight) for after, weight in hits]
                for them in reversed(range(FULL)):
                    further, out = on_them[them]
                    win = out * powers[left + free[them]]
                    for after, weight in further:
                        win += weight * row[after]
                    for other, weight in worse:
                        win += weight * other[them]
                    row[them] = win
            made.append((wins, ways))
    return made


def told() -> dict[str, list[tuple[int, ...]]]:
    """Every value of every job in lowest terms, in an order that all engines share."""
    free = [BOXES - marked.bit_count() for marked in range(FULL)]
    targets, contests = maid()
    return {
        "mlwm": [reduced(*odds.weights) for odds in mlwm()],
        "tsoy": [(levels.lowest, *reduced(*(weight for _, weight in levels.items()))) for levels in tsoy()],
        "maid": [chance.as_integer_ratio() for chance in targets]
        + [
            (*reduced(*odds.weights), *a.as_integer_ratio(), *b.as_integer_ratio()) for odds, a, b in contests
        ],
        "fights": [
            Fraction(wins[me][them], ways ** (free[me] + free[them] + 1)).as_integer_ratio()
            for wins, ways in fights()
            for me in range(FULL)
            for them in range(FULL)
        ],
    }


def reduced(*weights: int) -> tuple[int, ...]:
    """Weights in lowest terms."""
    common = gcd(*weights)
    return tuple(weight // common for weight in weights)


JOBS = {"mlwm": mlwm, "tsoy": tsoy, "maid": maid, "fights": fights}
