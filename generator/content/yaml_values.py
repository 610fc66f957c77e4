"""Builds plain values from the YAML parser's events, and notes the place of each key and value.

Because we build the values ourselves, ``+3``, ``no`` and ``012`` stay the text that they are, duplicate keys
are seen, and nothing that a stranger writes is built, run or expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from generator.content.places import Path, Place, Value, describe
from generator.content.source import Source
from generator.problems import HandbillError, Problem

_WHOLE_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_DEEPEST = 30


@dataclass
class Builder:
    """Turns events into values, and notes places and problems on the way."""

    source: Source
    events: Iterator[Any]
    first: int
    keys: dict[Path, Place] = field(default_factory=dict)
    values: dict[Path, Place] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def document(self) -> dict[str, Value]:
        """The one document of the text, which must be a mapping; {} together with a problem otherwise."""
        next(self.events)
        if isinstance(next(self.events), yaml.StreamEndEvent):
            return self._not_a_mapping(None)
        value = self._value(next(self.events), ())
        next(self.events)
        after = next(self.events)
        if isinstance(after, yaml.DocumentStartEvent):
            self._refuse(
                "second-document",
                "a second document starts here",
                after,
                "a file holds one: make two files, or delete '---'",
            )
        return value if isinstance(value, dict) else self._not_a_mapping(value)

    def _not_a_mapping(self, value: Value) -> dict[str, Value]:
        if value is None:
            message, code = "nothing is written here", "empty-file"
        else:
            message, code = f"this should be lines of 'key: value', but it is {describe(value)}", "wrong-type"
        place = self.values.get(())
        line = place.line if place and value is not None else self.first
        if not self.problems:
            self.problems.append(
                self.source.problem(code, message, line, hint="write lines such as 'title: My Game'")
            )
        return {}

    def _value(self, event: Any, path: Path) -> Value:
        self._refuse_magic(event)
        start = event.start_mark
        value: Value = None
        end = event.end_mark
        if isinstance(event, yaml.ScalarEvent):
            value = _scalar(event)
        elif len(path) >= _DEEPEST:
            self._refuse(
                "too-deep", f"more than {_DEEPEST} levels of lists and mappings", event, "write it flatter"
            )
            raise HandbillError(self.problems)
        elif isinstance(event, yaml.SequenceStartEvent):
            value, end = self._sequence(path)
        elif isinstance(event, yaml.MappingStartEvent):
            value, end = self._mapping(path)
        self.values[path] = _place(start, end)
        return value

    def _sequence(self, path: Path) -> tuple[tuple[Value, ...], Any]:
        items: list[Value] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._value(event, (*path, len(items))))
        return tuple(items), event.end_mark

    def _mapping(self, path: Path) -> tuple[dict[str, Value], Any]:
        found: dict[str, Value] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self._key(event, path, found)
            value = self._value(next(self.events), (*path, key))
            found.setdefault(key, value)
        return found, event.end_mark

    def _key(self, event: Any, path: Path, found: dict[str, Value]) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            what = self._value(event, (*path, "?"))
            self._refuse(
                "yaml-key", f"{describe(what)} cannot be a key", event, "a key is a word, such as 'title'"
            )
            return "?"
        self._refuse_magic(event)
        key = _scalar(event)
        if not isinstance(key, str):
            hint = f"put it in quotes: '{event.value}'" if event.value else "write a word before the colon"
            self._refuse("yaml-key", f"a key is text, but this is {describe(key)}", event, hint)
            return str(event.value)
        spot = (*path, key)
        if key in found:
            first = self.keys[spot]
            message = f"'{key}' is given twice: here and in line {first.line}, column {first.column}"
            self._refuse("duplicate-key", message, event, "keep one of the two")
        else:
            self.keys[spot] = _place(event.start_mark, event.end_mark)
        return key

    def _refuse_magic(self, event: Any) -> None:
        if isinstance(event, yaml.AliasEvent):
            mark = f"*{event.anchor}"
            message = f"'{mark}' repeats another part of the file"
            self._refuse("yaml-alias", message, event, "write that part out here", len(mark))
        elif event.anchor:
            mark = f"&{event.anchor}"
            message = f"'{mark}' names a part to repeat it"
            self._refuse("yaml-alias", message, event, "delete the name; parts are written out", len(mark))
        if tag := getattr(event, "tag", None):
            mark = tag.replace("tag:yaml.org,2002:", "!!")
            hint = "delete the tag; handbill reads text, numbers, lists and mappings"
            self._refuse("yaml-tag", f"the tag '{mark}' is not known here", event, hint, len(mark))

    def _refuse(self, code: str, message: str, event: Any, hint: str, length: int | None = None) -> None:
        place = _place(event.start_mark, event.end_mark)
        length = place.length if length is None else length
        self.problems.append(
            self.source.problem(code, message, place.line, place.column, hint=hint, length=length)
        )


def _place(start: Any, end: Any) -> Place:
    return Place(start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def _scalar(event: Any) -> str | int | bool | None:
    text: str = event.value
    if event.style:
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _WHOLE_NUMBER.fullmatch(text) else text
