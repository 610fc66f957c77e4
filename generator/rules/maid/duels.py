"""Maid: contest after contest until a Stress Explosion, with or without damage to the uniforms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import TypeAlias

from generator.dice.contests import Odds
from generator.dice.distribution import Distribution
from generator.rules.maid.stress import MaidStress
from generator.rules.maid.uniform import MaidUniform
from generator.rules.registry import procedure


@dataclass(frozen=True, slots=True)
class Duel:
    """Who explodes first in a duel: ``first`` wins where the other side does, and ties where nobody ever
    does. ``contests`` is how many are fought until then, on average; None where it may never come to that.
    """

    first: Odds
    contests: Fraction | None


@dataclass(frozen=True, slots=True)
class _Stage:
    """One contest of a duel in which the first side has lost ``mine`` parts so far and the other ``yours``.

    ``losses`` and ``wins`` hold (Stress, ways) of the contests that change anything; ``total`` counts all.
    """

    total: int
    losses: tuple[tuple[int, int], ...]
    wins: tuple[tuple[int, int], ...]

    @property
    def moving(self) -> int:
        """The ways that change anything. All others are fought again, so the chain leaves them out."""
        return sum(ways for _, ways in self.losses + self.wins)


class MaidDuels(MaidStress, MaidUniform):
    """Duels to the Stress Explosion."""

    @procedure("MAID-DAMAGE", title="A uniform lost part by part", source="a stated policy, not a rule")
    def damaged(self, penalty: int = 0) -> tuple[int, ...]:
        """The penalty now and after each further lost contest, if each damages the next part of the chart.

        >>> from generator.rules import load
        >>> load("maid").damaged(), load("maid").damaged(4)
        ((0, 1, 2, 3, 4, 5, 7), (4, 5, 7))
        """
        self.not_below(0, penalty=penalty)
        parts = [row.key for row in self.chart("MAID-UNI")]
        sums = {self.penalty(*parts[:lost]) for lost in range(len(parts) + 1)}
        return (penalty, *sorted(further for further in sums if further > penalty))

    @procedure("MAID-DUEL", title="Duel to the Stress Explosion", source="forum digest 2014, L4, L14-15")
    def duel(
        self,
        attribute: int,
        against: int,
        breaks: tuple[int, int],
        stress: tuple[int, int] = (0, 0),
        penalties: tuple[int, ...] = (0,),
        against_penalties: tuple[int, ...] = (0,),
    ) -> Duel:
        """Equal contests until one side explodes, the Stress of both adding up.

        ``breaks`` and ``stress`` are the Stress that explodes and the Stress now, first side first;
        ``penalties`` what is off the die at first and after each lost contest, the last for good. Whoever has
        exploded already does so first; if both have, nobody is first.

        >>> from generator.rules import load
        >>> load("maid").duel(2, 2, (1, 1)) == Duel(Odds(1, 0, 1), Fraction(6, 5))
        True
        """
        self.not_below(0, stress=min(stress))
        done = stress[0] >= breaks[0], stress[1] >= breaks[1]
        if any(done):
            return Duel(Odds(int(done[1] > done[0]), int(all(done)), int(done[0] > done[1])), Fraction(0))
        last = len(penalties) - 1, len(against_penalties) - 1
        stages = {
            (lost, taken): self._stage(attribute, against, mine, yours, (lost == last[0], taken == last[1]))
            for lost, mine in enumerate(penalties)
            for taken, yours in enumerate(against_penalties)
        }
        return _fought(stages, last, breaks, stress)

    def _stage(
        self, attribute: int, against: int, penalty: int, against_penalty: int, ends: tuple[bool, bool]
    ) -> _Stage:
        """One contest. ``ends`` tells, for both sides, that no further part is lost: a loss without Stress
        then changes nothing."""
        contest = self.opposed(attribute, against, penalty, against_penalty)
        total = contest.odds.total

        def moves(stress: Distribution, lost: int, end: bool) -> tuple[tuple[int, int], ...]:
            ways = dict(stress.items())
            # The weight at 0 counts the contests that this side did not lose, too.
            ways[0] = 0 if end else ways.get(0, 0) - (total - lost)
            return tuple((amount, count) for amount, count in ways.items() if count)

        return _Stage(
            total,
            moves(contest.taken, contest.odds.lose, ends[0]),
            moves(contest.dealt, contest.odds.win, ends[1]),
        )


State: TypeAlias = tuple[int, int, int, int]
"""Parts lost by the first side and by the other, then the Stress of both."""


def _fought(
    stages: Mapping[tuple[int, int], _Stage],
    last: tuple[int, int],
    breaks: tuple[int, int],
    stress: tuple[int, int],
) -> Duel:
    """The chain, state by state from the youngest, in integers.

    Every contest that changes anything makes a state older, and a state of age n is weighed in parts of
    ``common`` to the power n, one denominator for all; so no fraction is ever reduced on the way.
    """
    common = lcm(*(stage.moving or 1 for stage in stages.values()))
    start = (0, 0, *stress)
    youngest = _age(start, last)
    waiting: defaultdict[int, defaultdict[State, int]] = defaultdict(lambda: defaultdict(int))
    waiting[youngest][start] = 1
    ends: dict[str, defaultdict[int, int]] = {
        name: defaultdict(int) for name in ("win", "tie", "lose", "fought")
    }
    while waiting:
        now = min(waiting)
        for state, weight in waiting.pop(now).items():
            stage = stages[state[:2]]
            if not stage.moving:
                ends["tie"][now] += weight
                continue
            weight *= common // stage.moving
            ends["fought"][now + 1] += weight * stage.total
            for end, ways, then in _followers(stage, state, last):
                if then[2] >= breaks[0] or then[3] >= breaks[1]:
                    ends[end][now + 1] += weight * ways
                else:
                    age = _age(then, last)
                    waiting[age][then] += weight * ways * common ** (age - now - 1)
    return _ended(ends, common)


def _followers(stage: _Stage, state: State, last: tuple[int, int]) -> Iterator[tuple[str, int, State]]:
    """Who wins if this brings an explosion, in how many ways, and the state that follows if it does not."""
    mine, yours, my_stress, your_stress = state
    after_loss, after_win = min(mine + 1, last[0]), min(yours + 1, last[1])
    for more, ways in stage.losses:
        yield "lose", ways, (after_loss, yours, my_stress + more, your_stress)
    for more, ways in stage.wins:
        yield "win", ways, (mine, after_win, my_stress, your_stress + more)


def _age(state: State, last: tuple[int, int]) -> int:
    """Parts lost, and Stress only where no further part is lost: what surely rises with every change."""
    mine, yours, my_stress, your_stress = state
    return mine + yours + (my_stress if mine == last[0] else 0) + (your_stress if yours == last[1] else 0)


def _ended(ends: Mapping[str, Mapping[int, int]], common: int) -> Duel:
    """All ends brought to the denominator of the oldest."""
    oldest = max(age for weights in ends.values() for age in weights)
    win, tie, lose, fought = (
        sum(weight * common ** (oldest - age) for age, weight in ends[name].items())
        for name in ("win", "tie", "lose", "fought")
    )
    divisor = gcd(win, tie, lose)
    first = Odds(win // divisor, tie // divisor, lose // divisor)
    return Duel(first, None if tie else Fraction(fought, win + tie + lose))
