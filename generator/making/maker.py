"""Makes single pieces of a build; what several of them need is loaded and rendered once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, TypeVar

from generator.content.characters import Character, read_character
from generator.content.house_rules import HouseRules
from generator.content.packs import load_pack
from generator.content.shelf import Game, Shelf
from generator.filling import Filled, Filler, Style
from generator.making.listed import listing
from generator.making.store import Made, Store, published
from generator.making.units import Unit
from generator.outputs import pdf, site
from generator.outputs.artifact import STANDARD_EDITION, Artifact, schema_path, site_path
from generator.outputs.fonts import faces_for
from generator.outputs.forms import store as forms
from generator.outputs.measures import RUN_OVER, STANDARD
from generator.outputs.odds_files import question_files
from generator.outputs.pdf import Printed
from generator.outputs.placing import with_places
from generator.outputs.webfonts import web_fonts
from generator.problems import Gathered, HandbillError
from generator.render.environment import Environment
from generator.render.house import Listed, News, blamed, house_page
from generator.render.page import Rendered, print_html, render_document
from generator.render.sheet import RenderedSheet, render_sheet, sheet_html
from generator.rules import Rules
from generator.rules.changes import Change
from generator.rules.registry import note, recording
from generator.workspace import Workspace

T = TypeVar("T")


class Maker:
    """All that pieces are made with, for one state of the files."""

    def __init__(
        self,
        workspace: Workspace,
        house: HouseRules,
        papers: Sequence[str],
        news: Mapping[str, Sequence[News]] = MappingProxyType({}),
        *,
        force: bool = False,
    ) -> None:
        """``news`` are those of each game. With ``force`` nothing that was printed before is used again."""
        self._workspace, self._house, self._papers = workspace, house, tuple(papers)
        self._news, self._force = news, force
        self._prints = Store(None if force else workspace.cache)
        self.environment = Environment(workspace.templates, workspace.shown)
        self._games: dict[str, Game] = {}
        self._documents: dict[tuple[str, str], Rendered] = {}
        self._samples: dict[str, Mapping[str, Character]] = {}
        self._filler: Filler | None = None

    def game(self, game: str) -> Game:
        """The game, loaded once; HandbillError with all problems of its files."""
        if game not in self._games:
            pack = load_pack(self._workspace.content, game)
            self._games[game] = self._blaming(game, partial(Game.of, pack))
            self._filler = None
        return self._games[game]

    def _by(self, game: str, rules: Rules) -> Game:
        """The game by these rules, which need not be those of now."""
        known = self.game(game)
        return known if rules is known.rules else Game.of(known.pack, rules)

    def samples(self, game: str) -> Mapping[str, Character]:
        """The sample characters of a game by the names of their files; HandbillError with all problems."""
        if game not in self._samples:
            paths = self.game(game).pack.characters
            self._samples[game] = self._blaming(
                game, lambda rules: _read_all(paths, self._by(game, rules), self._workspace)
            )
        return self._samples[game]

    @property
    def filler(self) -> Filler:
        """Fills the sheets of all games that are loaded."""
        if self._filler is None:
            shelf = Shelf(self._workspace.content, self._games.values(), self._house)
            self._filler = Filler(self._workspace, shelf, self.environment, anew=self._force)
        return self._filler

    def make(self, unit: Unit) -> Made:
        """The piece; HandbillError with all its problems."""
        if unit.game:
            self.game(unit.game)
        with recording() as reads:
            artifacts = getattr(self, f"_{unit.kind}")(unit)
        return Made(tuple(artifacts), frozenset(reads))

    def _blaming(self, game: str, render: Callable[[Rules], T]) -> T:
        """What is rendered by the rules of now; what fails under house rules alone names the one to blame."""
        rules = self._house.rules(game)
        try:
            return render(rules)
        except Exception as error:
            told = blamed(error, rules, render, self._house.path)
            if told is error:
                raise
            raise told from error

    def _listing(self, unit: Unit) -> list[Artifact]:
        game = self.game(unit.game)
        note(tuple(game.rules))  # their values stand in it
        made = listing(game, self.samples(unit.game))
        return [Artifact(PurePosixPath("listing.json"), made.data())]

    def _rendered(self, unit: Unit) -> Rendered:
        key = (unit.game, unit.name)
        if key not in self._documents:
            pack, news = self.game(unit.game).pack, self._news.get(unit.game, ())
            document = next(each for each in pack.documents if each.name == unit.name)
            self._documents[key] = self._blaming(
                unit.game, lambda rules: render_document(self.environment, pack, document, rules, news)
            )
        note(self._documents[key].reads)
        return self._documents[key]

    def _document(self, unit: Unit) -> list[Artifact]:
        page = self._rendered(unit)
        html = print_html(self.environment, page, unit.paper)
        with self._telling(unit, (page.document.path,), page.changed, lambda: html):
            made = self.printed(html, site.families(page.pack), page.name, run_over=page.may_run_over)
        rules = tuple(sorted(page.reads))
        return [_artifact(unit, made, sources=(page.document.path,), rules=rules)]

    def printed(self, html: str, families: Sequence[str], name: str, *, run_over: bool) -> Printed:
        """A page as PDF; one that was printed before from the same HTML is not laid out again."""
        faces, measures = faces_for(families), RUN_OVER if run_over else STANDARD
        key = forms.key_of("print", html, faces, name, measures)
        if found := self._prints.find(key, published):
            (kept,) = found.artifacts
            return Printed(kept.data, kept.pages or 0, kept.smallest_pt)
        made = pdf.print_pdf(html, faces, name, measures, cache=self._workspace.cache)
        artifact = Artifact(PurePosixPath("print.pdf"), made.data, made.pages, smallest_pt=made.smallest_pt)
        self._prints.keep(key, Made((artifact,), frozenset()), published)
        return made

    @contextmanager
    def _telling(
        self, unit: Unit, sources: tuple[str, ...], changed: Sequence[Change], html: Callable[[], str]
    ) -> Iterator[None]:
        """What cannot be laid out names the house rules that are on the page, for one of them may be why; a
        link within the page that leads nowhere is told where a source writes it."""
        try:
            yield
        except HandbillError as error:

            def page() -> Artifact:
                return Artifact(site_path(unit.game, unit.name), html().encode(), sources=sources)

            placed = with_places(error.problems, page, self._workspace.content.parent)
            told = tuple(f"house rule on it: {change.told}" for change in changed)
            problems = (problem._replace(details=(*problem.details, *told)) for problem in placed)
            raise HandbillError(problems, error.exit_status) from error

    def _page(self, unit: Unit) -> list[Artifact]:
        return site.pages(self.environment, [self._rendered(unit)], self._papers)

    def _rendered_sheet(self, unit: Unit) -> RenderedSheet:
        now = self.game(unit.game)

        def render(rules: Rules) -> RenderedSheet:
            game = self._by(unit.game, rules)
            if game is now:
                return self.filler.rendered(game.sheets[unit.name])
            return render_sheet(self.environment, game.pack, game.sheets[unit.name], rules)

        made = self._blaming(unit.game, render)
        note(made.reads)
        return made

    def _sheet(self, unit: Unit) -> list[Artifact]:
        """A sheet with a sample character in, or without one."""
        rendered, style = self._rendered_sheet(unit), Style(unit.paper)

        def blank() -> str:
            return sheet_html(self.environment, [self.filler.copy(rendered.sheet, None)])

        with self._telling(unit, unit.files[1:], rendered.changed, blank):
            if unit.sample:
                made = self.filler.fill(self.samples(unit.game)[unit.sample], style)
            else:
                made = self.filler.blank(rendered.sheet.id, style)
        rules = tuple(sorted(rendered.reads))
        return [_artifact(unit, made, sources=unit.files[1:], rules=rules, fields=made.fields)]

    def _copy(self, unit: Unit) -> list[Artifact]:
        """The web page of a sheet, blank or with a sample character."""
        rendered = self._rendered_sheet(unit)
        character = self.samples(unit.game)[unit.sample] if unit.sample else None
        copy = self.filler.copy(rendered.sheet, character)
        return [site.sheet_page(self.environment, copy, unit.sample, self._papers, unit.files[1])]

    def _schema(self, unit: Unit) -> list[Artifact]:
        rendered = self._rendered_sheet(unit)
        text = json.dumps(rendered.sheet.schema(), indent=1, ensure_ascii=False) + "\n"
        path, rules = schema_path(unit.game, unit.name), tuple(sorted(rendered.reads))
        return [Artifact(path, text.encode(), sources=unit.files[1:], document=rendered.name, rules=rules)]

    def _face(self, unit: Unit) -> list[Artifact]:
        return web_fonts([unit.name], None if self._force else self._workspace.cache)

    def _odds(self, unit: Unit) -> list[Artifact]:
        with recording() as reads:
            made = self._blaming(
                unit.game, lambda rules: question_files(unit.game, rules.question(unit.name))
            )
        return [replace(each, rules=tuple(sorted(reads))) for each in made]

    def house_pages(
        self,
        game: str,
        changes: Sequence[Change],
        used_by: Mapping[str, Sequence[str]],
        printed: Sequence[Unit],
    ) -> list[Artifact]:
        """The pages that list all house rules of a game; ``used_by`` has the documents' titles by rule,
        ``printed`` are the PDFs among them."""
        listed = Listed(self.game(game).pack, changes, used_by)
        rules = tuple(sorted({change.id for change in changes}))
        made = []
        for unit in printed:
            html = house_page(self.environment, listed, medium="print", paper=unit.paper)
            page = self.printed(html, site.families(listed.pack), listed.name, run_over=True)
            made.append(_artifact(unit, page, sources=(self._house.path,), rules=rules))
        return [*made, site.house_page(self.environment, listed, self._papers, self._house.path)]


def _artifact(unit: Unit, made: Printed | Filled, **about: Any) -> Artifact:
    """A printed piece."""
    name = f"{unit.game}-{unit.name}"
    return Artifact(
        unit.path, made.data, made.pages, document=name, paper=unit.paper, edition=STANDARD_EDITION,
        smallest_pt=made.smallest_pt, **about,
    )  # fmt: skip


def _read_all(paths: Sequence[Path], game: Game, workspace: Workspace) -> dict[str, Character]:
    """Characters by the names of their files; HandbillError with the problems of all."""
    shelf, found = Shelf(workspace.content, [game]), Gathered()
    made: dict[str, Character] = {}
    for path in paths:
        try:
            made[path.stem] = read_character(path, shelf.sheet, workspace.shown(path))
        except HandbillError as error:
            found.fail(error)
    if found.problems:
        raise HandbillError(found.problems, found.status)
    return made
