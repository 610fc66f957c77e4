"""Measure handbill beside the tools that it stands on, in one run: `make bench`.

Each row compares two whole processes in alternating pairs, so that what else the machine does falls on
both. A goal that is missed is named as missed; the exit status is 1 then.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

ROOT = Path(__file__).parents[2]
GAME, DOCUMENT, PAPER = "mlwm", "reference", "a4"
PAIRS = 7
MS = 1000


@dataclass(frozen=True)
class Cost:
    """Seconds of one process, its children included: on the clock, and of CPU."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Row:
    """One comparison: what it measures, both medians and what is shown of them against the goal."""

    what: str
    ours: Cost
    theirs: Cost
    result: str
    goal: str
    met: bool


Command = Sequence[str | Path]


def cost(command: Command, surroundings: dict[str, str], folder: Path = ROOT) -> Cost:
    """What one run of a command in a folder costs; CalledProcessError when it fails."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before, start = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [str(part) for part in command],
        env={**inherited, **surroundings},
        cwd=folder,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    wall, after = time.perf_counter() - start, getrusage(RUSAGE_CHILDREN)
    return Cost(wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def pairs(
    ours: Command, theirs: Command, surroundings: dict[str, str], times: int
) -> list[tuple[Cost, Cost]]:
    """Alternating runs of both, after one of each that is not counted: it fills the caches."""
    cost(ours, surroundings), cost(theirs, surroundings)
    found = []
    for number in range(times):
        if number % 2:
            one = cost(ours, surroundings)
            found.append((one, cost(theirs, surroundings)))
        else:
            other = cost(theirs, surroundings)
            found.append((cost(ours, surroundings), other))
    return found


def medians(found: Sequence[tuple[Cost, Cost]], side: int) -> Cost:
    return Cost(median(pair[side].wall for pair in found), median(pair[side].cpu for pair in found))


def middle(found: Sequence[tuple[Cost, Cost]], compare: Callable[[Cost, Cost], float]) -> float:
    """The median over the pairs, not the quotient of medians: both of a pair met the same machine."""
    return median(compare(ours, theirs) for ours, theirs in found)


def same_html(folder: Path) -> tuple[Path, dict[str, str]]:
    """The HTML that handbill prints, in a file, and the surroundings in which WeasyPrint finds its faces."""
    sys.path.insert(0, str(ROOT))
    from generator.content.packs import load_pack
    from generator.outputs import site
    from generator.outputs.fonts import faces_for, use_bundled_fonts
    from generator.render.environment import Environment
    from generator.render.page import print_html, render_document
    from generator.rules import load
    from generator.workspace import Workspace

    workspace = Workspace.find()
    pack = load_pack(workspace.content, GAME)
    (document,) = (found for found in pack.documents if found.name == DOCUMENT)
    environment = Environment(workspace.templates, workspace.shown)
    page = render_document(environment, pack, document, load(GAME))
    path = folder / f"{page.name}.html"
    path.write_text(print_html(environment, page, PAPER), encoding="utf-8")
    fonts = use_bundled_fonts(faces_for(site.families(pack)), workspace.cache)
    return path, {"FONTCONFIG_FILE": str(fonts)}


def build_row(folder: Path) -> Row:
    html, surroundings = same_html(folder)
    chosen = ("build", GAME, "--only", DOCUMENT, "--paper", PAPER, "-q")
    ours = [sys.executable, "-m", "generator", *chosen, "-o", folder / "ours"]
    variant = ("--pdf-variant", "pdf/ua-1", "--pdf-tags")
    theirs = [sys.executable, "-m", "weasyprint", *variant, html, folder / "theirs.pdf"]
    found = pairs(ours, theirs, surroundings, PAIRS)
    _assert_like(folder / "ours" / "pdf" / f"{GAME}-{DOCUMENT}-{PAPER}.pdf", folder / "theirs.pdf")
    wall = middle(found, lambda one, other: one.wall / other.wall)
    cpu = middle(found, lambda one, other: one.cpu / other.cpu)
    what = f"handbill build {GAME} --only {DOCUMENT} --paper {PAPER} : weasyprint on its HTML"
    result = f"{wall:.2f} x wall, {cpu:.2f} x CPU"
    return Row(what, medians(found, 0), medians(found, 1), result, "at most 1.40 x", max(wall, cpu) <= 1.4)


def _assert_like(ours: Path, theirs: Path) -> None:
    """Both printed the same pages in the same faces, or the comparison is none."""
    from pypdf import PdfReader

    one, other = PdfReader(ours), PdfReader(theirs)
    texts = [[page.extract_text() for page in reader.pages] for reader in (one, other)]
    assert texts[0] == texts[1] and len(texts[0]) > 0, "the two PDFs do not say the same"


def help_row(bare: Sequence[str], name: str) -> Row:
    ours = [sys.executable, "-m", "generator", "--help"]
    found = pairs(ours, [sys.executable, *bare], {}, 3 * PAIRS)
    more = MS * middle(found, lambda one, other: one.cpu - other.cpu)
    what = f"handbill --help : {name}"
    return Row(
        what, medians(found, 0), medians(found, 1), f"{more:+.0f} ms CPU", "at most +150 ms", more <= 150
    )


def table(rows: Sequence[Row]) -> str:
    """The rows, a line each under their names."""
    lines = [f"{'':<82} {'ours':>17}  {'theirs':>17}  {'result':<24} {'goal':<16} verdict"]
    for row in rows:
        ours, theirs = (f"{MS * one.wall:5.0f} ({MS * one.cpu:5.0f}) ms" for one in (row.ours, row.theirs))
        verdict = "met" if row.met else "MISSED"
        lines.append(f"{row.what:<82} {ours:>17}  {theirs:>17}  {row.result:<24} {row.goal:<16} {verdict}")
    lines.append(
        f"\nWall time (CPU time) of whole processes: medians of {PAIRS} and {3 * PAIRS} alternating pairs."
    )
    return "\n".join(lines)


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="handbill-bench-") as folder:
        # Both sides find their modules compiled, as in daily use; the checkout gets no new files.
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "compiled")
        rows = [
            build_row(Path(folder)),
            help_row(["-c", "pass"], "python -c pass"),
            help_row(["-I", "-S", "-c", "pass"], "python -I -S -c pass"),
        ]
        print(table(rows))
        import build_bench  # these take their clock from here
        import odds_bench
        import sheets_bench

        missed = [build_bench.main(()), odds_bench.main(), sheets_bench.main()]
    return max(missed) or int(not all(row.met for row in rows))


if __name__ == "__main__":
    sys.exit(main())
