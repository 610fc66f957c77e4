"""Write PDF objects as text: numbers, strings, streams. What is written is ASCII but for streams."""

from __future__ import annotations

import zlib
from functools import lru_cache
from itertools import accumulate, chain

_PLAIN = frozenset(map(chr, range(0x20, 0x7F)))
_ESCAPES = str.maketrans({"\\": "\\\\", "(": "\\(", ")": "\\)"})
_WORTH_PACKING = 200
_CLOSE = b"\nendstream"


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """A number with at most two places, as short as it can be.

    >>> number(12.0), number(0.504), number(-0.001)
    ('12', '0.5', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text_string(text: str) -> str:
    """A text string, which readers decode to exactly this text.

    >>> text_string("a(b)"), text_string("Ł")
    ('(a\\\\(b\\\\))', '<FEFF0141>')
    """
    if _PLAIN.issuperset(text):
        return f"({text.translate(_ESCAPES)})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def name(text: str) -> str:
    """A name object.

    >>> name("application/json")
    '/application#2Fjson'
    """
    safe = (chr(b) if chr(b).isalnum() and b < 0x7F or b in b"-_.+" else f"#{b:02X}" for b in text.encode())
    return "/" + "".join(safe)


def stream(entries: str, data: bytes, level: int = 6, memory: int = 8) -> bytes:
    """A stream with these dictionary entries, packed where that saves anything.

    ``memory`` is zlib's: with less of it, the code of the letters is made anew more often, which packs data
    better that changes on its way, as objects of many kinds do.
    """
    if level and len(data) > _WORTH_PACKING:
        packer = zlib.compressobj(level, memLevel=memory)
        packed = packer.compress(data) + packer.flush()
        if len(packed) + 20 < len(data):
            entries, data = f"{entries}/Filter/FlateDecode", packed
    head = f"<<{entries}/Length {len(data)}>>stream\n"
    return unmistakable(b"%b%b\nendstream" % (head.encode("ascii"), data))


def unmistakable(data: bytes) -> bytes:
    r"""An object whose stream may end in a carriage return, which is not to be read as part of the line end.

    >>> unmistakable(b"x\r\nendstream")
    b'x\r\r\nendstream'
    """
    return data[: -len(_CLOSE)] + b"\r" + data[-len(_CLOSE) :] if data.endswith(b"\r" + _CLOSE) else data


def indirect(number: int, data: bytes) -> bytes:
    """The object under its number, as it stands in a file."""
    return b"%d 0 obj\n%b\nendobj\n" % (number, data)


def packed_objects(objects: list[tuple[int, bytes]], level: int, memory: int) -> bytes:
    """An object stream that holds these objects, none of which is a stream."""
    body = b"\n".join([data for _, data in objects])
    offsets = accumulate([len(data) + 1 for _, data in objects], initial=0)
    pairs = chain.from_iterable(zip([key for key, _ in objects], offsets, strict=False))
    head = " ".join(map(str, pairs)).encode("ascii") + b"\n"
    return stream(f"/Type/ObjStm/N {len(objects)}/First {len(head)}", head + body, level, memory)


def differences(rows: bytes, width: int) -> bytes:
    """Each row as what it adds to the row above, byte by byte: PNG's "up", which halves a table's size.

    All bytes are subtracted in one step on whole numbers: borrows are kept out by the highest bits.

    >>> differences(bytes([1, 250, 3, 4]), 2).hex(" ")
    '02 01 fa 02 02 0a'
    """
    size = len(rows)
    above = int.from_bytes(bytes(width) + rows[:-width])
    these, high, ones = int.from_bytes(rows), int.from_bytes(b"\x80" * size), int.from_bytes(b"\xff" * size)
    less = ((these | high) - (above & ~high)) ^ ((these ^ above ^ ones) & high)
    found, out = less.to_bytes(size), bytearray(size + size // width)
    out[:: width + 1] = b"\2" * (size // width)
    for column in range(width):
        out[column + 1 :: width + 1] = found[column::width]
    return bytes(out)
