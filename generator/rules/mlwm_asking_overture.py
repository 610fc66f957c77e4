"""My Life with Master: the questions about one roll: an overture, a bonus die, a scene spent on waiting."""

from __future__ import annotations

from generator.rules.mlwm_asking import Asking
from generator.rules.mlwm_given import NO_DIE, bonus_of, counted, dice_words, die_of, difference, points
from generator.rules.questions import (
    Answer,
    Measure,
    Parameter,
    Question,
    Setting,
    Table,
    number,
    of_odds,
    percent,
)
from generator.rules.registry import procedure

MOST_DICE = 40
FEW_DICE, MANY_DICE = tuple(range(1, 7)), tuple(range(1, 9))


class OvertureQuestions(Asking):
    """Is it worth the roll, the die, the wait?"""

    def overture_question(self) -> Question:
        """Question 1."""
        asked = self.scores_asked("reason", "self_loathing", "fear", "innocents")
        loathing, fear = tuple(range(5)), tuple(range(3, 9))
        return Question(
            "overture",
            1,
            "An overture",
            "What are my odds in this overture?",
            (*asked, *self.bonus_asked("connection"), *self.aid_asked()),
            tuple(
                Table(
                    f"reason-{reason}",
                    f"An overture with {self.words(reason=reason)} and no bonus die",
                    ("self_loathing", loathing),
                    ("fear", fear),
                    fixed={"reason": reason},
                )
                for reason in (3, 4)
            ),
            ("No Innocents are there, and nobody helps.", "The other side has no bonus die."),
            self.overture_answer,
            self._overture_remember,
        )

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
        against = ("against_dice", MANY_DICE)
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
                ),
                Table(
                    "one-die",
                    "One die and a bonus die against theirs",
                    ("bonus", (none, *dice)),
                    against,
                    fixed={"dice": 1},
                ),
                Table(
                    "gain",
                    "What a bonus die adds to the chance to win, with three dice",
                    ("bonus", tuple(dice)),
                    against,
                    show="points",
                    key="gain",
                    fixed={"dice": 3},
                ),
            ),
            ("The other side has no bonus die.", "Pools are counted with floor, Innocents and helpers."),
            self.bonus_answer,
            self._bonus_remember,
        )

    def _dice_asked(self) -> tuple[Parameter, ...]:
        yours, theirs = self.floor("minion"), self.floor("NPC")
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
                    f"What waiting for {self.die_name(later.default)} adds, with one die, in two scenes",
                    ("bonus", sooner),
                    ("against_dice", FEW_DICE),
                    show="points",
                    key="gain",
                ),
                Table(
                    "by-dice",
                    f"What waiting for {self.die_name(later.default)} adds, without a die now, in two scenes",
                    ("dice", FEW_DICE),
                    ("against_dice", FEW_DICE),
                    show="points",
                    key="gain",
                ),
            ),
            (
                "You want to win once: rolling in every scene is compared with waiting in the first.",
                "Both pools stay as they are from scene to scene.",
                "The other side has no bonus die.",
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
        best, sooner = str(question.parameter("later").default), self.bonus_dice()[-2]
        plain, armed = question.answer(), question.answer(bonus=sooner)
        return (
            f"One die against one, in two scenes: rolling in both wins {percent(plain.value('now'))}, "
            f"waiting for {self.die_name(best)} {percent(plain.value('wait'))}; with "
            f"{self.die_name(sooner)} in hand the wait makes {points(armed.value('gain'))}."
        )
