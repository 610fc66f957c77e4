"""PDFium's form API, driven as a person does: click into a field, type, go on; then save."""

from __future__ import annotations

import ctypes
import io
from collections.abc import Mapping

import pikepdf
import pikepdf.form
import pypdfium2
import pypdfium2.raw as raw


def fill(pdf: bytes, values: Mapping[str, str | bool]) -> bytes:
    """The PDF after every field was clicked and typed into, as PDFium saves it."""
    opened = pypdfium2.PdfDocument(pdf)
    opened.init_forms()
    menus = _menus(pdf)
    form = opened.formenv
    for number in range(len(opened)):
        page = opened[number]
        for index in range(raw.FPDFPage_GetAnnotCount(page)):
            annotation = raw.FPDFPage_GetAnnot(page, index)
            if raw.FPDFAnnot_GetSubtype(annotation) == raw.FPDF_ANNOT_WIDGET:
                name = _text(raw.FPDFAnnot_GetFormFieldName, form, annotation)
                _put(form, page, annotation, values.get(name, ""), menus.get(name, []))
            raw.FPDFPage_CloseAnnot(annotation)
        raw.FORM_ForceToKillFocus(form)
        page.close()
    out = io.BytesIO()
    opened.save(out)
    opened.close()
    return out.getvalue()


def _put(form: object, page: object, annotation: object, value: str | bool, menu: list[str]) -> None:
    kind = raw.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind == raw.FPDF_FORMFIELD_CHECKBOX:
        if bool(raw.FPDFAnnot_IsChecked(form, annotation)) != bool(value):
            _click(form, page, annotation)
    elif kind == raw.FPDF_FORMFIELD_RADIOBUTTON:
        if value and _text(raw.FPDFAnnot_GetFormFieldExportValue, form, annotation) == value:
            _click(form, page, annotation)
    elif kind == raw.FPDF_FORMFIELD_COMBOBOX:
        if value:
            _click(form, page, annotation)
            assert raw.FORM_SetIndexSelected(form, page, menu.index(str(value)), True)
    elif value:
        _click(form, page, annotation)
        raw.FORM_SelectAllText(form, page)
        typed = str(value).encode("utf-16-le") + b"\0\0"
        raw.FORM_ReplaceSelection(form, page, ctypes.cast(typed, raw.FPDF_WIDESTRING))
    raw.FORM_ForceToKillFocus(form)


def _menus(pdf: bytes) -> dict[str, list[str]]:
    """The values of each menu in order: PDFium chooses by number, and tells only what it shows."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        fields = pikepdf.form.Form(opened).items()
        return {
            name: [str(option.export_value) for option in field.options]
            for name, field in fields
            if isinstance(field, pikepdf.form.ChoiceField)
        }


def _click(form: object, page: object, annotation: object) -> None:
    rect = raw.FS_RECTF()
    raw.FPDFAnnot_GetRect(annotation, rect)
    x, y = (rect.left + rect.right) / 2, (rect.bottom + rect.top) / 2
    raw.FORM_OnMouseMove(form, page, 0, x, y)
    raw.FORM_OnLButtonDown(form, page, 0, x, y)
    raw.FORM_OnLButtonUp(form, page, 0, x, y)


def _text(ask: object, form: object, annotation: object, *more: object) -> str:
    """What one of PDFium's functions writes into a buffer of UTF-16."""
    length = ask(form, annotation, *more, None, 0)  # type: ignore[operator]
    buffer = ctypes.create_string_buffer(length)
    ask(form, annotation, *more, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)  # type: ignore[operator]
    return buffer.raw[: max(0, length - 2)].decode("utf-16-le")
