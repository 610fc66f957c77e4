"""The check that content types no number: each comes from the rules, so that no page can drift from them.

A digit may stand in a Jinja expression, a list marker, a heading's id, a page citation and a quotation.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator

from generator.content.jinja_spans import Span, spans
from generator.content.located import Located, Path
from generator.content.source import Source
from generator.problems import Problem

HINT = "ask the rules: {{ rules[...] }}; a quotation stands in <q>…</q>, a page of the book as (p. …)"

RULE_ID = re.compile(r"[A-Z]+(-[A-Z0-9]+)+(\.[a-z0-9_-]+)?")
_NAME = re.compile(r"[^\W\d]\w*")
_ENTITY = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|\w+);?")
_PAGES = "[0-9]{1,4}(?:[–-][0-9]{1,4})?"
_ALLOWED = (
    # An inline quotation; it cannot reach over an empty line.
    re.compile(r"<q(?:\s[^<>]*)?>(?:(?!\n[ \t]*\n).)*?</q>", re.S),
    re.compile(rf"(?<!\w)pp?\.[ \u00a0\u202f]{_PAGES}(?:, ?{_PAGES})*(?![\w.]*[0-9])"),
)
_ALLOWED_IN_MARKDOWN = (
    re.compile(r"^[ >]*[0-9]{1,2}\.(?=[ \t])", re.M),
    re.compile(r"^#{1,6} .*\{(#[a-z][a-z0-9-]*)\}[ \t]*$", re.M),
)


def typed(text: str, *, markdown: bool) -> Iterator[tuple[int, int]]:
    """Start and end of every number that stands where none may, in order.

    Digits of every script, fractions (½), powers (²), circled numbers (①) and HTML entities count.
    ``markdown`` allows list markers and heading ids too.
    """
    found: list[tuple[int, int]] = []
    masked = text
    for span in spans(text):
        found += _in_jinja(text, span)
        masked = _hide(masked, span.start, span.end)
    patterns = _ALLOWED + (_ALLOWED_IN_MARKDOWN if markdown else ())
    for pattern in patterns:
        for match in list(pattern.finditer(masked)):
            masked = _hide(masked, *match.span(1 if pattern.groups else 0))
    found += _numbers(masked)
    return iter(sorted(found))


def check_markdown(source: Source, first: int) -> list[Problem]:
    """The problems (code ``typed-digit``) in the Markdown from line ``first`` to the end of a file."""
    body = "\n" * (first - 1) + "\n".join(source.lines[first - 1 :])
    return [_problem(source, body, *found) for found in typed(body, markdown=True)]


def check_value(located: Located, path: Path) -> list[Problem]:
    """The problems (code ``typed-digit``) in one text of a YAML file, quoted, folded or plain."""
    value = located.at(path)
    if not isinstance(value, str):
        return []
    place = located.values[path]
    lines = list(located.source.lines[: place.end_line])
    lines[-1] = lines[-1][: place.end_column - 1]
    start = place.line - 1
    lines[start] = " " * (place.column - 1) + lines[start][place.column - 1 :]
    if lines[start].lstrip().startswith(("|", ">")):
        lines[start] = ""  # the header of a block text, not text itself
    text = "\n".join([""] * start + lines[start:])
    problems = [_problem(located.source, text, *found) for found in typed(text, markdown=False)]
    if not problems and any(typed(value, markdown=False)):
        # An escape such as "\x35" hides the number from the file's own text.
        return [located.problem("typed-digit", "this text hides a typed number", path, hint=HINT)]
    return problems


def check_key(located: Located, path: Path) -> list[Problem]:
    """The problems (code ``typed-digit``) in a key that pages show, such as a term of the glossary."""
    if any(typed(str(path[-1]), markdown=False)):
        return [
            located.problem("typed-digit", f"'{path[-1]}' holds a typed number", path, key=True, hint=HINT)
        ]
    return []


def _problem(source: Source, text: str, start: int, end: int) -> Problem:
    message = f"'{text[start:end]}' is typed by hand"
    return source.problem(
        "typed-digit", message, *Source("", text).place(start), hint=HINT, length=end - start
    )


def _in_jinja(text: str, span: Span) -> Iterator[tuple[int, int]]:
    """String literals with a number that are no rule's id, and expressions that ask nothing."""
    code = text[span.start : span.end]
    for start, end in reversed(span.strings):
        literal = text[start + 1 : end - 1]
        if not RULE_ID.fullmatch(literal) and any(_numbers(literal)):
            yield start, end
        code = code[: start - span.start] + code[end - span.start :]
    if span.opener == "{{" and not _NAME.search(code) and any(map(_is_digit, code)):
        yield span.start, span.end


def _numbers(text: str) -> Iterator[tuple[int, int]]:
    entities = {match.start(): match.end() for match in _ENTITY.finditer(text) if _hides_a_number(match[0])}
    position = 0
    while position < len(text):
        end = entities.get(position, position)
        while end < len(text) and (_is_digit(text[end]) or _joins(text, end)) and position not in entities:
            end += 1
        if end > position:
            yield position, end
        position = max(end, position + 1)


def _joins(text: str, at: int) -> bool:
    """Whether a point or comma stands between two digits: 27.5 is one number."""
    return (
        text[at] in ".,⁄" and 0 < at < len(text) - 1 and _is_digit(text[at - 1]) and _is_digit(text[at + 1])
    )


def _is_digit(character: str) -> bool:
    return unicodedata.category(character)[0] == "N"


def _hides_a_number(entity: str) -> bool:
    return entity.startswith("&#") or any(map(_is_digit, html.unescape(entity)))


def _hide(text: str, start: int, end: int) -> str:
    # Kept lines keep the places; a letter, so that what follows does not become the start of its line.
    hidden = re.sub(r"[^\n]", "x", text[start:end])
    return text[:start] + hidden + text[end:]
