"""Read a manifest back, whoever wrote it: a manifest, or nothing at all."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from math import isfinite
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from generator.outputs.artifact import stays_inside
from generator.outputs.manifest.record import (
    MANIFEST,
    SCHEMA_VERSION,
    Entry,
    HouseRecord,
    Manifest,
)
from generator.rules.changes import Change

T = TypeVar("T")

_SUM = re.compile(r"[0-9a-f]{64}")
_TEXTS = ("paper", "edition", "document")
_LISTS = ("sources", "rules")


class _Foreign(ValueError):
    """What was read is no manifest of ours."""


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of an output folder.

    None where there is none (while a build writes, and after one that was killed), where it is damaged,
    another program's or of another schema version. Never raises for what stands in the file.
    """
    try:
        data = (folder / MANIFEST).read_bytes()
    except OSError:
        return None
    return parse_manifest(data)


def parse_manifest(data: bytes) -> Manifest | None:
    """The manifest that these bytes are; None as ``read_manifest`` tells."""
    try:
        return manifest_from(json.loads(data))
    except (ValueError, RecursionError):
        return None


def manifest_from(found: Any) -> Manifest:
    """The manifest that was read as JSON; ValueError for anything else."""
    keys = ("schema_version", "handbill", "environment", "inputs", "house_rules", "rules", "artifacts")
    version, handbill, environment, inputs, house, rules, artifacts = _record(found, keys)
    entries = [_entry(each) for each in _list(artifacts)]
    by_path = {entry.path: entry for entry in entries}
    if type(version) is not int or version != SCHEMA_VERSION or len(by_path) < len(entries):
        raise _Foreign
    return Manifest(
        _text(handbill),
        _mapping(environment, _text),
        _mapping(inputs, _sum),
        None if house is None else _house(house),
        _mapping(rules, lambda values: _mapping(values, _text)),
        by_path,
    )


def _house(found: Any) -> HouseRecord:
    path, digest, changes = _record(found, ("path", "sha256", "changes"))
    made = [Change(*map(_text, _record(each, Change._fields))) for each in _list(changes)]
    return HouseRecord(_text(path), _sum(digest), tuple(made))


def _entry(found: Any) -> Entry:
    if not isinstance(found, dict) or not found.keys() <= Entry.__dataclass_fields__.keys():
        raise _Foreign
    smallest = found.get("smallest_pt")
    if smallest is not None and not (type(smallest) in (int, float) and isfinite(smallest)):
        raise _Foreign
    more: dict[str, Any] = {key: _count(found[key]) for key in ("pages", "fields") if key in found}
    more |= {key: _text(found[key]) for key in _TEXTS if key in found}
    more |= {key: tuple(map(_text, _list(found[key]))) for key in _LISTS if key in found}
    path, digest, size = _path(found.get("path")), _sum(found.get("sha256")), _count(found.get("bytes"))
    return Entry(path, digest, size, **more, smallest_pt=smallest)


def _record(found: Any, keys: tuple[str, ...]) -> list[Any]:
    """The values of an object that has these keys and no other."""
    if not isinstance(found, dict) or found.keys() != set(keys):
        raise _Foreign
    return [found[key] for key in keys]


def _list(found: Any) -> list[Any]:
    if not isinstance(found, list):
        raise _Foreign
    return found


def _mapping(found: Any, read: Callable[[Any], T]) -> dict[str, T]:
    if not isinstance(found, dict):
        raise _Foreign
    return {_text(key): read(value) for key, value in found.items()}


def _text(found: Any) -> str:
    if not isinstance(found, str):
        raise _Foreign
    found.encode()  # half of a surrogate pair could not be written again: a ValueError
    return found


def _sum(found: Any) -> str:
    if not _SUM.fullmatch(_text(found)):
        raise _Foreign
    return str(found)


def _count(found: Any) -> int:
    if type(found) is not int or found < 0:
        raise _Foreign
    return found


def _path(found: Any) -> str:
    """A path that stays in the folder: a manifest is also a list of what the next build may remove."""
    path = PurePosixPath(_text(found))
    if not stays_inside(path) or str(path) != found or not found.isprintable():
        raise _Foreign
    return str(path)
