"""A box to tick, and a choice of one among several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

from generator.problems import describe, nearest
from generator.rules.registry import Rules
from generator.sheets.faults import Fault, Misdeclared, Path
from generator.sheets.field import Field, Making, choices_of
from generator.sheets.found import Found
from generator.sheets.widget import Choice, FormValue, Widget

_VALUE = re.compile(r"[a-z0-9_][a-z0-9_-]*")


@dataclass(frozen=True)
class Check(Field):
    """A box that is ticked or not; false is empty."""

    kind: ClassVar[str] = "check"

    @classmethod
    def declared(cls, about: Mapping[str, Any], keys: Mapping[str, Any], rules: Rules) -> Self:
        return cls(**about)

    def widgets(self, name: str, label: str, making: Making) -> Iterator[Widget]:
        yield Widget(name, "check", self.tooltip(label), required=self.required)

    def check(self, value: Any, path: Path, faults: list[Fault]) -> bool | None:
        if value is not None and not isinstance(value, bool):
            message = f"{self.label} should be true or false, but it is {describe(value)}"
            yes = str(value).strip().lower() in ("yes", "on", "x", "1")
            no = str(value).strip().lower() in ("no", "off", "0", "")
            hint = "write true" if yes else "write false, or delete the key" if no else None
            faults.append(Fault(path, "wrong-type", message, hint))
            return None
        return value or None

    def to_form(self, name: str, value: Any, form: dict[str, FormValue]) -> None:
        form[name] = True

    def from_form(self, name: str, path: Path, found: Found) -> bool | None:
        return found.ticked(name) or None

    def schema(self) -> dict[str, Any]:
        return {"type": ["boolean", "null"]}


@dataclass(frozen=True)
class Pick(Field):
    """One of ``choices``, as boxes of which one is ticked, or as a menu."""

    choices: tuple[Choice, ...] = ()
    style: Literal["boxes", "menu"] = "boxes"

    kind: ClassVar[str] = "choice"
    keys: ClassVar[Mapping[str, Any]] = {
        "choices": str | tuple[dict[str, str], ...], "style": Literal["boxes", "menu"],
    }  # fmt: skip

    @classmethod
    def declared(cls, about: Mapping[str, Any], keys: Mapping[str, Any], rules: Rules) -> Self:
        given = keys.get("choices")
        if not given:
            hint = "give 'choices: NAME' of the rules, or a list of {value, label}"
            raise Misdeclared(Fault((), "missing-key", "a choice needs 'choices'", hint))
        choices = choices_of("choices", given, rules) if isinstance(given, str) else _listed(given)
        doubled = [choice for choice in choices if [c.value for c in choices].count(choice.value) > 1]
        if doubled:
            message = f"two choices have the value '{doubled[0].value}'"
            raise Misdeclared(Fault(("choices",), "doubled-value", message))
        return cls(**about, choices=choices, style=keys.get("style", "boxes"))

    def widgets(self, name: str, label: str, making: Making) -> Iterator[Widget]:
        kind: Literal["radio", "choice"] = "radio" if self.style == "boxes" else "choice"
        yield Widget(name, kind, self.tooltip(label), required=self.required, choices=self.choices)

    def check(self, value: Any, path: Path, faults: list[Fault]) -> str | None:
        if value is None or value == "":
            return None
        if isinstance(value, str) and any(choice.value == value for choice in self.choices):
            return value
        values = [choice.value for choice in self.choices]
        by_label = next((c.value for c in self.choices if c.label == value), None)
        hint = f"write {by_label}" if by_label else isinstance(value, str) and nearest(value, values)
        message = f"{self.label} cannot be {describe(value)}"
        faults.append(Fault(path, "wrong-value", message, hint or f"it is one of {', '.join(values)}"))
        return None

    def to_form(self, name: str, value: Any, form: dict[str, FormValue]) -> None:
        form[name] = value

    def from_form(self, name: str, path: Path, found: Found) -> str | None:
        text = found.text(name, path)
        folded = text.casefold()
        for choice in self.choices:
            if folded == choice.value.casefold():
                return choice.value
        for choice in self.choices:
            if folded == choice.label.casefold():
                return choice.value
        if text and folded != "off":
            labels = ", ".join(choice.label for choice in self.choices)
            found.refuse(name, text, path, f"{self.label} cannot be '{text[:40]}'", f"it is one of {labels}")
        return None

    def schema(self) -> dict[str, Any]:
        return {"enum": [*(choice.value for choice in self.choices), "", None]}


def _listed(given: tuple[dict[str, str], ...]) -> tuple[Choice, ...]:
    for index, choice in enumerate(given):
        if set(choice) != {"value", "label"}:
            message, hint = "a choice has 'value' and 'label', and nothing else", "{value: one, label: One}"
            raise Misdeclared(Fault(("choices", index), "wrong-type", message, hint))
        if not _VALUE.fullmatch(choice["value"]) or choice["value"] == "off":
            message = f"'{choice['value']}' cannot be a choice's value"
            hint = "use small letters, digits and '_'; 'off' is taken"
            raise Misdeclared(Fault(("choices", index, "value"), "bad-name", message, hint))
    return tuple(Choice(choice["value"], choice["label"]) for choice in given)
