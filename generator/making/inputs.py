"""All that a build rests on, as sums of raw bytes, taken before anything of it is loaded."""

from __future__ import annotations

import hashlib
import os
import sys
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.outputs.forms.versions import libraries, packages
from generator.workspace import Workspace

_PACKAGES = (
    "jinja2", "markupsafe", "markdown", "pymdown-extensions", "pydantic", "pyyaml", "weasyprint", "pydyf",
    "fonttools", "brotli", "tinycss2", "tinyhtml5", "cssselect2", "pyphen", "uharfbuzz",
)  # fmt: skip
_FACES = ("fontpkg_", "noto_cjk")
_PACKAGE = Path(__file__).parent.parent


@dataclass(frozen=True)
class Inputs:
    """``engine`` is one sum of our own source, Python, the libraries and the faces. ``files`` are content,
    templates and house rules: the sum of each by its path, as messages show it; empty for one that cannot be
    read. ``stamps`` say when each was last touched: no key holds them, but what was read while a file went
    another way and came back is not to be trusted."""

    engine: str
    files: Mapping[str, str]
    stamps: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def named(self, paths: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """These files with their sums; a file that is not there has an empty one."""
        return tuple((path, self.files.get(path, "")) for path in paths)

    def of(self, games: Collection[str]) -> dict[str, str]:
        """The sums of all files that can be read, but those of other games."""
        mine = tuple(f"content/{game}/" for game in games)
        return {
            path: made
            for path, made in self.files.items()
            if made and (not path.startswith("content/") or path.startswith(mine))
        }

    def templates(self, game: str, others: Iterable[str]) -> str:
        """One sum of all templates but those of other games."""
        foreign = tuple(f"templates/{other}/" for other in others if other != game)
        return self._sum("templates/", foreign)

    def content(self, game: str) -> str:
        """One sum of all files of a game's folder."""
        return self._sum(f"content/{game}/", ())

    def _sum(self, start: str, without: tuple[str, ...]) -> str:
        found = [
            (path, made)
            for path, made in self.files.items()
            if path.startswith(start) and not path.startswith(without)
        ]
        return hashlib.sha256(repr(sorted(found)).encode()).hexdigest()


def read_inputs(workspace: Workspace) -> Inputs:
    """The sums as the files stand now."""
    paths: dict[str, Path] = {}
    for name, root in (("content", workspace.content), ("templates", workspace.templates)):
        paths |= {f"{name}/{path.relative_to(root).as_posix()}": path for path in _files(root)}
    if workspace.house_rules:
        paths[workspace.shown(workspace.house_rules)] = workspace.house_rules
    stamps = {shown: _stamp_of(path) for shown, path in paths.items()}
    return Inputs(_engine(), {shown: _sum_of(path) for shown, path in paths.items()}, stamps)


def _files(root: Path) -> Iterator[Path]:
    """Every file below a folder, but hidden ones, which nothing reads; links to folders lead on."""
    seen = set()
    for folder, names, files in os.walk(root, followlinks=True):
        if (real := os.path.realpath(folder)) in seen:
            names.clear()  # a link to a folder that it lies in
            continue
        seen.add(real)
        names[:] = sorted(name for name in names if not name.startswith((".", "__pycache__")))
        yield from (Path(folder, name) for name in sorted(files) if not name.startswith("."))


def _sum_of(path: Path) -> str:
    """The sum of a file's bytes; empty for one that went meanwhile, or cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _stamp_of(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except OSError:
        return ()
    return (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def _engine() -> str:
    versions = (sys.version, zlib.ZLIB_RUNTIME_VERSION, packages(_PACKAGES), libraries())
    summed = hashlib.sha256(repr(versions).encode())
    for path in sorted(path for path in _PACKAGE.rglob("*.py")):
        summed.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    for path in _face_files():
        summed.update(path.name.encode() + b"\0" + path.read_bytes())
    return summed.hexdigest()


def _face_files() -> Iterator[Path]:
    for folder in dict.fromkeys(sys.path):
        try:
            names = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for name in names:
            if name.startswith(_FACES) and not name.endswith(".dist-info"):
                yield from (path for path in _files(Path(folder or ".", name)) if path.suffix in _KINDS)


_KINDS = (".ttf", ".otf", ".ttc", ".json")
