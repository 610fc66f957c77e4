"""Measure the odds beside icepool and dyce: four jobs, all printed tables, one answer, and growth.

Whole processes, CPU seconds, medians of alternating runs. Before anything is timed all engines must agree
on every value. Called by `bench.py`; alone: ``python tests/bench/odds_bench.py``.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench import MS, ROOT, cost
from peers import peers_python

JOBS = ROOT / "tests" / "bench" / "jobs"
NAMES = ("mlwm", "tsoy", "maid", "fights")
ENGINES = ("handbill", "icepool", "icepool_loops", "dyce")
PEERS = ("icepool", "dyce")
COLUMNS = ("handbill", "icepool", "its dice*", "dyce")
WHAT = {
    "mlwm": "MLWM: 2,800 win/tie/lose cells, pools to 20 dice",
    "tsoy": "TSOY: 65 distributions, 4,225 pairs with difference",
    "maid": "Maid: 3,024 target cells, 3,969 contests with Stress",
    "fights": "TSOY fights: 25 rank pairs, 64 x 64 mark sets",
}
ANSWERS = {
    "one_check": "tsoy check --rank 2 --bonus 1",
    "one_overture": "mlwm overture --reason 3 --self-loathing 2 --fear 4 --bonus d6",
    "one_fight": "tsoy fight --rank 2 --against 1 --harm 2,4",
}
FEW, MANY = 3, 15

Command = Sequence[str | Path]


def told(command: Command) -> str:
    """What a command prints; CalledProcessError when it fails."""
    words = [str(part) for part in command]
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def cpu(commands: Sequence[Command], times: int) -> list[float]:
    """The median CPU seconds of each command, taken in turns so that all meet the same machine.

    Each must have run before, or its first run fills Python's cache of compiled modules.
    """
    found = [[cost(command, {}).cpu for command in commands] for _ in range(times)]
    return [median(column) for column in zip(*found, strict=True)]


class Bench:
    """All comparisons, with the interpreter of the peers, and what was missed."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.python = folder, peers_python()
        self.missed = 0

    def verdict(self, met: bool) -> str:
        self.missed += not met
        return "met" if met else "MISSED"

    def runs(self, engine: str, *words: str) -> Command:
        python = sys.executable if engine == "handbill" else self.python
        return [python, "-W", "ignore", JOBS / "run.py", engine, *words]

    def jobs(self) -> None:
        sums = {engine: told(self.runs(engine, "--told")) for engine in ENGINES}
        assert len(set(sums.values())) == 1 and sums["handbill"].count("\n") == 4, sums
        counts = [int(line.split()[1]) for line in sums["handbill"].splitlines()]
        print(f"\nFour jobs; the engines agree on all {sum(counts):,} values. CPU ms of whole processes.")
        print(f"{'':<56}" + "".join(f"{column:>10}" for column in COLUMNS))
        for name in NAMES:
            line = cpu([self.runs(engine, name) for engine in ENGINES], 1)
            print(f"{WHAT[name]:<56}" + "".join(f"{MS * each:>10.0f}" for each in line))
        whole = cpu([self.runs(engine, *NAMES) for engine in ENGINES], FEW)
        print(f"{'all four in one process':<56}" + "".join(f"{MS * each:>10.0f}" for each in whole))
        ours, ice, tuned, _ = whole
        peaks = [int(told(self.runs(engine, *NAMES))) / 1024 for engine in ENGINES]
        print(f"{'peak memory, MiB':<56}" + "".join(f"{each:>10.0f}" for each in peaks))
        print(f"  icepool takes {ice / ours:.0f} x as long: goal 8 x, {self.verdict(ice >= 8 * ours)}")
        print(f"  * icepool's dice with our loops: {tuned / ours:.1f} x as long")
        print(f"  {MS * ours:.0f} ms: goal 250 ms, {self.verdict(ours <= 0.25)}")
        print(f"  {peaks[0]:.0f} MiB: goal under 40 MiB, {self.verdict(peaks[0] < 40)}")
        print("  All use their own dice, sums and comparisons; icepool and dyce mix a fight from dice.")
        print("  * Comparisons and fights by the loops of our script, over icepool's dice.")

    def tables(self) -> None:
        plain = self.folder / "plain.json"
        rows = [
            json.loads(line) for line in told([sys.executable, JOBS / "tables.py", "--each"]).splitlines()
        ]
        told([sys.executable, JOBS / "tables.py", "--plain", plain])
        (whole,) = cpu([[sys.executable, JOBS / "tables.py"]], FEW)
        cells, count = sum(row[3] for row in rows), len(rows)
        print(
            f"\nAll that is printed: {count} tables, {cells:,} cells, {MS * whole:.0f} ms CPU in one process."
        )
        slow = sorted(rows, key=lambda row: -row[4])[:5]
        for game, question, table, size, seconds in slow:
            print(
                f"  {f'{game} {question}, table {table}':<40} {size:>4} cells {MS * seconds:>7.0f} ms alone"
            )
        fights = [row for row in rows if row[0] == "tsoy" and row[1] in ("pain", "fight", "give-in")]
        worst = max(row[4] for row in fights)
        verdict = self.verdict(worst <= 2)
        print(f"  {len(fights)} fight tables, the slowest {MS * worst:.0f} ms: goal 2 s, {verdict}")
        self._plain(plain, rows)

    def _plain(self, plain: Path, rows: list[list[Any]]) -> None:
        """The tables of single rolls, which the peers can express, beside ours."""
        scripts = [[self.python, "-W", "ignore", JOBS / "peer_tables.py", engine, plain] for engine in PEERS]
        theirs = [json.loads(told(script)) for script in scripts]
        print(
            "  Tables of single rolls, which the peers can express too, all values checked against ours: CPU"
        )
        print("  ms inside the process, without imports; handbill's are those of whole answers, laid out.")
        print(f"  {'':<22}" + "".join(f"{engine:>10}" for engine in ("handbill", *PEERS)))
        for question in theirs[0]:
            ours = sum(row[4] for row in rows if f"{row[0]} {row[1]}" == question)
            line = (ours, *(engine[question] for engine in theirs))
            print(f"  {question:<22}" + "".join(f"{MS * each:>10.1f}" for each in line))
        others = len({tuple(row[:2]) for row in rows}) - len(theirs[0])
        print(f"  The other {others} questions need loops, chains or rules of ours in any engine.")

    def answers(self) -> None:
        print("\nOne answer at the command line; the two say the same. CPU ms of whole processes.")
        print(f"{'':<76}{'handbill':>9} {'python':>7} {'icepool':>8}")
        for script, words in ANSWERS.items():
            ours = [sys.executable, "-m", "generator", "odds", *words.split()]
            theirs = [self.python, JOBS / f"{script}.py"]
            self._assert_same(ours, theirs)
            one, bare, ice = cpu([ours, [sys.executable, "-c", "pass"], theirs], MANY)
            print(f"{'handbill odds ' + words:<76}{MS * one:>9.0f} {MS * bare:>7.0f} {MS * ice:>8.0f}")
            more = self.verdict(one - bare <= 0.13)
            print(f"  {MS * (one - bare):+.0f} ms over python -c pass: goal +130 ms, {more}")
            print(f"  {MS * (one - ice):+.0f} ms against icepool: goal below 0, {self.verdict(one < ice)}")

    def _assert_same(self, ours: Command, theirs: Command) -> None:
        """Each chance that the script of icepool prints first in a line is one of ours."""
        shares = json.loads(told([*ours, "--json"]))["answers"][0]["shares"]
        chances = {share["key"]: share["chance"] for share in shares}
        lines = [line.split() for line in told(theirs).splitlines()]
        assert lines and all(chances[key] == chance for key, chance, *_ in lines), (chances, lines)

    def growth(self) -> None:
        grown = json.loads(told([sys.executable, JOBS / "growth.py"]))
        print("\nGrowth: CPU ms of one fight between equals, by the boxes of a track (a house rule), and of")
        print("one contest of n dice with a d8 against n.")
        for name, rows in grown.items():
            print(f"  {name:<8}" + "".join(f"{size:>9}" for size, _ in rows))
            print(f"  {'ms':<8}" + "".join(f"{MS * seconds:>9.1f}" for _, seconds in rows))

    def run(self) -> int:
        for part in (self.jobs, self.tables, self.answers, self.growth):
            part()
            sys.stdout.flush()
        print(f"\n{self.missed} goals of the odds missed" if self.missed else "\nevery goal of the odds met")
        return int(bool(self.missed))


def versions(python: Path) -> str:
    """Which peers were measured."""
    listed = told([python, "-m", "pip", "list", "--format", "freeze"])
    return ", ".join(re.findall(r"^(?:icepool|dyce|pypdf|pikepdf)==.*$", listed, re.M))


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="handbill-odds-") as folder:
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(folder) / "compiled"))
        bench = Bench(Path(folder))
        print(f"\nPython {sys.version.split()[0]}, {versions(bench.python)}")
        return bench.run()


if __name__ == "__main__":
    sys.exit(main())
