"""Maid: the questions about one contest: who wins, the Stress, which attribute, who helps."""

from __future__ import annotations

from generator.dice.contests import Odds
from generator.rules.maid.asking import (
    ANY_ATTRIBUTE,
    NO_BOOST,
    SIDES,
    SOURCE,
    TIES,
    Asking,
    about,
    counted,
    win,
)
from generator.rules.maid.contests import Contest, Member
from generator.rules.questions import (
    Answer,
    AsPrinted,
    Measure,
    Question,
    Table,
    choice,
    number,
    of_distribution,
    of_odds,
    percent,
)
from generator.rules.registry import procedure

MOST_HELPERS = 40
WHOLE = AsPrinted("Whole uniforms, no boost.")
AVERAGE = "Averages over all contests, won ones too."


class ContestQuestions(Asking):
    """Questions 3, 4, 8 and 10."""

    def contest_question(self) -> Question:
        """Question 3: the contest, and what a boost adds."""
        matrix = (("attribute", self.scores), ("against", self.scores))
        return Question(
            "contest",
            3,
            "A contest",
            "Who wins this contest?",
            (
                *self.sides_asked(),
                *self.penalties_asked(),
                self.boost_asked(),
                self.boost_asked("against_boost", "their boost"),
            ),
            (
                Table(
                    "contest",
                    "In percent. Large: you win. Small: tie · they win",
                    *matrix,
                    corner=SIDES,
                ),
                Table(
                    "boost",
                    "Percent points that your better boost adds to a win",
                    *matrix,
                    show="points",
                    key="best",
                    corner=SIDES,
                ),
            ),
            (TIES, WHOLE),
            self.contest_answer,
            self._contest_remember,
        )

    @procedure("MAID-Q-CONTEST", title="Win, tie or lose a contest", source=SOURCE)
    def contest_answer(
        self,
        attribute: int,
        against: int,
        penalty: int,
        against_penalty: int,
        boost: str,
        against_boost: str,
    ) -> Answer:
        """Win, tie and lose; and what each boost of yours adds to a roll without one."""
        theirs = self.boosted(against, against_boost)

        def odds(mine: str) -> Odds:
            used, die = self.boosted(attribute, mine)
            return self.opposed(used, theirs[0], penalty, against_penalty, die, theirs[1]).odds

        plain = odds(NO_BOOST).chances[0]
        die, point = (odds(mine).chances[0] - plain for mine in ("die", "attribute"))
        measures = (
            Measure("die", "a boost of the die adds to a win", die, "points"),
            Measure("point", "a boost of the attribute adds to a win", point, "points"),
            Measure("best", "the better boost adds to a win", max(die, point), "points"),
        )
        if die == point:
            return of_odds(odds(boost), measures, ("either boost adds the same",))
        better = "die" if die > point else "attribute"
        return of_odds(odds(boost), measures, (f"the better boost is that of the {better}",))

    def _contest_remember(self) -> str:
        even, more = (self.opposed(score, self.usual) for score in (self.usual, self.usual + 1))
        return (
            f"Equal attributes win {percent(win(even))} each; "
            f"{self.usual + 1} against {self.usual} wins {percent(win(more))}."
        )

    def stress_question(self) -> Question:
        """Question 4: Stress taken, and Stress dealt."""
        return Question(
            "stress",
            4,
            "Stress of a contest",
            "How much Stress will I take, and deal?",
            (
                *self.sides_asked(),
                *self.penalties_asked(),
                choice("side", "whose Stress", ("taken", "dealt"), help="yours is taken, theirs is dealt"),
            ),
            tuple(
                Table(
                    key,
                    caption,
                    ("attribute", self.scores),
                    ("against", self.scores),
                    show="number",
                    key=key,
                    corner=SIDES,
                )
                for key, caption in (
                    ("taken", "Stress that you take in a contest"),
                    ("dealt", "Stress that you deal in a contest"),
                )
            ),
            (AVERAGE, WHOLE),
            self.stress_answer,
            self._stress_remember,
        )

    @procedure("MAID-Q-STRESS", title="Stress taken and dealt", source=SOURCE)
    def stress_answer(
        self, attribute: int, against: int, penalty: int, against_penalty: int, side: str
    ) -> Answer:
        """Every amount of Stress that falls on one side, and what to expect on both."""
        contest = self.opposed(attribute, against, penalty, against_penalty)
        measures = [
            counted("taken", "you take", contest.taken.mean()),
            counted("dealt", "you deal", contest.dealt.mean()),
            counted("most", "you take at most", contest.taken.highest),
        ]
        if lost := contest.odds.chances[2]:
            measures.append(counted("loss", "you take if you lose", contest.taken.mean() / lost))
        shown = contest.taken if side == "taken" else contest.dealt
        return of_distribution(shown, lambda stress: f"{stress or 'no'} Stress", measures)

    def _stress_remember(self) -> str:
        even, uphill = (self.opposed(self.usual, against) for against in (self.usual, 2 * self.usual))
        return (
            f"Between equals a contest costs each side {about(even.taken.mean(), 'Stress')}; "
            f"against twice your attribute it costs you {about(uphill.taken.mean(), 'Stress')}."
        )

    def which_question(self) -> Question:
        """Question 8: what an attribute gains by itself, and one in place of another."""
        against = self.usual + 1
        return Question(
            "which",
            8,
            "Which attribute",
            "Which attribute should I fight with?",
            (
                self.attribute_asked("attribute", "your attribute", field=ANY_ATTRIBUTE),
                # Without a field: a sheet would read it from the attribute that it is compared with.
                self.attribute_asked("other", "your other attribute", default=self.usual + 1),
                self.attribute_asked("against", "their attribute", default=against),
                *self.penalties_asked(),
            ),
            (
                Table(
                    "lead",
                    "Stress that you deal in a contest, less what you take",
                    ("attribute", self.scores),
                    ("against", self.scores),
                    show="number",
                    key="lead",
                    corner=SIDES,
                ),
                Table(
                    "other",
                    f"Percent points that another attribute adds to a win against {against}",
                    ("attribute", self.scores),
                    ("other", self.scores),
                    show="points",
                    key="gain",
                    corner=("this", "other"),
                ),
            ),
            (AVERAGE, WHOLE),
            self.which_answer,
            self._which_remember,
        )

    @procedure("MAID-Q-WHICH", title="Which attribute to fight with", source=SOURCE)
    def which_answer(
        self, attribute: int, other: int, against: int, penalty: int, against_penalty: int
    ) -> Answer:
        """The contest with the better of two attributes, and what the other one changes."""
        first, second = (self.opposed(used, against, penalty, against_penalty) for used in (attribute, other))
        measures = (
            Measure("first", f"you win with {attribute}", win(first)),
            Measure("second", f"you win with {other}", win(second)),
            Measure("gain", "the other adds to a win", win(second) - win(first), "points"),
            counted("saves", "Stress that the other saves", first.taken.mean() - second.taken.mean()),
            counted("lead", "Stress dealt beyond taken", first.dealt.mean() - first.taken.mean()),
        )
        best, used = (second, other) if _worth(second) > _worth(first) else (first, attribute)
        worse = first if best is second else second
        if _worth(best) == _worth(worse):
            return of_odds(best.odds, measures, ("both do the same",))
        says = [f"fight with {used}"]
        if best.taken.mean() > worse.taken.mean():
            says.append("it wins more often, but takes more Stress")
        return of_odds(best.odds, measures, says)

    def _which_remember(self) -> str:
        answer = self.which_question().answer()
        chances = [percent(answer.value(key)) for key in ("first", "second")]
        saves = about(answer.value("saves"), "Stress")
        asked = self.which_question()
        one, two, against = (asked.parameter(name).default for name in ("attribute", "other", "against"))
        return (
            f"Against {against} you win {chances[1]} with {two}, {chances[0]} with {one}, and save {saves}."
        )

    def together_question(self) -> Question:
        """Question 10: a group against one, and who takes the Stress."""
        usual = self.usual
        return Question(
            "together",
            10,
            "Working together",
            "Should we work together, and who should take the Stress?",
            (
                self.attribute_asked("attribute", "your attribute", field=ANY_ATTRIBUTE),
                self.attribute_asked("helper", "helper’s attribute"),
                number("helpers", "helpers", 1, MOST_HELPERS, 1, help="how many help, all of them alike"),
                self.attribute_asked("against", "their attribute", default=2 * usual),
                self.penalty_asked(),
                self.penalty_asked("helper_penalty", "off the helper’s die", ""),
                self.penalty_asked("against_penalty", "off their die", ""),
            ),
            (
                Table(
                    "helpers",
                    f"You and your helpers, all with {usual}. Large: you win. Small: tie · they win",
                    ("helpers", (1, 2, 3, 4)),
                    ("against", tuple(range(usual, usual + 7))),
                    fixed={"attribute": usual, "helper": usual},
                    corner=("helpers", "they"),
                ),
                Table(
                    "takes",
                    f"You with {usual} and one helper, against {2 * usual}",
                    ("helper", self.scores),
                    show="number",
                    keys=("win", "you_take", "helper_takes"),
                    fixed={"attribute": usual, "against": 2 * usual},
                    corner=("helper", ""),
                ),
            ),
            (TIES, WHOLE, "You are all player characters."),
            self.together_answer,
            self._together_remember,
        )

    @procedure("MAID-Q-TOGETHER", title="Work together", source=SOURCE)
    def together_answer(
        self,
        attribute: int,
        helper: int,
        helpers: int,
        against: int,
        penalty: int,
        helper_penalty: int,
        against_penalty: int,
    ) -> Answer:
        """You and so many helpers against one, and the Stress by who takes it: you are 0, the helper 1."""
        team = (Member(attribute, penalty), *(Member(helper, helper_penalty),) * helpers)
        other = Member(against, against_penalty)
        mine, theirs = (self.together(team, other, takes) for takes in (0, 1))
        alone = self.opposed(attribute, against, penalty, against_penalty)
        you, helped = mine.taken.mean(), theirs.taken.mean()
        measures = (
            Measure("alone", "you win alone", win(alone)),
            Measure("gain", "help adds to a win", win(mine) - win(alone), "points"),
            counted("alone_takes", "Stress alone", alone.taken.mean()),
            counted("you_take", "Stress on you", you),
            counted("helper_takes", "Stress on a helper", helped),
        )
        if you == helped:
            return of_odds(mine.odds, measures, ("it is as much Stress for you as for a helper",))
        takes = "you" if you < helped else "a helper"
        return of_odds(mine.odds, measures, (f"{takes} should take the Stress: it is less there",))

    def _together_remember(self) -> str:
        ask, usual = self.together_question().answer, self.usual
        answer, skilled = ask(), ask(helper=2 * usual)
        takes = "one" if skilled.value("helper_takes") < skilled.value("you_take") else "not one"
        return (
            f"Against {2 * usual} you win {percent(answer.value('alone'))} alone with {usual}, "
            f"and {percent(answer.chance('win'))} with a helper as good; "
            f"{takes} with {2 * usual} should take the Stress."
        )


def _worth(contest: Contest) -> tuple[object, ...]:
    """What makes one contest better than another: to win more often, then to take less Stress."""
    return (win(contest), -contest.taken.mean())
