"""Bringing Down the Pain as a chain of volleys: who wins, after how many, from any state of both sides."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import NamedTuple

from generator.dice.chains import Chain, Race, Values
from generator.dice.contests import Odds
from generator.dice.distribution import Distribution
from generator.rules.registry import note, procedure, recording
from generator.rules.tsoy.corner import STANDS, Blow, Condition, Corner, Habit, Wounds
from generator.rules.tsoy.pain import Pain


class Exchange(NamedTuple):
    """All that one volley can bring: the blows to each side, and pairs of their places with the weight."""

    blows: tuple[tuple[Blow, ...], tuple[Blow, ...]]
    pairs: tuple[tuple[int, int, int], ...]
    met: tuple[dict[int, list[int]], dict[int, list[int]]]
    """For each side and each condition met, the conditions that the blows lead to."""

    @classmethod
    def of(cls, counts: dict[tuple[Blow, Blow], int]) -> Exchange:
        """The exchange with these weights of blows to both sides."""
        first, second = (tuple(dict.fromkeys(both[side] for both in counts)) for side in (0, 1))
        pairs = ((first.index(a), second.index(b), weight) for (a, b), weight in counts.items())
        return cls((first, second), tuple(pairs), ({}, {}))

    def after(self, side: int, corner: Corner, number: int) -> list[int]:
        """The conditions that each blow to that side leads to, from this condition."""
        met = self.met[side]
        if number not in met:
            met[number] = [corner.hit(number, blow) for blow in self.blows[side]]
        return met[number]


class Arena:
    """What all fights share: what marked boxes do, and the fights that were asked for last."""

    KEPT = 3
    """A table asks for many fights, each from one state, or for a few from many states."""

    def __init__(self, rules: Pain) -> None:
        self._rules, self.wounds = rules, Wounds(rules)
        self._fights: dict[tuple[Habit, Habit, str], Fight] = {}

    def fight(self, mine: Habit, theirs: Habit, kind: str) -> Fight:
        """The fight of two habits, kept while it is among those that were asked for last."""
        key = mine, theirs, kind
        fight = self._fights.pop(key, None) or Fight(self._rules, self.wounds, mine, theirs, kind)
        self._fights[key] = fight
        if len(self._fights) > self.KEPT:
            del self._fights[next(iter(self._fights))]
        return fight


class Fight:
    """A fight of two habits. It remembers every state that it has worked out.

    A state is a number, made of the numbers of both conditions; an end is one below zero, made of the first
    side's marked boxes and of who won. Where no volley changes anything any more, nobody has won.
    """

    def __init__(self, rules: Pain, wounds: Wounds, mine: Habit, theirs: Habit, kind: str) -> None:
        self._rules, self._kind = rules, kind
        self._mine, self._theirs = Corner(rules, mine, wounds), Corner(rules, theirs, wounds)
        self._exchanges: dict[tuple[int, int], Exchange] = {}
        self._blows: dict[tuple[int, int, bool], Blow] = {}
        self._chains: list[tuple[Chain[int], dict[str, Values[int]]]] = []
        self._reads: set[str] = set()

    def odds(self, here: Condition, there: Condition) -> Odds:
        """The odds from these conditions; a tie is a volley that puts both sides out."""
        win, tie = self.value("win", here, there), self.value("tie", here, there)
        common = lcm(win.denominator, tie.denominator)
        return Odds(*(int(part * common) for part in (win, tie, 1 - win - tie)))

    def value(self, name: str, here: Condition, there: Condition) -> Fraction:
        """One number about the fight from these conditions.

        The chance to ``win`` or ``tie``; expected ``volleys``, and for the first side ``boxes`` marked at the
        end (once shaken out, they reach up to the box of that number) and points ``spent``.
        """
        with recording() as reads:
            start = self._state(self._mine.number(here), self._theirs.number(there))
            chain, known = self._chain(start)
            if name not in known:
                known[name] = self._worked_out(chain, name)
        # What is remembered rests on the rules that were read when it was worked out.
        self._reads |= reads
        note(self._reads)
        return known[name][start]

    def _chain(self, start: int) -> tuple[Chain[int], dict[str, Values[int]]]:
        for found in self._chains:
            if start in found[0]:
                return found
        # With one point more nearly all states are those that were found before.
        made = Chain([start], self._follow, self._chains[-1][0] if self._chains else None)
        self._chains.append((made, {}))
        return self._chains[-1]

    def _worked_out(self, chain: Chain[int], name: str) -> Values[int]:
        match name:
            case "win":
                return chain.chance(lambda end: _won(end) == 1)
            case "tie":
                return chain.chance(lambda end: _won(end) == 0)
            case "boxes":
                return chain.expect(_boxes)
            case "spent":
                return chain.expect(each=lambda state: self._mine.ready(state // _SIDES)[2])
        return chain.expect(each=lambda state: 1)

    def _state(self, a: int, b: int) -> int:
        mine, theirs = self._mine.standings[a], self._theirs.standings[b]
        if mine == theirs == STANDS:
            return a * _SIDES + b
        return _end(len(self._mine.conditions[a].boxes), (mine < theirs) - (mine > theirs))

    def _follow(self, state: int) -> dict[int, int]:
        if state < 0:
            return {}
        net_a, a, _ = self._mine.ready(state // _SIDES)
        net_b, b, _ = self._theirs.ready(state % _SIDES)
        exchange = self._exchange(net_a, net_b)
        after_a = exchange.after(0, self._mine, a)
        after_b = exchange.after(1, self._theirs, b)
        standing_a, standing_b = self._mine.standings, self._theirs.standings
        ways: dict[int, int] = {}
        for i, j, weight in exchange.pairs:
            x, y = after_a[i], after_b[j]
            # ``_state`` in place for those who go on, nearly all: the call would cost as much as the rest.
            stand = standing_a[x] == STANDS == standing_b[y]
            other = x * _SIDES + y if stand else self._state(x, y)
            ways[other] = ways.get(other, 0) + weight
        if ways.keys() == {state}:
            return {_end(len(self._mine.conditions[a].boxes), 0): 1}
        return ways

    def _exchange(self, net_a: int, net_b: int) -> Exchange:
        if (net_a, net_b) not in self._exchanges:
            levels_a = self._levels(self._mine.habit, net_a)
            levels_b = self._levels(self._theirs.habit, net_b)
            counts: dict[tuple[Blow, Blow], int] = {}
            for level_a, ways_a in levels_a.items():
                for level_b, ways_b in levels_b.items():
                    both = self._blow(level_a, level_b, True), self._blow(level_b, level_a, False)
                    counts[both] = counts.get(both, 0) + ways_a * ways_b
            self._exchanges[net_a, net_b] = Exchange.of(counts)
        return self._exchanges[net_a, net_b]

    def _levels(self, habit: Habit, net: int) -> Distribution:
        return self._rules.roll(net).map(lambda roll: self._rules.level(habit.rank, roll))

    def _blow(self, level: int, against: int, to_me: bool) -> Blow:
        """What this pair of success levels brings to the side of the first one."""
        key = level, against, to_me
        if key not in self._blows:
            own, other = self._mine.habit, self._theirs.habit
            if not to_me:
                own, other = other, own
            harm = self._rules.dealt(against, level, self._kind, self._kind, other.weapon, own.armour)
            harm = min(harm, self._rules.last_box() + 1)  # all that is past the last box fells alike
            bonus = self._rules.gained(level, against, self._kind, self._kind)
            self._blows[key] = harm, bonus, self._rules.transcends(level)
        return self._blows[key]


_SIDES = 1 << 20
"""More than one side has conditions."""


def _end(boxes: int, won: int) -> int:
    return -(3 * boxes + won + 2)


def _won(end: int) -> int:
    return (-end - 1) % 3 - 1


def _boxes(end: int) -> int:
    return (-end - 1) // 3


class Fights(Pain):
    """Fights between two sides that keep their habits, exact."""

    @procedure(title="What fights share")
    def arena(self) -> Arena:
        """What marked boxes do, and the fights that were asked for last."""
        return Arena(self)

    def fight(self, mine: Habit, theirs: Habit, kind: str = "perpendicular") -> Fight:
        """The fight of two habits, in which all actions are of one kind (perpendicular or parallel).

        >>> from generator.rules import load
        >>> fight = load("tsoy").fight(Habit(2), Habit(2))
        >>> str(fight.odds(Condition(), Condition()).chances[0])
        '1/2'
        """
        return self.arena().fight(mine, theirs, kind)

    @procedure(title="Odds of a fight")
    def duel(
        self, mine: Habit, theirs: Habit, here: Condition, there: Condition, kind: str
    ) -> tuple[Odds, Fraction]:
        """The odds and the expected volleys; a fight and its mirror image are worked out once."""
        if (theirs, there) < (mine, here):
            odds, volleys = self.duel(theirs, mine, there, here, kind)
            return odds.flipped(), volleys
        fight = self.fight(mine, theirs, kind)
        return fight.odds(here, there), fight.value("volleys", here, there)

    def first_dice(self, habit: Habit, condition: Condition) -> tuple[int, int] | None:
        """Bonus and penalty dice in the next volley, before they cancel; None for a side that gives up."""
        corner = Corner(self, habit, self.arena().wounds)
        if corner.standings[corner.number(condition)] != STANDS:
            return None
        return corner.dice(condition)[:2]

    @procedure(title="A fight without wounds and points")
    def marks_race(self, rank: int, against: int) -> Race:
        """The chance to win from any marks where these bring no penalty dice: perpendicular, without points.

        A success level that transcends counts as harm like any other.

        >>> from generator.rules import load
        >>> str(load("tsoy").marks_race(1, 1).chance((), ()))
        '1/2'
        """
        dealt, taken = self.harm(rank, against), self.harm(against, rank)
        return Race(self.last_box(), dict(dealt.items()), dict(taken.items()))
