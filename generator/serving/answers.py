"""What the server answers to an address: a file of the output folder, or a page of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import unquote

from generator.serving.board import Latest

OURS = "/-/"
"""Under this lies what is the server's own; no output folder holds a folder of that name."""
EVENTS = OURS + "events"
SCRIPT = OURS + "live.js"
FIRST = "site/index.html"
HTML = "text/html; charset=utf-8"
TYPES = {
    ".html": HTML,
    ".pdf": "application/pdf",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".csv": "text/csv; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    "": "text/plain; charset=utf-8",
}


@dataclass(frozen=True)
class Answer:
    """A response: ``tag`` names a page's content as it stands on disk, ``location`` sends elsewhere."""

    body: bytes
    type: str = HTML
    status: int = 200
    tag: str = ""
    location: str = ""


def answer(target: str, root: Path, latest: Latest) -> Answer:
    """The answer to the path of a request, which may be encoded and carry a query.

    Only regular files below ``root`` are given, wherever links lead, and none whose name begins with a
    dot: those are on the way to become another file, or no business of ours.
    """
    path = target.partition("?")[0].partition("#")[0]
    if path == SCRIPT:
        return Answer(_script(), "text/javascript; charset=utf-8")
    if path == "/":
        return Answer(b"", status=302, location=f"/{FIRST}")
    found = _file(path, root)
    if path == f"/{FIRST}" and (latest.made or not found) and FIRST not in latest.made:
        return _instead(latest)
    data = _read(found) if found else None
    if found is None or data is None:
        return _page("Not here", "<p>There is no such page. <a href='/'>To the first page</a></p>", 404)
    kind = TYPES.get(found.suffix.lower(), "application/octet-stream")
    return _live(data) if kind == HTML else Answer(data, kind)


def _instead(latest: Latest) -> Answer:
    """What stands for the site's first page: a build of some games makes none, and lists what it made."""
    if not latest.made:
        return _page("Not built yet", "<p>This page shows itself when there is something to show.</p>", 503)
    rows = [f"<li><a href='/{escape(path)}'>{escape(path)}</a></li>" for path in _listed(latest.made)]
    return _page("What was built", f"<ul>{''.join(rows)}</ul>", 200)


def _listed(made: Sequence[str]) -> list[str]:
    return [path for suffix in (".html", ".pdf") for path in sorted(made) if path.endswith(suffix)]


def _file(path: str, root: Path) -> Path | None:
    try:
        names = unquote(path, errors="strict").split("/")[1:]
        if not path.startswith("/") or any(not _is_plain(name) for name in names):
            return None
        found = root.joinpath(*names).resolve(strict=True)
        inside = found.is_relative_to(root.resolve(strict=True))
        return found if inside and found.is_file() else None
    except (OSError, ValueError, RuntimeError):  # not there, no text, a circle of links
        return None


def _is_plain(name: str) -> bool:
    """Whether this part of an address can only be the name of one file or folder, on Windows too."""
    return bool(name) and not name.startswith(".") and not any(mark in name for mark in "\\:\0")


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _live(html: bytes, *, status: int = 200, named: bool = True) -> Answer:
    """The page with our script in it. A page of the server's own has no name: any file is newer."""
    tag = hashlib.sha256(html).hexdigest()[:16] if named else ""
    script = f'<script src="{SCRIPT}" data-page="{tag}" defer></script>'.encode()
    before, end, after = html.rpartition(b"</body>")
    body = before + script + end + after if end else html + script
    return Answer(body, status=status, tag=tag)


def _page(title: str, content: str, status: int) -> Answer:
    html = (
        "<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{title}</title><style>body {{ font: 1.1rem/1.5 system-ui, sans-serif; margin: 2rem; }} "
        "li { padding: 0.3rem 0; }</style></head>"
        f"<body><h1>{title}</h1>{content}</body></html>"
    )
    return _live(html.encode(), status=status, named=status == 200)


@cache
def _script() -> bytes:
    return Path(__file__).with_name("live.js").read_bytes()
