"""The base of all kinds of fields: what a kind must be able to do, and the register of kinds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from generator.problems import HandbillError
from generator.rules.registry import Rules
from generator.sheets.faults import Fault, Misdeclared, Path
from generator.sheets.found import Found
from generator.sheets.widget import Choice, FormValue, Widget

KINDS: dict[str, type[Field]] = {}
"""Every kind by its name; a new kind is a new subclass in a module of ``kinds``."""


class Making(NamedTuple):
    """How large a form is being made: rows of each list (``love.columns`` for a grid), and what goes on."""

    slots: Mapping[str, int]
    more: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Field:
    """One value of a character. ``label`` names it in print, ``help`` joins it in the tooltip.

    ``span`` is its share of a line, 1 to 12. ``keys`` are the further keys of a declaration, with their
    types; a value None in ``check``, ``to_form`` and ``from_form`` means empty.
    """

    name: str
    label: str
    help: str = ""
    span: int = 12
    required: bool = False

    kind: ClassVar[str] = ""
    keys: ClassVar[Mapping[str, Any]] = {}
    stored: ClassVar[bool] = True
    """Whether a character file holds the value."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.kind:
            KINDS[cls.kind] = cls

    @classmethod
    def declared(cls, about: Mapping[str, Any], keys: Mapping[str, Any], rules: Rules) -> Self:
        """The field with common keys ``about`` and its own ``keys``; Misdeclared tells what is wrong."""
        raise NotImplementedError

    def widgets(self, name: str, label: str, making: Making) -> Iterator[Widget]:
        """The widgets in reading order; ``name`` and ``label`` are the field's own, or those in a row."""
        raise NotImplementedError

    def check(self, value: Any, path: Path, faults: list[Fault]) -> Any:
        """The canonical value, or None where it is empty or at fault."""
        raise NotImplementedError

    def to_form(self, name: str, value: Any, form: dict[str, FormValue]) -> None:
        """Put a canonical value (never None) into the form."""
        raise NotImplementedError

    def from_form(self, name: str, path: Path, found: Found) -> Any:
        """The canonical value that a form holds."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value, null for empty included."""
        raise NotImplementedError

    def tooltip(self, label: str) -> str:
        return f"{label} ({self.help})" if self.help else label


def bounds_of(keys: Mapping[str, Any], rules: Rules) -> tuple[int | None, int | None]:
    """The literal ``least`` and ``most``, or those of the rules under ``bounds``."""
    least, most = keys.get("least"), keys.get("most")
    if named := keys.get("bounds"):
        try:
            lowest, highest = rules.bounds(named)
        except HandbillError as error:
            raise _of_rules("bounds", error) from None
        least, most = lowest if least is None else least, highest if most is None else most
    if least is not None and most is not None and least > most:
        fault = Fault(("least",), "wrong-value", f"'least' is {least}, but 'most' is {most}", "swap the two")
        raise Misdeclared(fault)
    return least, most


def choices_of(key: str, named: str, rules: Rules) -> tuple[Choice, ...]:
    """The choices of the rules under a name that a declaration's ``key`` gives."""
    try:
        return tuple(Choice(str(value), label) for value, label in rules.choices(named))
    except HandbillError as error:
        raise _of_rules(key, error) from None


def _of_rules(key: str, error: HandbillError) -> Misdeclared:
    return Misdeclared(*(Fault((key,), p.code, p.message, p.hint) for p in error.problems))
