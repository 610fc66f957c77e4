"""Measure whole builds: cold beside WeasyPrint's own command, with nothing to do, after one change, growing.

Seconds of whole processes, those that they start included. All builds run in a copy of the tree, each with a
cache of its own. Called by `bench.py`; alone: ``python tests/bench/build_bench.py [GAME]...``, where games
that are named stand for all, to try it quickly.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench import ROOT, Cost, cost

GAMES = ("mlwm", "maid", "tsoy")
FEW, MANY = 3, 7
GROWTH = (10, 100, 300)
IN_A_GAME = 10
GAME, DOCUMENT, PAPER = "maid", "reference", "a4"
SENTENCE = "Breakfast by Luck is still breakfast."
MEALS = ("Supper", "Dinner", "Luncheon", "Elevenses", "Brunch", "Tea")
RULES = {
    "maid": ("MAID-DER-1: {} * will", (8, 9, 7)),
    "tsoy": ("TSOY-BDP-4.dice: level - against + {}", (1, 2, 3)),
}
"""House rules that break no claim: a derived score, and the opening advantage in a fight."""

GAME_FILE = """\
title: Notes {name}
short: Notes
subtitle: A game of text alone
credit: "Made to measure."
rules: "none"
theme:
  display: Marcellus
  text: Alegreya Sans
"""
DOCUMENT_FILE = """\
---
title: Leaf {name}
subtitle: a page of text
summary: A page of text.
pages:
  - - [[say, more]]
---
## What to say {{#say}}

{text}

## What else {{#more}}

{text}
"""
TEXT = "In the {name} house nobody sweeps before breakfast, and **everybody** sweeps after it. " * 6
LETTERS = "abcdefghij"


class Tree:
    """A copy of the package with its templates and content, which may be changed, and of our jobs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("generator", "templates", "content", "tests/bench/jobs"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))

    def cache(self, name: str) -> dict[str, str]:
        """Surroundings with a cache of this name."""
        return {"XDG_CACHE_HOME": str(self.folder / "caches" / name)}

    def build(self, cache: str, *words: str) -> Cost:
        """What a build costs, into the output folder that goes with a cache."""
        return cost(self.command(cache, "-q", *words), self.cache(cache), self.folder)

    def command(self, cache: str, *words: str) -> list[str | Path]:
        return [sys.executable, "-m", "generator", "build", "-o", f"out-{cache}", *words]

    def told(self, command: Sequence[str | Path], cache: str, *, errors: bool = False) -> str:
        """What a command prints, or what it says beside that."""
        done = subprocess.run(
            [str(word) for word in command],
            env={**os.environ, **self.cache(cache)},
            cwd=self.folder,
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if errors else None,
            text=True,
        )
        return done.stderr if errors else done.stdout

    def changed(self, cache: str, *words: str) -> int:
        """How many PDFs a build writes with other bytes than before."""
        made = json.loads(self.told(self.command(cache, "--json", *words), cache))["artifacts"]
        return sum(each["changed"] and each["path"].endswith(".pdf") for each in made)

    def laid_out(self, cache: str) -> int:
        """How many pages and forms were laid out for this cache since it is there."""
        root = Path(self.cache(cache)["XDG_CACHE_HOME"], "handbill")
        pages = [path for path in (root / "made").iterdir() if b'"path": "print.pdf"' in path.read_bytes()]
        return len(pages) + len(list((root / "forms").iterdir()))

    def imports(self, cache: str, *words: str) -> bool:
        """Whether a build imports WeasyPrint."""
        python, *rest = self.command(cache, "-q", *words)
        return "weasyprint" in self.told([python, "-X", "importtime", *rest], cache, errors=True)

    def pdfs(self, cache: str) -> list[Path]:
        return sorted((self.folder / f"out-{cache}").rglob("*.pdf"))


def middle(costs: Sequence[Cost]) -> Cost:
    return Cost(median(each.wall for each in costs), median(each.cpu for each in costs))


def shown(spent: Cost) -> str:
    """``12.30 (20.10)``: wall and CPU."""
    return f"{spent.wall:7.2f} ({spent.cpu:7.2f})"


