"""What holds for every page that is printed, whatever stands on it: measured on the finished PDFs."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import page
import pypdfium2
import pytest
import yaml
from PIL import Image, ImageChops, ImageStat
from pypdf import PdfReader
from pypdf.generic import Destination, IndirectObject

from tests.laws.colours import contrast
from tests.laws.conftest import Attempt
from tests.laws.found import BLANK, CONTENT, FILLED, HANDOUTS, PAPERS, PDFS, Handout
from tests.laws.ink import texts_on
from tests.laws.web import read_page

FAMILIES = {"Alegreya Sans", "EB Garamond", "Fredoka", "Marcellus", "Cinzel", "Atkinson Hyperlegible"}
MM = 72 / 25.4
LIVE = 6.35 * MM
SMALLEST_TYPE = 7.5
MOST_INK = 8.0
NEVER_PRINTED = (
    r"\bNone\b(?! of)",
    r"\bnan\b",
    r"\bundefined\b",
    r"\bUndefined\b",
    r"\{\{",
    r"\{%",
    r"\}\}",
    r"%\}",
    r"</?[a-z]+>",
    r"&[a-z]+;",
    r"Markup\(",
    r"Fraction\(",
    r"<(bound|function)",
    r" object at 0x",
)

every_pdf = pytest.mark.parametrize("name", PDFS)
every_handout = pytest.mark.parametrize("handout", HANDOUTS, ids=lambda handout: handout.name)


def run(*command: str | Path) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, f"{command} ended with {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


@cache
def reader(path: Path) -> PdfReader:
    return PdfReader(path)


def meta(name: str) -> dict[str, Any]:
    """The game.yaml of the game that a PDF belongs to."""
    game = name.partition("/")[2].partition("-")[0]
    found = yaml.safe_load((CONTENT / game / "game.yaml").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def plain(text: str) -> str:
    return " ".join(text.split())


def squeezed(text: str) -> str:
    """Without blanks, and in one case: a heading set in capitals is the same heading."""
    return "".join(text.split()).casefold()


def test_everything_is_built_without_a_word(attempt: Attempt) -> None:
    assert attempt.fault == ""


def test_every_document_of_every_game_is_printed_on_every_paper(built: Path) -> None:
    assert PDFS
    found = [path.relative_to(built).as_posix() for path in built.rglob("*.pdf")]
    assert sorted(found) == sorted(PDFS)


@pytest.mark.needs("qpdf")
@every_pdf
def test_a_pdf_is_sound(built: Path, name: str) -> None:
    told = run("qpdf", "--check", built / name)  # a warning is exit 3, and a failure here
    assert "No syntax or stream encoding errors" in told


@every_pdf
def test_a_pdf_is_made_for_everyone_by_the_rules_of_pdf_ua(built: Path, name: str) -> None:
    report = page.validate_pdf(str(built / name), profile="ua1")
    assert report.failures == []
    metadata = reader(built / name).xmp_metadata
    assert metadata is not None and "pdfuaid" in metadata.stream.get_data().decode()


@pytest.mark.needs("pdffonts")
@every_pdf
def test_a_pdf_is_set_in_the_faces_of_its_game_and_carries_them(built: Path, name: str) -> None:
    rows = [line.split() for line in run("pdffonts", built / name).splitlines()[2:]]
    theme = meta(name)["theme"]
    families = {"Alegreya Sans", theme["display"], theme["text"]}
    assert families <= FAMILIES
    prefixes = tuple(family.replace(" ", "-") for family in families)
    assert rows, "a page without type"
    form = [row for row in rows if row[0] == "SheetForm"]
    assert len(form) == (1 if name in (*BLANK, *FILLED) else 0)
    # The face that is typed in is whole, and what it is named by stands for its characters.
    assert all(row[-5] == "yes" for row in form)
    for row in (row for row in rows if row not in form):
        assert row[0].partition("+")[2].startswith(prefixes), row
        assert row[-5:-2] == ["yes", "yes", "yes"], f"not embedded, cut down and searchable: {row}"


@every_pdf
def test_a_pdf_says_what_it_is_and_in_which_language(built: Path, name: str) -> None:
    document = reader(built / name)
    title = document.metadata.title if document.metadata else None
    assert title and meta(name)["title"] in title and len(title) > len(meta(name)["title"])
    root = document.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"].value is True


@pytest.mark.parametrize("paper", PAPERS)
@every_handout
def test_every_block_has_a_bookmark(built: Path, handout: Handout, paper: str) -> None:
    document = reader(built / handout.pdf(paper))
    wanted = [
        title for level, title, block in read_page(built / handout.page).headings if level == 2 and block
    ]
    marks: list[Destination] = []
    pending = list(document.outline)
    while pending:
        mark = pending.pop(0)
        if isinstance(mark, list):
            pending = mark + pending
        else:
            marks.append(mark)
    assert wanted, "no block was looked at"
    assert {squeezed(title) for title in wanted} <= {squeezed(str(mark.title)) for mark in marks}
    pages = [document.get_destination_page_number(mark) for mark in marks]
    assert None not in pages and pages == sorted(pages), "bookmarks stand in the order of the pages"  # type: ignore[type-var]


@every_pdf
def test_every_link_leads_somewhere(built: Path, name: str) -> None:
    document = reader(built / name)
    targets = set(document.named_destinations)
    for sheet in document.pages:
        for annotation in (entry.get_object() for entry in sheet.get("/Annots", [])):
            if name in (*BLANK, *FILLED) and annotation["/Subtype"] == "/Widget":
                continue
            assert annotation["/Subtype"] == "/Link"
            if action := annotation.get("/A"):
                assert re.match(r"https?://|mailto:", action["/URI"]), action
            elif isinstance(annotation["/Dest"], list):
                assert isinstance(annotation["/Dest"][0], IndirectObject)
            else:
                assert annotation["/Dest"] in targets


@every_handout
def test_a_document_has_as_many_pages_on_every_paper(built: Path, handout: Handout) -> None:
    pages = {paper: len(reader(built / handout.pdf(paper)).pages) for paper in PAPERS}
    assert len(set(pages.values())) == 1, pages


@pytest.mark.parametrize("paper", PAPERS)
@every_handout
def test_every_page_has_the_size_of_its_paper(built: Path, handout: Handout, paper: str) -> None:
    for sheet in reader(built / handout.pdf(paper)).pages:
        size = (float(sheet.mediabox.width) / MM, float(sheet.mediabox.height) / MM)
        assert size == pytest.approx(PAPERS[paper], abs=0.05)
        assert sheet.cropbox == sheet.mediabox and sheet.get("/Rotate", 0) == 0


@pytest.mark.needs("gs")
@every_pdf
def test_nothing_stands_where_printers_cannot_print(built: Path, name: str) -> None:
    sheets = reader(built / name).pages
    told = run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=bbox", built / name)
    boxes = [
        [float(number) for number in line.split()[1:]]
        for line in told.splitlines()
        if line.startswith("%%HiResBoundingBox")
    ]
    assert len(boxes) == len(sheets)
    for number, (box, sheet) in enumerate(zip(boxes, sheets, strict=True), 1):
        left, bottom, right, top = box
        width, height = float(sheet.mediabox.width), float(sheet.mediabox.height)
        free = {"left": left, "bottom": bottom, "right": width - right, "top": height - top}
        assert right > left, f"page {number} is empty"
        assert all(room >= LIVE for room in free.values()), (number, free)


@every_pdf
def test_no_letter_is_smaller_than_the_smallest_type(built: Path, name: str) -> None:
    for number, sheet in enumerate(reader(built / name).pages, 1):
        sizes: Counter[float] = Counter()
        for text in texts_on(sheet):
            sizes[round(text.size, 2)] += 1
        assert sizes, f"page {number} has no text"
        assert min(sizes) >= SMALLEST_TYPE - 0.01, (number, sizes)


@every_pdf
def test_all_text_stands_out_from_what_is_under_it(built: Path, name: str) -> None:
    for number, sheet in enumerate(reader(built / name).pages, 1):
        seen = {(text.colour, text.ground) for text in texts_on(sheet)}
        assert seen
        for colour, ground in seen:
            assert contrast(colour, ground) >= 4.5, (number, colour, ground)


@pytest.mark.needs("pdftotext")
@every_pdf
def test_no_trace_of_the_machinery_is_printed(built: Path, name: str) -> None:
    text = run("pdftotext", built / name, "-")
    assert len(text) > 200
    found = [match[0] for pattern in NEVER_PRINTED for match in re.finditer(pattern, text)]
    assert found == []


@pytest.mark.needs("pdftotext")
@every_pdf
def test_every_page_says_its_game_its_rules_its_number_and_to_whom_credit_is_due(
    built: Path, name: str
) -> None:
    about, pages = meta(name), len(reader(built / name).pages)
    for number in range(1, pages + 1):
        text = plain(run("pdftotext", "-layout", "-f", str(number), "-l", str(number), built / name, "-"))
        assert f"page {number} of {pages}" in text
        assert squeezed(about["title"]) in squeezed(text)
        assert squeezed(about["rules"]) in squeezed(text)
        assert squeezed(about["credit"]) in squeezed(text)


@pytest.fixture(scope="module")
def drawn(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The pages of a PDF in grey at 100 dpi, as poppler draws them."""
    folder = tmp_path_factory.mktemp("drawn")

    @cache
    def draw(name: str) -> list[Image.Image]:
        stem = folder / Path(name).stem
        run("pdftoppm", "-gray", "-r", "100", built / name, stem)
        return _pictures(folder.glob(f"{stem.name}-*.pgm"))

    return draw


