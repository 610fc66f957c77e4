"""What `read_form` finds in forms, whoever filled them."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.outputs.forms.read import FormFile, read_form, read_form_file
from generator.problems import HandbillError
from tests.unit.outputs.forms.raw_pdf import form, packed, pdf, stream, text, update, utf16


def read(data: bytes, *sheets: str) -> FormFile:
    return read_form(data, "igor.pdf", sheets or None)


def fault(data: bytes, *sheets: str) -> str:
    with pytest.raises(HandbillError) as caught:
        read(data, *sheets)
    assert len(caught.value.problems) == 1
    return caught.value.problems[0].message


def one(field: str | bytes, more: dict[int, str | bytes] | None = None) -> object:
    """The value of a form's only field, which is called `it`."""
    values = read(form(field, more=more)).values
    assert list(values) == ["it"]
    return values["it"]


@pytest.mark.parametrize(
    ("source", "value"),
    [
        (b"(Igor)", "Igor"),
        (b"()", ""),
        (b"null", ""),
        (b"(\\334ber \\(so\\))", "Über (so)"),
        (utf16("Żółć 日本 🎲"), "Żółć 日本 🎲"),
        (b"<FFFE49006700>", "Ig"),
        (b"(\xef\xbb\xbfIg\xc3\xb3r)", "Igór"),
        (b"(\x7f\xc5\xbb)", "\x7fŻ"),
        (b"(one\rtwo\\rthree\r\nfour\nfive)", "one\ntwo\nthree\nfour\nfive"),
        (utf16("a\r\nb\rc"), "a\nb\nc"),
        (b"/Name#20it", "Name it"),
        (b"7", "7"),
        (b"[(only)]", "only"),
        (b"[(one) (two)]", ""),
        (b"<</A 1>>", ""),
        (b"true", ""),
    ],
)
def test_a_text_is_read_in_every_way_that_it_may_be_written(source: bytes, value: str) -> None:
    assert one(text("it", source)) == value


@pytest.mark.parametrize("made", [stream, packed])
def test_a_long_text_may_be_a_stream(made: object) -> None:
    assert one(text("it", "9 0 R"), {9: made("\ufeffŻ\r\n".encode("utf-16-be"))}) == "Ż\n"  # type: ignore[operator]


def test_a_field_without_a_value_is_empty() -> None:
    assert one("<</FT/Tx/T(it)>>") == ""
    assert one("<</FT/Btn/T(it)>>") is False
    assert one("<</FT/Btn/Ff 32768/T(it)>>") == ""
    assert one("<</FT/Ch/T(it)>>") == ""


@pytest.mark.parametrize(
    ("rest", "ticked"),
    [
        ("/V/Yes/AS/Yes", True),
        ("/V/on", True),
        ("/V/Off/AS/Off", False),
        ("/V/Off/AS/Yes", False),
        ("/AS/Yes", True),
        ("/AS/Off", False),
        ("/V(Yes)", True),
        ("/V 3", True),
        ("/V[]/Ff(x)", False),
        ("/Kids[<</AS/Off>> <</AS/Yes>>]", True),
        ("/Kids[<</AS/Off>> <</AS/Off>>]", False),
    ],
)
def test_a_check_box_is_true_when_it_is_ticked_and_its_value_counts_more_than_its_look(
    rest: str, ticked: bool
) -> None:
    assert one(f"<</FT/Btn/T(it){rest}>>") is ticked


@pytest.mark.parametrize(
    ("rest", "value"),
    [
        ("/V/pride", "pride"),
        ("/V/Off", ""),
        ("/V/1/Opt[(pride)(lust)]", "lust"),
        ("/V/7/Opt[(pride)(lust)]", "7"),
        ("/V/lust/Opt[(pride)(lust)]", "lust"),
        ("/V(lust)", "lust"),
        ("/Kids[<</AS/Off>> <</AS/lust>>]", "lust"),
        ("/V/3", "3"),
    ],
)
def test_a_radio_group_has_its_export_value(rest: str, value: str) -> None:
    assert one(f"<</FT/Btn/Ff 49152/T(it){rest}>>") == value


@pytest.mark.parametrize("value", ["(pride)", "[(pride)]", "/pride"])
def test_a_menu_has_what_was_chosen(value: str) -> None:
    assert one(f"<</FT/Ch/Ff 131072/T(it)/V {value}/Opt[[(pride)(Pride)]]>>") == "pride"


def test_buttons_and_signatures_have_no_value_and_are_left_out() -> None:
    data = form("<</FT/Btn/Ff 65536/T(push)>>", "<</FT/Sig/T(sign)>>", "<</T(none)>>", text("it"))
    assert read(data).values == {"it": ""}


def test_names_of_levels_are_joined_and_what_is_above_is_inherited() -> None:
    data = form(
        "<</T(a)/FT/Tx/V(up)/Kids[20 0 R 21 0 R 22 0 R]>>",
        more={20: "<</T(b)>>", 21: "<</T(c)/V(own)>>", 22: "<</T(d)/Kids[<</T(e)/FT/Btn/V/on>>]>>"},
    )
    assert read(data).values == {"a.b": "up", "a.c": "own", "a.d.e": True}


