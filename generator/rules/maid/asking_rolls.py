"""Maid: the questions about a roll at a target: the chance, one more point, a fair target."""

from __future__ import annotations

from fractions import Fraction

from generator.rules.maid.asking import ANY_ATTRIBUTE, ROWS, SOURCE, TARGETS, Asking, counted, tried
from generator.rules.questions import Answer, AsPrinted, Measure, Question, Table, choice, number, percent
from generator.rules.registry import procedure

FAIR = 50
"""A target is fair when it is reached with so many percent, unless another number is asked for."""


class RollQuestions(Asking):
    """Questions 1, 2 and 12."""

    def target_question(self) -> Question:
        """Question 1: a table for each reading of the target."""
        return Question(
            "target",
            1,
            "A target",
            "What is my chance at this target?",
            (
                self.attribute_asked("attribute", "your attribute", field=ANY_ATTRIBUTE),
                self.target_asked(),
                self.penalty_asked(),
                self.boost_asked(),
            ),
            tuple(
                Table(
                    row.key,
                    f"Your chance in percent, if {self.when(row)}",
                    ("attribute", self.scores),
                    ("target", TARGETS),
                    show="chance",
                    key=row.key,
                    corner=("you", "target"),
                )
                for row in self.chart("MAID-TN")
            ),
            (self.reading(), AsPrinted("Whole uniform, no boost.")),
            self.target_answer,
            self._target_remember,
        )

    @procedure("MAID-Q-TARGET", title="My chance at a target", source=SOURCE)
    def target_answer(self, attribute: int, target: int, penalty: int, boost: str) -> Answer:
        """The chance by the reading in force as shares, and by every reading as a measure.

        >>> from generator.rules import load
        >>> answer = load("maid").question("target").answer(attribute=2, target=6)
        >>> str(answer.chance("succeed")), str(answer.value("meets"))
        ('1/2', '2/3')
        """
        used, die = self.boosted(attribute, boost)
        chances = {
            row.key: (row, self.chance(used, target, penalty, die, row.key)) for row in self.chart("MAID-TN")
        }
        row, chance = chances[str(self.option("tn"))]
        says = [f"taken here: {self.when(row)}"]
        says += [
            f"if {self.when(other, 'it ')}, you succeed in {percent(differs)} of rolls"
            for other, differs in chances.values()
            if differs != chance
        ]
        measures = [Measure(key, self.when(row), value) for key, (row, value) in chances.items()]
        return Answer(tried(chance), tuple(measures), says=tuple(says))

    def _target_remember(self) -> str:
        easy, hard = (self.chart("MAID-DIFF").row(key).number("high") for key in ("simple", "hard"))
        chances = [percent(self.chance(self.usual, target)) for target in (easy, hard)]
        return f"With {self.usual} you succeed at {easy} in {chances[0]} of rolls, at {hard} in {chances[1]}."

    def point_question(self) -> Question:
        """Question 2: a point of the attribute, and beside it the boost of the die."""
        least = self.number("MAID-ATT-LEAST")
        lower = tuple(range(least, least + ROWS))
        return Question(
            "point",
            2,
            "One more point",
            "What is one more point worth?",
            (
                self.attribute_asked("attribute", "your attribute", field=ANY_ATTRIBUTE),
                self.target_asked(),
                self.penalty_asked(),
            ),
            tuple(
                Table(
                    key,
                    caption,
                    ("attribute", rows),
                    ("target", TARGETS),
                    show="points",
                    key=key,
                    corner=("you", "target"),
                )
                for key, rows, caption in (
                    ("point", lower, "Percent points that one more point of the attribute adds"),
                    ("die", self.scores[:5], "Percent points that a boost of the die adds"),
                )
            ),
            (self.reading(), AsPrinted("The uniform is whole.")),
            self.point_answer,
            self._point_remember,
        )

    @procedure("MAID-Q-POINT", title="What one more point is worth", source=SOURCE)
    def point_answer(self, attribute: int, target: int, penalty: int) -> Answer:
        """The chance with one point more of the attribute as shares; what it adds, and a boost of the die."""
        now = self.chance(attribute, target, penalty)
        then = self.chance(attribute + 1, target, penalty)
        die = self.boost_at(attribute, target, penalty).die
        measures = (
            Measure("now", "you succeed now", now),
            Measure("point", "one more point of the attribute adds", then - now, "points"),
            Measure("die", "a boost of the die adds", die - now, "points"),
        )
        if then == die:
            return Answer(tried(then), measures, says=("a boost of the die adds the same",))
        less, more = ("the die", "the attribute") if then > die else ("the attribute", "the die")
        return Answer(tried(then), measures, says=(f"{more} is worth more here than {less}",))

    def _point_remember(self) -> str:
        target = self.chart("MAID-DIFF").row("hard").number("high")
        now, then = (percent(self.chance(attribute, target)) for attribute in (self.usual, self.usual + 1))
        return (
            f"From {self.usual} to {self.usual + 1}, the chance at a target of {target} "
            f"goes from {now} to {then}."
        )

    def fair_question(self) -> Question:
        """Question 12: a list for each reading of the target."""
        rows = self.chart("MAID-TN")
        readings = sorted((row.key for row in rows), key=lambda key: key != self.option("tn"))
        return Question(
            "fair",
            12,
            "A fair target",
            "What is a fair target for each attribute, and what is impossible?",
            (
                self.attribute_asked("attribute", "attribute", field=ANY_ATTRIBUTE),
                self.penalty_asked(label="off the die"),
                number("chance", "chance in percent", 1, 99, FAIR, help="how often a fair target is reached"),
                choice("reading", "reading", readings, help="how the target number is read"),
            ),
            tuple(
                Table(
                    reading,
                    f"The highest target, if {self.when(rows.row(reading))}",
                    ("attribute", self.scores),
                    show="number",
                    keys=("sure", "fair", "hardest"),
                    fixed={"reading": reading},
                    corner=("attribute", ""),
                )
                for reading in readings
            ),
            (
                AsPrinted(f"Fair: in {FAIR}% of rolls or more."),
                AsPrinted("Whole uniform, no boost."),
                "0 stands for none.",
            ),
            self.fair_answer,
            self._fair_remember,
        )

    @procedure("MAID-Q-FAIR", title="A fair target", source=SOURCE)
    def fair_answer(self, attribute: int, penalty: int, chance: int, reading: str) -> Answer:
        """The highest targets that are sure, fair and possible at all; 0 stands for none.

        The shares are the chance at the fair target.

        >>> from generator.rules import load
        >>> answer = load("maid").question("fair").answer(attribute=2)
        >>> [int(answer.value(key)) for key in ("sure", "fair", "hardest", "impossible")]
        [1, 7, 11, 12]
        """
        # Any chance at all is at least that of one way of all.
        least = Fraction(1, self.result(attribute, penalty).total)
        sure, fair, hardest = (
            self.hardest_target(attribute, wanted, penalty, reading=reading) or 0
            for wanted in (Fraction(1), Fraction(chance, 100), least)
        )
        measures = (
            counted("sure", "that cannot fail", sure),
            counted("fair", "that is fair", fair),
            counted("hardest", "that is possible", hardest),
            counted("impossible", "impossible from", hardest + 1),
        )
        says: tuple[str, ...] = ()
        if not hardest:
            says = ("no target can be reached",)
        elif not fair:
            says = (f"no target is reached in {chance}% of rolls",)
        reached = self.chance(attribute, fair, penalty, reading=reading) if fair else Fraction(0)
        return Answer(tried(reached), measures, says=says)

    def _fair_remember(self) -> str:
        fair = [
            f"{self.fair_question().answer(attribute=score).value('fair')} for {score}"
            for score in self.scores[:4]
        ]
        return f"A fair target is {', '.join(fair[:-1])} and {fair[-1]}."
