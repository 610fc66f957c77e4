"""`handbill diff` finds out what its words mean, tells what differs, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from generator import cli
from tests.unit.builds_to_compare import written
from tests.unit.small_tree import DICE_FILE, Told, Tree

Run = Callable[..., Told]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: object) -> Told:
        with pytest.raises(SystemExit) as ended:
            cli.main(["diff", *map(str, words)])
        captured = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Told(ended.value.code, captured.out, captured.err)

    return call


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    return written(tmp_path / "old", 10), written(tmp_path / "new", 8)


def test_two_folders_that_differ_end_with_one_and_equal_ones_with_zero(
    run: Run, folders: tuple[Path, Path]
) -> None:
    told = run(*folders)
    assert told.status == 1 and ": 10 × Will → 8 × Will;" in told.out and told.err == ""
    assert run(folders[0], folders[0]).status == 0
    assert run("-q", *folders) == Told(1, "", "")


def test_json_tells_its_version_and_everything(run: Run, folders: tuple[Path, Path]) -> None:
    found = json.loads(run("--format", "json", *folders).out)
    assert found["schema_version"] == 1 and found["differs"] is True
    assert [rule["after"] for rule in found["rules"]] == ["8 × Will"]


def test_a_report_goes_to_a_file_and_pictures_to_a_folder(
    run: Run, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    told = run("--format", "markdown", "-o", tmp_path / "x/report.md", "--images", tmp_path / "png", *folders)
    assert told.status == 1 and told.out == ""
    assert (tmp_path / "x/report.md").read_text(encoding="utf-8").startswith("**")
    names = sorted(path.name for path in (tmp_path / "png").iterdir())
    assert names == ["maid-reference-a4-p2.png", "maid-reference-letter-p2.png"]
    assert (tmp_path / "png" / names[0]).read_bytes().startswith(b"\x89PNG")


def test_a_word_that_means_nothing_is_wrong_usage_with_what_would_be_right(
    run: Run, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    told = run("no-such-thing", folders[0])
    assert told.status == 2 and "no folder and no file" in told.err and "'none'" in told.err
    (tmp_path / "empty").mkdir()
    told = run(tmp_path / "empty", folders[0])
    assert told.status == 2 and "is a folder, but no build" in told.err and "manifest.json" in told.err


def test_a_word_like_an_option_reaches_no_git(run: Run) -> None:
    assert run("--", "--output=x", "HEAD").status == 2
    assert not Path("x").exists()


def test_a_revision_without_a_checkout_is_refused(tree: Tree) -> None:
    told = tree.run("diff", "HEAD")
    assert told.status == 2 and "no git checkout" in told.err and "Traceback" not in told.err


class Checkout:
    """The small tree with two commits, of which the second changes a sentence."""

    def __init__(self, tree: Tree, temporary: Path) -> None:
        self.tree, self.temporary = tree, temporary
        temporary.mkdir()
        self.git("init", "-q")
        self.commit("one", "Nothing more.")
        self.commit("two", "Nothing less.")

    def git(self, *words: str) -> str:
        named = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        return subprocess.run(
            ["git", *named, *words], cwd=self.tree.root, check=True, capture_output=True, text=True
        ).stdout

    def commit(self, name: str, text: str) -> None:
        self.tree.last(text)
        self.git("add", "generator", "templates", "content")
        self.git("commit", "-q", "-m", name)

    def diff(self, *words: str) -> Told:
        return self.tree.run("diff", *words, TMPDIR=str(self.temporary))

    def assert_nothing_left(self) -> None:
        assert self.git("worktree", "list").count("\n") == 1
        assert not list(self.temporary.iterdir())


@pytest.fixture
def checkout(tree: Tree, tmp_path: Path) -> Checkout:
    made = Checkout(tree, tmp_path / "temporary")
    yield made  # type: ignore[misc]
    subprocess.run(["rm", "-rf", str(tree.root / ".git")], check=True)


@pytest.mark.needs("git")
def test_two_revisions_are_each_built_by_their_own_code_and_compared(checkout: Checkout) -> None:
    hook = checkout.tree.root / ".git/hooks/post-checkout"
    hook.write_text("#!/bin/sh\ntouch hooked\n")
    hook.chmod(0o755)
    checkout.tree.change("templates/reference.html", "<main>", "<main><p>By other code.</p>")
    checkout.tree.last("Not committed.")
    told = checkout.diff("HEAD~1", "HEAD")
    assert (told.status, told.err) == (1, "")
    assert "Notes: Nothing more. → Nothing less." in told.out and "other code" not in told.out
    assert not list(checkout.tree.root.rglob("hooked"))
    checkout.assert_nothing_left()


@pytest.mark.long
@pytest.mark.needs("git")
def test_one_revision_is_compared_with_what_a_build_gives_now(checkout: Checkout) -> None:
    checkout.tree.last("Not committed.")
    told = checkout.diff("HEAD")
    assert told.status == 1 and "Notes: Nothing less. → Not committed." in told.out
    assert checkout.tree.files("build").keys() >= {"mine.txt"}, "the build folder was written to"
    checkout.assert_nothing_left()


@pytest.mark.needs("git")
def test_a_revision_that_does_not_build_is_told_with_its_last_lines(checkout: Checkout) -> None:
    checkout.commit("three", "{{ nothing_of_that_name }}")
    told = checkout.diff("HEAD~1", "HEAD")
    assert told.status == 1 and "HEAD does not build" in told.err
    assert f"{DICE_FILE}:" in told.err and "nothing_of_that_name" in told.err
    assert "Traceback" not in told.err
    checkout.assert_nothing_left()


@pytest.mark.needs("git")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_comparison_leaves_no_worktree_and_no_process(
    checkout: Checkout, how: signal.Signals
) -> None:
    tree = checkout.tree
    command = [sys.executable, "-m", "generator", "diff", "HEAD~1", "HEAD"]
    environment = {**os.environ, "TMPDIR": str(checkout.temporary), "PYTHONPATH": str(tree.root)}
    with subprocess.Popen(command, cwd=tree.root, env=environment, stderr=subprocess.PIPE) as child:
        deadline = time.monotonic() + 60
        while not list(checkout.temporary.glob("*/tree/generator/__main__.py")):
            assert time.monotonic() < deadline and child.poll() is None
            time.sleep(0.02)
        time.sleep(0.3)
        child.send_signal(how)
        assert child.wait(30) == 130
    checkout.assert_nothing_left()
    own = str(checkout.temporary)
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            assert own not in process.read_text(errors="replace")
        except OSError:
            continue


def test_house_rules_are_compared_with_the_published_ones_and_with_those_in_force(tree: Tree) -> None:
    tree.write("lighter.yaml", "MLWM-DICE-1.sides: 6\n")
    told = tree.run("diff", "none", "lighter.yaml")
    assert told.status == 1 and "on mlwm-dice p1" in told.out, told
    assert (
        "The roll: Roll d4s. → Roll d6s." in told.out
        and "MLWM-DICE-1.sides A pool: Sides: 4 → 6;" in told.out
    )
    assert tree.run("diff", "none").status == 0, "no house rules are in force"
    tree.write("house-rules.yaml", "MLWM-DICE-1.sides: 6\n")
    assert tree.run("diff", "none", "--format", "json").status == 1
    assert tree.run("diff", "lighter.yaml").status == 0
    (tree.root / "house-rules.yaml").unlink()


def test_a_mistake_in_house_rules_is_told_with_its_place(tree: Tree) -> None:
    tree.write("wrong.yaml", "MLWM-DICE-9: 4\n")
    told = tree.run("diff", "none", "wrong.yaml")
    assert told.status == 1 and "wrong.yaml:1:1: error[unknown-rule]" in told.err and told.out == ""


def test_a_partial_build_is_compared_with_what_it_holds(tree: Tree) -> None:
    assert tree.run("build", "--only", "dice", "--paper", "a4", "-o", "out").status == 0
    assert tree.run("diff", "out") == Told(0, "out → now: no difference\n", "")
    tree.last("More of it.")
    told = tree.run("diff", "out")
    assert told.status == 1 and "Added" not in told.out
    assert "  mlwm-dice: p1; 1 sentence; a4\n      Notes: Nothing more. → More of it.\n" in told.out
