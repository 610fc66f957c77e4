"""Plain values from YAML, and the places where they stand."""

from __future__ import annotations

from dataclasses import dataclass

Value = str | int | bool | None | tuple["Value", ...] | dict[str, "Value"]
Path = tuple[str | int, ...]
"""Steps from the top of a file to a value: ``("theme", "display")``, ``("pages", 0, 1)``."""


@dataclass(frozen=True)
class Place:
    """From a first character to the one after the last; lines and columns count from 1."""

    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def length(self) -> int:
        """How many characters a caret marks: all of a value on one line, else the first."""
        return max(1, self.end_column - self.column) if self.end_line == self.line else 1


def describe(value: Value) -> str:
    """A value as messages name it.

    >>> describe(12), describe("on"), describe(None)
    ('the number 12', "the text 'on'", 'empty')
    """
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return f"the word {'true' if value else 'false'}"
    if isinstance(value, int):
        return f"the number {value}"
    if isinstance(value, str):
        shown = value if len(value) <= 40 else value[:39] + "…"
        return "the text " + repr(shown)
    return "a mapping of keys to values" if isinstance(value, dict) else "a list"
