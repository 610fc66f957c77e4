"""Formulas as closures: the tree is walked once, when a sheet is made, and not for every character."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from generator.rules.formula import Formula
from generator.rules.formula_tree import Name, Node, Number
from generator.rules.lookup import Lookup

Compute: TypeAlias = Callable[[Sequence[int]], Any]
"""From the scores in an agreed order to a number, bool or text; None where it divides by zero."""

_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv,
    ">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


def compiled(formula: Formula | Lookup, names: Sequence[str]) -> Compute:
    """The formula over scores that come in the order of ``names``.

    >>> from generator.rules.formula import parse
    >>> compiled(parse("max(1, a - b)"), ("a", "b"))([5, 2])
    3
    """
    if isinstance(formula, Lookup):
        texts = formula.texts
        return lambda scores: texts.get(tuple(scores), "")
    compute = _closure(formula.tree, names)

    def guarded(scores: Sequence[int]) -> Any:
        try:
            return compute(scores)
        except ZeroDivisionError:
            return None

    return guarded


def _closure(node: Node, names: Sequence[str]) -> Compute:
    if isinstance(node, Number):
        value = node.value
        return lambda scores: value
    if isinstance(node, Name):
        return operator.itemgetter(names.index(node.name))
    parts = [_closure(operand, names) for operand in node.operands]
    match node.operator:
        case "and":
            return lambda scores: all(part(scores) for part in parts)
        case "or":
            return lambda scores: any(part(scores) for part in parts)
        case "min":
            return lambda scores: min([part(scores) for part in parts])
        case "max":
            return lambda scores: max([part(scores) for part in parts])
        case "neg":
            return lambda scores: -parts[0](scores)
        case "not":
            return lambda scores: not parts[0](scores)
    combine, (left, right) = _BINARY[node.operator], parts
    return lambda scores: combine(left(scores), right(scores))
