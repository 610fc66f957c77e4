"""A value that the engine computes; a character file never holds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from generator.problems import HandbillError
from generator.rules.formula import Formula
from generator.rules.lookup import Lookup
from generator.rules.registry import Rules
from generator.sheets.faults import Fault, Misdeclared, Path
from generator.sheets.field import Field, Making
from generator.sheets.found import Found
from generator.sheets.widget import FormValue, Widget


@dataclass(frozen=True)
class Derived(Field):
    """The value of ``formula``, which the rules name ``rule``, or the sum of the column ``total``.

    A condition reads "yes" or "no"; see ``calculations`` for when it is blank. ``house`` marks one that a
    house rule may have made the same in every row of a list.
    """

    rule: str = ""
    total: str = ""
    formula: Formula | Lookup | None = None
    house: bool = False

    kind: ClassVar[str] = "derived"
    keys: ClassVar[Mapping[str, Any]] = {"rule": str, "total": str}
    stored: ClassVar[bool] = False

    @classmethod
    def declared(cls, about: Mapping[str, Any], keys: Mapping[str, Any], rules: Rules) -> Self:
        rule, total = keys.get("rule", ""), keys.get("total", "")
        if bool(rule) == bool(total):
            message = "a derived value has either 'rule' or 'total'"
            hint = "'rule: NAME' is computed by the rules, 'total: LIST.COLUMN' adds a column up"
            raise Misdeclared(Fault((), "missing-key", message, hint))
        try:
            formula = rules.derived(rule) if rule else None
        except HandbillError as error:
            raise Misdeclared(
                *(Fault(("rule",), p.code, p.message, p.hint) for p in error.problems)
            ) from None
        return cls(**about, rule=rule, total=total, formula=formula, house=rules.has_house_rules)

    def widgets(self, name: str, label: str, making: Making) -> Iterator[Widget]:
        yield Widget(name, "text", self.tooltip(label), align="center", derived=True)

    def check(self, value: Any, path: Path, faults: list[Fault]) -> None:
        message = f"{self.label} is computed, so a character file does not hold it"
        faults.append(Fault(path, "derived-field", message, "delete this line", key=True))

    def to_form(self, name: str, value: Any, form: dict[str, FormValue]) -> None:
        form[name] = value

    def from_form(self, name: str, path: Path, found: Found) -> None:
        """Nothing: the sheet compares what stands there with the engine's value."""

    def schema(self) -> dict[str, Any]:
        return {"not": {}}
