"""What handbill needs from the machine, what is there, and the command that brings what is missing."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from generator.workspace import Workspace

_CHECKERS = (("qpdf", "qpdf"), ("pdftoppm", "poppler-utils"), ("gs", "ghostscript"))


@dataclass(frozen=True)
class Finding:
    """One thing that was looked for: ``found`` says what is there, ``mend`` the command when it is not."""

    name: str
    ok: bool
    needed: bool
    found: str
    mend: str | None = None


def examine(workspace: Workspace) -> tuple[Finding, ...]:
    """Everything that was looked for, in the order in which it is needed."""
    return (_python(), *_packages(), *_pango(), _cache(workspace), *_checkers())


def _python() -> Finding:
    version = ".".join(str(part) for part in sys.version_info[:3])
    return Finding("Python", sys.version_info >= (3, 11), True, version, "install Python 3.11 or newer")


def _packages() -> Iterator[Finding]:
    # The fonts are packages too: every fontpkg-* is a requirement.
    try:
        required = importlib.metadata.requires("handbill") or []
    except importlib.metadata.PackageNotFoundError:
        yield Finding("handbill", False, True, "not installed as a package", "pip install .")
        return
    for line in required:
        name = re.match(r"[A-Za-z0-9._-]+", line)
        if name is None or "extra ==" in line:
            continue
        try:
            yield Finding(name[0], True, True, importlib.metadata.version(name[0]))
        except importlib.metadata.PackageNotFoundError:
            wanted = line.split(";")[0].strip()
            yield Finding(name[0], False, True, "not installed", f"pip install '{wanted}'")


def _pango() -> Iterator[Finding]:
    from generator.outputs import pdf

    problem = pdf.available()
    if problem is not None:
        yield Finding("Pango", False, True, problem.message, pdf.system_command())
        return
    libraries = pdf.probe()
    yield Finding("Pango", True, True, libraries.pango)
    subset = libraries.harfbuzz_subset
    yield Finding("HarfBuzz subset", subset, True, "found" if subset else "not found", pdf.system_command())


def _cache(workspace: Workspace) -> Finding:
    folder = workspace.cache
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    writable = folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
    mend = "set XDG_CACHE_HOME to a folder that you may write to"
    return Finding("cache", writable, False, str(workspace.cache) if writable else "cannot be written", mend)


def _checkers() -> Iterator[Finding]:
    for command, package in _CHECKERS:
        where = shutil.which(command)
        yield Finding(command, where is not None, False, where or "not installed", f"apt install {package}")
