"""A sum over what a page of a PDF draws."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from pypdf.generic import DictionaryObject, IndirectObject, StreamObject

from generator.outputs.forms.read_fields import resolved

_DEEPEST = 8
_DRAWS = ("/XObject", "/Pattern", "/Shading", "/ExtGState")
"""Fonts are left out: a letter more on another page makes other bytes of them."""


def drawn(page: Any) -> str:
    """Two pages with the same sum look alike, their form fields aside."""
    summed = sha256()
    for part in _parts(page, set(), 0):
        summed.update(part)
    return summed.hexdigest()


def _parts(holder: DictionaryObject, seen: set[int], depth: int) -> Iterator[bytes]:
    """What the holder of resources draws, in the order of their names."""
    if depth > _DEEPEST:
        return
    if depth == 0:
        yield repr(holder.get("/MediaBox")).encode()
        contents = resolved(holder.get("/Contents"))
        for stream in contents if isinstance(contents, list) else [contents]:
            yield _data(resolved(stream))
    resources = resolved(holder.get("/Resources"))
    for kind in _DRAWS if isinstance(resources, dict) else ():
        named = resolved(resources.get(kind))
        for name in sorted(named) if isinstance(named, dict) else ():
            yield str(name).encode()
            yield from _resource(named.raw_get(name), seen, depth)


def _resource(value: Any, seen: set[int], depth: int) -> Iterator[bytes]:
    if isinstance(value, IndirectObject):
        if value.idnum in seen:
            return
        seen.add(value.idnum)
    found = resolved(value)
    if isinstance(found, dict):
        yield repr(sorted((key, str(each)) for key, each in found.items() if _is_plain(key, each))).encode()
    yield _data(found)
    if isinstance(found, DictionaryObject):
        yield from _parts(found, seen, depth + 1)


def _is_plain(key: str, value: Any) -> bool:
    """Whether the value says something, and is not only the number of another object."""
    return key != "/Length" and "IndirectObject" not in repr(value)


def _data(found: Any) -> bytes:
    """A stream as it is decoded, since compressors differ."""
    return found.get_data() if isinstance(found, StreamObject) else b""
