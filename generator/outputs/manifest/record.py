"""The manifest as a value: made from artifacts, laid over an earlier one, written as text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from generator import __version__
from generator.outputs.artifact import Artifact
from generator.rules.changes import Change

MANIFEST = PurePosixPath("manifest.json")
SUMS = PurePosixPath("SHA256SUMS")
SCHEMA_VERSION = 2


@dataclass(frozen=True)
class HouseRecord:
    """The house rules file that was used, and all that it changed, sorted by id and cell."""

    path: str
    sha256: str
    changes: tuple[Change, ...] = ()

    def over(self, earlier: HouseRecord | None) -> HouseRecord:
        """With the changes that an earlier build found in the same file, perhaps in another game."""
        if earlier is None or (earlier.path, earlier.sha256) != (self.path, self.sha256):
            return self
        return replace(self, changes=tuple(sorted({*earlier.changes, *self.changes})))


@dataclass(frozen=True)
class Entry:
    """One artifact as the manifest lists it; the fields are those of ``Artifact``."""

    path: str
    sha256: str
    bytes: int
    pages: int | None = None
    paper: str = ""
    edition: str = ""
    document: str = ""
    sources: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    fields: int | None = None
    smallest_pt: float | None = None

    @classmethod
    def of(cls, artifact: Artifact) -> Entry:
        """The artifact's entry."""
        return cls(
            str(artifact.path),
            hashlib.sha256(artifact.data).hexdigest(),
            len(artifact.data),
            artifact.pages,
            artifact.paper,
            artifact.edition,
            artifact.document,
            artifact.sources,
            artifact.rules,
            artifact.fields,
            artifact.smallest_pt,
        )

    def as_data(self) -> dict[str, Any]:
        """Ready for JSON, without the keys that have nothing to say."""
        return {key: value for key, value in vars(self).items() if value not in (None, "", ())}


@dataclass(frozen=True)
class Manifest:
    """What an output folder holds. ``artifacts`` are by path; ``rules`` by game, then by id."""

    handbill: str
    environment: Mapping[str, str]
    inputs: Mapping[str, str]
    house_rules: HouseRecord | None
    rules: Mapping[str, Mapping[str, str]]
    artifacts: Mapping[str, Entry]

    def get(self, path: str | PurePosixPath) -> Entry | None:
        """The entry of an artifact, None where it is not listed."""
        return self.artifacts.get(str(path))

    def over(self, earlier: Manifest) -> Manifest:
        """A partial build's manifest laid over an earlier one: all that it does not make stays."""
        return Manifest(
            self.handbill,
            {**earlier.environment, **self.environment},
            {**earlier.inputs, **self.inputs},
            self.house_rules.over(earlier.house_rules) if self.house_rules else None,
            {**earlier.rules, **self.rules},
            {**earlier.artifacts, **self.artifacts},
        )

    def as_data(self) -> dict[str, Any]:
        """Ready for JSON, all of it sorted."""
        house = self.house_rules
        return {
            "schema_version": SCHEMA_VERSION,
            "handbill": self.handbill,
            "environment": dict(sorted(self.environment.items())),
            "inputs": dict(sorted(self.inputs.items())),
            "house_rules": house
            and {**asdict(house), "changes": [change._asdict() for change in house.changes]},
            "rules": {game: dict(sorted(values.items())) for game, values in sorted(self.rules.items())},
            "artifacts": [entry.as_data() for _, entry in sorted(self.artifacts.items())],
        }

    def artifact(self) -> Artifact:
        """``manifest.json``."""
        return Artifact(MANIFEST, (_text(self.as_data()) + "\n").encode())

    def sums(self) -> Artifact:
        """``SHA256SUMS`` of all artifacts and of the manifest, for ``sha256sum -c`` in the output folder."""
        own = Entry.of(self.artifact())
        entries = sorted((*self.artifacts.values(), own), key=lambda entry: entry.path)
        return Artifact(SUMS, "".join(f"{entry.sha256}  {entry.path}\n" for entry in entries).encode())


def manifest(
    artifacts: Iterable[Artifact],
    *,
    environment: Mapping[str, str],
    inputs: Mapping[str, str],
    rules: Mapping[str, Mapping[str, str]],
    house_rules: HouseRecord | None = None,
) -> Manifest:
    """The manifest of a build that made these artifacts (neither manifest nor sums among them)."""
    entries = {entry.path: entry for entry in map(Entry.of, artifacts)}
    return Manifest(__version__, environment, inputs, house_rules, rules, entries)


def _text(value: object, depth: int = 0) -> str:
    """JSON with a key a line, and lists of plain values in one: a difference of two is then readable."""
    pad, end = "\n" + " " * (depth + 1), "\n" + " " * depth
    if isinstance(value, dict) and value:
        lines = (f"{_plain(key)}: {_text(inner, depth + 1)}" for key, inner in value.items())
        return "{" + pad + ("," + pad).join(lines) + end + "}"
    if isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        return "[" + pad + ("," + pad).join(_text(inner, depth + 1) for inner in value) + end + "]"
    return _plain(value)


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
