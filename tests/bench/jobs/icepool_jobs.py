"""The four jobs in icepool: its own operations, each roll made once and each comparison by its fastest."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import icepool
from icepool import Die

POOLS, BONUS = range(1, 21), (4, 6, 8)
RANKS, NETS = range(5), range(-6, 7)
ATTRIBUTES, PENALTIES, TARGETS = range(1, 8), range(9), range(1, 25)
BOXES = 6
FULL = 1 << BOXES


def mlwm():
    one = Die([1, 2, 3, 0])
    plain = {1: one}
    for dice in POOLS[1:]:
        plain[dice] = plain[dice - 1] + one
    with_bonus = {(dice, sides): plain[dice] + icepool.d(sides) for dice in POOLS for sides in BONUS}
    return [
        odds
        for mine in POOLS
        for theirs in POOLS
        for odds in (
            compare(plain[mine], plain[theirs]),
            *(compare(with_bonus[mine, sides], plain[theirs]) for sides in BONUS),
            *(compare(plain[mine], with_bonus[theirs, sides]) for sides in BONUS),
        )
    ]


def compare(mine, theirs):
    return (mine - theirs).sign()


def _levels(rank, net):
    fudge = Die([-1, 0, 1])
    dice = 3 + abs(net)
    rolled = fudge.highest(dice, 3) if net > 0 else fudge.lowest(dice, 3)
    return rolled.map(lambda roll: max(0, rank + roll))


def tsoy():
    levels = [_levels(rank, net) for rank in RANKS for net in NETS]
    return levels + [mine - theirs for mine in levels for theirs in levels]


def maid():
    results = [(attribute, _result(attribute, penalty)) for attribute in ATTRIBUTES for penalty in PENALTIES]
    signs = (">", ">=")
    targets = [die.probability(sign, target) for _, die in results for target in TARGETS for sign in signs]
    contests = []
    for mine, result in results:
        for theirs, other in results:
            contests.append(icepool.map(_stress(mine, theirs), result, other))
    return targets, contests


def _result(attribute, penalty):
    return icepool.d6.map(lambda face: max(0, face - penalty) * attribute)


def _stress(mine, theirs):
    """Who wins a pair of results, and the Stress of the loser."""
    return lambda a, b: (1, a // theirs) if a > b else (-1, b // mine) if b > a else (0, 0)


def _after(marked, harm):
    return next((marked | 1 << (n - 1) for n in range(harm, BOXES + 1) if not marked >> (n - 1) & 1), FULL)


def _follow(won, after, me, them):
    """What comes after each difference: the state of the one who was hit."""

    def follow(difference):
        if difference > 0:
            return won[me, after[them][difference]]
        return won[after[me][-difference], them]

    return follow


def fights():
    levels = [_levels(rank, 0) for rank in RANKS]
    after = [[_after(marked, max(1, harm)) for harm in range(2 * BOXES)] for marked in range(FULL)]
    made = []
    for mine in levels:
        for theirs in levels:
            margin = Die({difference: ways for difference, ways in (mine - theirs).items() if difference})
            won = {(me, FULL): 1 for me in range(FULL)} | {(FULL, them): 0 for them in range(FULL)}
            for me in reversed(range(FULL)):
                for them in reversed(range(FULL)):
                    won[me, them] = margin.map(_follow(won, after, me, them))
            made.append(won)
    return made


def told():
    targets, contests = maid()
    return {
        "mlwm": [reduced(*(odds.quantity(side) for side in (1, 0, -1))) for odds in mlwm()],
        "tsoy": [(levels.min_outcome(), *reduced(*levels.quantities())) for levels in tsoy()],
        "maid": [chance.as_integer_ratio() for chance in targets] + [_contest(die) for die in contests],
        "fights": [
            won[me, them].probability(1).as_integer_ratio()
            for won in fights()
            for me in range(FULL)
            for them in range(FULL)
        ],
    }


def _contest(die):
    ways = dict.fromkeys((1, 0, -1), 0)
    stress = dict.fromkeys((1, 0, -1), 0)
    for (side, dealt), quantity in die.items():
        ways[side] += quantity
        stress[side] += dealt * quantity
    total = sum(ways.values())
    means = (Fraction(stress[side], total).as_integer_ratio() for side in (-1, 1))
    return (*reduced(*ways.values()), *(number for mean in means for number in mean))


def reduced(*weights):
    common = gcd(*weights)
    return tuple(weight // common for weight in weights)


JOBS = {"mlwm": mlwm, "tsoy": tsoy, "maid": maid, "fights": fights}
