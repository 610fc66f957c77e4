"""What the two words of a comparison mean: a build folder, a file of house rules, or a git revision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TypeGuard

from generator.build import Request, make
from generator.content.house_rules import house_rules
from generator.diffing.builds import Build, handout_of, is_build, read_build
from generator.diffing.revisions import build_revision, commit_of, root_of
from generator.outputs.artifact import PAPERS
from generator.problems import USAGE, HandbillError, Problem
from generator.rules import games
from generator.workspace import PUBLISHED, Workspace

_INDEX = PurePosixPath("site", "index.html")

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Side:
    """One word, and what it was found to be; ``commit`` is that of a revision."""

    word: str
    kind: str
    commit: str = ""


def side_of(workspace: Workspace, word: str) -> Side:
    """What a word means, found out by looking; HandbillError (2) where it is none of the three."""
    path = Path(word)
    if word == PUBLISHED:
        return Side(word, "rules")
    if path.is_dir():
        if is_build(path):
            return Side(word, "build")
        hint = "name the folder that 'handbill build' wrote to, the one with manifest.json"
        raise _usage(f"{word} is a folder, but no build", hint)
    if path.is_file():
        return Side(word, "rules")
    root = root_of(workspace.content.parent)
    commit = commit_of(root, word) if root else None
    if commit:
        return Side(word, "revision", commit)
    found = "no folder and no file" + (" and no git revision" if root else "")
    hint = "name two build folders, two files of house rules ('none' for the published rules)"
    if root:
        raise _usage(f"there is {found} '{word}'", f"{hint}, or two git revisions")
    why = "handbill runs from no git checkout, so it has no revisions"
    raise _usage(f"there is {found} '{word}'", f"{hint}; {why}")


def pair(workspace: Workspace, old: str, new: str | None, progress: Progress) -> tuple[Build, Build]:
    """The builds that the words mean; without ``new``, the second is what a build gives now."""
    first = side_of(workspace, old)
    second = side_of(workspace, new) if new is not None else None
    if first.kind == "rules" and (second is None or second.kind == "rules"):
        return _by_rules(workspace, first, second, progress)
    found = {side: read_build(Path(side.word), side.word) for side in (first, second) if _is_folder(side)}
    model = next(iter(found.values()), None)
    request = _like(model) if model else Request()

    def build(side: Side | None) -> Build:
        if _is_folder(side):
            return found[side]
        made = _built(workspace, side, request, progress)
        return _within(model, made) if model else made

    return build(first), build(second)


def _built(workspace: Workspace, side: Side | None, request: Request, progress: Progress) -> Build:
    """What a build gives now, under the house rules of a file, or at a revision."""
    if side is None:
        return _make(workspace, "now", request, progress)
    if side.kind == "rules":
        return _make(*_under(workspace, side), request, progress)
    root = root_of(workspace.content.parent)
    assert root is not None, "a revision was found, so there is a checkout"
    progress(f"build of {side.word}", 0, 1)
    return build_revision(root, side.word, side.commit, _words(request))


def _is_folder(side: Side | None) -> TypeGuard[Side]:
    return side is not None and side.kind == "build"


def _by_rules(
    workspace: Workspace, first: Side, second: Side | None, progress: Progress
) -> tuple[Build, Build]:
    """What a build gives under both, of the games whose rules are not the same under both."""
    before, name = _under(workspace, first)
    after, other = _under(workspace, second) if second else (workspace, "now")
    tables = house_rules(before), house_rules(after)
    differing = [
        game for game in games() if tables[0].rules(game).changes() != tables[1].rules(game).changes()
    ]
    if not differing:
        return Build(name, {}), Build(other, {})
    request = Request(games=tuple(differing))
    return _make(before, name, request, progress), _make(after, other, request, progress)


def _under(workspace: Workspace, side: Side) -> tuple[Workspace, str]:
    """The workspace with these house rules, and what to call them."""
    if side.word == PUBLISHED:
        return replace(workspace, house_rules=None), "the published rules"
    return replace(workspace, house_rules=Path(side.word)), side.word


def _make(workspace: Workspace, name: str, request: Request, progress: Progress) -> Build:
    made = make(workspace, request, progress)
    notes = (f"without Pango no PDF was made for {name}",) if made.unmade else ()
    return Build.of(name, made.artifacts, made.manifest, notes)


def _like(build: Build) -> Request:
    """A request for what the folder holds: its games and papers, where it does not hold all."""
    papers = tuple(paper for paper in PAPERS if any(path.stem.endswith(f"-{paper}") for path in build.files))
    whole = _INDEX in build.files
    games = sorted({path.parts[1] for path in build.files if _of_game(path.parts)})
    return Request(games=() if whole else tuple(games), papers=papers or tuple(PAPERS))


def _within(model: Build, made: Build) -> Build:
    """What was made, without the documents that were left out when the folder was built."""
    if any(path.parts[0] == "odds" for path in model.files):
        return made  # whole games: what is new in them is told
    names = {handout_of(path)[0] for path in model.files}
    files = {path: data for path, data in made.files.items() if handout_of(path)[0] in names}
    return replace(made, files=files)


def _of_game(parts: tuple[str, ...]) -> bool:
    return len(parts) == 3 and parts[0] in ("site", "odds") and parts[1] != "fonts"


def _words(request: Request) -> list[str]:
    """The request as words that every revision's ``build`` understands."""
    paper = request.papers[0] if len(request.papers) == 1 else "all"
    return [*request.games, "--paper", paper]


def _usage(message: str, hint: str) -> HandbillError:
    return HandbillError(Problem("diff", message, hint=hint), USAGE)
