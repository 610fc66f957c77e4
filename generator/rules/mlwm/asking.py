"""My Life with Master: what its questions ask for, read from the rules, and what their answers share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction

from generator.dice.contests import Odds
from generator.problems import USAGE, HandbillError, Problem
from generator.rules.chart import Effect
from generator.rules.formula import Formula
from generator.rules.mlwm.chains import Chains
from generator.rules.mlwm.dice import Bonus
from generator.rules.mlwm.given import NO_DIE, Given, aid_of, bonus_of, counted, scores_of, signed
from generator.rules.mlwm.state import OUTCOMES, Part, Scores
from generator.rules.questions import Measure, Parameter, Setting, choice, number

USUAL = {"fear": 4, "reason": 3, "love": 3, "self_loathing": 2, "weariness": 1}
"""A minion in the middle of a game, as defaults and printed tables take one."""

_SCORES = {
    "fear": (15, "master.fear", "the Master's, the same for everybody"),
    "reason": (15, "master.reason", "the town's, the same for everybody"),
    "love": (30, "minion.love", "yours, for all connections together"),
    "self_loathing": (20, "minion.self_loathing", "yours"),
    "weariness": (20, "minion.weariness", "yours"),
    "innocents": (10, "master.innocents", "how many are in the scene"),
}
"""Highest value, field and help of each score; the label is the rules' own."""

ACTS = {
    "overture": "MLWM-OVR",
    "refuse": "MLWM-CMD",
    "violence": "MLWM-VIO",
    "villainy": "MLWM-VIL",
    "struggle": "MLWM-END",
}
"""What a player calls an action, and its rule."""


