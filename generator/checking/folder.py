"""Tells in which state each file of an output folder is, beside what a build makes now."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from generator.outputs.artifact import Artifact
from generator.outputs.manifest import MANIFEST, SUMS, Entry, Manifest, read_manifest
from generator.outputs.standing import standing
from generator.problems import MACHINE, HandbillError, Problem

State = Literal["missing", "stale", "edited", "differing", "unsourced"]
"""``differing``: it is not what a build makes, and no manifest says who made it so."""


@dataclass(frozen=True)
class Folder:
    """An output folder, ``shown`` as messages name it.

    ``manifest`` lists all that earlier builds put there, as far as it is known; ``unfinished`` tells that the
    last of them was killed, and ``lost`` that its manifest is not there or cannot be read.
    """

    root: Path
    shown: str
    manifest: Manifest | None
    unfinished: bool = False
    lost: bool = False

    @classmethod
    def at(cls, root: Path) -> Folder:
        """The folder as it is; it may not exist."""
        stands = standing(root)
        return cls(root, root.as_posix(), stands.earlier, stands.unfinished, read_manifest(root) is None)

    @property
    def listed(self) -> Collection[Entry]:
        """Every artifact that the manifest lists."""
        return self.manifest.artifacts.values() if self.manifest else ()

    def read(self, path: str) -> bytes | None:
        """The bytes of a file in it, None where there is none; HandbillError (exit 3) if it is locked."""
        try:
            return (self.root / path).read_bytes()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        except OSError as error:
            message = f"this file cannot be read: {(error.strerror or 'the system refused').lower()}"
            raise HandbillError(Problem("unreadable", message, f"{self.shown}/{path}"), MACHINE) from error


class Found(NamedTuple):
    """A file that is not as it should be: ``before`` is what stands there, ``after`` what a build makes."""

    state: State
    entry: Entry
    before: bytes | None = None
    after: bytes | None = None


def differing(folder: Folder, artifacts: Iterable[Artifact], unmade: Collection[str] = ()) -> Iterator[Found]:
    """Every file that is not as a build makes it now, but for the manifest and the sums.

    ``unmade`` are paths that this machine cannot make: of these it is told whether they are there and as
    the last build left them.
    """
    made = {str(each.path): each for each in artifacts if each.path not in (MANIFEST, SUMS)}
    for path, artifact in sorted(made.items()):
        before = folder.read(path)
        if before != artifact.data:
            yield Found(_state(folder, path, before), Entry.of(artifact), before, artifact.data)
    for path in sorted(unmade):
        before, entry = folder.read(path), _entry(folder, path)
        state = _state(folder, path, before)
        if state in ("missing", "edited"):
            yield Found(state, entry, before)
    for entry in folder.listed:
        if entry.path not in made and entry.path not in unmade:
            before = folder.read(entry.path)
            if before is not None:
                yield Found("unsourced", entry, before)


def _state(folder: Folder, path: str, before: bytes | None) -> State:
    """The state of a file that is not what a build makes."""
    if before is None:
        return "missing"
    entry = folder.manifest.get(path) if folder.manifest else None
    if entry is None:
        return "differing"
    return "stale" if sum_of(before) == entry.sha256 else "edited"


def _entry(folder: Folder, path: str) -> Entry:
    return (folder.manifest and folder.manifest.get(path)) or Entry(path, "", 0)


def sum_of(data: bytes | None) -> str:
    """The SHA-256 of these bytes."""
    return hashlib.sha256(data or b"").hexdigest()
