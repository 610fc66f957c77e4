"""Load WeasyPrint with the libraries that it needs, or say the one command that brings them."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import platform
import shutil
import warnings
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from generator.outputs.fonts import use_bundled_fonts
from generator.problems import MACHINE, HandbillError, Problem

_APT = "apt-get install --yes --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
_DNF = "dnf install --assumeyes pango"
_BREW = "brew install pango"
_WINDOWS = (
    "winget install MSYS2.MSYS2; "
    r"C:\msys64\usr\bin\pacman.exe -S --noconfirm mingw-w64-ucrt-x86_64-pango"
)


@dataclass(frozen=True)
class Libraries:
    """What prints PDFs on this machine. Without ``harfbuzz_subset`` fonts are cut down slowly,
    and files are right but not the same bytes as elsewhere."""

    weasyprint: str
    pango: str
    harfbuzz_subset: bool


def system_command() -> str:
    """The one command that installs Pango and what goes with it on this system."""
    system = platform.system()
    if system == "Darwin":
        return _BREW
    if system == "Windows":
        return _WINDOWS
    for manager, command in (("apt-get", _APT), ("dnf", _DNF)):
        if shutil.which(manager):
            return command if _is_root() else f"sudo {command}"
    return "install Pango 1.44 or newer and HarfBuzz (with its subset library) with your package manager"


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def available(cache: Path | None = None) -> Problem | None:
    """None when PDFs can be printed here, otherwise what is missing and how to mend it.

    ``cache`` is that of ``print_pdf``.
    """
    try:
        # While it is imported, WeasyPrint asks for fonts; the system may have none.
        use_bundled_fonts((), cache)
    except HandbillError as error:
        return error.problems[0]
    loaded = _load()
    return loaded if isinstance(loaded, Problem) else None


def weasyprint() -> Any:
    """The package, imported once; call ``use_bundled_fonts`` before.

    Raises HandbillError with exit status 3 where Pango is missing.
    """
    loaded = _load()
    if isinstance(loaded, Problem):
        raise HandbillError(loaded, MACHINE)
    return loaded


def probe() -> Libraries:
    """The versions in use, for ``handbill doctor``. Raises HandbillError as ``available`` tells."""
    if problem := available():
        raise HandbillError(problem, MACHINE)
    package = _load()
    ffi = importlib.import_module("weasyprint.text.ffi")
    number = int(ffi.pango.pango_version())
    pango = f"{number // 10000}.{number // 100 % 100}.{number % 100}"
    return Libraries(str(package.__version__), pango, ffi.harfbuzz_subset is not None)


@lru_cache(maxsize=1)
def _load() -> Any:
    """The package, or the problem: after a failed import Python would try each library again."""
    try:
        # It prints a banner before it raises, and warns where it can do without a library.
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            return importlib.import_module("weasyprint")
    except OSError as error:
        return Problem(
            "pango-missing",
            f"PDFs cannot be printed here: {_first_line(error)}",
            hint=system_command(),
        )


def _first_line(error: OSError) -> str:
    return str(error).splitlines()[0].split(":")[0]
