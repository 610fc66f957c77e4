"""The phases of a build, in order: load, render, lay out, write."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeVar

from generator import __version__
from generator.content.packs import Pack, load_packs
from generator.outputs import pdf, site
from generator.outputs.artifact import Artifact, pdf_path
from generator.outputs.fonts import faces_for
from generator.outputs.odds_files import odds_files
from generator.outputs.writer import write
from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.render.environment import Environment
from generator.render.page import Rendered, print_html, render_document
from generator.rules import Rules, load_or_empty
from generator.workspace import Workspace

S = TypeVar("S")
T = TypeVar("T")
Progress = Callable[[str, int, int], None]

MANIFEST = PurePosixPath("manifest.json")


@dataclass(frozen=True)
class Request:
    """What to build: no games and no documents named means all of them."""

    games: tuple[str, ...] = ()
    papers: tuple[str, ...] = ("a4", "letter")
    only: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing is left out, so that the site's first page and the manifest can be made."""
        return not self.games and not self.only


@dataclass(frozen=True)
class Outcome:
    """What was written, and the PDFs that could not be made on this machine."""

    artifacts: tuple[Artifact, ...]
    unmade: tuple[Problem, ...] = ()


def build(
    workspace: Workspace, request: Request, progress: Progress = lambda what, done, total: None
) -> Outcome:
    """Build what is asked for into ``workspace.output``; nothing is written unless all of it succeeded.

    ``progress`` hears of each PDF: its path, how many are done, how many there are. Raises
    HandbillError with every problem at once. Without Pango the web pages are built, and each PDF
    that was not made is named in ``unmade``.
    """
    packs = load_packs(workspace.content, request.games)
    environment = Environment(workspace.templates, workspace.shown)
    rules = {pack.id: load_or_empty(pack.id) for pack in packs}
    rendered = _render(environment, packs, rules, request)
    lacking = pdf.available(workspace.cache)
    printed = [] if lacking else _print(environment, rendered, workspace, request, progress)
    artifacts = [*printed, *site.pages(environment, rendered, request.papers)]
    artifacts += site.fonts(packs, workspace.cache)
    if not request.only:
        artifacts += [made for pack in packs for made in odds_files(pack.id, rules[pack.id])]
    if request.whole:
        artifacts.append(site.index(environment, packs, rendered, request.papers))
        artifacts.append(_manifest(artifacts, rendered))
    write(artifacts, workspace.output)
    unmade = _unmade(lacking, rendered, request) if lacking else ()
    return Outcome(tuple(artifacts), unmade)


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


def _render(
    environment: Environment, packs: Sequence[Pack], rules: Mapping[str, Rules], request: Request
) -> list[Rendered]:
    names = {document.name for pack in packs for document in pack.documents}
    unknown = [name for name in request.only if name not in names]
    if unknown:
        raise HandbillError((_no_such("document", name, names) for name in unknown), USAGE)
    chosen = [
        (pack, document)
        for pack in packs
        for document in pack.documents
        if not request.only or document.name in request.only
    ]
    return _each(chosen, lambda pair: render_document(environment, pair[0], pair[1], rules[pair[0].id]))


def _print(
    environment: Environment,
    rendered: Sequence[Rendered],
    workspace: Workspace,
    request: Request,
    progress: Progress,
) -> list[Artifact]:
    jobs = [(page, paper) for page in rendered for paper in request.papers]
    done = 0

    def printed(job: tuple[Rendered, str]) -> Artifact:
        nonlocal done
        page, paper = job
        path = pdf_path(page.pack.id, page.document.name, paper)
        progress(str(path), done, len(jobs))
        html = print_html(environment, page, paper)
        made = pdf.print_pdf(html, faces_for(site.families(page.pack)), page.name, cache=workspace.cache)
        done += 1
        progress(str(path), done, len(jobs))
        return Artifact(path, made.data, made.pages, (page.document.path,))

    return _each(jobs, printed)


def _unmade(lacking: Problem, rendered: Sequence[Rendered], request: Request) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            lacking.code,
            f"not made, since {lacking.message}",
            str(pdf_path(page.pack.id, page.document.name, paper)),
            hint=lacking.hint,
        )
        for page in rendered
        for paper in request.papers
    )


def _manifest(artifacts: Sequence[Artifact], rendered: Sequence[Rendered]) -> Artifact:
    """What stands in the output folder, with sums, and the rules that each document rests on."""
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
    content = {"schema_version": 1, "handbill": __version__, "files": files, "documents": documents}
    return Artifact(MANIFEST, (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())
