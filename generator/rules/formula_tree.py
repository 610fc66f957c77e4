"""The expression tree of a formula, and how tightly each operation binds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias


class Number(NamedTuple):
    """A whole number as written."""

    value: int


class Name(NamedTuple):
    """A score, by the name that the game declares for it."""

    name: str


class Operation(NamedTuple):
    """Arithmetic (``+ - * //``), a comparison, ``and``, ``or``, ``not``, ``neg``, ``min`` or ``max``."""

    operator: str
    operands: tuple[Node, ...]


Node: TypeAlias = Number | Name | Operation

COMPARISONS = frozenset((">", ">=", "<", "<=", "==", "!="))
CONDITIONS = COMPARISONS | {"and", "or", "not"}
BINDING = {
    "or": 1,
    "and": 2,
    "not": 3,
    **dict.fromkeys(COMPARISONS, 4),
    "+": 5,
    "-": 5,
    "*": 6,
    "//": 6,
    "neg": 7,
}
ATOM = 8


def operand_bindings(operator: str) -> tuple[int, int]:
    """How tightly the first and any further operand must bind to stand without brackets."""
    binding = BINDING[operator]
    if operator in COMPARISONS:
        return binding + 1, binding + 1
    return binding, binding + 1


def is_condition(node: Node) -> bool:
    """Whether the value is yes or no rather than a whole number."""
    return isinstance(node, Operation) and node.operator in CONDITIONS


def names_in(node: Node) -> set[str]:
    """The scores that the tree reads."""
    match node:
        case Name(name):
            return {name}
        case Operation(_, operands):
            return set().union(*(names_in(operand) for operand in operands))
    return set()


def substituted(node: Node, used: Mapping[str, Node]) -> Node:
    """The tree with some names replaced by whole expressions."""
    match node:
        case Name(name):
            return used.get(name, node)
        case Operation(operator, operands):
            return Operation(operator, tuple(substituted(operand, used) for operand in operands))
    return node
