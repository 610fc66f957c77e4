"""The JSON Schema (draft 7) of a manifest, which a build writes beside the others."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Any

from generator.outputs.artifact import PAPERS, Artifact
from generator.outputs.manifest.environment import ALWAYS, UNKNOWN
from generator.outputs.manifest.record import SCHEMA_VERSION

_TEXT = {"type": "string", "minLength": 1}
_SUM = {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "SHA-256 of the file's bytes."}
_PATH = {"type": "string", "pattern": r"^[^/\\:](?:[^\\:]*[^/\\:])?$"}
_VERSION = {"type": "string", "pattern": rf"^({UNKNOWN}|[0-9][0-9A-Za-z.+!_-]*)$"}
_IDS = {"type": "array", "items": _TEXT, "uniqueItems": True, "minItems": 1}
_COUNT = {"type": "integer", "minimum": 0}


def manifest_schema() -> Artifact:
    """``schemas/manifest.json``."""
    text = json.dumps(_manifest(), indent=1, ensure_ascii=False) + "\n"
    return Artifact(PurePosixPath("schemas", "manifest.json"), text.encode())


def _record(about: str, properties: dict[str, Any], *optional: str) -> dict[str, Any]:
    """An object with these keys and no other."""
    return {
        "description": about,
        "type": "object",
        "properties": properties,
        "required": [key for key in properties if key not in optional],
        "additionalProperties": False,
    }


def _by_name(about: str, values: dict[str, Any]) -> dict[str, Any]:
    return {"description": about, "type": "object", "additionalProperties": values}


def _told(schema: dict[str, Any], about: str) -> dict[str, Any]:
    return {**schema, "description": about}


def _manifest() -> dict[str, Any]:
    what = "What stands in an output folder of handbill, what it was made from, and what with."
    properties = {
        "schema_version": {"const": SCHEMA_VERSION},
        "handbill": _told(_VERSION, "The version of handbill that built last."),
        "environment": _environment(),
        "inputs": _by_name("Each file that was read, by its path, with the SHA-256 of its bytes.", _SUM),
        "house_rules": {"oneOf": [{"type": "null"}, _house_rules()]},
        "rules": _by_name(
            "By game: the printed value of each rule that may be replaced.",
            _by_name("By id; ID.CELL for one cell of a row.", {"type": "string"}),
        ),
        "artifacts": {"type": "array", "items": _artifact(), "description": "Every file, sorted by path."},
    }
    head = {"$schema": "http://json-schema.org/draft-07/schema#", "title": "handbill manifest"}
    return {**head, **_record(what, properties)}


def _environment() -> dict[str, Any]:
    about = "Versions of what lays out and writes; of a partial build, those of the last one."
    found = _record(about, dict.fromkeys(ALWAYS, _VERSION))
    return {**found, "patternProperties": {"^fontpkg-[a-z0-9-]+$": _VERSION}}


def _house_rules() -> dict[str, Any]:
    change = {
        "id": _TEXT,
        "cell": {"type": "string", "description": "The column of a row; empty for a whole rule."},
        "title": {"type": "string"},
        "published": _told({"type": "string"}, "What the rule was published as."),
        "now": _told({"type": "string"}, "What the house rule made of it."),
    }
    changes = {"type": "array", "items": _record("One change.", change)}
    return _record("The house rules that were used.", {"path": _TEXT, "sha256": _SUM, "changes": changes})


def _artifact() -> dict[str, Any]:
    must = {"path": _told(_PATH, "Relative to the output folder."), "sha256": _SUM, "bytes": _COUNT}
    may = {
        "pages": {"type": "integer", "minimum": 1, "description": "Of a PDF."},
        "paper": {"enum": list(PAPERS), "description": "Of a PDF."},
        "edition": _told(_TEXT, "Of a handout's PDF."),
        "document": _told(_TEXT, "The handout that it shows: game, hyphen, document."),
        "sources": _told(_IDS, "The files that it was made from."),
        "rules": _told(_IDS, "The ids of the rules that it rests on."),
        "fields": _told(_COUNT, "The number of form fields."),
        "smallest_pt": _told({"type": "number", "exclusiveMinimum": 0}, "The smallest type, in points."),
    }
    return _record("One file.", {**must, **may}, *may)
