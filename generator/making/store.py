"""Keeps what was made under a key of all that it rests on, the rules that were read among that.

Which rules a piece reads is known only when it was made. So two things are kept: under the key of what is
known before (files, engine), the sets of rules that were read; and under the key of these rules' values too,
what was made. Whoever finds a set whose values lead to something made has the same files, and every rule
that was read has the same value: making it again would go the same way.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from generator.outputs import cached
from generator.outputs.artifact import Artifact

_MAGIC = b"handbill made 1\n"
_FOLDER = "made"
_MOST_SETS = 16
"""Sets of rules that are remembered for one piece: house rules lead different ways, but not many."""

ValueOf = Callable[[str], str]
"""The state of a rule, by its id: empty as published."""


@dataclass(frozen=True)
class Made:
    """What was made of one piece, and the ids of the rules that were read."""

    artifacts: tuple[Artifact, ...]
    reads: frozenset[str]


class Store:
    """What earlier runs made, in a folder that anyone may delete; None keeps nothing."""

    def __init__(self, cache: Path | None) -> None:
        self._folder = cache / _FOLDER if cache else None

    def find(self, known: str, value_of: ValueOf) -> Made | None:
        """What was made under the key of what is known before, with the rules as they are now."""
        for reads in self._sets(known):
            if made := self._load(_full(known, reads, value_of)):
                return made
        return None

    def keep(self, known: str, made: Made, value_of: ValueOf) -> None:
        """Keep what was made; where that cannot be done, the next run makes it again."""
        if self._folder is None:
            return
        reads = sorted(made.reads)
        sets = [reads, *(other for other in self._sets(known) if other != reads)][:_MOST_SETS]
        with suppress(OSError):
            cached.keep_sealed(self._folder / _full(known, reads, value_of), _packed(made), _MAGIC)
            cached.keep_sealed(self._folder / f"{known}.reads", json.dumps(sets).encode(), _MAGIC)

    def _sets(self, known: str) -> list[list[str]]:
        found = self._read(f"{known}.reads")
        return json.loads(found) if found else []

    def _load(self, key: str) -> Made | None:
        found = self._read(key)
        return _unpacked(found) if found else None

    def _read(self, name: str) -> bytes | None:
        """What is kept under a name; None where there is none, or where the file is damaged."""
        return cached.load_sealed(self._folder / name, _MAGIC) if self._folder else None


def key_of(*parts: object) -> str:
    """One key for all these values."""
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def _full(known: str, reads: Collection[str], value_of: ValueOf) -> str:
    return key_of(known, [(rule, value_of(rule)) for rule in sorted(reads)])


def _packed(made: Made) -> bytes:
    heads = [
        {**{key: value for key, value in vars(each).items() if key != "data"}, "path": str(each.path)}
        for each in made.artifacts
    ]
    head = {"reads": sorted(made.reads), "sizes": [len(each.data) for each in made.artifacts], "heads": heads}
    text = json.dumps(head, ensure_ascii=False).encode()
    return b"%010d" % len(text) + text + b"".join(each.data for each in made.artifacts)


def _unpacked(body: bytes) -> Made:
    end = 10 + int(body[:10])
    head: dict[str, Any] = json.loads(body[10:end])
    artifacts = []
    for entry, size in zip(head["heads"], head["sizes"], strict=True):
        artifacts.append(_artifact(entry, body[end : end + size]))
        end += size
    return Made(tuple(artifacts), frozenset(head["reads"]))


def _artifact(entry: dict[str, Any], data: bytes) -> Artifact:
    path = PurePosixPath(entry.pop("path"))
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
    }
    return Artifact(path, data, **values)


def published(rule_id: str) -> str:
    """The state of every rule where no rule counts."""
    return ""
