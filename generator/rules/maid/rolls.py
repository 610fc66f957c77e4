"""Maid: one roll, its chance at a target number, and what a boost is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from generator.dice.distribution import Distribution
from generator.dice.pools import die
from generator.problems import HandbillError, Problem, nearest
from generator.rules.formula import Formula
from generator.rules.formula_tree import Name, Operation
from generator.rules.registry import Rules, procedure

ATTRIBUTES = ("athletics", "affection", "skill", "cunning", "luck", "will")
"""The names of the attributes, as scores and as rows of the chart MAID-ATT."""


@dataclass(frozen=True, slots=True)
class Boost:
    """A roll plain, with the die boosted, and with the attribute boosted: three chances or three means."""

    plain: Fraction
    die: Fraction
    attribute: Fraction

    @property
    def better(self) -> str:
        """Which one to boost: ``die``, ``attribute``, or ``either``."""
        if self.die == self.attribute:
            return "either"
        return "die" if self.die > self.attribute else "attribute"

    @property
    def by(self) -> Fraction:
        """How much better the better one is than the other."""
        return abs(self.die - self.attribute)

    @property
    def gain(self) -> Fraction:
        """How much the better one adds to the plain roll."""
        return max(self.die, self.attribute) - self.plain


class MaidRolls(Rules):
    """Rolls of one character."""

    def not_below(self, least: int, **numbers: int) -> None:
        """Refuse a number below ``least`` with a HandbillError (``out-of-range``) that names it."""
        problems = [
            Problem("out-of-range", f"{name} is {number}", hint=f"it is {least} or more")
            for name, number in numbers.items()
            if number < least
        ]
        if problems:
            raise HandbillError(problems)

    def valued(self, formula: Formula, attributes: Mapping[str, int], **scores: int) -> int:
        """The formula over scores and attributes; an attribute that is not given has the baseline value.

        A house rule may so name any attribute in any formula, and pages still name only those that matter.
        """
        known = {**attributes, **scores}
        for name in sorted(formula.names.intersection(ATTRIBUTES)):
            known[name] = self.attribute(name, attributes)
        return formula.value(**known)

    def attribute(self, name: str, attributes: Mapping[str, int]) -> int:
        """The attribute of that name, or the baseline; HandbillError for a name that is none."""
        for given, number in attributes.items():
            if given not in ATTRIBUTES:
                hint = nearest(given, ATTRIBUTES) or "one of " + ", ".join(ATTRIBUTES)
                raise HandbillError(Problem("unknown-attribute", f"'{given}' is no attribute", hint=hint))
            self.not_below(self.number("MAID-ATT-LEAST"), **{given: number})
        return attributes[name] if name in attributes else self.number("MAID-ATT-1")

    @procedure("MAID-RESULT", title="Results of a roll", source="forum digest 2014, L3, L18-19")
    def result(self, attribute: int, penalty: int = 0, boost: int = 0) -> Distribution:
        """All results of a roll: the die, less the penalty, plus a boost of the die, times the attribute.

        >>> from generator.rules import load
        >>> rules = load("maid")
        >>> rules.result(3).outcomes()
        (3, 6, 9, 12, 15, 18)
        >>> rules.result(2, penalty=2).weights
        (2, 0, 1, 0, 1, 0, 1, 0, 1)
        >>> str(rules.result(2, penalty=2).mean())
        '10/3'
        """
        self.not_below(self.number("MAID-ATT-LEAST"), attribute=attribute)
        self.not_below(0, penalty=penalty)
        sides = self.row("MAID-DIE").number("sides")
        return die(sides).map(lambda rolled: self.outcome(rolled, attribute, penalty, boost))

    @property
    def sign(self) -> str:
        """What stands between die and attribute where a roll is drawn.

        >>> from generator.rules import load
        >>> load("maid").sign, load("maid", {"MAID-ACT-1": "die + attribute"}).sign
        ('×', '+')
        """
        match self.formula("MAID-ACT-1").tree:
            case Operation("*" | "+" as operator, (Name("die"), Name("attribute"))):
                return "×" if operator == "*" else "+"
        return "and"

    def outcome(self, rolled: int, attribute: int, penalty: int = 0, boost: int = 0) -> int:
        """The result of one roll whose die shows ``rolled``."""
        face = self.counted(rolled, attribute, penalty, boost)
        return self.formula("MAID-ACT-1").value(
            die=face, attribute=attribute, rolled=rolled, penalty=penalty, boost=boost
        )

    def counted(self, rolled: int, attribute: int, penalty: int = 0, boost: int = 0) -> int:
        """What a die that shows ``rolled`` counts, at least its least value."""
        counts = self.row("MAID-DIE").formula("counts")
        face = counts.value(rolled=rolled, penalty=penalty, boost=boost, attribute=attribute)
        # No choice of the option touches a face of 1 or more: such a roll does not rest on it.
        if face < 1 and isinstance(floor := self.option("die_floor"), int):
            return max(floor, face)
        return face

    def can_succeed(self, attribute: int) -> bool:
        """Whether rolls with this attribute can succeed at all (MAID-ACT-2)."""
        return self.formula("MAID-ACT-2").holds(attribute=attribute)

    @procedure("MAID-CHANCE", title="Chance at a target number", source="forum digest 2014, L3")
    def chance(
        self, attribute: int, target: int, penalty: int = 0, boost: int = 0, reading: str | None = None
    ) -> Fraction:
        """The chance to reach a target number. ``reading`` is ``beats`` or ``meets``; if it is not given, the
        option MAID-AMB-1 decides. Attribute zero never succeeds, whatever the target (MAID-AMB-19).

        >>> from generator.rules import load
        >>> rules = load("maid")
        >>> str(rules.chance(2, 6)), str(rules.chance(2, 6, reading="meets"))
        ('1/2', '2/3')
        >>> str(rules.chance(3, 10, penalty=2)), str(rules.chance(0, 0, reading="meets"))
        ('1/6', '0')
        """
        reading = reading if reading is not None else str(self.option("tn"))
        succeeds = self.row(f"MAID-TN.{reading}").formula("succeeds")
        results = self.result(attribute, penalty, boost)
        if not self.can_succeed(attribute):
            return Fraction(0)
        ways = sum(
            weight for result, weight in results.items() if succeeds.holds(result=result, target=target)
        )
        return Fraction(ways, results.total)

    @procedure("MAID-HARDEST", title="The hardest target within reach", source="forum digest 2014, L3")
    def hardest_target(
        self,
        attribute: int,
        wanted: Fraction = Fraction(1, 2),
        penalty: int = 0,
        boost: int = 0,
        reading: str | None = None,
    ) -> int | None:
        """The highest target number that is reached with at least the wanted chance; None if even 1 is not.

        >>> from generator.rules import load
        >>> [load("maid").hardest_target(attribute) for attribute in (0, 1, 2, 3, 4)]
        [None, 3, 7, 11, 15]
        """
        for target in range(self.result(attribute, penalty, boost).highest, 0, -1):
            if self.chance(attribute, target, penalty, boost, reading) >= wanted:
                return target
        return None

    @procedure("MAID-BOOST", title="What a boost adds", source="forum digest 2014, L23")
    def boost(self, attribute: int, penalty: int = 0) -> Boost:
        """The mean result plain, with the die boosted and with the attribute boosted.

        Without a penalty a boost of the die adds the attribute, a boost of the attribute adds the die: so the
        die gains more for a high attribute. A boost may take the die past its highest face; penalty and boost
        are summed before the least value of the die is applied (MAID-AMB-11).

        >>> from generator.rules import load
        >>> [load("maid").boost(attribute).better for attribute in range(6)]
        ['attribute', 'attribute', 'attribute', 'attribute', 'die', 'die']
        >>> str(load("maid").boost(3).by)
        '1/2'
        """
        gives = self.row("MAID-FAV-3").effect("gives")
        return Boost(
            self.result(attribute, penalty).mean(),
            self.result(attribute, penalty, gives.change("die")).mean(),
            self.result(attribute + gives.change("attribute"), penalty).mean(),
        )

    @procedure(
        "MAID-BOOST-TARGET", title="What a boost adds at a target number", source="forum digest 2014, L23"
    )
    def boost_at(self, attribute: int, target: int, penalty: int = 0, reading: str | None = None) -> Boost:
        """The chance at a target number plain, with the die boosted and with the attribute boosted.

        >>> from generator.rules import load
        >>> boost = load("maid").boost_at(4, 20, reading="meets")
        >>> str(boost.plain), str(boost.die), str(boost.attribute), boost.better
        ('1/3', '1/2', '1/2', 'either')
        """
        gives = self.row("MAID-FAV-3").effect("gives")
        return Boost(
            self.chance(attribute, target, penalty, 0, reading),
            self.chance(attribute, target, penalty, gives.change("die"), reading),
            self.chance(attribute + gives.change("attribute"), target, penalty, 0, reading),
        )
