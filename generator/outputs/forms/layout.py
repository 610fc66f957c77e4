"""One run of WeasyPrint: the page as a form, and what of it never changes as bytes."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from generator.outputs.fonts import Face
from generator.outputs.forms.archive import metadata_around_title
from generator.outputs.forms.finish import Finished, Raw, finish
from generator.outputs.forms.font import FormFont, read_font
from generator.outputs.forms.plan import FORM, FormInfo, Plan, row
from generator.outputs.forms.syntax import indirect, packed_objects, unmistakable
from generator.outputs.forms.template import Template
from generator.outputs.measures.limits import Measures
from generator.outputs.pdf.printing import print_form
from generator.sheets.widget import Widget

_REFERENCE = re.compile(rb"(\d+) 0 R\b")
_HEADER = b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n"


def lay_out(
    html: str,
    faces: Sequence[Face],
    name: str,
    widgets: Sequence[Widget],
    about: FormInfo,
    calculated: Sequence[str],
    scripts: bool,
    archival: bool,
    measures: Measures,
    cache: Path | None,
) -> Plan:
    """The plan of a form; the last of the faces is the form font's. See ``compile_form``."""
    data = faces[-1].path.read_bytes()
    font = read_font(data)
    plans: list[Plan] = []

    def finisher(document: Any, pdf: Any) -> None:
        made = finish(document, pdf, widgets, calculated, font, data, name, scripts=scripts)
        plans.append(_plan(document, pdf, made, font, about, name, archival))

    print_form(html, faces, name, finisher, measures, archival=archival, cache=cache)
    Template(plans[0]).check_choices()
    return plans[0]


def _plan(
    document: Any, pdf: Any, made: Finished, font: FormFont, about: FormInfo, name: str, archival: bool
) -> Plan:
    """All objects of the file, those that never change as bytes."""
    title = document.metadata.title or ""
    metadata = _number(pdf.catalog["Metadata"])
    xmp = b"".join(pdf.objects[metadata].stream).decode()
    before, after = metadata_around_title(xmp, title, archival)
    pdf.catalog.pop("Names", None)  # a place for every control, to which nothing on the page leads
    pdf.catalog["AcroForm"] = f"{made.form} 0 R"
    info = {key: value for key, value in pdf.info.items() if key != "Title"}
    pdf.add_object(Raw(b""))
    info_number = pdf.objects[-1].number
    bundle = len(pdf.objects)
    changing = [number for slot in made.slots for number in (slot.number, *(kid.number for kid in slot.kids))]
    changing += [pdf.catalog.number, info_number]
    heads = [head for slot in made.slots for head in (slot.head, *(kid.head for kid in slot.kids))]
    catalog_head = pdf.catalog.data[:-2].decode("ascii")
    shared = [made.resources, *(slot.blank for slot in made.slots)]
    roots = [text.encode() for text in (*heads, catalog_head, *(f"{key} 0 R" for key in shared))]
    body, rows = _static(pdf.objects, roots, {*changing, metadata, 0}, bundle)
    for index, number in enumerate(changing):
        rows[number] = row(2, bundle, index)
    return Plan(
        name=name,
        pages=len(document.pages),
        title=title,
        font=font,
        slots=made.slots,
        rows=b"".join(rows),
        objects=len(rows),
        bundle=bundle,
        catalog=pdf.catalog.number,
        catalog_head=catalog_head,
        info=info_number,
        info_head=_info(info, about),
        metadata=metadata,
        before=before,
        after=after,
        resources=made.resources,
        simple=made.simple,
        composite=made.composite,
        body=body,
    )


def _number(reference: bytes) -> int:
    return int(reference.split()[0])


def _info(entries: dict[str, Any], about: FormInfo) -> str:
    known = "".join(f"/{key} {value.data.decode('ascii')}" for key, value in entries.items())
    return f"<<{known}/HandbillForm({FORM})/HandbillSheets({' '.join(about.sheets)})"


def _static(
    objects: Sequence[Any], roots: Sequence[bytes], changing: Collection[int], bundle: int
) -> tuple[bytes, list[bytes]]:
    """The file as far as no value changes it, and the rows of all objects, the bundle's own among them.

    What nothing refers to, as the appearances that WeasyPrint drew, is left out.
    """
    data = {key: unmistakable(entry.data) for key, entry in enumerate(objects) if key not in changing}
    wanted = sorted(_reached(data, roots))
    rows = [row(0, 0)] * (bundle + 2)
    parts = [_HEADER]
    offset = len(_HEADER)
    packed = [(key, data[key]) for key in wanted if not data[key].endswith(b"endstream")]
    for index, (key, _) in enumerate(packed):
        rows[key] = row(2, bundle + 1, index)
    loose = [(key, data[key]) for key in wanted if data[key].endswith(b"endstream")]
    for key, content in [*loose, (bundle + 1, packed_objects(packed, 9))]:
        rows[key] = row(1, offset)
        parts.append(indirect(key, content))
        offset += len(parts[-1])
    return b"".join(parts), rows


def _reached(data: dict[int, bytes], roots: Sequence[bytes]) -> set[int]:
    """The objects that can be reached from the catalog and the widgets."""
    reached: set[int] = set()
    waiting = list(roots)
    while waiting:
        text = waiting.pop()
        head = text.partition(b"\nstream\n")[0] if text.endswith(b"endstream") else text
        for match in _REFERENCE.finditer(head):
            key = int(match[1])
            if key in data and key not in reached:
                reached.add(key)
                waiting.append(data[key])
    return reached
