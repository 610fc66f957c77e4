"""Builds a git revision of this checkout by its own code, in a worktree that is gone afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType

from generator.diffing.builds import Build, read_build
from generator.problems import MACHINE, USER_FAULT, HandbillError, Problem

_LAST_LINES = 12
_PATIENCE = 5
"""Seconds that a build which is told to end has for it."""


def root_of(package: Path) -> Path | None:
    """The checkout that the package lies in, None where it was installed otherwise."""
    return package if (package / ".git").exists() and shutil.which("git") else None


def commit_of(root: Path, revision: str) -> str | None:
    """The full name of the commit that a revision means, None where it means none."""
    done = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    return done.stdout.strip() if done.returncode == 0 else None


def build_revision(root: Path, revision: str, commit: str, words: Sequence[str] = ()) -> Build:
    """The build that a commit's own code makes in the present environment; ``words`` are for its command.

    HandbillError with the last lines of what it said where it does not build. What another revision left
    in the user's cache is not used. The worktree and all else is removed again, whatever happens.
    """
    with _ending_politely(), tempfile.TemporaryDirectory(prefix="handbill-diff-") as folder:
        place = Path(folder).resolve()
        with _worktree(root, commit, place / "tree"):
            _run_build(revision, place, words)
        return replace(read_build(place / "build", revision), name=revision)


@contextmanager
def _worktree(root: Path, commit: str, tree: Path) -> Iterator[None]:
    try:
        # A hook of the checkout would run for a commit that nobody checked out.
        done = _git(
            root, "-c", f"core.hooksPath={os.devnull}", "worktree", "add", "--detach", str(tree), commit
        )
        if done.returncode:
            raise _failed("worktree", f"git made no worktree of {commit[:12]}", done.stderr, MACHINE)
        yield
    finally:
        shutil.rmtree(tree, ignore_errors=True)
        _git(root, "worktree", "unlock", str(tree))  # git locks what it has not finished adding
        _git(root, "worktree", "prune")


def _run_build(revision: str, place: Path, words: Sequence[str]) -> None:
    command = [sys.executable, "-m", "generator", "build", *words, "-o", str(place / "build")]
    hidden = ("PYTHONPATH", "PYTHONSAFEPATH", "PYTHONHOME")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment["XDG_CACHE_HOME"] = str(place / "cache")
    # A session of its own, so that the build ends with all the processes that it started.
    with subprocess.Popen(
        command,
        cwd=place / "tree",
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as child:
        try:
            said = child.communicate()[1]
        except BaseException:
            _end(child)
            raise
    if child.returncode:
        raise _failed("revision-fails", f"{revision} does not build", said, USER_FAULT)


def _end(child: subprocess.Popen[str]) -> None:
    with suppress(OSError):
        os.killpg(child.pid, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        child.wait(_PATIENCE)
    with suppress(OSError):
        os.killpg(child.pid, signal.SIGKILL)


@contextmanager
def _ending_politely() -> Iterator[None]:
    """SIGTERM ends the work as Ctrl-C does, so that what was made for it is removed."""

    def end(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, end)
    except ValueError:  # not the main thread: then it is another's to listen
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _git(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Git in that checkout, whatever repository a hook or an alias that started us works on."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return subprocess.run(
        ["git", "-C", str(root), *words],
        capture_output=True,
        text=True,
        errors="replace",
        env=environment,
        check=False,
    )


def _failed(code: str, message: str, said: str, status: int) -> HandbillError:
    lines = [line for line in said.splitlines() if line.strip()][-_LAST_LINES:]
    return HandbillError(Problem(code, message, details=tuple(lines)), status)