def _pictures(paths: Any) -> list[Image.Image]:
    made = []
    for path in sorted(paths, key=lambda path: int(path.stem.rpartition("-")[2])):
        with Image.open(path) as picture:
            made.append(picture.convert("L"))
    return made


def darkness(picture: Image.Image) -> float:
    """Mean darkness in percent."""
    return 100 - ImageStat.Stat(picture).mean[0] / 2.55


@pytest.mark.needs("pdftoppm")
@every_pdf
def test_a_page_takes_little_ink(built: Path, drawn: Any, name: str) -> None:
    inks = [darkness(picture) for picture in drawn(name)]
    assert len(inks) == len(reader(built / name).pages)
    assert all(0.5 < ink <= MOST_INK for ink in inks), inks


@pytest.mark.needs("pdftoppm", "mutool")
@every_pdf
def test_every_viewer_shows_the_same_page(built: Path, drawn: Any, name: str, tmp_path: Path) -> None:
    wanted = [_coarse(picture) for picture in drawn(name)]
    run("mutool", "draw", "-q", "-r", "100", "-c", "gray", "-o", tmp_path / "page-%d.pgm", built / name)
    others = {"MuPDF": _pictures(tmp_path.glob("page-*.pgm")), "PDFium": _by_pdfium(built / name)}
    for viewer, pictures in others.items():
        assert len(pictures) == len(wanted)
        for number, (ours, theirs) in enumerate(zip(wanted, pictures, strict=True), 1):
            (_, most) = ImageChops.difference(ours, _coarse(theirs)).getextrema()
            assert most <= 20, f"page {number} looks different in {viewer}"


def _coarse(picture: Image.Image) -> Image.Image:
    """The page as 16 by 24 fields: viewers draw edges differently, but no field is empty in one of them."""
    return picture.resize((16, 24), Image.Resampling.BOX)


def _by_pdfium(path: Path) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(path)
    document.init_forms()  # without it, no widget is drawn
    try:
        return [sheet.render(scale=100 / 72, grayscale=True).to_pil().convert("L") for sheet in document]
    finally:
        document.close()
