"""The phases of a build, in order: load, render, lay out, write."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeVar

from generator import __version__
from generator.content.characters import Character, read_character
from generator.content.packs import load_packs
from generator.content.shelf import Game, Shelf
from generator.filling import Filler, Style
from generator.outputs import pdf, site
from generator.outputs.artifact import Artifact, filled_path, pdf_path, schema_path
from generator.outputs.fonts import faces_for
from generator.outputs.odds_files import odds_files
from generator.outputs.writer import write
from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.render.environment import Environment
from generator.render.page import Rendered, print_html, render_document
from generator.rules import load_or_empty
from generator.sheets import Sheet
from generator.workspace import Workspace

S = TypeVar("S")
T = TypeVar("T")
Progress = Callable[[str, int, int], None]

MANIFEST = PurePosixPath("manifest.json")


@dataclass(frozen=True)
class Request:
    """What to build: no games and no documents named means all of them; a sheet is a document too."""

    games: tuple[str, ...] = ()
    papers: tuple[str, ...] = ("a4", "letter")
    only: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing is left out, so that the site's first page and the manifest can be made."""
        return not self.games and not self.only

    def wants(self, name: str) -> bool:
        """Whether the document or sheet of that name is to be made."""
        return not self.only or name in self.only


@dataclass(frozen=True)
class Outcome:
    """What was written, and the PDFs that could not be made on this machine."""

    artifacts: tuple[Artifact, ...]
    unmade: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class _Job:
    """A PDF to lay out: where it goes, and what makes it."""

    path: PurePosixPath
    make: Callable[[], Artifact]


@dataclass(frozen=True)
class _Sheet:
    """A sheet that is built, with the sample characters on it by the names of their files."""

    game: Game
    sheet: Sheet
    samples: Mapping[str, Character]

    @property
    def source(self) -> str:
        return self.game.source(self.sheet.name).path


def build(
    workspace: Workspace, request: Request, progress: Progress = lambda what, done, total: None
) -> Outcome:
    """Build what is asked for into ``workspace.output``; nothing is written unless all of it succeeded.

    ``progress`` hears of each PDF: its path, how many are done, how many there are. Raises
    HandbillError with every problem at once. Without Pango the web pages are built, and each PDF
    that was not made is named in ``unmade``.
    """
    packs = load_packs(workspace.content, request.games)
    games = _each(packs, lambda pack: Game.of(pack, load_or_empty(pack.id)))
    _refuse_unknown(games, request)
    environment = Environment(workspace.templates, workspace.shown)
    filler = Filler(workspace, Shelf(workspace.content, games), environment)
    rendered = _render(environment, games, request)
    sheets = _sheets(games, filler, request, workspace)
    jobs = _jobs(environment, filler, rendered, sheets, workspace, request)
    lacking = pdf.available(workspace.cache)
    artifacts = [] if lacking else _print(jobs, progress)
    artifacts += site.pages(environment, rendered, request.papers)
    artifacts += _sheet_pages(environment, filler, sheets, request)
    artifacts += site.fonts(packs, workspace.cache)
    artifacts += [_schema(each.sheet) for each in sheets]
    if not request.only:
        artifacts += [made for game in games for made in odds_files(game.pack.id, game.rules)]
    if request.whole:
        named = {each.sheet: _names(each.samples) for each in sheets}
        artifacts.append(site.index(environment, packs, rendered, named, request.papers))
        artifacts.append(_manifest(artifacts, rendered, sheets, filler))
    write(artifacts, workspace.output)
    return Outcome(tuple(artifacts), tuple(_unmade(lacking, job) for job in jobs) if lacking else ())


def _no_such(kind: str, name: str, known: Iterable[str]) -> Problem:
    names = sorted(known)
    listed = f"there are {', '.join(names)}" if names else f"there is no {kind} at all"
    hint = nearest(name, names) or listed
    return Problem(f"unknown-{kind}", f"there is no {kind} '{name}'", hint=hint)


def _each(items: Iterable[S], step: Callable[[S], T]) -> list[T]:
    """The step for every item; the problems of all of them in one HandbillError."""
    done: list[T] = []
    problems: list[Problem] = []
    statuses = [0]
    for item in items:
        try:
            done.append(step(item))
        except HandbillError as error:
            problems += error.problems
            statuses.append(error.exit_status)
    if problems:
        raise HandbillError(problems, max(statuses))
    return done


def _refuse_unknown(games: Sequence[Game], request: Request) -> None:
    names = {document.name for game in games for document in game.pack.documents}
    names |= {name for game in games for name in game.sheets}
    unknown = [name for name in request.only if name not in names]
    if unknown:
        raise HandbillError((_no_such("document", name, names) for name in unknown), USAGE)


def _render(environment: Environment, games: Sequence[Game], request: Request) -> list[Rendered]:
    chosen = [
        (game, document) for game in games for document in game.pack.documents if request.wants(document.name)
    ]
    return _each(chosen, lambda pair: render_document(environment, pair[0].pack, pair[1], pair[0].rules))


