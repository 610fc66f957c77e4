"""What is installed, read off folder names: asking each package for its metadata takes 50 ms and more."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path

_LIBRARIES = ("libpango", "libharfbuzz")
_LOADED = {
    "pango": ("libpango-1.0.so.0", "libpango-1.0.0.dylib"),
    "harfbuzz": ("libharfbuzz.so.0", "libharfbuzz.0.dylib"),
}
"""The names that WeasyPrint loads a library by."""
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


def version(name: str) -> str:
    """The version of an installed package; empty where it is not found."""
    return _distributions().get(_plain(name), "").partition("-")[2]


def library_version(name: str) -> str:
    """The version of ``pango`` or ``harfbuzz``, told from the name of its file; empty where that tells none.

    Pango 1.50.12 is ``libpango-1.0.so.0.5000.12`` (100 times the minor version and the micro one, less what
    stands behind the last dot), HarfBuzz 6.0.0 ``libharfbuzz.so.0.60000.0``; Homebrew names folders so.
    """
    files = sorted({path for folder in _LIBRARY_FOLDERS for path in _files_of(name, folder)})
    return next((told for told in map(_told_by, files) if told), "")


def _told_by(path: str) -> str:
    """What a library's resolved path tells of its version."""
    if found := re.search(r"/Cellar/(?:pango|harfbuzz)/(\d+(?:\.\d+)+)", path):
        return found[1]
    if found := re.search(r"/libpango-1\.0\.so\.0\.(\d+)\.(\d+)$", path):
        minor, micro = divmod(int(found[1]) + int(found[2]), 100)
        return f"1.{minor}.{micro}"
    if found := re.search(r"/libharfbuzz\.so\.0\.(\d{5,})\.\d+$", path):
        number = int(found[1])
        return f"{number // 10000}.{number // 100 % 100}.{number % 100}"
    return ""


def _files_of(name: str, folder: str) -> Iterable[str]:
    """Where the library that programs load leads, in one folder."""
    for file in _LOADED[name]:
        if folder and os.path.exists(path := os.path.join(folder, file)):
            yield Path(os.path.realpath(path)).as_posix()


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
