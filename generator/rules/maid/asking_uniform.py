"""Maid: the questions about the uniform: what each lost part costs, and the headdress."""

from __future__ import annotations

from generator.rules.chart import Cell
from generator.rules.maid.asking import (
    ROWS,
    SIDES,
    SOURCE,
    TABLE_RULE,
    TARGETS,
    Asking,
    counted,
    found,
    win,
)
from generator.rules.questions import Answer, Question, Table, choice, of_odds, percent
from generator.rules.registry import procedure


class UniformQuestions(Asking):
    """Questions 5 and 6: the uniform."""

    def uniform_question(self) -> Question:
        """Question 5: each part, and one more part by what is gone already."""
        usual, parts, rows = self.usual, self.parts(), self.chart("MAID-UNI")
        target = self.target_asked()
        first = next((row for row in rows if row["penalty"] == 1), rows.rows[0])
        worst = self.penalty(*parts)
        return Question(
            "uniform",
            5,
            "A piece of uniform",
            "What does each lost piece of the uniform cost?",
            (
                choice("part", "part", parts, help="the part that is lost"),
                *self.sides_asked(),
                target,
                self.penalty_asked(label="off your die already"),
            ),
            (
                Table(
                    "parts",
                    f"With {usual}, at a target of {target.default} and against {usual}: "
                    "percent points, and Stress",
                    ("part", parts),
                    show="points",
                    keys=("off", "target", "contest", "stress"),
                ),
                Table(
                    "next",
                    f"Percent points that {first['penalty']} more off the die costs against {usual}",
                    ("penalty", tuple(range(min(max(1, worst - 1), ROWS)))),
                    ("attribute", self.scores),
                    show="points",
                    key="contest",
                    fixed={"part": first.key},
                    corner=("now off", "you"),
                ),
            ),
            (self.reading(), TABLE_RULE, "Their uniform is whole."),
            self.uniform_answer,
            self._uniform_remember,
        )

    @procedure("MAID-Q-UNIFORM", title="The price of a lost piece of uniform", source=SOURCE)
    def uniform_answer(self, part: str, attribute: int, against: int, target: int, penalty: int) -> Answer:
        """Win, tie and lose without the part, and what its loss changes."""
        contest, measures = self.price(self.penalty(part), attribute, target, against, penalty)
        terms = self.row("MAID-UNI-1")
        says = [f"it counts when {self.counts_when(part)}"]
        if len(pieces := _names(terms["one-piece"])) > 1 and part in pieces:
            names = self.named("one-piece")
            says.append(f"{names} of a one-piece dress count once together")
        if part in _names(terms["may be left off"]):
            says.append("it costs nothing if none are worn anyway")
        return of_odds(contest.odds, measures, says)

    def _uniform_remember(self) -> str:
        before, after = (self.opposed(self.usual, self.usual, penalty) for penalty in (0, 1))
        worst = self.penalty(*self.parts())
        hopeless = [off for off in range(worst + 1) if self.result(self.most, off).highest <= 0]
        sentence = f"Even contests fall from {percent(win(before))} to {percent(win(after))} with 1 off"
        return f"{sentence}, to nothing with {hopeless[0]}." if hopeless else f"{sentence}."

    def headdress_question(self) -> Question:
        """Question 6: at a target, and in a contest."""
        return Question(
            "headdress",
            6,
            "The headdress",
            "What does it matter if I lose the headdress?",
            (
                choice("state", "headdress", ("removed", "spoilt"), help="spoilt: still worn"),
                *self.sides_asked(),
                self.target_asked(),
                self.penalty_asked(label="off your die already"),
            ),
            (
                Table(
                    "targets",
                    "Percent points that its loss costs at a target",
                    ("attribute", self.scores),
                    ("target", TARGETS),
                    show="points",
                    key="target",
                    corner=("you", "target"),
                ),
                Table(
                    "contests",
                    "Percent points that its loss costs in a contest",
                    ("attribute", self.scores),
                    ("against", self.scores),
                    show="points",
                    key="contest",
                    corner=SIDES,
                ),
            ),
            (self.reading(), TABLE_RULE, "All else is whole, theirs and yours."),
            self.headdress_answer,
            self._headdress_remember,
        )

    @procedure("MAID-Q-HEADDRESS", title="What the headdress is worth", source=SOURCE)
    def headdress_answer(self, state: str, attribute: int, against: int, target: int, penalty: int) -> Answer:
        """Win, tie and lose without it, what that changes, and the attribute that would make up for it."""
        off = self.penalty("headdress", headdress_on=state == "spoilt")
        contest, measures = self.price(off, attribute, target, against, penalty)
        before = win(self.opposed(attribute, against, penalty))
        enough = (
            needed
            for needed in range(attribute, 2 * self.most + 1)
            if win(self.opposed(needed, against, penalty + off)) >= before
        )
        says = [] if off else ["a spoilt headdress that is still worn costs nothing here"]
        if (needed := next(enough, None)) is None:
            says.append("no attribute makes up for it")
        else:
            measures += (counted("needs", "the attribute that makes up for it", needed),)
        return of_odds(contest.odds, measures, says)

    def _headdress_remember(self) -> str:
        answer = self.headdress_question().answer()
        before = percent(win(self.opposed(self.usual, self.usual)))
        after = percent(answer.chance("win"))
        return f"Without the headdress an even contest falls from {before} to {after}" + (
            f"; it takes an attribute of {needs} to do as well as {self.usual} did with it."
            if (needs := found(answer, "needs")) is not None
            else "."
        )


def _names(cell: Cell) -> tuple[str, ...]:
    assert isinstance(cell, tuple)
    return tuple(map(str, cell))
