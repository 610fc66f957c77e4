"""Text that people type, in its one canonical form, and the characters that no text may hold."""

from __future__ import annotations

import re
import unicodedata

UNSEEN = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff"
"""Controls, marks that turn the writing direction of what follows, and code points that are no characters."""

_UNSEEN = re.compile(f"[{UNSEEN}]")
_ENDS = re.compile("\r\n?")


def canonical(text: str) -> str:
    """The text without outer space, in composed characters, with ``\\n`` for every line end, spaces for tabs.

    >>> canonical(" A\\u0308rger\\r\\nund mehr ")
    'Ärger\\nund mehr'
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    if "\r" in text:
        text = _ENDS.sub("\n", text)
    return text.replace("\t", " ").strip()


def unseen(text: str) -> str | None:
    """The first character that no text may hold, as messages name it, or None."""
    found = None if text.isascii() and text.isprintable() else _UNSEEN.search(text)
    if found is None:
        return None
    name = unicodedata.name(found[0], "").lower()
    return f"U+{ord(found[0]):04X}" + (f", {name}" if name else "")


def visible(text: str) -> str:
    """The text without the characters that no text may hold."""
    return _UNSEEN.sub("", text)


def whole_number(text: str) -> int | None:
    """The whole number that someone wrote: ``+3``, ``3.0``, `` 3 `` or with a true minus; None for others.

    >>> whole_number("\\u2212 2"), whole_number("3.0"), whole_number("two")
    (-2, 3, None)
    """
    found = _NUMBER.fullmatch(text)
    return None if found is None else int(found[2]) * (-1 if found[1] not in ("", "+") else 1)


# The minus signs that keyboards and programs write; the plain one first, where it makes no range.
_NUMBER = re.compile(r"\s*([-+\u2212\u2013\u2010\u2011\uff0d]?)\s*([0-9]{1,9})(?:[.,]0*)?\s*")
