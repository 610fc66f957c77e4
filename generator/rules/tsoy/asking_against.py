"""The Shadow of Yesterday: what players ask of a resisted check (questions 4, 8 and 9)."""

from __future__ import annotations

from fractions import Fraction

from generator.dice.contests import Odds
from generator.dice.distribution import Distribution
from generator.dice.rounding import nearest_whole
from generator.rules.questions import (
    Answer,
    AsPrinted,
    Measure,
    Question,
    Table,
    choice,
    difference,
    of_odds,
    percent,
)
from generator.rules.registry import procedure
from generator.rules.tsoy.asking import BEGINS, FAIR, OPPOSED, Asking

SHOWN = (0, 1, 2, 3, 6)
"""How many bonus dice the novice's table shows."""


class Against(Asking):
    """One roll against someone: what helps, what it does, and whether there is hope."""

    @procedure("TSOY-Q-DIE-OR-RANK", title="A bonus die or a rank", source="computed")
    def answer_die_or_rank(
        self,
        rank: int,
        against: int,
        bonus: int,
        penalty: int,
        their_bonus: int,
        their_penalty: int,
        role: str,
    ) -> Answer:
        """The chance to prevail in a resisted check now, with a bonus die more, and with a rank more."""
        tries = ((rank, bonus), (rank, bonus + 1), (rank + 1, bonus))
        now, die, better = (
            _prevails(self.resisted(own, against, dice, penalty, their_bonus, their_penalty), role)
            for own, dice in tries
        )
        measures = (
            Measure("now", "now", now),
            Measure("with_die", "with a bonus die", die),
            Measure("with_rank", "with a rank more", better),
            difference("die", "a bonus die adds", die, now),
            difference("rank", "a rank adds", better, now),
            difference("difference", "a rank beats a die by", better, die),
        )
        return Answer(measures=measures, says=self._cancelled(bonus, penalty, their_bonus, their_penalty))

    def _die_or_rank(self) -> Question:
        ranks = self.ranks()
        captions = {"die": "Points that a bonus die adds", "rank": "Points that a rank more adds"}
        return Question(
            id="die-or-rank",
            number=4,
            title="A bonus die, or the better ability?",
            ask="Against someone: what does one die more do, and what one rank?",
            parameters=(
                self.rank_asked(ranks=ranks[:-1]),
                self.against_asked(),
                *self.dice_asked(),
                *self.dice_asked("their"),
                choice("role", "your part", ("instigator", "resister"), help="a tie goes to the resister"),
            ),
            tables=tuple(
                Table(
                    f"die-or-rank-{key}",
                    caption,
                    ("rank", ranks[:-1]),
                    ("against", ranks),
                    "points",
                    key,
                    corner=OPPOSED,
                )
                for key, caption in captions.items()
            ),
            assumes=(FAIR, AsPrinted(BEGINS)),
            respond=self.answer_die_or_rank,
            remember=self._remember_die_or_rank,
        )

    def _remember_die_or_rank(self) -> str:
        ranks = self.ranks()
        pairs = [(rank, against) for rank in ranks[:-1] for against in ranks]
        better = sum(
            self.resisted(rank + 1, against).chances[0] > self.resisted(rank, against, 1).chances[0]
            for rank, against in pairs
        )
        return f"A rank more beats a bonus die in {better} of {len(pairs)} pairings."

    @procedure("TSOY-Q-RESISTED", title="A resisted check and the harm it would do", source="computed")
    def answer_resisted(
        self,
        rank: int,
        against: int,
        bonus: int,
        penalty: int,
        their_bonus: int,
        their_penalty: int,
        weapon: int,
        armour: int,
        their_weapon: int,
        their_armour: int,
    ) -> Answer:
        """The odds of the roll; as a perpendicular volley, the harm to be expected on either side."""
        mine, theirs = (bonus, penalty), (their_bonus, their_penalty)
        odds = self.resisted(rank, against, *mine, *theirs)
        dealt = self.harm(rank, against, *mine, *theirs, weapon=weapon, armour=their_armour)
        taken = self.harm(against, rank, *theirs, *mine, weapon=their_weapon, armour=armour)
        measures = (
            Measure("holds", "if they begin, you hold", _prevails(odds, "resister")),
            Measure("dealt", "harm to them on average", dealt.mean(), "number"),
            Measure("taken", "harm to you on average", taken.mean(), "number"),
        )
        return of_odds(odds, measures, self._cancelled(*mine, *theirs))

    def _resisted(self) -> Question:
        ranks, against = ("rank", self.ranks()), ("against", self.ranks())
        return Question(
            id="resisted",
            number=8,
            title="Do I win against them, and what harm would it do?",
            ask="We roll against each other: who wins, and by how much?",
            parameters=(
                self.rank_asked(),
                self.against_asked(),
                *self.dice_asked(),
                *self.dice_asked("their"),
                self.gear_asked("weapon", "your weapon"),
                self.gear_asked("armour", "your armour"),
                self.gear_asked("their_weapon", "their weapon"),
                self.gear_asked("their_armour", "their armour"),
            ),
            tables=(
                Table("resisted", "You against them, one roll", ranks, against, corner=OPPOSED),
                Table(
                    "resisted-harm",
                    "Harm that you deal in such a volley, on average",
                    ranks,
                    against,
                    "number",
                    "dealt",
                    corner=OPPOSED,
                ),
            ),
            assumes=(FAIR, BEGINS, "In the volley both are in each other's way."),
            respond=self.answer_resisted,
            remember=self._remember_resisted,
        )

    def _remember_resisted(self) -> str:
        middle = self.middle()
        win, tie, _ = self.resisted(middle, middle).chances
        return (
            f"{self.versus(middle, middle)}: whoever begins wins {percent(win)}; "
            f"the {percent(tie)} of ties go to the one who resists."
        )

    @procedure("TSOY-Q-NOVICE", title="A novice against a master", source="computed")
    def answer_novice(self, rank: int, against: int, bonus: int, their_bonus: int) -> Answer:
        """The odds of one roll, and how many bonus dice would make it even."""
        odds = self.resisted(rank, against, bonus, against_bonus=their_bonus)
        needed, win = self.dice_for_even(rank, against, their_bonus), odds.chances[0]
        measures = []
        if win:
            measures.append(Measure("rolls", "rolls until one is won, on average", 1 / win, "number"))
        if needed is not None:
            measures.append(Measure("needed", "bonus dice for an even chance", Fraction(needed), "number"))
        says = ("No number of bonus dice makes this even.",) if needed is None else ()
        return of_odds(odds, measures, says)

    @procedure(title="Bonus dice for an even chance")
    def dice_for_even(self, rank: int, against: int, their_bonus: int = 0) -> int | None:
        """The fewest bonus dice that win a resisted check half the time or more; None where none do.

        >>> from generator.rules import load
        >>> load("tsoy").dice_for_even(2, 3), load("tsoy").dice_for_even(0, 4)
        (3, None)
        """
        theirs = self.check(against, their_bonus)
        at_best = Distribution.constant(self.span(rank)[1])  # what more and more bonus dice come close to
        if 2 * self.compare(at_best, theirs).win <= theirs.total:
            return None
        dice = 0
        while 2 * self.resisted(rank, against, dice, against_bonus=their_bonus).chances[0] < 1:
            dice += 1
        return dice

    def _novice(self) -> Question:
        lowest, *others = self.ranks()
        return Question(
            id="novice",
            number=9,
            title="Can the novice beat the master?",
            ask="Against someone far better: how many bonus dice give me hope?",
            parameters=(
                self.rank_asked(default=lowest),
                self.against_asked(others[-1]),
                self.dice_asked()[0],
                self.dice_asked("their")[0],
            ),
            tables=(
                Table(
                    "novice",
                    f"{self.rank_name(lowest)} with bonus dice, one roll",
                    ("bonus", SHOWN),
                    ("against", tuple(others)),
                    fixed={"rank": lowest},
                    corner=("dice", "they"),
                ),
            ),
            assumes=(FAIR, BEGINS),
            respond=self.answer_novice,
            remember=self._remember_novice,
        )

    def _remember_novice(self) -> str:
        lowest, *_, highest = self.ranks()
        win, pair = self.resisted(lowest, highest).chances[0], self.versus(lowest, highest)
        return f"{pair} wins one roll in {nearest_whole(1 / win)}." if win else f"{pair} cannot win."

    def _cancelled(self, bonus: int, penalty: int, their_bonus: int, their_penalty: int) -> tuple[str, ...]:
        return self.cancelled(bonus, penalty) + self.cancelled(their_bonus, their_penalty, "Their")

    def against_questions(self) -> tuple[Question, ...]:
        """Questions 4, 8 and 9."""
        return self._die_or_rank(), self._resisted(), self._novice()


def _prevails(odds: Odds, role: str) -> Fraction:
    win, tie, _ = odds.chances
    return win if role == "instigator" else win + tie
