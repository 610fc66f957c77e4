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

MOST_BOXES = 60
"""The boxes of a track that a sheet has room for."""
MARKED = 10
"""Values whose boxes a track may mark."""


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
                return self._of_scores(self.formula("MAID-DER-1"))
            case "start_favor":
                return self._of_scores(self.formula("MAID-DER-2"))
            case "stress_room":
                condition = self.formula("MAID-STR-1")
                refusal = f"'{condition.text}' has no one limit, so there is no room below it to print"
                return self._of_scores(margin(condition, refusal, mirrored=True))
            case "explodes":
                return self._of_scores(self.formula("MAID-STR-1"))
            case "minutes":
                per_point: dict[str, Node] = {"minutes_per_point": Number(self.number("MAID-AMB-15"))}
                return self._of_scores(Formula(substituted(self.formula("MAID-STR-2").tree, per_point)))
            case "dismissed":
                return self._of_scores(self.formula("MAID-FAV-6"))
            case "penalty":
                return self.penalty_formula()
        parts = [attribute + part for attribute in ATTRIBUTES for part in ("", "_mod", "_next")]
        raise self._unknown("derived", "computes no value", name, (*parts, *MADE))

    def _of_scores(self, formula: Formula) -> Formula:
        """The formula over what a sheet holds, where an attribute may have been written down from dice: it
        counts as the least that there is (MAID-ATT-LEAST)."""
        least = self.number("MAID-ATT-LEAST")
        names = formula.names.intersection(ATTRIBUTES) if least > 0 else ()
        counted: dict[str, Node] = {name: Operation("max", (Number(least), Name(name))) for name in names}
        return Formula(substituted(formula.tree, counted)) if counted else formula

    @procedure("MAID-BOUNDS", title="Bounds of what a sheet holds", source="computed from the rules")
    def bounds(self, name: str) -> tuple[int | None, int | None]:
        """The least and the most of a field; None where no rule states one (MAID-AMB-18).

        An attribute is written down as the dice or a type left it: what is below the least (MAID-ATT-LEAST)
        counts as the least.

        A track of Stress has boxes for the highest Spirit that dice can give at the start; one of Favor has
        boxes for the price of a point in an ordinary attribute, and goes below zero. Neither has more than a
        sheet has room for: what is more stands in a box of its own.

        >>> from generator.rules import load
        >>> rules = load("maid")
        >>> rules.bounds("attribute"), rules.bounds("stress"), rules.bounds("favor")
        ((0, None), (0, 40), (None, 30))
        """
        match name:
            case "attribute":
                return 0, None
            case "stress":
                highest = dict.fromkeys(ATTRIBUTES, self.starting_attribute().highest)
                return 0, _boxes(self.spirit(**highest))
            case "favor":
                return None, _boxes(self.cost_to_raise(self.number("MAID-ATT-1")))
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

    @procedure("MAID-WORDING", title="Words that a sheet asks for", source="computed from the rules")
    def wording(self, name: str) -> str:
        """Words for a label or a help; HandbillError (``unknown-wording``) for no such words.

        >>> from generator.rules import load
        >>> rules = load("maid", {"MAID-STR-1": "stress >= spirit"})
        >>> load("maid").wording("explodes"), rules.wording("explodes")
        ('Stress is above Spirit', 'Stress ≥ Spirit')
        """
        match name:
            case "spoilt":
                return self.counts_when("apron")
            case "headdress_spoilt":
                return self.counts_when("headdress")
            case "one_piece":
                dress = f"{self.named('one-piece')} are one garment"
                return dress if len(self._term("one-piece")) > 1 else "it changes nothing"
            case "left_off":
                return self.named("may be left off", "or") or "undergarments"
            case "when_left_off":
                worn = "none worn with this uniform"
                return worn if self._term("may be left off") else "it changes nothing"
            case "taken_off":
                before = "" if self.rule("MAID-ACT-1").changed else ", before it is multiplied"
                return f"taken off each die{before}"
            case "explodes":
                condition = self.formula("MAID-STR-1")
                above = condition.text == "stress > spirit"
                return "Stress is above Spirit" if above else condition.printed(self.labels)
        known = (
            "spoilt",
            "headdress_spoilt",
            "one_piece",
            "left_off",
            "when_left_off",
            "taken_off",
            "explodes",
        )
        raise self._unknown("wording", "has no words for", name, known)

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
            part = _times(row.number("penalty"), row.key)
            parts[row.key] = Operation("*", (part, worn)) if row.key in optional else part
        pieces = [part for key, part in parts.items() if key in dress]
        if len(pieces) < 2:
            return Formula(_sum(parts.values()))
        apart = Operation("*", (Operation("-", (Number(1), Name("one_piece"))), _sum(pieces)))
        joined = Operation("*", (Name("one_piece"), Operation("max", tuple(pieces))))
        return Formula(_sum([*(part for key, part in parts.items() if key not in dress), apart, joined]))

    def stress_marks(self) -> tuple[tuple[int, str, int], ...]:
        """Boxes of Stress that are the Spirit of somebody, as (box, attribute, its value); none where Spirit
        rests on more than one attribute.

        >>> from generator.rules import load
        >>> load("maid").stress_marks()[:2]
        ((10, 'will', 1), (20, 'will', 2))
        """
        names = self.formula("MAID-DER-1").names
        if len(names) != 1:
            return ()
        (name,) = names
        scores = range(max(1, self.number("MAID-ATT-LEAST")), MARKED)
        boxes = {self.spirit(**{name: score}): score for score in reversed(scores)}
        return tuple((box, name, boxes[box]) for box in sorted(boxes))

    def favor_marks(self) -> tuple[tuple[int, int, int], ...]:
        """Boxes of Favor that pay for a raise, as (box, the value before it, the value after it)."""
        least, step = self.number("MAID-ATT-LEAST"), self.raised_by
        boxes = {self.cost_to_raise(score): score for score in reversed(range(least, least + MARKED))}
        return tuple((box, boxes[box], boxes[box] + step) for box in sorted(boxes))

    def _types(self) -> tuple[Row, ...]:
        return self.chart("MAID-TYPE").rows

    def _changes(self, row: Row) -> str:
        changes = row.effect("changes").changes
        return ", ".join(f"{self.labels[score]} {change:+}" for score, change in changes) or "no change"

    def _of_attribute(self, attribute: str, part: str) -> Node:
        """The attribute, what the types change in it, or the Favor that its next point costs."""
        if part == "next":
            row = self.row("MAID-FAV-2")
            raised = _plus(Name(attribute), self.raised_by)
            return substituted(row.formula("cost").tree, {"new_value": raised})
        changes = {row.key: row.effect("changes").change(attribute) for row in self._types()}
        if part == "mod":
            return _changed(None, changes)
        return Operation(
            "max", (Number(self.number("MAID-ATT-LEAST")), _changed(Name(f"{attribute}_base"), changes))
        )


def _boxes(wanted: int) -> int:
    return max(1, min(wanted, MOST_BOXES))


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
