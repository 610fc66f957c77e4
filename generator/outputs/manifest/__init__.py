"""The manifest: what stands in an output folder, what it was made from, and what with.

``build/manifest.json`` is JSON in UTF-8, described by ``schemas/manifest.json`` beside it (draft 7):

- ``schema_version``: 2; another number is another form, and every key has one meaning for good.
- ``handbill``: the version that built, and ``environment``: the versions of what lays out and writes
  (``python``, ``pango``, ``harfbuzz``, ``zlib``, the packages, ``fontpkg-*`` for each face); "unknown"
  where a version was not found. Nothing else of the machine, no clock, no path.
- ``inputs``: each file read, by its path as messages show it, with the SHA-256 of its bytes.
- ``house_rules``: null, or ``path``, ``sha256`` and ``changes``: what the file changed.
- ``rules``: by game, the printed value of every rule that may be replaced, by its id.
- ``artifacts``: sorted by ``path``, each with ``sha256`` and ``bytes``; where it has such a thing also
  ``pages``, ``paper``, ``edition``, ``document``, ``sources``, ``rules`` (ids), ``fields`` (form fields)
  and ``smallest_pt``.

After a partial build (some games, some documents, one paper) what was not built stays as it was listed;
``handbill``, ``environment`` and ``house_rules`` are always those of the last build.
"""

from __future__ import annotations

from generator.outputs.manifest.environment import environment
from generator.outputs.manifest.reading import parse_manifest, read_manifest
from generator.outputs.manifest.record import (
    MANIFEST,
    SCHEMA_VERSION,
    SUMS,
    Entry,
    HouseRecord,
    Manifest,
    manifest,
)
from generator.outputs.manifest.schema import manifest_schema

__all__ = [
    "MANIFEST",
    "SCHEMA_VERSION",
    "SUMS",
    "Entry",
    "HouseRecord",
    "Manifest",
    "environment",
    "manifest",
    "manifest_schema",
    "parse_manifest",
    "read_manifest",
]
