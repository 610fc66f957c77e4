"""Another legal value for anything that house rules may replace, found by trying."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import yaml

from generator.problems import HandbillError
from generator.rules import Rules, load
from generator.rules.changes import Replaceable


@cache
def another_value(game: str, key: str) -> dict[str, Any]:
    """Overrides that ``load(game, …)`` takes, of that key alone.

    AssertionError where none was found: then the rule may not be replaced by anything, and should say so.
    """
    return {key: next(other_values(game, key))}


def other_values(game: str, key: str) -> Iterator[Any]:
    """Further legal values, as different in kind as they come."""
    published = load(game)
    (each,) = (each for each in published.replaceable() if each.key == key)
    found = 0
    for value in _candidates(published, each):
        try:
            changed = load(game, {key: value}).overridden
        except HandbillError:
            continue
        if changed:
            found += 1
            yield value
    assert found, f"nothing may replace {key}"


def _candidates(rules: Rules, each: Replaceable) -> Iterator[Any]:
    now = yaml.safe_load(f"value: {each.value}")["value"]
    match each.kind:
        case "number":
            start = now or 0
            yield from (start + step for step in (1, -1, 2, -2, 5, 10, 50))
        case "formula":
            yield from (f"{now} + 1", f"max(0, {now} - 1)", f"({now}) // 2", f"{now} - 1", "2", "1", "0")
        case "condition":
            yield from (_shifted(str(now)), f"not ({now})", *_turned(str(now)), f"{now} and 1 > 0", "1 > 0")
        case "option":
            yield from _choices(each)
        case "text":
            yield from (f"{now} (our way)"[:200], "our way")
        case "texts":
            yield from ([*now, "our way"], [*now[1:]], *([*now, word] for word in _choices(each)))
        case "numbers":
            yield from ([*now, now[-1]], [now[0] + 1, *now[1:]])
        case "effect":
            names = [word.strip(",") for word in each.allows.split(" each ")[0].split()[3:]]
            yield from ({**now, name: now.get(name, 0) + step} for name in names for step in (1, -1))
        case kind:
            raise AssertionError(f"{kind} is no kind of value")
    if each.allows.endswith("or null"):
        yield 1
        yield None


def _shifted(condition: str) -> str:
    return f"{condition} + 1"


def _turned(condition: str) -> Iterator[str]:
    for sign, other in ((">=", ">"), (" > ", " >= "), ("<=", "<"), (" < ", " <= "), ("==", ">=")):
        if sign in condition:
            yield condition.replace(sign, other, 1)


def _choices(each: Replaceable) -> list[Any]:
    """The words of "one of a, b" and of "a list of some of a, b"."""
    words = each.allows.removesuffix(", or null").rpartition(" of ")[2].split(", ")
    return [int(word) if word.isdigit() else word for word in words]  # a plain yes is a word in our files
