"""Faces for what the form font lacks: looked up by character, and cut for one document."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from generator.outputs.fonts import TEXT_FAMILY, faces_for

_FAMILIES = (TEXT_FAMILY, "EB Garamond")
_CJK_PACKAGE, _CJK_FILE = "noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf"
_UNUSED = ("GSUB", "GPOS", "GDEF", "BASE", "DSIG", "gasp", "vhea", "vmtx", "VORG", "STAT")
CJK_FAMILY = "Noto Sans CJK JP"
CJK_EXTRA = "cjk"
"""The optional dependency that brings Chinese and Japanese characters."""


class Cut(NamedTuple):
    """A face cut to some characters: ``codes`` are what a text shows them by, ``widths`` per code."""

    name: str
    data: bytes
    outlines: str
    codes: dict[str, int]
    widths: dict[int, int]
    ascent: int
    descent: int


def faces() -> tuple[Path, ...]:
    """The files to look in, in this order; the last is there only with the extra ``cjk``."""
    found = [next(f.path for f in faces_for([family]) if f.style == "normal" and f.weights[0] == 400)
             for family in _FAMILIES]  # fmt: skip
    cjk = cjk_face()
    return (*found, cjk) if cjk else tuple(found)


def cjk_face() -> Path | None:
    """The file of the optional face, if it is installed."""
    spec = find_spec(_CJK_PACKAGE)
    path = Path(spec.origin).parent / _CJK_FILE if spec and spec.origin else None
    return path if path and path.is_file() else None


def is_eastern(character: str) -> bool:
    """Whether the optional face is the one to look for this character in."""
    return (
        "\u2e80" <= character < "\ufb00"
        or "\uff00" <= character < "\ufff0"
        or "\U00020000" <= character < "\U00040000"
    )


def advance(path: Path, character: str) -> int | None:
    """The width of a character in 1/1000 em, or None where the face has no glyph for it."""
    font, upem = _opened(path)
    glyph = font.get_nominal_glyph(ord(character))
    return round(font.get_glyph_h_advance(glyph) * 1000 / upem) if glyph else None


@lru_cache(maxsize=8)
def _opened(path: Path) -> tuple[Any, int]:
    import uharfbuzz as hb

    face = hb.Face(hb.Blob.from_file_path(str(path)))
    font = hb.Font(face)
    font.set_variations({"wght": 400})
    return font, face.upem


@lru_cache(maxsize=64)
def cut(path: Path, characters: frozenset[str]) -> Cut:
    """The face with these characters alone; it must have them all."""
    import uharfbuzz as hb

    font, upem = _opened(path)
    made = _subset(font.face, characters)
    outlines = "CFF " if "CFF " in made.table_tags else "glyf"
    # A glyph of a CFF font with CIDs is shown by its old number, any other by its new one.
    coded = font if outlines == "CFF " else hb.Font(made)
    codes = {character: coded.get_nominal_glyph(ord(character)) for character in sorted(characters)}
    widths = {codes[c]: round(font.get_glyph_h_advance(font.get_nominal_glyph(ord(c))) * 1000 / upem)
              for c in codes}  # fmt: skip
    data = made.reference_table("CFF ").data if outlines == "CFF " else made.blob.data
    extents = font.get_font_extents("ltr")
    tag = "".join(chr(65 + byte % 26) for byte in hashlib.sha256(bytes(data)).digest()[:6])
    return Cut(
        f"{tag}+{path.stem.partition('[')[0]}",
        bytes(data),
        outlines,
        codes,
        widths,
        round(extents.ascender * 1000 / upem),
        round(extents.descender * 1000 / upem),
    )


def _subset(face: Any, characters: Iterable[str]) -> Any:
    import uharfbuzz as hb

    wanted = hb.SubsetInput()
    wanted.unicode_set.update(ord(character) for character in characters)
    wanted.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.DESUBROUTINIZE
    wanted.layout_feature_tag_set.clear()
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode()) for tag in _UNUSED)
    if any(axis.tag == "wght" for axis in face.axis_infos):
        wanted.pin_axis_location(face, "wght", 400)
    return hb.subset(face, wanted)
