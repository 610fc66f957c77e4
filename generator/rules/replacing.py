"""One value that a house rule writes: read as what may stand there, or refused with what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from generator.problems import HandbillError, describe, nearest
from generator.rules.allowed import LONGEST_LIST, LONGEST_TEXT, Allowed
from generator.rules.book import Book
from generator.rules.chart import Cell, Effect
from generator.rules.formula import Formula, margin, parse
from generator.rules.trials import MOST_NAMES, circle, outside, told, zero_divisor


class Refusal(Exception):
    """Why a value cannot stand: code, message, hint, and the column where a formula goes wrong."""

    def __init__(self, code: str, message: str, hint: str | None, column: int | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.hint, self.column = code, message, hint, column


class Place(NamedTuple):
    """Where the value goes: what may stand there, what is published, and the names that are computed."""

    book: Book
    allowed: Allowed
    published: Cell
    derived: Mapping[str, Formula]

    def value(self, found: object) -> Cell:
        """The value that ``found`` writes; Refusal for what cannot stand here."""
        if found is None and self.allowed.optional:
            return None
        match self.allowed.kind:
            case "number":
                return self._number(found)
            case "formula" | "condition":
                return self._formula(found)
            case "option":
                return self._choice(found)
            case "numbers" | "texts":
                return self._list(found)
            case "effect":
                return self._effect(found)
        return self._text(found)

    def _wrong(self, found: object, code: str = "wrong-type") -> Refusal:
        return Refusal(code, f"found {describe(found)}", f"{self.allowed.sentence()} belongs here")

    def _number(self, found: object) -> int:
        if isinstance(found, bool) or not isinstance(found, int):
            raise self._wrong(found)
        if not self.allowed.least <= found <= self.allowed.most:
            raise self._wrong(found, "out-of-range")
        return found

    def _choice(self, found: object) -> int | str:
        for choice in self.allowed.choices:
            if found == choice and type(found) is type(choice):
                return choice
        words = [word for word in self.allowed.choices if isinstance(word, str)]
        near = nearest(found, words) if isinstance(found, str) else None
        right = f"{self.allowed.sentence()} belongs here"
        raise Refusal("unknown-choice", f"found {describe(found)}", f"{near} {right}" if near else right)

    def _text(self, found: object) -> str:
        if not isinstance(found, str):
            raise self._wrong(found)
        if len(found) > LONGEST_TEXT:
            raise Refusal(
                "too-long",
                f"found a text of {len(found)} characters",
                f"{self.allowed.sentence()} belongs here",
            )
        if not all(letter.isprintable() for letter in found):
            message = "found a text with a line break or another character that cannot be printed"
            raise Refusal("wrong-type", message, f"{self.allowed.sentence()} belongs here")
        return found

    def _list(self, found: object) -> tuple[int, ...] | tuple[str, ...]:
        numbers = self.allowed.kind == "numbers"
        if not isinstance(found, list | tuple) or len(found) > LONGEST_LIST or (numbers and not found):
            raise self._wrong(found)
        if numbers:
            return tuple(self._number(part) for part in found)
        if not self.allowed.choices:
            return tuple(self._text(part) for part in found)
        chosen = tuple(part for part in map(self._choice, found) if isinstance(part, str))
        if len(set(chosen)) < len(chosen):
            raise Refusal("wrong-type", "found a word twice", f"{self.allowed.sentence()} belongs here")
        return chosen

    def _effect(self, found: object) -> Effect:
        old = self.published
        assert isinstance(old, Effect)
        if not isinstance(found, Mapping):
            raise self._wrong(found)
        for name, change in found.items():
            if name not in self.allowed.names:
                hint = nearest(str(name), self.allowed.names)
                message = f"no change of '{name}' can stand here"
                raise Refusal("unknown-name", message, hint or f"{self.allowed.sentence()} belongs here")
            self._number(change)
        # Its own order first, so that the same changes are the same effect, however they are written.
        order = dict.fromkeys([*dict(old.changes), *self.allowed.names])
        changes = tuple((name, found[name]) for name in order if found.get(name))
        tested = self.book.tested
        tests = [test for test in old.tests if test not in tested.values()]
        tests += (tested[name] for name, change in changes if change > 0 and name in tested)
        return Effect(old.says, changes, tuple(tests))

    def _formula(self, found: object) -> Formula:
        if isinstance(found, bool) or not isinstance(found, str | int):
            raise self._wrong(found)
        try:
            made = parse(str(found), self.book.names)
        except HandbillError as error:
            (problem,) = error.problems
            raise Refusal(problem.code, problem.message, problem.hint, problem.column) from None
        if made.is_condition is not (self.allowed.kind == "condition"):
            raise self._wrong(found)
        self._names_what_is_given(made)
        self._can_be_worked_out(made)
        return made

    def _names_what_is_given(self, made: Formula) -> None:
        allowed = self.allowed
        may_read = f"this {allowed.kind} may read " + (", ".join(allowed.names) or "no score")
        if way := circle(allowed.derives, made, self.derived) if allowed.derives else ():
            message = f"'{way[0]}' would be made from itself: {' → '.join(way)}"
            raise Refusal("circular", message, may_read)
        if unknown := sorted(made.names - set(allowed.names)):
            message = f"'{unknown[0]}' is not known where this is worked out"
            raise Refusal("not-given", message, may_read, _column(str(made), unknown[0]))

    def _can_be_worked_out(self, made: Formula) -> None:
        allowed, below_zero = self.allowed, self.book.below_zero
        if len(made.names) > MOST_NAMES:
            message = f"the {allowed.kind} reads {len(made.names)} scores"
            raise Refusal("formula", message, f"at most {MOST_NAMES} can be tried")
        if zero := zero_divisor(made, below_zero):
            divisor, scores = zero
            when = f"divides by zero when {told(scores)}" if scores else "divides by zero"
            raise Refusal("divides-by-zero", f"'{made.text}' {when}", f"guard it: max(1, {divisor.text})")
        if made.is_condition:
            if allowed.one_limit:
                self._has_one_limit(made)
        elif found := outside(made, allowed.least, allowed.most, below_zero):
            value, scores = found
            when = f" when {told(scores)}" if scores else ""
            hint = f"a value from {allowed.least} to {allowed.most} belongs here"
            raise Refusal("out-of-range", f"'{made.text}' comes to {value}{when}", hint)

    def _has_one_limit(self, made: Formula) -> None:
        try:
            margin(made, "")
        except HandbillError:
            message = f"'{made.text}' has no one limit, so no sheet can tell how near it is"
            raise Refusal("no-margin", message, f"{self.allowed.sentence()} belongs here") from None


def _column(text: str, name: str) -> int | None:
    at = text.find(name)
    return at + 1 if at >= 0 else None
