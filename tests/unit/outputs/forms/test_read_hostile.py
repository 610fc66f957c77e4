"""PDFs made to do harm, or harmed: each ends in one clear sentence, in two seconds of CPU and 300 MiB."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from generator.outputs.forms.read import read_form
from generator.problems import HandbillError
from tests.unit.outputs.forms.raw_pdf import INFO, form, form_of, packed, pdf, stream, text

ROOT = Path(__file__).parents[4]
SHEET = form(text("name", "(Igor)"), text("fear", "(3)"), "<</FT/Btn/T(dead)/V/Yes>>")


def bomb(mebibytes: int, byte: bytes = b"\0") -> bytes:
    """A megabyte that opens to a gibibyte, if 1024 are wanted."""
    squeezer = zlib.compressobj(9)
    start = squeezer.compress(byte * 32_768) + squeezer.flush(zlib.Z_FULL_FLUSH)
    block = squeezer.compress(byte * (1 << 20)) + squeezer.flush(zlib.Z_FULL_FLUSH)
    return start + block * mebibytes + squeezer.flush()


def deep(opening: str, closing: str, levels: int = 200_000) -> str:
    return opening * levels + closing * levels


def encrypted(algorithm: str = "RC4-128", user: str = "secret") -> bytes:
    writer = PdfWriter(clone_from=PdfReader(BytesIO(SHEET)))
    writer.encrypt(user, "owner", algorithm=algorithm)
    written = BytesIO()
    writer.write(written)
    return written.getvalue()


def object_stream(count: int, content: bytes, more: str = "") -> bytes:
    """A form whose field stands in an object stream, in a file with a cross-reference stream."""
    head = b"10 0 "
    objects: dict[int, str | bytes] = {
        1: "<</Type/Catalog/AcroForm<</Fields[10 0 R]>>>>",
        3: INFO,
        5: packed(head + content, f"/Type/ObjStm/N {count}/First {len(head)}{more}"),
    }
    body, places = b"%PDF-1.7\n", {}
    for number, source in objects.items():
        places[number] = len(body)
        source = source.encode("latin-1") if isinstance(source, str) else source
        body += b"%d 0 obj\n%s\nendobj\n" % (number, source)
    rows = b"".join(b"\1%s\0" % place.to_bytes(4, "big") for place in places.values())
    table = stream(
        rows + b"\2" + (5).to_bytes(4, "big") + b"\0",
        "/Type/XRef/W[1 4 1]/Index[1 1 3 1 5 1 10 1]/Size 11/Root 1 0 R/Info 3 0 R",
    )
    return body + b"6 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (table, len(body))


def xref_bomb() -> bytes:
    """A cross-reference stream of ten million entries."""
    table = packed(b"\1\0\0\0\0\0" * 800_000, "/Type/XRef/W[1 4 1]/Size 10000000/Root 1 0 R")
    return b"%%PDF-1.7\n6 0 obj\n%s\nendobj\nstartxref\n9\n%%%%EOF\n" % table


def many_fields(number: int) -> bytes:
    fields = {10 + at: f"<</FT/Tx/T(f{at})/V(x)>>" for at in range(number)}
    return form_of("[" + " ".join(f"{key} 0 R" for key in fields) + "]", more=dict(fields))


def many_direct_fields(number: int) -> bytes:
    return form_of("[" + "".join(f"<</FT/Tx/T(f{at})>>" for at in range(number)) + "]")


def kids_in_a_tree() -> bytes:
    """Thirty levels, each of which lists the next twice."""
    levels = {10 + at: f"<</T(a)/Kids[{11 + at} 0 R {11 + at} 0 R]>>" for at in range(30)}
    return form_of("[10 0 R]", more={**levels, 40: text("end")})


def direct_kids_in_a_tree() -> bytes:
    kid = "<</T(a)/FT/Tx>>"
    for _ in range(16):
        kid = f"<</T(a)/Kids[{kid}{kid}]>>"
    return form_of(f"[{kid}]")


def many_object_streams() -> bytes:
    """Four hundred streams that open to five megabytes each, and a table that has to be searched for."""
    bomb = zlib.compress(b" " * 4_900_000, 9)
    bombs = {20 + at: stream(bomb, "/Filter/FlateDecode/Type/ObjStm/N 1/First 5") for at in range(400)}
    return form_of("[10 0 R]", more={10: text("it"), **bombs}).replace(b"startxref\n", b"startxref\n9")


def searched_for() -> bytes:
    """Thousands of references to objects that are not there, in a file of ten megabytes."""
    kids = " ".join(f"{1000 + at} 0 R" for at in range(20_000))
    return form_of(f"[{kids}]", more={9: stream(b"\0" * 10_000_000)})


MADE: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "not-a-pdf"),
    "html": (lambda: b"<!doctype html><title>404</title>" * 50, "not-a-pdf"),
    "head-only": (lambda: b"%PDF-1.7\n%%EOF", "pdf-broken"),
    "nothing-but-marks": (lambda: b"%PDF-1.7" + b"%%EOF" * 200_000, "pdf-broken"),
    "zeros-between": (lambda: b"%PDF-1.7" + b"\0" * 15_000_000 + b"%%EOF", "pdf-too-slow|pdf-broken"),
    "lines-between": (lambda: b"%PDF-1.7" + b"\n" * 15_000_000 + b"%%EOF", "pdf-too-slow|pdf-broken"),
    "zeros-after": (lambda: SHEET + b"\0" * 15_000_000, "3"),
    "encrypted": (encrypted, "pdf-encrypted"),
    "encrypted-for-the-owner": (lambda: encrypted(user=""), "pdf-encrypted"),
    "encrypted-strangely": (
        lambda: SHEET.replace(b"/Root", b"/Encrypt<</Filter/Standard/V 5/R 6/Length 256>>/Root"),
        "pdf-encrypted",
    ),
    "kids-in-a-circle": (lambda: form_of("[10 0 R]", more={10: "<</T(a)/Kids[10 0 R]>>"}), "foreign-pdf"),
    "kids-in-a-wide-circle": (
        lambda: form_of(
            "[10 0 R 13 0 R]",
            more={
                10: "<</T(a)/Kids[11 0 R]>>",
                11: "<</T(b)/Kids[12 0 R]>>",
                12: "<</T(c)/Kids[10 0 R]>>",
                13: text("it"),
            },
        ),
        "1",
    ),
    "parent-in-a-circle": (
        lambda: form_of("[10 0 R]", more={10: "<</T(a)/FT/Tx/Parent 11 0 R>>", 11: "<</Parent 10 0 R>>"}),
        "1",
    ),
    "reference-to-itself": (lambda: form_of("[10 0 R]", more={10: "10 0 R"}), "pdf-broken"),
    "references-in-a-circle": (lambda: form_of("10 0 R", more={10: "11 0 R", 11: "10 0 R"}), "pdf-broken"),
    "value-refers-to-itself": (lambda: form_of("[10 0 R]", more={10: text("a", "10 0 R")}), "1"),
    "kids-in-a-tree": (kids_in_a_tree, "1"),
    "direct-kids-in-a-tree": (direct_kids_in_a_tree, "pdf-too-slow|pdf-broken"),
    "a-field-that-is-missing": (lambda: form_of("[10 0 R 11 0 R]", more={10: text("a")}), "pdf-broken"),
    "a-field-that-is-a-number": (lambda: form_of("[10 0 R 7]", more={10: text("a")}), "pdf-broken"),
    "fields-are-text": (lambda: form_of("(text)"), "foreign-pdf"),
    "fields-are-a-dictionary": (lambda: form_of("<</T(a)>>"), "foreign-pdf"),
    "kids-are-text": (lambda: form("<</T(a)/FT/Tx/Kids(x)>>"), "1"),
    "name-is-a-number": (lambda: form("<</T 7/FT/Tx>>"), "1"),
    "name-is-a-dictionary": (lambda: form("<</T<<>>/FT/Tx>>"), "foreign-pdf"),
    "kind-is-a-number": (lambda: form("<</T(a)/FT 7>>", text("b")), "1"),
    "flags-are-huge": (lambda: form("<</T(a)/FT/Btn/Ff 99999999999999999999/V/x>>", text("b")), "1"),
    "flags-are-text": (lambda: form("<</T(a)/FT/Btn/Ff(x)/V/x>>"), "1"),
    "options-are-a-number": (lambda: form("<</T(a)/FT/Btn/Ff 32768/V/1/Opt 7>>"), "1"),
    "catalog-is-text": (lambda: pdf({1: "(x)", 3: INFO}), "pdf-broken"),
    "no-catalog": (lambda: pdf({3: INFO}), "pdf-broken"),
    "a-name-of-a-megabyte": (lambda: form(text("n" * 1_000_000)), "pdf-broken"),
    "a-name-that-grows": (
        lambda: form_of("[10 0 R]", more={10 + at: f"<</T(aaaa)/Kids[{11 + at} 0 R]>>" for at in range(500)}),
        "pdf-broken",
    ),
    "a-value-of-a-megabyte": (lambda: form(text("a", "(" + "x" * 1_000_000 + ")")), "1"),
    "a-number-of-a-megabyte": (lambda: form(text("a", "9" * 1_000_000)), "pdf-broken"),
    "lists-in-lists": (lambda: form(text("a", deep("[", "]"))), "pdf-broken"),
    "dictionaries-in-dictionaries": (lambda: form(text("a", deep("<</A", ">>"))), "pdf-broken|1"),
    "lists-that-never-close": (lambda: form(text("a", "[" * 1_000_000)), "pdf-broken"),
    "brackets-in-a-string": (lambda: form(text("a", deep("(", ")"))), "1"),
    "a-long-list": (lambda: form(text("a", "[" + "0 " * 5_000_000 + "]")), "pdf-broken"),
    "fields-200000": (lambda: many_fields(200_000), "pdf-too-slow|pdf-broken"),
    "fields-30000": (lambda: many_fields(30_000), "pdf-broken"),
    "fields-direct-30000": (lambda: many_direct_fields(30_000), "pdf-broken"),
    "a-value-that-bursts": (
        lambda: form(text("a", "9 0 R"), more={9: stream(bomb(1024), "/Filter/FlateDecode")}),
        "pdf-broken",
    ),
    "a-value-that-bursts-twice": (
        lambda: form(
            text("a", "9 0 R"),
            more={9: stream(zlib.compress(bomb(1024), 9), "/Filter[/FlateDecode/FlateDecode]")},
        ),
        "pdf-broken",
    ),
    "a-filter-that-is-unknown": (
        lambda: form(text("a", "9 0 R"), more={9: stream(b"x", "/Filter/None")}),
        "pdf-broken",
    ),
    "a-length-that-lies": (
        lambda: form(text("a", "9 0 R"), more={9: "<</Length 99999999>>stream\nx\nendstream"}),
        "pdf-broken",
    ),
    "objects-in-a-stream": (lambda: object_stream(1, text("a")), "1"),
    "more-objects-than-there-are": (lambda: object_stream(999_999_999, text("a")), "pdf-broken"),
    "an-object-stream-that-bursts": (lambda: object_stream(1, b" " * 100_000_000), "pdf-broken"),
    "an-object-stream-in-itself": (
        lambda: object_stream(1, text("a")).replace(b"\2\0\0\0\5\0", b"\2\0\0\0\12\0"),
        "pdf-broken",
    ),
    "a-table-that-bursts": (xref_bomb, "pdf-broken"),
    "a-table-of-rubbish": (lambda: SHEET.replace(b"00000 n", b"rubbish"), "3"),
    "a-table-elsewhere": (lambda: SHEET.replace(b"startxref\n", b"startxref\n9"), "3"),
    "a-table-before-itself": (lambda: SHEET.replace(b"/Root", b"/Prev 0/Root"), "3"),
    "tables-in-a-circle": (
        lambda: SHEET.replace(b"/Root", b"/Prev %d/Root" % SHEET.rfind(b"xref\n0")),
        "3",
    ),
    "many-object-streams": (many_object_streams, "pdf-too-slow|pdf-broken"),
    "objects-searched-for": (searched_for, "pdf-broken"),
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """How the reading of each file ended, by its name."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, (make, _) in MADE.items():
        (folder / name).write_bytes(make())
    with open(folder / "zeros", "wb") as sparse:
        sparse.truncate(100_000_000)
    before = sorted(path.name for path in folder.iterdir())
    done = subprocess.run(
        [sys.executable, "-m", "tests.laws.reading_child", *(folder / name for name in before)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "nothing may reach the terminal but our own words"
    assert sorted(path.name for path in folder.iterdir()) == before, "something was written"
    return {Path(path).name: found for path, found in json.loads(done.stdout).items()}


@pytest.mark.parametrize("name", MADE)
def test_a_hostile_file_ends_in_a_sentence_or_in_what_can_be_read(
    name: str, outcomes: dict[str, dict[str, object]]
) -> None:
    found = outcomes[name]
    assert str(found.get("code", found.get("values"))) in MADE[name][1].split("|"), found
    if "message" in found:
        assert str(found["message"]).startswith(name) and len(str(found["message"])) < 200


def test_no_hostile_file_takes_two_seconds(outcomes: dict[str, dict[str, object]]) -> None:
    assert len(outcomes) > 50
    assert {name: found["cpu"] for name, found in outcomes.items() if float(str(found["cpu"])) >= 2} == {}


def test_a_file_that_is_too_large_is_not_read(outcomes: dict[str, dict[str, object]]) -> None:
    found = outcomes["zeros"]
    assert found["message"] == "zeros has 100,000,000 bytes, and a filled sheet may have 20,000,000"
    assert float(str(found["cpu"])) < 0.2


@pytest.mark.parametrize("twentieth", range(20))
def test_a_file_that_is_cut_is_told(twentieth: int) -> None:
    with pytest.raises(HandbillError) as caught:
        read_form(SHEET[: len(SHEET) * twentieth // 20], "igor.pdf")
    assert caught.value.problems[0].code in ("not-a-pdf", "pdf-cut")
