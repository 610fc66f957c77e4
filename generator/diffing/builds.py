"""A build as it is compared: its files, by the handout that each shows, and its manifest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from generator.outputs.artifact import PAPERS, Artifact
from generator.outputs.manifest import MANIFEST, Manifest, read_manifest
from generator.problems import MACHINE, HandbillError, Problem

_PAPER = re.compile(rf"(.+)-({'|'.join(PAPERS)})")
_PARTS = ("pdf", "filled", "site", "odds", "schemas")
"""Folders of a build. What else lies beside them is somebody else's."""


@dataclass(frozen=True)
class Build:
    """``name`` is what messages call it; ``files`` are by their paths under the output folder.

    ``manifest`` is None for a build of another handbill, whose manifest has another form.
    """

    name: str
    files: Mapping[PurePosixPath, bytes]
    manifest: Manifest | None = None
    notes: tuple[str, ...] = field(default=())

    @classmethod
    def of(
        cls, name: str, artifacts: Iterable[Artifact], manifest: Manifest | None, notes: tuple[str, ...] = ()
    ) -> Build:
        """The build whose artifacts were made in memory."""
        return cls(name, {each.path: each.data for each in artifacts}, manifest, notes)

    def rules_of(self, path: PurePosixPath) -> tuple[str, ...]:
        """The ids of the rules that a file rests on, as far as the manifest tells."""
        entry = self.manifest.get(path) if self.manifest else None
        return entry.rules if entry else ()


def is_build(folder: Path) -> bool:
    """Whether the folder looks like the output of a build."""
    return (folder / MANIFEST).is_file() or any((folder / part).is_dir() for part in _PARTS[:3])


def read_build(folder: Path, name: str) -> Build:
    """The build in a folder; HandbillError for one that cannot be read."""
    try:
        files = {path: (folder / path).read_bytes() for path in _paths(folder)}
    except OSError as error:
        reason = (error.strerror or "the system refused").lower()
        where = str(error.filename or folder)
        raise HandbillError(
            Problem("unreadable", f"{where} cannot be read: {reason}", where), MACHINE
        ) from error
    return Build(name, files, read_manifest(folder))


def _paths(folder: Path) -> Iterator[PurePosixPath]:
    for part in _PARTS:
        for path in sorted((folder / part).rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                yield PurePosixPath(path.relative_to(folder).as_posix())


def handout_of(path: PurePosixPath) -> tuple[str, str]:
    """The handout that a file shows, with its paper, "" for none; the path for what is none.

    >>> handout_of(PurePosixPath("pdf/maid-reference-a4.pdf"))
    ('maid-reference', 'a4')
    >>> handout_of(PurePosixPath("site/maid/reference.html"))
    ('maid-reference', '')
    >>> handout_of(PurePosixPath("odds/maid/fair.csv"))
    ('odds/maid/fair', '')
    """
    if path.suffix == ".pdf" and path.parts[0] in ("pdf", "filled"):
        match = _PAPER.fullmatch(path.stem)
        return (match[1], match[2]) if match else (path.stem, "")
    if path.suffix == ".html" and len(path.parts) == 3:
        return f"{path.parts[1]}-{path.stem}", ""
    return (str(path.with_suffix("")), "") if path.parts[0] == "odds" else (str(path), "")
