"""The form font, "Sheet Form": a small cut of the text face in which typed text is set, made once and kept.

The viewers that a player fills a sheet in type with the font of the form, so it is embedded whole. It is
cut to what they can type with it, the letters and signs of WinAnsi, and its figures are lining and of one
width without any font feature, which no viewer applies. Its licence (OFL) asks for another name once it is
cut.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from generator.outputs.cached import keep
from generator.outputs.fonts import TEXT_FAMILY, Face, faces_for, temporary_folder, writable
from generator.outputs.forms.versions import packages

FORM_FAMILY = "Sheet Form"
"""The CSS family of every control."""

_RECIPE = "2"
_FILE = "SheetForm.ttf"
_CHARACTERS = bytes([*range(0x20, 0x7F), *range(0x80, 0x100)]).decode("cp1252", "ignore")


class FormFont(NamedTuple):
    """What setting type needs of the form font: per character its glyph and its width in 1/1000 em."""

    glyphs: dict[str, tuple[int, int]]
    ascent: int
    descent: int
    cap_height: int
    box: tuple[int, int, int, int]


def form_face(cache: Path | None = None) -> Face:
    """The form font's file in ``cache``, made first where it is missing or damaged.

    Without a cache, or where it cannot be written, it lies in a temporary folder until the program ends.
    """
    source = next(face for face in faces_for([TEXT_FAMILY]) if face.weights[0] == 400)
    key = _key(source.path)
    folder = writable(cache / "form-font" / key) if cache else None
    path = (folder or _last_resort(key)) / _FILE
    if not _whole(path):
        font = _cut(source.path)
        try:
            _write(path, font)
        except OSError:  # the disk is full, or something is in the way
            path = _last_resort(key) / _FILE
            _write(path, font)
    return Face(FORM_FAMILY, "normal", (400, 400), path, key)


@lru_cache(maxsize=4)
def _last_resort(key: str) -> Path:
    return temporary_folder()


def _key(source: Path) -> str:
    recipe = repr((_RECIPE, _CHARACTERS, packages(["fonttools"])))
    return hashlib.sha256(recipe.encode() + source.read_bytes()).hexdigest()[:16]


def _whole(path: Path) -> bool:
    """Whether the file is there as it was written: its sum stands beside it."""
    try:
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        return path.with_suffix(".sha256").read_text(encoding="ascii") == found
    except (OSError, ValueError):
        return False


def _write(path: Path, data: bytes) -> None:
    """The font, then its sum, each moved into place whole."""
    summed = hashlib.sha256(data).hexdigest().encode()
    for target, content in ((path, data), (path.with_suffix(".sha256"), summed)):
        keep(target, content)


def _cut(source: Path) -> bytes:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(source, recalcTimestamp=False)
    _use_table_figures(font)
    wanted = set(map(ord, _CHARACTERS))
    options = subset.Options(
        hinting=False, layout_features=[], name_IDs=[], notdef_outline=True, glyph_names=False,
        harfbuzz_repacker=False, drop_tables=["GSUB", "GPOS", "GDEF", "DSIG", "gasp"],
    )  # fmt: skip
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=sorted(wanted & font.getBestCmap().keys()))
    cutter.subset(font)
    _rename(font)
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _use_table_figures(font: Any) -> None:
    """Let the digits' codes mean the lining figures of one width."""
    plain = {code: font.getBestCmap()[code] for code in range(ord("0"), ord("9") + 1)}
    for table in font["cmap"].tables:
        table.cmap.update({code: f"{name}.tf" for code, name in plain.items() if code in table.cmap})


def _rename(font: Any) -> None:
    names = font["name"]
    names.names = []
    entries = (
        (1, FORM_FAMILY),
        (2, "Regular"),
        (3, "handbill Sheet Form"),
        (4, FORM_FAMILY),
        (6, "SheetForm"),
    )
    for number, text in entries:
        names.setName(text, number, 3, 1, 0x409)


def read_font(data: bytes) -> FormFont:
    """The measures of the form font, out of its file."""
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(data), lazy=True)
    scale = 1000 / font["head"].unitsPerEm
    glyphs = {
        chr(code): (font.getGlyphID(name), round(font["hmtx"][name][0] * scale))
        for code, name in sorted(font.getBestCmap().items())
    }
    head, high = font["head"], font["OS/2"]
    left, foot, right, top = (round(e * scale) for e in (head.xMin, head.yMin, head.xMax, head.yMax))
    return FormFont(
        glyphs,
        round(font["hhea"].ascent * scale),
        round(font["hhea"].descent * scale),
        round(high.sCapHeight * scale),
        (left, foot, right, top),
    )
