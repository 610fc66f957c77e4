"""My Life with Master: rolls in a row: the struggle, acts until the Horror, overtures until the trigger."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeVar

from generator.dice.contests import Odds
from generator.dice.distribution import Distribution
from generator.problems import HandbillError, Problem
from generator.rules.mlwm.dice import Bonus
from generator.rules.mlwm.sheet import OnSheets
from generator.rules.mlwm.state import OUTCOMES, Outcome, Part, Scores
from generator.rules.registry import procedure

Place = TypeVar("Place")

LONGEST, MOST_STATES, LEAST_SHARE = 40, 200, 1000
"""Overtures, and states at once, beyond which a chain is left, and the part of all ways that is worth going
on for: by the published rules no scores that are asked need more, but house rules can make a chain long or
endless, or take the gain of Love away."""


class Chains(OnSheets):
    """What comes of rolls that follow each other, each with the scores that the last one left."""

    @procedure(
        "MLWM-SLAY", title="The chance to slay the Master", source="Forge topic 18773, L76-81", page=37
    )
    def slay_chances(
        self,
        scores: Scores,
        attempts: int,
        bonus: Bonus = 0,
        against_bonus: Bonus = 0,
        aid: int = 0,
        against_aid: int = 0,
        first: Part = "you",
        replayed: bool = False,
    ) -> tuple[Fraction, ...]:
        """For each attempt, the chance that this one slays the Master; their sum is the chance altogether.

        A failure tires the minion; a tie uses up the attempt and costs nothing (MLWM-AMB-10), or it is
        ``replayed`` until the attempt is decided. Capture never takes an attempt away (MLWM-AMB-7).
        What other scenes change between attempts is left out.
        No attempt is hopeless, but waiting for more Love is far better than insisting (MLWM-AMB-18).

        >>> from generator.rules import load
        >>> chances = load("mlwm").slay_chances(Scores(fear=4, love=5, self_loathing=2), 6)
        >>> sum(chances) < Fraction(1, 2)
        True
        """

        def roll(now: Scores) -> Odds:
            odds = self.odds("MLWM-END", now, bonus, against_bonus, first, aid, against_aid)
            return Odds(odds.win, 0, odds.lose) if replayed and odds.tie < odds.total else odds

        return self._first_time("MLWM-END", scores, attempts, roll, lambda outcome, _: outcome == "win")

    @procedure("MLWM-HORROR", title="The chance of the Horror", source="Forge topic 18773, L43, L69", page=36)
    def horror_chances(
        self,
        action: str,
        scores: Scores,
        acts: int,
        bonus: Bonus = 0,
        against_bonus: Bonus = 0,
        first: Part = "you",
    ) -> tuple[Fraction, ...]:
        """For each of so many acts of one kind in a row, the chance that this one reveals the Horror first.

        >>> from generator.rules import load
        >>> chances = load("mlwm").horror_chances("MLWM-VIL", Scores(fear=4, reason=3, self_loathing=3), 1)
        >>> [str(chance) for chance in chances]
        ['985733/1048576']
        """

        def roll(now: Scores) -> Odds:
            return self.odds(action, now, bonus, against_bonus, first)

        return self._first_time(action, scores, acts, roll, lambda _, events: "MLWM-HOR-1" in events)

    def _first_time(
        self,
        action: str,
        scores: Scores,
        tries: int,
        roll: Callable[[Scores], Odds],
        reached: Callable[[Outcome, tuple[str, ...]], bool],
    ) -> tuple[Fraction, ...]:
        """For each of some equal rolls, the chance that ``reached`` becomes true at this one."""
        chances, whole = [], 1
        now: dict[Scores | None, int] = {scores: 1}

        def follow(before: Scores | None) -> list[tuple[Scores | None, int]]:
            assert before
            ways = []
            for outcome, weight in zip(OUTCOMES, roll(before).weights, strict=True):
                after, events = self.after(action, before, self.effect(action, outcome))
                ways.append((None if reached(outcome, events) else after, weight))
            return ways

        for _ in range(tries):
            later, factor = _step(now, follow)
            whole *= factor
            chances.append(Fraction(later.pop(None, 0), whole))
            now = later
        return tuple(chances)

    @procedure("MLWM-TRIGGER", title="A minion at the trigger", source="Forge topic 18773, L33-38")
    def scores_at_trigger(
        self, scores: Scores, bonus: Bonus = 0, against_bonus: Bonus = 0, first: Part = "you"
    ) -> tuple[tuple[Scores, Fraction], ...]:
        """The scores, with their chances, once overtures alone have brought enough Love to begin the Endgame
        by a refusal. Overtures that change nothing, such as ties, do not count.

        The chances come to 1, or to less where house rules make the chain longer than is followed.

        >>> from generator.rules import load
        >>> armed = Scores(fear=1, love=3, weariness=1)
        >>> load("mlwm").scores_at_trigger(armed) == ((armed, 1),)
        True
        """
        done: dict[Scores, Fraction] = {}
        now, whole = {scores: 1}, 1
        for _ in range(LONGEST):
            for ready in [before for before in now if self.endgame_margin(before) > 0]:
                done[ready] = done.get(ready, Fraction(0)) + Fraction(now.pop(ready), whole)
            if len(now) > MOST_STATES or LEAST_SHARE * sum(now.values()) < whole:
                break
            now, factor = _step(now, lambda before: self._overture(before, bonus, against_bonus, first))
            whole *= factor
        return tuple(done.items())

    def _overture(
        self, before: Scores, bonus: Bonus, against_bonus: Bonus, first: Part
    ) -> list[tuple[Scores, int]]:
        """The scores after an overture that is repeated until it changes something, with their weights."""
        odds = self.odds("MLWM-OVR", before, bonus, against_bonus, first)
        ways = [
            (self.after("MLWM-OVR", before, self.effect("MLWM-OVR", outcome))[0], weight)
            for outcome, weight in zip(OUTCOMES, odds.weights, strict=True)
            if weight
        ]
        return [(after, weight) for after, weight in ways if after != before] or [(before, 1)]

    @procedure(
        "MLWM-PRICE", title="Self-Loathing by the time of the trigger", source="Forge topic 18773, L33-38"
    )
    def self_loathing_at_trigger(
        self, scores: Scores, bonus: Bonus = 0, against_bonus: Bonus = 0, first: Part = "you"
    ) -> Distribution:
        """Self-Loathing once overtures alone have brought enough Love to begin the Endgame by a refusal.

        Raises HandbillError (``endless``) where they never do.

        >>> from generator.rules import load
        >>> start = Scores(fear=3, reason=2, self_loathing=2, weariness=1)
        >>> str(load("mlwm").self_loathing_at_trigger(start).mean())
        '9/2'
        """
        ready = self.scores_at_trigger(scores, bonus, against_bonus, first)
        if not ready:
            message = "overtures never bring enough Love for the Endgame"
            raise HandbillError(Problem("endless", message, hint="let an overture raise Love, won or lost"))
        whole = lcm(*(chance.denominator for _, chance in ready))
        counts: dict[int, int] = {}
        for now, chance in ready:
            loathing = now.self_loathing
            counts[loathing] = counts.get(loathing, 0) + int(chance * whole)
        return Distribution.from_counts(counts)


def _step(
    now: Mapping[Place, int], follow: Callable[[Place], Sequence[tuple[Place, int]]]
) -> tuple[dict[Place, int], int]:
    """One roll further: the new weights, and the factor by which their sum has grown.

    Integers, brought to one denominator: a Fraction for every state is several times slower.
    """
    branches = [(weight, follow(place)) for place, weight in now.items()]
    totals = [sum(ways for _, ways in branch) for _, branch in branches]
    common = lcm(*totals)
    later: dict[Place, int] = {}
    for (weight, branch), total in zip(branches, totals, strict=True):
        factor = weight * (common // total)
        for place, ways in branch:
            if ways:
                later[place] = later.get(place, 0) + factor * ways
    return later, common
