"""A PDF is tagged, clean, made of bundled faces and declared assets only, and the same every time."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import page
import pytest
from pypdf import PdfReader

from generator.outputs.pdf import Printed, available, probe, system_command
from generator.problems import HandbillError, Problem

ROOT = Path(__file__).parents[3]
Print = Callable[..., Printed]
Measure = Callable[..., list[Problem]]

PICTURE = "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%229%22 height=%229%22/%3E"
BODY = """<h1>Heading</h1><section data-block="a"><h2 id="a">Topic</h2>
<p>Roll <b>3 dice</b>, <i>never</i> more: − × ½ ≥ ≤. See <a href="https://example.org/rules">the rules</a>
or <a href="#a">above</a>.</p>
<table><caption>Costs</caption><thead><tr><th scope="col">What</th><th scope="col">Cost</th></tr></thead>
<tbody><tr><th scope="row">Tea</th><td>2</td></tr></tbody></table></section>"""
STYLE = """h1, h2 { font-family: 'EB Garamond'; font-weight: 800 } h2 { font-style: italic }
h1 { background:
     url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/%3E") }
"""


@pytest.fixture
def printed(print_page: Print, tmp_path: Path) -> Path:
    path = tmp_path / "page.pdf"
    path.write_bytes(print_page(BODY, STYLE).data)
    return path


def test_a_pdf_is_tagged_for_everyone_by_the_rules_of_pdf_ua(printed: Path) -> None:
    report = page.validate_pdf(str(printed), profile="ua1")
    assert report.failures == []
    catalog = PdfReader(printed).trailer["/Root"]
    assert catalog["/Lang"] == "en" and catalog["/MarkInfo"]["/Marked"]
    assert PdfReader(printed).metadata == {
        "/Title": "A page",
        "/Producer": PdfReader(printed).metadata["/Producer"],
    }
    assert [entry.title for entry in PdfReader(printed).outline if not isinstance(entry, list)] == ["Heading"]


def test_figures_in_a_drawing_are_lining_as_in_text(print_page: Print, tmp_path: Path) -> None:
    font = "font-family: 'Alegreya Sans'; font-variant-numeric: lining-nums"
    drawn = '<svg viewBox="0 0 90 20"><text y="9" font-family="Alegreya Sans">3407</text></svg>'
    glyphs = []
    for body in (f'<p style="{font}">3407</p>', drawn):
        path = tmp_path / "page.pdf"
        path.write_bytes(print_page(body, "").data)
        content = PdfReader(path).pages[0].get_contents()
        assert content is not None
        glyphs.append("".join(re.findall(r"<([0-9a-f]+)>", content.get_data().decode("latin-1"))))
    assert glyphs[0] == glyphs[1] and len(glyphs[0]) == 16


@pytest.mark.needs("qpdf")
def test_a_pdf_is_clean_for_qpdf(printed: Path) -> None:
    done = subprocess.run(["qpdf", "--check", str(printed)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No syntax or stream encoding errors" in done.stdout


@pytest.mark.needs("pdffonts")
def test_a_pdf_holds_bundled_faces_only(printed: Path) -> None:
    done = subprocess.run(["pdffonts", str(printed)], capture_output=True, text=True, check=True)
    names = {line.split()[0].split("+")[1] for line in done.stdout.splitlines()[2:]}
    assert names >= {"Alegreya-Sans", "Alegreya-Sans-Bold", "EB-Garamond-Ultra-Bold"}
    assert all(name.startswith(("Alegreya-Sans", "EB-Garamond")) for name in names)


def test_the_number_of_pages_is_told(print_page: Print) -> None:
    assert print_page("one").pages == 1
    assert print_page("one<div style='break-before: page'>two</div>").pages == 2


PRINT = """
import sys
from pathlib import Path
from generator.outputs.fonts import faces_for
from generator.outputs.pdf import print_pdf
cache = Path(sys.argv[2]) if sys.argv[2] else None
html = Path(sys.argv[1]).read_text(encoding="utf-8")
printed = print_pdf(html, faces_for(["Alegreya Sans", "EB Garamond"]), "page.pdf", cache=cache)
sys.stdout.buffer.write(printed.data)
"""


def run(
    code: str, *arguments: str, cwd: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run Python in a process of its own, with this environment and nothing more."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", **environment},
        capture_output=True,
    )


@pytest.fixture
def html(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    style = "@page { size: A4; margin: 10mm } body { margin: 0; font: 9.25pt/12pt 'Alegreya Sans' }" + STYLE
    head = f"<meta charset=utf-8><title>A page</title><style>{style}</style>"
    path.write_text(f"<!doctype html><html lang=en><head>{head}</head><body>{BODY}", encoding="utf-8")
    return path


def test_a_pdf_is_the_same_bytes_wherever_and_whenever_it_is_printed(html: Path, tmp_path: Path) -> None:
    places = [
        {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "HOME": str(tmp_path), "cache": str(tmp_path / "one")},
        {"PYTHONHASHSEED": "2", "TZ": "America/Lima", "SOURCE_DATE_EPOCH": "1700000000", "cache": ""},
        {"PYTHONHASHSEED": "3", "LC_ALL": "C", "cache": "/proc/nowhere"},
    ]
    seen = set()
    for number, environment in enumerate(places):
        folder = tmp_path / f"folder {number}"
        folder.mkdir()
        cache = environment.pop("cache")
        done = run(PRINT, str(html), cache, cwd=folder, **environment)
        assert (done.returncode, done.stderr) == (0, b"")
        seen.add(hashlib.sha256(done.stdout).hexdigest())
        assert list(folder.iterdir()) == []
        time.sleep(1)  # fontTools would write the time into variable faces, to the second.
    assert len(seen) == 1


def test_no_font_of_the_system_is_needed(html: Path, tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text("<fontconfig></fontconfig>")
    done = run(PRINT, str(html), "", FONTCONFIG_FILE=str(tmp_path / "fonts.conf"))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"%PDF")


# Assets


def codes(problems: list[Problem]) -> set[str]:
    return {problem.code for problem in problems}


@pytest.mark.parametrize(
    "body, style, address",
    [
        ("<img src='{}' alt='x'>", "", "file:///etc/hostname"),
        ("<img src='{}' alt='x'>", "", "http://127.0.0.1:9/x.png"),
        ("<img src='{}' alt='x'>", "", "asset:other.svg"),
        ("<style>@import url('{}');</style>", "", "file:///etc/hostname"),
        ("", "body {{ background: url('{}') }}", "file:///etc/hostname"),
        ("", "@font-face {{ font-family: X; src: url('{}') }}", "file:///etc/hostname"),
        ("", "@color-profile --x {{ src: url('{}') }}", "file:///etc/hostname"),
        ("<link rel=attachment href='{}'>", "", "file:///etc/hostname"),
        ("<link rel=stylesheet href='{}'>", "", "file:///etc/hostname"),
        ("<object data='{}'>x</object>", "", "file:///etc/hostname"),
        (
            "<svg width=9 height=9><title>t</title><image width=9 height=9 href='{}'/></svg>",
            "",
            "file:///x.png",
        ),
    ],
)
def test_what_is_no_declared_asset_is_never_fetched(
    measure: Measure, body: str, style: str, address: str
) -> None:
    found = measure("words" + body.format(address), style.format(address) if style else "")
    assert ("asset-refused", f"{address!r} is refused") in {(p.code, p.message) for p in found}
    assert codes(found) == {"asset-refused"}


@pytest.mark.parametrize(
    "body",
    ["<img src='x.png' alt='x'>", "<p style='background: url(x.png)'>", "<link rel=attachment href=x.png>"],
)
def test_a_relative_address_is_refused(measure: Measure, body: str) -> None:
    (problem,) = measure(body)
    assert problem.code == "asset-refused" and "x.png" in problem.message


def test_a_declared_asset_is_fetched(print_page: Print) -> None:
    picture = (
        b"<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><rect width='40' height='40'/></svg>"
    )
    with_it = print_page("<img src='asset:box.svg' alt='a box'>", assets={"box.svg": picture})
    assert len(with_it.data) > len(print_page("").data)


# What WeasyPrint says


def test_a_warning_of_weasyprint_is_a_problem(measure: Measure) -> None:
    (problem,) = measure("words", "p { colour: red }")
    assert (problem.code, problem.path) == ("weasyprint", "pdf/page.pdf")
    assert "colour" in problem.message


def test_a_picture_without_words_for_it_is_a_problem(measure: Measure) -> None:
    (problem,) = measure(f"<img src='{PICTURE}'>")
    assert problem.code == "weasyprint" and "alt" in problem.message


def test_a_character_that_no_face_has_is_named_with_its_place(measure: Measure) -> None:
    (problem,) = measure("<p>fine</p><p data-block='b'>a \u4e16 and \u4e16</p>")
    assert (problem.code, problem.message) == (
        "missing-glyph",
        "page 1, block 'b': no bundled face has the character '\u4e16' (U+4E16)",
    )


def test_a_character_that_a_display_face_lacks_comes_from_the_text_face(print_page: Print) -> None:
    assert print_page("<h1 style='font-family: Marcellus'>a → b</h1>").pages == 1


def test_a_page_nested_without_end_is_a_problem(measure: Measure) -> None:
    (problem,) = measure("<div>" * 900)
    assert problem.code == "too-deep"


# Libraries


def test_the_libraries_of_this_machine_are_told() -> None:
    assert available() is None
    libraries = probe()
    assert libraries.weasyprint.split(".")[0] == "70"
    assert re.fullmatch(r"1\.\d+\.\d+", libraries.pango)
    assert libraries.harfbuzz_subset is True


@pytest.mark.parametrize(
    "system, manager, command",
    [
        ("Linux", "apt-get", "apt-get install --yes --no-install-recommends libpango-1.0-0 "),
        ("Linux", "dnf", "dnf install --assumeyes pango"),
        ("Linux", None, "install Pango 1.44 or newer"),
        ("Darwin", None, "brew install pango"),
        ("Windows", None, "winget install MSYS2.MSYS2; "),
    ],
)
@pytest.mark.parametrize("user", [0, 1000])
def test_every_system_has_one_command(
    monkeypatch: pytest.MonkeyPatch, system: str, manager: str | None, command: str, user: int
) -> None:
    monkeypatch.setattr("platform.system", lambda: system)
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}" if name == manager else None)
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    told = system_command()
    assert told.removeprefix("sudo ").startswith(command)
    assert told.startswith("sudo ") == (user != 0 and manager is not None)
    assert "\n" not in told


WITHOUT = """
from generator.outputs.fonts import faces_for
from generator.outputs.pdf import available, print_pdf, probe, system_command
from generator.problems import HandbillError
problem = available()
print(problem.code, problem.message, problem.hint == system_command(), sep="|")
for attempt in (lambda: print_pdf("x", faces_for(["Alegreya Sans"]), "x.pdf"), probe):
    try:
        attempt()
    except HandbillError as error:
        print(error.exit_status, error.problems == (problem,))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the loader of Linux")
@pytest.mark.parametrize("library", ["libpango-1.0", "libpangoft2-1.0", "libgobject-2.0"])
def test_without_pango_the_one_command_is_told_and_nothing_else(tmp_path: Path, library: str) -> None:
    # The loader stops at a broken library that it finds first: importing WeasyPrint truly fails.
    (tmp_path / f"{library}.so.0").write_bytes(b"")
    done = run(WITHOUT, LD_LIBRARY_PATH=str(tmp_path), PATH=os.environ["PATH"])
    assert (done.returncode, done.stderr) == (0, b"")
    first, *rest = done.stdout.decode().splitlines()
    assert first == f"pango-missing|PDFs cannot be printed here: cannot load library '{library}-0'|True"
    assert rest == ["3 True", "3 True"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the loader of Linux")
def test_without_the_subset_library_pdfs_are_still_printed(tmp_path: Path, html: Path) -> None:
    (tmp_path / "libharfbuzz-subset.so.0").write_bytes(b"")
    done = run(PRINT, str(html), "", LD_LIBRARY_PATH=str(tmp_path), PATH=os.environ["PATH"])
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"%PDF")
    asked = "from generator.outputs.pdf import probe; print(probe().harfbuzz_subset)"
    assert run(asked, LD_LIBRARY_PATH=str(tmp_path), PATH=os.environ["PATH"]).stdout == b"False\n"


def test_asking_for_the_libraries_needs_no_font_of_the_system() -> None:
    asked = "from generator.outputs.pdf import available; print(available())"
    done = run(asked, FONTCONFIG_FILE="/nowhere/fonts.conf")
    assert (done.stdout, done.stderr) == (b"None\n", b"")


def test_weasyprint_is_imported_when_it_is_first_needed() -> None:
    asked = (
        "import sys, generator.outputs.pdf, generator.outputs.webfonts; print('weasyprint' in sys.modules)"
    )
    assert run(asked).stdout == b"False\n"


def test_a_fault_of_the_page_is_the_users_and_leaves_nothing_printed(print_page: Print) -> None:
    with pytest.raises(HandbillError) as refused:
        print_page("<p style='font-size: 5pt'>small</p>")
    assert refused.value.exit_status == 1


def test_the_smallest_type_that_is_drawn_on_a_page_is_told(print_page: Print) -> None:
    assert print_page("<p>Text</p>").smallest_pt == 9.2  # 9.25 pt
    fine = "<p>Text</p><p class='fine' style='font-size: 7.68pt'>small</p>"
    assert print_page(fine).smallest_pt == 7.7
    hidden = fine + "<p class='fine' style='font-size: 7.5pt; visibility: hidden'>hidden</p>"
    assert print_page(hidden).smallest_pt == 7.7
    assert print_page("<p style='border-top: 1pt solid'></p>").smallest_pt is None
