"""Formulas and conditions of the rules: one parse, then the value, the printed words and the JavaScript.

A formula is a short expression over named scores, ``fear + self_loathing`` or
``love > fear + weariness``: names, whole numbers, ``+ - * //``, ``min``, ``max``, comparisons,
``and``, ``or``, ``not``. Nothing else parses, so a formula from a stranger's file can do no harm.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from generator.problems import HandbillError, Problem, nearest
from generator.rules import formula_text
from generator.rules.formula_tree import Name, Node, Number, Operation, is_condition, names_in

LONGEST = 300
"""Characters that a formula may have: more than any rule needs, few enough to parse safely."""

LARGEST = 1_000_000
"""The largest number that may be written: products of a few stay exact in JavaScript too."""


_BINARY: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//"}
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Formula:
    """A parsed formula. ``text`` is the canonical source, ``names`` the scores that it reads.

    >>> pool = parse("love - weariness")
    >>> pool.value(love=3, weariness=1)
    2
    >>> pool.printed({"love": "Love", "weariness": "Weariness"})
    'Love − Weariness'
    >>> parse("max(1, love // 2)").javascript(lambda name: f"v.{name}")
    'Math.max(1, Math.floor(v.love / 2))'
    """

    tree: Node

    @property
    def names(self) -> frozenset[str]:
        """The scores that the formula reads."""
        return frozenset(names_in(self.tree))

    @property
    def is_condition(self) -> bool:
        """Whether the value is yes or no rather than a whole number."""
        return is_condition(self.tree)

    @property
    def text(self) -> str:
        """The formula as it would be written in a rules file."""
        return formula_text.source(self.tree)

    def value(self, **scores: int) -> int:
        """The whole number, or a condition's bool, for these scores; others than it names are ignored."""
        return _value(self.tree, scores)

    def holds(self, **scores: int) -> bool:
        """Whether a condition is true for these scores."""
        return bool(_value(self.tree, scores))

    def words(self, labels: Mapping[str, str]) -> tuple[formula_text.Word, ...]:
        """The printed form, word by word, so that a page can set names and operators apart."""
        return tuple(formula_text.words(self.tree, labels, 0))

    def printed(self, labels: Mapping[str, str]) -> str:
        """The printed form as plain text."""
        return formula_text.joined(self.words(labels))

    def javascript(self, read: Callable[[str], str] = str) -> str:
        """An ES5 expression; ``read`` turns a score's name into the JavaScript that reads it as a number."""
        return formula_text.javascript(self.tree, read)

    def __str__(self) -> str:
        return self.text


