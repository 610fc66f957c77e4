"""My Life with Master: the questions about Love until it is enough to begin the Endgame, and its price."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from generator.dice.contests import Odds
from generator.rules.mlwm.asking import Asking
from generator.rules.mlwm.given import bonus_of, counted, die_of, scores_of, tenths
from generator.rules.questions import (
    Answer,
    AsPrinted,
    Parameter,
    Question,
    Setting,
    Table,
    of_distribution,
    of_odds,
    percent,
)
from generator.rules.registry import procedure

START = {"fear": 3, "reason": 2, "self_loathing": 2, "weariness": 1, "love": 0}
"""A minion at the beginning of a game, as printed tables take one."""


class TriggerQuestions(Asking):
    """What does Love cost, and is it worth it in the end?"""

    def _start_asked(self) -> tuple[Parameter, ...]:
        return tuple(self.score(name, value) for name, value in START.items())

    def loathing_question(self) -> Question:
        """Question 6."""
        dice = ("bonus", self.bonus_dice())
        unlike = {name: value for name, value in START.items() if name != "self_loathing"}
        return Question(
            "trigger-self-loathing",
            6,
            "What Love costs",
            "How much Self-Loathing will I have by the time my Love is enough?",
            (*self._start_asked(), *self.bonus_asked("connection")),
            (
                Table(
                    "mean",
                    f"{self.labels['self_loathing']} on average, from {self.words(**unlike)}",
                    ("self_loathing", tuple(range(5))),
                    dice,
                    show="number",
                    key="mean",
                    fixed=unlike,
                    corner=("at first", "bonus die"),
                ),
                Table(
                    "at-least",
                    f"How much, from {self.words(**START)}",
                    dice,
                    show="levels",
                    fixed=START,
                    corner=("bonus die", ""),
                ),
            ),
            (
                "Only overtures, until a refusal would begin the Endgame.",
                "The same dice in each, ties rolled again.",
                AsPrinted("They have no bonus die."),
            ),
            self.loathing_answer,
            self._loathing_remember,
        )

    @procedure("MLWM-Q-PRICE", title="Self-Loathing when Love is enough", source="computed")
    def loathing_answer(self, **given: Setting) -> Answer:
        """The distribution of Self-Loathing once Love is enough, its mean, and how much Love that takes."""
        start, bonus = scores_of(given), bonus_of(given)
        at_trigger = self.self_loathing_at_trigger(start, *bonus)
        love = sum(
            ((now.love - start.love) * chance for now, chance in self.scores_at_trigger(start, *bonus)),
            Fraction(0),
        )
        name = self.labels["self_loathing"]
        measures = (
            counted("mean", f"{name} on average", at_trigger.mean()),
            counted("love", f"{self.labels['love']} to gain", love),
        )
        against = self.row("MLWM-OVR").text("against")
        return of_distribution(
            at_trigger, lambda outcome: f"{name} {outcome}", measures, self.bonus_says(*bonus, against)
        )

    def _loathing_remember(self) -> str:
        question, least = self.loathing_question(), self.bonus_dice()[1]
        plain, armed = question.answer().value("mean"), question.answer(bonus=least).value("mean")
        return (
            f"From {self.words(**START)}: once Love is enough, {self.labels['self_loathing']} is "
            f"{tenths(plain)} on average, or {tenths(armed)} with {self.die_name(least)} in each overture."
        )

    def trigger_question(self) -> Question:
        """Question 7."""
        last = self.die_asked("last_bonus", "your bonus die in the refusal", help="when Love is enough")
        against = self.die_asked("master_bonus", "the Master's bonus die", "Master", help="in the refusal")
        dice = self.bonus_dice()
        unlike = {name: value for name, value in START.items() if name not in ("self_loathing", "fear")}
        return Question(
            "refuse-at-trigger",
            7,
            "Refusing when Love is enough",
            "Will I manage to refuse, once that would begin the Endgame?",
            (*self._start_asked(), *self.bonus_asked("connection"), last, against),
            (
                Table(
                    "by-dice",
                    f"By bonus dice, from {self.words(**START)}",
                    ("bonus", dice),
                    ("last_bonus", dice),
                    fixed=START,
                    corner=("in overtures", "at the refusal"),
                ),
                Table(
                    "by-start",
                    f"Without bonus dice, from {self.words(**unlike)}",
                    ("self_loathing", tuple(range(4))),
                    ("fear", tuple(range(2, 7))),
                    fixed=unlike,
                ),
            ),
            (
                "Only overtures, then a refusal as soon as Love is enough.",
                "The same dice in each, ties rolled again.",
                AsPrinted("They have no bonus die."),
            ),
            self.trigger_answer,
            self._trigger_remember,
        )

    @procedure("MLWM-Q-TRIGGER", title="Refusing when Love is enough", source="computed")
    def trigger_answer(self, **given: Setting) -> Answer:
        """Win, tie and lose of the first refusal that can begin the Endgame."""
        bonus = bonus_of(given)
        refusal = (die_of(given, "last_bonus"), die_of(given, "master_bonus"), bonus[2])
        parts = [
            (chance, self.odds("MLWM-CMD", now, *refusal))
            for now, chance in self.scores_at_trigger(scores_of(given), *bonus)
        ]
        whole = lcm(*((chance / odds.total).denominator for chance, odds in parts))
        ways = [
            sum(int(chance / odds.total * whole) * odds.weights[place] for chance, odds in parts)
            for place in range(3)
        ]
        against, master = (self.row(action).text("against") for action in ("MLWM-OVR", "MLWM-CMD"))
        says = self.bonus_says(*bonus, against) + self.bonus_says(*refusal, master)
        return of_odds(Odds(*ways), says=tuple(dict.fromkeys(says)))

    def _trigger_remember(self) -> str:
        question, best = self.trigger_question(), self.best_die()
        given: tuple[dict[str, Setting], ...] = (
            {},
            {"last_bonus": best},
            {"last_bonus": best, "bonus": best},
        )
        plain, armed, always = (percent(question.answer(**dice).value("win")) for dice in given)
        return (
            f"From {self.words(**START)}: you refuse {plain} of the time, {armed} with "
            f"{self.die_name(best)} in the refusal, and {always} with it in each overture too."
        )
