"""Measure filling and reading of character sheets beside the tools that fill PDFs.

CPU seconds, of children too. handbill's are those of whole processes, shared among the sheets; the peers'
are those of a loop in one process, without imports.
Called by `bench.py`; alone: ``python tests/bench/sheets_bench.py``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import MS, ROOT, Cost, cost
from odds_bench import JOBS, told, versions
from peers import WANTED, peers_python

FIRST = "mlwm/minion"
MANY = 1_000
GROWTH = (10, 100, 1_000, 10_000)
READ = (10, 100, 1_000)
SAMPLES = {"weasyprint": 5, "pypdf": 10, "pikepdf": 100}
WHAT = {
    "weasyprint": "WeasyPrint lays the sheet out again",
    "pypdf": "pypdf update_page_form_field_values",
    "pikepdf": "pikepdf sets the values, draws nothing",
}
MIB = 1024
"""The peak of a process comes in KiB."""


class Bench:
    """All comparisons, with what was missed. ``folder`` is for everything that is made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = {"XDG_CACHE_HOME": str(folder / "cache")}
        self.missed = 0

    def verdict(self, met: bool) -> str:
        self.missed += not met
        return "met" if met else "MISSED"

    def run(self) -> int:
        largest, sizes = self._largest()
        peers = versions(peers_python("sheets"))
        print(f"\nCharacter sheets; Python {sys.version.split()[0]}, {peers}")
        for sheet in dict.fromkeys((FIRST, largest)):
            print(f"\n{sheet}, {sizes[sheet]} widgets; every field filled, no two alike.")
            with self._room(sheet) as room:
                self._fill(room)
                self._memory(room, GROWTH if sheet == FIRST else GROWTH[:-1])
                self._read(room)
            sys.stdout.flush()
        self._blanks(sizes)
        self._dungeons()
        print(f"\n{self.missed or 'no'} goals of the sheets missed")
        return int(bool(self.missed))

    def _largest(self) -> tuple[str, dict[str, int]]:
        """The sheet with most widgets, and how many each has."""
        lines = told([sys.executable, JOBS / "sheet_sizes.py"]).splitlines()
        sizes = {name: int(count) for name, count in map(str.split, lines)}
        return max(sizes, key=sizes.__getitem__), sizes

    @contextmanager
    def _room(self, sheet: str) -> Iterator[Room]:
        """A folder with the characters; what a run left in it goes when the next sheet comes."""
        folder = self.folder / sheet.replace("/", "-")
        folder.mkdir()
        lines = told([sys.executable, JOBS / "many_characters.py", sheet, str(max(GROWTH))]).splitlines(True)
        for count in (1, *GROWTH):
            (folder / f"{count}.jsonl").write_text("".join(lines[:count]), encoding="utf-8")
        yield Room(sheet, folder, self.cache)
        shutil.rmtree(folder)

    def _fill(self, room: Room) -> None:
        room.fill(1)  # fills the cache, and Python's of compiled modules
        cold = room.fill(MANY, {"XDG_CACHE_HOME": str(room.folder / "cold")})
        one, warm = room.fill(1), room.fill(MANY)
        each = warm.cpu / MANY
        files = [path.stat().st_size / 1000 for path in (room.folder / f"out-{MANY}").glob("*.pdf")]
        assert len(files) == MANY, len(files)
        head = "handbill fill from JSON lines, whole process"
        print(f"  {head:<56}{'s':>8}{'ms each':>9}{'sheets/s':>10}")
        for name, spent, count in (
            ("1,000, cold cache: blank laid out, form font made", cold, MANY),
            ("1,000, warm cache", warm, MANY),
            ("1, warm cache", one, 1),
        ):
            print(f"  {name:<56}{spent.cpu:>8.2f}{MS * spent.cpu / count:>9.2f}{count / spent.cpu:>10.0f}")
        print(f"    {MANY / warm.cpu:.0f} sheets/s: goal 200, {self.verdict(MANY / warm.cpu >= 200)}")
        biggest, mean = max(files), sum(files) / MANY
        print(f"    {mean:.0f} kB each, at most {biggest:.0f}: goal 110, {self.verdict(biggest < 110)}")
        self._peers(room, each)

    def _peers(self, room: Room, each: float) -> None:
        making = [sys.executable, JOBS / "same_sheets.py", room.table(10), "10", room.folder]
        fonts = told_in(making, self.cache)
        python = peers_python("sheets")
        print(f"  {'the same sheets, by':<56}{'':>8}{'ms each':>9}{'x ours':>10}")
        found = {}
        for way, count in SAMPLES.items():
            runs = sys.executable if way == "weasyprint" else python
            words = [runs, "-W", "ignore", JOBS / "fill_peers.py", way, room.folder, str(count)]
            found[way] = float(told_in(words, {"FONTCONFIG_FILE": fonts.strip()}))
            print(f"  {WHAT[way]:<56}{'':>8}{MS * found[way]:>9.1f}{found[way] / each:>10.1f}")
        again = found["weasyprint"] / each
        print(f"    {again:.0f} times less than laying out again: goal 80, {self.verdict(again >= 80)}")
        print(f"    faster than setting values alone: {self.verdict(each < found['pikepdf'])}")

    def _memory(self, room: Room, counts: tuple[int, ...]) -> None:
        blank = room.peak("fill", "--blank", room.sheet, "-o", str(room.folder / "blank"), "-q", cold="blank")
        cold = room.peak(*room.words(MANY), cold="all")
        peaks = [room.peak(*room.words(count)) for count in counts]
        over = cold - blank
        print(f"  Memory, MiB: {blank:.0f} to lay out and write the blank, {cold:.0f} with 1,000 sheets")
        print(f"    {over:+.0f}: goal at most +40, {self.verdict(over <= 40)}")
        line = ", ".join(f"{peak:.0f} for {count:,}" for count, peak in zip(counts, peaks, strict=True))
        print(f"  Warm cache: {line}")
        grown = peaks[-1] - peaks[0]
        flat = self.verdict(grown <= 10)
        print(f"    {grown:+.0f} from {counts[0]} to {counts[-1]:,}: goal at most +10, {flat}")
        for count in counts:
            if count != MANY:
                shutil.rmtree(room.folder / f"out-{count}")

    def _read(self, room: Room) -> None:
        files = sorted((room.folder / f"out-{MANY}").glob("*.pdf"))
        spent = []
        for count in (1, *READ):  # the first run fills Python's cache of compiled modules
            words = ["read", *map(str, files[:count]), "-o", str(room.folder / f"read-{count}"), "-q"]
            spent.append(cost([sys.executable, "-m", "generator", *words], self.cache).cpu)
            assert len(list((room.folder / f"read-{count}").iterdir())) == count
        del spent[0]
        line = ", ".join(f"{MS * s / n:.1f} of {n:,}" for n, s in zip(READ, spent, strict=True))
        print(f"  handbill read, new character files, ms each: {line}")
        worst = (spent[-1] - spent[0]) / (READ[-1] - READ[0])
        print(f"    {MS * worst:.1f} ms for each more: goal 100, {self.verdict(worst <= 0.1)}")
        slopes = [(b - a) / (m - n) for a, b, n, m in zip(spent, spent[1:], READ, READ[1:], strict=False)]
        bent = slopes[1] / slopes[0]
        straight = self.verdict(bent <= 1.25)
        print(f"    {bent:.2f} times as much of 100 to 1,000 as of 10 to 100: goal linear (1.25), {straight}")

    def _blanks(self, sizes: dict[str, int]) -> None:
        """How large each sheet is before anything is filled in."""
        print("\nThe blanks of all sheets, kB:")
        for sheet, widgets in sizes.items():
            words = ["fill", "--blank", sheet, "-o", str(self.folder / "blanks"), "-q"]
            cost([sys.executable, "-m", "generator", *words], self.cache)
            size = (self.folder / "blanks" / f"{sheet.replace('/', '-')}.pdf").stat().st_size / 1000
            print(f"  {sheet:<18}{widgets:>5} widgets {size:>6.0f}: goal 110, {self.verdict(size < 110)}")

    def _dungeons(self) -> None:
        """Other work: other sheets, with rules of their own to work out, and no page laid out."""
        print("\nOther work: the form path of dungeonsheets with a bard of its own, CPU ms a character")
        try:
            python = peers_python("dungeons")
        except subprocess.CalledProcessError:
            print(f"  not measured: {WANTED['dungeons'][0]} cannot be installed")
            return
        for way, about in (("pdftk", "pdftk, three forms"), ("pdfrw", "pdfrw, one form")):
            if way == "pdftk" and not shutil.which(way):
                print(f"  {about:<20} not measured: pdftk is missing")
                continue
            try:
                each = float(told([python, JOBS / "dungeon_sheets.py", way, "5"]).splitlines()[-1])
            except subprocess.CalledProcessError as error:
                print(f"  {about:<20} not measured: {error.stderr.strip().splitlines()[-1]}")
                continue
            print(f"  {about:<20} {MS * each:>6.0f}")


