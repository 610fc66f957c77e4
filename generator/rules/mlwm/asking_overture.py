"""My Life with Master: the questions about one roll: an overture, a bonus die, a scene spent on waiting."""

from __future__ import annotations

from collections.abc import Mapping

from generator.rules.mlwm.asking import Asking
from generator.rules.mlwm.given import NO_DIE, bonus_of, counted, dice_words, die_of, points
from generator.rules.mlwm.state import Scores
from generator.rules.questions import (
    Answer,
    AsPrinted,
    Measure,
    Parameter,
    Question,
    Setting,
    Table,
    difference,
    number,
    of_odds,
    percent,
)
from generator.rules.registry import procedure
from generator.rules.trials import HIGHEST

MOST_DICE = 40
FEW_DICE, MANY_DICE = tuple(range(1, 8)), tuple(range(1, 9))
_REASONS = (2, 3, 4)


def _loathings(reason: int) -> tuple[int, ...]:
    return tuple(range(min(reason + 1, 4)))


def _fears(reason: int) -> tuple[int, ...]:
    return tuple(range(reason + 1, reason + 7))


class OvertureQuestions(Asking):
    """Is it worth the roll, the die, the wait?"""

    def overture_question(self) -> Question:
        """Question 1."""
        names = ("reason", "self_loathing", "fear", "innocents")
        asked, also = self.scores_asked(*names, by=["MLWM-OVR"]), self.usual(names, ["MLWM-OVR"])
        return Question(
            "overture",
            1,
            "An overture",
            "What are my odds in this overture?",
            (*asked, *self.bonus_asked("connection"), *self.aid_asked()),
            tuple(
                Table(
                    f"reason-{reason}",
                    f"With {self.words(reason=reason, **also)} and no bonus die",
                    ("self_loathing", _loathings(reason)),
                    ("fear", _fears(reason)),
                    fixed={"reason": reason, **also},
                )
                for reason in _REASONS
            ),
            (AsPrinted("No Innocents, no help, no bonus dice."), *self._beyond_the_tables(also)),
            self.overture_answer,
            self._overture_remember,
        )

    def _beyond_the_tables(self, also: Mapping[str, int]) -> tuple[AsPrinted, ...]:
        """Where to read what is off the tables of overtures, as long as the floors make that true."""

        def pools(reason: int, loathing: int, fear: int) -> tuple[int, int]:
            scores = Scores(**{**also, "reason": reason, "self_loathing": loathing, "fear": fear})
            return self.pools("MLWM-OVR", scores)

        tables = [(reason, _loathings(reason), _fears(reason)) for reason in _REASONS]
        says = []
        if all(
            pools(reason, loathing, fear) == pools(reason, loathing, fears[0])
            for reason, loathings, fears in tables
            for loathing in loathings
            for fear in range(fears[0])
        ):
            says.append(f"Less {self.labels['fear']}: the first column.")
        if all(
            pools(reason, loathing, fear) == pools(reason, loathings[-1], fear)
            for reason, loathings, fears in tables
            for loathing in range(loathings[-1] + 1, HIGHEST + 1)
            for fear in fears
        ):
            says.append(f"More {self.labels['self_loathing']}: the last row.")
        return (AsPrinted(" ".join(says)),) if says else ()

    @procedure("MLWM-Q-OVERTURE", title="The odds of an overture", source="computed")
    def overture_answer(self, **given: Setting) -> Answer:
        """Win, tie and lose of an overture; how often Love grows all the same, and Self-Loathing with it."""
        odds = self.odds_of("overture", given)
        grows = Measure("love", "Love grows", self.gain_chance("overture", given, odds, "love"))
        return of_odds(odds, (grows, *self.dice_of("overture", given)), self.says_of("overture", given))

    def _overture_remember(self) -> str:
        answer = self.overture_question().answer()
        dice, against = dice_words(answer.value("dice")), answer.value("against_dice")
        return (
            f"With {dice} against {against} you win {percent(answer.value('win'))} of your overtures, "
            f"and Love grows in {percent(answer.value('love'))}."
        )

    def bonus_question(self) -> Question:
        """Question 2."""
        against = ("against_dice", FEW_DICE)
        none, *dice = self.bonus_dice()
        return Question(
            "bonus",
            2,
            "What a bonus die buys",
            "What do the bonus dice buy me?",
            (*self._dice_asked(), *self.bonus_asked("other side", default=self.best_die())),
            (
                Table(
                    "dice",
                    "Your dice against theirs, no bonus die",
                    ("dice", MANY_DICE),
                    against,
                    fixed={"bonus": none},
                    corner=("your dice", "theirs"),
                ),
                Table(
                    "one-die",
                    "One die and a bonus die against their dice",
                    ("bonus", (none, *dice)),
                    against,
                    fixed={"dice": 1},
                    corner=("bonus die", "their dice"),
                ),
                Table(
                    "gain",
                    "Points that a bonus die adds to three dice",
                    ("bonus", tuple(dice)),
                    against,
                    show="points",
                    key="gain",
                    fixed={"dice": 3},
                    corner=("bonus die", "their dice"),
                ),
            ),
            (AsPrinted("No bonus die against you."), "Pools include Innocents and help."),
            self.bonus_answer,
            self._bonus_remember,
        )

    def _dice_asked(self) -> tuple[Parameter, ...]:
        yours, theirs = (min(1, self.floor(side)) for side in ("minion", "NPC"))
        return (
            number("dice", "your dice", yours, MOST_DICE, 1, help="your pool without the bonus die"),
            number("against_dice", "their dice", theirs, MOST_DICE, 1, help="theirs without the bonus die"),
        )

    @procedure("MLWM-Q-BONUS", title="What a bonus die buys", source="computed")
    def bonus_answer(self, **given: Setting) -> Answer:
        """Win, tie and lose with the bonus die, and by how much it raises the chance to win."""
        dice, against_dice = int(given["dice"]), int(given["against_dice"])
        bonus, against_bonus, first = bonus_of(given)
        odds = self.contest(dice, against_dice, bonus, against_bonus, first)
        without = self.contest(dice, against_dice, 0, against_bonus).chances[0]
        measures = (
            Measure("without", "you win without your bonus die", without),
            difference("gain", "your bonus die adds", odds.chances[0], without),
        )
        return of_odds(odds, measures, self.bonus_says(bonus, against_bonus, first))

    def _bonus_remember(self) -> str:
        ask = self.bonus_question().answer
        wins = [
            f"{percent(ask(bonus=die).value('win'))} with {self.die_name(die)}"
            for die in self.bonus_dice()
            if die != NO_DIE
        ]
        without = percent(ask(bonus=NO_DIE).value("win"))
        return f"One die against one wins {without} of the time, {', '.join(wins[:-1])} and {wins[-1]}."

    def wait_question(self) -> Question:
        """Question 3."""
        later = self.die_asked(
            "later",
            "the die that you wait for",
            default=self.best_die(),
            help="yours after one scene",
        )
        sooner = tuple(die for die in self.bonus_dice() if die != later.default)
        return Question(
            "wait",
            3,
            "Waiting for a better die",
            "Is waiting for the best die worth a scene?",
            (
                *self._dice_asked(),
                self.die_asked("bonus", "your bonus die now", help="yours in every scene if you do not wait"),
                later,
                number("scenes", "scenes", 2, 10, 2, help="how many there are, the one of waiting included"),
            ),
            (
                Table(
                    "by-die",
                    f"Points that waiting for {self.die_name(later.default)} adds to one die",
                    ("bonus", sooner),
                    ("against_dice", FEW_DICE),
                    show="points",
                    key="gain",
                    corner=("die in hand", "their dice"),
                ),
                Table(
                    "by-dice",
                    f"Points that waiting for {self.die_name(later.default)} adds, no die in hand",
                    ("dice", FEW_DICE[1:-1]),
                    ("against_dice", FEW_DICE),
                    show="points",
                    key="gain",
                    corner=("your dice", "theirs"),
                ),
            ),
            (
                "You want to win once in two scenes: roll in both, or wait in the first.",
                "Both pools stay as they are; the other side has no bonus die.",
            ),
            self.wait_answer,
            self._wait_remember,
        )

    @procedure("MLWM-Q-WAIT", title="Waiting for a better die", source="computed")
    def wait_answer(self, **given: Setting) -> Answer:
        """The chance to win at least once in some scenes, by rolling in all of them, and by waiting first.

        ``losses`` are the lost rolls to expect on either way, for a loss has its price.
        """
        dice, against_dice, scenes = (int(given[name]) for name in ("dice", "against_dice", "scenes"))
        now = self.contest(dice, against_dice, die_of(given, "bonus"))
        later = self.contest(dice, against_dice, die_of(given, "later"))
        at_once = 1 - (1 - now.chances[0]) ** scenes
        waited = 1 - (1 - later.chances[0]) ** (scenes - 1)
        return Answer(
            measures=(
                Measure("now", "you win at least once if you roll at once", at_once),
                Measure("wait", "you win at least once if you wait first", waited),
                difference("gain", "waiting adds", waited, at_once),
                counted("losses_now", "lost rolls if you roll at once", scenes * now.chances[2]),
                counted("losses_wait", "lost rolls if you wait first", (scenes - 1) * later.chances[2]),
            )
        )

    def _wait_remember(self) -> str:
        question = self.wait_question()
        best, sooner = str(question.parameter("later").default), self.by_sides()[-2]
        plain, armed = question.answer(), question.answer(bonus=sooner)
        return (
            f"One die against one: two rolls win {percent(plain.value('now'))}, waiting for "
            f"{self.die_name(best)} {percent(plain.value('wait'))}; with {self.die_name(sooner)} in hand "
            f"the wait makes {points(armed.value('gain'))}."
        )
