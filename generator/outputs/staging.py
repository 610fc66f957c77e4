"""Whole files or none: first all to temporary files beside their targets, then all into place."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from generator.outputs.artifact import Artifact
from generator.problems import MACHINE, HandbillError, Problem

_TEMPORARY = re.compile(r"\.handbill-(?P<pid>\d+)-\w+\.tmp")
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class Staged:
    """Artifacts in temporary files beside their targets; ``move`` puts them into place in their order.

    A ``with`` over it removes, on an error, the temporary files and the folders that were made for them.
    """

    def __init__(self, artifacts: Sequence[Artifact], root: Path) -> None:
        self._waiting: list[tuple[Path, Path]] = []
        self._made: list[Path] = []
        try:
            for number, artifact in enumerate(artifacts):
                target = root / artifact.path
                with told(target):
                    self._made += make_folder(target.parent)
                    temporary = target.parent / f".handbill-{os.getpid()}-{number}.tmp"
                    self._waiting.append((temporary, target))
                    temporary.write_bytes(artifact.data)
        except BaseException:
            self._undo()
            raise

    def __enter__(self) -> Staged:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is not None:
            self._undo()

    def move(self, count: int | None = None) -> None:
        """Put the next ``count`` of them into place; without a number all that are left."""
        for _ in range(len(self._waiting) if count is None else count):
            temporary, target = self._waiting[0]
            with told(target):
                os.replace(temporary, target)
            del self._waiting[0]

    def _undo(self) -> None:
        for temporary, _ in self._waiting:
            quietly(temporary.unlink)
        for folder in reversed(self._made):
            quietly(folder.rmdir)


def refuse_blocked(artifacts: Sequence[Artifact], root: Path) -> None:
    """A file where a folder must be, or a folder where a file must be: all of them at once."""
    problems = []
    targets = [root / artifact.path for artifact in artifacts]
    for folder in sorted({each for target in targets for each in target.parents}):
        with told(folder):
            if folder.exists() and not folder.is_dir():
                problems.append(_blocked(folder, "a file stands where a folder must be"))
    for target in targets:
        with told(target):
            if target.is_dir():
                problems.append(_blocked(target, "a folder stands where a file must be"))
    if problems:
        raise HandbillError(problems, MACHINE)


def _blocked(path: Path, message: str) -> Problem:
    hint = "move it away, or choose another folder with -o"
    return Problem("output-blocked", message, path=str(path), hint=hint)


def holds(target: Path, data: bytes) -> bool:
    """Whether the file has these bytes already."""
    try:
        return target.stat().st_size == len(data) and target.read_bytes() == data
    except OSError:
        return False


def make_folder(folder: Path) -> list[Path]:
    """Make a folder and those around it; the ones that were not there, from the outermost."""
    made = [each for each in (*reversed(folder.parents), folder) if not each.is_dir()]
    for each in made:
        each.mkdir(exist_ok=True)
    return made


def sweep(folder: Path) -> None:
    """Remove the temporary files of runs that are no more."""
    with told(folder):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            match = _TEMPORARY.fullmatch(path.name)
            if match and not _runs(int(match["pid"])):
                path.unlink(missing_ok=True)


def sweep_all(folder: Path) -> None:
    """Remove them from this folder and all below, as far as that goes."""
    for each, _, _ in os.walk(folder):
        with suppress(HandbillError):
            sweep(Path(each))


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
    except (OSError, OverflowError):
        return True
    return True


def quietly(action: Callable[[], None]) -> None:
    """Clean up as far as it goes: the error that brought us here is the one to tell."""
    with suppress(OSError):
        action()


@contextmanager
def told(target: Path) -> Iterator[None]:
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