def _sheets(games: Sequence[Game], filler: Filler, request: Request, workspace: Workspace) -> list[_Sheet]:
    """The sheets that are wanted, rendered, with their sample characters read."""
    paths = [path for game in games for path in game.pack.characters]

    def sample(path: Path) -> tuple[str, Character]:
        return path.stem, read_character(path, filler.shelf.sheet, workspace.shown(path))

    samples = _each(paths, sample)
    chosen = [(game, sheet) for game in games for sheet in game.sheets.values() if request.wants(sheet.name)]

    def made(pair: tuple[Game, Sheet]) -> _Sheet:
        game, sheet = pair
        filler.rendered(sheet)
        return _Sheet(game, sheet, {name: each for name, each in samples if each.sheet is sheet})

    return _each(chosen, made)


def _jobs(
    environment: Environment,
    filler: Filler,
    rendered: Sequence[Rendered],
    sheets: Sequence[_Sheet],
    workspace: Workspace,
    request: Request,
) -> list[_Job]:
    """Every PDF, in the order in which they are made."""
    jobs = [_page_job(environment, page, paper, workspace) for page in rendered for paper in request.papers]
    for each in sheets:
        for paper in request.papers:
            jobs += [
                _sheet_job(filler, each, name, character, paper)
                for name, character in (("", None), *each.samples.items())
            ]
    return jobs


def _page_job(environment: Environment, page: Rendered, paper: str, workspace: Workspace) -> _Job:
    path = pdf_path(page.pack.id, page.document.name, paper)

    def make() -> Artifact:
        html = print_html(environment, page, paper)
        made = pdf.print_pdf(html, faces_for(site.families(page.pack)), page.name, cache=workspace.cache)
        return Artifact(path, made.data, made.pages, (page.document.path,))

    return _Job(path, make)


def _sheet_job(filler: Filler, each: _Sheet, name: str, character: Character | None, paper: str) -> _Job:
    """A sheet with a sample character in, or without one."""
    sheet, style = each.sheet, Style(paper)

    def make() -> Artifact:
        made = filler.fill(character, style) if character else filler.blank(sheet.id, style)
        sources = (each.source, character.path) if character else (each.source,)
        return Artifact(path, made.data, made.pages, sources)

    path = (
        filled_path(sheet.game, sheet.name, name, paper)
        if character
        else pdf_path(sheet.game, sheet.name, paper)
    )
    return _Job(path, make)


def _print(jobs: Sequence[_Job], progress: Progress) -> list[Artifact]:
    done = 0

    def printed(job: _Job) -> Artifact:
        nonlocal done
        progress(str(job.path), done, len(jobs))
        made = job.make()
        done += 1
        progress(str(job.path), done, len(jobs))
        return made

    return _each(jobs, printed)


def _sheet_pages(
    environment: Environment, filler: Filler, sheets: Sequence[_Sheet], request: Request
) -> list[Artifact]:
    """The web page of each sheet, blank and with each sample character."""
    return [
        site.sheet_page(environment, filler.copy(each.sheet, character), name, request.papers, each.source)
        for each in sheets
        for name, character in (("", None), *each.samples.items())
    ]


def _names(samples: Mapping[str, Character]) -> dict[str, str]:
    """What each sample is called, by the name of its file, which is added where two are called the same."""
    titles = [each.title for each in samples.values()]
    return {
        name: each.title if titles.count(each.title) == 1 else f"{each.title} ({name})"
        for name, each in samples.items()
    }


def _schema(sheet: Sheet) -> Artifact:
    text = json.dumps(sheet.schema(), indent=1, ensure_ascii=False) + "\n"
    return Artifact(schema_path(sheet.game, sheet.name), text.encode())


def _unmade(lacking: Problem, job: _Job) -> Problem:
    return Problem(lacking.code, f"not made, since {lacking.message}", str(job.path), hint=lacking.hint)


def _manifest(
    artifacts: Sequence[Artifact], rendered: Sequence[Rendered], sheets: Sequence[_Sheet], filler: Filler
) -> Artifact:
    """What stands in the output folder, with sums, and the rules that each document and sheet rests on."""
    files = [
        {
            "path": str(artifact.path),
            "bytes": len(artifact.data),
            "sha256": hashlib.sha256(artifact.data).hexdigest(),
            **({"pages": artifact.pages} if artifact.pages else {}),
        }
        for artifact in sorted(artifacts, key=lambda artifact: artifact.path)
    ]
    documents = {page.name: {"source": page.document.path, "rules": sorted(page.reads)} for page in rendered}
    for each in sheets:
        reads = filler.rendered(each.sheet).reads
        documents[each.sheet.id.replace("/", "-")] = {"source": each.source, "rules": sorted(reads)}
    content = {"schema_version": 1, "handbill": __version__, "files": files, "documents": documents}
    return Artifact(MANIFEST, (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())
