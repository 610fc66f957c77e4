"""Put artifacts into the output folder; the only module that writes outputs.

Everything is first written to temporary files beside its target; only when all of them are
whole are they moved into place. So a build killed at any moment leaves whole files only, and a
folder that cannot be written, or a full disk, is found before any file is replaced.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from generator.outputs.artifact import Artifact, check_paths
from generator.problems import MACHINE, HandbillError, Problem

_TEMPORARY = re.compile(r"\.handbill-(?P<pid>\d+)-\d+\.tmp")
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@dataclass(frozen=True)
class Written:
    """What a run did: paths under the output folder, in the order given."""

    changed: tuple[PurePosixPath, ...]
    unchanged: tuple[PurePosixPath, ...]


def write(artifacts: Sequence[Artifact], root: Path) -> Written:
    """Write the artifacts under ``root``; what holds the same bytes already is not touched.

    Nothing else in ``root`` is changed, but for temporary files that an earlier, killed run left.
    Raises HandbillError: exit status 1 for paths that leave ``root`` or collide, 3 for a folder
    that cannot be written, a file in the way, or a full disk.
    """
    if problems := check_paths(artifacts):
        raise HandbillError(problems)
    _refuse_blocked(artifacts, root)
    for folder in sorted({(root / artifact.path).parent for artifact in artifacts}):
        _sweep(folder)
    changed = [artifact for artifact in artifacts if not _holds(root / artifact.path, artifact.data)]
    _replace_all(changed, root)
    paths = tuple(artifact.path for artifact in changed)
    return Written(paths, tuple(artifact.path for artifact in artifacts if artifact.path not in paths))


def put(artifact: Artifact, root: Path) -> None:
    """Write one artifact, as ``write`` does, for batches: what else stands in the folder is not looked at."""
    if problems := check_paths([artifact]):
        raise HandbillError(problems)
    _refuse_blocked([artifact], root)
    if not _holds(root / artifact.path, artifact.data):
        _replace_all([artifact], root)


def _replace_all(artifacts: Sequence[Artifact], root: Path) -> None:
    """All to temporary files, then all into place; on an error the temporary files are removed."""
    staged: list[tuple[Path, Path]] = []
    made: list[Path] = []
    try:
        for number, artifact in enumerate(artifacts):
            target = root / artifact.path
            with _told(target):
                _make_folder(target.parent, made)
                staged.append((target.parent / f".handbill-{os.getpid()}-{number}.tmp", target))
                staged[-1][0].write_bytes(artifact.data)
        for temporary, target in staged:
            with _told(target):
                os.replace(temporary, target)
    except BaseException:
        _undo(staged, made)
        raise


def _refuse_blocked(artifacts: Sequence[Artifact], root: Path) -> None:
    """A file where a folder must be, or a folder where a file must be: all of them at once."""
    problems = []
    for artifact in artifacts:
        target = root / artifact.path
        with _told(target):
            for folder in (target.parent, *target.parent.parents):
                if folder.exists() and not folder.is_dir():
                    problems.append(_blocked(folder, "a file stands where a folder must be"))
            if target.is_dir():
                problems.append(_blocked(target, "a folder stands where a file must be"))
    if problems:
        raise HandbillError(problems, MACHINE)


def _blocked(path: Path, message: str) -> Problem:
    hint = "move it away, or choose another folder with -o"
    return Problem("output-blocked", message, path=str(path), hint=hint)


def _holds(target: Path, data: bytes) -> bool:
    try:
        return target.stat().st_size == len(data) and target.read_bytes() == data
    except OSError:
        return False


def _make_folder(folder: Path, made: list[Path]) -> None:
    for ancestor in (*reversed(folder.parents), folder):
        if not ancestor.is_dir():
            ancestor.mkdir()
            made.append(ancestor)


def _sweep(folder: Path) -> None:
    """Remove the temporary files of runs that are no more."""
    with _told(folder):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            match = _TEMPORARY.fullmatch(path.name)
            if match and not _runs(int(match["pid"])):
                path.unlink(missing_ok=True)


def _runs(pid: int) -> bool:
    """Whether another process has this number.

    On Windows ``os.kill`` with 0 would end the process; there an open file cannot be removed anyway.
    """
    if os.name == "nt" or pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _undo(staged: Sequence[tuple[Path, Path]], made: Sequence[Path]) -> None:
    """Remove the temporary files, and the folders that were made for them and stayed empty."""
    for temporary, _ in staged:
        _quietly(temporary.unlink)
    for folder in reversed(made):
        _quietly(folder.rmdir)


def _quietly(action: Callable[[], None]) -> None:
    """Clean up as far as it goes: the error that brought us here is the one to tell."""
    with suppress(OSError):
        action()


@contextmanager
def _told(target: Path) -> Iterator[None]:
    """Turn what the system refuses into a problem that names the file."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno in _NO_ROOM:
            code, message, first = "disk-full", f"no room to write here: {reason}", "free some space"
        else:
            code, message, first = "output-unwritable", f"cannot be written: {reason}", "allow writing there"
        hint = f"{first}, or choose another folder with -o"
        raise HandbillError(Problem(code, message, path=str(target), hint=hint), MACHINE) from error
