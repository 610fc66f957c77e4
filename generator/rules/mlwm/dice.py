"""My Life with Master: pools, the bonus die, one roll against another, and formulas as a sheet needs them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TypeAlias

from generator.dice.contests import Odds
from generator.dice.distribution import Distribution
from generator.dice.pools import die, sum_of
from generator.problems import HandbillError, Problem, nearest
from generator.rules.chart import Row
from generator.rules.formula import Formula, margin
from generator.rules.formula_tree import Node, Number, Operation, substituted
from generator.rules.mlwm.state import Part, Scores
from generator.rules.registry import Rules, procedure
from generator.rules.trials import HIGHEST

Bonus: TypeAlias = int | str
"""A bonus die: its number of sides, or its key in the chart of bonus dice; 0 for none."""


class Dice(Rules):
    """How the dice of this game are thrown, read and compared."""

    @procedure("MLWM-DIE", title="One die of a pool", source="Forge topic 18773, L10-11", page=25)
    def pool_die(self) -> Distribution:
        """What one die of a pool adds: its face, or nothing where it shows the face that is thrown away.

        >>> from generator.rules import load
        >>> load("mlwm").pool_die().weights
        (1, 1, 1, 1)
        """
        discard = self.row("MLWM-DICE-2")
        face, counts = discard.number("face"), discard.number("counts")
        return die(self.row("MLWM-DICE-1").number("sides")).map(
            lambda shown: counts if shown == face else shown
        )

    def discards(self) -> bool:
        """Whether a pool die can show the face that is thrown away."""
        discard = self.row("MLWM-DICE-2")
        face = discard.number("face")
        return 1 <= face <= self.row("MLWM-DICE-1").number("sides") and face != discard.number("counts")

    def example_throw(self) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """A throw for a picture: its faces, the places of those that are thrown away, and its total."""
        discard, sides = self.row("MLWM-DICE-2"), self.row("MLWM-DICE-1").number("sides")
        lost = (discard.number("face"),) if self.discards() else ()
        kept = [face for face in (3, 1, 2, 4) if face <= sides and face not in lost][:3]
        place = min(2, len(kept))
        faces = (*kept[:place], *lost, *kept[place:])
        return faces, (place,) * len(lost), sum(kept) + discard.number("counts") * len(lost)

    @procedure("MLWM-DICE-3", title="The total", source="Forge topic 18773, L11-12", page=25)
    def pool(self, dice: int, bonus: Bonus = 0) -> Distribution:
        """The total of a pool: the dice that survive and the bonus die.

        The bonus die is read as it lies, so it keeps the face that a pool die would lose (MLWM-AMB-4).
        ``dice`` is a number of dice after the floor; ``bonus`` sides, or a name such as ``"sincerity"``.

        >>> from generator.rules import load
        >>> load("mlwm").pool(1, bonus=4).weights
        (1, 2, 3, 4, 3, 2, 1)
        """
        rolled, sides = sum_of(self.pool_die(), dice), self.sides(bonus)
        return rolled + die(sides) if sides else rolled

    def sides(self, bonus: Bonus) -> int:
        """The sides of a bonus die given by name or by its sides; 0 for none."""
        if isinstance(bonus, int):
            return bonus
        return self._bonus_row(bonus).number("sides") if bonus else 0

    def _bonus_row(self, name: str) -> Row:
        if f"MLWM-BONUS.{name}" not in self:
            names = [row.key for row in self.chart("MLWM-BONUS")]
            hint = nearest(name, names) or "one of " + ", ".join(names)
            raise HandbillError(Problem("bonus-die", f"'{name}' is no bonus die", hint=hint))
        return self.row(f"MLWM-BONUS.{name}")

    @procedure("MLWM-BONUS-2", title="Whose bonus die counts", source="Forge topic 18773, L22", page=32)
    def kept_bonus(
        self, bonus: Bonus, against_bonus: Bonus, first: Part = "you", against: str = "NPC"
    ) -> tuple[int, int]:
        """The sides of the bonus die that each side rolls in the end, 0 for none.

        Where both sides earn one, the higher die cancels the lower. Equal dice are MLWM-AMB-3: the option
        ``bonus_tie`` says whose stays, and ``first`` who earned theirs first.

        >>> from generator.rules import load
        >>> load("mlwm").kept_bonus("intimacy", "sincerity")
        (0, 8)
        """
        ours, theirs = self.sides(bonus), self.sides(against_bonus)
        dice = self.number("MLWM-BONUS-1")
        if not dice:
            return 0, 0
        if dice > 1 or not (ours and theirs):
            return ours, theirs
        if ours != theirs:
            return (ours, 0) if ours > theirs else (0, theirs)
        return self._equal_bonus(ours, first, against)

    def _equal_bonus(self, sides: int, first: Part, against: str) -> tuple[int, int]:
        match self.option("bonus_tie"):
            case "both":
                return sides, sides
            case "none":
                return 0, 0
            case "minion":
                return (0, 0) if against == "minion" else (sides, 0)
        return (sides, 0) if first == "you" else (0, sides)

    @procedure("MLWM-DICE-5", title="One roll against another", source="Forge topic 18773, L13", page=25)
    def contest(
        self,
        dice: int,
        against_dice: int,
        bonus: Bonus = 0,
        against_bonus: Bonus = 0,
        first: Part = "you",
        against: str = "NPC",
    ) -> Odds:
        """The odds of one pool against another: the higher total wins, equal totals tie.

        Of two bonus dice only one is rolled (``kept_bonus``).

        >>> from generator.rules import load
        >>> load("mlwm").contest(1, 1)
        Odds(win=6, tie=4, lose=6)
        >>> str(load("mlwm").contest(1, 1, bonus=8).chances[0])
        '59/64'
        """
        ours, theirs = self.kept_bonus(bonus, against_bonus, first, against)
        return self.pool(dice, ours).versus(self.pool(against_dice, theirs))

    @procedure("MLWM-EVEN", title="How many dice you need", source="Forge topic 18773, L10-13")
    def dice_to_beat(
        self,
        against_dice: int,
        chance: Fraction = Fraction(1, 2),
        bonus: Bonus = 0,
        against_bonus: Bonus = 0,
        first: Part = "you",
        against: str = "NPC",
    ) -> int:
        """The fewest pool dice that beat an opponent's pool with this chance or a better one.

        ``chance`` is below 1, since a pool may always come up empty.

        >>> from generator.rules import load
        >>> load("mlwm").dice_to_beat(6)
        7
        """
        if not 0 <= chance < 1:
            raise ValueError(f"a chance from 0 up to, not including, 1 is wanted; found {chance}")

        def enough(dice: int) -> bool:
            odds = self.contest(dice, against_dice, bonus, against_bonus, first, against)
            return odds.chances[0] >= chance

        # No die counts less than nothing, so one more never harms: halving finds the fewest.
        few, many = -1, 1
        while not enough(many):
            few, many = many, 2 * many
        while many - few > 1:
            half = (few + many) // 2
            few, many = (few, half) if enough(half) else (half, many)
        return many

    def floor(self, side: str) -> int:
        """The fewest dice that a side rolls: minions have a rule of their own, for others see MLWM-AMB-1."""
        return self.number("MLWM-DICE-4") if side == "minion" else int(self.option("npc_floor"))

    def raw_formula(self, action: str, part: Part, fearless: bool = False) -> Formula:
        """One side's pool before the floor, with the Innocents in it; ``fearless`` takes the Fear out."""
        used: dict[str, Node] = {"reason": self.formula("MLWM-INN-1").tree}
        rolled = substituted(self.row(action).formula(part).tree, used)
        if fearless:
            fear = substituted(self.row("MLWM-END-2").formula("fear").tree, used)
            rolled = substituted(rolled, {"fear": fear})
        return Formula(rolled)

    def innocent_adds(self) -> int | None:
        """How much each Innocent adds to Reason in a roll; None where a house rule counts in another way."""
        counted = self.formula("MLWM-INN-1")
        if not counted.names <= {"reason", "innocents"}:
            return None
        each = counted.value(reason=0, innocents=1)
        pairs = product(range(HIGHEST + 1), repeat=2)
        alike = all(counted.value(reason=r, innocents=i) == r + each * i for r, i in pairs)
        return each if alike else None

    def bonus_beats_one_more(self) -> bool:
        """Whether each bonus die wins more often than one more die in the pool, in the pools of a table."""
        return all(
            self.contest(you, they, row.key).chances[0] > self.contest(you + 1, they).chances[0]
            for row in self.chart("MLWM-BONUS")
            for you in range(1, 7)
            for they in range(1, 8)
        )

    @procedure("MLWM-POOL", title="A pool as a formula", source="Forge topic 18773, L10, L16", page=25)
    def pool_formula(self, action: str, part: Part, fearless: bool = False) -> Formula:
        """One side's number of dice in an action, floor and Innocents included, for sheets to compute.

        The engine rolls by this same formula. The floor is a must, although the text says "may" (MLWM-AMB-2).

        >>> from generator.rules import load
        >>> load("mlwm").pool_formula("MLWM-OVR", "you").text
        'max(1, reason + innocents - self_loathing)'
        """
        side = "minion" if part == "you" else self.row(action).text("against")
        return at_least(self.floor(side), self.raw_formula(action, part, fearless))

    @procedure("MLWM-AID", title="A helper's dice as a formula", source="Forge topic 18773, L60", page=34)
    def aid_formula(self) -> Formula:
        """How many dice a helper adds. Each helper has a floor of their own, the option ``aid_floor``
        (MLWM-AMB-11), and the pool that is helped has its floor before the helpers' dice come to it.

        >>> from generator.rules import load
        >>> load("mlwm").aid_formula().text
        'max(0, love - weariness)'
        """
        return at_least(int(self.option("aid_floor")), self.formula("MLWM-AID-1"))

    def aid(self, helper: Scores) -> int:
        """How many dice a helper with these scores adds."""
        return self.aid_formula().value(**helper.as_names())

    @procedure("MLWM-MARGIN", title="How far a condition is from holding")
    def margin_formula(self, condition_id: str) -> Formula:
        """By how much a condition is over its limit, made from the condition itself: it holds above 0.

        Raises HandbillError (``no-margin``) where a house rule made it something without one limit.

        >>> from generator.rules import load
        >>> load("mlwm").margin_formula("MLWM-CMD-3").text
        'love - (fear + weariness)'
        """
        return _margin(self.formula(condition_id), condition_id)

    @procedure("MLWM-ROOM", title="How much room a condition leaves")
    def room_formula(self, condition_id: str) -> Formula:
        """How many points are left before a condition holds, made from the condition; below 0 it holds.

        >>> from generator.rules import load
        >>> load("mlwm").room_formula("MLWM-HOR-1").text
        'love + reason - self_loathing'
        """
        return _margin(self.formula(condition_id), condition_id, mirrored=True)


def at_least(least: int, formula: Formula) -> Formula:
    """The formula with a floor under it."""
    return Formula(Operation("max", (Number(least), formula.tree)))


def _margin(condition: Formula, condition_id: str, mirrored: bool = False) -> Formula:
    return margin(condition, f"{condition_id}, '{condition.text}', has no margin", mirrored=mirrored)