def parse(text: str, known: Collection[str] | None = None) -> Formula:
    """The formula that ``text`` writes.

    Raises HandbillError (code ``formula``) with the column, what stands there and what would be right;
    with ``known`` given, a name outside it is a problem too.
    """
    if len(text) > LONGEST:
        raise _error(text, 0, f"the formula has {len(text)} characters", f"at most {LONGEST} are read")
    try:
        body = ast.parse(text.strip() or " ", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = (error.offset or 1) - 1 if isinstance(error, SyntaxError) else 0
        raise _error(text, column, f"'{text}' is not a formula", _ALLOWED) from None
    node = _convert(body, text, known)
    return Formula(node)


_ALLOWED = "names, whole numbers, + - * //, min(…), max(…), comparisons, and, or, not"


def margin(condition: Formula, refusal: str, *, mirrored: bool = False) -> Formula:
    """By how much a condition is over its limit: it holds above 0. ``mirrored`` is the room that is left
    before it holds, which it does below 0.

    Raises HandbillError (``no-margin``) with ``refusal`` where the condition has no one limit.

    >>> margin(parse("stress >= spirit"), "no limit").text
    'stress - spirit + 1'
    >>> margin(parse("spirit < stress"), "no limit", mirrored=True).text
    'spirit - stress'
    """
    match condition.tree:
        case Operation(">" | ">=" as operator, (left, right)):
            over, limit = left, right
        case Operation("<" | "<=" as operator, (left, right)):
            over, limit = right, left
        case _:
            raise HandbillError(Problem("no-margin", refusal, hint="compare with > or >="))
    node = Operation("-", (limit, over) if mirrored else (over, limit))
    if "=" in operator:
        node = Operation("-" if mirrored else "+", (node, Number(1)))
    return Formula(node)


def _error(text: str, column: int, message: str, hint: str | None) -> HandbillError:
    return HandbillError(Problem("formula", message, column=column + 1, hint=hint, source=text))


def _convert(node: ast.expr, text: str, known: Collection[str] | None) -> Node:
    def number(operand: ast.expr) -> Node:
        made = _convert(operand, text, known)
        if is_condition(made):
            raise _error(text, operand.col_offset, "a condition stands where a number belongs", _ALLOWED)
        return made

    def condition(operand: ast.expr) -> Node:
        made = _convert(operand, text, known)
        if not is_condition(made):
            raise _error(
                text, operand.col_offset, "a number stands where a condition belongs", "compare it: love > 0"
            )
        return made

    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            if value > LARGEST:
                raise _error(text, node.col_offset, f"{value} is too large", f"numbers go up to {LARGEST}")
            return Number(value)
        case ast.Name(id=name):
            if known is not None and name not in known:
                hint = nearest(name, known) or "known names: " + ", ".join(sorted(known))
                raise _error(
                    text, node.col_offset, f"the formula names '{name}', which the rules do not know", hint
                )
            return Name(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return Operation("neg", (number(operand),))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return Operation("not", (condition(operand),))
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _BINARY:
            return Operation(_BINARY[type(operator)], (number(left), number(right)))
        case ast.BoolOp(op=operator, values=values):
            return Operation(
                "and" if isinstance(operator, ast.And) else "or", tuple(condition(v) for v in values)
            )
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in _COMPARE:
            return Operation(_COMPARE[type(operator)], (number(left), number(right)))
        case ast.Compare() if len(node.ops) > 1:
            raise _error(text, node.col_offset, "two comparisons in a row", "join them: a < b and b < c")
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=[_, _, *_] as operands, keywords=[]) if (
            not any(isinstance(operand, ast.Starred) for operand in operands)
        ):
            return Operation(name, tuple(number(operand) for operand in operands))
        case _:
            found = ast.get_source_segment(text.strip(), node) or text
            raise _error(text, node.col_offset, f"'{found}' cannot stand in a formula", _ALLOWED)


def _value(node: Node, scores: Mapping[str, int]) -> int:
    match node:
        case Number(value):
            return value
        case Name(name):
            if name not in scores:
                raise HandbillError(
                    Problem("formula", f"no value is given for '{name}'", hint=nearest(name, scores))
                )
            return scores[name]
        case Operation("and", operands):
            return all(_value(operand, scores) for operand in operands)
        case Operation("or", operands):
            return any(_value(operand, scores) for operand in operands)
    values = [_value(operand, scores) for operand in node.operands]
    match node.operator, values:
        case "+", [a, b]:
            return a + b
        case "-", [a, b]:
            return a - b
        case "*", [a, b]:
            return a * b
        case "//", [a, b]:
            if b == 0:
                message = f"'{Formula(node).text}' divides by zero"
                raise HandbillError(Problem("formula", message, hint="guard it: max(1, …)"))
            return a // b
        case "neg", [a]:
            return -a
        case "not", [a]:
            return not a
        case "min", _:
            return min(values)
        case "max", _:
            return max(values)
        case ">", [a, b]:
            return a > b
        case ">=", [a, b]:
            return a >= b
        case "<", [a, b]:
            return a < b
        case "<=", [a, b]:
            return a <= b
        case "==", [a, b]:
            return a == b
        case _, [a, b]:
            return a != b
    raise AssertionError(node)
