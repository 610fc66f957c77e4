"""The output folder holds whole files only, whatever happens; nothing is replaced before all is there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import pytest

from generator.outputs.writer import put, write
from generator.problems import MACHINE, USER_FAULT, HandbillError
from tests.unit.outputs.writing import (
    artifact,
    assert_finished,
    files,
    folders,
    manifest_of,
    others,
    write_all,
    write_files,
)

ROOT = Path(__file__).parents[3]


def test_artifacts_are_written_where_they_belong(tmp_path: Path) -> None:
    made = {"pdf/a.pdf": b"one", "site/maid/b.html": b"two"}
    write_files(made, tmp_path / "build")
    assert others(tmp_path / "build") == made
    assert list(assert_finished(tmp_path / "build").artifacts) == list(made)


def test_what_did_not_change_is_not_touched(tmp_path: Path) -> None:
    both = [artifact("a", b"one"), artifact("b", b"two")]
    write_all(both, tmp_path)
    for name in "ab":
        os.utime(tmp_path / name, (1, 1))
    written = write_all([both[0], artifact("b", b"TWO")], tmp_path)
    assert (written.changed, written.unchanged) == ((PurePosixPath("b"),), (PurePosixPath("a"),))
    assert (tmp_path / "a").stat().st_mtime == 1
    assert (tmp_path / "b").stat().st_mtime > 1


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_bytes(b"*\n")
    (tmp_path / ".handbill-notes.tmp").write_bytes(b"mine")
    write_all([artifact("a", b"one")], tmp_path)
    assert others(tmp_path) == {".gitignore": b"*\n", ".handbill-notes.tmp": b"mine", "a": b"one"}


def test_paths_out_of_the_folder_write_nothing(tmp_path: Path) -> None:
    with pytest.raises(HandbillError) as refused:
        write_all([artifact("a", b"one"), artifact("../b", b"two")], tmp_path / "build")
    assert refused.value.exit_status == USER_FAULT
    assert files(tmp_path) == {}


def test_a_file_where_a_folder_must_be_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "pdf").write_bytes(b"in the way")
    (tmp_path / "b").mkdir()
    with pytest.raises(HandbillError) as refused:
        write_all([artifact("a", b"one"), artifact("pdf/a.pdf", b"one"), artifact("b", b"two")], tmp_path)
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
            folder.chmod(0o777 if folder == tmp_path else 0o755)
        with nobody(), pytest.raises(HandbillError) as refused:
            write_all([artifact("a/x", b"new"), artifact("z/x", b"new")], tmp_path)
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
from generator.outputs.manifest import manifest
from generator.outputs.writer import write
from generator.problems import HandbillError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    both = [Artifact(PurePosixPath("a"), b"new"), Artifact(PurePosixPath("n/b"), b"x" * 9999)]
    write(both, Path(sys.argv[1]), manifest(both, environment={}, inputs={}, rules={}), whole=True)
except HandbillError as error:
    print(error.exit_status, error.problems[0].code, error.problems[0].path)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_without_room_nothing_is_replaced_and_nothing_is_left_over(tmp_path: Path) -> None:
    write_all([artifact("a", b"old")], tmp_path)
    before = files(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", NO_ROOM, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["3", "disk-full", str(tmp_path / "n" / "b")]
    assert files(tmp_path) == before
    assert not (tmp_path / "n").exists()


def test_temporary_files_of_a_dead_run_are_swept_and_those_of_a_live_one_kept(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (tmp_path / f".handbill-{dead.pid}-0.tmp").write_bytes(b"half")
    alive = tmp_path / f".handbill-{os.getppid()}-0.tmp"
    alive.write_bytes(b"half")
    write_all([artifact("a", b"one")], tmp_path)
    assert others(tmp_path) == {"a": b"one", alive.name: b"half"}


def test_a_folder_that_holds_all_already_is_not_written_at_all(tmp_path: Path) -> None:
    made = {"pdf/a.pdf": b"one", "b": b"two"}
    write_files(made, tmp_path)
    for path in (*tmp_path.rglob("*"), tmp_path):
        os.utime(path, (1, 1))
    assert write_files(made, tmp_path).changed == ()
    times = {path: path.stat().st_mtime for path in (*tmp_path.rglob("*"), tmp_path)}
    assert len(times) == 6 and set(times.values()) == {1}


def test_an_artifact_that_no_source_makes_any_more_is_removed_with_its_folder(tmp_path: Path) -> None:
    write_files({"site/maid/old.html": b"1", "site/index.html": b"2", "pdf/a.pdf": b"3"}, tmp_path)
    (tmp_path / "pdf" / "mine.txt").write_bytes(b"mine")
    written = write_files({"site/index.html": b"2"}, tmp_path)
    assert written.removed == (PurePosixPath("pdf/a.pdf"), PurePosixPath("site/maid/old.html"))
    assert others(tmp_path) == {"site/index.html": b"2", "pdf/mine.txt": b"mine"}
    assert folders(tmp_path) == {"site", "pdf"}
    assert list(assert_finished(tmp_path).artifacts) == ["site/index.html"]


def test_a_stale_artifact_that_was_edited_by_hand_stays_and_is_told(tmp_path: Path) -> None:
    write_files({"a": b"1", "b": b"2"}, tmp_path)
    (tmp_path / "b").write_bytes(b"my notes")
    written = write_files({"a": b"1"}, tmp_path)
    assert (written.kept, written.removed) == ((PurePosixPath("b"),), ())
    assert others(tmp_path) == {"a": b"1", "b": b"my notes"}
    assert list(assert_finished(tmp_path).artifacts) == ["a"]


def test_a_partial_build_leaves_the_rest_listed_as_it_was(tmp_path: Path) -> None:
    about = {"inputs": {"content/a.md": "a" * 64, "content/b.md": "b" * 64}, "rules": {"maid": {"M": "1"}}}
    write_all([artifact("a", b"1"), artifact("b", b"2"), artifact("c", b"3")], tmp_path, **about)
    (tmp_path / "c").write_bytes(b"edited")
    written = write_all(
        [artifact("b", b"new"), artifact("d", b"4")],
        tmp_path,
        whole=False,
        inputs={"content/b.md": "c" * 64},
        rules={"mlwm": {"W": "2"}},
    )
    assert written.kept == (PurePosixPath("c"),)
    assert others(tmp_path) == {"a": b"1", "b": b"new", "c": b"edited", "d": b"4"}
    found = assert_finished(tmp_path)
    assert found == written.manifest
    assert list(found.artifacts) == ["a", "b", "d"]
    assert found.inputs == {"content/a.md": "a" * 64, "content/b.md": "c" * 64}
    assert found.rules == {"maid": {"M": "1"}, "mlwm": {"W": "2"}}


def test_a_file_that_went_away_is_made_again(tmp_path: Path) -> None:
    made = {"a/b": b"1", "c": b"2"}
    for lost in ("a/b", "manifest.json", "SHA256SUMS"):
        write_files(made, tmp_path)
        (tmp_path / lost).unlink()
        write_files(made, tmp_path)
        assert others(tmp_path) == made
        assert_finished(tmp_path)


@pytest.mark.parametrize("data", [b"{}", b"", b"not ours", b"\xff"])
def test_a_manifest_of_others_lists_nothing_that_could_be_removed(tmp_path: Path, data: bytes) -> None:
    write_files({"a": b"1", "b": b"2"}, tmp_path)
    (tmp_path / "manifest.json").write_bytes(data)
    assert write_files({"a": b"1"}, tmp_path).removed == ()
    assert others(tmp_path) == {"a": b"1", "b": b"2"}
    assert_finished(tmp_path)


def test_a_manifest_cannot_have_a_file_outside_the_folder_removed(tmp_path: Path) -> None:
    build = tmp_path / "build"
    for path in ("../mine", "x/../../mine", str(tmp_path / "mine"), "./mine"):
        (tmp_path / "mine").write_bytes(b"mine")
        write_files({"a": b"1", "mine": b"mine"}, build)
        listed = build / "manifest.json"
        text = listed.read_text(encoding="utf-8")
        assert '"path": "mine"' in text
        listed.write_text(text.replace('"path": "mine"', f'"path": "{path}"'), encoding="utf-8")
        assert write_files({"a": b"1"}, build).removed == ()
        assert (tmp_path / "mine").read_bytes() == b"mine"


def test_only_what_the_manifest_lists_is_written(tmp_path: Path) -> None:
    one, other = [artifact("a", b"1")], [artifact("b", b"1")]
    with pytest.raises(ValueError, match="lists other artifacts"):
        write(one, tmp_path, manifest_of(other), whole=True)
    assert files(tmp_path) == {}


@pytest.mark.parametrize("name", ["manifest.json", "SHA256SUMS", "sha256sums", ".handbill-unfinished.json"])
def test_no_document_takes_the_name_of_the_manifest_or_the_sums(tmp_path: Path, name: str) -> None:
    with pytest.raises(HandbillError) as refused:
        write_files({name: b"1"}, tmp_path)
    assert refused.value.problems[0].code == "artifact-collision"
    assert files(tmp_path) == {}


def test_a_single_file_is_put_beside_whatever_stands_there(tmp_path: Path) -> None:
    write_files({"a": b"1"}, tmp_path)
    before = files(tmp_path)
    put(artifact("igor.pdf", b"2"), tmp_path)
    assert files(tmp_path) == {**before, "igor.pdf": b"2"}
