"""One run of WeasyPrint: the page as a form, and what of it never changes as bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.outputs.fonts import Face
from generator.outputs.forms import FORM
from generator.outputs.forms.archive import metadata_around_title
from generator.outputs.forms.finish import Finished, Raw, finish
from generator.outputs.forms.font import FormFont, read_font
from generator.outputs.forms.plan import FormInfo, Kid, Plan, Slot, row
from generator.outputs.forms.syntax import indirect, packed_objects
from generator.outputs.forms.template import Template
from generator.outputs.forms.tidying import bare_font, renumbered, repacked, short_drawing
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

    printed = print_form(html, faces, name, finisher, measures, archival=archival, cache=cache)
    plan = plans[0]._replace(smallest_pt=printed.smallest_pt)
    Template(plan).check_choices()
    return plan


def _plan(
    document: Any, pdf: Any, made: Finished, font: FormFont, about: FormInfo, name: str, archival: bool
) -> Plan:
    """All objects of the file, those that never change as bytes, and numbered without a gap."""
    title = document.metadata.title or ""
    metadata = _number(pdf.catalog["Metadata"])
    xmp = b"".join(pdf.objects[metadata].stream).decode()
    before, after = metadata_around_title(xmp, title, archival)
    pdf.catalog.pop("Names", None)  # a place for every control, to which nothing on the page leads
    pdf.catalog["AcroForm"] = f"{made.form} 0 R"
    info = {key: value for key, value in pdf.info.items() if key != "Title"}
    pdf.add_object(Raw(b""))
    info_number = pdf.objects[-1].number
    changing = [number for slot in made.slots for number in (slot.number, *(kid.number for kid in slot.kids))]
    changing += [pdf.catalog.number, info_number, made.resources]
    looks = [slot.look for slot in made.slots if slot.look]
    heads = [head for slot in made.slots for head in (slot.head, *(kid.head for kid in slot.kids))]
    catalog_head = pdf.catalog.data[:-2].decode("ascii")
    changes = _changes(pdf, made.file)
    data = {
        key: repacked(entry.data, changes.get(key))
        for key, entry in enumerate(pdf.objects)
        if key not in {*changing, *looks, metadata, 0}
    }
    roots = (*heads, catalog_head, f"{made.simple} 0 R")
    wanted = sorted(_reached(data, [text.encode() for text in roots]))
    packed = [key for key in wanted if not data[key].endswith(b"endstream")]
    loose = [key for key in wanted if data[key].endswith(b"endstream")]
    # What each sheet names most often comes first: its numbers are short.
    order = [made.resources, *looks, *changing[:-1], *packed, *loose, metadata]
    numbers = {key: number for number, key in enumerate(order, 1)}
    static, bundle = len(order) + 1, len(order) + 2
    rows = [row(0, 0)] * (bundle + 1)
    for index, key in enumerate(changing):
        rows[numbers[key]] = row(2, bundle, index)
    body = _body([(numbers[key], renumbered(data[key], numbers)) for key in (*packed, *loose)], static, rows)
    return Plan(
        name=name,
        pages=len(document.pages),
        smallest_pt=None,  # not known before all is printed
        title=title,
        font=font,
        slots=tuple(_renumbered_slot(slot, numbers) for slot in made.slots),
        rows=b"".join(rows),
        objects=len(rows),
        bundle=bundle,
        bundled=len(changing),
        catalog=numbers[pdf.catalog.number],
        catalog_head=renumbered(catalog_head.encode(), numbers).decode(),
        info=numbers[info_number],
        info_head=_info(info, about),
        metadata=numbers[metadata],
        before=before,
        after=after,
        resources=numbers[made.resources],
        simple=numbers[made.simple],
        body=body,
    )


def _renumbered_slot(slot: Slot, numbers: Mapping[int, int]) -> Slot:
    def head_of(one: Slot | Kid) -> str:
        return renumbered(one.head.encode(), numbers).decode()

    kids = tuple(kid._replace(number=numbers[kid.number], head=head_of(kid)) for kid in slot.kids)
    look = numbers[slot.look] if slot.look else 0
    return slot._replace(number=numbers[slot.number], head=head_of(slot), look=look, kids=kids)


def _changes(pdf: Any, form_font: int) -> dict[int, Callable[[bytes], bytes]]:
    """What to do to the content of pages and fonts, by their numbers."""
    drawings = [entry["Contents"] for entry in pdf.objects if _is(entry, "/Page")]
    described = [entry for entry in pdf.objects if _is(entry, "/FontDescriptor")]
    fonts = [entry["FontFile2"] for entry in described if "FontFile2" in entry]
    return {
        **{_number(reference): short_drawing for reference in drawings},
        **{_number(reference): bare_font for reference in fonts if _number(reference) != form_font},
    }


def _is(entry: Any, kind: str) -> bool:
    return isinstance(entry, dict) and entry.get("Type") == kind


def _number(reference: bytes) -> int:
    return int(reference.split()[0])


def _info(entries: dict[str, Any], about: FormInfo) -> str:
    known = "".join(f"/{key} {value.data.decode('ascii')}" for key, value in entries.items())
    return f"<<{known}/HandbillForm({FORM})/HandbillSheets({' '.join(about.sheets)})"


def _body(objects: Sequence[tuple[int, bytes]], static: int, rows: list[bytes]) -> bytes:
    """The file as far as no value changes it; its objects' rows are put in their places."""
    packed = [(key, data) for key, data in objects if not data.endswith(b"endstream")]
    loose = [(key, data) for key, data in objects if data.endswith(b"endstream")]
    for index, (key, _) in enumerate(packed):
        rows[key] = row(2, static, index)
    parts = [_HEADER]
    offset = len(_HEADER)
    for key, content in [*loose, (static, packed_objects(packed, 9, 4))]:
        rows[key] = row(1, offset)
        parts.append(indirect(key, content))
        offset += len(parts[-1])
    return b"".join(parts)


def _reached(data: dict[int, bytes], roots: Sequence[bytes]) -> set[int]:
    """The objects that can be reached from the catalog and the widgets.

    What nothing refers to, as the appearances that WeasyPrint drew, is left out.
    """
    reached: set[int] = set()
    waiting = list(roots)
    while waiting:
        text = waiting.pop()
        head = text.partition(b"stream\n")[0] if text.endswith(b"endstream") else text
        for match in _REFERENCE.finditer(head):
            key = int(match[1])
            if key in data and key not in reached:
                reached.add(key)
                waiting.append(data[key])
    return reached
