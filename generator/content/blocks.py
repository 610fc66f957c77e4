"""The blocks of a reference, its ``## Heading {#id}`` parts, and whether its pages place each once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from generator.content.jinja_spans import spans
from generator.content.located import Located, Path
from generator.content.source import Source
from generator.problems import Problem, nearest

BLOCK_ID = re.compile(r"[a-z][a-z0-9-]*")

_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)")
_HEADING = re.compile(r"##[ \t]+(?P<title>.*?)[ \t]*(?:\{#(?P<id>[^{}]*)\})?[ \t]*")


@dataclass(frozen=True)
class Block:
    """A heading of the second level and its id; '' when it has none. ``title`` may hold Jinja.

    ``line`` and ``column`` are the place of the id, or of the heading without one, from 1 in the body.
    """

    id: str
    title: str
    line: int
    column: int


def blocks_of(body: str) -> tuple[Block, ...]:
    """The blocks of a Markdown body in their order; headings in code fences and Jinja comments are none."""
    return tuple(_blocks(_without_comments(body)))


def _blocks(body: str) -> Iterator[Block]:
    fence = ""
    for number, line in enumerate(body.split("\n"), 1):
        if mark := _FENCE.fullmatch(line):
            if not fence:
                fence = mark[1]
            elif mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
        elif not fence and (heading := _HEADING.fullmatch(line)):
            block_id = heading["id"] or ""
            yield Block(block_id, heading["title"], number, heading.start("id") + 1 if block_id else 1)


def _without_comments(body: str) -> str:
    for span in spans(body):
        if span.opener == "{#":
            body = body[: span.start] + re.sub(r"[^\n]", " ", body[span.start : span.end]) + body[span.end :]
    return body


def check(source: Source, first: int, front: Located, pages: dict[str, list[Path]]) -> list[Problem]:
    """The problems between the headings from line ``first`` on and the ids that the pages list.

    ``pages`` has each listed id with the paths in the front matter where it stands.
    """
    headings: dict[str, list[Block]] = defaultdict(list)
    for block in blocks_of("\n" * (first - 1) + "\n".join(source.lines[first - 1 :])):
        headings[block.id].append(block)
    problems = list(_unnamed(source, headings.pop("", []))) + list(_before_headings(source, first))
    for block_id, blocks in headings.items():
        problems += _heading(source, block_id, blocks, listed=block_id in pages, known=list(pages))
    for block_id, paths in pages.items():
        problems += _listed(front, block_id, paths, headings)
    return problems


def _before_headings(source: Source, first: int) -> Iterator[Problem]:
    body = "\n" * (first - 1) + "\n".join(source.lines[first - 1 :])
    for span in spans(body):
        body = body[: span.start] + re.sub(r"[^\n]", " ", body[span.start : span.end]) + body[span.end :]
    for number, line in enumerate(body.split("\n"), 1):
        if _HEADING.fullmatch(line):
            return
        if text := line.strip():
            message = "this text stands before the first '## ' heading, so no page would show it"
            column = line.index(text) + 1
            hint = "move it below a heading"
            yield source.problem("stray-text", message, number, column, hint=hint, length=len(text))


def _unnamed(source: Source, blocks: list[Block]) -> Iterator[Problem]:
    for block in blocks:
        word = re.sub(r"[^a-z]+", "-", re.sub(r"\{\{.*?\}\}", "", block.title).lower()).strip("-") or "name"
        hint = f"end the line with an id such as {{#{word}}}"
        length = len(source.lines[block.line - 1])
        yield source.problem("missing-id", "this heading has no id", block.line, 1, hint=hint, length=length)


def _heading(
    source: Source, block_id: str, blocks: list[Block], *, listed: bool, known: list[str]
) -> Iterator[Problem]:
    first = blocks[0]
    if not BLOCK_ID.fullmatch(block_id):
        message = f"'{block_id}' cannot be a block's id"
        hint = "use small letters, digits and '-', with a letter first"
        yield source.problem("bad-id", message, first.line, first.column, hint=hint, length=len(block_id))
    elif not listed:
        hint = nearest(block_id, known) or "add it to 'pages' at the top of the file"
        message = f"no page lists the block '{block_id}', so it would not be printed"
        yield source.problem(
            "unlisted-block", message, first.line, first.column, hint=hint, length=len(block_id)
        )
    for block in blocks[1:]:
        message = f"the block id '{block_id}' is taken: line {first.line} has it too"
        hint = "give each heading an id of its own"
        yield source.problem(
            "duplicate-id", message, block.line, block.column, hint=hint, length=len(block_id)
        )


def _listed(
    front: Located, block_id: str, paths: list[Path], headings: dict[str, list[Block]]
) -> Iterator[Problem]:
    if block_id not in headings:
        hint = nearest(block_id, headings) or f"write a heading: ## … {{#{block_id}}}"
        message = f"no heading below has the id '{block_id}'"
        yield from (front.problem("unknown-block", message, path, hint=hint) for path in paths)
        return
    first = front.values[paths[0]]
    for path in paths[1:]:
        message = (
            f"the block '{block_id}' is listed twice: line {first.line}, column {first.column} lists it too"
        )
        yield front.problem(
            "duplicate-block", message, path, hint="a block is printed once; delete one of the two"
        )
