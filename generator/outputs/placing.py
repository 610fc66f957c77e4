"""Finds the place in the sources that a fault of a page's links comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from generator.outputs.artifact import Artifact
from generator.outputs.links import Broken, broken_links
from generator.problems import Problem


def placed(broken: Iterable[Broken], root: Path, shown: str) -> list[Problem]:
    """Each fault as a problem of the source that wrote it, or of the page where that cannot be said.

    ``root`` is the folder that sources are named from, ``shown`` the output folder as messages show it.
    """
    return [_problem(each, root, shown) for each in broken]


def with_places(problems: Sequence[Problem], page: Callable[[], Artifact], root: Path) -> list[Problem]:
    """The problems of a page's layout; links within it that lead nowhere are told where a source writes them.

    ``page`` makes the page, whose HTML is asked for only where it has such a link.
    """
    if all(problem.code != "broken-link" for problem in problems):
        return list(problems)
    made = page()
    found = placed(broken_links([made]), root, "")
    told = {each.message: each for each in found if each.path in made.sources}
    return [told.get(problem.message, problem) for problem in problems]


def _problem(broken: Broken, root: Path, shown: str) -> Problem:
    for source in broken.page.sources:
        for line, column, text in _found(broken, root / source):
            return Problem(
                broken.code,
                broken.message,
                source,
                line,
                column,
                broken.hint,
                text,
                len(broken.word),
                details=(f"on {broken.page.path}",),
            )
    made_from = ", ".join(broken.page.sources)
    details = (f"this page is made from {made_from}",) if made_from else ()
    path = f"{shown}/{broken.page.path}"
    return Problem(broken.code, broken.message, path, broken.line, hint=broken.hint, details=details)


def _found(broken: Broken, path: Path) -> Iterator[tuple[int, int, str]]:
    """Line, column and text of each line that writes the address, or the id as an id."""
    written = rf"(?P<word>{re.escape(broken.word)})(?![\w-])"
    before = r"""(?:#|\bid=["']?)""" if broken.code == "doubled-id" else r"(?<![\w#./-])"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return
    for number, line in enumerate(lines, 1):
        if match := re.search(before + written, line):
            yield number, match.start("word") + 1, line
