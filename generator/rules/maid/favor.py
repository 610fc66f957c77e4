"""Maid: what Favor costs and brings, and how a maid may escape dismissal."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from generator.dice.distribution import Distribution
from generator.dice.pools import die, sum_of
from generator.problems import HandbillError, Problem
from generator.rules.chart import Row
from generator.rules.maid.rolls import ATTRIBUTES, MaidRolls
from generator.rules.registry import procedure


@dataclass(frozen=True, slots=True)
class Rescue:
    """Lowerings that avert a dismissal.

    ``lowered`` holds (attribute, old value, new value) for each attribute that falls, ``gain`` the Favor
    that this brings, ``favor`` what is left, ``buy_back`` the Favor that the old values would cost later.
    """

    lowered: tuple[tuple[str, int, int], ...]
    gain: int
    favor: int
    buy_back: int


@dataclass(frozen=True, slots=True)
class Dismissal:
    """Whether this Favor dismisses a maid, the most that lowering can bring, and the cheapest rescue.

    ``rescue`` is None where no lowering saves her, or where she needs none.
    """

    dismissed: bool
    most: int
    rescue: Rescue | None


@dataclass(frozen=True, slots=True, order=True)
class _Lowering:
    """New values, in the order of preference: fewer points, cheaper to buy back, earlier on the sheet."""

    points: int = 0
    buy_back: int = 0
    values: tuple[int, ...] = ()
    gain: int = 0

    def lowering(self, old: int, new: int, brings: int, costs: int) -> _Lowering:
        """This together with the next attribute, lowered from ``old`` to ``new`` or left as it is."""
        return _Lowering(
            self.points + old - new, self.buy_back + costs, (*self.values, new), self.gain + brings
        )


class MaidFavor(MaidRolls):
    """Favor, the Master's good opinion."""

    @procedure("MAID-FAVOR-START", title="Favor at the start", source="forum digest 2014, L20")
    def starting_favor(self, **attributes: int) -> int:
        """Favor when play starts; later changes of Affection leave it as it is (MAID-AMB-16).

        >>> from generator.rules import load
        >>> load("maid").starting_favor(affection=3)
        6
        """
        return self.valued(self.formula("MAID-DER-2"), attributes)

    @property
    def favor_rests_on(self) -> str:
        """The attributes on which Favor rests at the start, as a sentence names them."""
        names = self.formula("MAID-DER-2").names
        return " or ".join(self.labels[name] for name in ATTRIBUTES if name in names)

    @property
    def raised_by(self) -> int:
        """The points by which one raise makes an attribute higher."""
        return self.row("MAID-FAV-2").effect("gives").change("attribute")

    @property
    def boosts_unlike_published(self) -> bool:
        """Whether a house rule changed what a boost gives."""
        published = self.rule("MAID-FAV-3").published
        return isinstance(published, Row) and published["gives"] != self.row("MAID-FAV-3")["gives"]

    @procedure("MAID-FAV-REMOVE", title="Favor to remove Stress", source="forum digest 2014, L21")
    def cost_to_calm(self, points: int) -> int:
        """The Favor that removes so many points of Stress, during an explosion too (MAID-AMB-14).

        >>> from generator.rules import load
        >>> load("maid").cost_to_calm(4)
        4
        """
        self.not_below(0, points=points)
        return self.row("MAID-FAV-1").formula("cost").value(points=points)

    @procedure("MAID-FAV-RAISE", title="Favor to raise an attribute", source="forum digest 2014, L22")
    def cost_to_raise(self, value: int, to: int | None = None) -> int:
        """The Favor that raises an attribute from ``value`` to ``to``, or by one step, paid for each step.

        >>> from generator.rules import load
        >>> load("maid").cost_to_raise(2), load("maid").cost_to_raise(2, 4)
        (30, 70)
        """
        row = self.row("MAID-FAV-2")
        step = self.raised_by
        to = value + step if to is None else to
        self.not_below(self.number("MAID-ATT-LEAST"), value=value)
        self.not_below(value, to=to)
        if step < 1:
            raise HandbillError(
                Problem("out-of-range", "a raise that adds nothing", hint="it adds 1 or more")
            )
        cost = row.formula("cost")
        # A longer step may pass the wanted value: every step starts below it and is paid whole.
        return sum(cost.value(new_value=start + step) for start in range(value, to, step))

    @procedure("MAID-FAV-LOWER", title="Favor for lowering an attribute", source="forum digest 2014, L25")
    def gain_of_lowering(self, value: int, to: int | None = None) -> int:
        """The Favor for lowering an attribute from ``value`` to ``to``, or by one point (MAID-AMB-3).

        >>> from generator.rules import load
        >>> rules = load("maid")
        >>> rules.gain_of_lowering(3), rules.gain_of_lowering(1), rules.gain_of_lowering(3, 0)
        (20, 0, 30)
        """
        to = value - 1 if to is None else to
        self.not_below(self.number("MAID-ATT-LEAST"), to=to)
        self.not_below(to, value=value)
        gain = self.formula("MAID-FAV-7")
        return sum(gain.value(new_value=new_value) for new_value in range(to, value))

    @procedure("MAID-FAV-DIE", title="Favor that a die costs", source="forum digest 2014, L23-24")
    def die_cost(self, use: str = "MAID-FAV-3") -> Distribution:
        """The Favor that a use paid by a die costs. The uniform does not touch that die (MAID-AMB-5).

        >>> from generator.rules import load
        >>> str(load("maid").die_cost().mean())
        '7/2'
        """
        row = self.row(use)
        if row["sides"] is None:
            hint = "uses that a die pays: " + ", ".join(
                other.id for other in self.chart("MAID-FAV") if other["sides"] is not None
            )
            raise HandbillError(Problem("no-die", f"no die pays for {use}", hint=hint))
        return die(row.number("sides"))

    def dismissed(self, favor: int, **attributes: int) -> bool:
        """Whether this Favor dismisses a maid who lowers no attribute (MAID-FAV-6)."""
        return bool(self.valued(self.formula("MAID-FAV-6"), attributes, favor=favor))

    @procedure(
        "MAID-FAV-RISK", title="Chance that a die of Favor dismisses", source="forum digest 2014, L23-25"
    )
    def risk(self, favor: int, use: str = "MAID-FAV-3", **attributes: int) -> Fraction:
        """The chance that the die, rolled after announcing, costs so much that she must go (MAID-AMB-12).

        >>> from generator.rules import load
        >>> [str(load("maid").risk(favor)) for favor in (0, 3, 6)]
        ['1', '1/2', '0']
        """
        cost = self.die_cost(use)
        ways = sum(weight for price, weight in cost.items() if self.dismissed(favor - price, **attributes))
        return Fraction(ways, cost.total)

    @procedure("MAID-DISMISSAL", title="Dismissal, and the way out", source="forum digest 2014, L25")
    def dismissal(self, favor: int, **attributes: int) -> Dismissal:
        """Whether this Favor dismisses the maid, and the cheapest lowerings that save her.

        Attributes that are not given have the baseline value. Cheapest are the lowerings that take the fewest
        points in all; among these the ones that are bought back for the least Favor; among these the ones
        earliest on the sheet. Lowering from one to zero brings nothing, so alone it never saves (MAID-AMB-3).

        >>> from generator.rules import load
        >>> saved = load("maid").dismissal(-15, skill=3, luck=4)
        >>> saved.rescue
        Rescue(lowered=(('skill', 3, 2),), gain=20, favor=5, buy_back=30)
        >>> load("maid").dismissal(-1, **dict.fromkeys(ATTRIBUTES, 1))
        Dismissal(dismissed=True, most=0, rescue=None)
        """
        values = {name: self.attribute(name, attributes) for name in ATTRIBUTES}
        lowerings = self._lowerings(values)
        most = max(lowering.gain for lowering in lowerings)
        if not self.dismissed(favor, **values):
            return Dismissal(False, most, None)
        saving = [
            lowering
            for lowering in lowerings
            if not self.dismissed(
                favor + lowering.gain, **dict(zip(ATTRIBUTES, lowering.values, strict=True))
            )
        ]
        if not saving:
            return Dismissal(True, most, None)
        best = min(saving)
        lowered = tuple(
            (name, old, new)
            for (name, old), new in zip(values.items(), best.values, strict=True)
            if new < old
        )
        return Dismissal(True, most, Rescue(lowered, best.gain, favor + best.gain, best.buy_back))

    def _lowerings(self, values: dict[str, int]) -> tuple[_Lowering, ...]:
        """The best way to every gain that there is.

        Attribute by attribute, for what a lowering brings and costs is a sum over the attributes, and the
        best of a part stays the best. Attributes that the condition of dismissal itself names are kept apart.
        """
        least = self.number("MAID-ATT-LEAST")
        named = self.formula("MAID-FAV-6").names
        best: dict[tuple[int, tuple[int, ...]], _Lowering] = {(0, ()): _Lowering()}
        for name, old in values.items():
            longer: dict[tuple[int, tuple[int, ...]], _Lowering] = {}
            for new in range(least, old + 1):
                brings, costs = self.gain_of_lowering(old, new), self.cost_to_raise(new, old)
                for (gain, kept), so_far in best.items():
                    made = so_far.lowering(old, new, brings, costs)
                    key = (gain + brings, (*kept, new) if name in named else kept)
                    longer[key] = min(longer.get(key, made), made)
            best = longer
        return tuple(best.values())

    @procedure("MAID-START-ODDS", title="Starting attributes", source="other public digests and sheets")
    def starting_attribute(self) -> Distribution:
        """What an attribute starts with when it is rolled, before the maid's types change it (MAID-AMB-17).

        >>> from generator.rules import load
        >>> load("maid").starting_attribute().weights, str(load("maid").starting_attribute().mean())
        ((1, 9, 16, 9, 1), '2')
        """
        start = self.row("MAID-START")
        dice = sum_of(die(self.row("MAID-DIE").number("sides")), start.number("dice"))
        least, formula = self.number("MAID-ATT-LEAST"), start.formula("attribute")
        return dice.map(lambda total: max(least, formula.value(sum=total)))
