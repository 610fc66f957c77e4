"""Two versions of a PDF are compared by words, pages, form fields and what is drawn."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path, PurePosixPath

import pytest
from pypdf import PdfReader, PdfWriter

from generator.outputs.comparing import Difference, compare
from generator.outputs.pdf import Printed
from generator.sheets.widget import Scripts
from tests.unit.outputs.forms.toy import BODY, WIDGETS, compiled
from tests.unit.outputs.forms.toy import page as toy_page

PATH = PurePosixPath("pdf/maid-reference-a4.pdf")
TWO = "<p>The first page stays.</p><p style='break-before: page'>Spirit is {} × Will. {}</p>"

Print = Callable[..., Printed]


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("forms")


def differences(before: bytes, after: bytes) -> list[Difference]:
    return list(compare(before, after, PATH))


def test_a_changed_line_is_told_with_its_page(print_page: Print) -> None:
    before, after = (print_page(TWO.format(number, "")).data for number in (10, 8))
    assert differences(before, after) == [
        Difference("sentence", "page 2", "Spirit is 10 × Will.", "Spirit is 8 × Will.", 2)
    ]


def test_words_that_only_flow_otherwise_are_drawn_and_not_changed(print_page: Print) -> None:
    text = "<div style='width: {}mm'>" + "one two three four five six seven eight nine ten " * 6 + "</div>"
    before, after = (print_page(text.format(width)).data for width in (50, 70))
    assert differences(before, after) == [Difference("image", "page 1", "drawn", "drawn otherwise", 1)]


def test_a_word_within_text_that_flows_on_is_the_only_change(print_page: Print) -> None:
    text = "<div style='width: 60mm'>{} " + "one two three four five six seven eight nine ten " * 6 + "</div>"
    before, after = (print_page(text.format(word)).data for word in ("never", "practically always"))
    found = differences(before, after)
    assert len(found) == 1 and "never" in found[0].before and "practically always" in found[0].after


def test_another_number_of_pages_is_told(print_page: Print) -> None:
    before, after = print_page("<p>One.</p>").data, print_page(TWO.format(8, "")).data
    assert Difference("pages", "", "1 page", "2 pages") in differences(before, after)


def test_what_is_drawn_is_told_where_no_word_changed(print_page: Print) -> None:
    box = TWO.format(8, "<svg width='90' height='90'><rect width='{}' height='40'/></svg>")
    before, after = (print_page(box.format(width)).data for width in (40, 50))
    assert differences(before, after) == [Difference("image", "page 2", "drawn", "drawn otherwise", 2)]


def test_values_of_fields_are_told(forms: Path) -> None:
    toy = compiled(forms)
    before = toy.set({"name": "Igor", "dead": False, "kind": "pure", "mood": "a"}).write()
    after = toy.set({"name": "Ivana", "dead": True, "kind": "cool", "mood": "a"}).write()
    found = {each.where: (each.before, each.after) for each in differences(before, after)}
    assert found["name (value)"] == ("Igor", "Ivana")
    assert found["dead (value)"] == ("not ticked", "ticked")
    assert found["kind=pure (value)"] == ("pure", "cool")
    assert {each.kind for each in differences(before, after)} == {"field"}


def test_a_fields_script_and_label_are_told_and_its_place_in_tenths_of_millimetres(forms: Path) -> None:
    widgets = [each._replace(label="Twice") if each.name == "double" else each for each in WIDGETS]
    widgets[-1] = widgets[-1]._replace(scripts=Scripts(calculate="event.value = 3;"))
    before = compiled(forms).set({}).write()
    after = compiled(forms, toy_page(BODY, ".short { width: 15mm }"), widgets).set({}).write()
    found = {each.where: each for each in differences(before, after)}
    assert found["double (calculate)"].after == "event.value = 3;"
    assert (found["double (label)"].before, found["double (label)"].after) == ("Double", "Twice")
    place = found["level (place)"]
    assert place.kind == "place" and place.page == 1
    assert place.before.endswith("12.0 × 7.0 mm") and place.after.endswith("15.0 × 7.0 mm")


def test_a_field_that_goes_is_told_once(forms: Path) -> None:
    body = "".join(line for line in BODY.splitlines(keepends=True) if "code" not in line)
    before = compiled(forms).set({}).write()
    kept = [each for each in WIDGETS if each.name != "code"]
    after = compiled(forms, toy_page(body), kept).set({}).write()
    assert [each for each in differences(before, after) if each.where.startswith("code")] == [
        Difference("field", "code", "Code", "", 1)
    ]


def test_the_same_page_saved_by_another_program_differs_in_bytes_or_in_what_it_says_of_itself(
    print_page: Print,
) -> None:
    data = print_page(TWO.format(8, "")).data
    writer = PdfWriter(clone_from=PdfReader(BytesIO(data)))
    stream = BytesIO()
    writer.write(stream)
    found = differences(data, stream.getvalue())
    assert found and all(each.kind == "bytes" or each.where.startswith("document") for each in found)


def test_a_damaged_pdf_differs_in_its_bytes(print_page: Print) -> None:
    data = print_page(TWO.format(8, "")).data
    for damaged in (data[: len(data) // 2], data[:-40], b"%PDF-1.7\n1 0 obj\n%%EOF"):
        assert [each.kind for each in differences(data, damaged)] == ["bytes"]
