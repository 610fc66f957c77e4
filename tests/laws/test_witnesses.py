"""The witnesses of the laws see what is wrong: a law whose witness is blind would always hold."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from generator.outputs.fonts import faces_for, use_bundled_fonts
from generator.outputs.pdf.libraries import weasyprint
from tests.laws.colours import contrast, of_hex
from tests.laws.ink import Text, texts_on
from tests.laws.styles import DARK, LIGHT, PAPER, scheme
from tests.laws.web import WebPage, read_page


def printed(body: str, tmp_path: Path) -> list[Text]:
    use_bundled_fonts(faces_for(["Alegreya Sans"]), tmp_path)
    html = f"<html lang=en><title>x</title><body style='font: 10pt Alegreya Sans'>{body}"
    (sheet,) = PdfReader(BytesIO(weasyprint().HTML(string=html).write_pdf())).pages
    return [
        Text(round(text.size, 1), _rounded(text.colour), _rounded(text.ground)) for text in texts_on(sheet)
    ]


def _rounded(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    red, green, blue = (round(part, 1) for part in colour)
    return red, green, blue


def test_size_colour_and_ground_of_printed_text_are_seen(tmp_path: Path) -> None:
    small, plain, white = printed(
        "<p style='font-size: 6pt; color: #808080'>small</p><p>plain</p>"
        "<p style='background: #1a1a1a; color: white; border-radius: 3pt; border: 1pt solid red'>white</p>",
        tmp_path,
    )
    assert small == Text(6.0, (0.5, 0.5, 0.5), (1.0, 1.0, 1.0))
    assert plain == Text(10.0, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
    assert white == Text(10.0, (1.0, 1.0, 1.0), (0.1, 0.1, 0.1))


def test_text_that_is_scaled_has_the_size_that_it_has_on_paper(tmp_path: Path) -> None:
    (text,) = printed("<p style='transform: scale(0.5)'>half</p>", tmp_path)
    assert text.size == 5.0


def test_text_that_can_be_seen_through_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="seen through"):
        printed("<p style='color: rgb(0 0 0 / 0.4)'>pale</p>", tmp_path)


def page(body: str, tmp_path: Path) -> WebPage:
    path = tmp_path / "page.html"
    path.write_text(f"<!DOCTYPE html><html lang='en'><body>{body}</body></html>", encoding="utf-8")
    return read_page(path)


def test_whole_html_has_no_faults(tmp_path: Path) -> None:
    assert page("<p>one<br><b>two</b></p>", tmp_path).faults == []


@pytest.mark.parametrize("body", ["<p><b>two</p></b>", "<div>", "</p>", "<p id='a' id='b'></p>"])
def test_tags_that_do_not_match_are_seen(body: str, tmp_path: Path) -> None:
    assert page(body, tmp_path).faults != []


def test_headings_links_and_what_is_fetched_are_seen(tmp_path: Path) -> None:
    found = page(
        "<h1>One</h1><section data-block='a'><h3>T<b>wo</b></h3></section>"
        "<a href='x.html#y'>x</a><img src='y.png'><link href='z.css'>",
        tmp_path,
    )
    assert found.headings == [(1, "One", None), (3, "Two", "a")]
    assert found.links == ["x.html#y"]
    assert found.fetched == [("img", "src", "y.png"), ("link", "href", "z.css")]


def test_a_table_s_missing_scope_and_uneven_rows_are_seen(tmp_path: Path) -> None:
    (even, uneven) = page(
        "<table><caption>C</caption><tr><th scope=col rowspan=2>a</th>"
        "<th scope=colgroup colspan=2>b</th></tr>"
        "<tr><td>c</td><td>d</td></tr></table><table><tr><th>a</th><td>b</td></tr><tr><td>c</td></tr></table>",
        tmp_path,
    ).tables
    assert (even.caption, even.scopes, even.widths) == ("C", ["col", "colgroup"], {3})
    assert (uneven.caption, uneven.scopes, uneven.widths) == ("", [None], {1, 2})


CSS = """
:root { --ink: #111; --page: #fff; --mark: var(--ink, red) }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --page: #000 } }
@media print { :root { --page: #fff } .no { display: none } }
p { color: var(--mark); background: var(--none, #abc) }
"""


@pytest.mark.parametrize(
    "kind, ink, ground", [(LIGHT, "#111", "#fff"), (DARK, "#eee", "#000"), (PAPER, "#111", "#fff")]
)
def test_custom_properties_are_read_in_each_scheme(kind: str, ink: str, ground: str) -> None:
    sheet = scheme(CSS, kind)
    assert sheet.resolved("var(--page)") == ground
    assert sheet.values("color") == {("p", ink)}
    assert sheet.values("background") == {("p", "#abc")}
    assert sheet.colour("var(--mark)") == of_hex(ink)
    assert sheet.values("display") == ({(".no", "none")} if kind == PAPER else set())


def test_contrast_is_that_of_the_published_examples() -> None:
    assert contrast(of_hex("#777777"), of_hex("#ffffff")) == pytest.approx(4.48, abs=0.01)
    assert contrast(of_hex("#767676"), of_hex("#ffffff")) == pytest.approx(4.54, abs=0.01)
