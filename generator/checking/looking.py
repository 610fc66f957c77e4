"""The steps of a check: house rules, characters, all sources, links, outputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from generator.build import Request, make
from generator.checking.comparing import compare_folder
from generator.checking.extent import extent
from generator.checking.folder import Folder
from generator.checking.mending import Mending
from generator.checking.report import Findings, Report
from generator.content.games import discover
from generator.content.house_rules import house_rules
from generator.content.shelf import Shelf
from generator.content.sources import characters, files
from generator.outputs.links import broken_links
from generator.outputs.placing import placed
from generator.problems import HandbillError
from generator.workspace import Workspace

Progress = Callable[[str, int, int], None]


def check(
    workspace: Workspace,
    words: Sequence[str] = (),
    *,
    given: Sequence[str] = (),
    jobs: int | None = None,
    strict: bool = False,
    progress: Progress = lambda what, done, total: None,
) -> Report:
    """Look at everything, and at the characters in the files and folders named, and tell all that is wrong.

    ``given`` are options that the commands which mend must be given too. With ``strict`` a note is a
    finding. Raises HandbillError (exit 2) for a word that names no file.
    """
    paths = files(words)
    found = Findings(strict)
    with found.going_on():
        house_rules(workspace).check()
    right = not found.problems
    # What else is wrong is told at once: under the published rules, where those of the house are wrong.
    looked_at = workspace if right else replace(workspace, house_rules=None)
    _characters(looked_at, paths, found)
    folder, games = Folder.at(workspace.output), _games(workspace)
    holds = extent(folder.manifest, games)
    mending = Mending(games, holds.papers, holds.words, given)
    looked = 0
    with found.going_on():
        made = make(looked_at, Request(papers=holds.papers, jobs=jobs), progress)
        unmade = [PurePosixPath(problem.path) for problem in made.unmade if problem.path]
        broken = broken_links(made.artifacts, unmade)
        found.add(placed(broken, workspace.content.parent, folder.shown))
        if right:
            looked = compare_folder(folder, made, holds, mending, found)
    return found.report(looked, mending.all)


def _characters(workspace: Workspace, paths: Sequence[Path], found: Findings) -> None:
    shelf = Shelf(workspace.content, house=house_rules(workspace))
    for loaded in characters(paths, shelf.sheet):
        if loaded.error:
            found.add(loaded.error.problems, loaded.error.exit_status)


def _games(workspace: Workspace) -> tuple[str, ...]:
    """All games that there are; none where ``make`` will tell why not."""
    try:
        return discover(workspace.content)
    except HandbillError:
        return ()
