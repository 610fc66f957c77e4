"""A copy of the package and its templates, with one small game whose files a test can break."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

# The id of a game with rules, since rules are code; the words are the test's own.
GAME = """\
title: The Castle
short: CASTLE
subtitle: A small game for tests
credit: "Made for tests."
rules: "rules for tests"
theme:
  display: EB Garamond
  text: Alegreya Sans
"""
GLOSSARY = """\
Fear:
  means: What the castle is full of.
  rules: [MLWM-DICE-1]
"""
DOCUMENT = """\
---
title: Dice
subtitle: what is rolled
summary: The dice of the castle.
pages:
  - - [[roll], [notes]]
---
## The roll {{ cite("MLWM-DICE-1") }} {#roll}

Roll {{ rules["MLWM-DICE-1"].sides | die }}s.

## Notes {{ cite("MLWM-DICE-2") }} {#notes}

LAST
"""


GAME_FILE = "content/mlwm/game.yaml"
GLOSSARY_FILE = "content/mlwm/glossary.yaml"
DICE_FILE = "content/mlwm/reference/dice.md"
LAST = 1 + DOCUMENT.splitlines().index("LAST")
HERE = f"{DICE_FILE}:{LAST}"
"""The place of the text that ``Tree.last`` writes."""

BEFORE = {"pdf/mlwm-dice-a4.pdf": b"%PDF of yesterday", "mine.txt": b"keep me", "manifest.json": b"{}"}
"""What stands in the output folder before a test."""


@dataclass(frozen=True)
class Told:
    """What a run of the command said."""

    status: int
    out: str
    err: str


class Tree:
    """A copy of the checkout with a small game, in a folder of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(ROOT / "generator", root / "generator", ignore=shutil.ignore_patterns("data"))
        self.restore()

    def restore(self) -> None:
        """Put back everything that a test may have broken; an earlier build left ``BEFORE``."""
        for folder in ("templates", "content", "build", "out"):
            shutil.rmtree(self.root / folder, ignore_errors=True)
        shutil.copytree(ROOT / "templates", self.root / "templates")
        self.write(GAME_FILE, GAME)
        self.write(GLOSSARY_FILE, GLOSSARY)
        self.last("Nothing more.")
        for name, data in BEFORE.items():
            self.write(f"build/{name}", data)

    def write(self, name: str, text: str | bytes) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)

    def change(self, name: str, old: str, new: str) -> None:
        """Replace the first ``old`` in a file; it must be there."""
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new, 1))

    def last(self, text: str) -> None:
        """Let this be the text of the last block of the one document."""
        self.write(DICE_FILE, DOCUMENT.replace("LAST", text))

    def run(self, *arguments: str | Path, timeout: float = 120, **environment: str) -> Told:
        """Run the command in this tree, whose own folder is the current one."""
        inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        done = subprocess.run(
            [sys.executable, "-m", "generator", *map(str, arguments)],
            cwd=self.root,
            env={**inherited, "PYTHONUTF8": "1", "PYTHONPATH": str(self.root), **environment},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=timeout,
        )
        return Told(done.returncode, done.stdout, done.stderr)

    def files(self, folder: str = "build") -> dict[str, bytes]:
        """Every file below a folder of the tree, with its bytes."""
        top = self.root / folder
        return {p.relative_to(top).as_posix(): p.read_bytes() for p in top.rglob("*") if p.is_file()}


def assert_refused(tree: Tree, told: Told, status: int = 1) -> None:
    """The build ended with problems and nothing else, and left the output folder as it was."""
    assert (told.status, told.out) == (status, ""), told
    assert "Traceback" not in told.err and "error[bug]" not in told.err
    assert re.search(r"^\d+ problems?; nothing was written$", told.err, re.MULTILINE)
    assert tree.files() == BEFORE
