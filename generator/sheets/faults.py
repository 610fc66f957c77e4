"""A mistake in a character's values or in a field's declaration, before it has a place in a file."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Steps from a character to a value: ``("connections", 2, "love")``; rows count from 0."""


class Fault(NamedTuple):
    """One mistake at a path; ``key`` says that the key itself is meant, not its value."""

    path: Path
    code: str
    message: str
    hint: str | None = None
    key: bool = False


class Misdeclared(Exception):
    """A field or a read that cannot be as it is declared; ``faults`` have the paths of their keys."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__("; ".join(fault.message for fault in faults))
