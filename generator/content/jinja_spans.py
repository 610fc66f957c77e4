"""Where Jinja stands in a text: expressions, statements and comments, and the string literals in them.

A scanner of its own, because Jinja's lexer drops white space and so loses the column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_OPENER = re.compile(r"\{\{|\{%|\{#(?![\w-]+\})")  # '{#name}' is the id of a heading, no comment
_STRING = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"", re.S)
_RAW = re.compile(r"\{%[-+]?\s*raw\s*[-+]?%\}")
_END_RAW = re.compile(r"\{%[-+]?\s*endraw\s*[-+]?%\}")
_CLOSERS = {"{{": "}}", "{%": "%}"}


@dataclass(frozen=True)
class Span:
    """A piece of Jinja from ``start`` to before ``end``, which opens with ``{{``, ``{%`` or ``{#``.

    ``strings`` are the starts and ends of its string literals, quotation marks included.
    """

    opener: str
    start: int
    end: int
    strings: tuple[tuple[int, int], ...] = ()


def spans(text: str) -> Iterator[Span]:
    """Every piece of Jinja, in order. What is never closed reaches to the end; Jinja will refuse it."""
    position = 0
    while opener := _OPENER.search(text, position):
        start = opener.start()
        if raw := _RAW.match(text, start):
            # What stands between raw and endraw is printed as it is: no Jinja.
            after = _END_RAW.search(text, raw.end())
            yield Span("{%", start, raw.end())
            position = after.end() if after else len(text)
            if after:
                yield Span("{%", after.start(), after.end())
            continue
        span = _comment(text, start) if opener[0] == "{#" else _expression(text, start, opener[0])
        yield span
        position = span.end


def _comment(text: str, start: int) -> Span:
    end = text.find("#}", start + 2)
    return Span("{#", start, len(text) if end < 0 else end + 2)


def _expression(text: str, start: int, opener: str) -> Span:
    strings: list[tuple[int, int]] = []
    position, depth = start + 2, 0
    while position < len(text):
        if not depth and text.startswith(_CLOSERS[opener], position):
            return Span(opener, start, position + 2, tuple(strings))
        if string := _STRING.match(text, position):
            strings.append(string.span())
            position = string.end()
            continue
        depth += (text[position] in "([{") - (text[position] in ")]}" and depth > 0)
        position += 1
    return Span(opener, start, len(text), tuple(strings))
