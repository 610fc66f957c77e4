"""Without scripts a sheet is for the archive and for everyone at once; flat, it is no form at all."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path
from typing import Any

import page as validation
import pytest
from pypdf import PdfReader

from generator.outputs.fonts import faces_for
from generator.outputs.forms.attachments import Attachment
from generator.outputs.forms.compile import print_flat
from generator.outputs.forms.template import Template
from tests.unit.outputs.forms.test_write import FILLED
from tests.unit.outputs.forms.toy import BODY, compiled, page


@pytest.mark.needs("qpdf")
@pytest.mark.parametrize("values", [{}, FILLED], ids=["blank", "filled"])
def test_an_archival_sheet_keeps_both_standards(
    form_cache: Path, tmp_path: Path, values: dict[str, Any]
) -> None:
    path = tmp_path / "toy.pdf"
    template = compiled(form_cache, archival=True)
    files = [Attachment("a.json", b"{}", "source")]
    path.write_bytes(template.set(values).write(title="Igor", attachments=files))
    for profile in ("pdfa-3a", "ua1"):
        assert validation.validate_pdf(str(path), profile=profile).failures == []
    assert b"JavaScript" not in path.read_bytes()
    assert PdfReader(path).xmp_metadata.pdfaid_part == "3"  # type: ignore[union-attr]
    done = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def filled_page() -> str:
    body = BODY
    for old, new in (
        ('name="name"', 'name="name" value="Łódź Ωж"'),
        ('name="level"', 'name="level" value="12"'),
        ('name="notes">', f'name="notes">{NOTES}'),
        ('name="dead"', 'name="dead" checked'),
        ('value="cool"', 'value="cool" checked'),
        ('value="a"', 'value="a" selected'),
    ):
        assert old in body
        body = body.replace(old, new)
    return page(body)


NOTES = "The master said: go to the village. " * 11


def test_a_flat_sheet_shows_its_values_as_text_and_has_no_form(toy: Template, form_cache: Path) -> None:
    settings = toy.set({"name": "Łódź Ωж", "level": "12", "notes": NOTES, "mood": "a"}).settings
    assert settings["notes"] == (8.0, pytest.approx(9.92, abs=0.01))
    made = print_flat(
        filled_page(), faces_for(["Alegreya Sans"]), "flat.pdf", settings=settings, cache=form_cache
    )
    reader = PdfReader(io.BytesIO(made.data))
    root: Any = reader.trailer["/Root"]
    assert "/AcroForm" not in root and "/Annots" not in reader.pages[0]
    text = " ".join(reader.pages[0].extract_text().split())
    assert all(value in text for value in ("Łódź Ωж", "12", "Alpha", NOTES.strip()))
    fonts = {str(font.get_object()["/BaseFont"]) for font in reader.pages[0]["/Resources"]["/Font"].values()}  # type: ignore[index]
    assert any("Sheet-Form" in name for name in fonts)


@pytest.mark.needs("pdftoppm")
def test_a_flat_sheet_is_ticked_as_a_form_is(form_cache: Path, tmp_path: Path, toy: Template) -> None:
    from tests.unit.outputs.forms.test_looks import boxes, by_poppler

    path = tmp_path / "flat.pdf"
    html, settings = filled_page(), toy.set({"notes": NOTES}).settings
    made = print_flat(html, faces_for(["Alegreya Sans"]), "flat.pdf", settings=settings, cache=form_cache)
    path.write_bytes(made.data)
    picture = by_poppler(path).point(lambda shade: 255 if shade < 128 else 0)
    places = boxes(toy.set({}).write())
    ticked = ("dead", "Kind: Cool (very)", "Kind: Pure")
    # Without a form a box stands a little higher in its line than with one.
    dead, cool, pure = (picture.crop(around(places[name], 12)).histogram()[255] for name in ticked)
    area = (places["dead"][2] - places["dead"][0]) ** 2
    assert 0.08 < dead / area < 0.4 and dead == pytest.approx(cool, rel=0.1)
    assert pure == 0


def around(box: tuple[int, int, int, int], by: int) -> tuple[int, int, int, int]:
    """The box with more above, below and on its right, where no label stands."""
    return box[0], box[1] - by, box[2] + by // 2, box[3] + by
