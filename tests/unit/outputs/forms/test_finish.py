"""A finished form has all that viewers need, and nothing that they stumble over."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from generator.outputs.forms.template import Template
from generator.problems import HandbillError
from generator.sheets.widget import Widget
from tests.unit.outputs.forms.toy import BODY, WIDGETS, compiled, page


def fields(data: bytes) -> dict[str, Any]:
    root: Any = PdfReader(io.BytesIO(data)).trailer["/Root"]
    return {str(f.get_object()["/T"]): f.get_object() for f in root["/AcroForm"]["/Fields"]}


def widgets_of(data: bytes) -> list[Any]:
    return [a.get_object() for p in PdfReader(io.BytesIO(data)).pages for a in p["/Annots"]]  # type: ignore[attr-defined]


def message(cache: Path, **more: Any) -> list[str]:
    with pytest.raises(HandbillError) as caught:
        compiled(cache, **more)
    return [problem.message for problem in caught.value.problems]


def test_the_fields_of_a_form_are_the_declared_widgets_in_their_order(toy: Template) -> None:
    assert list(fields(toy.set({}).write())) == [widget.name for widget in WIDGETS]


def test_no_viewer_has_to_make_up_an_appearance(toy: Template) -> None:
    data = toy.set({}).write()
    form: Any = PdfReader(io.BytesIO(data)).trailer["/Root"]["/AcroForm"]
    assert "/NeedAppearances" not in form
    widgets = widgets_of(data)
    assert len(widgets) == len(WIDGETS) + 1
    for widget in widgets:
        shown = widget["/AP"]["/N"]
        if "/AS" in widget:
            assert set(shown) == {"/Off", *(set(shown) - {"/Off"})} and len(shown) == 2
            assert widget["/AS"] in shown
        else:
            left, foot, right, top = map(float, widget["/Rect"])
            assert left < right and foot < top
            assert [float(edge) for edge in shown["/BBox"][2:]] == pytest.approx(
                [right - left, top - foot], abs=0.02
            )


def test_no_two_texts_share_an_appearance_that_a_program_may_change_where_it_stands(toy: Template) -> None:
    for values in ({}, dict.fromkeys(("name", "level", "notes", "story", "double"), "1")):
        texts = [w for w in widgets_of(toy.set(values).write()) if w.get("/FT") in ("/Tx", "/Ch")]
        places = {text["/AP"].raw_get("/N").idnum for text in texts}
        assert len(places) == len(texts) == 7


def test_what_css_and_html_cannot_say_is_in_the_form(toy: Template) -> None:
    found = fields(toy.set({}).write())
    flags = {name: int(field.get("/Ff", 0)) for name, field in found.items()}
    assert flags == {
        "name": 2, "level": 0, "notes": 4096, "story": 4096, "dead": 0, "kind": 1 << 15, "mood": 1 << 17,
        "code": 1 << 24, "double": 0,
    }  # fmt: skip
    assert (found["name"]["/MaxLen"], found["code"]["/MaxLen"]) == (60, 8)
    assert [found[name].get("/Q") for name in ("name", "level", "double")] == [None, 1, 2]
    assert [field["/TU"] for field in found.values()] == [widget.label for widget in WIDGETS]
    assert all(widget["/F"] == 4 for widget in widgets_of(toy.set({}).write()))
    assert all(p["/Tabs"] == "/S" for p in PdfReader(io.BytesIO(toy.set({}).write())).pages)
    assert list(found["mood"]["/Opt"]) == [" ", ["a", "Alpha"], ["b", "Beta (ß)"]]


def test_radio_boxes_are_kids_with_named_states_and_no_field_of_their_own(toy: Template) -> None:
    group = fields(toy.set({"kind": "cool"}).write())["kind"]
    kids = [kid.get_object() for kid in group["/Kids"]]
    assert group["/V"] == "/cool" and [kid["/AS"] for kid in kids] == ["/Off", "/cool"]
    assert [set(kid["/AP"]["/N"]) for kid in kids] == [{"/Off", "/pure"}, {"/Off", "/cool"}]
    assert all("/T" not in kid and "/FT" not in kid for kid in kids)
    assert [kid["/TU"] for kid in kids] == ["Kind: Pure", "Kind: Cool (very)"]


def test_text_is_typed_with_a_simple_font_that_every_program_can_use(toy: Template) -> None:
    form: Any = PdfReader(io.BytesIO(toy.set({}).write())).trailer["/Root"]["/AcroForm"]
    font = form["/DR"]["/Font"]["/SF"]
    assert (font["/Subtype"], font["/Encoding"]) == ("/TrueType", "/WinAnsiEncoding")
    assert font["/FontDescriptor"]["/FontFile2"].get_data()[:4] == b"\0\1\0\0"
    assert fields(toy.set({}).write())["name"]["/DA"] == "/SF 10 Tf 0 g"


def test_scripts_calculate_in_the_order_declared_and_are_left_out_on_request(
    toy: Template, form_cache: Path
) -> None:
    root: Any = PdfReader(io.BytesIO(toy.set({}).write())).trailer["/Root"]
    assert [field.get_object()["/T"] for field in root["/AcroForm"]["/CO"]] == ["double"]
    found = fields(toy.set({}).write())
    assert "getField('level')" in found["double"]["/AA"]["/C"]["/JS"] and "/V" in found["level"]["/AA"]
    assert "/AA" not in found["name"]
    plain = compiled(form_cache, scripts=False).set({"level": "2"}).write()
    assert b"JavaScript" not in plain and not any("/AA" in field for field in fields(plain).values())
    assert "/CO" not in PdfReader(io.BytesIO(plain)).trailer["/Root"]["/AcroForm"]  # type: ignore[index]


def test_a_form_says_of_which_sheets_it_is(toy: Template) -> None:
    about = PdfReader(io.BytesIO(toy.set({}).write())).metadata
    assert about is not None
    assert (about["/HandbillForm"], about["/HandbillSheets"]) == ("1", "toy/toy/1")


def test_a_page_that_differs_from_its_form_is_told_with_both_surpluses(form_cache: Path) -> None:
    html = page(BODY.replace('name="level"', 'name="rank"'))
    assert message(form_cache, html=html) == [
        "page and form differ: on the page only: rank; in the form only: level"
    ]
    assert message(form_cache, html=page(BODY.replace('type="checkbox"', 'type="password"'))) == [
        "'dead' is printed as <input password>, but declared as check"
    ]
    assert message(form_cache, html=page(BODY.replace('value="cool"', 'value="warm"'))) == [
        "'kind' is printed with pure, warm, but declared with pure, cool"
    ]
    twice = BODY.replace("</form>", '<p><input class="line" name="name" title="Again"></p></form>')
    assert message(form_cache, html=page(twice)) == ["'name' is printed 2 times"]
    assert message(form_cache, calculated=("sum",)) == ["calculated, but no widget: sum"]


@pytest.mark.parametrize(
    ("style", "told"),
    [
        ("#level { position: absolute; top: 12mm; left: 20mm }",
         "page 1: 'name' and 'level' lie over each other"),
        ("#name { font-family: 'Alegreya Sans' }", "page 1: the control 'name' is set in Alegreya Sans"),
        ("#name { font-size: 7pt }", "page 1: the control 'name' is set in 7 pt"),
        ("#name { height: 2mm }", "page 1: the control 'name' is 2.0 mm high"),
    ],
)  # fmt: skip
def test_a_control_that_cannot_be_used_is_told(form_cache: Path, style: str, told: str) -> None:
    assert message(form_cache, html=page(style=style)) == [told]


def test_a_choice_that_is_too_long_for_its_box_or_cannot_be_drawn_is_told(form_cache: Path) -> None:
    mood = next(widget for widget in WIDGETS if widget.name == "mood")

    def told(label: str) -> list[str]:
        longer = mood._replace(choices=(mood.choices[0]._replace(label=label),))
        changed: list[Widget] = [longer if widget is mood else widget for widget in WIDGETS]
        return message(form_cache, widgets=changed)

    assert told("A mood that no box on any sheet of paper has room for") == [
        "Mood: the choice 'A mood that no box on any sheet of paper has room for' is 17 mm too long at 7.5 pt"
    ]
    assert told("Dice 🎲") == ["Mood: no face has the character '🎲' (U+1F3B2)"]
