"""What holds for every web page: it stands alone, leads nowhere in vain, and can be read by everyone."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from fontTools.ttLib import TTFont

from generator.outputs.assets import addresses_in_css, refuse_foreign
from tests.laws.colours import contrast
from tests.laws.found import CONTENT, GAMES, HANDOUTS, PAGES, PAPERS
from tests.laws.styles import DARK, LIGHT, PAPER, Scheme, faces, scheme
from tests.laws.test_printed_pages import NEVER_PRINTED
from tests.laws.web import WebPage, read_page

every_page = pytest.mark.parametrize("name", PAGES)
every_scheme = pytest.mark.parametrize("kind", [LIGHT, DARK, PAPER])

GROUNDS = {
    LIGHT: ("--page", "--card"),
    DARK: ("--page", "--card"),
    PAPER: ("--page",),
}
BANDS = tuple(f"--band-{number}" for number in range(5))


def page_at(built: Path, name: str) -> WebPage:
    return read_page(built / name)


def target(here: str, address: str) -> str:
    """The file, relative to the output folder, that an address on a page leads to."""
    path = unquote(urlsplit(address).path)
    return normpath(PurePosixPath(here).parent / path) if path else here


@cache
def font(path: Path) -> TTFont:
    return TTFont(path)


@cache
def style(page: Path, kind: str) -> Scheme:
    return scheme(read_page(page).style, kind)


def test_every_document_of_every_game_has_a_page_and_the_first_page_leads_to_all(built: Path) -> None:
    assert HANDOUTS and set(GAMES) == {handout.game for handout in HANDOUTS}
    assert sorted(path.relative_to(built).as_posix() for path in built.rglob("*.html")) == sorted(PAGES)
    first = page_at(built, "site/index.html")
    leads = {target("site/index.html", address) for address in first.links}
    assert set(PAGES) - {"site/index.html"} <= leads
    assert {handout.pdf(paper) for handout in HANDOUTS for paper in PAPERS} <= leads


def test_the_first_page_shows_each_title_and_summary_and_each_credit(built: Path) -> None:
    shown = " ".join(page_at(built, "site/index.html").text.split())
    for handout in HANDOUTS:
        head = handout.head
        assert head["title"] in shown and " ".join(head["summary"].split()) in shown
    for game in GAMES:
        about = yaml.safe_load((CONTENT / game / "game.yaml").read_text(encoding="utf-8"))
        assert about["title"] in shown and about["credit"] in shown


def test_every_page_leads_to_its_own_pdfs_and_to_the_first_page(built: Path) -> None:
    for handout in HANDOUTS:
        leads = {target(handout.page, address) for address in page_at(built, handout.page).links}
        assert {handout.pdf(paper) for paper in PAPERS} | {"site/index.html"} <= leads


@every_page
def test_a_page_is_whole_html(built: Path, name: str) -> None:
    page = page_at(built, name)
    assert page.faults == []
    assert sorted(page.ids) == sorted(set(page.ids)), "two elements of one id"
    assert (built / name).read_bytes().startswith(b"<!DOCTYPE html>")


@every_page
def test_a_page_fetches_nothing_but_the_faces_beside_it(built: Path, name: str) -> None:
    page = page_at(built, name)
    assert [item for item in page.fetched if not item[2].startswith("data:image/")] == []
    fetched = [address for address in addresses_in_css(page.style) if not address.startswith("data:image/")]
    assert fetched and all(re.fullmatch(r"[./]*fonts/[a-z0-9-]+\.woff2", address) for address in fetched)
    assert all((built / target(name, address)).is_file() for address in fetched)
    assert refuse_foreign((built / name).read_text(encoding="utf-8"), name, fetched) == []


@every_page
def test_every_link_leads_to_a_file_of_the_build_and_a_part_that_is_there(built: Path, name: str) -> None:
    page = page_at(built, name)
    assert page.links
    for address in page.links:
        parts = urlsplit(address)
        if parts.scheme:
            assert parts.scheme in ("http", "https", "mailto"), address
            continue
        assert not address.startswith("/"), f"{address} works on a server only"
        led = target(name, address)
        assert (built / led).is_file(), address
        if parts.fragment:
            assert unquote(parts.fragment) in page_at(built, led).ids, address


@every_page
def test_a_page_says_its_language_its_title_and_that_it_fits_a_phone(built: Path, name: str) -> None:
    page = page_at(built, name)
    assert page.lang == "en" and page.metas["charset"].lower() == "utf-8"
    assert page.title.strip()
    assert page.metas["viewport"] == "width=device-width, initial-scale=1"
    assert page.metas["color-scheme"] == "light dark"


def test_no_two_pages_have_one_title(built: Path) -> None:
    titles = [page_at(built, name).title for name in PAGES]
    assert sorted(titles) == sorted(set(titles))


@every_page
def test_headings_begin_with_one_title_and_skip_no_level(built: Path, name: str) -> None:
    levels = [level for level, _, _ in page_at(built, name).headings]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False)), levels
    assert all(text.strip() for _, text, _ in page_at(built, name).headings)


@every_page
def test_every_table_has_a_caption_heading_cells_with_scope_and_rows_of_one_length(
    built: Path, name: str
) -> None:
    for table in page_at(built, name).tables:
        assert table.caption.strip()
        assert table.scopes and set(table.scopes) <= {"col", "row", "colgroup", "rowgroup"}
        assert len(table.widths) == 1, table


def test_tables_were_looked_at(built: Path) -> None:
    for game in GAMES:
        pages = [page_at(built, handout.page) for handout in HANDOUTS if handout.game == game]
        assert any(page.tables for page in pages), game


@every_page
def test_no_trace_of_the_machinery_is_shown(built: Path, name: str) -> None:
    text = page_at(built, name).text
    assert [match[0] for pattern in NEVER_PRINTED for match in re.finditer(pattern, text)] == []


# Faces


@every_page
def test_every_face_of_a_page_can_be_decoded(built: Path, name: str) -> None:
    named = list(faces(page_at(built, name).style))
    assert named
    for face in named:
        (address,) = addresses_in_css(face["src"])
        decoded = font(built / target(name, address))
        assert decoded.flavor == "woff2" and "glyf" in decoded
        assert len(decoded.getBestCmap()) > 200
        assert ("fvar" in decoded) is (" " in face["font-weight"]), face


def test_every_face_in_the_build_is_used_by_a_page(built: Path) -> None:
    used = {
        target(name, address)
        for name in PAGES
        for face in faces(page_at(built, name).style)
        for address in addresses_in_css(face["src"])
    }
    assert {path.relative_to(built).as_posix() for path in built.glob("site/fonts/*")} == used


@every_page
def test_the_faces_hold_every_character_that_the_page_shows(built: Path, name: str) -> None:
    page = page_at(built, name)
    held = _held(built, name)
    sheet = style(built / name, LIGHT)
    (text, *_), (display, *_) = families(sheet, "--text"), families(sheet, "--display")
    shown = set(page.text) - set("\n\t ")
    assert shown and held[text] and held[display]
    for cut in held[text]:
        assert {character for character in shown if ord(character) not in cut} == set()
    # A browser would set what the display face lacks in whatever face it likes.
    for _, heading, _ in page.headings:
        lacking = {c for c in set(heading) - set("\n\t ") for cut in held[display] if ord(c) not in cut}
        assert lacking == set(), f"{display} lacks what stands in {heading!r}"


def _held(built: Path, name: str) -> dict[str, list[Any]]:
    """The characters of each face of each family."""
    held: dict[str, list[Any]] = {}
    for face in faces(page_at(built, name).style):
        (address,) = addresses_in_css(face["src"])
        cut = font(built / target(name, address)).getBestCmap().keys()
        held.setdefault(face["font-family"].strip("\"'"), []).append(cut)
    return held


def families(wanted: Scheme, name: str) -> list[str]:
    return [family.strip().strip("\"'") for family in wanted.properties[name].split(",")]


# Colours


@every_scheme
@every_page
def test_every_colour_of_text_stands_out_from_what_is_under_it(built: Path, name: str, kind: str) -> None:
    sheet = style(built / name, kind)
    own_grounds = dict(sheet.values("background", "background-color"))
    inks = {("the page", sheet.resolved(f"var({ink})")) for ink in ("--ink", "--soft", "--second")}
    colours = sheet.values("color")
    selectors = {where for where, _ in colours}
    declared = {
        (where, text)
        for where, text in colours
        if text.startswith("#") and not any(other.endswith(f" {where}") for other in selectors)
    }
    assert len(declared) >= 2
    for where, text in inks | declared:
        own = own_grounds.get(_last_of(where, own_grounds), "")
        grounds = [own] if own.startswith("#") else [sheet.resolved(f"var({each})") for each in GROUNDS[kind]]
        for ground in grounds:
            ratio = contrast(sheet.colour(text), sheet.colour(ground))
            assert ratio >= 4.5, f"{where}: {text} on {ground}: {ratio:.2f}"


def _last_of(selector: str, known: dict[str, str]) -> str:
    """The selector itself, or the one that it makes more particular, as '.screen .box' does with '.box'."""
    return next((each for each in (selector, *known) if each in known and selector.endswith(each)), selector)


@every_scheme
@every_page
def test_figures_stand_out_from_every_band(built: Path, name: str, kind: str) -> None:
    sheet = style(built / name, kind)
    for band in BANDS:
        ratio = contrast(sheet.colour("var(--ink)"), sheet.colour(f"var({band})"))
        assert ratio >= 4.5, f"{band} {sheet.properties[band]}: {ratio:.2f}"


@every_scheme
@every_page
def test_bands_stand_out_from_each_other_by_lightness(built: Path, name: str, kind: str) -> None:
    sheet = style(built / name, kind)
    grounds = [sheet.colour(f"var({band})") for band in BANDS]
    steps = [contrast(one, other) for one, other in zip(grounds, grounds[1:], strict=False)]
    assert all(step >= 1.1 for step in steps), steps


@every_page
def test_the_schemes_differ_and_paper_is_white(built: Path, name: str) -> None:
    grounds = {kind: style(built / name, kind).resolved("var(--page)") for kind in (LIGHT, DARK, PAPER)}
    assert len(set(grounds.values())) == 3
    assert grounds[PAPER] in ("#ffffff", "#fff")


@every_page
def test_every_custom_property_that_is_used_is_declared_or_has_a_fallback(built: Path, name: str) -> None:
    page = page_at(built, name)
    css = re.sub(r"/\*.*?\*/", "", page.style, flags=re.DOTALL)
    used = set(re.findall(r"var\(\s*(--[\w-]+)\s*\)", css))
    html = (built / name).read_text(encoding="utf-8")
    declared = set(re.findall(r"(--[\w-]+)\s*:", html))
    assert used and used <= declared
