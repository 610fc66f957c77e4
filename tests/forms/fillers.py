"""Programs that fill a form, other than ours: each takes a blank PDF and what to put into its fields."""

from __future__ import annotations

import io
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pikepdf
import pikepdf.form
import pymupdf
from pypdf import PdfReader, PdfWriter

from tests.forms import pdfium
from tests.forms.browser import ask_lab

Values = Mapping[str, str | bool]
"""What to put into each field, by name: a text, the value of a choice or a radio, True for a ticked box."""

Fill = Callable[[bytes, Values], bytes]


def by_pypdf(pdf: bytes, values: Values) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf)))
    buttons = [name for name, field in (writer.get_fields() or {}).items() if field.get("/FT") == "/Btn"]
    typed = _states(pdf, values)
    typed |= {name: f"/{typed[name] or 'Off'}" for name in typed if name in buttons}
    writer.update_page_form_field_values(None, typed, auto_regenerate=False)
    return _saved(writer.write)


def by_pikepdf(pdf: bytes, values: Values) -> bytes:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        form = pikepdf.form.Form(opened)
        for name, value in values.items():
            field = form[name]
            if isinstance(field, pikepdf.form.CheckboxField):
                field.checked = bool(value)
            elif isinstance(field, pikepdf.form.RadioButtonGroup):
                if value:
                    next(option for option in field.options if _on(option.states) == value).select()
            elif isinstance(field, pikepdf.form.ChoiceField):
                if value:
                    next(option for option in field.options if option.export_value == value).select()
            else:
                field.value = str(value)
        return _saved(opened.save)


def by_pymupdf(pdf: bytes, values: Values) -> bytes:
    with pymupdf.open(stream=pdf) as opened:
        for page in opened:
            for widget in page.widgets():
                value = values.get(widget.field_name, "")
                if value == "":
                    continue
                if widget.field_type == pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON:
                    if widget.on_state() != value:
                        continue
                    value = True
                widget.field_value = value
                widget.update()
        return bytes(opened.tobytes())


def by_pdftk(pdf: bytes, values: Values) -> bytes:
    fields = "".join(
        f"<field name={quoteattr(name)}><value>{escape(str(value))}</value></field>"
        for name, value in _states(pdf, values).items()
    )
    with tempfile.TemporaryDirectory() as folder:
        blank, typed = Path(folder, "blank.pdf"), Path(folder, "typed.xfdf")
        blank.write_bytes(pdf)
        typed.write_text(
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><fields>{fields}</fields></xfdf>',
            "utf-8",
        )
        command = ["pdftk", str(blank), "fill_form", str(typed), "output", "-"]
        return subprocess.run(command, capture_output=True, check=True).stdout


def by_pdfjs(pdf: bytes, values: Values) -> bytes:
    return bytes(ask_lab("fillByPdfjs", pdf, dict(values)))


def by_pdf_lib(pdf: bytes, values: Values) -> bytes:
    return bytes(ask_lab("fillByPdfLib", pdf, dict(values)))


FILLERS: dict[str, Fill] = {
    "pypdf": by_pypdf,
    "pikepdf": by_pikepdf,
    "pymupdf": by_pymupdf,
    "pdftk-java": by_pdftk,
    "PDFium": pdfium.fill,
    "pdf.js": by_pdfjs,
    "pdf-lib": by_pdf_lib,
}


def _states(pdf: bytes, values: Values) -> dict[str, str]:
    """The values as a program wants them that knows no ticks: the name of a box's own state."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        form = pikepdf.form.Form(opened)
        return {
            name: value if isinstance(value, str) else _on(form[name].states) if value else "Off"
            for name, value in values.items()
        }


def _on(states: object) -> str:
    """The one state of a tick box or radio that is not Off, without its slash."""
    (name,) = {str(state).removeprefix("/") for state in states} - {"Off"}  # type: ignore[attr-defined]
    return name


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    out = io.BytesIO()
    save(out)
    return out.getvalue()
