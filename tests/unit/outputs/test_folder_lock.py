"""Two builds into one folder end well, one after the other, or one of them refuses clearly."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.outputs import folder_lock
from generator.outputs.folder_lock import alone_in
from generator.problems import MACHINE, HandbillError
from tests.unit.outputs.writing import assert_finished, files, others, write_files

ROOT = Path(__file__).parents[3]
SETS = {
    letter: {f"{n % 3}/{letter if n % 2 else 'both'}-{n}": letter.encode() * (20_000 + n) for n in range(12)}
    for letter in "ab"
}

WRITER = """
import sys
from pathlib import Path
from tests.unit.outputs.test_folder_lock import SETS
from tests.unit.outputs.writing import write_files
for _ in range(int(sys.argv[3])):
    write_files(SETS[sys.argv[2]], Path(sys.argv[1]))
print("done")
"""

HOLDER = """
import sys, time
from pathlib import Path
from generator.outputs.folder_lock import alone_in
with alone_in(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""


def start(program: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


def write_at_once(root: Path, times: int) -> None:
    """Two processes write different files; whoever holds the lock sees wholly the one or the other."""
    writers = [start(WRITER, root, letter, times) for letter in SETS]
    seen = set()
    while any(writer.poll() is None for writer in writers):
        with alone_in(root):
            found = others(root)
            if found:
                assert found in SETS.values()
                assert_finished(root)
                seen.add(found == SETS["a"])
        time.sleep(0.002)
    assert [writer.communicate()[0] for writer in writers] == ["done\n", "done\n"]
    assert seen == {True, False}, "one wrote all of its times before the other began"
    assert others(root) in SETS.values()
    assert_finished(root)


def test_builds_at_once_leave_wholly_the_one_or_the_other(tmp_path: Path) -> None:
    write_at_once(tmp_path / "build", 60)


@pytest.mark.long
def test_many_builds_at_once_leave_wholly_the_one_or_the_other(tmp_path: Path) -> None:
    for number in range(4):
        write_at_once(tmp_path / str(number), 300)


def held(root: Path, seconds: float) -> subprocess.Popen[str]:
    holder = start(HOLDER, root, seconds)
    assert holder.stdout is not None and holder.stdout.readline() == "held\n"
    return holder


def test_a_build_waits_for_another_and_says_so(tmp_path: Path) -> None:
    holder, told = held(tmp_path, 0.5), list[str]()
    with alone_in(tmp_path, told.append):
        assert holder.wait(5) == 0
    holder.communicate()
    assert told == [f"another build is writing into {tmp_path}; waiting for it"]


def test_a_build_that_another_does_not_make_room_for_refuses_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_lock, "PATIENCE", 0.2)
    holder = held(tmp_path, 60)
    with pytest.raises(HandbillError) as refused:
        write_files({"a": b"1"}, tmp_path)
    (problem,) = refused.value.problems
    assert refused.value.exit_status == MACHINE
    assert (problem.code, problem.path) == ("output-busy", str(tmp_path))
    assert problem.message == "another build is writing into this folder"
    assert problem.hint == "wait until it is done, or choose another folder with -o"
    assert files(tmp_path) == {}
    holder.kill()
    holder.communicate()
    write_files({"a": b"1"}, tmp_path)  # the lock ended with its process
    assert_finished(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="there the lock is a file")
def test_the_lock_leaves_nothing_in_the_folder(tmp_path: Path) -> None:
    with alone_in(tmp_path):
        assert list(tmp_path.iterdir()) == []
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_was_made_for_nothing_goes_again(tmp_path: Path) -> None:
    with alone_in(tmp_path / "new" / "build"):
        assert (tmp_path / "new" / "build").is_dir()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there an open folder cannot be removed")
def test_a_folder_that_is_made_anew_meanwhile_is_locked_anew(tmp_path: Path) -> None:
    root = tmp_path / "build"
    root.mkdir()
    old = os.open(root, os.O_RDONLY)
    with alone_in(root):
        root.rmdir()  # as `make clean` may
        with alone_in(root):
            assert not os.path.samestat(os.fstat(old), root.stat())
    os.close(old)
