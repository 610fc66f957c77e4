"""Maid: what its sheets compute, each value made from the declared rules, with its bounds and its choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.rules.chart import Row
from generator.rules.formula import Formula, margin
from generator.rules.formula_tree import Name, Node, Number, Operation, substituted
from generator.rules.maid.duels import MaidDuels
from generator.rules.maid.favor import MaidFavor
from generator.rules.maid.rolls import ATTRIBUTES
from generator.rules.registry import procedure

MADE = ("spirit", "start_favor", "stress_room", "explodes", "minutes", "dismissed", "penalty")
"""The values that a sheet computes, beside those of each attribute."""


class MaidSheets(MaidDuels, MaidFavor):
    """Names as sheets use them: ``will`` is the attribute itself and ``will_base`` what it is without types.

    The type's keys count how many of a maid's types are of that kind; each part of the uniform is 1 where it
    is spoilt, ``one_piece`` and ``bare`` (no undergarments worn) are 1 where they hold.
    """

    @procedure("MAID-DERIVE", title="Values that a sheet computes", source="computed from the rules")
    def derived(self, name: str) -> Formula:
        """The formula of a value that a sheet computes; HandbillError (``unknown-derived``) for no value.

        >>> from generator.rules import load
        >>> rules = load("maid")
        >>> rules.derived("will").text
        'max(0, will_base + brave - sly)'
        >>> rules.derived("spirit").text, rules.derived("stress_room").text
        ('10 * will', 'spirit - stress')
        """
        attribute, _, part = name.partition("_")
        if attribute in ATTRIBUTES and part in ("", "mod", "next"):
            return Formula(self._of_attribute(attribute, part))
        match name:
            case "spirit":
                return self.formula("MAID-DER-1")
            case "start_favor":
                return self.formula("MAID-DER-2")
            case "stress_room":
                condition = self.formula("MAID-STR-1")
                refusal = f"'{condition.text}' has no one limit, so there is no room below it to print"
                return margin(condition, refusal, mirrored=True)
            case "explodes":
                return self.formula("MAID-STR-1")
            case "minutes":
                per_point: dict[str, Node] = {"minutes_per_point": Number(self.number("MAID-AMB-15"))}
                return Formula(substituted(self.formula("MAID-STR-2").tree, per_point))
            case "dismissed":
                return self.formula("MAID-FAV-6")
            case "penalty":
                return self.penalty_formula()
        parts = [attribute + part for attribute in ATTRIBUTES for part in ("", "_mod", "_next")]
        raise self._unknown("derived", "computes no value", name, (*parts, *MADE))

    @procedure("MAID-BOUNDS", title="Bounds of what a sheet holds", source="computed from the rules")
    def bounds(self, name: str) -> tuple[int | None, int | None]:
        """The least and the most of a field; None where no rule states one (MAID-AMB-18).

        A track of Stress has boxes for the Spirit of the highest Will that dice can give at the start; one of
        Favor has boxes for the price of a point in an ordinary attribute, and goes below zero.

        >>> from generator.rules import load
        >>> rules = load("maid")
        >>> rules.bounds("attribute"), rules.bounds("stress"), rules.bounds("favor")
        ((0, None), (0, 40), (None, 30))
        """
        least = self.number("MAID-ATT-LEAST")
        match name:
            case "attribute":
                return least, None
            case "stress":
                return 0, self.spirit(will=self.starting_attribute().highest)
            case "favor":
                return None, self.cost_to_raise(max(least, self.number("MAID-ATT-1")))
        raise self._unknown("bounds", "has no bounds", name, ("attribute", "stress", "favor"))

    @procedure("MAID-CHOICES", title="Choices that a sheet offers", source="computed from the rules")
    def choices(self, name: str) -> tuple[tuple[str, str], ...]:
        """The values of a choice with their labels; HandbillError (``unknown-choices``) for no choice.

        >>> from generator.rules import load
        >>> load("maid").choices("types")[0]
        ('lucky', 'Lucky: Luck +1, Athletics -1')
        """
        if name == "types":
            return tuple((row.key, f"{row.text('name')}: {self._changes(row)}") for row in self._types())
        raise self._unknown("choices", "has no choices", name, ("types",))

    @procedure("MAID-PENALTY-FORMULA", title="Penalty of the uniform, as a formula", source="computed")
    def penalty_formula(self) -> Formula:
        """MAID-PENALTY as one formula over the parts, ``one_piece`` and ``bare``, each 0 or 1.

        >>> from generator.rules import load
        >>> load("maid", {"MAID-UNI.headdress": {"penalty": 1}}).penalty_formula().text.startswith("apron +")
        True
        >>> load("maid").penalty_formula().value(**dict.fromkeys(("apron", "headdress"), 1),
        ...     blouse=0, skirt=0, stockings=0, undergarments=0, one_piece=0, bare=0)
        3
        """
        terms = self.row("MAID-UNI-1")
        dress, optional = terms["one-piece"], terms["may be left off"]
        assert isinstance(dress, tuple) and isinstance(optional, tuple)
        worn = Operation("-", (Number(1), Name("bare")))
        parts: dict[str, Node] = {}
        for row in self.chart("MAID-UNI"):
            # As the engine has it: a part never gives anything back.
            part = _times(max(0, row.number("penalty")), row.key)
            parts[row.key] = Operation("*", (part, worn)) if row.key in optional else part
        pieces = [part for key, part in parts.items() if key in dress]
        if len(pieces) < 2:
            return Formula(_sum(parts.values()))
        apart = Operation("*", (Operation("-", (Number(1), Name("one_piece"))), _sum(pieces)))
        joined = Operation("*", (Name("one_piece"), Operation("max", tuple(pieces))))
        return Formula(_sum([*(part for key, part in parts.items() if key not in dress), apart, joined]))

    def _types(self) -> tuple[Row, ...]:
        return self.chart("MAID-TYPE").rows

    def _changes(self, row: Row) -> str:
        changes = row.effect("changes").changes
        return ", ".join(f"{self.labels[score]} {change:+}" for score, change in changes)

    def _of_attribute(self, attribute: str, part: str) -> Node:
        """The attribute, what the types change in it, or the Favor that its next point costs."""
        if part == "next":
            row = self.row("MAID-FAV-2")
            raised = _plus(Name(attribute), row.effect("gives").change("attribute"))
            return substituted(row.formula("cost").tree, {"new_value": raised})
        changes = {row.key: row.effect("changes").change(attribute) for row in self._types()}
        if part == "mod":
            return _changed(None, changes)
        return Operation(
            "max", (Number(self.number("MAID-ATT-LEAST")), _changed(Name(f"{attribute}_base"), changes))
        )


def _plus(node: Node, number: int) -> Node:
    if number == 0:
        return node
    return Operation("+" if number > 0 else "-", (node, Number(abs(number))))


def _times(number: int, name: str) -> Node:
    return Name(name) if number == 1 else Operation("*", (Number(number), Name(name)))


def _sum(parts: Iterable[Node]) -> Node:
    first, *rest = parts
    for part in rest:
        first = Operation("+", (first, part))
    return first


def _changed(start: Node | None, changes: Mapping[str, int]) -> Node:
    """A start, or nothing, with each change as often as it occurs."""
    made = start
    # What adds comes first, so that a sum without a start begins without a sign.
    for name, change in sorted(changes.items(), key=lambda item: item[1] < 0):
        term = _times(abs(change), name)
        if change and made is None:
            made = term if change > 0 else Operation("neg", (term,))
        elif change and made is not None:
            made = Operation("+" if change > 0 else "-", (made, term))
    return Number(0) if made is None else made
