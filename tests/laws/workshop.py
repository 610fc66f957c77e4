"""Two small games that a test changes and builds, in this process, and counts what is made anew."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from generator import build as building
from generator.making import maker
from generator.making.units import Unit
from generator.outputs.webfonts import web_fonts
from generator.workspace import Workspace
from tests.laws.found import ROOT, files

GAME = (
    "title: {title}\nshort: {title}\nsubtitle: for tests\ncredit: Made for tests.\nrules: 'tests'\ntheme:\n"
)
THEME = "  display: EB Garamond\n  text: Alegreya Sans\n"
DICE = """\
---
title: Dice
subtitle: what is rolled
summary: The dice of the castle.
pages:
  - - [[roll], [notes]]
---
## The roll {{ cite("MLWM-DICE-1") }} {#roll}

Roll {{ rules["MLWM-DICE-1"].sides | die }}s, and mind the [Fear]{.term}.

## Notes {{ cite("MLWM-DICE-2") }} {#notes}

A quiet evening.
"""
TEA = """\
---
title: Tea
subtitle: how it is poured
summary: Tea.
pages:
  - - [[cups]]
---
## Cups {#cups}

Warm them first.
"""
SHEET = """\
title: Servant
subtitle: who you are
summary: A small sheet.
audience: players
version: 1
named_by: name
pages:
  - - [[who]]
sections:
  who:
    fields:
      - {name: name, kind: text, label: Name, required: true, span: 6}
      - {name: fear, kind: number, label: Fear, bounds: fear, span: 3}
      - {name: reason, kind: number, label: Reason, bounds: reason, span: 3}
      - {name: weariness, kind: number, label: Weariness, span: 3}
      - {name: self_loathing, kind: number, label: Self-Loathing, span: 3}
      - {name: violence, kind: derived, label: Do violence, rule: violence, span: 6}
"""
CONTENT = {
    "content/mlwm/game.yaml": GAME.format(title="Castle") + THEME,
    "content/mlwm/glossary.yaml": "Fear:\n  means: What the castle is full of.\n  rules: [MLWM-DICE-1]\n",
    "content/mlwm/reference/dice.md": DICE,
    "content/mlwm/sheets/servant.yaml": SHEET,
    "content/mlwm/characters/ann.yaml": (
        "sheet: mlwm/servant\nversion: 1\nname: Ann\nfear: 2\nself_loathing: 1\n"
    ),
    "content/mlwm/characters/bob.yaml": "based_on: ann.yaml\nname: Bob\nweariness: 1\nreason: 3\n",
    "content/tea/game.yaml": GAME.format(title="Tea") + THEME,
    "content/tea/glossary.yaml": "{}\n",
    "content/tea/reference/tea.md": TEA,
}
HOUSE = "house-rules.yaml"


FACES = ("Alegreya Sans", "EB Garamond")


def web_faces(cache: Path) -> Path:
    """This cache with the games' web faces, which take long to cut; those that the user's cache has are taken
    from there."""
    kept = Workspace.find().cache / "webfonts"
    if kept.is_dir():
        shutil.copytree(kept, cache / "webfonts")
    web_fonts(FACES, cache)
    return cache


class Workshop:
    """The games in a folder, with an output folder and a cache of their own; ``made`` are the last build's
    pieces that were made anew, ``printed`` the names of the documents that were laid out for that."""

    def __init__(self, root: Path, fonts: Path | None = None) -> None:
        """``fonts`` is a cache from which the web faces are taken, which take long to cut."""
        self.root, self.cache, self.fonts = root, root / "cache", fonts
        self.made: list[Unit] = []
        if not (root / "templates").exists():
            shutil.copytree(ROOT / "templates", root / "templates")
            for name, text in CONTENT.items():
                self.write(name, text)
            self.warm(self.cache)

    def copy(self, root: Path) -> Workshop:
        """Another one with the same files, outputs and cache."""
        shutil.copytree(self.root, root, symlinks=True)
        return Workshop(root, self.fonts)

    def warm(self, cache: Path) -> None:
        """Give a cache the web faces, and nothing else."""
        if self.fonts:
            shutil.copytree(self.fonts / "webfonts", cache / "webfonts", dirs_exist_ok=True)

    def write(self, name: str, text: str | bytes) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)

    def read(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        """Replace the first ``old`` in a file; it must be there."""
        text = self.read(name)
        assert old in text
        self.write(name, text.replace(old, new, 1))

    def workspace(self, output: str = "out", cache: Path | None = None) -> Workspace:
        house = self.root / HOUSE
        return Workspace(
            self.root / "templates",
            self.root / "content",
            self.root / output,
            cache or self.cache,
            house if house.exists() else None,
        )

    def build(
        self,
        output: str = "out",
        *,
        games: Iterable[str] = (),
        only: Iterable[str] = (),
        papers: Iterable[str] = ("a4",),
        jobs: int = 1,
        force: bool = False,
        cache: Path | None = None,
    ) -> building.Outcome:
        """Build here and now; what was made anew is in ``made`` where one process does it."""
        self.made = []
        request = building.Request(tuple(games), tuple(papers), tuple(only), jobs, force)
        original = maker.Maker.make

        def make(one: maker.Maker, unit: Unit) -> maker.Made:
            self.made.append(unit)
            return original(one, unit)

        maker.Maker.make = make  # type: ignore[method-assign]
        try:
            return building.build(self.workspace(output, cache), request)
        finally:
            maker.Maker.make = original  # type: ignore[method-assign]

    @property
    def anew(self) -> set[tuple[str, str, str]]:
        """Kind, document and sample of each piece that was made anew."""
        return {(unit.kind, f"{unit.game}-{unit.name}", unit.sample) for unit in self.made}

    def files(self, output: str = "out") -> dict[str, bytes]:
        return files(self.root / output)

    def from_scratch(self, **asked: object) -> dict[str, bytes]:
        """What stands in a new folder after a build with a cache that holds web faces at most."""
        for name in ("scratch", "scratch-cache"):
            shutil.rmtree(self.root / name, ignore_errors=True)
        self.warm(self.root / "scratch-cache")
        made = self.made
        self.build("scratch", cache=self.root / "scratch-cache", **asked)  # type: ignore[arg-type]
        self.made = made
        return self.files("scratch")
