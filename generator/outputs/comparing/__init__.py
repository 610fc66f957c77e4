"""Compares two versions of an artifact by what a reader or a viewer would notice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath

from generator.outputs.comparing.data import read_csv, read_json
from generator.outputs.comparing.difference import KINDS, MOST, Difference, closer, short
from generator.outputs.comparing.differing import differences
from generator.outputs.comparing.page import read_page
from generator.outputs.comparing.printed import read_printed
from generator.outputs.comparing.reading import Reading

__all__ = ["KINDS", "MOST", "Difference", "closer", "compare", "short"]

_Reader = Callable[[bytes, bytes], tuple[Reading, Reading]]


def _each(read: Callable[[bytes], Reading]) -> _Reader:
    return lambda before, after: (read(before), read(after))


_READERS: dict[str, _Reader] = {
    ".html": _each(read_page),
    ".pdf": read_printed,
    ".json": _each(read_json),
    ".csv": _each(read_csv),
}
_LARGEST = 20_000_000
"""Bytes of a file that is read; a larger one is compared by its bytes."""


def compare(before: bytes, after: bytes, path: PurePosixPath) -> tuple[Difference, ...]:
    """What differs between two versions of the file of that name; () for the same bytes alone.

    Never raises for what stands in the files, which a hand may have edited: where one of them cannot be
    read, or nothing that a reader would notice differs, there is one Difference of the kind "bytes".
    """
    if before == after:
        return ()
    reader = _READERS.get(path.suffix)
    if reader is None or max(len(before), len(after)) > _LARGEST:
        return (_bytes(before, after),)
    try:
        found = differences(*reader(before, after))
    except Exception:  # libraries meet a stranger's bytes here, and raise whatever comes of that
        return (_bytes(before, after, "cannot be read"),)
    return found or (_bytes(before, after),)


def _bytes(before: bytes, after: bytes, where: str = "") -> Difference:
    return Difference("bytes", where, f"{len(before):,} bytes", f"{len(after):,} bytes")
