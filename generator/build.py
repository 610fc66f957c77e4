"""The phases of a build, in order: take sums, list what there is, make it, write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator.content.games import discover, games_of
from generator.content.house_rules import house_rules
from generator.making.inputs import Inputs, read_inputs
from generator.making.listing import Listing, in_order
from generator.making.units import Unit, faces_of, house_units, units_of
from generator.making.work import Work
from generator.outputs.artifact import PAPERS, Artifact
from generator.outputs.manifest import (
    HouseRecord,
    Manifest,
    environment,
    manifest,
    manifest_schema,
    read_manifest,
)
from generator.outputs.writer import Written, write
from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.rules.changes import Change
from generator.workspace import Workspace

Progress = Callable[[str, int, int], None]

_TRIES = 3
"""How often a build starts again because files changed while it read them."""


@dataclass(frozen=True)
class Request:
    """What to build: no games and no documents named means all of them; a sheet is a document too.

    ``jobs`` is how many processes print (all processors where it is None); with ``force`` nothing that was
    made before is used again. ``since`` is an earlier build, whose rules are compared with those of now in a
    box at the end of each reference.
    """

    games: tuple[str, ...] = ()
    papers: tuple[str, ...] = ("a4", "letter")
    only: tuple[str, ...] = ()
    jobs: int | None = None
    force: bool = False
    since: Path | None = None

    @property
    def whole(self) -> bool:
        """Whether nothing is left out, so that the site's first page and the manifest can be made."""
        return not self.games and not self.only


