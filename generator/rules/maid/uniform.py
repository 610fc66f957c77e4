"""Maid: what a uniform in disarray takes off the die."""

from __future__ import annotations

from collections.abc import Sequence

from generator.rules.chart import Row
from generator.rules.maid.rolls import MaidRolls
from generator.rules.registry import procedure


class MaidUniform(MaidRolls):
    """The uniform."""

    @procedure("MAID-PENALTY", title="Penalty of the uniform", source="forum digest 2014, L16-18")
    def penalty(
        self,
        *parts: str,
        one_piece: bool = False,
        undergarments: bool = True,
        headdress_on: bool = False,
    ) -> int:
        """What the named parts, being damaged, removed or very dirty, take off the die together.

        Parts are named by their rows of MAID-UNI, and each counts once. The parts of a one-piece dress count
        once together, by the highest penalty among those named (MAID-AMB-7). Without ``undergarments`` there
        is nothing to lose there. ``headdress_on`` says that the headdress is spoilt but still worn, which
        the option MAID-AMB-20 judges.

        >>> from generator.rules import load
        >>> rules = load("maid")
        >>> rules.penalty("blouse", "skirt"), rules.penalty("blouse", "skirt", one_piece=True)
        (2, 1)
        >>> rules.penalty("stockings", "headdress"), rules.penalty("undergarments", undergarments=False)
        (3, 0)
        """
        terms = self.row("MAID-UNI-1")
        excused: set[str] = set()
        if not undergarments:
            excused.update(_names(terms, "may be left off"))
        if headdress_on and self.option("headdress") == "removed":
            excused.update(_names(terms, "in doubt"))
        dress = _names(terms, "one-piece") if one_piece else ()
        garments: dict[str, int] = {}
        for part in parts:
            row = self.row(f"MAID-UNI.{part}")
            if part not in excused:
                garment = "dress" if part in dress else part
                garments[garment] = max(garments.get(garment, 0), row.number("penalty"))
        return sum(garments.values())

    def named(self, term: str, last: str = "and") -> str:
        """The parts that a term of MAID-UNI-1 names, as they stand in a sentence.

        >>> from generator.rules import load
        >>> load("maid").named("one-piece")
        'blouse and skirt'
        """
        return listed([self.row(f"MAID-UNI.{key}").text("name").lower() for key in self._term(term)], last)

    def _term(self, term: str) -> tuple[str, ...]:
        return _names(self.row("MAID-UNI-1"), term)

    @procedure("MAID-UNI-WHEN", title="When a part counts", source="forum digest 2014, L16-18")
    def counts_when(self, part: str) -> str:
        """The words for what makes a part count; the headdress follows the option MAID-AMB-20.

        >>> from generator.rules import load
        >>> load("maid", {"headdress": "removed"}).counts_when("headdress")
        'removed'
        """
        terms = self.row("MAID-UNI-1")
        self.row(f"MAID-UNI.{part}")
        doubted = part in _names(terms, "in doubt") and self.option("headdress") == "removed"
        return terms.text("in doubt counts when" if doubted else "counts when")


def _names(terms: Row, name: str) -> tuple[str, ...]:
    names = terms[name]
    assert isinstance(names, tuple)
    return tuple(map(str, names))


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row.

    >>> listed(["blouse", "skirt"]), listed(["apron", "blouse", "skirt"])
    ('blouse and skirt', 'apron, blouse and skirt')
    """
    return f" {last} ".join([*filter(None, [", ".join(words[:-1])]), *words[-1:]])
