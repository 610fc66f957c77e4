"""The four jobs in dyce: its own operations, each roll made once."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from dyce import H, P, expand

POOLS, BONUS = range(1, 21), (4, 6, 8)
RANKS, NETS = range(5), range(-6, 7)
ATTRIBUTES, PENALTIES, TARGETS = range(1, 8), range(9), range(1, 25)
BOXES = 6
FULL = 1 << BOXES


def mlwm():
    one = H([1, 2, 3, 0])
    plain = {1: one}
    for dice in POOLS[1:]:
        plain[dice] = plain[dice - 1] + one
    with_bonus = {(dice, sides): plain[dice] + H(sides) for dice in POOLS for sides in BONUS}
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
    return mine.apply(lambda a, b: (a > b) - (a < b), theirs)


def _levels(rank, net):
    dice = (3 + abs(net)) @ P(H([-1, 0, 1]))
    return dice.at(slice(-3, None) if net > 0 else slice(3)).apply(lambda roll: max(0, rank + roll))


def tsoy():
    levels = [_levels(rank, net) for rank in RANKS for net in NETS]
    return levels + [mine - theirs for mine in levels for theirs in levels]


def maid():
    results = [(attribute, _result(attribute, penalty)) for attribute in ATTRIBUTES for penalty in PENALTIES]
    targets = []
    for _, result in results:
        for target in TARGETS:
            targets += [result.gt(target), result.ge(target)]
    contests = []
    for mine, result in results:
        for theirs, other in results:
            contests.append(result.apply(_stress(mine, theirs), other))
    return targets, contests


def _result(attribute, penalty):
    return H(6).apply(lambda face: max(0, face - penalty) * attribute)


def _stress(mine, theirs):
    """Who wins a pair of results, and the Stress of the loser."""
    return lambda a, b: (1, a // theirs) if a > b else (-1, b // mine) if b > a else (0, 0)


def _after(marked, harm):
    return next((marked | 1 << (n - 1) for n in range(harm, BOXES + 1) if not marked >> (n - 1) & 1), FULL)


def _follow(won, after, me, them):
    """What comes after each difference: the state of the one who was hit."""

    def follow(difference):
        if difference.outcome > 0:
            return won[me, after[them][difference.outcome]]
        return won[after[me][-difference.outcome], them]

    return follow


def fights():
    levels = [_levels(rank, 0) for rank in RANKS]
    after = [[_after(marked, max(1, harm)) for harm in range(2 * BOXES)] for marked in range(FULL)]
    made = []
    for mine in levels:
        for theirs in levels:
            margin = H({difference: count for difference, count in (mine - theirs).items() if difference})
            won = {(me, FULL): 1 for me in range(FULL)} | {(FULL, them): 0 for them in range(FULL)}
            for me in reversed(range(FULL)):
                for them in reversed(range(FULL)):
                    won[me, them] = expand(_follow(won, after, me, them), margin)
            made.append(won)
    return made


def told():
    targets, contests = maid()
    return {
        "mlwm": [reduced(*(odds.get(side, 0) for side in (1, 0, -1))) for odds in mlwm()],
        "tsoy": [
            (min(levels), *reduced(*(count for _, count in sorted(levels.items())))) for levels in tsoy()
        ],
        "maid": [Fraction(hits.get(True, 0), hits.total).as_integer_ratio() for hits in targets]
        + [_contest(odds) for odds in contests],
        "fights": [
            Fraction(won[me, them].get(1, 0), won[me, them].total).as_integer_ratio()
            for won in fights()
            for me in range(FULL)
            for them in range(FULL)
        ],
    }


def _contest(odds):
    ways = dict.fromkeys((1, 0, -1), 0)
    stress = dict.fromkeys((1, 0, -1), 0)
    for (side, dealt), count in odds.items():
        ways[side] += count
        stress[side] += dealt * count
    total = sum(ways.values())
    means = (Fraction(stress[side], total).as_integer_ratio() for side in (-1, 1))
    return (*reduced(*ways.values()), *(number for mean in means for number in mean))


def reduced(*weights):
    common = gcd(*weights)
    return tuple(weight // common for weight in weights)


JOBS = {"mlwm": mlwm, "tsoy": tsoy, "maid": maid, "fights": fights}