class Bench:
    """All comparisons, with what was missed. ``games`` are built in place of all."""

    def __init__(self, folder: Path, games: Sequence[str]) -> None:
        self.folder, self.games = folder, tuple(games)
        self.growth_sizes = GROWTH if not games else GROWTH[:1]
        self.tree = Tree(folder / "tree")
        self.missed = 0

    def row(self, what: str, *costs: Cost, said: str = "", goal: str = "", met: bool | None = None) -> None:
        """A line of the table; ``goal`` and its verdict where there is one."""
        verdict = {None: "", True: f": goal {goal}, met", False: f": goal {goal}, MISSED"}[met]
        self.missed += met is False
        print(f"  {what:<58}{''.join(f'{shown(each):>18}' for each in costs):<36}  {said}{verdict}")
        sys.stdout.flush()

    def run(self) -> int:
        cores, load = len(os.sched_getaffinity(0)), os.getloadavg()[0]
        print(f"\nBuilds on {cores} processors, load {load:.1f} at the start: wall (CPU) seconds.")
        print(f"  {'':<58}{'handbill':>18}{'the other':>18}")
        for part in (self.cold, self.nothing, self.sentence, self.rules, self.growth):
            part()
        print(f"\n{self.missed or 'no'} goals of the builds missed")
        return int(bool(self.missed))

    def cold(self) -> None:
        """Ours before and after theirs, which take too long to be repeated; each of theirs runs once."""
        self.tree.build("compiled", GAME, "--only", DOCUMENT, "--paper", PAPER)  # compiles the modules
        pages = self._pages()
        ours = [self.tree.build("cold-0", *self.games)]
        theirs = self._one_by_one(pages)
        ours.append(self.tree.build("cold-1", *self.games))
        names = {path.name for path in self.tree.pdfs("cold-0")}
        assert names and names == {Path(page["path"]).name for page in pages}, "not the same PDFs"
        self._assert_like(pages)
        spent = Cost(sum(each.wall for each in ours) / 2, sum(each.cpu for each in ours) / 2)
        wall, cpu = theirs.wall / spent.wall, theirs.cpu / spent.cpu
        said = f"{wall:.2f} x wall, {cpu:.2f} x CPU"
        what = f"cold build, {len(names)} PDFs and the site : weasyprint, the PDFs"
        self.row(what, spent, theirs, said=said, goal="at least 3 x wall", met=wall >= 3)
        print(f"    handbill twice ({', '.join(shown(each).strip() for each in ours)}), weasyprint once")

    def _pages(self) -> list[dict[str, str]]:
        folder = self.folder / "html"
        folder.mkdir()
        script = self.tree.folder / "tests" / "bench" / "jobs" / "same_pages.py"
        making: list[str | Path] = [sys.executable, script, folder, *self.games]
        return [json.loads(line) for line in self.tree.told(making, "html").splitlines()]

    def _one_by_one(self, pages: Sequence[dict[str, str]]) -> Cost:
        """WeasyPrint's command for each page, with its fonts known and its modules compiled."""
        variant = ("--pdf-variant", "pdf/ua-1", "--pdf-tags")
        spent = []
        for number, page in enumerate((pages[0], *pages)):
            forms = ("--pdf-forms",) if page["form"] else ()
            made = Path(page["html"]).with_suffix(".pdf")
            command = [sys.executable, "-m", "weasyprint", "-q", *variant, *forms, page["html"], made]
            one = cost(command, {"FONTCONFIG_FILE": page["fonts"]}, self.folder)
            if number:  # the first compiles the modules
                spent.append(one)
        return Cost(sum(each.wall for each in spent), sum(each.cpu for each in spent))

    def _assert_like(self, pages: Sequence[dict[str, str]]) -> None:
        """Both printed the same text, in forms on as many pages, or the comparison is none."""
        from pypdf import PdfReader

        for page in pages:
            files = (
                self.tree.folder / "out-cold-0" / page["path"],
                Path(page["html"]).with_suffix(".pdf"),
            )
            ours, theirs = (PdfReader(file).pages for file in files)
            if page["form"]:
                assert 0 < len(theirs) <= len(ours), page["path"]  # ours goes on where text has no room
            else:
                texts = [[each.extract_text() for each in side] for side in (ours, theirs)]
                assert texts[0] == texts[1] and texts[0], page["path"]

    def nothing(self) -> None:
        spent = middle([self.tree.build("cold-1", *self.games) for _ in range(MANY)])
        bare = middle([cost([sys.executable, "-c", "pass"], {}) for _ in range(MANY)])
        loads = self.tree.imports("cold-1", *self.games)
        forced = ("--force", GAME, "--only", DOCUMENT, "--paper", PAPER)
        assert self.tree.imports("compiled", *forced), "an import of WeasyPrint would not be seen"
        said = f"WeasyPrint {'IS' if loads else 'not'} imported"
        met = spent.cpu <= 0.4 and not loads
        self.row(
            "nothing to do : python -c pass", spent, bare, said=said, goal="0.4 s CPU, no import", met=met
        )

    def sentence(self) -> None:
        """After one changed sentence: all games again, and the one document by itself, from nothing."""
        path = self.tree.folder / "content" / GAME / "reference" / f"{DOCUMENT}.md"
        text = path.read_text(encoding="utf-8")
        assert text.count(SENTENCE) == 1
        self.tree.build("sentence", "--paper", PAPER, *self.games)
        pairs = []
        for number, meal in enumerate(MEALS[:FEW]):
            path.write_text(text.replace(SENTENCE, SENTENCE.replace("Breakfast", meal)), encoding="utf-8")
            # Caches of their own, or the second would find what the first made.
            sides = {
                "sentence": ("--paper", PAPER, *self.games),
                "alone": (GAME, "--only", DOCUMENT, "--paper", PAPER, "--force"),
            }
            order = sorted(sides, reverse=bool(number % 2))
            found = {side: self.tree.build(side, *sides[side]) for side in order}
            pairs.append((found["sentence"], found["alone"]))
        path.write_text(text, encoding="utf-8")
        ours, alone = (middle([pair[side] for pair in pairs]) for side in (0, 1))
        wall = median(one.wall / other.wall for one, other in pairs)
        cpu = median(one.cpu / other.cpu for one, other in pairs)
        what = f"one sentence of {GAME}/{DOCUMENT}, {PAPER} : that document alone"
        said = f"{wall:.2f} x wall, {cpu:.2f} x CPU"
        self.row(what, ours, alone, said=said, goal="at most 1.3 x", met=max(wall, cpu) <= 1.3)

    def rules(self) -> None:
        """After one changed rule, from a build of the published ones; the cache has only seen those."""
        rules, every = self.tree.folder / "house-rules.yaml", self.tree.laid_out("cold-0")
        for game, (line, values) in RULES.items():
            if self.games and game not in self.games:
                continue
            spent, counts = [], []
            for value in values:
                self.tree.build("cold-1", *self.games)
                before = self.tree.laid_out("cold-1")
                rules.write_text(line.format(value) + "\n", encoding="utf-8")
                spent.append(self.tree.build("cold-1", *self.games))
                counts.append(self.tree.laid_out("cold-1") - before)
                rules.unlink()
            self.tree.build("cold-1", *self.games)
            rules.write_text(line.format(values[0]) + "\n", encoding="utf-8")
            changed, total = self.tree.changed("cold-1", *self.games), len(self.tree.pdfs("cold-1"))
            rules.unlink()
            self.tree.build("cold-1", *self.games)
            said = f"{changed} of {total} PDFs changed, {max(counts)} layouts (all: {every})"
            self.row(line.format(values[0]), middle(spent), said=said)

    def growth(self) -> None:
        """Games of ten references of text each, one paper; cold builds once."""
        grown: list[tuple[int, float, float]] = []
        for count in self.growth_sizes:
            tree = Tree(self.folder / f"tree-{count}")
            first = fill(tree.folder / "content", count)
            cold = tree.build("grown", "--paper", PAPER)
            assert len(tree.pdfs("grown")) == count
            nothing = middle([tree.build("grown", "--paper", PAPER) for _ in range(FEW)])
            changes, text = [], first.read_text(encoding="utf-8")
            for meal in MEALS[:FEW]:
                first.write_text(text.replace("breakfast", meal.lower(), 1), encoding="utf-8")
                changes.append(tree.build("grown", "--paper", PAPER))
            one = middle(changes)
            grown.append((count, nothing.cpu, one.cpu))
            self.row(f"{count} documents, cold", cold, said=f"{1000 * cold.cpu / count:.0f} ms CPU each")
            self.row(f"{count} documents, nothing to do", nothing)
            self.row(f"{count} documents, one sentence", one)
            shutil.rmtree(tree.folder)
        if len(grown) > 1:
            (few, *small), (many, *large) = grown[0], grown[-1]
            idle, change = (1000 * (b - a) / (many - few) for a, b in zip(small, large, strict=True))
            print(f"    each more document: {idle:.1f} ms CPU more, {change:.1f} ms after one change")


def fill(content: Path, count: int) -> Path:
    """So many documents in place of all games; the path of the first."""
    shutil.rmtree(content)
    paths = []
    for number in range(count):
        game = content / f"notes-{_word(number // IN_A_GAME)}"
        path = game / "reference" / f"leaf-{_word(number)}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        (game / "game.yaml").write_text(GAME_FILE.format(name=game.name), encoding="utf-8")
        (game / "glossary.yaml").write_text("{}\n", encoding="utf-8")
        text = TEXT.format(name=_word(number)).strip()
        path.write_text(DOCUMENT_FILE.format(name=_word(number), text=text), encoding="utf-8")
        paths.append(path)
    return paths[0]


def _word(number: int) -> str:
    """A number in letters, since digits in content are refused."""
    return "".join(LETTERS[int(digit)] for digit in str(number))


def main(games: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="handbill-builds-") as folder:
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(folder) / "compiled"))
        return Bench(Path(folder), games).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
