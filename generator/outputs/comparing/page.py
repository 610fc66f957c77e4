"""Reads a web page: its sentences by heading, the cells of its tables, its form controls and pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from html.parser import HTMLParser

from generator.outputs.comparing.reading import Grid, Line, Reading
from generator.outputs.comparing.table import Table

_INLINE = set(
    "a abbr b bdi bdo br button cite code del dfn em i img input ins kbd label mark output q s samp select "
    "small span strong sub sup svg textarea time u var wbr option optgroup".split()
)
_SILENT = {"script", "style", "template"}
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_CONTROLS = {"input", "select", "textarea", "button"}
_ENDS = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][”’)\]]))\s+(?=[“‘(\[A-Z0-9])")
_PARTS = ("min", "max", "maxlength", "pattern", "required", "readonly", "disabled")
"""What a form control says of itself, apart from its kind, label, value and choices."""


def read_page(data: bytes) -> Reading:
    """The page as its reader has it; scripts, styles and mark-up between words count for nothing."""
    page = _Page()
    page.feed(data.decode())
    page.close()
    page.end_block()
    return Reading(page.lines, page.grids, fields=page.fields, images=page.sums())


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[Line] = []
        self.grids: list[Grid] = []
        self.fields: dict[str, dict[str, str]] = {}
        self.heading = ""
        self.silent = ""
        self.said: list[str] = []
        self.tables: list[Table] = []
        self.drawn: dict[str, list[str]] = {}
        self.drawing = 0
        self.select = ""
        self.area = ""
        self.ended = False

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        words = {name: value or "" for name, value in attrs}
        if self.ended:
            self.said.append(" ")  # of two elements side by side, each has words of its own
        if tag in _SILENT:
            self.silent = self.silent or tag
        if tag == "svg" or self.drawing:
            self.draw(tag, words)
        elif tag == "img":
            self.drawn.setdefault(self.heading, []).append(words.get("src", ""))
        if tag in _CONTROLS:
            self.control(tag, words)
        elif tag == "option":
            self.option(words)
        elif tag == "table":
            self.end_block()
            self.tables.append(Table())
        elif tag in ("td", "th", "caption", "tr", "thead", "tbody", "tfoot"):
            self.end_block()
            if self.tables:
                self.tables[-1].start(tag, words)
        elif tag in _HEADINGS:
            self.end_block()
            self.heading = ""
        elif tag not in _INLINE and not self.drawing:
            self.end_block()
        elif tag == "br" or tag in ("title", "text"):
            self.said.append(" ")

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in ("input", "img", "br", "wbr"):  # <path/> has no end of its own
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self.ended = True
        if tag == self.silent:
            self.silent = ""
        if self.drawing:
            self.drawing = 0 if tag == "svg" else self.drawing - 1
            self.said.append(" ")
        elif tag == "table" and self.tables:
            self.end_block()
            self.grids.append(self.tables.pop().grid(self.heading))
        elif tag in _HEADINGS:
            self.heading = " ".join("".join(self.said).split()) or self.heading
            self.end_block()
        elif tag == "textarea":
            self.area = ""
        elif tag == "select":
            self.select = ""
        elif tag not in _INLINE:
            self.end_block()

    def handle_data(self, data: str) -> None:
        self.ended = False
        if self.area:
            field = self.fields[self.area]
            field["value"] = field.get("value", "") + data.strip()
        elif not self.silent and not self.select:
            self.said.append(data)

    def end_block(self) -> None:
        """What was said since the last block goes to its cell, or becomes sentences."""
        text = " ".join("".join(self.said).split())
        self.said.clear()
        if not text:
            return
        if self.tables and self.tables[-1].open:
            self.tables[-1].say(text)
        else:
            self.lines += [Line(self.heading, sentence) for sentence in _ENDS.split(text)]

    def control(self, tag: str, words: dict[str, str]) -> None:
        name = words.get("name") or words.get("id", "")
        if not name:
            return
        kind = words.get("type", tag)
        key = f"{name}={words.get('value', '')}" if kind == "radio" else name
        field = self.fields.setdefault(key, {})
        field["kind"] = kind
        if kind in ("radio", "checkbox"):
            field["value"] = "ticked" if "checked" in words else "not ticked"
        elif words.get("value"):
            field["value"] = words["value"]
        if words.get("title"):
            field["label"] = words["title"]
        field |= {part: words[part] or "yes" for part in _PARTS if part in words}
        self.select = key if tag == "select" else self.select
        self.area = key if tag == "textarea" else self.area

    def option(self, words: dict[str, str]) -> None:
        field = self.fields.setdefault(self.select, {})
        choice = words.get("value", "")
        field["choices"] = f"{field['choices']}, {choice}" if "choices" in field else choice
        if "selected" in words:
            field["value"] = choice

    def draw(self, tag: str, words: dict[str, str]) -> None:
        self.drawing += 1
        self.drawn.setdefault(self.heading, []).append(f"{tag} {sorted(words.items())}")

    def sums(self) -> dict[str, str]:
        return {where: sha256("\n".join(parts).encode()).hexdigest() for where, parts in self.drawn.items()}
