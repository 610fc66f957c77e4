"""Maid: Spirit, and when and how long a character explodes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from generator.rules.maid.contests import MaidContests
from generator.rules.registry import procedure


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
        self.not_below(0, contests=contests)
        taken = self.opposed(attribute, against, penalty, against_penalty).taken.times(contests) + stress
        ways = sum(ways for total, ways in taken.items() if self.explosion(total, **attributes).explodes)
        return Fraction(ways, taken.total)
