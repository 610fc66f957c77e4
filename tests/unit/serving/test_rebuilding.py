"""A build is a process of its own, which ends with us and whose account is read."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.serving import rebuilding
from generator.serving.rebuilding import Builder, Rebuilt, follow, until_stopped
from tests.forms.chromium import wait_until

PROBLEM = {"path": "a.md", "line": 3, "column": 1, "code": "typed", "message": "m", "hint": None}


def builder(monkeypatch: pytest.MonkeyPatch, status: int, out: str, told: str = "") -> Builder:
    """One whose build says what is given."""
    monkeypatch.setattr(rebuilding, "_run", lambda words: (status, out, told))
    return Builder(())


def account(*paths: str, problems: tuple[Any, ...] = ()) -> str:
    rows = [{"path": path, "changed": path == "b"} for path in paths]
    return json.dumps({"artifacts": rows, "removed": ["c"], "problems": problems})


def test_the_account_of_a_build_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    made = builder(monkeypatch, 0, account("a", "b")).build()
    assert (made.made, made.changed, made.gone) == (("a", "b"), ("b",), ("c",))
    assert made.stands and not made.problems


def test_a_build_that_made_nothing_does_not_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    made = builder(monkeypatch, 1, account(problems=(PROBLEM,)), "told").build()
    assert (made.stands, made.problems, made.told) == (False, (PROBLEM,), "told")


def test_a_build_without_some_pdfs_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    made = builder(monkeypatch, 3, account("a", problems=(PROBLEM,))).build()
    assert made.stands and made.problems == (PROBLEM,)


@pytest.mark.parametrize("out", ["", "{", "[]", "{}", '{"artifacts": [1], "problems": []}'])
def test_a_build_that_never_came_to_its_answer_is_told_with_its_last_words(
    out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "\n".join(map(str, range(99))) + "\nSyntaxError\n"
    made = builder(monkeypatch, 1, out, said).build()
    assert not made.stands
    (problem,) = made.problems
    assert problem["message"].endswith("98\nSyntaxError") and len(problem["message"]) < 100


def test_each_change_is_followed_by_one_build() -> None:
    waits = iter([(Path("a"),), (Path("b"), Path("c"))])
    heard: list[Any] = []

    def wait() -> tuple[Path, ...]:
        found = next(waits, None)
        if found is None:
            raise KeyboardInterrupt
        return found

    def work() -> int:
        follow(lambda: Rebuilt(0, 0.1), wait, lambda changed, rebuilt: heard.append(changed))

    assert until_stopped(work) == 0
    assert heard == [(), (Path("a"),), (Path("b"), Path("c"))]


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_work_as_meant_and_its_handler_comes_back(number: int) -> None:
    before = signal.getsignal(number)

    def work() -> int:
        os.kill(os.getpid(), number)
        signal.pause()
        return 1

    assert until_stopped(work) == 0
    assert signal.getsignal(number) is before


@pytest.mark.skipif(os.name == "nt", reason="needs process groups")
def test_a_build_that_does_not_listen_is_killed_with_its_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    deaf = (
        "import os, signal, time\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "worker = os.fork()\n"
        "if worker: print(worker, flush=True)\n"
        "time.sleep(600)\n"
    )
    monkeypatch.setattr(rebuilding, "_PATIENCE", 0.2)
    process = subprocess.Popen(
        [sys.executable, "-c", deaf],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    assert process.stdout
    worker = int(process.stdout.readline())
    rebuilding._end(process)  # comes back only when nobody holds the pipes any more
    assert process.returncode == -signal.SIGKILL
    status = Path(f"/proc/{worker}/stat")
    wait_until(lambda: not status.exists() or " Z " in status.read_text(), "the worker to be gone")
