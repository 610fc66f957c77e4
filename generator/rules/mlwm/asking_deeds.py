"""My Life with Master: the questions about deeds: violence or villainy, acts until the Horror, help."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from generator.dice.contests import Odds
from generator.rules.mlwm.asking import ACTS, USUAL, Asking
from generator.rules.mlwm.given import (
    Given,
    bonus_of,
    counted,
    dice_words,
    firsts,
    points,
    scores_of,
)
from generator.rules.mlwm.state import OUTCOMES
from generator.rules.questions import (
    Answer,
    AsPrinted,
    Measure,
    Parameter,
    Question,
    Setting,
    Table,
    choice,
    difference,
    number,
    of_odds,
    percent,
)
from generator.rules.registry import procedure

HARM = ("violence", "villainy")
EDGE = {"fear": 3, "reason": 2, "love": 1, "self_loathing": 3, "weariness": 2}
"""A minion whose next point of Self-Loathing is the Horror, and whose next of Weariness is capture."""


class DeedQuestions(Asking):
    """What does it cost, and who can help?"""

    def _harm_asked(self) -> tuple[Parameter, ...]:
        act = choice("act", "what you do", HARM, help="to somebody who is no minion")
        return (act, *self.scores_asked(*USUAL, "innocents"), *self.bonus_asked("NPC"))

    def violence_question(self) -> Question:
        """Question 8."""
        costs = ("self_loathing", "horror", "weariness", "captured")
        also = self.usual([name for name in USUAL if name != "love"], ["MLWM-VIO", "MLWM-VIL"])
        unlike = {**{name: USUAL[name] for name in ("fear", "self_loathing")}, **also}
        usual = {**{name: USUAL[name] for name in ("fear", "reason", "self_loathing")}, **also}
        return Question(
            "violence",
            8,
            "Violence or villainy",
            "Violence or villainy: how likely is it, and what does it cost?",
            (*self._harm_asked(), *self.aid_asked()),
            (
                Table(
                    "odds",
                    f"With {self.words(**usual)}",
                    ("act", HARM),
                    ("weariness", tuple(range(7))),
                    fixed=usual,
                    corner=("act", ""),
                ),
                Table(
                    "price",
                    f"The price on the edge, with {self.words(**EDGE)}",
                    ("act", HARM),
                    show="chance",
                    keys=costs,
                    fixed=EDGE,
                    corner=("act", ""),
                ),
                Table(
                    "edge",
                    f"Points that villainy adds, with {self.words(**unlike)}",
                    ("weariness", tuple(range(1, 7))),
                    ("reason", tuple(range(2, 7))),
                    show="points",
                    key="edge",
                    fixed=unlike,
                ),
            ),
            (AsPrinted("No Innocents, no help, no bonus dice."), "The victim is no minion."),
            self.violence_answer,
            self._violence_remember,
        )

    @procedure("MLWM-Q-VIOLENCE", title="Violence or villainy", source="computed")
    def violence_answer(self, **given: Setting) -> Answer:
        """Win, tie and lose of the act, the chance of each thing that it costs, and villainy's edge."""
        act = str(given["act"])
        violence, villainy = (self.odds_of(harm, given) for harm in HARM)
        odds = violence if act == "violence" else villainy
        loathing, weariness = (
            self.gain_chance(act, given, odds, score) for score in ("self_loathing", "weariness")
        )
        measures = (
            Measure("self_loathing", "Self-Loathing grows", loathing),
            Measure("horror", "the Horror is revealed", self.event_chance(act, given, odds, "MLWM-HOR-1")),
            Measure("weariness", "Weariness grows", weariness),
            Measure("captured", "you are captured", self.event_chance(act, given, odds, "MLWM-CAP-1")),
            difference("edge", "villainy wins more often by", villainy.chances[0], violence.chances[0]),
            *self.dice_of(act, given),
        )
        return of_odds(odds, measures, self.says_of(act, given))

    def _violence_remember(self) -> str:
        ask = self.violence_question().answer
        weary = self.words(weariness=3)
        violence, villainy = (ask(act=act, weariness=3) for act in HARM)
        return (
            f"With {weary} villainy wins {percent(villainy.value('win'))}, violence "
            f"{percent(violence.value('win'))}; violence tires you {percent(violence.value('weariness'))} "
            f"of the time, villainy {percent(villainy.value('weariness'))}."
        )

    def horror_question(self) -> Question:
        """Question 9."""
        unlike = {name: value for name, value in USUAL.items() if name != "self_loathing"}
        return Question(
            "horror",
            9,
            "Acts until the Horror",
            "How many more such acts until the Horror is revealed?",
            (
                *self._harm_asked(),
                number("acts", "acts", 1, 20, 6, help="how many in a row"),
            ),
            tuple(
                Table(
                    act,
                    f"Within so many acts of {act}, with {self.words(**unlike)}",
                    ("self_loathing", tuple(range(1, 6))),
                    ("acts", tuple(range(1, 9))),
                    show="chance",
                    key="within",
                    fixed={"act": act, **unlike},
                )
                for act in HARM
            ),
            ("Nothing else changes your scores, and nobody helps.", AsPrinted("No bonus dice.")),
            self.horror_answer,
            self._horror_remember,
        )

    @procedure("MLWM-Q-HORROR", title="Acts until the Horror", source="computed")
    def horror_answer(self, **given: Setting) -> Answer:
        """Which act reveals the Horror, the chance that any does, and the act by which it is even."""
        act = str(given["act"])
        chances = self.horror_chances(ACTS[act], scores_of(given), int(given["acts"]), *bonus_of(given))
        by_act = tuple(accumulate(chances))
        measures = [Measure("within", "the Horror is revealed", by_act[-1])]
        measures += [
            counted("even", "as likely as not by act", number)
            for number, chance in enumerate(by_act, 1)
            if chance >= Fraction(1, 2)
        ][:1]
        shares = firsts(chances, "at act", "not yet")
        return Answer(shares, tuple(measures), ordered=True, says=self.says_of(act, given))

    def _horror_remember(self) -> str:
        ask = self.horror_question().answer
        violence, villainy = (percent(ask(act=act, acts=5).value("within")) for act in HARM)
        return (
            f"From {self.words(**USUAL)} five acts of violence reveal the Horror {violence} of the time, "
            f"five acts of villainy {villainy}."
        )

    def aid_question(self) -> Question:
        """Question 10."""
        acts = ("refuse", *(act for act in ACTS if act != "refuse"))
        act = choice("act", "what you do", acts, help="what your helpers help you with")
        scores = self.scores_asked(*USUAL, "innocents")
        more = ("aid", tuple(range(6)))
        return Question(
            "aid",
            10,
            "Help",
            "Do the dice of my helpers help enough?",
            (
                act,
                *scores,
                *self.bonus_asked("other side"),
                *self.aid_asked(2),
            ),
            (
                Table(
                    "by-act",
                    f"With {self.words(**USUAL)}",
                    more,
                    ("act", act.values),
                    fixed=USUAL,
                    corner=("helpers' dice", "act"),
                ),
                Table(
                    "refuse",
                    "Points that helpers add to a refusal, the other scores the same",
                    ("aid", more[1][1:]),
                    ("fear", tuple(range(2, 8))),
                    show="points",
                    key="gain",
                    fixed={**USUAL, "act": "refuse"},
                    corner=("helpers' dice", ""),
                ),
            ),
            (AsPrinted("The other side has no helpers, and nobody has a bonus die."),),
            self.aid_answer,
            self._aid_remember,
        )

    @procedure("MLWM-Q-AID", title="What help adds", source="computed")
    def aid_answer(self, **given: Setting) -> Answer:
        """The odds with helpers, what they add, how many dice make it even, and what helpers pay."""
        act = str(given["act"])
        odds, alone = self.odds_of(act, given), self.odds_of(act, {**given, "aid": 0})
        measures = (
            Measure("without", "you win without help", alone.chances[0]),
            difference("gain", "help adds", odds.chances[0], alone.chances[0]),
            counted("even", "dice of help for an even chance", self._even_help(act, given)),
            Measure(
                "self_loathing",
                "each helper gains Self-Loathing",
                self._helper_gains(act, odds, "self_loathing"),
            ),
            Measure("weariness", "each helper gains Weariness", self._helper_gains(act, odds, "weariness")),
            *self.dice_of(act, given),
        )
        return of_odds(odds, measures, self.says_of(act, given))

    def _even_help(self, act: str, given: Given) -> int:
        bonus, against_bonus, first = bonus_of(given)
        you, they = (int(measure.value) for measure in self.dice_of(act, {**given, "aid": 0}))
        against = self.row(ACTS[act]).text("against")
        half = Fraction(1, 2)
        return max(0, self.dice_to_beat(they, half, bonus, against_bonus, first, against) - you)

    def _helper_gains(self, act: str, odds: Odds, score: str) -> Fraction:
        """The chance that the roll has a gain in this score for a helper, before their own Horror test."""
        ways = zip(OUTCOMES, odds.chances, strict=True)
        return sum(
            (chance for outcome, chance in ways if self.helper_effect(ACTS[act], outcome).change(score) > 0),
            Fraction(0),
        )

    def _aid_remember(self) -> str:
        ask = self.aid_question().answer
        alone, answer = ask(aid=0), ask(aid=2)
        return (
            f"Where {dice_words(alone.value('dice'))} refuse {alone.value('against_dice')}, two dice of help "
            f"make {points(answer.value('gain'))}; an even chance takes {answer.value('even')}."
        )
