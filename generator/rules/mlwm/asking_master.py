"""My Life with Master: the questions about the Master: refusing a command, and the struggle."""

from __future__ import annotations

from fractions import Fraction

from generator.rules.mlwm.asking import USUAL, Asking
from generator.rules.mlwm.given import (
    aid_of,
    bonus_of,
    counted,
    dice_words,
    firsts,
    scores_of,
)
from generator.rules.questions import (
    Answer,
    AsPrinted,
    Measure,
    Question,
    Setting,
    Table,
    choice,
    number,
    of_odds,
    percent,
)
from generator.rules.registry import procedure

MANY_DICE = tuple(range(1, 9))


class MasterQuestions(Asking):
    """Can I refuse, what would it take, and can I end it?"""

    def refuse_question(self) -> Question:
        """Question 4."""
        names, by = ("love", "weariness", "fear", "self_loathing"), ("MLWM-CMD", "MLWM-CMD-3")
        asked = self.scores_asked(*names, by=by)
        love = ("love", tuple(range(2, 10)))
        state = {"weariness": 1, "self_loathing": 2, **self.usual(names, by[:1])}
        return Question(
            "refuse",
            4,
            "Refusing a command",
            "Can I refuse the command?",
            (*asked, *self.bonus_asked("Master"), *self.aid_asked()),
            (
                Table(
                    "by-fear",
                    f"With {self.words(**state)} and no bonus die",
                    love,
                    ("fear", tuple(range(2, 7))),
                    fixed=state,
                ),
                Table(
                    "by-die",
                    f"With a bonus die and {self.words(**{'fear': 4, **state})}",
                    love,
                    ("bonus", self.bonus_dice()),
                    fixed={"fear": 4, **state},
                    corner=("", "bonus die"),
                ),
            ),
            (
                AsPrinted("The Master has no bonus die, and nobody helps."),
                "A tie leaves the command hanging.",
            ),
            self.refuse_answer,
            self._refuse_remember,
        )

    @procedure("MLWM-Q-REFUSE", title="The odds of refusing", source="computed")
    def refuse_answer(self, **given: Setting) -> Answer:
        """Win, tie and lose against a command, and the chance that this begins the Endgame."""
        odds = self.odds_of("refuse", given)
        endgame = self.event_chance("refuse", given, odds, "MLWM-CMD-3")
        measures = (Measure("endgame", "the Endgame begins", endgame), *self.dice_of("refuse", given))
        return of_odds(odds, measures, self.says_of("refuse", given))

    def _refuse_remember(self) -> str:
        question = self.refuse_question()
        plain, armed = question.answer(), question.answer(bonus=self.best_die())
        return (
            f"With {dice_words(plain.value('dice'))} against {plain.value('against_dice')} you refuse "
            f"{percent(plain.value('win'))} of the time, and with {self.die_name(self.best_die())} "
            f"{percent(armed.value('win'))}."
        )

    def even_question(self) -> Question:
        """Question 5."""
        names = ("fear", "self_loathing", "love", "weariness")
        asked = self.scores_asked(*names, by=["MLWM-CMD"])
        they = self.raw_formula("MLWM-CMD", "they").names
        state = {name: USUAL[name] for name in USUAL if name in they and name not in names[:2]}
        also = f", with {self.words(**state)}" if state else ""
        wanted = number("chance", "wanted chance in percent", 1, 99, 50, help="how often you want to win")
        fear = ("fear", tuple(range(2, 9)))
        return Question(
            "even",
            5,
            "How many dice until refusing is even",
            "How many dice do I need until refusing is an even bet?",
            (*asked, *self.bonus_asked("Master"), wanted),
            (
                Table(
                    "by-loathing",
                    f"Dice that win half of all refusals{also}",
                    ("self_loathing", tuple(range(6))),
                    fear,
                    show="number",
                    key="needed",
                    fixed=state,
                ),
                Table(
                    "by-chance",
                    f"Dice that refuse so often, with {self.words(self_loathing=2, **state)}",
                    ("chance", (25, 50, 75, 90)),
                    fear,
                    show="number",
                    key="needed",
                    fixed={"self_loathing": 2, **state},
                    corner=("percent", ""),
                ),
            ),
            (AsPrinted("Nobody has a bonus die."), "A tie is not won."),
            self.even_answer,
            self._even_remember,
        )

    @procedure("MLWM-Q-EVEN", title="Dice for an even refusal", source="computed")
    def even_answer(self, **given: Setting) -> Answer:
        """The fewest dice with the wanted chance to refuse, the odds with them, and how many are missing."""
        action, against = "MLWM-CMD", self.row("MLWM-CMD").text("against")
        bonus, against_bonus, first = bonus_of(given)
        you, they = self.pools(action, scores_of(given))
        wanted = Fraction(int(given["chance"]), 100)
        needed = self.dice_to_beat(they, wanted, bonus, against_bonus, first, against)
        needed = max(needed, self.floor("minion"))
        odds = self.contest(needed, they, bonus, against_bonus, first, against)
        measures = (
            counted("needed", "dice that it takes", needed),
            counted("dice", "your dice now", you),
            counted("more", "dice that are missing", max(0, needed - you)),
        )
        return of_odds(odds, measures, self.says_of("refuse", given))

    def _even_remember(self) -> str:
        ask = self.even_question().answer
        they = self.refuse_question().answer().value("against_dice")
        return (
            f"Against {dice_words(they)} an even refusal takes {dice_words(ask().value('needed'))}, "
            f"with {self.die_name(self.best_die())} {ask(bonus=self.best_die()).value('needed')}."
        )

    def slay_question(self) -> Question:
        """Question 11."""
        names = ("love", "weariness", "fear", "self_loathing")
        asked = self.scores_asked(*names, by=["MLWM-END"])
        state = {"weariness": 0, "fear": 4, "self_loathing": 2, **self.usual(names, ["MLWM-END"])}
        love = ("love", tuple(range(3, 10)))
        return Question(
            "slay",
            11,
            "Slaying the Master",
            "How likely is it that I slay the Master within so many attempts?",
            (
                *asked,
                *self.bonus_asked("Master"),
                *self.aid_asked(),
                number("attempts", "attempts", 1, 20, 3, help="how many you make"),
                choice("ties", "a tie", ("used", "replayed"), help="uses the attempt up, or is replayed"),
            ),
            (
                Table(
                    "by-attempt",
                    f"Slain within so many attempts, with {self.words(**state)}",
                    love,
                    ("attempts", tuple(range(1, 7))),
                    show="chance",
                    key="within",
                    fixed=state,
                ),
                Table(
                    "by-die",
                    "Slain within three attempts, the same scores, with a bonus die in each",
                    love,
                    ("bonus", self.bonus_dice()),
                    show="chance",
                    key="within",
                    fixed={**state, "attempts": 3},
                    corner=("", "bonus die"),
                ),
            ),
            (
                self._failure_says(),
                AsPrinted("A tie uses the attempt up."),
                AsPrinted("Nobody helps, and the Master has no bonus die."),
            ),
            self.slay_answer,
            self._slay_remember,
        )

    def _failure_says(self) -> str:
        """What changes between two attempts to slay the Master."""
        lost = self.effect("MLWM-END", "lose")
        if lost.changes == (("weariness", 1),):
            return "A failure tires you, nothing else changes."
        if words := self.effect_words(lost):
            return f"A failure brings {words}; nothing else changes."
        return "A failure changes nothing."

    @procedure("MLWM-Q-SLAY", title="Slaying the Master", source="computed")
    def slay_answer(self, **given: Setting) -> Answer:
        """The attempt that slays the Master, and the chance that one of them does."""
        bonus, against_bonus, first = bonus_of(given)
        chances = self.slay_chances(
            scores_of(given),
            int(given["attempts"]),
            bonus,
            against_bonus,
            *aid_of(given),
            first,
            given["ties"] == "replayed",
        )
        within = Measure("within", "the Master is slain", sum(chances, Fraction(0)))
        measures = (within, *self.dice_of("struggle", given))
        shares = firsts(chances, "slain at attempt", "the Master lives")
        return Answer(shares, measures, ordered=True, says=self.says_of("struggle", given))

    def _slay_remember(self) -> str:
        ask = self.slay_question().answer
        state = {"love": 5, "weariness": 0, "fear": 4, "self_loathing": 2}
        first, all_six = (ask(**state, attempts=attempts).value("within") for attempts in (1, 6))
        waited = ask(**{**state, "love": 8}, attempts=1).value("within")
        return (
            f"With {self.words(**state)} the first attempt slays the Master {percent(first)} of the time, "
            f"six together {percent(all_six)}; with {self.words(love=8)} the first does {percent(waited)}."
        )
