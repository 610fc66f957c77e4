"""One output file: its name under the output folder, and its bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import PurePosixPath

from generator.problems import HandbillError, Problem, nearest

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres, upright."""

STANDARD_EDITION = "standard"

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Artifact:
    """A file to write: ``path`` is relative to the output folder, ``pages`` is None for what has none.

    ``sources`` names the files that it was made from, as messages show them; ``document`` is the handout
    that it shows (``maid-reference``), ``paper`` and ``edition`` are those of a handout's PDF, all three
    empty where there is none. ``rules`` are the ids of the rules that it rests on, sorted; ``fields`` is
    the number of form fields of a form; ``smallest_pt`` the smallest type of a PDF, in points.
    """

    path: PurePosixPath
    data: bytes
    pages: int | None = None
    sources: tuple[str, ...] = ()
    _: KW_ONLY
    document: str = ""
    paper: str = ""
    edition: str = ""
    rules: tuple[str, ...] = ()
    fields: int | None = None
    smallest_pt: float | None = None


def pdf_path(game: str, document: str, paper: str, edition: str | None = None) -> PurePosixPath:
    """The name of a printed document; the standard edition is not marked.

    >>> str(pdf_path("mlwm", "reference", "a4"))
    'pdf/mlwm-reference-a4.pdf'
    >>> str(pdf_path("mlwm", "reference", "letter", "ink"))
    'pdf/mlwm-reference-ink-letter.pdf'
    """
    if paper not in PAPERS:
        hint = nearest(paper, PAPERS) or f"papers: {', '.join(PAPERS)}"
        raise HandbillError(Problem("unknown-paper", f"{paper!r} is not a paper", hint=hint))
    marked = [edition] if edition not in (None, STANDARD_EDITION) else []
    parts = [_checked(part) for part in (game, document, *marked, paper) if part is not None]
    return PurePosixPath("pdf", "-".join(parts) + ".pdf")


def filled_path(game: str, sheet: str, character: str, paper: str) -> PurePosixPath:
    """The name of a sample character's sheet.

    >>> str(filled_path("mlwm", "minion", "igor", "a4"))
    'filled/mlwm-minion-igor-a4.pdf'
    """
    return PurePosixPath("filled", pdf_path(game, f"{sheet}-{_checked(character)}", paper).name)


def schema_path(game: str, sheet: str) -> PurePosixPath:
    """The name of the JSON Schema of a sheet's character files.

    >>> str(schema_path("mlwm", "minion"))
    'schemas/mlwm-minion.json'
    """
    return PurePosixPath("schemas", f"{_checked(game)}-{_checked(sheet)}.json")


def site_path(game: str, document: str) -> PurePosixPath:
    """The name of a page of the web site.

    >>> str(site_path("maid", "reference"))
    'site/maid/reference.html'
    """
    return PurePosixPath("site", _checked(game), f"{_checked(document)}.html")


def _checked(name: str) -> str:
    """The name, if it can stand in a file name on every system and in every web address."""
    if not _NAME.fullmatch(name):
        raise HandbillError(
            Problem(
                "artifact-name",
                f"{name!r} cannot be part of a file name",
                hint="use small letters, digits and single hyphens, as in 'quick-reference'",
            )
        )
    return name


def check_paths(artifacts: Sequence[Artifact]) -> list[Problem]:
    """Every path that leaves the output folder or that two artifacts share.

    Names that differ in case only collide too: some file systems hold one file for both.
    """
    problems = [_escape(artifact.path) for artifact in artifacts if not stays_inside(artifact.path)]
    return problems + list(_collisions(artifacts))


def stays_inside(path: PurePosixPath) -> bool:
    """Whether the path is relative, names a file, and means the same on Windows."""
    if path.is_absolute() or not path.parts or ".." in path.parts:
        return False
    return not any(mark in str(path) for mark in ("\\", ":", "\0"))


def _escape(path: PurePosixPath) -> Problem:
    return Problem(
        "artifact-path",
        f"{str(path)!r} lies outside the output folder",
        hint="an artifact's path is relative and has no '..', ':' or backslash",
    )


def _collisions(artifacts: Iterable[Artifact]) -> Iterable[Problem]:
    files: dict[str, PurePosixPath] = {}
    for artifact in artifacts:
        key = str(artifact.path).casefold()
        if key in files:
            yield _collision(f"two documents would be written to one file, {files[key]} and {artifact.path}")
        files[key] = artifact.path
    folders = {str(parent).casefold() for path in files.values() for parent in path.parents}
    for key in sorted(folders & files.keys()):
        yield _collision(f"{files[key]} would be a file and a folder at once")


def _collision(message: str) -> Problem:
    return Problem("artifact-collision", message, hint="rename one of the documents")