class Room:
    """The characters of one sheet in a folder of their own, and runs of handbill with them."""

    def __init__(self, sheet: str, folder: Path, cache: dict[str, str]) -> None:
        self.sheet, self.folder, self.cache = sheet, folder, cache

    def table(self, count: int) -> Path:
        return self.folder / f"{count}.jsonl"

    def words(self, count: int) -> list[str]:
        return ["fill", str(self.table(count)), "-o", str(self.folder / f"out-{count}"), "-q"]

    def fill(self, count: int, cache: dict[str, str] | None = None) -> Cost:
        """What filling so many costs, into a folder that is new."""
        shutil.rmtree(self.folder / f"out-{count}", ignore_errors=True)
        return cost([sys.executable, "-m", "generator", *self.words(count)], cache or self.cache)

    def peak(self, *words: str, cold: str = "") -> float:
        """The peak of the resident memory in MiB; ``cold`` names a cache that is new."""
        cache = {"XDG_CACHE_HOME": str(self.folder / f"cold-{cold}")} if cold else self.cache
        return int(told_in([sys.executable, JOBS / "peak_of.py", *words], cache).splitlines()[-1]) / MIB


def told_in(words: list[str | Path], surroundings: dict[str, str]) -> str:
    """What a command prints with these variables set."""
    done = subprocess.run(
        [str(word) for word in words],
        env={**os.environ, **surroundings},
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="handbill-sheets-") as folder:
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(folder) / "compiled"))
        return Bench(Path(folder)).run()


if __name__ == "__main__":
    sys.exit(main())
