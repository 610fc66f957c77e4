"""A build killed with its workers at any moment leaves no cache that lies, no file of its own, no process."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest

from generator.checking import check
from tests.kills import kills
from tests.laws.found import OURS, ROOT, files
from tests.laws.workshop import DICE, HOUSE, Workshop, web_faces

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

BUILD = """
import sys
from pathlib import Path
from generator.build import Request, build
from generator.workspace import Workspace
root, house = Path(sys.argv[1]), Path(sys.argv[2])
where = Workspace(root / "templates", root / "content", root / "out", root / "cache", house)
build(where, Request(jobs=2))
"""
MANIFEST, SUMS = "manifest.json", "SHA256SUMS"


class States:
    """Two states of a workshop, and what a build makes of each; and how long that takes."""

    def __init__(self, root: Path) -> None:
        self.shop = Workshop(root, web_faces(root.parent / "fonts"))
        self.shop.write("content/mlwm/reference/more.md", DICE.replace("title: Dice", "title: More"))
        self.now = 6
        self.shop.write(HOUSE, "MLWM-DICE-1.sides: 6\n")
        self.made: dict[int, dict[str, bytes]] = {}
        for sides in (8, 6):
            self.turn()
            self.made[sides] = self.shop.from_scratch(papers=("a4", "letter"))
        begun = time.monotonic()
        self.forget()
        assert self.start().wait() == 0
        self.seconds = time.monotonic() - begun
        assert self.found() == self.made[6]

    def turn(self) -> None:
        """Other house rules, another sentence, and one document less or more."""
        self.now = 14 - self.now
        self.shop.write(HOUSE, f"MLWM-DICE-1.sides: {self.now}\n")
        dice = DICE.replace("A quiet", "A quiet" if self.now == 6 else "A loud")
        self.shop.write("content/mlwm/reference/dice.md", dice)
        more = self.shop.root / "content/mlwm/reference/more.md"
        if self.now == 6:
            self.shop.write("content/mlwm/reference/more.md", DICE.replace("title: Dice", "title: More"))
        else:
            more.unlink()

    def forget(self) -> None:
        """Empty the cache, but for the web faces."""
        shutil.rmtree(self.shop.cache)
        self.shop.warm(self.shop.cache)

    def start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-c", BUILD, str(self.shop.root), str(self.shop.root / HOUSE)],
            cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    def found(self) -> dict[str, bytes]:
        return files(self.shop.root / "out")


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> States:
    return States(tmp_path_factory.mktemp("states") / "shop")


def session(leader: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for each in filter(str.isdecimal, os.listdir("/proc")):
        try:
            state = Path("/proc", each, "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(state[3]) == leader and state[0] != "Z":
            found.append(int(each))
    return found


def wait_until_gone(leader: int) -> None:
    end = time.monotonic() + 30
    while session(leader):
        assert time.monotonic() < end, "processes of a killed build go on"
        time.sleep(0.02)


def temporaries(root: Path) -> list[str]:
    return [
        path.relative_to(root).as_posix()
        for folder in ("out", "cache")
        for path in (root / folder).rglob("*")
        if path.name.startswith((OURS, "tmp"))
    ]


def assert_true(found: dict[str, bytes]) -> None:
    """A manifest that is there lists files that stand there."""
    if MANIFEST in found:
        for entry in json.loads(found[MANIFEST])["artifacts"]:
            assert sha256(found[entry["path"]]).hexdigest() == entry["sha256"], entry["path"]


def kill_many_times(states: States, times: int, seed: int) -> None:
    chance, seen = random.Random(seed), {"in the middle": 0, "with temporaries": 0, "cache half full": 0}
    states.shop.build(papers=("a4", "letter"))
    for number in kills(times, lambda: seen["in the middle"] >= times / 2):
        before = states.found()
        states.turn()
        wanted = states.made[states.now]
        if number % 3 < 2:
            states.forget()
        child = states.start()
        if number % 2:
            kill_when_it_keeps(states, child, chance.uniform(0, 0.1))
        else:
            time.sleep(chance.uniform(0, states.seconds))
        if chance.random() < 0.7:
            os.killpg(child.pid, signal.SIGKILL)  # its workers too
        else:
            child.kill()  # they are left behind
        ended = child.wait()
        wait_until_gone(child.pid)
        found = states.found()
        assert_true(found)
        for name, data in found.items():
            if not Path(name).name.startswith(OURS) and name not in (MANIFEST, SUMS):
                assert data in (before.get(name), wanted.get(name)), f"{name} is neither old nor new"
        left = temporaries(states.shop.root)
        seen["in the middle"] += ended != 0
        seen["with temporaries"] += bool(left)
        seen["cache half full"] += any((states.shop.cache / "made").glob("*")) and ended != 0
        if number % 5 == 0:
            told = check(states.shop.workspace(), jobs=1)
            assert (told.findings == 0) is (without_own(found) == wanted), told.problems
        states.shop.build(papers=("a4", "letter"))
        assert states.found() == wanted
        assert temporaries(states.shop.root) == []
    assert seen["in the middle"] >= times / 2, seen
    assert times < 50 or (seen["with temporaries"] and seen["cache half full"]), seen


def without_own(found: dict[str, bytes]) -> dict[str, bytes]:
    """But for unfinished files, which are no finding."""
    return {name: data for name, data in found.items() if not Path(name).name.startswith(OURS)}


def kill_when_it_keeps(states: States, child: subprocess.Popen[bytes], wait: float) -> None:
    """Until it begins to write its cache, and a moment longer."""
    kept, end = states.shop.cache / "made", time.monotonic() + 60
    before = len(os.listdir(kept)) if kept.is_dir() else 0
    while child.poll() is None and (len(os.listdir(kept)) if kept.is_dir() else 0) == before:
        assert time.monotonic() < end
        time.sleep(0.0005)
    time.sleep(wait)


def test_a_build_killed_with_its_workers_leaves_no_cache_that_lies(states: States) -> None:
    kill_many_times(states, 2, 5)


@pytest.mark.long
def test_a_build_killed_two_hundred_times_leaves_no_cache_that_lies(states: States) -> None:
    kill_many_times(states, 200, 6)


def test_workers_of_a_killed_build_end(states: States) -> None:
    states.forget()
    child = states.start()
    end = time.monotonic() + 60
    while len(session(child.pid)) < 3:
        assert child.poll() is None and time.monotonic() < end
        time.sleep(0.01)
    child.kill()
    child.wait()
    wait_until_gone(child.pid)


def test_a_build_that_is_interrupted_ends_at_once_and_quietly(states: States) -> None:
    """Ctrl-C reaches the whole group."""
    child = subprocess.Popen(
        [sys.executable, "-m", "generator", "build", "--force", "--jobs", "2", "-o", states.shop.root / "x"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    end = time.monotonic() + 120
    while len(session(child.pid)) < 3:
        assert child.poll() is None and time.monotonic() < end
        time.sleep(0.01)
    time.sleep(0.3)
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=20)
    wait_until_gone(child.pid)
    assert (child.returncode, out, err.strip()) == (130, b"", b"")
