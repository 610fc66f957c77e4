"""The Shadow of Yesterday: what players ask of a check that nobody resists (questions 1, 2, 3 and 5)."""

from __future__ import annotations

from fractions import Fraction

from generator.rules.questions import Answer, Measure, Question, Setting, Table, difference, percent
from generator.rules.registry import procedure
from generator.rules.tsoy.asking import RANK, Asking, points

SHOWN = (0, 1, 2, 3)
"""How many penalty dice the tables show."""


class Alone(Asking):
    """The check itself, and what one die more changes about it."""

    @procedure("TSOY-Q-CHECK", title="What a check comes to", source="computed")
    def answer_check(self, rank: int, bonus: int, penalty: int, gear: int, difficulty: int) -> Answer:
        """Every success level with its chance, the chance of the one that is wanted, and the mean."""
        levels = self.check(rank, bonus, penalty, gear)
        measures = (
            Measure("success", "success", self.reaching(levels, difficulty)),
            Measure("mean", "success level on average", levels.mean(), "number"),
        )
        return self.levels_answer(levels, measures, self.cancelled(bonus, penalty))

    def _check(self) -> Question:
        return Question(
            id="check",
            number=1,
            title="What will my check come to?",
            ask="How likely is success level 1, 2, 3 and so on?",
            parameters=(
                self.rank_asked(),
                *self.dice_asked(),
                self.gear_asked("gear", "gear that helps"),
                self.difficulty_asked(),
            ),
            tables=(
                self._levels_table("check", "No bonus and no penalty dice"),
                self._levels_table("check-bonus", "With one bonus die", bonus=1),
                self._levels_table("check-penalty", "With one penalty die", penalty=1),
            ),
            assumes=(self.fair(), "Gear adds its rating only where the check succeeds."),
            respond=self.answer_check,
            remember=self._remember_check,
        )

    def _levels_table(self, name: str, caption: str, **dice: Setting) -> Table:
        return Table(name, caption, ("rank", self.ranks()), show="levels", fixed=dice, corner=RANK)

    def _remember_check(self) -> str:
        low, middle = self.ranks()[0], self.middle()
        return (
            f"{self.rank_name(low)} succeeds {percent(self.success(low))} of the time, "
            f"{self.rank_name(middle)} {percent(self.success(middle))}."
        )

    @procedure("TSOY-Q-BONUS-DIE", title="What a bonus die is worth", source="computed")
    def answer_bonus_die(self, rank: int, bonus: int, penalty: int, difficulty: int) -> Answer:
        """The chance to succeed with these dice and with one bonus die more."""
        before, after = (self.success(rank, bonus + more, penalty, difficulty) for more in (0, 1))
        return self._compared(before, after, "worth", "the die adds", self.cancelled(bonus, penalty))

    def _bonus_die(self) -> Question:
        ranks, difficulty = ("rank", self.ranks()), self.difficulty_asked()
        return Question(
            id="bonus-die",
            number=2,
            title="What is a bonus die worth?",
            ask="Shall I pay a point, or ask for a gift die?",
            parameters=(self.rank_asked(), *self.dice_asked(), difficulty),
            tables=(
                Table(
                    "bonus-die",
                    "Success without and with one bonus die",
                    ranks,
                    show="chance",
                    keys=("before", "after", "worth"),
                    corner=RANK,
                ),
                Table(
                    "bonus-die-levels",
                    "Points that the die adds, by the success level you want",
                    ranks,
                    ("difficulty", self.named_levels()),
                    "points",
                    "worth",
                    corner=("rank", "level"),
                ),
            ),
            assumes=(self.fair(), self.usual_difficulty()),
            respond=self.answer_bonus_die,
            remember=self._remember_bonus_die,
        )

    def _remember_bonus_die(self) -> str:
        worth = {rank: self.success(rank, 1) - self.success(rank) for rank in self.ranks()}
        most, least = max(worth, key=worth.__getitem__), min(worth, key=worth.__getitem__)
        little = f"least, by {points(worth[least])}" if worth[least] else "not at all"
        return (
            f"A bonus die helps {self.rank_name(most)} most, by {points(worth[most])}, "
            f"and {self.rank_name(least)} {little}."
        )

    @procedure("TSOY-Q-SECOND-DIE", title="What the second and third bonus die are worth", source="computed")
    def answer_second_die(self, rank: int, penalty: int, difficulty: int) -> Answer:
        """What each of the first three bonus dice adds to the chance to succeed."""
        chances = [self.success(rank, bonus, penalty, difficulty) for bonus in range(4)]
        added = tuple(
            difference(key, f"{key} die", after, before)
            for key, before, after in zip(("first", "second", "third"), chances, chances[1:], strict=False)
        )
        return Answer(measures=(Measure("before", "without", chances[0]), *added))

    def _second_die(self) -> Question:
        difficulty = self.difficulty_asked()
        usual, *_, highest = (int(level) for level in (difficulty.default, *difficulty.values))
        wanted = {"second-die": usual, "second-die-high": min(usual + 2, highest)}
        return Question(
            id="second-die",
            number=3,
            title="What are the second and the third die worth?",
            ask="One bonus die is sure: are more worth asking for?",
            parameters=(self.rank_asked(), self.dice_asked()[1], difficulty),
            tables=tuple(
                Table(
                    name,
                    f"Points that each bonus die adds where you want success level {level}",
                    ("rank", self.ranks()),
                    show="points",
                    keys=("before", "first", "second", "third"),
                    fixed={"difficulty": level},
                    corner=RANK,
                )
                for name, level in wanted.items()
            ),
            assumes=(self.fair(),),
            respond=self.answer_second_die,
            remember=self._remember_second_die,
        )

    def _remember_second_die(self) -> str:
        low = self.ranks()[0]
        chances = [self.success(low, bonus) for bonus in range(4)]
        first, second, third = (
            points(after - before) for before, after in zip(chances, chances[1:], strict=False)
        )
        return (
            f"For {self.rank_name(low)} the first die adds {first}, the second {second}, the third {third}."
        )

    @procedure("TSOY-Q-PENALTY-DIE", title="What a penalty die costs", source="computed")
    def answer_penalty_die(self, rank: int, bonus: int, penalty: int, difficulty: int) -> Answer:
        """The chance to succeed with these dice and with one penalty die more."""
        before, after = (self.success(rank, bonus, penalty + more, difficulty) for more in (0, 1))
        return self._compared(before, after, "cost", "the die takes", self.cancelled(bonus, penalty))

    def _penalty_die(self) -> Question:
        ranks = ("rank", self.ranks())
        return Question(
            id="penalty-die",
            number=5,
            title="What does a penalty die cost?",
            ask="How much does a bruise or a bad place hurt my chance?",
            parameters=(self.rank_asked(), *self.dice_asked(), self.difficulty_asked()),
            tables=(
                Table(
                    "penalty-die",
                    "Success without and with one penalty die",
                    ranks,
                    show="chance",
                    keys=("before", "after", "cost"),
                    corner=RANK,
                ),
                Table(
                    "penalty-dice",
                    "Success with more penalty dice",
                    ranks,
                    ("penalty", SHOWN),
                    "chance",
                    "before",
                    corner=("rank", "dice"),
                ),
            ),
            assumes=(self.fair(), self.usual_difficulty()),
            respond=self.answer_penalty_die,
            remember=self._remember_penalty_die,
        )

    def _remember_penalty_die(self) -> str:
        costs = {rank: self.success(rank) - self.success(rank, 0, 1) for rank in self.ranks()}
        worst = max(costs, key=costs.__getitem__)
        return f"A penalty die hurts {self.rank_name(worst)} most: it takes {points(costs[worst])}."

    def _compared(
        self, before: Fraction, after: Fraction, key: str, label: str, says: tuple[str, ...]
    ) -> Answer:
        measures = (
            Measure("before", "without", before),
            Measure("after", "with", after),
            difference(key, label, after, before),
        )
        return Answer(measures=measures, says=says)

    def alone_questions(self) -> tuple[Question, ...]:
        """Questions 1, 2, 3 and 5."""
        return self._check(), self._bonus_die(), self._second_die(), self._penalty_die()