def test_a_field_shown_twice_is_one_field() -> None:
    assert read(form("<</T(a)/FT/Tx/V(x)/Kids[<</Rect[0 0 1 1]>> <</Rect[0 0 2 2]>>]>>")).values == {"a": "x"}


def test_of_two_fields_with_one_name_no_value_is_lost() -> None:
    assert read(form(text("a"), text("a", "(x)"), text("a", "(x)"))).values == {"a": "x"}
    both = read(form(text("a", "(x)"), text("a", "(y)"), text("a"), text("a", "(z)")))
    assert both.values == {"a": "x", "a#2": "y", "a#3": "z"}


def test_a_field_without_any_name_is_left_out() -> None:
    assert read(form("<</FT/Tx/V(x)>>", text("it"))).values == {"it": ""}


def test_the_newest_value_counts() -> None:
    data = form(text("a", "(old)"), text("b", "(kept)"))
    data = update(update(data, {10: text("a", "(newer)")}), {10: text("a", "(newest)")})
    assert read(data).values == {"a": "newest", "b": "kept"}


def test_an_update_that_is_cut_off_does_not_bring_back_an_old_value() -> None:
    data = form(text("a", "(old)"))
    newer = update(data, {10: text("a", "(new)")})
    for end in range(len(data) + 8, newer.rfind(b"%%EOF")):
        assert "cut off" in fault(newer[:end])


def test_an_update_with_a_wrong_table_does_not_bring_back_an_old_value() -> None:
    data = form(text("a", "(old)"))
    newer = update(data, {10: text("a", "(new)")})
    place = newer.rfind(b"00000 n")
    moved = newer[: place - 11] + b"0000000099" + newer[place - 1 :]
    assert "damaged" in fault(moved)


def test_a_file_tells_its_sheet_and_version() -> None:
    found = read(form(text("it", "(x)")))
    assert found.sheets == ("mlwm/minion/1",)
    assert found.parts == (("mlwm/minion", 1, {"it": "x"}, ""),)


def test_a_party_is_told_apart_by_the_prefixes() -> None:
    info = "<</HandbillForm(1)/HandbillSheets(mlwm/minion/1 maid/maid/2)>>"
    data = form(text("1-name", "(Igor)"), text("2-name", "(Anna)"), text("other"), text("3-x"), info=info)
    assert read(data).parts == (
        ("mlwm/minion", 1, {"name": "Igor", "other": "", "3-x": ""}, "1-"),
        ("maid/maid", 2, {"name": "Anna"}, "2-"),
    )


def test_a_strange_field_does_not_make_a_party_of_one_sheet() -> None:
    data = form(text("name", "(Igor)"), text("2-x", "(y)"))
    assert read(data).parts == (("mlwm/minion", 1, {"name": "Igor", "2-x": "y"}, ""),)


def test_a_file_that_lost_its_information_can_be_read_as_a_sheet_that_is_named() -> None:
    data = form(text("name", "(Igor)"), info="<</Producer(other)>>")
    assert read(data, "mlwm/minion/1").parts == (("mlwm/minion", 1, {"name": "Igor"}, ""),)
    party = form(text("1-name", "(Igor)"), text("2-name", "(Anna)"), info="null")
    parts = read(party, "mlwm/minion/1").parts
    assert [(part.prefix, part.sheet, part.values) for part in parts] == [
        ("1-", "mlwm/minion", {"name": "Igor"}),
        ("2-", "mlwm/minion", {"name": "Anna"}),
    ]


@pytest.mark.parametrize(
    ("info", "message"),
    [
        ("null", "igor.pdf is no sheet that handbill made: it does not say of which sheet it is"),
        ("[1 2]", "igor.pdf is no sheet that handbill made: it does not say of which sheet it is"),
        (
            "<</HandbillSheets(../etc/1)>>",
            "igor.pdf is no sheet that handbill made: "
            "'../etc/1' is no name of a sheet such as 'mlwm/minion/1'",
        ),
        (
            "<</HandbillForm(2)/HandbillSheets(mlwm/minion/1)>>",
            "igor.pdf was made by another version of handbill (form 2)",
        ),
    ],
)
def test_a_foreign_form_is_refused_in_a_sentence(info: str, message: str) -> None:
    assert fault(form(text("it"), info=info)) == message


def test_a_pdf_without_a_form_is_refused_in_a_sentence() -> None:
    message = "igor.pdf is no sheet that handbill made: it has no form"
    assert fault(pdf({1: "<</Type/Catalog>>", 3: "<<>>"})) == message
    assert fault(form()) == message
    assert fault(pdf({1: "<</Type/Catalog/AcroForm 5>>", 3: "<<>>"})) == message


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(HandbillError, match="igor.pdf cannot be read: no such file"):
        read_form_file(tmp_path / "igor.pdf", "igor.pdf")
    (tmp_path / "igor.pdf").write_bytes(form(text("it", "(x)")))
    assert read_form_file(tmp_path / "igor.pdf", "igor.pdf").values == {"it": "x"}
