"""A sheet that is written holds its values exactly, in a sound file, and the same bytes every time."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import page as validation
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from generator.outputs.forms.attachments import Attachment
from generator.outputs.forms.template import Template
from generator.problems import HandbillError
from tests.unit.outputs.forms.toy import WIDGETS

ROOT = Path(__file__).parents[4]
LETTERS = "aZ09 ()\\<>&{}%/#'\"äßŁźżőşțȘ–—“”…€½×−≥→ΩλжЯẾđ\u200d\u00ad\ufe0f"
FILLED = {
    "name": "Łódź (Igor) \\ ≥ Ωж", "level": "12", "notes": "One\nTwo — three\n\n  four",
    "story": "word " * 400, "dead": True, "kind": "cool", "mood": "b", "code": "AB12", "double": "24",
}  # fmt: skip

texts = st.text(st.sampled_from(LETTERS), max_size=60)
lines = st.text(st.sampled_from(LETTERS + "\n"), max_size=900)
sheets = st.fixed_dictionaries(
    {},
    optional={
        "name": texts, "level": texts, "double": texts, "notes": lines, "story": lines,
        "code": st.text(st.sampled_from(LETTERS), max_size=10),
        "dead": st.booleans(), "kind": st.sampled_from(["", "pure", "cool"]),
        "mood": st.sampled_from(["", "a", "b"]),
    },
)  # fmt: skip


def read(data: bytes) -> dict[str, Any]:
    """The values as pypdf finds them: texts as they are, states without their slash."""
    found = PdfReader(io.BytesIO(data)).get_fields() or {}
    return {name: str(field.get("/V", "")).removeprefix("/") for name, field in found.items()}


@given(sheets)
def test_a_written_sheet_reads_back_as_its_values(toy: Template, values: dict[str, Any]) -> None:
    found = read(toy.set(values).write())
    assert list(found) == [widget.name for widget in WIDGETS]
    for name, value in found.items():
        wanted = values.get(name, "")
        if name == "dead":
            assert value == ("Yes" if wanted else "Off")
        elif name == "kind":
            assert value == (wanted or "Off")
        else:
            assert value == wanted.removeprefix("/")


@given(sheets)
def test_overflow_divides_a_value_and_loses_nothing(toy: Template, values: dict[str, Any]) -> None:
    for widget, head, tail, amount in toy.set(values).overflows:
        assert head + tail == values[widget] and tail and "too long" in amount
        assert toy.set({widget: head}).overflows == ()


def test_long_prose_is_divided_at_a_word_and_its_head_ends_in_an_ellipsis(toy: Template) -> None:
    prose = " ".join(f"word{number}" for number in range(400))
    (overflow,) = toy.set({"notes": prose}).overflows
    assert overflow.head + overflow.tail == prose
    assert overflow.head.endswith(" ") and overflow.tail.startswith("word")
    assert overflow.amount == "38 lines too long at 7.5 pt"
    content = appearance_of(PdfReader(io.BytesIO(toy.set({"notes": prose}).write())), "notes")
    last = overflow.head.split()[-1]
    assert f"{last}…)Tj".encode("cp1252") in content
    # A head that goes on in a widget of its own ends so as well.
    assert b"\x85)Tj" not in appearance_of(
        PdfReader(io.BytesIO(toy.set({"notes": overflow.head}).write())), "notes"
    )


def appearance_of(reader: PdfReader, name: str) -> bytes:
    form: Any = reader.trailer["/Root"]["/AcroForm"]  # type: ignore[index]
    (field,) = [f.get_object() for f in form["/Fields"] if f.get_object()["/T"] == name]
    data: bytes = field["/AP"]["/N"].get_data()
    return data


@pytest.mark.needs("qpdf")
@pytest.mark.parametrize("values", [{}, FILLED], ids=["blank", "filled"])
def test_a_sheet_is_sound_and_made_for_everyone(
    toy: Template, tmp_path: Path, values: dict[str, Any]
) -> None:
    path = tmp_path / "toy.pdf"
    files = [Attachment("a.json", b"{}", "source")]
    path.write_bytes(toy.set(values).write(title="Igor", attachments=files))
    done = subprocess.run(["qpdf", "--check", str(path)], capture_output=True, text=True)
    assert done.returncode == 0 and "No syntax or stream encoding errors" in done.stdout, done.stdout
    assert validation.validate_pdf(str(path), profile="ua1").failures == []


def test_each_sheet_has_its_own_title_and_carries_what_it_was_made_from(toy: Template) -> None:
    title, content = 'Igor <b>&amp; "Ł"\x00', b'{"name": "Igor"}' * 40
    files = [Attachment("x.txt", b"x", "Text"), Attachment("character.json", content, "The character")]
    reader = PdfReader(io.BytesIO(toy.set({}).write(title=title, attachments=files)))
    assert reader.metadata is not None and reader.metadata.title == 'Igor <b>&amp; "Ł"'
    assert reader.xmp_metadata is not None
    assert reader.xmp_metadata.dc_title == {"x-default": 'Igor <b>&amp; "Ł"'}
    assert {name: parts[0] for name, parts in reader.attachments.items()} == {
        "character.json": content, "x.txt": b"x"
    }  # fmt: skip
    root: Any = reader.trailer["/Root"]
    assert [file.get_object()["/AFRelationship"] for file in root["/AF"]] == ["/Source"] * 2
    parameters = root["/AF"][0]["/EF"]["/F"]["/Params"]
    assert parameters["/ModDate"] == parameters["/CreationDate"] == "D:20000101000000Z"
    plain = PdfReader(io.BytesIO(toy.set({}).write()))
    assert plain.metadata is not None and plain.metadata.title == "A <toy> & more"
    assert "/AF" not in plain.trailer["/Root"] and not plain.attachments  # type: ignore[operator]


def test_the_same_values_give_the_same_bytes_in_any_process(form_cache: Path, tmp_path: Path) -> None:
    code = (
        "import hashlib, sys; from pathlib import Path; sys.path.insert(0, sys.argv[2]);"
        "from tests.unit.outputs.forms.toy import compiled;"
        "from tests.unit.outputs.forms.test_write import FILLED;"
        "t = compiled(Path(sys.argv[1])); [t.set({'name': str(n)}).write() for n in range(int(sys.argv[3]))];"
        "print(hashlib.sha256(t.set(FILLED).write(title='Igor')).hexdigest())"
    )
    sums = set()
    for number, (seed, zone) in enumerate((("1", "UTC"), ("2", "Asia/Tokyo"))):
        folder = tmp_path / seed
        folder.mkdir()
        env = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "C.UTF-8"}
        arguments = [str(folder / "cache"), str(ROOT), str(3 * number)]
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments], cwd=folder, env=env, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        sums.add(done.stdout)
    assert len(sums) == 1


def test_what_the_form_has_not_is_told_all_at_once(toy: Template) -> None:
    with pytest.raises(HandbillError) as caught:
        toy.set({"nmae": "x", "mood": "z", "level": "ab\x07", "name": "כרמל", "notes": "क"})
    told = [(problem.code, problem.message, problem.hint) for problem in caught.value.problems]
    shaping = (
        "its script needs joined letters or another direction, which a form cannot set: use Latin letters"
    )
    assert told == [
        ("missing-glyph", "Level: no face has the character U+0007", "leave it out: it is no letter or sign"),
        ("missing-glyph",
         "Name: no face has the characters 'כ' (U+05DB), 'ל' (U+05DC), 'מ' (U+05DE) and 1 more", shaping),
        ("missing-glyph", "Notes: no face has the character 'क' (U+0915)", shaping),
        ("unknown-choice", "Mood: 'z' cannot be chosen", "choices: a, b"),
        ("unknown-widget", "the form has no widget 'nmae'", "did you mean 'name'?"),
    ]  # fmt: skip


def test_a_sheet_is_written_in_milliseconds(toy: Template) -> None:
    """The benchmark has the true figure; this floor holds on a slow and busy machine too."""
    toy.set(FILLED).write()
    start = time.process_time()
    for number in range(50):
        toy.set({**FILLED, "name": f"Igor {number}"}).write()
    assert time.process_time() - start < 0.5
