"""One real build of everything, shared by all laws and all workers."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.laws.found import handbill

_PATIENCE = 240


@dataclass(frozen=True)
class Attempt:
    """The output folder of a build, and what it said when it did not end well."""

    output: Path
    fault: str


@pytest.fixture(scope="session")
def attempt(tmp_path_factory: pytest.TempPathFactory) -> Attempt:
    """One run of `handbill build`, by the first worker that needs it."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    output, fault = shared / "handouts", shared / "handouts.txt"
    try:
        (shared / "handouts.lock").mkdir()
    except FileExistsError:
        _wait_for(output, fault)
    else:
        _build(shared / "handouts.new", output, fault)
    return Attempt(output, fault.read_text(encoding="utf-8") if fault.exists() else "")


@pytest.fixture(scope="session")
def built(attempt: Attempt) -> Path:
    """The output folder of `handbill build`. Read it, never write it: workers share it."""
    if attempt.fault:
        pytest.fail("not everything could be built; test_printed_pages.py says why", pytrace=False)
    return attempt.output


def _build(new: Path, output: Path, fault: Path) -> None:
    done = handbill("build", "-q", "-o", new)
    if (done.returncode, done.stdout, done.stderr) == (0, "", ""):
        new.rename(output)
    else:
        unfinished = fault.with_suffix(".new")
        unfinished.write_text(f"exit {done.returncode}\n{done.stdout}{done.stderr}", encoding="utf-8")
        unfinished.rename(fault)


def _wait_for(*either: Path) -> None:
    end = time.monotonic() + _PATIENCE
    while not any(path.exists() for path in either):
        assert time.monotonic() < end, "another worker began to build the handouts and never ended"
        time.sleep(0.05)
