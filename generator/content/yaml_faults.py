"""What the YAML parser says about broken YAML, in the words of someone who wrote the file."""

from __future__ import annotations

import yaml

from generator.content.source import Source
from generator.problems import Problem

# Part of the parser's message (libyaml's or PyYAML's), then message and hint. The first that fits counts.
_SAID = (
    (
        "mapping values are not allowed",
        "a ':' stands where none can be",
        "indent this line like the lines around it, or put a text that holds ': ' in quotes",
    ),
    (
        "found unexpected end of stream",
        "a quotation mark opens here and never closes",
        "close the quotation mark",
    ),
    ("unexpected document", "a quotation mark opens here and never closes", "close the quotation mark"),
    (
        "flow sequence",
        "this '[' starts a list that does not end as it should",
        "put commas between the items and ']' after the last",
    ),
    (
        "flow mapping",
        "this '{' starts a mapping that does not end as it should",
        "put '}' after it, or quotes around a text that starts with '{'",
    ),
    (
        "block sequence entries",
        "a '-' stands where none can be",
        "put each item of the list on a line of its own",
    ),
    (
        "block collection",
        "this line is no item of the list above it",
        "start it with '- ', or indent it like the mapping it belongs to",
    ),
    ("cannot start any token", "a text cannot start with this character", "put the text in quotes"),
    (
        "could not find expected ':'",
        "this line has no ':'",
        "write 'key: value', or indent the line if it continues the text above",
    ),
    (
        "unknown escape character",
        "a backslash in double quotation marks starts a code that YAML does not know",
        "use single quotation marks",
    ),
    (
        "while parsing a block mapping",
        "this line does not fit the lines above it",
        "indent it like the line that it belongs to",
    ),
    (
        "<block end>",
        "this line does not fit the lines above it",
        "indent it like the line that it belongs to",
    ),
)
# Where a thing was opened tells more than where the parser gave up.
_AT_ITS_START = ("quotation mark opens", "this '['", "this '{'", "no ':'")


def fault(source: Source, error: yaml.MarkedYAMLError) -> Problem:
    """One problem for what stopped the parser: code ``yaml-tab`` or ``yaml-syntax``."""
    mark = error.problem_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    line = min(line, len(source.lines))
    text = source.lines[line - 1]
    indent = text[: len(text) - len(text.lstrip())]
    if "\t" in indent:
        hint = "indent with spaces, two for each level"
        return source.problem(
            "yaml-tab", "a tab stands in the indentation", line, indent.index("\t") + 1, hint=hint
        )
    message, hint = _in_our_words(f"{error.context or ''} {error.problem or ''}")
    if "this line" in message and column > len(indent) + 1:
        message, hint = (
            "nothing can follow here",
            "put the whole value in quotes; inside them, double a quotation mark",
        )
    if error.context_mark and any(start in message for start in _AT_ITS_START):
        line, column = error.context_mark.line + 1, error.context_mark.column + 1
    return source.problem("yaml-syntax", message, line, column, hint=hint)


def _in_our_words(said: str) -> tuple[str, str]:
    for part, message, hint in _SAID:
        if part in said:
            return message, hint
    return "this is not YAML that can be read", "compare the line with the ones around it"
