"""Markdown to HTML, cut into the blocks that a page is laid out from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from markdown import Markdown

_EXTENSIONS = ("attr_list", "def_list", "md_in_html", "pymdownx.betterem", "pymdownx.smartsymbols")
_SETTINGS: Mapping[str, Mapping[str, object]] = {
    "pymdownx.smartsymbols": {"fractions": False, "ordinal_numbers": False, "care_of": False}
}
_HEADING = re.compile(r'<h2 id="(?P<id>[^"]+)">(?P<title>.*?)</h2>', re.DOTALL)
_MARK = re.compile(r'<span class="house-mark fine".*?</span>', re.DOTALL)
_CITE = re.compile(r'\s*(<p class="cite.*?</p>|<span class="cite.*?</span></span>)', re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One topic: its id, the heading's HTML, the citation that stands beside it, and the text's HTML.

    ``mark`` tells what house rules changed of the rules that the heading cites.
    """

    id: str
    title: str
    cite: str
    body: str
    mark: str = ""


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a Markdown text, one for each second-level heading with an id, in order."""
    converter = Markdown(
        extensions=list(_EXTENSIONS), extension_configs=dict(_SETTINGS), output_format="html"
    )
    html = converter.convert(text)
    headings = list(_HEADING.finditer(html))
    ends = [heading.start() for heading in headings[1:]] + [len(html)]
    return tuple(
        _block(heading, html[heading.end() : end].strip())
        for heading, end in zip(headings, ends, strict=True)
    )


def _block(heading: re.Match[str], body: str) -> Block:
    mark, marked = _taken(_MARK, heading["title"])
    cite, title = _taken(_CITE, marked)
    return Block(heading["id"], title.strip(), cite, body, mark)


def _taken(part: re.Pattern[str], html: str) -> tuple[str, str]:
    """The first such part, without the blanks before it, and the HTML without any."""
    found = part.search(html)
    return (found[0].strip() if found else ""), part.sub("", html)


def fragment(text: str) -> tuple[str, str, str]:
    """The HTML of a Markdown text without headings, apart from its citation and the mark of house rules:
    (citation, the rest, mark)."""
    converter = Markdown(
        extensions=list(_EXTENSIONS), extension_configs=dict(_SETTINGS), output_format="html"
    )
    mark, marked = _taken(_MARK, converter.convert(text))
    cite, rest = _taken(_CITE, marked)
    return cite, rest.replace("<p></p>", "").replace("<p> ", "<p>").strip(), mark
