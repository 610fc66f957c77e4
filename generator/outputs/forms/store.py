"""Keep compiled forms on disk, so that the next run neither lays out nor imports what lays out."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from generator import __version__
from generator.outputs import cached
from generator.outputs.fonts import Face
from generator.outputs.forms.fit import Room
from generator.outputs.forms.font import FormFont
from generator.outputs.forms.plan import Kid, Plan, Slot
from generator.outputs.forms.versions import libraries, packages

_MAGIC = b"handbill form 2\n"
_PACKAGES = ("weasyprint", "pydyf", "fonttools", "tinycss2", "tinyhtml5", "cssselect2", "pyphen", "uharfbuzz")
_FOLDER = "forms"
_SOURCES = Path(__file__).parent.parent


def key_of(*inputs: object) -> str:
    """A key for what the template is made from: these values, what lays it out, and our own source."""
    engine = (__version__, _sources(), packages(_PACKAGES), libraries(), zlib.ZLIB_RUNTIME_VERSION)
    state = (*engine, *map(_state, inputs))
    return hashlib.sha256(repr(state).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _state(value: object) -> object:
    """A face is the same wherever it lies."""
    if isinstance(value, Face):
        return (value.family, value.style, value.weights, value.version, value.path.stat().st_size)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(map(_state, value))
    return list(map(_state, value)) if isinstance(value, list) else value


@lru_cache(maxsize=1)
def _sources() -> str:
    summed = hashlib.sha256()
    for path in sorted(_SOURCES.rglob("*.py")):
        summed.update(path.relative_to(_SOURCES).as_posix().encode())
        summed.update(path.read_bytes())
    return summed.hexdigest()


def keep(cache: Path, key: str, plan: Plan) -> None:
    """Keep the plan; where that cannot be done, the next run lays out again."""
    data = _packed(plan)
    with suppress(OSError):
        cached.keep_sealed(cache / _FOLDER / key, data, _MAGIC)


def load(cache: Path, key: str) -> Plan | None:
    """The plan kept under this key; None where there is none, or where the file is damaged."""
    body = cached.load_sealed(cache / _FOLDER / key, _MAGIC)
    if body is None:
        return None
    with suppress(ValueError, KeyError, TypeError, IndexError):
        return _unpacked(body)
    return None


def _packed(plan: Plan) -> bytes:
    entries = {**plan._asdict(), "rows": len(plan.rows), "body": len(plan.body)}
    text = json.dumps(entries, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return b"%08d" % len(text) + text + plan.rows + plan.body


def _unpacked(body: bytes) -> Plan:
    size = 8 + int(body[:8])
    entries: dict[str, Any] = json.loads(body[8:size])
    rows = body[size : size + entries["rows"]]
    return Plan(
        **{
            **entries,
            "font": _font(entries["font"]),
            "slots": tuple(map(_slot, entries["slots"])),
            "rows": rows,
            "body": body[size + len(rows) :],
        }
    )


def _font(values: Sequence[Any]) -> FormFont:
    glyphs, ascent, descent, cap_height, (left, foot, right, top) = values
    known = {character: (glyph, width) for character, (glyph, width) in glyphs.items()}
    return FormFont(known, ascent, descent, cap_height, (left, foot, right, top))


def _slot(values: Sequence[Any]) -> Slot:
    slot = Slot(*values)
    return slot._replace(room=Room(*slot.room), kids=tuple(Kid(*kid) for kid in slot.kids))
