"""One build after another, each in a process of its own, so that changed code and rules are read anew."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

_PACKAGE = Path(__file__).resolve().parents[1]
_PATIENCE = 2.0
"""Seconds that a build may take to tidy up when it is told to end."""
_LAST_LINES = 30


@dataclass(frozen=True)
class Rebuilt:
    """What a build did: every file that it accounts for, those that it wrote anew and those that it removed.

    ``problems`` are as ``--json`` tells them; ``told`` is what the build said on standard error.
    """

    status: int
    seconds: float
    made: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    problems: tuple[Mapping[str, Any], ...] = ()
    told: str = ""

    @property
    def stands(self) -> bool:
        """Whether the output folder is what the sources say, but for PDFs that this machine cannot make."""
        return bool(self.made)


@dataclass(frozen=True)
class Builder:
    """Builds with the same arguments each time, one build at a time."""

    arguments: Sequence[str]

    def build(self) -> Rebuilt:
        """Run one build to its end. Whatever interrupts us ends it first: what it wrote is whole."""
        start = time.monotonic()
        status, out, told = _run(["build", *self.arguments, "--json"])
        seconds = time.monotonic() - start
        try:
            answer = json.loads(out)
            made = tuple(row["path"] for row in answer["artifacts"])
            changed = tuple(row["path"] for row in answer["artifacts"] if row["changed"])
            gone, problems = tuple(answer["removed"]), tuple(answer["problems"])
        except (ValueError, KeyError, TypeError):  # it never came to its answer
            return Rebuilt(status, seconds, problems=(_crash(status, told),), told=told)
        return Rebuilt(status, seconds, made, changed, gone, problems, told)


def follow(
    build: Callable[[], Rebuilt],
    wait: Callable[[], tuple[Path, ...]],
    hear: Callable[[tuple[Path, ...], Rebuilt], None],
) -> NoReturn:
    """Build, and again after each change, until ``hear`` or an interruption raises.

    What changes while a build runs is built after it: killing that one would let somebody who saves
    often see nothing at all.
    """
    hear((), build())
    while True:
        changed = wait()
        hear(changed, build())


def until_stopped(work: Callable[[], int]) -> int:
    """Do the work; Ctrl-C, and the signals by which a system ends a program, end it as what was meant.

    The work's exit status, or 0 where it was ended.
    """

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if len(numbers) == 3 and signal.getsignal(numbers[2]) is signal.SIG_IGN:
        numbers.pop()  # nohup: the end of the terminal is not to end us
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        return work()
    except KeyboardInterrupt:
        return 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _run(arguments: Sequence[str]) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of the command."""
    # `-P` and the path: a folder that is called generator where the user stands is not the package.
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "generator", *arguments],
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": _python_path()},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,  # so that its workers can be ended with it
    )
    try:
        out, told = process.communicate()
    except BaseException:
        _end(process)
        raise
    return process.returncode, out, told


def _python_path() -> str:
    """Where the child finds the package: installed as it is, or in the checkout that we come from."""
    before = os.environ.get("PYTHONPATH", "")
    if (_PACKAGE / "data").is_dir():
        return before
    return os.pathsep.join(filter(None, [str(_PACKAGE.parent), before]))


def _end(process: subprocess.Popen[str]) -> None:
    """Let it tidy up; where that takes long, or somebody presses Ctrl-C again, kill it with its workers."""
    _signal(process, signal.SIGINT)
    try:
        process.communicate(timeout=_PATIENCE)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
        process.communicate()


def _signal(process: subprocess.Popen[str], number: int) -> None:
    if os.name == "nt":
        process.kill()
        return
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def _crash(status: int, told: str) -> Mapping[str, Any]:
    """What a build that ended without an answer said last."""
    message = (
        "\n".join(told.strip().splitlines()[-_LAST_LINES:])
        or f"the build ended with status {status} and said nothing"
    )
    return {"code": "", "message": message, "path": None, "hint": None}
