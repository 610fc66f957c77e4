"""The Shadow of Yesterday: what players ask of a resisted check (questions 4, 8 and 9)."""

from __future__ import annotations

from fractions import Fraction

from generator.dice.distribution import Distribution
from generator.dice.rounding import nearest_whole
from generator.rules.questions import (
    Answer,
    Measure,
    Question,
    Table,
    choice,
    difference,
    of_odds,
    percent,
)
from generator.rules.registry import procedure
from generator.rules.tsoy.asking import MOST_BONUS, OPPOSED, Asking

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
        theirs = against, their_bonus, their_penalty
        now, die, better = (self._prevails((own, dice, penalty), theirs, role) for own, dice in tries)
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
            assumes=(self.fair(), self.begins()),
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
            Measure(
                "holds",
                "if they begin, you hold",
                self._prevails((rank, *mine), (against, *theirs), "resister"),
            ),
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
            assumes=(self.fair(), str(self.begins()), "In the volley both are in each other's way."),
            respond=self.answer_resisted,
            remember=self._remember_resisted,
        )

    def _remember_resisted(self) -> str:
        middle = self.middle()
        win, tie, _ = self.resisted(middle, middle).chances
        begun = f"{self.versus(middle, middle)}: whoever begins wins {percent(win)}"
        if self.rewritten("TSOY-RES-1"):
            return f"{begun}."
        return f"{begun}; the {percent(tie)} of ties go to the one who resists."

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
        says = () if needed is not None else (self._never_even(rank, against, their_bonus),)
        return of_odds(odds, measures, says)

    @procedure(title="Bonus dice for an even chance")
    def dice_for_even(self, rank: int, against: int, their_bonus: int = 0) -> int | None:
        """The fewest bonus dice that win a resisted check half the time or more; None where none do, or more
        than a table has.

        >>> from generator.rules import load
        >>> load("tsoy").dice_for_even(2, 3), load("tsoy").dice_for_even(0, 4)
        (3, None)
        """
        theirs = self.check(against, their_bonus)
        at_best = Distribution.constant(self.span(rank)[1])  # what more and more bonus dice come close to
        if 2 * self.compare(at_best, theirs).win <= theirs.total:
            return None
        for dice in range(MOST_BONUS + 1):
            if 2 * self.resisted(rank, against, dice, against_bonus=their_bonus).chances[0] >= 1:
                return dice
        return None

    def _never_even(self, rank: int, against: int, their_bonus: int) -> str:
        at_best = Distribution.constant(self.span(rank)[1])
        theirs = self.check(against, their_bonus)
        if 2 * self.compare(at_best, theirs).win > theirs.total:
            return f"{MOST_BONUS} bonus dice, as many as a table has, do not make this even."
        return "No number of bonus dice makes this even."

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
            assumes=(self.fair(), str(self.begins())),
            respond=self.answer_novice,
            remember=self._remember_novice,
        )

    def _remember_novice(self) -> str:
        lowest, *_, highest = self.ranks()
        win, pair = self.resisted(lowest, highest).chances[0], self.versus(lowest, highest)
        return f"{pair} wins one roll in {nearest_whole(1 / win)}." if win else f"{pair} cannot win."

    def _prevails(self, own: tuple[int, int, int], other: tuple[int, int, int], role: str) -> Fraction:
        """The chance to have one's way: as instigator to win, else that the other one does not."""
        mine, theirs = self.check(*own), self.check(*other)
        if role == "instigator":
            return self.compare(mine, theirs).chances[0]
        return 1 - self.compare(theirs, mine).chances[0]

    def _cancelled(self, bonus: int, penalty: int, their_bonus: int, their_penalty: int) -> tuple[str, ...]:
        return self.cancelled(bonus, penalty) + self.cancelled(their_bonus, their_penalty, "Their")

    def against_questions(self) -> tuple[Question, ...]:
        """Questions 4, 8 and 9."""
        return self._die_or_rank(), self._resisted(), self._novice()
