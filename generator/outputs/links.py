"""Looks whether every link and reference of the web pages leads to a file and a part that are there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from html.parser import HTMLParser
from pathlib import PurePosixPath
from posixpath import normpath, relpath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from generator.outputs.artifact import Artifact
from generator.outputs.assets import addresses_in_css
from generator.problems import nearest

_ADDRESSES = frozenset("href src poster data action formaction xlink:href background".split())
_CANDIDATES = frozenset(("srcset", "imagesrcset"))
_IDS = frozenset(
    "for headers list form aria-labelledby aria-describedby aria-controls aria-owns aria-details "
    "aria-flowto aria-activedescendant aria-errormessage".split()
)
"""Attributes that name elements of the same page by their ids, parted by blanks."""
_TOP = ("", "top")
"""Fragments that lead to the top of every page, whatever its ids."""
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


@dataclass(frozen=True)
class Broken:
    """A reference that leads nowhere, or an id that stands twice.

    ``line`` counts from 1 in the page; ``word`` is the address or the id, as the page writes it.
    """

    page: Artifact
    line: int
    code: str
    word: str
    message: str
    hint: str | None = None


class _At(NamedTuple):
    line: int
    word: str


@dataclass
class _Page:
    """What a page defines and names: its ids, in order, and addresses and ids that it refers to."""

    ids: list[_At] = field(default_factory=list)
    addresses: list[_At] = field(default_factory=list)
    named: list[_At] = field(default_factory=list)

    @property
    def known(self) -> list[str]:
        return [each.word for each in self.ids]


def broken_links(artifacts: Iterable[Artifact], also: Collection[PurePosixPath] = ()) -> list[Broken]:
    """Every reference of the HTML artifacts that leads nowhere, by page and line.

    ``also`` are files that a build makes and that are not among the artifacts: those that this
    machine cannot make. Addresses of the web are not followed.
    """
    artifacts = sorted(artifacts, key=lambda artifact: artifact.path)
    pages = {str(each.path): _read(each) for each in artifacts if each.path.suffix == ".html"}
    files = {str(each.path) for each in artifacts} | {str(path) for path in also}
    found = []
    for artifact in artifacts:
        if page := pages.get(str(artifact.path)):
            say = partial(Broken, artifact)
            faults = [*_doubled(say, page), *_ids(say, page), *_links(say, artifact.path, page, pages, files)]
            found += sorted(faults, key=lambda each: each.line)
    return found


def _doubled(say: partial[Broken], page: _Page) -> Iterator[Broken]:
    counted = Counter(page.known)
    seen: set[str] = set()
    for line, word in page.ids:
        if word in seen:
            yield say(line, "doubled-id", word, f"the id '{word}' stands {counted[word]} times on this page")
        seen.add(word)


def _ids(say: partial[Broken], page: _Page) -> Iterator[Broken]:
    known = set(page.known)
    for line, word in page.named:
        if word not in known:
            message = f"nothing on this page has the id '{word}', which is named here"
            yield say(line, "broken-link", word, message, nearest(word, known))


def _links(
    say: partial[Broken], here: PurePosixPath, page: _Page, pages: Mapping[str, _Page], files: Collection[str]
) -> Iterator[Broken]:
    for line, address in page.addresses:
        if _SCHEME.match(address) or address.startswith("//"):
            continue
        parts = urlsplit(address)
        if parts.path.startswith("/"):
            hint = "write it as seen from this page: ../index.html"
            message = f"'{address}' is found on a server only, and only at its top"
            yield say(line, "broken-link", address, message, hint)
            continue
        target = normpath(here.parent / unquote(parts.path)) if parts.path else str(here)
        fragment = unquote(parts.fragment)
        if target not in files:
            near = nearest(address, (relpath(file, here.parent) for file in files))
            yield say(line, "broken-link", address, f"'{address}' leads to no file of the build", near)
        elif target in pages and fragment not in _TOP and fragment not in pages[target].known:
            where = "this page" if target == str(here) else target
            message = f"'{address}' leads nowhere: nothing on {where} has the id '{fragment}'"
            known = (f"{parts.path}#{each}" for each in pages[target].known)
            yield say(line, "broken-link", address, message, nearest(address, known))


def _read(artifact: Artifact) -> _Page:
    reader = _Reader()
    reader.feed(artifact.data.decode("utf-8"))
    reader.close()
    return reader.page


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = _Page()
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_style = tag == "style"
        for name, value in attrs:
            self._attribute(name, value or "")

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        self._in_style = self._in_style and tag != "style"

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self._css(data)

    def _attribute(self, name: str, value: str) -> None:
        if name == "id":
            self._add(self.page.ids, value)
        elif name in _IDS:
            for word in value.split():
                self._add(self.page.named, word)
        elif name in _ADDRESSES:
            self._add(self.page.addresses, value.strip())
        elif name in _CANDIDATES:
            for candidate in value.split(","):
                self._add(self.page.addresses, *candidate.split()[:1])
        elif "url(" in value.lower():
            self._css(value)

    def _css(self, css: str) -> None:
        for address in addresses_in_css(css):
            self._add(self.page.addresses, address)

    def _add(self, words: list[_At], *found: str) -> None:
        words += (_At(self.getpos()[0], word) for word in found)
