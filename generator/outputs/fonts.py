"""The bundled faces: where their files are, and how a style sheet and Fontconfig hear of them.

Faces come from the ``fontpkg-*`` packages, never from the system. WeasyPrint finds fonts through
Fontconfig only, so it is given a configuration of our own that names the folders of these packages
and nothing else: the same faces on every machine, and a build on a machine without any font.
(A ``@font-face`` for each face gives the same pages and costs 40 ms more for each document.)
"""

from __future__ import annotations

import atexit
import hashlib
import html
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from generator.outputs.cached import keep
from generator.problems import MACHINE, HandbillError, Problem

TEXT_FAMILY = "Alegreya Sans"
"""Fontconfig falls back to it: a configuration without any font ends in a segmentation fault."""

_STATIC_WEIGHTS = {"normal": (400, 500, 700, 800), "italic": (400, 700)}


@dataclass(frozen=True)
class Face:
    """One font file: ``weights`` is the lowest and highest weight that it can be set in."""

    family: str
    style: str
    weights: tuple[int, int]
    path: Path
    version: str

    @property
    def variable(self) -> bool:
        """Whether it has a range of weights. Never on a form input: that costs 12 seconds."""
        return self.weights[0] != self.weights[1]

    @property
    def slug(self) -> str:
        """A name for files: ``alegreya-sans-400``, ``eb-garamond-400-800-italic``."""
        low, high = self.weights
        weight = f"{low}-{high}" if self.variable else str(low)
        style = "" if self.style == "normal" else f"-{self.style}"
        return f"{_slug(self.family)}-{weight}{style}"


def faces_for(families: Iterable[str]) -> tuple[Face, ...]:
    """The faces of these families, in the order given, in the weights that our pages use.

    Raises HandbillError with exit status 3, naming every family whose package is not installed.
    """
    found: list[Face] = []
    missing: list[str] = []
    for family in dict.fromkeys(families):
        folder = _package_folder(family)
        if folder is None:
            missing.append(family)
        else:
            found.extend(_faces_in(folder))
    if missing:
        raise HandbillError([_missing(family) for family in missing], MACHINE)
    return tuple(found)


def _slug(family: str) -> str:
    return family.strip().lower().replace(" ", "-")


def package_name(family: str) -> str:
    """The package that brings a family.

    >>> package_name("EB Garamond")
    'fontpkg-eb-garamond'
    """
    return f"fontpkg-{_slug(family)}"


def _package_folder(family: str) -> Path | None:
    """The folder of the family's package.

    ``fontpkg.family`` would read the metadata of every installed distribution to find it: 50 ms.
    """
    spec = find_spec(package_name(family).replace("-", "_"))
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    return folder if (folder / "metadata.json").is_file() else None


def _missing(family: str) -> Problem:
    return Problem(
        "font-missing",
        f"the typeface {family} is not installed",
        hint=f"python -m pip install {package_name(family)}",
    )


def _faces_in(folder: Path) -> Iterable[Face]:
    about = json.loads((folder / "metadata.json").read_text(encoding="utf-8"))
    ranges = {axis["tag"]: (int(axis["min"]), int(axis["max"])) for axis in about.get("axes", [])}
    for entry in about["files"]:
        weights = ranges["wght"] if entry["variable"] else (entry["weight"],) * 2
        if entry["variable"] or entry["weight"] in _STATIC_WEIGHTS[entry["style"]]:
            yield Face(about["family"], entry["style"], weights, folder / entry["path"], about["version"])


def font_face_css(faces: Sequence[Face], url_of: Callable[[Face], str]) -> str:
    """``@font-face`` rules for a web page; ``url_of`` says where the page finds a face."""
    return "\n".join(_font_face(face, url_of(face)) for face in faces)


def _font_face(face: Face, url: str) -> str:
    low, high = face.weights
    weight = f"{low} {high}" if face.variable else str(low)
    return (
        f'@font-face {{ font-family: "{face.family}"; font-style: {face.style}; '
        f'font-weight: {weight}; font-display: swap; src: url("{url}") format("woff2"); }}'
    )


def use_bundled_fonts(faces: Sequence[Face], cache: Path | None = None) -> Path:
    """Point Fontconfig at the packages of these faces and the text face; returns its configuration.

    Call it before WeasyPrint is imported. ``cache`` is where the configuration lies; without one, or where
    it cannot be written, a temporary folder serves.
    """
    known = {face.path.parent for face in (*faces_for([TEXT_FAMILY]), *faces)}
    folders = sorted(map(str, known))
    key = hashlib.sha256(repr(folders).encode()).hexdigest()[:16]
    where = writable(cache / "fontconfig" / key) if cache else None
    path = (where and _configured(where, folders)) or _configured(temporary_folder(), folders)
    if path is None:
        hint = "free some space, or name a folder for temporary files in TMPDIR"
        message = "no folder can be written, not even a temporary one"
        raise HandbillError(Problem("no-temporary", message, hint=hint), MACHINE)
    _forget(path.parent)
    os.environ["FONTCONFIG_FILE"] = str(path)
    return path


def _forget(folder: Path) -> None:
    """Remove what Fontconfig kept there of the faces: it looks at dates alone, which some installers set to a
    constant, and one damaged bit can crash it. To read our few faces anew takes no time to speak of."""
    for kept in folder.glob("*.cache-*"):
        with suppress(OSError):
            kept.unlink()


def _configured(where: Path, folders: Sequence[str]) -> Path | None:
    """The configuration in a folder; None where something is in the way."""
    path = where / "fonts.conf"
    try:
        _write_once(path, _fonts_conf(folders, where))
    except OSError:
        return None
    return path


def _fonts_conf(folders: Sequence[str], cache: Path) -> str:
    lines = [f"  <dir>{html.escape(folder)}</dir>" for folder in folders]
    return "\n".join(
        [
            '<?xml version="1.0"?>',
            '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
            "<fontconfig>",
            *lines,
            f"  <cachedir>{html.escape(str(cache))}</cachedir>",
            *_LINING,
            "</fontconfig>\n",
        ]
    )


_LINING = (
    "  <match target='font'>",
    "    <edit name='fontfeatures' mode='append'><string>lnum</string></edit>",
    "  </match>",
)
"""Lining figures in drawings too: WeasyPrint leaves ``font-variant-numeric`` out in the text of an SVG."""


def writable(folder: Path) -> Path | None:
    """The folder, made and resolved, or None where nothing can be written into it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder.resolve()
    except OSError:
        return None


def temporary_folder() -> Path:
    """A folder that is removed when the program ends."""
    folder = Path(tempfile.mkdtemp(prefix="handbill-fonts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _write_once(path: Path, text: str) -> None:
    """Write the file, unless it says that already."""
    with suppress(OSError):
        if path.read_bytes() == text.encode():
            return
    keep(path, text.encode())
