"""What is installed, read off folder names: asking each package for its metadata takes 50 ms and more."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path

_LIBRARIES = ("libpango", "libharfbuzz")
_LIBRARY_FOLDERS = (
    "/usr/lib",
    "/usr/lib64",
    f"/usr/lib/{os.uname().machine}-linux-gnu" if hasattr(os, "uname") else "",
    "/usr/local/lib",
    "/opt/homebrew/lib",
)


def packages(names: Collection[str]) -> tuple[str, ...]:
    """``weasyprint-70.0`` and the like; the name alone of what is not found."""
    known = _distributions()
    return tuple(known.get(_plain(name), name) for name in sorted(names))


def libraries() -> tuple[str, ...]:
    """The files of Pango and HarfBuzz with their sizes, where they are found in the usual folders.

    A system that keeps them elsewhere tells nothing here; its forms are then kept by packages alone.
    """
    return tuple(sorted({found for folder in _LIBRARY_FOLDERS for found in _libraries_in(folder)}))


def _libraries_in(folder: str) -> Iterable[str]:
    try:
        with os.scandir(folder) as entries:
            found = [entry.path for entry in entries if entry.name.startswith(_LIBRARIES)]
    except OSError:
        return
    for path in found:
        real = Path(os.path.realpath(path))
        if real.is_file():
            yield f"{real.name}:{real.stat().st_size}"


@lru_cache(maxsize=1)
def _distributions() -> dict[str, str]:
    known: dict[str, str] = {}
    for folder in dict.fromkeys(sys.path):
        try:
            entries = os.listdir(folder or ".")
        except OSError:
            continue
        for entry in entries:
            name, ending, _ = entry.rpartition(".dist-info")
            if ending:
                known.setdefault(_plain(name.partition("-")[0]), name)
    return known


def _plain(name: str) -> str:
    return name.lower().replace("-", "_").replace(".", "_")
