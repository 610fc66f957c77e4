"""What WeasyPrint wrote, as small as it can be: numbers without a gap, short drawings, bare fonts."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO

from generator.outputs.forms.syntax import number, stream, unmistakable

_TEXT = rb"\((?:[^()\\]|\\.)*\)"
_REFERENCE = re.compile(rb"(%b)|(\d+) 0 R\b" % _TEXT, re.DOTALL)
_LONG_NUMBER = re.compile(rb"(%b)|(?<![\w.+<-])(-?[1-9]\d*\.\d{3,})(?![\w.])" % _TEXT, re.DOTALL)
"""Only from 1 on: below it are colours and matrices, where a hundredth is much."""
_NO_KERNING = re.compile(rb"(%b)|>0<" % _TEXT, re.DOTALL)
_IMAGE = b" ID "
_STANDING_LINE = re.compile(rb"(?m)^((?:.* )?)(-?[\d.]+ -?[\d.]+) ([mc])\n\2 l\n(?=.* c$)")
"""To where the pen is already, as WeasyPrint writes between the corners of a circle."""
_STREAM = re.compile(rb"<<(.*?)/Length \d+>>\nstream\n(.*)\nendstream", re.DOTALL)
_PACKED = b"/Filter /FlateDecode"
_FULL_LENGTH = re.compile(r"/Length1 \d+")
_UNUSED_TABLES = ("name", "GDEF", "gasp", "cmap", "post", "OS/2")
"""Of a font whose characters are shown by the numbers of their glyphs."""

_LINES = rb"(?:[\d. -]+ [ml]\n)+S\n"
_RULE_ENDS = b"Q\nQ\nEMC\n"
_RULES = re.compile(
    rb"(/Artifact\nBMC\nq\nq\n(?:/[\w.]+ gs\n)?[\d. ]+ RG\n[\d. ]+ w\n)%b(?:\1%b)+"
    % (_LINES + _RULE_ENDS, _LINES + _RULE_ENDS)
)
"""The lines of a table, each with the same colour and width as the one before it."""


def renumbered(data: bytes, numbers: Mapping[int, int]) -> bytes:
    """An object whose references lead to the new numbers; to what there is no more, they lead nowhere.

    >>> renumbered(b"<</P 7 0 R/T(7 0 R)>>", {7: 1})
    b'<</P 1 0 R/T(7 0 R)>>'
    """
    head, mark, rest = data.partition(b"stream\n") if data.endswith(b"endstream") else (data, b"", b"")
    return (
        _REFERENCE.sub(lambda found: found[1] or b"%d 0 R" % numbers.get(int(found[2]), 0), head)
        + mark
        + rest
    )


def repacked(data: bytes, change: Callable[[bytes], bytes] | None) -> bytes:
    """An object packed as well as can be, its content changed."""
    found = _STREAM.fullmatch(data)
    if not found or _PACKED not in found[1]:
        return unmistakable(data)
    entries, content = found[1].replace(_PACKED, b"").decode("ascii"), zlib.decompress(found[2])
    if change:
        content = change(content)
        entries = _FULL_LENGTH.sub(f"/Length1 {len(content)}", entries)
    return min((stream(entries, content, 9, memory) for memory in (4, 8)), key=len)


def short_drawing(drawing: bytes) -> bytes:
    """A page's drawing with at most two places in a number, a hundredth of a pixel of 1/96 inch.

    >>> short_drawing(b"1.234567 0 Td [<0a>0<0b>] TJ (1.234567)")
    b'1.23 0 Td [<0a0b>] TJ (1.234567)'
    """
    if _IMAGE in drawing:
        return drawing  # bytes that may look like numbers
    shorter = _LONG_NUMBER.sub(lambda found: found[1] or number(float(found[2])).encode(), drawing)
    shorter = _NO_KERNING.sub(lambda found: found[1] or b"", shorter)
    shorter = _STANDING_LINE.sub(rb"\1\2 \3\n", shorter)
    return _RULES.sub(lambda found: found[0].replace(_RULE_ENDS + found[1], b""), shorter)


def bare_font(data: bytes) -> bytes:
    """A font file without the tables that only font menus and text layout look at."""
    from fontTools.ttLib import TTFont

    font = TTFont(BytesIO(data), recalcTimestamp=False, recalcBBoxes=False)
    for tag in _UNUSED_TABLES:
        if tag in font:
            del font[tag]
    out = BytesIO()
    font.save(out)
    return out.getvalue()
