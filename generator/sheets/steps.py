"""One derived value: what it reads, and how it is computed from that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.sheets.closures import Compute
from generator.sheets.inputs import Input
from generator.sheets.kinds.derived import Derived


@dataclass(frozen=True)
class Read:
    """What a name means that no field has: a sum of ``sum`` ("LIST.COLUMN"), or how many of ``count`` hold
    the value ``value`` (for checks, where it is empty: how many are ticked)."""

    sum: str = ""
    count: tuple[str, ...] = ()
    value: str = ""


class Step(NamedTuple):
    """One derived value, or the whole column of one: ``rows`` names its list, '' for none.

    ``inputs`` stand in the order in which ``compute`` takes their numbers, ``own`` says of each whether it
    counts when all is empty. ``default`` is the value where everything is empty, None if something must be
    written.
    """

    field: Derived
    rows: str
    inputs: tuple[Input, ...]
    own: tuple[bool, ...]
    compute: Compute
    default: int | None

    @property
    def node(self) -> str:
        return f"{self.rows}.{self.field.name}" if self.rows else self.field.name

    def value(
        self, values: Mapping[str, Any], done: Mapping[str, Any], row: Mapping[str, Any], index: int
    ) -> Any:
        """The number or text, or None where it is blank."""
        scores = []
        empty = bool(self.inputs)
        for given, own in zip(self.inputs, self.own, strict=True):
            found = given.read(values, done, row, index)
            if found is None:
                found = given.default
                if found is None:
                    return None
            elif own:
                empty = False
            scores.append(found)
        return None if empty else self.compute(scores)
