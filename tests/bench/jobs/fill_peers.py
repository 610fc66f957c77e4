"""Fill the same sheets in another way: `fill_peers.py WAY FOLDER COUNT`; prints CPU seconds for each sheet.

The first sheet is not counted, nor are imports and reading the values: what is timed is the way at its best.
"""

from __future__ import annotations

import io
import json
import sys
import time
from pathlib import Path
from typing import Any


def by_weasyprint(html: str, blank: bytes, values: dict[str, Any]) -> bytes:
    """Lay the sheet out again, with its values."""
    from weasyprint import HTML

    return HTML(string=html).write_pdf(pdf_forms=True, pdf_variant="pdf/ua-1")


def by_pypdf(html: str, blank: bytes, values: dict[str, Any]) -> bytes:
    """pypdf's own filler."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(blank)))
    fields = writer.get_fields() or {}
    typed = {
        name: (f"/{value}" if value is not True else "/Yes") if fields[name]["/FT"] == "/Btn" else value
        for name, value in values.items()
        if value
    }
    writer.update_page_form_field_values(None, typed, auto_regenerate=False)
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def by_pikepdf(html: str, blank: bytes, values: dict[str, Any]) -> bytes:
    """Set the values alone, and draw nothing."""
    import pikepdf

    with pikepdf.open(io.BytesIO(blank)) as pdf:
        for field in pdf.Root.AcroForm.Fields:
            value = values.get(str(field.T))
            if value is True:
                field.V = field.AS = pikepdf.Name.Yes
            elif value and "/Kids" in field:
                field.V = pikepdf.Name(f"/{value}")
                for kid in field.Kids:
                    kid.AS = field.V if field.V in kid.AP.N else pikepdf.Name.Off
            elif value:
                field.V = value
        made = io.BytesIO()
        pdf.save(made)
    return made.getvalue()


WAYS = {"weasyprint": by_weasyprint, "pypdf": by_pypdf, "pikepdf": by_pikepdf}


def main() -> None:
    way, folder, count = WAYS[sys.argv[1]], Path(sys.argv[2]), int(sys.argv[3])
    lines = (folder / "sheets.jsonl").read_text(encoding="utf-8").splitlines()
    sheets = [json.loads(lines[number % len(lines)]) for number in range(count + 1)]
    blank = (folder / "blank.pdf").read_bytes()
    spent = 0.0
    for number, sheet in enumerate(sheets):
        start = time.process_time()
        made = way(sheet["html"], blank, sheet["values"])
        spent += (time.process_time() - start) * bool(number)
    (folder / f"by-{sys.argv[1]}.pdf").write_bytes(made)
    print(spent / count)


if __name__ == "__main__":
    main()
