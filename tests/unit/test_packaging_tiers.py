"""The account of skipped tests: named at the end, and a failure where none may be skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"
SAMPLE = """
import pytest

@pytest.mark.needs("no-such-program")
def test_a(): pass

@pytest.mark.needs("no-such-program", "nor-this-one")
def test_b(): pass

@pytest.mark.needs("{python}")
def test_c(): pass
"""


def run(folder: Path, *arguments: str, no_skips: str = "") -> subprocess.CompletedProcess[str]:
    shutil.copy(CONFTEST, folder)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = needs\n")
    (folder / "test_sample.py").write_text(SAMPLE.replace("{python}", sys.executable.replace("\\", "/")))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments, str(folder)]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment | {"HANDBILL_NO_SKIPS": no_skips},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_a_test_that_lacks_its_program_is_named_at_the_end(tmp_path: Path, workers: tuple[str, ...]) -> None:
    done = run(tmp_path, *workers)
    assert done.returncode == 0, done.stdout
    assert "1 test not run because no-such-program is missing:\n    test_sample.py::test_a\n" in done.stdout
    assert "1 test not run because no-such-program and nor-this-one are missing:\n" in done.stdout
    assert "1 passed, 2 skipped" in done.stdout


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_a_skipped_test_fails_the_run_where_none_may_be_skipped(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    assert run(tmp_path, *workers, no_skips="1").returncode == 1


def test_a_run_without_skips_passes_where_none_may_be_skipped(tmp_path: Path) -> None:
    done = run(tmp_path, "-k", "test_c", no_skips="1")
    assert done.returncode == 0, done.stdout
    assert "1 passed, 2 deselected" in done.stdout
