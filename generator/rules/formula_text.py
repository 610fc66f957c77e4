"""The three written forms of a formula: its own source, the words of a page, and JavaScript."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from generator.rules.formula_tree import ATOM, BINDING, Name, Node, Number, Operation, operand_bindings


class Word(NamedTuple):
    """One printed word: ``kind`` is ``name``, ``number``, ``operator``, ``word`` or ``bracket``."""

    kind: str
    text: str


_PRINTED = {"-": "−", "*": "×", "//": "÷", ">=": "≥", "<=": "≤", "==": "=", "!=": "≠"}
_JAVASCRIPT = {"==": "===", "!=": "!==", "and": "&&", "or": "||"}


def source(node: Node, outer: int = 0) -> str:
    """The formula as it would be written in a rules file."""
    match node:
        case Number(value):
            return str(value)
        case Name(name):
            return name
        case Operation("min" | "max" as operator, operands):
            return f"{operator}({', '.join(map(source, operands))})"
        case Operation("neg", (operand,)):
            text = f"-{source(operand, ATOM)}"
        case Operation("not", (operand,)):
            text = f"not {source(operand, BINDING['not'] + 1)}"
        case Operation(operator, operands):
            text = f" {operator} ".join(_each(source, operator, operands))
    return _enclosed(text, node, outer)


def javascript(node: Node, read: Callable[[str], str], outer: int = 0) -> str:
    """An ES5 expression; ``read`` turns a score's name into the JavaScript that reads it as a number."""

    def part(operand: Node, binding: int = 0) -> str:
        return javascript(operand, read, binding)

    match node:
        case Number(value):
            return str(value)
        case Name(name):
            return read(name)
        case Operation("min" | "max" as operator, operands):
            return f"Math.{operator}({', '.join(map(part, operands))})"
        case Operation("//", (left, right)):
            return f"Math.floor({part(left, BINDING['//'])} / {part(right, ATOM)})"
        case Operation("not", (operand,)):
            return f"!({part(operand)})"
        case Operation("neg", (operand,)):
            text = f"-{part(operand, ATOM)}"
        case Operation(operator, operands):
            text = f" {_JAVASCRIPT.get(operator, operator)} ".join(_each(part, operator, operands))
    return _enclosed(text, node, outer)


def _each(write: Callable[[Node, int], str], operator: str, operands: Sequence[Node]) -> list[str]:
    first, rest = operand_bindings(operator)
    return [write(operand, rest if index else first) for index, operand in enumerate(operands)]


def _enclosed(text: str, node: Operation, outer: int) -> str:
    return f"({text})" if BINDING[node.operator] < outer else text


def words(node: Node, labels: Mapping[str, str], outer: int) -> list[Word]:
    match node:
        case Number(value):
            return [Word("number", str(value))]
        case Name(name):
            return [Word("name", labels.get(name, name))]
        case Operation("min" | "max" as operator, operands):
            return _bracketed(_extreme(operator, operands, labels), outer > 0)
        case Operation("neg", (operand,)):
            made, binding = [Word("operator", "−"), *words(operand, labels, ATOM)], BINDING["neg"]
        case Operation("not", (operand,)):
            made, binding = [Word("word", "not"), *words(operand, labels, BINDING["+"])], BINDING["not"]
        case Operation(operator, operands):
            first, rest = operand_bindings(operator)
            kind = "word" if operator in ("and", "or") else "operator"
            made = words(operands[0], labels, first)
            for operand in operands[1:]:
                made += [Word(kind, _PRINTED.get(operator, operator)), *words(operand, labels, rest)]
            binding = BINDING[operator]
            if operator == "//":
                made += [Word("word", "rounded down")]
                binding = 0
    return _bracketed(made, binding < outer)


def _extreme(operator: str, operands: tuple[Node, ...], labels: Mapping[str, str]) -> list[Word]:
    limits = [operand for operand in operands if isinstance(operand, Number)]
    others = [operand for operand in operands if not isinstance(operand, Number)]
    if len(limits) == len(others) == 1:
        bound = "at least" if operator == "max" else "at most"
        return [
            *words(others[0], labels, 0),
            Word("word", ","),
            Word("word", bound),
            *words(limits[0], labels, 0),
        ]
    made = [Word("word", "the highest of" if operator == "max" else "the lowest of")]
    for index, operand in enumerate(operands):
        if index:
            made.append(Word("word", "and" if index == len(operands) - 1 else ","))
        made += words(operand, labels, BINDING["+"])
    return made


def _bracketed(words: list[Word], needed: bool) -> list[Word]:
    return [Word("bracket", "("), *words, Word("bracket", ")")] if needed else words


def joined(words: Sequence[Word]) -> str:
    text = ""
    for index, word in enumerate(words):
        tight = index == 0 or word.text in (",", ")") or words[index - 1].text == "("
        negative = (
            index > 0
            and words[index - 1].text == "−"
            and (index == 1 or words[index - 2].kind in ("operator", "word") or words[index - 2].text == "(")
        )
        text += word.text if tight or negative else f" {word.text}"
    return text
