"""Killed at any step, a write leaves whole files and no manifest that lies, and the next one mends all."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.outputs.standing import JOURNAL
from tests.kills import kills
from tests.unit.outputs.writing import assert_finished, assert_true, files, folders, others, write_files

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
ROOT = Path(__file__).parents[3]

BEFORE = {"a": b"old", "pdf/b": b"old", "pdf/stale": b"old", "gone/deep/c": b"old", "same": b"same"}
AFTER = {"a": b"new", "pdf/b": b"new", "same": b"same", "fresh/d": b"new", "fresh/deep/e": b"new"}
THIRD = {"a": b"third", "z/f": b"third"}
FOREIGN = {"mine": b"mine", "gone/mine": b"mine"}

KILLED = """
import builtins, io, json, os, pathlib, signal, sys
from tests.unit.outputs.writing import write_files

left = int(sys.argv[3])

def step():
    global left
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1

def counted(before):
    def call(*args, **kwargs):
        step()
        return before(*args, **kwargs)
    return call

def torn(path, data):
    step()
    with open(path, "wb", buffering=0) as file:
        file.write(data[: len(data) // 2])
        step()
        file.write(data[len(data) // 2 :])

os.replace, os.mkdir, os.unlink, os.rmdir = map(counted, (os.replace, os.mkdir, os.unlink, os.rmdir))
pathlib.Path.write_bytes = torn
files = {path: text.encode() for path, text in json.loads(sys.argv[2]).items()}
write_files(files, pathlib.Path(sys.argv[1]), whole=sys.argv[4] == "whole")
"""


def killed_at(step: int, made: dict[str, bytes], root: Path, *, whole: bool = True) -> bool:
    """Write, and be killed before this step of all that change the folder; whether there was such a step."""
    text = json.dumps({path: data.decode() for path, data in made.items()})
    arguments = [str(root), text, str(step), "whole" if whole else "part"]
    done = subprocess.run([sys.executable, "-c", KILLED, *arguments], cwd=ROOT)
    assert done.returncode in (0, -signal.SIGKILL)
    return done.returncode != 0


def begin(root: Path) -> None:
    shutil.rmtree(root, ignore_errors=True)
    write_files(BEFORE, root)
    for path, data in FOREIGN.items():
        (root / path).write_bytes(data)


def assert_whole(root: Path, *allowed: dict[str, bytes]) -> None:
    """Every file is one of those that were written there, or foreign; a manifest that is there is true."""
    for path, data in others(root).items():
        if not Path(path).name.startswith(".handbill-"):
            assert data in [each.get(path) for each in (FOREIGN, *allowed)], path
    assert others(root).keys() >= FOREIGN.keys()
    assert_true(root)


def assert_mended(root: Path, made: dict[str, bytes]) -> None:
    """The next build leaves what it makes and what is foreign, and nothing of a write."""
    write_files(made, root)
    assert others(root) == {**made, **FOREIGN}
    assert list(assert_finished(root).artifacts) == sorted(made)
    kept = {folder for path in {**made, **FOREIGN} for folder in map(str, Path(path).parents)} - {"."}
    assert folders(root) == kept


def test_a_write_killed_at_each_step_is_mended_by_the_next_whatever_that_makes(tmp_path: Path) -> None:
    root, step, torn = tmp_path / "build", 0, 0
    while True:
        begin(root)
        if not killed_at(step, AFTER, root):
            break
        assert_whole(root, BEFORE, AFTER)
        torn += not (root / "manifest.json").exists()
        copy = tmp_path / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(root, copy)
        # Not all of the next builds make what the killed one began, so that all must be known.
        for made in (BEFORE, THIRD) if step % 2 else (AFTER, THIRD):
            shutil.rmtree(root)
            shutil.copytree(copy, root)
            assert_mended(root, made)
        step += 1
    assert step > 25 and torn > 10, (step, torn)
    assert_mended(root, AFTER)


def test_writes_killed_one_after_another_are_mended_in_the_end(tmp_path: Path) -> None:
    chance, root = random.Random(5), tmp_path / "build"
    begin(root)
    sets, seen = [BEFORE, AFTER, THIRD], 0
    for _ in range(24):
        made = chance.choice(sets)
        killed_at(chance.randrange(30), made, root, whole=chance.random() < 0.6)
        assert_whole(root, *sets)
        seen += (root / JOURNAL).exists()
    assert seen > 6
    assert_mended(root, AFTER)


def test_a_partial_build_after_a_killed_one_lists_all_that_stands_there(tmp_path: Path) -> None:
    root, step, cases = tmp_path / "build", 8, 0
    while True:
        begin(root)
        if not killed_at(step, AFTER, root):
            break
        before = others(root)
        write_files({"a": b"part"}, root, whole=False)
        whole = {path: data for path, data in before.items() if not Path(path).name.startswith(".handbill-")}
        assert others(root) == {**whole, "a": b"part"}
        assert set(assert_finished(root).artifacts) == {"a", *whole} - FOREIGN.keys()
        step, cases = step + 3, cases + 1
    assert cases > 5


def test_a_damaged_journal_does_not_stop_a_build(tmp_path: Path) -> None:
    for data in (b"", b"[]", b'{"unfinished": 1}', b'{"unfinished": [{}]}', b"\xff", b"[" * 100_000):
        begin(tmp_path / "build")
        (tmp_path / "build" / JOURNAL).write_bytes(data)
        assert_mended(tmp_path / "build", AFTER)


ENDLESS = """
import sys
from pathlib import Path
from tests.unit.outputs.writing import write_files
print("ready", flush=True)
while True:
    for letter in b"ABCD":
        count = 9 + letter % 4
        files = {f"{n % 3}/{n}": bytes([letter]) * (200_000 + n) for n in range(count)}
        write_files(files, Path(sys.argv[1]))
"""


def kill_many_times(root: Path, times: int) -> None:
    chance, caught = random.Random(7), list[bool]()
    for _ in kills(times, lambda: sum(caught) > times / 5):
        child = subprocess.Popen(
            [sys.executable, "-c", ENDLESS, str(root)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        while not (root / JOURNAL).exists():
            time.sleep(0.0005)
        time.sleep(chance.uniform(0, 0.03))
        child.kill()
        assert child.wait() == -signal.SIGKILL
        child.stdout.close()
        caught.append((root / JOURNAL).exists())
        found = {path: data for path, data in others(root).items() if ".handbill-" not in path}
        for name, data in found.items():
            assert len(data) == 200_000 + int(name.split("/")[1]) and len(set(data)) == 1, name
        assert_true(root)
    assert sum(caught) > times / 5, "the kills came when nothing was being written"
    made = {f"{n % 3}/{n}": b"end" for n in range(9)}
    write_files(made, root)
    assert others(root) == made
    assert_finished(root)


def test_a_run_killed_at_any_moment_leaves_whole_files_only(tmp_path: Path) -> None:
    kill_many_times(tmp_path, 5)


@pytest.mark.long
def test_a_run_killed_two_hundred_times_leaves_whole_files_only(tmp_path: Path) -> None:
    kill_many_times(tmp_path, 200)


def test_nothing_of_a_write_is_left_where_it_was_not_killed(tmp_path: Path) -> None:
    begin(tmp_path)
    assert_mended(tmp_path, AFTER)
    assert files(tmp_path).keys() == {*AFTER, *FOREIGN, "manifest.json", "SHA256SUMS"}
