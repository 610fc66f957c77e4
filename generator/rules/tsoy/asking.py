"""The Shadow of Yesterday: what its questions ask for, read from the rules, and what their answers share."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from generator.dice.distribution import Distribution
from generator.rules.formula import Formula
from generator.rules.formula_tree import Number, substituted
from generator.rules.questions import (
    Answer,
    AsPrinted,
    Measure,
    Parameter,
    choice,
    number,
    of_distribution,
    percent,
)
from generator.rules.tsoy.fight import Fights

MOST_BONUS = 40
"""Six at a table: five others may give all their six gift dice, beside a die of one's own and a first roll's
success level."""
MOST_PENALTY = 12
"""The worst circumstances, every box of harm, and a failure that gets in the way."""

RANK = ("rank", "")
OPPOSED = ("you", "they")
"""What the corners of tables say where the labels of parameters are long."""


class Asking(Fights):
    """The parameters that several questions share, and the parts of answers that they have in common."""

    def ranks(self) -> tuple[int, ...]:
        """All ranks, the lowest first; two of one number are one rank."""
        return tuple(sorted({row.number("rank") for row in self.chart("TSOY-RANK")}))

    def middle(self) -> int:
        """The rank that stands for anybody, in defaults and in sentences."""
        ranks = self.ranks()
        return ranks[len(ranks) // 2]

    def versus(self, rank: int, against: int) -> str:
        """Two ranks by name: ``Unskilled against Grand Master``."""
        return f"{self.rank_name(rank)} against {self.rank_name(against)}"

    def rank_asked(
        self,
        name: str = "rank",
        label: str = "your rank",
        ranks: Sequence[int | str] | None = None,
        default: int | str | None = None,
    ) -> Parameter:
        """A rank as a parameter, by its number or its name; the opponent's is on no sheet."""
        allowed = tuple(self.ranks() if ranks is None else ranks)
        named = {self.rank_name(rank): rank for rank in self.ranks() if rank in allowed}
        aliases = tuple((word, rank) for said, rank in named.items() for word in _spellings(said))
        field = "" if name == "against" else "character.abilities.rank"
        help = ", ".join(f"{rank} {said}" for said, rank in named.items())
        return Parameter(
            name, label, allowed, self.middle() if default is None else default, field, help, aliases
        )

    def against_asked(self, default: int | None = None) -> Parameter:
        """The opponent's rank."""
        return self.rank_asked("against", "their rank", default=default)

    def dice_asked(self, whose: str = "your") -> tuple[Parameter, Parameter]:
        """Bonus and penalty dice of one side, ``your`` or ``their``."""
        prefix = "" if whose == "your" else "their_"
        field = "" if prefix else "character.abilities.penalty"
        return (
            number(f"{prefix}bonus", f"{whose} bonus dice", 0, MOST_BONUS, 0, help="pool, gifts, Secrets"),
            number(
                f"{prefix}penalty", f"{whose} penalty dice", 0, MOST_PENALTY, 0, field, "harm, circumstances"
            ),
        )

    def difficulty_asked(self) -> Parameter:
        """The success level that is wanted; as a rule the lowest above failure."""
        usual = self.row("TSOY-CHK-2").number("difficulty")
        lowest, highest = min(1, usual), max(usual, *self.named_levels())
        label = "success level wanted"
        return number("difficulty", label, lowest, highest, usual, help=f"as a rule {usual}")

    def named_levels(self) -> tuple[int, ...]:
        """The success levels that have names, failure left out."""
        return tuple(sorted({row.number("level") for row in self.chart("TSOY-SL")} - {0})) or (1,)

    def usual_difficulty(self) -> str:
        """What is taken for granted about success, in words."""
        rule = self.row("TSOY-CHK-2")
        usual, success = rule.number("difficulty"), rule.formula("success")
        if self.rewritten("TSOY-CHK-2", "success"):
            limit = Formula(substituted(success.tree, {"difficulty": Number(usual)}))
            return AsPrinted(f"A check succeeds if {limit.printed(self.labels)}.")
        return AsPrinted(f"Success level {usual} is enough.")

    def fair(self) -> str:
        """What bonus and penalty dice come to, in words."""
        net = self.formula("TSOY-DIE-1")
        if self.rewritten("TSOY-DIE-1"):
            return f"Net dice: {net.printed(self.labels)}; bonus above zero, penalty below."
        return "Bonus and penalty dice cancel one for one."

    def begins(self) -> str:
        """Whose a tie is in a resisted check, in words."""
        levels = range(max(self.named_levels()) + 1)
        won = {self.prevails(level, level) for level in levels}
        if len(won) > 1:
            return AsPrinted(f"You begin, and win if {self.formula('TSOY-RES-1').printed(self.labels)}.")
        return AsPrinted(f"You begin: a tie goes to {'you' if True in won else 'the one who resists'}.")

    def gear_asked(self, name: str, label: str) -> Parameter:
        """The rating of a weapon, of armour or of gear that helps."""
        ratings = sorted({0} | {row.number("rating") for row in self.chart("TSOY-GEAR")})
        # No sheet knows which of an item's ratings the situation calls for.
        return choice(name, label, ratings, help="its rating")

    def reaching(self, levels: Distribution, difficulty: int | None = None) -> Fraction:
        """The chance of a success level that succeeds; without a difficulty, at the usual one."""
        return sum(
            (levels.chance(level) for level in levels.outcomes() if self.succeeds(level, difficulty)),
            Fraction(0),
        )

    def levels_answer(
        self, levels: Distribution, measures: Sequence[Measure], says: Sequence[str] = ()
    ) -> Answer:
        """Success levels as an answer, each with its name: ``3 Great``."""
        return of_distribution(levels, lambda level: f"{level} {self.level_name(level)}", measures, says)

    def cancelled(self, bonus: int, penalty: int, whose: str = "Your") -> tuple[str, ...]:
        """What became of bonus and penalty dice where one side has both; nothing where that is plain."""
        if not (bonus and penalty):
            return ()
        net = self.net(bonus, penalty)
        kind = f"{'bonus' if net > 0 else 'penalty'} {'die' if abs(net) == 1 else 'dice'}"
        if self.rewritten("TSOY-DIE-1"):
            left = f"{abs(net)} net {kind}" if net else "no net dice"
            return (f"{whose} {bonus} bonus and {penalty} penalty dice come to {left}.",)
        left = f"{abs(net)} {kind} left" if net else "none left"
        return (f"{whose} {bonus} bonus and {penalty} penalty dice cancel one for one: {left}.",)


def points(change: Fraction) -> str:
    """A difference of chances in the sentence to remember.

    >>> points(Fraction(19, 81)), points(Fraction(-1, 100))
    ('23 points', '1 point')
    """
    figure = percent(abs(change))[:-1]
    return f"{figure} point" if figure in ("1", "<1") else f"{figure} points"


def _spellings(name: str) -> list[str]:
    said = name.lower()
    return list(dict.fromkeys((said, said.replace(" ", "-"), said.replace(" ", "_"))))
