"""Put artifacts into the output folder, and remove what no source makes any more; nothing else writes there.

One build at a time writes into a folder. The order of a write:

1. ``.handbill-unfinished.json``: what stood there and what is to stand there (see ``standing``),
2. every changed file as a temporary one beside its target, so that a full disk or a folder that cannot
   be written is found before any file is replaced,
3. the old ``manifest.json`` is removed,
4. the temporary files are moved into place, and stale artifacts removed,
5. ``SHA256SUMS``, then the new ``manifest.json``, and the file of the first step goes.

So after a kill at any moment every file is whole, a manifest that is there is true, and the next build
knows all that may stand there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from generator.outputs.artifact import Artifact, check_paths
from generator.outputs.folder_lock import alone_in
from generator.outputs.manifest import MANIFEST, SUMS, Entry, Manifest
from generator.outputs.staging import Staged, holds, quietly, refuse_blocked, sweep, told
from generator.outputs.standing import JOURNAL, journal, standing, sum_of
from generator.problems import HandbillError


@dataclass(frozen=True)
class Written:
    """What a run did: paths under the output folder, those of artifacts in the order given.

    ``removed`` are stale artifacts of earlier builds. ``kept`` are others that were edited by hand: they
    stay, and are listed no more. ``manifest`` is the one that now stands in the folder.
    """

    changed: tuple[PurePosixPath, ...]
    unchanged: tuple[PurePosixPath, ...]
    removed: tuple[PurePosixPath, ...]
    kept: tuple[PurePosixPath, ...]
    manifest: Manifest


def write(
    artifacts: Sequence[Artifact],
    root: Path,
    manifest: Manifest,
    *,
    whole: bool,
    tell: Callable[[str], None] = lambda text: None,
) -> Written:
    """Write the artifacts under ``root``, with ``manifest.json`` and ``SHA256SUMS`` of all that stands there.

    ``manifest`` lists just these artifacts. In a ``whole`` build artifacts of earlier builds that are not
    among them are removed, with folders that are empty then; otherwise they stay, and stay listed. A file
    that holds the same bytes already is not touched, and where all do nothing is written at all. ``tell``
    hears that another build is waited for. Raises HandbillError: exit status 1 for paths that leave
    ``root`` or collide, 3 for a folder that cannot be written or that another build does not leave, a
    file in the way, or a full disk.
    """
    if manifest.artifacts.keys() != {str(artifact.path) for artifact in artifacts}:
        raise ValueError("the manifest lists other artifacts than are to be written")
    own = [Artifact(path, b"") for path in (JOURNAL, SUMS, MANIFEST)]
    if problems := check_paths([*artifacts, *own]):
        raise HandbillError(problems)
    refuse_blocked([*artifacts, *own], root)
    with told(root), alone_in(root, tell):
        return _written(artifacts, root, manifest, whole)


def put(artifact: Artifact, root: Path) -> None:
    """Write one artifact, whole or not at all; what else stands in the folder is not looked at."""
    if problems := check_paths([artifact]):
        raise HandbillError(problems)
    refuse_blocked([artifact], root)
    if not holds(root / artifact.path, artifact.data):
        with Staged([artifact], root) as staged:
            staged.move()


def _written(artifacts: Sequence[Artifact], root: Path, manifest: Manifest, whole: bool) -> Written:
    before = standing(root)
    others = _Others.of(before.entries, manifest, root)
    stale = others.ours if whole else ()
    if before.earlier and not whole:
        ours = {entry.path: entry for entry in others.ours}
        manifest = manifest.over(replace(before.earlier, artifacts=ours))
    folders = {(root / entry.path).parent for entry in (*before.entries, *manifest.artifacts.values())}
    for folder in sorted({root, *folders}):
        sweep(folder)
    changed = [artifact for artifact in artifacts if not holds(root / artifact.path, artifact.data)]
    ends = (manifest.sums(), manifest.artifact())
    if changed or stale or before.unfinished or not all(holds(root / end.path, end.data) for end in ends):
        put(journal(before.earlier, manifest), root)
        with _staged([*changed, *ends], root, keep_journal=before.unfinished) as staged:
            _remove(root / MANIFEST)
            staged.move(len(changed))
            for entry in stale:
                _remove(root / entry.path)
            _remove_empty(folders, root)
            staged.move()
        _remove(root / JOURNAL)
    paths = tuple(artifact.path for artifact in changed)
    return Written(
        paths,
        tuple(artifact.path for artifact in artifacts if artifact.path not in paths),
        tuple(PurePosixPath(entry.path) for entry in stale),
        tuple(PurePosixPath(entry.path) for entry in others.edited),
        manifest,
    )


class _Others(NamedTuple):
    """Artifacts of earlier builds that this one does not make: as they were written, or edited since."""

    ours: tuple[Entry, ...]
    edited: tuple[Entry, ...]

    @classmethod
    def of(cls, entries: Sequence[Entry], manifest: Manifest, root: Path) -> _Others:
        # A name in other letters is the same file on some systems.
        made = {path.casefold() for path in manifest.artifacts}
        found = [(entry, sum_of(root / entry.path)) for entry in entries if entry.path.casefold() not in made]
        ours = tuple(entry for entry, now in found if now == entry.sha256)
        return cls(ours, tuple(entry for entry, now in found if now not in (entry.sha256, None)))


def _staged(artifacts: Sequence[Artifact], root: Path, *, keep_journal: bool) -> Staged:
    """All in temporary files; where that cannot be done, nothing was begun, and the journal goes again."""
    try:
        return Staged(artifacts, root)
    except BaseException:
        if not keep_journal:
            quietly((root / JOURNAL).unlink)
        raise


def _remove(path: Path) -> None:
    with told(path):
        path.unlink(missing_ok=True)


def _remove_empty(folders: Collection[Path], root: Path) -> None:
    """Remove folders of artifacts in which nothing is left; ``rmdir`` refuses any other."""
    inner = {each for folder in folders for each in (folder, *folder.parents) if root in each.parents}
    for folder in sorted(inner, key=lambda each: len(each.parts), reverse=True):
        quietly(folder.rmdir)
