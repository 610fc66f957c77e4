"""One writer at a time in a folder.

The lock is the system's own on the folder itself: it leaves nothing there, and ends with its process,
however that ends. Windows locks no folders; there the file ``.handbill-lock`` stands in it meanwhile.
A file system that knows no locks (some that come over a network) is written without one.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from generator.outputs.staging import make_folder, quietly
from generator.problems import MACHINE, HandbillError, Problem

PATIENCE = 10.0
"""Seconds to wait for another writer: writing takes less than one."""
_PAUSE = 0.02
_FILE = ".handbill-lock"

Tell = Callable[[str], None]


@contextmanager
def alone_in(folder: Path, tell: Tell = lambda text: None) -> Iterator[None]:
    """Nobody else who asks for it writes into the folder meanwhile; it is made where it is missing.

    ``tell`` hears that another is waited for. Raises HandbillError with exit status 3 for one that does not
    end, and OSError for a folder that cannot be opened. A folder made for it goes again if it stays empty.
    """
    made: list[Path] = []
    held = _wait_for(folder, made, tell)
    try:
        yield
    finally:
        for each in reversed(made):  # before the lock ends, or another's folder might be taken away
            quietly(each.rmdir)
        _free(held, folder)


def _wait_for(folder: Path, made: list[Path], tell: Tell) -> int:
    """The open file that holds the lock."""
    end: float | None = None
    while True:
        made += make_folder(folder)
        try:
            held = _open(folder)
        except FileNotFoundError:
            continue  # another writer had made the folder, failed, and took it away again
        try:
            _lock(held)
            if _is(held, folder):
                return held
        except BlockingIOError:
            if end is None:
                end = time.monotonic() + PATIENCE
                tell(f"another build is writing into {folder}; waiting for it")
            if time.monotonic() > end:
                os.close(held)
                raise _busy(folder) from None
            time.sleep(_PAUSE)
        os.close(held)


def _busy(folder: Path) -> HandbillError:
    hint = "wait until it is done, or choose another folder with -o"
    problem = Problem("output-busy", "another build is writing into this folder", str(folder), hint=hint)
    return HandbillError(problem, MACHINE)


if sys.platform == "win32":
    import msvcrt

    def _open(folder: Path) -> int:
        return os.open(folder / _FILE, os.O_RDWR | os.O_CREAT)

    def _lock(held: int) -> None:
        try:
            msvcrt.locking(held, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error

    def _is(held: int, folder: Path) -> bool:
        return (folder / _FILE).exists()

    def _free(held: int, folder: Path) -> None:
        os.close(held)
        quietly((folder / _FILE).unlink)

else:
    import fcntl

    def _open(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY)

    def _lock(held: int) -> None:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:
            pass  # no locks here: go on without one

    def _is(held: int, folder: Path) -> bool:
        """Whether the folder is still the one that was opened."""
        with suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(held), os.stat(folder))
        return False

    def _free(held: int, folder: Path) -> None:
        with suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_UN)  # a process that was forked meanwhile holds a copy
        os.close(held)