class Asking(Chains):
    """The parameters that several questions share, and the parts of answers that they have in common."""

    def score(self, name: str, default: int | None = None) -> Parameter:
        """A score as a parameter; without ``default`` at its usual one."""
        highest, field, help = _SCORES[name]
        usual = USUAL.get(name, 0) if default is None else default
        return number(name, self.labels[name], 0, highest, usual, field, help)

    def scores_asked(self, *names: str, by: Sequence[str] = ()) -> tuple[Parameter, ...]:
        """Several scores as parameters, at their usual defaults, and those that house rules make the rules
        of these ids (``by``) read besides."""
        return tuple(self.score(name) for name in (*names, *self.also(names, by)))

    def also(self, names: Collection[str], by: Iterable[str]) -> tuple[str, ...]:
        """The scores beside these that some rules read, actions with both of their pools."""
        read = set[str]().union(*map(self._read, by))
        return tuple(name for name in _SCORES if name in read and name not in names)

    def usual(self, names: Collection[str], by: Iterable[str]) -> dict[str, int]:
        """The usual values of the scores beside these that some rules read, as captions of tables tell them;
        Innocents are nowhere in the tables."""
        return {name: USUAL[name] for name in self.also(names, by) if name in USUAL}

    def _read(self, rule_id: str) -> Collection[str]:
        if isinstance(self[rule_id], Formula):
            return self.formula(rule_id).names
        if "condition" in self.row(rule_id):
            return self.row(rule_id).formula("condition").names
        return self.raw_formula(rule_id, "you").names | self.raw_formula(rule_id, "they").names

    def words(self, **scores: int) -> str:
        """Scores as a page writes them: ``Fear 4, Reason 3``."""
        return ", ".join(f"{self.labels[name]} {score}" for name, score in scores.items())

    def die_name(self, die: Setting) -> str:
        """A bonus die's name as printed."""
        return "no bonus die" if die == NO_DIE else self.row(f"MLWM-BONUS.{die}").text("name")

    def bonus_dice(self, side: str = "minion") -> tuple[str, ...]:
        """No die, and each bonus die that a side may earn, as the chart of bonus dice orders them."""
        return (NO_DIE, *(row.key for row in self.chart("MLWM-BONUS") if self.may_earn(side, row.key)))

    def by_sides(self) -> tuple[str, ...]:
        """No die, and the bonus dice of a minion from the least one to the best."""
        return (NO_DIE, *sorted(self.bonus_dice()[1:], key=self.sides))

    def best_die(self) -> str:
        """The bonus die with the most sides."""
        return self.by_sides()[-1]

    def effect_words(self, effect: Effect) -> str:
        """What an effect changes, as a sentence tells it: ``Weariness +1``; empty for nothing."""
        return ", ".join(
            f"{self.labels[name]} {'+' if change > 0 else ''}{signed(change)}"
            for name, change in effect.changes
        )

    def die_asked(
        self, name: str, label: str, side: str = "minion", default: str = NO_DIE, help: str = ""
    ) -> Parameter:
        """A bonus die as a parameter, by its name or by its sides: ``d6`` for Desperation."""
        dice = self.bonus_dice(side)
        sides = {f"d{self.sides(die)}": die for die in dice if die != NO_DIE}
        return choice(name, label, dice, help=help, aliases=sides)._replace(default=default)

    def bonus_asked(self, against: str, default: str = NO_DIE) -> tuple[Parameter, ...]:
        """The bonus dice of both sides, and who was first; ``against`` as the chart of actions says it."""
        return (
            self.die_asked("bonus", "your bonus die", default=default, help="what you earned"),
            self.die_asked("against_bonus", "their bonus die", against, help=f"what the {against} earned"),
            choice(
                "first", "who earned theirs first", ("you", "they"), help="counts where both dice are equal"
            ),
        )

    def aid_asked(self, default: int = 0) -> tuple[Parameter, ...]:
        """The dice of helpers on both sides."""
        words = f"{self.formula('MLWM-AID-1').printed(self.labels)} of each"
        return (
            number("aid", "dice of your helpers", 0, 20, default, help=words),
            number("against_aid", "dice of their helpers", 0, 20, 0, help=words),
        )

    def odds_of(self, act: str, given: Given) -> Odds:
        """The odds of an action for the given scores, bonus dice and helpers.

        Raises HandbillError (exit 2) for a bonus die that the other side can never earn.
        """
        against = self.row(ACTS[act]).text("against")
        bonus, against_bonus, first = bonus_of(given)
        if against_bonus and not self.may_earn(against, against_bonus):
            hint = "allowed: " + ", ".join(self.bonus_dice(against))
            message = f"their bonus die cannot be '{against_bonus}' where they are the {against}"
            raise HandbillError(Problem("parameter", message, hint=hint), USAGE)
        return self.odds(ACTS[act], scores_of(given), bonus, against_bonus, first, *aid_of(given))

    def dice_of(self, act: str, given: Given) -> tuple[Measure, ...]:
        """How many pool dice both sides roll, helpers included."""
        you, they = self.pools(ACTS[act], scores_of(given), *aid_of(given))
        return counted("dice", "your dice", you), counted("against_dice", "their dice", they)

    def says_of(self, act: str, given: Given) -> tuple[str, ...]:
        """What was decided on the way to the dice of an action: floors, and whose bonus die counts."""
        action, scores = ACTS[act], scores_of(given)
        raw, rolled = self.raw_pools(action, scores), self.pools(action, scores)
        floors = tuple(
            f"{whose} pool comes to {signed(before)}; the fewest dice are {after}."
            for whose, before, after in zip(("Your", "Their"), raw, rolled, strict=True)
            if before != after
        )
        return floors + self.bonus_says(*bonus_of(given), against=self.row(action).text("against"))

    def bonus_says(
        self, bonus: Bonus, against_bonus: Bonus, first: Part, against: str = "NPC"
    ) -> tuple[str, ...]:
        """Whose bonus die is rolled where both sides earned one, and why; nothing where that is plain."""
        ours, theirs = self.sides(bonus), self.sides(against_bonus)
        kept = self.kept_bonus(bonus, against_bonus, first, against)
        if kept == (ours, theirs):
            return ("Both bonus dice are rolled.",) if ours and theirs else ()
        if kept == (0, 0):
            return ("No bonus die is rolled.",)
        if ours > theirs:
            return (f"Your d{ours} cancels their d{theirs}.",)
        if ours < theirs:
            return (f"Their d{theirs} cancels your d{ours}.",)
        why = "earned first" if self.option("bonus_tie") == "first" else "the minion's"
        return (f"Both dice are a d{ours}: only {'yours' if kept[0] else 'theirs'} is rolled, it was {why}.",)

    def gain_chance(self, act: str, given: Given, odds: Odds, score: str) -> Fraction:
        """The chance that the roll raises a score of the minion who acts."""
        before = scores_of(given).as_names()[score]
        return self._chance_that(act, given, odds, lambda now, _: now.as_names()[score] > before)

    def event_chance(self, act: str, given: Given, odds: Odds, event: str) -> Fraction:
        """The chance that the roll sets off a condition: the Horror, capture, the Endgame."""
        return self._chance_that(act, given, odds, lambda _, events: event in events)

    def _chance_that(
        self, act: str, given: Given, odds: Odds, holds: Callable[[Scores, tuple[str, ...]], bool]
    ) -> Fraction:
        chance, scores = Fraction(0), scores_of(given)
        for outcome, part in zip(OUTCOMES, odds.chances, strict=True):
            if holds(*self.after(ACTS[act], scores, self.effect(ACTS[act], outcome))):
                chance += part
        return chance
