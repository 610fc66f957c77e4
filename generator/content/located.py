"""YAML as it was written: plain values, and the line and column of each key and value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from generator.content.places import Path, Place, Value, describe
from generator.content.source import Source
from generator.content.yaml_faults import fault
from generator.content.yaml_values import Builder
from generator.problems import HandbillError, Problem

__all__ = ["Located", "Path", "Place", "Value", "describe", "parse"]

# libyaml where it is built in: about ten times faster, the same events.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Located:
    """The mapping that a YAML text holds (lists as tuples), with the place of each key and value."""

    source: Source
    value: dict[str, Value]
    keys: dict[Path, Place]
    values: dict[Path, Place]

    def at(self, path: Path) -> Value:
        """The value at a path; KeyError or IndexError when there is none."""
        value: Any = self.value
        for step in path:
            value = value[step]
        return value  # type: ignore[no-any-return]

    def problem(
        self, code: str, message: str, path: Path, *, key: bool = False, hint: str | None = None
    ) -> Problem:
        """A problem at the value of a path, or at its key; a list's item has no key, so its own place."""
        place = (self.keys.get(path) if key else None) or self.values[path]
        return self.source.problem(code, message, place.line, place.column, hint=hint, length=place.length)


def parse(source: Source, first: int = 1, last: int | None = None) -> Located:
    """The mapping in the lines ``first`` to ``last`` of a source; all its problems as a HandbillError."""
    lines = source.lines[first - 1 : last]
    # Empty lines in front keep the file's own line numbers in every mark.
    text = "\n" * (first - 1) + "\n".join(lines)
    builder = Builder(source, yaml.parse(text, Loader=_LOADER), first)
    try:
        value = builder.document()
    except yaml.MarkedYAMLError as error:
        builder.problems.append(fault(source, error))
    if builder.problems:
        raise HandbillError(builder.problems)
    return Located(source, value, builder.keys, builder.values)
