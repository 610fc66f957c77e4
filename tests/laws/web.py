"""A web page of ours as a person or a machine reads it: headings, links, tables, text, style."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
HEADINGS = {f"h{level}": level for level in range(1, 7)}


@dataclass
class Table:
    """A table: its caption, the scope of its heading cells, each row's cells by what they span."""

    caption: str = ""
    scopes: list[str | None] = field(default_factory=list)
    rows: list[list[tuple[int, int]]] = field(default_factory=list)

    @property
    def widths(self) -> set[int]:
        """How many columns each row covers, cells that reach down into it counted."""
        covered = [0] * len(self.rows)
        for number, row in enumerate(self.rows):
            for columns, rows in row:
                for below in range(number, min(number + rows, len(covered))):
                    covered[below] += columns
        return set(covered)


@dataclass
class WebPage:
    """What a page holds. ``headings`` are (level, text, id of the block or None)."""

    lang: str | None = None
    metas: dict[str, str] = field(default_factory=dict)
    title: str = ""
    headings: list[tuple[int, str, str | None]] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    fetched: list[tuple[str, str, str]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    style: str = ""
    text: str = ""
    cited: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@cache
def read_page(path: Path) -> WebPage:
    """The page in a file; what is wrong with its tags stands in ``faults``."""
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    reader.page.faults += [f"<{tag}> is never closed" for tag, _ in reader.open]
    return reader.page


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = WebPage()
        self.open: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if len(values) < len(attrs):
            self.page.faults.append(f"<{tag}> says an attribute twice")
        self._see(tag, values)
        if tag not in VOID:
            self.open.append((tag, values))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1][0] != tag:
            self.page.faults.append(f"</{tag}> in line {self.getpos()[0]} closes nothing")
            return
        self.open.pop()

    def _see(self, tag: str, values: dict[str, str]) -> None:
        page = self.page
        if "id" in values:
            page.ids.append(values["id"])
        if tag == "html":
            page.lang = values.get("lang")
        elif tag == "meta":
            page.metas[values.get("name") or ("charset" if "charset" in values else "")] = values.get(
                "content", values.get("charset", "")
            )
        elif tag in HEADINGS:
            page.headings.append((HEADINGS[tag], "", self._block()))
        elif tag == "table":
            page.tables.append(Table())
        elif tag == "tr" and page.tables:
            page.tables[-1].rows.append([])
        if tag in ("th", "td"):
            spans = (int(values.get("colspan", "1")), int(values.get("rowspan", "1")))
            page.tables[-1].rows[-1].append(spans)
        if tag == "th":
            page.tables[-1].scopes.append(values.get("scope"))
        if tag in ("a", "area"):
            page.links.append(values.get("href", ""))
        else:
            page.fetched += [
                (tag, name, value)
                for name, value in values.items()
                if name in ("src", "srcset", "href", "xlink:href", "data", "action", "poster", "formaction")
            ]
        if "cite" in values.get("class", "").split() and tag == "span":
            page.cited.append("")

    def _block(self) -> str | None:
        return next(
            (values["data-block"] for _, values in reversed(self.open) if "data-block" in values), None
        )

    def handle_data(self, data: str) -> None:
        page, tags = self.page, [tag for tag, _ in self.open]
        if "style" in tags:
            page.style += data
            return
        if "title" in tags and "svg" not in tags:
            page.title += data
            return
        page.text += data
        if any(tag in HEADINGS for tag in tags):
            level, text, block = page.headings[-1]
            page.headings[-1] = (level, text + data, block)
        if "caption" in tags:
            page.tables[-1].caption += data
        if any("ids" in values.get("class", "").split() for _, values in self.open):
            page.cited[-1] += data
