"""Tells a PDF that is still as handbill wrote it from one that somebody filled in or changed."""

from __future__ import annotations

import hashlib
import re

_END = re.compile(rb"startxref\n(\d{1,10})\n%%EOF\n\Z")
_IDENTIFIER = re.compile(rb"/ID\[<([0-9a-f]{32})>")


def untouched(data: bytes) -> bool:
    """Whether the bytes are those of a sheet that handbill wrote: nobody's values are lost with them.

    A form's identifier is the sum of all before its cross-reference table. A flat sheet has no form.
    """
    if b"/AcroForm" not in data and b"/Creator (handbill)" in data:
        return True
    end = _END.search(data[-64:])
    start = int(end[1]) if end else len(data)
    named = _IDENTIFIER.search(data, start, start + 2_000)
    summed = hashlib.md5(data[:start], usedforsecurity=False).hexdigest()
    return named is not None and named[1].decode() == summed
