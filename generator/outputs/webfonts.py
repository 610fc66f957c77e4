"""Cut a face down to the characters that a web page shows, as WOFF2, the same bytes every time."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from generator.outputs.artifact import Artifact
from generator.outputs.cached import keep_sealed, load_sealed
from generator.outputs.fonts import Face, faces_for
from generator.outputs.forms.versions import version

FEATURES = ("kern", "mark", "mkmk", "ccmp", "locl", "liga", "smcp", "c2sc", "lnum", "tnum", "onum", "frac")
"""What our style sheets ask of a face; every other feature is dropped, with its glyphs."""

_RECIPE = 3  # Raise it when the steps below change, so that cached subsets are made anew.
_COPYRIGHT, _LICENCE, _LICENCE_URL = 0, 13, 14
_FAMILY, _FULL_NAME, _POSTSCRIPT_NAME = 1, 4, 6


CHARACTERS = (
    "".join(
        chr(code)
        for first, last in ((0x20, 0x7E), (0xA0, 0x17F), (0x2010, 0x2026), (0x2030, 0x203A))
        for code in range(first, last + 1)
    )
    + "½⅓⅔¼¾−×÷±≥≤≠→←↑↓•·€"
)
"""What a web face holds, whatever a page says now: so one page never changes another page's fonts."""


def web_fonts(families: Iterable[str], cache: Path | None) -> list[Artifact]:
    """The faces of these families, cut to ``CHARACTERS``."""
    return [Artifact(font_path(face), woff2(face, CHARACTERS, cache)) for face in faces_for(families)]


def font_path(face: Face) -> PurePosixPath:
    """Where a face lies in the output folder."""
    return PurePosixPath("site/fonts", f"{face.slug}.woff2")


def woff2(face: Face, characters: Iterable[str], cache: Path | None = None) -> bytes:
    """The face with these characters only, as a WOFF2 file.

    A subset is kept in ``cache``, where that can be written, under a hash of all that it is made
    from. One subset takes 0.1 to 0.7 s of CPU when it is made, 2 ms when it is in the cache.
    """
    wanted = "".join(sorted({*"".join(characters)} | {" "}))
    original = face.path.read_bytes()
    made_from = (_RECIPE, FEATURES, wanted, version("fonttools"), version("brotli"))
    key = hashlib.sha256(repr(made_from).encode() + original).hexdigest()
    kept = cache / "webfonts" / f"{face.slug}-{key[:32]}" if cache else None
    if kept and (found := load_sealed(kept)):
        return found
    data = _subset(original, wanted)
    if kept:
        with suppress(OSError):
            keep_sealed(kept, data)
    return data


def _subset(original: bytes, wanted: str) -> bytes:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options()
    options.layout_features = list(FEATURES)
    options.hinting = False
    options.harfbuzz_repacker = False  # the same bytes, whether and whichever HarfBuzz is there
    options.notdef_outline = True
    options.name_IDs = [_COPYRIGHT, _FAMILY, _FULL_NAME, _POSTSCRIPT_NAME, _LICENCE, _LICENCE_URL]
    options.name_languages = [0x409]
    # A date of today in 'head' would make other bytes every second.
    font = TTFont(io.BytesIO(original), recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=wanted)
    subsetter.subset(font)
    _fix_width(font)
    _rename(font)
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def _fix_width(font: Any) -> None:
    """Drop a width axis: our pages set every face in its normal width."""
    from fontTools.varLib.instancer import instantiateVariableFont

    if "fvar" in font and any(axis.axisTag == "wdth" for axis in font["fvar"].axes):
        instantiateVariableFont(font, {"wdth": 100}, inplace=True)


def _rename(font: Any) -> None:
    """Take the name away: the OFL forbids reserved ones ("Marcellus") on a changed font."""
    for name_id in (_FAMILY, _FULL_NAME, _POSTSCRIPT_NAME):
        font["name"].setName("HandbillSubset", name_id, 3, 1, 0x409)
