"""The games and documents that stand in content/, and how a test runs the real command.

Found by their files' names, not by the loader, so that a loader that loses one is seen.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
CONTENT = ROOT / "content"
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
OURS = ".handbill-"
"""How the names of files begin that a run has not finished."""


@dataclass(frozen=True, order=True)
class Handout:
    """One document of one game, and the files that a build makes of it."""

    game: str
    document: str
    folder: str

    @property
    def name(self) -> str:
        return f"{self.game}-{self.document}"

    @property
    def source(self) -> Path:
        return CONTENT / self.game / self.folder / f"{self.document}{SUFFIXES[self.folder]}"

    @property
    def head(self) -> dict[str, Any]:
        """What the handout says of itself: title, subtitle, summary and pages."""
        text = self.source.read_text(encoding="utf-8")
        found = yaml.safe_load(text if self.folder == "sheets" else text.split("---")[1])
        assert isinstance(found, dict)
        return found

    @property
    def page(self) -> str:
        return f"site/{self.game}/{self.document}.html"

    def pdf(self, paper: str) -> str:
        return f"pdf/{self.name}-{paper}.pdf"


SUFFIXES = {"reference": ".md", "odds": ".md", "sheets": ".yaml"}
HANDOUTS = sorted(
    Handout(file.parts[-3], file.stem, folder)
    for folder, suffix in SUFFIXES.items()
    for file in CONTENT.glob(f"*/{folder}/*{suffix}")
)
SHEETS = [handout for handout in HANDOUTS if handout.folder == "sheets"]
DOCUMENTS = [handout for handout in HANDOUTS if handout.folder != "sheets"]


def _sheet_of(file: Path) -> str:
    """The name of the sheet that a sample character is on, which its base may say."""
    found = yaml.safe_load(file.read_text(encoding="utf-8"))
    return found["sheet"].split("/")[1] if "sheet" in found else _sheet_of(file.parent / found["based_on"])


SAMPLES = sorted((file.parts[-3], _sheet_of(file), file.stem) for file in CONTENT.glob("*/characters/*.yaml"))
"""Game, sheet and name of every sample character."""
GAMES = sorted(file.parent.name for file in CONTENT.glob("*/game.yaml"))
BLANK = [handout.pdf(paper) for handout in SHEETS for paper in PAPERS]
FILLED = [f"filled/{'-'.join(sample)}-{paper}.pdf" for sample in SAMPLES for paper in PAPERS]
PDFS = [*(handout.pdf(paper) for handout in HANDOUTS for paper in PAPERS), *FILLED]
PAGES = [
    "site/index.html",
    *(handout.page for handout in HANDOUTS),
    *(f"site/{game}/{sheet}-{name}.html" for game, sheet, name in SAMPLES),
]


def handbill(
    *arguments: str | Path, root: Path = ROOT, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command of the tree at ``root``; the environment given comes over this process's own."""
    return subprocess.run(
        [sys.executable, "-m", "generator", *map(str, arguments)],
        cwd=cwd or root,
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
