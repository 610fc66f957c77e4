"""What earlier builds left in an output folder: by their manifest, and after a kill by the hidden journal.

``.handbill-unfinished.json`` stands in the folder while a build replaces files: the manifests of what was
there before and of what is to be there. A build that was killed leaves it, and the next one needs it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path, PurePosixPath

from generator.outputs.artifact import Artifact
from generator.outputs.manifest import Entry, Manifest, read_manifest
from generator.outputs.manifest.reading import manifest_from

JOURNAL = PurePosixPath(".handbill-unfinished.json")


@dataclass(frozen=True)
class Standing:
    """What is known of a folder. ``earlier`` lists all that earlier builds put there, None without any;
    ``unfinished`` tells that one of them was killed."""

    earlier: Manifest | None
    unfinished: bool

    @property
    def entries(self) -> Sequence[Entry]:
        """Everything that earlier builds put there."""
        return tuple(self.earlier.artifacts.values()) if self.earlier else ()


def standing(root: Path) -> Standing:
    """What earlier builds left in the folder."""
    unfinished = (root / JOURNAL).exists()
    listed = [*(_journal(root) if unfinished else ()), *filter(None, [read_manifest(root)])]
    if not listed:
        return Standing(None, unfinished)
    earlier = reduce(lambda before, after: after.over(before), listed)
    if len(listed) > 1:
        earlier = replace(earlier, artifacts={path: _found(path, listed, root) for path in earlier.artifacts})
    return Standing(earlier, unfinished)


def _found(path: str, listed: Sequence[Manifest], root: Path) -> Entry:
    """Of all entries of a path the one whose bytes stand there, or else the last."""
    entries = [entry for each in listed if (entry := each.get(path))]
    if len({entry.sha256 for entry in entries}) > 1:
        now = sum_of(root / path)
        entries = [entry for entry in entries if entry.sha256 == now] or entries
    return entries[-1]


def sum_of(path: Path) -> str | None:
    """The SHA-256 of a file's bytes; None where there is no file that can be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def journal(before: Manifest | None, after: Manifest) -> Artifact:
    """The file that says what stood there, and what a build is about to put there."""
    manifests = [each.as_data() for each in (before, after) if each]
    return Artifact(JOURNAL, (json.dumps({"unfinished": manifests}, ensure_ascii=False) + "\n").encode())


def _journal(root: Path) -> list[Manifest]:
    """The manifests of the journal; none where it is damaged."""
    try:
        return [manifest_from(each) for each in json.loads((root / JOURNAL).read_bytes())["unfinished"]]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return []
