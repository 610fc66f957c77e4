"""The output folder holds whole files only, whatever happens; nothing is replaced before all is there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import pytest

from generator.outputs.artifact import Artifact
from generator.outputs.writer import write
from generator.problems import MACHINE, USER_FAULT, HandbillError

ROOT = Path(__file__).parents[3]


def files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


def artifact(path: str, data: bytes) -> Artifact:
    return Artifact(PurePosixPath(path), data)


def test_artifacts_are_written_where_they_belong(tmp_path: Path) -> None:
    write([artifact("pdf/a.pdf", b"one"), artifact("site/maid/b.html", b"two")], tmp_path / "build")
    assert files(tmp_path / "build") == {"pdf/a.pdf": b"one", "site/maid/b.html": b"two"}


def test_what_did_not_change_is_not_touched(tmp_path: Path) -> None:
    both = [artifact("a", b"one"), artifact("b", b"two")]
    write(both, tmp_path)
    for name in "ab":
        os.utime(tmp_path / name, (1, 1))
    written = write([both[0], artifact("b", b"TWO")], tmp_path)
    assert (written.changed, written.unchanged) == ((PurePosixPath("b"),), (PurePosixPath("a"),))
    assert (tmp_path / "a").stat().st_mtime == 1
    assert (tmp_path / "b").stat().st_mtime > 1


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_bytes(b"*\n")
    (tmp_path / ".handbill-notes.tmp").write_bytes(b"mine")
    write([artifact("a", b"one")], tmp_path)
    assert files(tmp_path) == {".gitignore": b"*\n", ".handbill-notes.tmp": b"mine", "a": b"one"}


def test_paths_out_of_the_folder_write_nothing(tmp_path: Path) -> None:
    with pytest.raises(HandbillError) as refused:
        write([artifact("a", b"one"), artifact("../b", b"two")], tmp_path / "build")
    assert refused.value.exit_status == USER_FAULT
    assert files(tmp_path) == {}


def test_a_file_where_a_folder_must_be_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "pdf").write_bytes(b"in the way")
    (tmp_path / "b").mkdir()
    with pytest.raises(HandbillError) as refused:
        write([artifact("a", b"one"), artifact("pdf/a.pdf", b"one"), artifact("b", b"two")], tmp_path)
    assert refused.value.exit_status == MACHINE
    assert [(p.code, p.path) for p in refused.value.problems] == [
        ("output-blocked", str(tmp_path / "b")),
        ("output-blocked", str(tmp_path / "pdf")),
    ]
    assert files(tmp_path) == {"pdf": b"in the way"}


@contextmanager
def nobody() -> Iterator[None]:
    """Without the rights of root, for whom every folder is writable."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX rights")
def test_a_folder_that_cannot_be_written_is_named_and_no_other_file_is_replaced(tmp_path: Path) -> None:
    open_folder, closed = tmp_path / "a", tmp_path / "z"
    for folder, mode in ((open_folder, 0o777), (closed, 0o555)):
        folder.mkdir()
        (folder / "x").write_bytes(b"old")
        folder.chmod(mode)
    parents = [folder for folder in tmp_path.parents if folder.stat().st_uid == os.geteuid()]
    modes = {folder: folder.stat().st_mode for folder in [tmp_path, *parents[:3]]}
    try:
        for folder in modes:
            folder.chmod(0o755)
        with nobody(), pytest.raises(HandbillError) as refused:
            write([artifact("a/x", b"new"), artifact("z/x", b"new")], tmp_path)
    finally:
        for folder, mode in modes.items():
            folder.chmod(mode)
        closed.chmod(0o755)
    (problem,) = refused.value.problems
    assert refused.value.exit_status == MACHINE
    assert (problem.code, problem.path) == ("output-unwritable", str(closed / "x"))
    assert "Permission denied" in problem.message and "-o" in str(problem.hint)
    assert files(tmp_path) == {"a/x": b"old", "z/x": b"old"}


NO_ROOM = """
import resource, signal, sys
from pathlib import Path, PurePosixPath
from generator.outputs.artifact import Artifact
from generator.outputs.writer import write
from generator.problems import HandbillError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    both = [Artifact(PurePosixPath("a"), b"new"), Artifact(PurePosixPath("n/b"), b"x" * 9999)]
    write(both, Path(sys.argv[1]))
except HandbillError as error:
    print(error.exit_status, error.problems[0].code, error.problems[0].path)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_without_room_nothing_is_replaced_and_nothing_is_left_over(tmp_path: Path) -> None:
    write([artifact("a", b"old")], tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", NO_ROOM, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["3", "disk-full", str(tmp_path / "n" / "b")]
    assert files(tmp_path) == {"a": b"old"}
    assert not (tmp_path / "n").exists()


def test_temporary_files_of_a_dead_run_are_swept_and_those_of_a_live_one_kept(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (tmp_path / f".handbill-{dead.pid}-0.tmp").write_bytes(b"half")
    alive = tmp_path / f".handbill-{os.getppid()}-0.tmp"
    alive.write_bytes(b"half")
    write([artifact("a", b"one")], tmp_path)
    assert files(tmp_path) == {"a": b"one", alive.name: b"half"}


ENDLESS = """
import sys
from pathlib import Path, PurePosixPath
from generator.outputs.artifact import Artifact
from generator.outputs.writer import write
print("ready", flush=True)
while True:
    for letter in b"ABCD":
        write([Artifact(PurePosixPath(f"{n % 3}/{n}"), bytes([letter]) * (200_000 + n)) for n in range(12)],
              Path(sys.argv[1]))
"""


def kill_many_times(root: Path, times: int) -> None:
    chance, full = random.Random(7), 0
    for _ in range(times):
        child = subprocess.Popen(
            [sys.executable, "-c", ENDLESS, str(root)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0.005, 0.05))
        child.kill()
        assert child.wait() == -signal.SIGKILL
        child.stdout.close()
        found = {name: data for name, data in files(root).items() if not name.endswith(".tmp")}
        for name, data in found.items():
            assert len(data) == 200_000 + int(name.split("/")[1]) and len(set(data)) == 1, name
        full += len(found) == 12
    assert full > times / 2, "the kills came before anything was written"
    write([artifact(f"{n % 3}/{n}", b"end") for n in range(12)], root)
    assert set(files(root).values()) == {b"end"} and len(files(root)) == 12


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_run_killed_at_any_moment_leaves_whole_files_only(tmp_path: Path) -> None:
    kill_many_times(tmp_path, 5)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_run_killed_a_hundred_times_leaves_whole_files_only(tmp_path: Path) -> None:
    kill_many_times(tmp_path, 100)
