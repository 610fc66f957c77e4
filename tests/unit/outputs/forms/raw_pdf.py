"""PDF files written by hand, object by object, to be whatever a stranger might send."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

INFO = "<</HandbillForm(1)/HandbillSheets(mlwm/minion/1)>>"


def pdf(objects: Mapping[int, str | bytes], trailer: str = "/Root 1 0 R/Info 3 0 R") -> bytes:
    """A file of one generation with a cross-reference table; object 1 is the catalog."""
    return b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + _section(objects, 15, f"/Size {max(objects) + 1}{trailer}")


def update(data: bytes, objects: Mapping[int, str | bytes], trailer: str = "/Root 1 0 R/Info 3 0 R") -> bytes:
    """The file with newer versions of some objects appended, as pdf.js and PDFium save it."""
    before = int(data[data.rfind(b"startxref") + 9 : data.rfind(b"%%EOF")])
    return data + _section(objects, len(data), f"/Size 1000000/Prev {before}{trailer}")


def _section(objects: Mapping[int, str | bytes], start: int, trailer: str) -> bytes:
    parts, table = [], ["xref\n0 1\n0000000000 65535 f \n"]
    for number, content in objects.items():
        table.append(f"{number} 1\n{start:010} 00000 n \n")
        content = content.encode("latin-1") if isinstance(content, str) else content
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
        start += len(parts[-1])
    table.append(f"trailer\n<<{trailer}>>\nstartxref\n{start}\n%%EOF\n")
    return b"".join(parts) + "".join(table).encode()


def form(*fields: str | bytes, info: str = INFO, more: Mapping[int, str | bytes] | None = None) -> bytes:
    """A form whose fields are the objects 10, 11, …, beside ``more``."""
    numbered = {10 + at: field for at, field in enumerate(fields)}
    top = " ".join(f"{number} 0 R" for number in numbered)
    return pdf(_frame(f"[{top}]", info) | numbered | dict(more or {}))


def form_of(fields: str, info: str = INFO, more: Mapping[int, str | bytes] | None = None) -> bytes:
    """A form whose /Fields is this very text."""
    return pdf(_frame(fields, info) | dict(more or {}))


def _frame(fields: str, info: str) -> dict[int, str | bytes]:
    return {
        1: f"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields {fields}>>>>",
        2: "<</Type/Pages/Kids[4 0 R]/Count 1>>",
        3: info,
        4: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>",
    }


def text(name: str, value: str | bytes = "()", more: str = "") -> bytes:
    """A text field; ``value`` is PDF source."""
    value = value.encode("latin-1") if isinstance(value, str) else value
    return b"<</FT/Tx/T(%s)/V%s%s>>" % (name.encode("latin-1"), b" " + value, more.encode())


def stream(data: bytes, more: str = "") -> bytes:
    """A stream object with these raw bytes."""
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(data), more.encode(), data)


def packed(data: bytes, more: str = "") -> bytes:
    """The same, compressed."""
    return stream(zlib.compress(data, 9), "/Filter/FlateDecode" + more)


def utf16(value: str) -> bytes:
    """A text as a hexadecimal PDF string in UTF-16."""
    return b"<FEFF%s>" % value.encode("utf-16-be").hex().upper().encode()
