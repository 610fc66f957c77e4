"""The form font is small, whole, the same every time, and types figures that stand under each other."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from generator.outputs.forms import fallback
from generator.outputs.forms.font import FORM_FAMILY, form_face, read_font
from generator.outputs.forms.letters import Letters
from generator.outputs.forms.template import Template


@pytest.fixture(scope="session")
def data(form_cache: Path) -> bytes:
    return form_face(form_cache).path.read_bytes()


def test_the_form_font_has_what_viewers_can_type_with_it_and_no_more(data: bytes) -> None:
    font = read_font(data)
    winansi = {bytes([code]).decode("cp1252", "ignore") for code in (*range(32, 127), *range(128, 256))}
    assert font.glyphs.keys() == winansi - {""}
    assert len(data) < 20_000


def test_figures_are_lining_and_of_one_width(data: bytes) -> None:
    font = read_font(data)
    assert len({font.glyphs[digit] for digit in "0123456789"}) == 10
    assert len({font.glyphs[digit][1] for digit in "0123456789"}) == 1
    outlines = TTFont(BytesIO(data))
    names = outlines.getBestCmap()
    heights = [outlines["glyf"][names[ord(digit)]].yMax for digit in "0123456789"]
    assert max(heights) - min(heights) < 30, "old-style figures differ by 100 and more"


def test_the_font_bears_its_own_name_and_no_date_of_the_day(data: bytes, tmp_path: Path) -> None:
    font = TTFont(BytesIO(data))
    assert {record.toUnicode() for record in font["name"].names if record.nameID in (1, 4)} == {FORM_FAMILY}
    assert form_face(tmp_path).path.read_bytes() == data


@pytest.mark.parametrize("damage", [b"", b"\0\1\0\0 cut"])
def test_a_damaged_font_is_made_again(tmp_path: Path, data: bytes, damage: bytes) -> None:
    path = form_face(tmp_path).path
    path.write_bytes(damage)
    assert form_face(tmp_path).path == path and path.read_bytes() == data
    path.with_suffix(".sha256").unlink()
    assert form_face(tmp_path).path.read_bytes() == data
    assert sorted(entry.name for entry in path.parent.iterdir()) == ["SheetForm.sha256", "SheetForm.ttf"]


def test_without_a_cache_the_font_lies_in_a_temporary_folder(data: bytes) -> None:
    path = form_face(None).path
    assert path.read_bytes() == data and form_face(None).path == path


def test_other_letters_come_from_other_faces_cut_to_what_is_used(toy: Template) -> None:
    letters = Letters(toy.plan.font)
    assert letters.learn("Ωж ѣ\u200d\u00a0") == []
    assert {c: letters.source[c] for c in "Ωж"} == {"Ω": 0, "ж": 0}
    assert letters.widths["\u200d"] == 0
    face = fallback.faces()[0]
    small = fallback.cut(face, frozenset("Ωж"))
    assert set(small.codes) == set("Ωж") and 0 not in small.codes.values()
    assert len(small.data) < 3000 and list(small.widths.values()) == [letters.widths[c] for c in small.codes]


def test_a_character_with_two_marks_is_drawn_where_it_is_one_letter(toy: Template) -> None:
    assert toy.set({"name": "e\u0302\u0301"}).write()  # ế
    letters = Letters(toy.plan.font)
    assert letters.learn("e\u0323\u0301"[1:]) == ["\u0301", "\u0323"]


@pytest.mark.skipif(fallback.cjk_face() is None, reason="the extra cjk is not installed")
def test_japanese_is_drawn_with_the_optional_face(toy: Template) -> None:
    face = fallback.cjk_face()
    assert face is not None
    small = fallback.cut(face, frozenset("かな漢字"))
    assert small.outlines == "CFF " and 0 not in small.codes.values() and len(small.data) < 6000
    assert len(toy.set({"name": "かな漢字"}).write()) - len(toy.set({"name": "kana"}).write()) < 8000


def test_without_the_optional_face_its_extra_is_named(toy: Template, monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.outputs.forms import letters as module

    monkeypatch.setattr(module, "_faces", lambda: fallback.faces()[:2])
    letters = Letters(toy.plan.font)
    assert letters.learn("か") == ["か"]
    told = module.missing(["か"], "Name", "igor.pdf")
    assert told.message == "Name: no face has the character 'か' (U+304B)"
    assert told.hint == 'python -m pip install "handbill[cjk]"'
