"""MuPDF as a viewer that calculates: what is typed runs the form's scripts; then every field is read."""

from __future__ import annotations

from collections.abc import Mapping

import pymupdf
from pymupdf import mupdf


def recalculate(pdf: bytes, values: Mapping[str, str | bool]) -> dict[str, str]:
    """What stands in each text field and menu after these values were put in one after another."""
    with pymupdf.open(stream=pdf) as opened:
        document = mupdf.pdf_document_from_fz_document(opened.this)
        mupdf.pdf_enable_js(document)
        pages = [mupdf.pdf_load_page(document, number) for number in range(len(opened))]
        widgets = [widget for page in pages for widget in _widgets(page)]
        for widget in widgets:
            name = mupdf.pdf_load_field_name(mupdf.pdf_annot_obj(widget))
            if name in values:
                _put(widget, values[name])
        for page in pages:
            mupdf.pdf_update_page(page)
        return {
            mupdf.pdf_load_field_name(mupdf.pdf_annot_obj(widget)): mupdf.pdf_annot_field_value(widget)
            for widget in widgets
        }


def _widgets(page: mupdf.PdfPage) -> list[mupdf.PdfAnnot]:
    found = []
    widget = mupdf.pdf_first_widget(page)
    while widget.m_internal:
        found.append(widget)
        widget = mupdf.pdf_next_widget(widget)
    return found


def _put(widget: mupdf.PdfAnnot, value: str | bool) -> None:
    kind = mupdf.pdf_widget_type(widget)
    if kind == mupdf.PDF_WIDGET_TYPE_TEXT:
        mupdf.pdf_set_text_field_value(widget, str(value))
    elif kind == mupdf.PDF_WIDGET_TYPE_COMBOBOX:
        mupdf.pdf_set_choice_field_value(widget, str(value))
    else:
        state = mupdf.pdf_to_name(mupdf.pdf_button_field_on_state(mupdf.pdf_annot_obj(widget)))
        now = mupdf.pdf_to_name(mupdf.pdf_dict_get(mupdf.pdf_annot_obj(widget), mupdf.PDF_ENUM_NAME_AS))
        if (now == state) != (value is True or value == state):
            mupdf.pdf_toggle_widget(widget)
