"""Font dictionaries: the form font in both of its ways, and a fallback face cut for one document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from generator.outputs.forms.fallback import Cut
from generator.outputs.forms.font import FormFont
from generator.outputs.forms.syntax import number, stream

_NAME = "SheetForm"
_NONSYMBOLIC, _SYMBOLIC = 32, 4
_FIRST, _LAST = 32, 255
Add = Callable[[bytes], int]
"""Adds an object to the file; gives its number."""


def embed_form_font(font: FormFont, file: int, add: Add) -> int:
    """The form font over its file; returns its number."""
    box = " ".join(map(str, font.box))
    descriptor = add(
        f"<</Type/FontDescriptor/FontName/{_NAME}/Flags {_NONSYMBOLIC}/FontBBox[{box}]"
        f"/ItalicAngle 0/Ascent {font.ascent}/Descent {font.descent}/CapHeight {font.cap_height}"
        f"/StemV 80/FontFile2 {file} 0 R>>".encode()
    )
    return add(
        f"<</Type/Font/Subtype/TrueType/BaseFont/{_NAME}/Encoding/WinAnsiEncoding"
        f"/FirstChar {_FIRST}/LastChar {_LAST}/Widths[{' '.join(map(str, _simple_widths(font)))}]"
        f"/FontDescriptor {descriptor} 0 R>>".encode()
    )


def _simple_widths(font: FormFont) -> list[int]:
    characters = [bytes([code]).decode("cp1252", "replace") for code in range(_FIRST, _LAST + 1)]
    return [font.glyphs.get("-" if c == "\xad" else c, (0, 0))[1] for c in characters]


def embed_cut(cut: Cut, add: Add) -> int:
    """A fallback face with its file; returns the number of its font."""
    truetype = cut.outlines == "glyf"
    kind = f"/Length1 {len(cut.data)}" if truetype else "/Subtype/CIDFontType0C"
    file = add(_packed(kind, cut.data))
    key = "FontFile2" if truetype else "FontFile3"
    descriptor = add(
        f"<</Type/FontDescriptor/FontName/{cut.name}/Flags {_SYMBOLIC}"
        f"/FontBBox[0 {cut.descent} 1000 {cut.ascent}]/ItalicAngle 0/Ascent {cut.ascent}"
        f"/Descent {cut.descent}/CapHeight {cut.ascent}/StemV 80/{key} {file} 0 R>>".encode()
    )
    texts = {code: character for character, code in reversed(cut.codes.items())}
    subtype = "CIDFontType2/CIDToGIDMap/Identity" if truetype else "CIDFontType0"
    return _composite(cut.name, subtype, descriptor, cut.widths, texts, add)


def _composite(
    name: str, subtype: str, descriptor: int, widths: Mapping[int, int], texts: Mapping[int, str], add: Add
) -> int:
    inner = add(
        f"<</Type/Font/Subtype/{subtype}/BaseFont/{name}"
        f"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000"
        f"/W[{_runs(widths)}]/FontDescriptor {descriptor} 0 R>>".encode()
    )
    unicode = add(_packed("", _to_unicode(texts)))
    return add(
        f"<</Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H/DescendantFonts[{inner} 0 R]"
        f"/ToUnicode {unicode} 0 R>>".encode()
    )


@lru_cache(maxsize=128)
def _packed(entries: str, data: bytes) -> bytes:
    """The streams of a cut, which one sheet after the other has in it."""
    return stream(entries, data)


def _runs(widths: Mapping[int, int]) -> str:
    codes = sorted(widths)
    groups = groupby(enumerate(codes), lambda pair: pair[1] - pair[0])
    runs = [[code for _, code in group] for _, group in groups]
    return "".join(f"{run[0]}[{' '.join(number(widths[code]) for code in run)}]" for run in runs)


def _to_unicode(texts: Mapping[int, str]) -> bytes:
    pairs = [
        f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>" for code, text in sorted(texts.items())
    ]
    blocks = [pairs[first : first + 100] for first in range(0, len(pairs), 100)]
    return "\n".join(
        [*_CMAP_HEAD, *(line for block in blocks for line in _block(block)), *_CMAP_FOOT]
    ).encode()


def _block(pairs: Sequence[str]) -> list[str]:
    return [f"{len(pairs)} beginbfchar", *pairs, "endbfchar"]


_CMAP_HEAD = (
    "/CIDInit /ProcSet findresource begin",
    "12 dict begin",
    "begincmap",
    "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
    "/CMapName /Adobe-Identity-UCS def",
    "/CMapType 2 def",
    "1 begincodespacerange",
    "<0000> <FFFF>",
    "endcodespacerange",
)
_CMAP_FOOT = ("endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end")
