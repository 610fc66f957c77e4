"""What a form tells of itself for the manifest: how many fields it has, and how small its type is."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from generator.outputs.forms.template import Template
from tests.unit.outputs.forms.test_write import FILLED
from tests.unit.outputs.forms.toy import compiled, page


def sizes_in(data: bytes) -> set[float]:
    """The type sizes that the appearances of all widgets set text in."""
    found = set()
    for sheet in PdfReader(io.BytesIO(data)).pages:
        for widget in (each.get_object() for each in sheet["/Annots"]):  # type: ignore[attr-defined]
            drawn: Any = widget["/AP"]["/N"]
            if widget.get("/FT") in ("/Tx", "/Ch") and b"Tj" in drawn.get_data():
                found |= {float(size) for size in re.findall(rb"([\d.]+) Tf", drawn.get_data())}
    return found


def test_a_form_tells_the_number_of_its_fields(toy: Template) -> None:
    found = PdfReader(io.BytesIO(toy.set({}).write())).get_fields() or {}
    assert toy.fields == toy.set(FILLED).fields == len(found) == 9


def test_an_empty_form_tells_the_smallest_type_that_is_printed(toy: Template, tmp_path: Path) -> None:
    assert sizes_in(toy.set({}).write()) == set()
    assert toy.set({}).smallest_pt == 9.2  # 9.25, and a half goes to the even tenth
    small = page(style="label { font-size: 8pt } label[for=code] { font-size: 7.5pt; visibility: hidden }")
    with_class = small.replace("<label", '<label class="fine"')
    assert compiled(tmp_path, html=with_class).set({}).smallest_pt == 8.0


@pytest.mark.parametrize("length, smallest", [(4, 9.2), (440, 8.0), (2000, 7.5)])
def test_a_filled_form_tells_the_smallest_type_that_a_value_is_really_set_in(
    toy: Template, length: int, smallest: float
) -> None:
    filled = toy.set({"name": "Igor", "story": "word " * (length // 5), "dead": True})
    assert filled.smallest_pt == smallest
    assert filled.smallest_pt == min(9.2, *sizes_in(filled.write()))


def test_a_form_that_was_kept_tells_the_same(toy: Template, form_cache: Path) -> None:
    assert compiled(form_cache).set(FILLED).smallest_pt == toy.set(FILLED).smallest_pt == 7.5
