"""Formulas tried with small scores: what they come to, and whether they divide by zero."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from generator.problems import HandbillError
from generator.rules.formula import Formula
from generator.rules.formula_tree import Node, Number, Operation

HIGHEST = 12
"""Scores are tried from 0 up to this; those that can be below zero from its negative."""

MOST_NAMES = 11
"""Scores that one formula may read: more could not be tried."""

_MOST_TRIALS = 3_000
_STEPS: tuple[tuple[int, ...], ...] = (
    tuple(range(HIGHEST + 1)),
    (0, 1, 2, 6, HIGHEST),
    (0, 1, HIGHEST),
    (0, HIGHEST),
)


def trials(names: Collection[str], below_zero: Collection[str] = ()) -> Iterator[dict[str, int]]:
    """Settings of the scores, the smallest first: all of few, the ends of many.

    >>> list(trials(["will"]))[:2], len(list(trials(["a", "b", "c", "d", "e"])))
    ([{'will': 0}, {'will': 1}], 243)
    """
    ordered = sorted(names)
    for steps in _STEPS:
        values = [_with_negatives(steps) if name in below_zero else steps for name in ordered]
        size = 1
        for each in values:
            size *= len(each)
        if size <= _MOST_TRIALS:
            break
    for setting in product(*values):
        yield dict(zip(ordered, setting, strict=True))


def _with_negatives(steps: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted({*steps, *(-step for step in steps)}, key=abs))


def zero_divisor(formula: Formula, below_zero: Collection[str] = ()) -> tuple[Formula, dict[str, int]] | None:
    """A divisor that comes to zero, with scores for which it does; None where none was found.

    >>> from generator.rules.formula import parse
    >>> zero_divisor(parse("60 // will"))[1], zero_divisor(parse("60 // max(1, will)"))
    ({'will': 0}, None)
    """
    for divisor in map(Formula, _divisors(formula.tree)):
        for scores in trials(divisor.names, below_zero):
            if _value(divisor, scores) == 0:
                return divisor, scores
    return None


def _divisors(node: Node) -> Iterator[Node]:
    """Every divisor, the inner ones first."""
    if isinstance(node, Operation):
        for operand in node.operands:
            yield from _divisors(operand)
        if node.operator == "//" and (not isinstance(node.operands[1], Number) or not node.operands[1].value):
            yield node.operands[1]


def _value(formula: Formula, scores: Mapping[str, int]) -> int | None:
    """The value; None where it divides by zero further inside, which is told for itself."""
    try:
        return formula.value(**scores)
    except HandbillError:
        return None


def outside(
    formula: Formula, least: int, most: int, below_zero: Collection[str] = ()
) -> tuple[int, dict[str, int]] | None:
    """A value below ``least`` or above ``most`` that the formula comes to, with the scores; None for none.

    >>> from generator.rules.formula import parse
    >>> outside(parse("100 * will"), 0, 1000)
    (1100, {'will': 11})
    """
    for scores in trials(formula.names, below_zero):
        value = formula.value(**scores)
        if not least <= value <= most:
            return value, scores
    return None


def circle(name: str, formula: Formula, derived: Mapping[str, Formula]) -> tuple[str, ...]:
    """The names by which a formula for ``name`` would come back to it; empty where it does not.

    ``derived`` holds the formulas of all names that are computed.

    >>> from generator.rules.formula import parse
    >>> circle("spirit", parse("10 * will"), {"will": parse("spirit + 1")})
    ('spirit', 'will', 'spirit')
    """
    ways: list[tuple[str, ...]] = [(name, used) for used in sorted(formula.names)]
    seen: set[str] = set()
    while ways:
        way = ways.pop(0)
        last = way[-1]
        if last == name:
            return way
        if last in derived and last not in seen:
            seen.add(last)
            ways += [(*way, used) for used in sorted(derived[last].names)]
    return ()


def told(scores: Mapping[str, int]) -> str:
    """Scores in words.

    >>> told({"will": 0, "luck": 2})
    'will is 0 and luck is 2'
    """
    return " and ".join(f"{name} is {value}" for name, value in scores.items())
