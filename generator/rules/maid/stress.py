"""Maid: Spirit, and when and how long a character explodes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from generator.dice.distribution import Distribution
from generator.problems import HandbillError, Problem
from generator.rules.maid.contests import MaidContests
from generator.rules.maid.rolls import ATTRIBUTES
from generator.rules.registry import procedure

SEARCHED = 10_000
"""Stress up to which the point of explosion is searched: far above any score in play."""


@dataclass(frozen=True, slots=True)
class Explosion:
    """Whether Stress breaks Spirit, and how many minutes of real time the explosion then lasts (else 0)."""

    spirit: int
    explodes: bool
    minutes: int


class MaidStress(MaidContests):
    """Stress. Attributes are given by name; one that is not given has the baseline value."""

    @procedure("MAID-SPIRIT", title="Spirit", source="forum digest 2014, L14")
    def spirit(self, **attributes: int) -> int:
        """The Stress that the character can bear; it follows Will whenever Will changes (MAID-AMB-16).

        >>> from generator.rules import load
        >>> load("maid").spirit(will=3)
        30
        """
        return self.valued(self.formula("MAID-DER-1"), attributes)

    @property
    def steadied_by(self) -> tuple[str, ...]:
        """The attributes on which it rests how much Stress explodes, in the order of the sheet.

        >>> from generator.rules import load
        >>> load("maid").steadied_by, load("maid", {"MAID-DER-1": "6 * will + luck"}).steadied_by
        (('will',), ('luck', 'will'))
        """
        names = self.formula("MAID-DER-1").names | self.formula("MAID-STR-1").names
        return tuple(name for name in ATTRIBUTES if name in names)

    @property
    def spirit_by(self) -> str:
        """The attribute by which a table tells Spirit: Will, or another if Spirit rests on others; "" for
        none."""
        names = self.steadied_by
        return "will" if "will" in names else names[0] if names else ""

    @property
    def spirit_besides(self) -> str:
        """The other attributes on which it rests, as that table takes them, after what is said already."""
        usual = self.number("MAID-ATT-1")
        others = [f"{self.labels[name]} {usual}" for name in self.steadied_by if name != self.spirit_by]
        return f"; here with {' and '.join(others)}" if others else ""

    @procedure("MAID-EXPLOSION", title="Stress Explosion", source="forum digest 2014, L14-15")
    def explosion(self, stress: int, gained: int = 0, paid: int = 0, **attributes: int) -> Explosion:
        """Whether this Stress starts an explosion (above Spirit, not at it: MAID-AMB-13), and its minutes.

        ``gained`` is the Stress that is taken during the explosion, ``paid`` the Stress that Favor removes
        meanwhile (MAID-AMB-14). Groups that play by post change the minutes for each point (MAID-AMB-15).

        >>> from generator.rules import load
        >>> load("maid").explosion(20, will=2), load("maid").explosion(21, will=2)
        (Explosion(spirit=20, explodes=False, minutes=0), Explosion(spirit=20, explodes=True, minutes=21))
        """
        self.not_below(0, stress=stress, gained=gained, paid=paid)
        spirit = self.spirit(**attributes)
        starts = bool(self.valued(self.formula("MAID-STR-1"), attributes, stress=stress, spirit=spirit))
        if not starts:
            return Explosion(spirit, False, 0)
        left = max(0, stress + gained - paid)
        per_point = self.number("MAID-AMB-15")
        lasts = self.formula("MAID-STR-2")
        minutes = self.valued(lasts, attributes, stress=left, spirit=spirit, minutes_per_point=per_point)
        return Explosion(spirit, True, minutes)

    @procedure("MAID-BREAK", title="The Stress that explodes", source="forum digest 2014, L14-15")
    def breaks_at(self, **attributes: int) -> int:
        """The least Stress that starts an explosion; HandbillError where none does.

        >>> from generator.rules import load
        >>> load("maid").breaks_at(will=2)
        21
        """
        for stress in range(SEARCHED):
            if self.explosion(stress, **attributes).explodes:
                return stress
        raise HandbillError(Problem("no-explosion", f"no Stress below {SEARCHED} starts an explosion"))

    @procedure(
        "MAID-ROUNDS", title="Contests until a Stress Explosion", source="forum digest 2014, L4, L14-15"
    )
    def explosion_within(
        self,
        contests: int,
        attribute: int,
        against: int,
        stress: int = 0,
        penalty: int = 0,
        against_penalty: int = 0,
        **attributes: int,
    ) -> Fraction:
        """The chance that so many equal contests, from this Stress on, bring the character to explode.

        >>> from generator.rules import load
        >>> str(load("maid").explosion_within(1, 1, 3, stress=3, will=2))
        '1/6'
        """
        self.not_below(0, contests=contests, stress=stress)
        burst = self.breaks_at(**attributes)
        taken = self.opposed(attribute, against, penalty, against_penalty).taken
        borne = Distribution.constant(min(stress, burst))
        for _ in range(contests):
            # More than explodes is no more than exploding, and soon is more than can be counted.
            borne = (borne + taken).map(lambda total: min(total, burst))
        return borne.at_least(burst)
