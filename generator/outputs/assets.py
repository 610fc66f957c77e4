"""Refuse whatever a page would fetch, or run, that is not declared: addresses in HTML and its styles."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from html.parser import HTMLParser

from generator.problems import Problem

ASSET_SCHEME = "asset:"
"""The scheme of what a printed page may fetch: ``asset:NAME``."""

_FETCHED = frozenset(
    "src srcset data poster background href xlink:href action formaction manifest imagesrcset ping".split()
)
_LINKS = {"a", "area"}
_FORBIDDEN_TAGS = {"iframe", "frame", "object", "embed", "base", "applet", "portal"}
_LINK_SCHEMES = {"http", "https", "mailto"}
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_CSS_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CSS_ADDRESS = re.compile(
    r"""(?:url|src)\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')"""
    r"""|image-set\(\s*(?:"([^"]*)"|'([^']*)')""",
    re.IGNORECASE,
)


def refuse_foreign(
    html: str, path: str, allowed: Collection[str] = (), nonce: str | None = None
) -> list[Problem]:
    """Every address in the page that would be fetched and is not one of ``allowed``.

    ``allowed`` holds addresses exactly as the page writes them (``asset:figure.svg``,
    ``../fonts/alegreya-sans-400.woff2``). Pictures written into the page (``data:image/``) and
    parts of it (``#id``) are always fine. Links may lead to the web, to another page of ours or to
    a part of this one. A script must carry ``nonce``, which only our own templates know;
    handlers (``onclick``) and tags that embed other documents are refused.
    """
    reader = _Reader(path, frozenset(allowed), nonce, html.splitlines())
    reader.feed(html)
    reader.close()
    return reader.problems


def addresses_in_css(css: str) -> Iterator[str]:
    """Every address that a style sheet names, however it is written.

    >>> list(addresses_in_css('a { background: url( "x.png" ) } @import "y.css";'))
    ['x.png', 'y.css']
    """
    plain = _CSS_COMMENT.sub(" ", _CSS_ESCAPE.sub(_unescape, css))
    for match in _CSS_ADDRESS.finditer(plain):
        yield next(group for group in match.groups() if group is not None).strip()


def _unescape(match: re.Match[str]) -> str:
    code = int(match[1], 16) if match[1] else 0
    return chr(code) if 0 < code < 0x110000 else (match[2] or "\ufffd")


class _Reader(HTMLParser):
    def __init__(self, path: str, allowed: frozenset[str], nonce: str | None, lines: list[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.problems: list[Problem] = []
        self._path, self._allowed, self._nonce, self._lines = path, allowed, nonce, lines
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._in_style = tag == "style"
        if tag in _FORBIDDEN_TAGS:
            self._refuse(f"<{tag}>", "it embeds or moves what the page itself should hold")
        if tag == "script" and (self._nonce is None or values.get("nonce") != self._nonce):
            self._refuse("<script>", "only scripts of our own templates run")
        if tag == "meta" and values.get("http-equiv", "").lower() == "refresh":
            self._refuse("<meta http-equiv=refresh>", "a page stays where it is")
        for name, value in values.items():
            self._attribute(tag, name, value)

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        self._in_style = self._in_style and tag != "style"

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self._css(data)

    def _attribute(self, tag: str, name: str, value: str) -> None:
        if name.startswith("on"):
            self._refuse(name, "a handler in the text would run as a script")
        elif name == "srcdoc":
            self._refuse(name, "it embeds another document")
        elif name == "style" or (name not in _FETCHED and "url(" in value.lower()):
            self._css(value)
        elif tag in _LINKS and name == "href":
            self._link(value)
        elif name in ("srcset", "imagesrcset"):
            for candidate in value.split(","):
                self._address(candidate.split()[0] if candidate.split() else "")
        elif name in _FETCHED:
            self._address(value)

    def _css(self, css: str) -> None:
        for address in addresses_in_css(css):
            self._address(address)

    def _address(self, address: str) -> None:
        address = address.strip()
        inside = not address or address.startswith("#") or _is_picture(address)
        if not inside and address not in self._allowed:
            self._refuse(address, "a page fetches declared assets only")

    def _link(self, address: str) -> None:
        # Browsers skip blanks and control characters in a scheme: "java\tscript:" runs.
        seen = "".join(character for character in address if character > " ")
        scheme = _SCHEME.match(seen)
        if (scheme and scheme[1].lower() not in _LINK_SCHEMES) or seen.startswith(("//", "\\", "/\\")):
            self._refuse(address, "links lead to http, https, mailto, another page of ours or #a-part")

    def _refuse(self, what: str, hint: str) -> None:
        line = self.getpos()[0]
        source = self._lines[line - 1] if line <= len(self._lines) else None
        self.problems.append(
            Problem("asset-refused", f"{what!r} is refused", self._path, line, hint=hint, source=source)
        )


def _is_picture(address: str) -> bool:
    return address[:11].lower() == "data:image/"