@dataclass(frozen=True)
class Made:
    """All that a build makes, in memory, and the manifest that lists it; see ``make``."""

    artifacts: tuple[Artifact, ...]
    manifest: Manifest
    unmade: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What was made, what of it was ``written`` and how, and the PDFs that cannot be made on this machine."""

    artifacts: tuple[Artifact, ...]
    written: Written
    unmade: tuple[Problem, ...] = ()


def build(
    workspace: Workspace,
    request: Request,
    progress: Progress = lambda what, done, total: None,
    tell: Callable[[str], None] = lambda text: None,
) -> Outcome:
    """Build what is asked for into ``workspace.output``; nothing is written unless all of it succeeded.

    ``tell`` hears of waiting for another build. See ``make`` for what is raised, and ``write``.
    """
    made = make(workspace, request, progress)
    whole = request.whole and not made.unmade and set(request.papers) == set(PAPERS)
    written = write(made.artifacts, workspace.output, made.manifest, whole=whole, tell=tell)
    return Outcome(made.artifacts, written, made.unmade)


def make(workspace: Workspace, request: Request, progress: Progress = lambda what, done, total: None) -> Made:
    """Make what is asked for in memory; nothing is written but the cache.

    ``progress`` hears of each PDF that is not found in the cache: its path, how many are done, how many
    there are. Raises HandbillError with every problem at once. Without Pango the web pages are made, and
    each PDF that was not made is named in ``unmade``.
    """
    inputs = read_inputs(workspace)
    for _ in range(_TRIES):
        made, work = _make(workspace, request, inputs, progress)
        # House rules are read even where nothing is made.
        before, inputs = inputs, read_inputs(workspace) if work.fresh or work.house.path else inputs
        if inputs == before:
            work.keep()
        if (inputs.files, inputs.stamps) == (before.files, before.stamps):
            return made
    hint = "try again when nothing writes to content/ or templates/"
    raise HandbillError(Problem("changing", "files changed while they were read", hint=hint))


def _make(workspace: Workspace, request: Request, inputs: Inputs, progress: Progress) -> tuple[Made, Work]:
    house = house_rules(workspace)
    every = discover(workspace.content)
    chosen = games_of(workspace.content, request.games)
    work = Work(
        workspace, house, inputs, every, request.papers, _earlier(request),
        jobs=request.jobs, force=request.force, progress=progress,
    )  # fmt: skip
    listings = in_order(work.listings(chosen))
    _refuse_unknown(listings, request)
    units = [unit for each in listings for unit in units_of(each, request.papers, request.only)]
    units += faces_of(listings)
    made = work.make(units)
    artifacts = [artifact for unit in units if unit in made for artifact in made[unit].artifacts]
    changes = {each.game: house.rules(each.game).changes() for each in listings} if house.path else {}
    for each in listings if not request.only else ():
        if told := changes.get(each.game):
            artifacts += _house_pages(work, each, told, artifacts, request.papers)
            units += house_units(each.game, request.papers)
    if request.whole:
        changed = tuple(game for game in changes if changes[game])
        key = (listings, request.papers, changed)
        artifacts += work.one("index", key, partial(_index, work, listings, request, changed))
        artifacts.append(manifest_schema())
    told = tuple(change for game in sorted(changes) for change in changes[game])
    listed = manifest(
        artifacts,
        environment=environment(family for each in listings for family in each.faces),
        inputs=inputs.of(chosen),
        rules={each.game: each.rules for each in listings},
        house_rules=HouseRecord(house.path, house.digest, told) if house.path else None,
    )
    return Made(tuple(artifacts), listed, _unmade(work.lacking, units, artifacts)), work


def _earlier(request: Request) -> Mapping[str, Mapping[str, str]]:
    """The printed rules of the earlier build whose news are asked for, by game."""
    if request.since is None:
        return {}
    found = read_manifest(request.since)
    if found is None:
        hint = "name the folder of a finished build"
        message = "there is no manifest of an earlier build in this folder"
        raise HandbillError(Problem("no-manifest", message, str(request.since), hint=hint), USAGE)
    return found.rules


def _refuse_unknown(listings: Sequence[Listing], request: Request) -> None:
    names = {item.name for each in listings for item in (*each.documents, *each.sheets)}
    unknown = [name for name in request.only if name not in names]
    if unknown:
        raise HandbillError((_no_such(name, sorted(names)) for name in unknown), USAGE)


def _no_such(name: str, names: Sequence[str]) -> Problem:
    listed = f"there are {', '.join(names)}" if names else "there is no document at all"
    hint = nearest(name, names) or listed
    return Problem("unknown-document", f"there is no document '{name}'", hint=hint)


def _house_pages(
    work: Work,
    listing: Listing,
    changes: Sequence[Change],
    artifacts: Sequence[Artifact],
    papers: Sequence[str],
) -> Sequence[Artifact]:
    """The pages that list all house rules of a game, with the documents that use each."""
    titles = {f"{listing.game}-{each.name}": each.title for each in (*listing.documents, *listing.sheets)}
    used_by = {
        change.id: tuple(
            title
            for name, title in titles.items()
            if any(name == each.document and change.id in each.rules for each in artifacts)
        )
        for change in changes
    }

    printed = () if work.lacking else house_units(listing.game, papers)
    key = (listing.game, listing.head, listing.faces, work.house.path, changes, used_by, papers, printed)
    return work.one("house", key, lambda: work.maker.house_pages(listing.game, changes, used_by, printed))


def _index(
    work: Work, listings: Sequence[Listing], request: Request, changed: Sequence[str]
) -> list[Artifact]:
    from generator.outputs import site  # nothing of it is needed where nothing changed

    games = [work.maker.game(each.game) for each in listings]
    named = {
        sheet: {sample.name: sample.label for sample in listed.samples_of(sheet.name)}
        for game, listed in zip(games, listings, strict=True)
        for sheet in game.sheets.values()
    }
    packs = [game.pack for game in games]
    return [site.index(work.maker.environment, packs, named, request.papers, changed)]


def _unmade(
    lacking: Problem | None, units: Sequence[Unit], artifacts: Sequence[Artifact]
) -> tuple[Problem, ...]:
    if lacking is None:
        return ()
    made = {artifact.path for artifact in artifacts}
    return tuple(
        Problem(lacking.code, f"not made, since {lacking.message}", str(unit.path), hint=lacking.hint)
        for unit in units
        if unit.prints and unit.path not in made
    )
