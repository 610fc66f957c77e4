"""Keep a file in a cache: whole or not at all, since another run may be reading it."""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path


def keep(path: Path, data: bytes) -> None:
    """Write the file beside its place and move it there; OSError, with nothing left, where that fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # The name says whose it is, for ``staging.sweep``.
    number, name = tempfile.mkstemp(".tmp", f".handbill-{os.getpid()}-", path.parent)
    try:
        with open(number, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def keep_sealed(path: Path, data: bytes, kind: bytes = b"") -> None:
    """Keep the file so that damage to it is noticed; ``kind`` stands first. OSError where that fails."""
    keep(path, kind + hashlib.sha256(data).digest() + data)


def load_sealed(path: Path, kind: bytes = b"") -> bytes | None:
    """What was kept so; None where there is nothing, or where it is damaged or of another kind."""
    try:
        found = path.read_bytes()
    except OSError:
        return None
    start = len(kind) + 32
    data = found[start:]
    if found[:start] != kind + hashlib.sha256(data).digest():
        return None
    with suppress(OSError):
        os.utime(path)  # for ``prune``: it was of use today
    return data


def prune(folder: Path, most: int) -> None:
    """Remove what was of use longest ago, until the files of this folder have ``most`` bytes together."""
    with suppress(OSError):
        found = [(entry.stat(), entry.path) for entry in os.scandir(folder) if entry.is_file()]
        left = sum(state.st_size for state, _ in found)
        for state, path in sorted(found, key=lambda each: (each[0].st_mtime_ns, each[1])):
            if left <= most:
                break
            os.unlink(path)
            left -= state.st_size
