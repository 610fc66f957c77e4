"""Maid: rolls against each other, alone and together, with the Stress that they leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from generator.dice.contests import Odds
from generator.dice.distribution import Distribution
from generator.problems import HandbillError, Problem
from generator.rules.maid.rolls import MaidRolls
from generator.rules.registry import procedure


@dataclass(frozen=True, slots=True)
class Contest:
    """The odds of a contest, the first side first, with the Stress of both sides.

    ``taken`` is the Stress that falls on the first side, ``dealt`` that on the other one; both count every
    way of the contest, with 0 where that side did not lose. ``taken.mean()`` is the Stress to expect.
    """

    odds: Odds
    taken: Distribution
    dealt: Distribution


@dataclass(frozen=True, slots=True)
class Member:
    """One who rolls: the attribute used, the penalty on the die, its boost, and whether a player has her."""

    attribute: int
    penalty: int = 0
    boost: int = 0
    player: bool = True


class MaidContests(MaidRolls):
    """Contests: fights, races, puppy-dog eyes."""

    @procedure("MAID-CMB-3", title="Stress of a lost contest", source="forum digest 2014, L4")
    def stress(self, winner_result: int, loser_attribute: int) -> int:
        """The Stress that a loser takes. An attribute of zero divides like one. A winner whose result is
        below zero, which only the option ``die_floor: none`` allows, deals none (MAID-AMB-4).

        >>> from generator.rules import load
        >>> rules = load("maid")
        >>> [rules.stress(15, 2), rules.stress(24, 3), rules.stress(24, 0), rules.stress(2, 3)]
        [7, 8, 24, 0]
        """
        dealt = self.formula("MAID-CMB-2")
        return max(0, dealt.value(winner_result=winner_result, loser_attribute=loser_attribute))

    @procedure("MAID-CMB-1", title="Contest", source="forum digest 2014, L4")
    def opposed(
        self,
        attribute: int,
        against: int,
        penalty: int = 0,
        against_penalty: int = 0,
        boost: int = 0,
        against_boost: int = 0,
    ) -> Contest:
        """Both roll, and the higher result wins. Equal results hurt nobody and nobody wins (MAID-AMB-2).

        A boosted attribute is given as it is used, one higher. A side that cannot succeed never wins: a
        result of zero against one below zero is a tie (MAID-AMB-19).

        >>> from generator.rules import load
        >>> contest = load("maid").opposed(3, 2)
        >>> [str(chance) for chance in contest.odds.chances]
        ['2/3', '1/18', '5/18']
        >>> str(contest.taken.mean()), str(contest.dealt.mean())
        ('7/9', '149/36')
        """
        one = Member(attribute, penalty, boost)
        other = Member(against, against_penalty, against_boost)
        return self._contest((one,), other, attribute)

    def odds(self, attribute: int, against: int) -> Odds:
        """Win, tie and lose of a contest without penalty or boost (MAID-CMB-1), as grids ask for them."""
        return self.opposed(attribute, against).odds

    def equals_stay_unhurt(self, attribute: int) -> bool:
        """Whether two of the same attribute tie whenever their results are equal, and a tie costs nobody."""
        results, contest = self.result(attribute), self.opposed(attribute, attribute)
        equal = sum(weight * weight for weight in results.weights)
        hurt = sum(ways for stress, ways in contest.taken.items() if stress)
        return contest.odds.tie >= equal and hurt <= contest.odds.lose

    @procedure("MAID-TEAM-TAKES", title="Who may take the Stress", source="forum digest 2014, L4")
    def may_take(self, team: tuple[int | Member, ...]) -> tuple[int, ...]:
        """The places in the team, from 0, of those who may take the Stress of a loss.

        These are the player characters, if there is one, among whom the players choose; else all
        (MAID-AMB-9). A whole number in the team is a player character with that attribute and no penalty.

        >>> from generator.rules import load
        >>> load("maid").may_take((Member(3, player=False), 2, 1))
        (1, 2)
        """
        self.row("MAID-CMB-4")
        players = tuple(place for place, member in enumerate(map(_member, team)) if member.player)
        return players or tuple(range(len(team)))

    @procedure("MAID-TEAM", title="Contest of a group", source="forum digest 2014, L4")
    def together(
        self, team: tuple[int | Member, ...], against: int | Member, takes: int | None = None
    ) -> Contest:
        """A group against one opponent: the results of its members are added, not the dice (MAID-AMB-8).

        ``takes`` is the place in the team, from 0, of the member who takes the whole Stress of a loss; if
        it is not given, the first who may. The attribute that this member used divides it (MAID-AMB-9).
        Raises HandbillError for an empty team and for a member who may not take it. More than one opponent
        is not covered by the rules (MAID-AMB-10).

        >>> from generator.rules import load
        >>> contest = load("maid").together((2, 2), 4)
        >>> [str(chance) for chance in contest.odds.chances], str(contest.taken.mean())
        (['11/24', '1/12', '11/24'], '40/9')
        """
        if not team:
            raise HandbillError(Problem("empty-team", "the team has no member", hint="name one or more"))
        allowed = self.may_take(team)
        if takes is None:
            takes = allowed[0]
        if takes not in allowed:
            hint = "one of the places " + ", ".join(map(str, allowed)) + ", counted from 0"
            raise HandbillError(
                Problem("takes-stress", f"member {takes} may not take the Stress of this team", hint=hint)
            )
        members = tuple(map(_member, team))
        return self._contest(members, _member(against), members[takes].attribute)

    def _contest(self, team: tuple[Member, ...], other: Member, loser_attribute: int) -> Contest:
        """Every pair of results. ``loser_attribute`` divides the Stress where the team loses."""
        mine = Distribution.constant(0)
        for member in team:
            mine += self.result(member.attribute, member.penalty, member.boost)
        theirs = self.result(other.attribute, other.penalty, other.boost)
        can_win = any(self.can_succeed(member.attribute) for member in team)
        can_lose = self.can_succeed(other.attribute)
        win = lose = 0
        taken: Counter[int] = Counter()
        dealt: Counter[int] = Counter()
        if can_win:
            for result, ways in _higher(mine, theirs):
                win += ways
                dealt[self.stress(result, other.attribute)] += ways
        if can_lose:
            for result, ways in _higher(theirs, mine):
                lose += ways
                taken[self.stress(result, loser_attribute)] += ways
        total = mine.total * theirs.total
        taken[0] += total - lose
        dealt[0] += total - win
        return Contest(
            Odds(win, total - win - lose, lose),
            Distribution.from_counts(taken),
            Distribution.from_counts(dealt),
        )


def _higher(one: Distribution, other: Distribution) -> Iterator[tuple[int, int]]:
    """Each result of the one, with the ways in which the other's is lower."""
    lower, others = 0, list(other.items())
    for result, weight in one.items():
        while others and others[0][0] < result:
            lower += others.pop(0)[1]
        if lower:
            yield result, weight * lower


def _member(member: int | Member) -> Member:
    return member if isinstance(member, Member) else Member(member)
