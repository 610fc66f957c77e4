"""The web pages, with their faces beside them."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import PurePosixPath

from markupsafe import Markup

from generator.content.house_rules import DOCUMENT
from generator.content.packs import Pack
from generator.outputs.artifact import PAPERS, Artifact, filled_path, pdf_path, site_path
from generator.outputs.assets import refuse_foreign
from generator.outputs.fonts import TEXT_FAMILY, Face, faces_for, font_face_css
from generator.outputs.webfonts import font_path
from generator.problems import HandbillError
from generator.render import house
from generator.render.environment import Environment
from generator.render.house import Listed
from generator.render.page import Rendered, screen_html
from generator.render.sheet import Copy, sheet_html
from generator.sheets import Sheet

INDEX = PurePosixPath("site/index.html")
PAPER_LABELS = {"a4": "PDF, A4", "letter": "PDF, Letter"}


def families(pack: Pack) -> tuple[str, ...]:
    """The faces that a game's pages are set in."""
    return (TEXT_FAMILY, pack.meta.theme.text, pack.meta.theme.display)


def pages(environment: Environment, rendered: Sequence[Rendered], papers: Sequence[str]) -> list[Artifact]:
    """A web page for each document. Raises HandbillError for an address that a page must not name."""
    return [_page(environment, page, papers) for page in rendered]


def _page(environment: Environment, page: Rendered, papers: Sequence[str]) -> Artifact:
    path = site_path(page.pack.id, page.document.name)
    faces = faces_for(families(page.pack))
    site = {
        "faces": _faces_css(faces, path),
        "papers": _links_to(
            {each: pdf_path(page.pack.id, page.document.name, each) for each in papers}, path
        ),
        "meanings": page.meanings,
    }
    html = screen_html(environment, page, site)
    source, rules = page.document.path, tuple(sorted(page.reads))
    made = Artifact(path, html.encode(), sources=(source,), document=page.name, rules=rules)
    return _checked(made, html, faces, source)


def sheet_page(
    environment: Environment, copy: Copy, character: str, papers: Sequence[str], source: str
) -> Artifact:
    """The web page of a sheet; with ``character``, the name of a sample's file, it is filled in."""
    pack, sheet = copy.rendered.pack, copy.rendered.sheet
    path = site_path(pack.id, f"{sheet.name}-{character}" if character else sheet.name)
    faces = faces_for(families(pack))
    printed = {paper: filled_path(pack.id, sheet.name, character, paper) for paper in papers if character}
    links = _links_to(printed or {paper: pdf_path(pack.id, sheet.name, paper) for paper in papers}, path)
    site = {"faces": _faces_css(faces, path), "papers": links}
    html = sheet_html(environment, [copy], medium="screen", paper="", site=site)
    name, rules = f"{pack.id}-{sheet.name}", tuple(sorted(copy.rendered.reads))
    made = Artifact(path, html.encode(), sources=(source,), document=name, rules=rules)
    return _checked(made, html, faces, source)


def house_page(environment: Environment, listed: Listed, papers: Sequence[str], source: str) -> Artifact:
    """The web page that lists all house rules of a game, which stand in the file ``source``."""
    pack = listed.pack
    path, faces = site_path(pack.id, DOCUMENT), faces_for(families(pack))
    links = _links_to({paper: pdf_path(pack.id, DOCUMENT, paper) for paper in papers}, path)
    site = {"faces": _faces_css(faces, path), "papers": links}
    html = house.house_page(environment, listed, medium="screen", site=site)
    rules = tuple(sorted({change.id for change in listed.changes}))
    made = Artifact(path, html.encode(), sources=(source,), document=listed.name, rules=rules)
    return _checked(made, html, faces, source)


def index(
    environment: Environment,
    packs: Sequence[Pack],
    sheets: Mapping[Sheet, Mapping[str, str]],
    papers: Sequence[str],
    changed: Collection[str] = (),
) -> Artifact:
    """The first page of the site, with a link to every handout.

    ``sheets`` are those of all games, each with its sample characters: their names by those of their files.
    ``changed`` are the games that house rules change: each has a page of them.
    """
    faces = faces_for(family for pack in packs for family in families(pack))
    games = [
        {
            "pack": pack,
            "pages": _links(pack, sheets, papers),
            "house": _relative(site_path(pack.id, DOCUMENT), INDEX) if pack.id in changed else "",
        }
        for pack in packs
    ]
    html = environment.call_template(
        "site/index.html", medium="screen", site={"faces": _faces_css(faces, INDEX), "games": games}
    )
    return _checked(Artifact(INDEX, html.encode()), html, faces, "templates/site/index.html")


def _checked(artifact: Artifact, html: str, faces: Sequence[Face], source: str) -> Artifact:
    allowed = {_relative(font_path(face), artifact.path) for face in faces}
    if problems := refuse_foreign(html, source, allowed):
        raise HandbillError(problems)
    return artifact


def _links(
    pack: Pack, sheets: Mapping[Sheet, Mapping[str, str]], papers: Sequence[str]
) -> list[Mapping[str, object]]:
    """Every handout of a game: references, sheets, odds."""
    found = {document.name: document for document in pack.documents}
    found_sheets = {sheet.name: sheet for sheet in sheets if sheet.game == pack.id}
    samples = {sheet.name: named for sheet, named in sheets.items() if sheet.game == pack.id}
    odds = {name: document for name, document in found.items() if document.path.count("/odds/")}
    ordered = {**{name: each for name, each in found.items() if name not in odds}, **found_sheets, **odds}
    return [
        {
            "document": each,
            "href": _relative(site_path(pack.id, name), INDEX),
            "papers": _links_to({paper: pdf_path(pack.id, name, paper) for paper in papers}, INDEX),
            "samples": [
                {"href": _relative(site_path(pack.id, f"{name}-{file}"), INDEX), "label": label}
                for file, label in samples.get(name, {}).items()
            ],
        }
        for name, each in ordered.items()
    ]


def _links_to(printed: Mapping[str, PurePosixPath], here: PurePosixPath) -> list[dict[str, str]]:
    """Links to a PDF on each paper, in the order of papers."""
    return [
        {"href": _relative(printed[paper], here), "label": PAPER_LABELS[paper]}
        for paper in PAPERS
        if paper in printed
    ]


def _faces_css(faces: Sequence[Face], here: PurePosixPath) -> Markup:
    return Markup(font_face_css(faces, lambda face: _relative(font_path(face), here)))


def _relative(target: PurePosixPath, here: PurePosixPath) -> str:
    return PurePosixPath(os.path.relpath(target, here.parent)).as_posix()
