"""My Life with Master: the questions about Love until it is enough to begin the Endgame, and its price."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from generator.dice.contests import Odds
from generator.rules.mlwm.asking import Asking
from generator.rules.mlwm.given import bonus_of, counted, die_of, scores_of, tenths
from generator.rules.mlwm.state import Scores
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

Ready: TypeAlias = Sequence[tuple[Scores, Fraction]]
"""The scores once Love is enough, with their chances."""


def _all(ready: Ready) -> Fraction:
    return sum((chance for _, chance in ready), Fraction(0))


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
            self._assumes("Only overtures, until a refusal would begin the Endgame."),
            self.loathing_answer,
            self._loathing_remember,
        )

    @procedure("MLWM-Q-PRICE", title="Self-Loathing when Love is enough", source="computed")
    def loathing_answer(self, **given: Setting) -> Answer:
        """The distribution of Self-Loathing once Love is enough, its mean, and how much Love that takes."""
        start, bonus = scores_of(given), bonus_of(given)
        ready = self.scores_at_trigger(start, *bonus)
        if not ready:
            return Answer(says=self._left_out(ready))
        at_trigger = self.self_loathing_at_trigger(start, *bonus)
        love = sum(((now.love - start.love) * chance for now, chance in ready), Fraction(0)) / _all(ready)
        name = self.labels["self_loathing"]
        measures = (
            counted("mean", f"{name} on average", at_trigger.mean()),
            counted("love", f"{self.labels['love']} to gain", love),
        )
        against = self.row("MLWM-OVR").text("against")
        says = self.bonus_says(*bonus, against) + self._left_out(ready)
        return of_distribution(at_trigger, lambda outcome: f"{name} {outcome}", measures, says)

    def _left_out(self, ready: Ready) -> tuple[str, ...]:
        """What the answer leaves out, where house rules make so many overtures necessary."""
        if not ready:
            return ("Overtures alone never bring enough Love.",)
        rest = 1 - _all(ready)
        return (f"Left out: the {percent(rest)} of ways that take very many overtures.",) if rest else ()

    def _assumes(self, end: str) -> tuple[str, ...]:
        ties = "" if self.effect("MLWM-OVR", "tie").changes else ", ties rolled again"
        return end, f"The same dice in each{ties}.", AsPrinted("They have no bonus die.")

    def _loathing_remember(self) -> str:
        question, least = self.loathing_question(), self.by_sides()[1]
        answers = question.answer(), question.answer(bonus=least)
        if not all(answer.measures for answer in answers):
            return f"From {self.words(**START)}: overtures alone never bring enough Love."
        plain, armed = (answer.value("mean") for answer in answers)
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
            self._assumes("Only overtures, then a refusal as soon as Love is enough."),
            self.trigger_answer,
            self._trigger_remember,
        )

    @procedure("MLWM-Q-TRIGGER", title="Refusing when Love is enough", source="computed")
    def trigger_answer(self, **given: Setting) -> Answer:
        """Win, tie and lose of the first refusal that can begin the Endgame."""
        bonus = bonus_of(given)
        refusal = (die_of(given, "last_bonus"), die_of(given, "master_bonus"), bonus[2])
        ready = self.scores_at_trigger(scores_of(given), *bonus)
        if not ready:
            return Answer(says=self._left_out(ready))
        parts = [(chance, self.odds("MLWM-CMD", now, *refusal)) for now, chance in ready]
        whole = lcm(*((chance / odds.total).denominator for chance, odds in parts))
        ways = [
            sum(int(chance / odds.total * whole) * odds.weights[place] for chance, odds in parts)
            for place in range(3)
        ]
        against, master = (self.row(action).text("against") for action in ("MLWM-OVR", "MLWM-CMD"))
        says = self.bonus_says(*bonus, against) + self.bonus_says(*refusal, master) + self._left_out(ready)
        return of_odds(Odds(*ways), says=tuple(dict.fromkeys(says)))

    def _trigger_remember(self) -> str:
        question, best = self.trigger_question(), self.best_die()
        given: tuple[dict[str, Setting], ...] = (
            {},
            {"last_bonus": best},
            {"last_bonus": best, "bonus": best},
        )
        answers = [question.answer(**dice) for dice in given]
        if not all(answer.shares for answer in answers):
            return f"From {self.words(**START)}: overtures alone never bring enough Love."
        plain, armed, always = (percent(answer.value("win")) for answer in answers)
        return (
            f"From {self.words(**START)}: you refuse {plain} of the time, {armed} with "
            f"{self.die_name(best)} in the refusal, and {always} with it in each overture too."
        )
