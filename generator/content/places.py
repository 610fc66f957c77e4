"""Plain values from YAML, and the places where they stand."""

from __future__ import annotations

from dataclasses import dataclass

from generator.problems import describe

__all__ = ["Path", "Place", "Value", "describe"]

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
