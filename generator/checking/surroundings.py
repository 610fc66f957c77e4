"""Tells whether a folder was made with other versions, and which differences then count."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from generator.checking.folder import Found
from generator.outputs.comparing import compare
from generator.outputs.manifest import Manifest
from generator.outputs.manifest.environment import UNKNOWN

_OF_THE_MACHINE = {"bytes", "image"}
"""What another version may do otherwise although text, pages and fields are the same."""
_MADE_WITH = "document information (Producer)"
"""Where a PDF names the version of WeasyPrint that laid it out."""


class Version(NamedTuple):
    """Something that the folder was made with in one version, and that is here in another."""

    name: str
    then: str
    now: str


def other_versions(then: Manifest | None, now: Mapping[str, str]) -> tuple[Version, ...]:
    """What differs, by name; a version that was not found is not known to differ.

    The version of handbill is not among them: what another handbill makes otherwise is out of date.
    """
    before = then.environment if then else {}
    return tuple(
        Version(name, before[name], now[name])
        for name in sorted(before.keys() & now.keys())
        if before[name] != now[name] and UNKNOWN not in (before[name], now[name])
    )


def only_bytes(found: Found) -> bool:
    """Whether a file that nobody touched says the same on as many pages, with its fields in place."""
    if found.state != "stale" or found.before is None or found.after is None:
        return False
    differences = compare(found.before, found.after, PurePosixPath(found.entry.path))
    unreadable = any(each.kind == "bytes" and each.where for each in differences)
    return not unreadable and all(
        each.kind in _OF_THE_MACHINE or each.where == _MADE_WITH for each in differences
    )
