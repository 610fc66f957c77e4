"""One reference document: a head between two ``---`` lines, then Markdown with Jinja."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from generator.content import blocks, digits
from generator.content.checked import checked
from generator.content.located import Located, Path, parse
from generator.content.models import Front, Page
from generator.content.source import Source
from generator.problems import HandbillError, Problem

_FENCE = "---"


@dataclass(frozen=True)
class Document:
    """A reference as written. ``body`` is not yet rendered; it begins in line ``body_line`` of ``path``."""

    name: str
    path: str
    title: str
    subtitle: str
    summary: str
    audience: str
    pages: tuple[Page, ...]
    body: str
    body_line: int


def read_document(name: str, source: Source) -> Document:
    """The document in a source; all its problems as a HandbillError."""
    end = _end_of_head(source)
    problems = digits.check_markdown(source, end + 1)
    try:
        located = parse(source, 2, end - 1)
        for key in ("title", "subtitle", "summary"):
            if key in located.value:
                problems += digits.check_value(located, (key,))
        front = checked(Front, located)
        problems += blocks.check(source, end + 1, located, _listed_ids(located))
    except HandbillError as error:
        problems += error.problems
    if problems:
        raise HandbillError(problems)
    body = "\n".join(source.lines[end:])
    head = {key: getattr(front, key) for key in ("title", "subtitle", "summary", "audience", "pages")}
    return Document(name=name, path=source.path, body=body, body_line=end + 1, **head)


def _end_of_head(source: Source) -> int:
    """The number of the line that closes the head."""
    lines = [line.rstrip() for line in source.lines]
    if lines[0] != _FENCE:
        hint = "start the file with '---', then 'title: …' and the other keys, then '---'"
        raise HandbillError(
            _refuse(source, "a reference starts with a head, but this line is no '---'", hint)
        )
    if _FENCE not in lines[1:]:
        raise HandbillError(
            _refuse(source, "the head that opens here never closes", "end it with a line '---'")
        )
    return lines.index(_FENCE, 1) + 1


def _refuse(source: Source, message: str, hint: str) -> Problem:
    return source.problem("no-head", message, 1, hint=hint)


def _listed_ids(located: Located) -> dict[str, list[Path]]:
    """Each block id under ``pages``, with the places where it stands."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(
        located.values, key=lambda path: (located.values[path].line, located.values[path].column)
    ):
        value = located.at(path)
        if path[:1] == ("pages",) and "widths" not in path and isinstance(value, str):
            found[value].append(path)
    return found
