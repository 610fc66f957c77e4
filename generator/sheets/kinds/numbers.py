"""Whole numbers: written as such, or picked from a short range that may have names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from generator.problems import describe
from generator.rules.formula import LARGEST
from generator.rules.registry import Rules
from generator.sheets import scripts
from generator.sheets.faults import Fault, Misdeclared, Path
from generator.sheets.field import Field, Making, bounds_of, choices_of
from generator.sheets.found import Found
from generator.sheets.widget import Choice, FormValue, Widget
from generator.sheets.words import whole_number

LIMIT = LARGEST - 1
"""The highest number that a field without a limit takes, and with a minus the lowest."""


def range_words(least: int, most: int) -> str:
    """A range as messages name it.

    >>> range_words(0, 4), range_words(-LIMIT, 3), range_words(0, LIMIT)
    ('from 0 to 4', 'of at most 3', 'of at least 0')
    """
    if -LIMIT < least and most < LIMIT:
        return f"from {least} to {most}"
    if most < LIMIT:
        return f"of at most {most}"
    return f"of at least {least}" if least > -LIMIT else "of up to six digits"


def checked_number(
    value: Any, least: int, most: int, label: str, path: Path, faults: list[Fault]
) -> int | None:
    """The whole number within its range, or None with a fault."""
    if type(value) is int and least <= value <= most:
        return value
    if value is None:
        return None
    if type(value) is int:
        message = f"{label} should be a whole number {range_words(least, most)}, but it is {_short(value)}"
        faults.append(Fault(path, "out-of-range", message))
    else:
        message = f"{label} should be a whole number, but it is {describe(value)}"
        written = whole_number(value) if isinstance(value, str) else None
        hint = f"write it without quotes or sign: {written}" if written is not None else None
        faults.append(Fault(path, "wrong-type", message, hint))
    return None


def _short(value: int) -> str:
    return describe(value).rpartition(" ")[2]


def read_number(
    text: str, least: int, most: int, label: str, name: str, path: Path, found: Found
) -> int | None:
    """The whole number that a form's text writes; what is none within its range is kept aside."""
    if not text:
        return None
    number = whole_number(text)
    if number is not None and least <= number <= most:
        return number
    message = f"{label} should be a whole number {range_words(least, most)}, but the form has '{text[:40]}'"
    found.refuse(name, text, path, message)
    return None


@dataclass(frozen=True)
class Number(Field):
    """A whole number. ``blank`` is what formulas read where nothing is written; None leaves them blank."""

    least: int = -LIMIT
    most: int = LIMIT
    blank: int | None = None

    kind: ClassVar[str] = "number"
    keys: ClassVar[Mapping[str, Any]] = {"least": int, "most": int, "bounds": str, "blank": int}

    @classmethod
    def declared(cls, about: Mapping[str, Any], keys: Mapping[str, Any], rules: Rules) -> Self:
        least, most = bounds_of(keys, rules)
        return cls(
            **about,
            least=-LIMIT if least is None else least,
            most=LIMIT if most is None else most,
            blank=keys.get("blank"),
        )

    def widgets(self, name: str, label: str, making: Making) -> Iterator[Widget]:
        digits = max(len(str(self.least)), len(str(self.most)))
        yield Widget(
            name,
            "text",
            self.tooltip(label),
            longest=digits,
            align="center",
            required=self.required,
            scripts=scripts.number(self.least, self.most),
        )

    def check(self, value: Any, path: Path, faults: list[Fault]) -> int | None:
        return checked_number(value, self.least, self.most, self.label, path, faults)

    def to_form(self, name: str, value: Any, form: dict[str, FormValue]) -> None:
        form[name] = str(value)

    def from_form(self, name: str, path: Path, found: Found) -> int | None:
        return read_number(found.text(name, path), self.least, self.most, self.label, name, path, found)

    def schema(self) -> dict[str, Any]:
        return {"type": ["integer", "null"], "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Rating(Field):
    """A whole number of a short range, picked from a menu. ``choices`` are its values in order."""

    least: int = 0
    most: int = 0
    choices: tuple[Choice, ...] = ()
    blank: int | None = None

    kind: ClassVar[str] = "rating"
    keys: ClassVar[Mapping[str, Any]] = {
        "least": int, "most": int, "bounds": str, "names": str | tuple[str, ...], "blank": int,
    }  # fmt: skip
    longest_range: ClassVar[int] = 50

    @classmethod
    def declared(cls, about: Mapping[str, Any], keys: Mapping[str, Any], rules: Rules) -> Self:
        least, most = bounds_of(keys, rules)
        names = _names(keys.get("names"), least or 0, rules)
        if names and most is None:
            least, most = min(map(int, names)), max(map(int, names))
        if most is None or most - (least or 0) >= cls.longest_range:
            hint = "give 'least' and 'most', or make it a number"
            message = f"a rating has a short range, of {cls.longest_range} values at most"
            raise Misdeclared(Fault((), "wrong-value", message, hint))
        values = range(least or 0, most + 1)
        choices = tuple(Choice(str(v), f"{v} {names[str(v)]}" if str(v) in names else str(v)) for v in values)
        return cls(**about, least=least or 0, most=most, choices=choices, blank=keys.get("blank"))

    def widgets(self, name: str, label: str, making: Making) -> Iterator[Widget]:
        yield Widget(name, "choice", self.tooltip(label), required=self.required, choices=self.choices)

    def check(self, value: Any, path: Path, faults: list[Fault]) -> int | None:
        return checked_number(value, self.least, self.most, self.label, path, faults)

    def to_form(self, name: str, value: Any, form: dict[str, FormValue]) -> None:
        form[name] = str(value)

    def from_form(self, name: str, path: Path, found: Found) -> int | None:
        text = found.text(name, path)
        folded = text.casefold()
        for choice in self.choices:
            if folded in (choice.label.casefold(), choice.label.partition(" ")[2].casefold() or None):
                return int(choice.value)
        return read_number(text, self.least, self.most, self.label, name, path, found)

    def schema(self) -> dict[str, Any]:
        return {"type": ["integer", "null"], "minimum": self.least, "maximum": self.most}


def _names(names: str | tuple[str, ...] | None, least: int, rules: Rules) -> dict[str, str]:
    """The name of each value, as text."""
    if isinstance(names, str):
        return {choice.value: choice.label for choice in choices_of("names", names, rules)}
    return {str(value): name for value, name in enumerate(names or (), least)}
