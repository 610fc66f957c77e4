"""House rules: declared values replaced by id, each checked against the kind of the rule that it replaces."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from generator.problems import HandbillError, Problem, nearest
from generator.rules.book import Book, Rule
from generator.rules.chart import Cell, Chart, Effect, Row
from generator.rules.formula import Formula

T = TypeVar("T")


def replaced(book: Book, overrides: Mapping[str, object], procedures: Collection[str]) -> dict[str, Rule]:
    """The book's rules with the overrides in place; HandbillError with every problem at once.

    ``procedures`` are the ids that are rules too, but cannot be replaced.
    """
    rules = dict(book.rules)
    names = {rule.name: rule_id for rule_id, rule in rules.items() if rule.name}
    problems: list[Problem] = []
    for wanted, value in overrides.items():
        rule_id = names.get(wanted, wanted)
        if rule_id in procedures:
            hint = "replace the numbers and formulas that it reads"
            problems.append(
                Problem("house-rule", f"'{wanted}' is a procedure, which stays as it is", hint=hint)
            )
            continue
        if rule_id not in rules:
            hint = nearest(wanted, [*rules, *names]) or "each rule's id stands beside it on the reference"
            problems.append(Problem("unknown-rule", f"'{wanted}' is no rule that can be replaced", hint=hint))
            continue
        rule = rules[rule_id]
        try:
            rules[rule_id] = rule._replace(value=_value(book, rule, value), published=rule.value)
        except HandbillError as error:
            problems += (p._replace(message=f"{rule_id}: {p.message}") for p in error.problems)
    if problems:
        raise HandbillError(problems)
    return {rule_id: _with_rows(rule, rules) for rule_id, rule in rules.items()}


def _with_rows(rule: Rule, rules: Mapping[str, Rule]) -> Rule:
    """A chart that shows its rows as they are now."""
    if not isinstance(rule.value, Chart):
        return rule
    rows = tuple(_of_type(rules[row.id].value, Row) for row in rule.value)
    return (
        rule
        if rows == rule.value.rows
        else rule._replace(value=replace(rule.value, rows=rows), published=rule.value)
    )


def _of_type(value: object, wanted: type[T]) -> T:
    assert isinstance(value, wanted)
    return value


def _refuse(found: object, right: str) -> HandbillError:
    return HandbillError(Problem("house-rule", f"found {found!r}", hint=right))


def _value(book: Book, rule: Rule, value: object) -> Any:
    match rule.kind:
        case "number":
            if isinstance(value, bool) or not isinstance(value, int):
                raise _refuse(value, "a whole number belongs here")
            if rule.least is not None and value < rule.least:
                raise _refuse(value, f"the smallest value is {rule.least}")
            return value
        case "formula" | "condition":
            return _formula(book, value, rule.kind == "condition")
        case "option":
            if value not in rule.choices or isinstance(value, bool):
                raise _refuse(value, "one of " + ", ".join(str(choice) for choice in rule.choices))
            return value
        case "row" | "terms":
            return _row(book, _of_type(rule.value, Row), value)
    raise _refuse(value, "replace the rows of the chart, each by its own id")


def _formula(book: Book, value: object, condition: bool) -> Formula:
    kind = "condition" if condition else "formula"
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise _refuse(value, f"a {kind} belongs here, written as text")
    made = book.parse(str(value))
    if made.is_condition is not condition:
        raise _refuse(value, f"a {kind} belongs here")
    return made


def _row(book: Book, row: Row, value: object) -> Row:
    if not isinstance(value, Mapping):
        raise _refuse(value, f"the changed values by name, of {', '.join(row.names)}")
    changes: dict[str, Cell] = {}
    for name, cell in value.items():
        if name not in row:
            raise _refuse(name, nearest(str(name), row.names) or f"one of {', '.join(row.names)}")
        changes[name] = _cell(book, row[name], cell)
    return row.replaced(changes)


def _cell(book: Book, old: Cell, value: object) -> Cell:
    if isinstance(old, Formula):
        return _formula(book, value, old.is_condition)
    if isinstance(old, Effect):
        return _effect(book, old, value)
    if isinstance(old, tuple) and isinstance(value, list | tuple):
        value = tuple(value)
    if old is None and isinstance(value, int | str) and not isinstance(value, bool):
        return value
    if type(value) is not type(old):
        raise _refuse(value, f"here stands {old!r}: the same kind of value belongs here")
    return _of_type(value, type(old))


def _effect(book: Book, old: Effect, value: object) -> Effect:
    if not isinstance(value, Mapping) or not all(type(change) is int for change in value.values()):
        raise _refuse(value, "the changes of scores, each a whole number: {weariness: 1}")
    for name in value:
        book.parse(str(name))
    return replace(old, changes=tuple((str(name), change) for name, change in value.items()))
