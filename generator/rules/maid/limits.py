"""Maid: what house rules may not break: a game that can be played, and worked out in a reasonable time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from generator.problems import HandbillError
from generator.rules.chart import Row
from generator.rules.maid.asking import Asking

MOST_COUNTED = 200
"""The most that a die may count, up or down."""
MOST_RESULT = 5_000
"""The highest result, and the most Stress of one contest."""
MOST_BORNE = 130
"""The most Stress that the usual maid may bear: with more, a duel takes long to work out."""
MOST_WORK = 40_000
"""The most of that Stress times itself, times the sides beyond six: each makes a duel longer to work out."""
MOST_AT_START = 100
"""The highest attribute that dice may give."""
MOST_FAVOR = 1_000
MOST_LOWERINGS = 20_000
"""Ways to lower attributes, where the dismissal itself asks for attributes."""

Found: TypeAlias = tuple[str, str, str]


class MaidLimits(Asking):
    """What is refused when house rules are read: a rule’s id, what is wrong, and what would be right."""

    def unplayable(self) -> Iterable[Found]:
        """The first kind of finding that there is: what follows may rest on what is wrong already."""
        for look in (self._attributes, self._dice, self._stress_of_contests, self._explosions, self._favor):
            if found := list(look()):
                return found
        return list(self._targets())

    def _attributes(self) -> Iterator[Found]:
        least, usual = self.number("MAID-ATT-LEAST"), self.number("MAID-ATT-1")
        if least > usual:
            message = f"the least attribute is {least}, and the usual one {usual}"
            yield "MAID-ATT-LEAST", message, f"at most {usual} belongs here"
        elif not self.can_succeed(usual):
            condition = self.formula("MAID-ACT-2").text
            message = f"with the usual attribute of {usual} nothing ever succeeds, as '{condition}' is false"
            yield "MAID-ACT-2", message, "let the usual attribute succeed: attribute > 0"
        start, dice = self.row("MAID-START"), self.row("MAID-START").number("dice")
        sums = range(dice, dice * self.row("MAID-DIE").number("sides") + 1)
        given = [start.formula("attribute").value(sum=total) for total in sums]
        if min(given) < 0 or max(given) > MOST_AT_START:
            message = f"dice give attributes from {min(given)} to {max(given)} at the start"
            yield "MAID-START", message, f"from 0 to {MOST_AT_START} belong here"

    def _dice(self) -> Iterator[Found]:
        rolls = [
            (rolled, attribute, penalty, boost)
            for rolled in range(1, self.row("MAID-DIE").number("sides") + 1)
            for attribute in {self.usual, self.most}
            for penalty in {0, self.penalty(*self.parts())}
            for boost in {0, self.row("MAID-FAV-3").effect("gives").change("die")}
        ]
        counted = {self.counted(*roll) for roll in rolls}
        results = {self.outcome(*roll) for roll in rolls}
        if min(counted) < -MOST_COUNTED or max(counted) > MOST_COUNTED:
            message = f"the die counts from {min(counted)} to {max(counted)}"
            yield "MAID-DIE", message, f"from {-MOST_COUNTED} to {MOST_COUNTED} belong here"
        elif min(results) < -MOST_RESULT or max(results) > MOST_RESULT:
            message = f"results go from {min(results)} to {max(results)}"
            yield "MAID-ACT-1", message, f"from {-MOST_RESULT} to {MOST_RESULT} belong here"
        elif self.result(self.usual).highest <= 0:
            message = f"the usual attribute of {self.usual} never comes to more than zero"
            yield "MAID-ACT-1", message, "a result above zero belongs here: die * attribute"

    def _stress_of_contests(self) -> Iterator[Found]:
        gives = self.row("MAID-FAV-3").effect("gives")
        results = {
            result
            for attribute in (self.usual, self.most)
            for result in self.result(attribute, boost=gives.change("die")).outcomes()
        }
        losers = range(self.number("MAID-ATT-LEAST"), self.most + 1)
        stress = max(self.stress(result, loser) for result in results for loser in losers)
        if stress > MOST_RESULT:
            message = f"a contest costs up to {stress} Stress"
            yield "MAID-CMB-2", message, f"at most {MOST_RESULT} belongs here"

    def _explosions(self) -> Iterator[Found]:
        condition = self.formula("MAID-STR-1").text
        try:
            borne = self.breaks_at() - 1
        except HandbillError:
            message = f"no Stress ever starts an explosion of the usual maid by '{condition}'"
            yield "MAID-STR-1", message, "let much Stress start it: stress > spirit"
            return
        if borne < 0:
            message = f"the usual maid explodes without any Stress by '{condition}'"
            yield "MAID-STR-1", message, "let much Stress start it: stress > spirit"
            return
        rule = "MAID-STR-1" if self.rule("MAID-STR-1").changed else "MAID-DER-1"
        if borne > MOST_BORNE:
            message = f"the usual maid bears a Stress of {borne}, which takes too long to work out"
            yield rule, message, f"at most {MOST_BORNE} belongs here"
        elif borne * borne * max(1, (sides := self.row("MAID-DIE").number("sides")) - 6) > MOST_WORK:
            message = f"a die with {sides} sides and a Stress of {borne} to bear take too long to work out"
            yield "MAID-DIE" if self.rule("MAID-DIE").changed else rule, message, "give fewer of either"
        elif not all(self.explosion(borne + more).explodes for more in (1, 2, 10, 100, 1000)):
            message = f"more Stress ends an explosion by '{condition}'"
            yield "MAID-STR-1", message, "let more Stress start it: stress > spirit"

    def _favor(self) -> Iterator[Found]:
        if self.raised_by < 1:
            yield "MAID-FAV-2", "a raise adds nothing", "it adds 1 or more: {attribute: 1}"
        condition = self.formula("MAID-FAV-6")
        if self.dismissed(MOST_FAVOR):
            message = f"by '{condition.text}' even a Favor of {MOST_FAVOR} dismisses the usual maid"
            yield "MAID-FAV-6", message, "let much Favor keep her: favor < 0"
        named = len(condition.names) - ("favor" in condition.names)
        if (self.usual + 2) ** named > MOST_LOWERINGS:
            message = f"with {named} attributes there are too many ways out of it to try"
            yield "MAID-FAV-6", message, "name fewer attributes"

    def _targets(self) -> Iterator[Found]:
        for row in self.chart("MAID-DIFF"):
            for low, high in (("low", "high"), ("other_low", "other_high")):
                if _backwards(row, low, high):
                    message = f"{row.text('name')} goes from {row[low]} to {row[high]}"
                    yield row.id, message, f"at most {row[high]}, then at least {row[low]}"


def _backwards(row: Row, low: str, high: str) -> bool:
    return row[high] is not None and row.number(high) < row.number(low)
