"""The Shadow of Yesterday: what players ask of abilities and characters together (questions 6 and 7)."""

from __future__ import annotations

from fractions import Fraction

from generator.dice.distribution import Distribution
from generator.rules.questions import (
    Answer,
    Measure,
    Question,
    Setting,
    Table,
    choice,
    difference,
    number,
    percent,
)
from generator.rules.registry import procedure
from generator.rules.tsoy.asking import MOST_PENALTY, Asking
from generator.rules.tsoy.checks import Attempt

NOBODY = "none"
"""The rank of a member whom the group does not have."""


class Together(Asking):
    """Rolls that build on each other, compared with one roll alone."""

    @procedure("TSOY-Q-TOGETHER", title="Two abilities together", source="computed")
    def answer_together(self, first: int, rank: int, failure: str, bonus: int, difficulty: int) -> Answer:
        """The main ability's success level with another one rolled first, and what that adds."""
        levels = self.together(Attempt(first, bonus), rank, failure)
        return self._helped(levels, self.success(rank, difficulty=difficulty), difficulty)

    def _together(self) -> Question:
        failures = tuple(row.key for row in self.chart("TSOY-TOG-1"))
        harmless = failures[0]
        return Question(
            id="together",
            number=6,
            title="Does another ability help this one?",
            ask="Shall I roll one ability first to prepare the other?",
            parameters=(
                self.rank_asked("first", "rank of the ability rolled first"),
                self.rank_asked("rank", "rank of the main ability"),
                choice(
                    "failure",
                    "what it means if the first fails",
                    failures,
                    help="agreed beforehand",
                ),
                self.dice_asked()[0]._replace(label="bonus dice on the first roll"),
                self.difficulty_asked(),
            ),
            tables=(
                Table(
                    "together",
                    f"Points that it adds where failing is {harmless}",
                    ("first", self.ranks()),
                    ("rank", self.ranks()),
                    "points",
                    "worth",
                    fixed={"failure": harmless},
                    corner=("first", "main"),
                ),
                Table(
                    "together-failure",
                    f"Points that it adds to {self.rank_name(self.middle())}, by what failing means",
                    ("first", self.ranks()),
                    ("failure", failures),
                    "points",
                    "worth",
                    corner=("first", "failing"),
                ),
            ),
            assumes=(
                "The first one's success level becomes bonus dice for the main one.",
                self.usual_difficulty(),
            ),
            respond=self.answer_together,
            remember=self._remember_together,
        )

    def _remember_together(self) -> str:
        middle = self.middle()
        alone, helped = self.success(middle), self.reaching(self.together(middle, middle))
        name = self.rank_name(middle)
        return f"{name} helped by another ability at {name}: {percent(helped)} instead of {percent(alone)}."

    @procedure("TSOY-Q-GROUP", title="A group with one ability", source="computed")
    def answer_group(
        self, first: int, second: Setting, third: Setting, fourth: Setting, guide: int, difficulty: int
    ) -> Answer:
        """The group's success level, and what it adds to the chance of its best member alone."""
        members = tuple(rank for rank in (first, second, third, fourth) if isinstance(rank, int))
        alone = self.success(max(members), 0, guide, difficulty)
        return self._helped(self.group(members, guide), alone, difficulty)

    def _group(self) -> Question:
        ranks, middle = self.ranks(), self.middle()
        maybe: tuple[Setting, ...] = (NOBODY, *ranks)
        more: dict[str, Setting] = {"second": ranks[1], "third": NOBODY, "fourth": NOBODY}
        return Question(
            id="group",
            number=7,
            title="As a group, or the best one alone?",
            ask="Does a weak helper help?",
            parameters=(
                self.rank_asked("first", "rank of the first member"),
                *(
                    self.rank_asked(name, f"rank of the {name} member", maybe, default)
                    for name, default in more.items()
                ),
                number("guide", "the Story Guide's penalty dice", 0, MOST_PENALTY, 0, help="on every roll"),
                self.difficulty_asked(),
            ),
            tables=(
                Table(
                    "group-pair",
                    "Points that a pair adds to the better one's chance alone",
                    ("first", ranks),
                    ("second", ranks),
                    "points",
                    "worth",
                    corner=("one", "other"),
                ),
                Table(
                    "group-third",
                    f"{self.rank_name(middle)}, {self.rank_name(ranks[1])} and a third one",
                    ("third", maybe),
                    show="chance",
                    keys=("alone", "success", "worth"),
                    fixed={"first": middle, "second": ranks[1]},
                    corner=("third", ""),
                ),
            ),
            assumes=(
                "The best rolls first, the weakest last, and that roll counts.",
                f"Success levels are bonus dice for the next, {self._failing()}.",
                self.usual_difficulty(),
            ),
            respond=self.answer_group,
            remember=self._remember_group,
        )

    def _failing(self) -> str:
        """What a failure within a group means, in words."""
        failure = self.row("TSOY-TOG-1.penalty")
        if failure.text("next") == "no":
            return "a failure ends it"
        dice = failure.number("penalty")
        return f"a failure {'a penalty die' if dice == 1 else f'{dice} penalty dice'}"

    def _remember_group(self) -> str:
        low, middle = self.ranks()[0], self.middle()
        alone, group = self.success(middle), self.reaching(self.group((middle, low)))
        verb = "holds back" if group < alone else "helps"
        if group == alone:
            verb = "changes nothing for"
        return (
            f"{self.rank_name(low)} {verb} {self.rank_name(middle)}: "
            f"{percent(group)} as a group, {percent(alone)} alone."
        )

    def _helped(self, levels: Distribution, alone: Fraction, difficulty: int) -> Answer:
        success = self.reaching(levels, difficulty)
        measures = (
            Measure("success", "together", success),
            Measure("alone", "alone", alone),
            difference("worth", "together adds", success, alone),
        )
        return self.levels_answer(levels, measures)

    def together_questions(self) -> tuple[Question, ...]:
        """Questions 6 and 7."""
        return self._together(), self._group()
