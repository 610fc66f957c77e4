"""A build killed at any moment leaves whole files only, and the next build is right."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.laws.found import GAMES, ROOT, files, handbill

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")

ARGUMENTS = ("build", GAMES[0], "--paper", "a4", "-q", "-o")
TEMPORARY = ".handbill-"


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("good")
    assert handbill(*ARGUMENTS, folder).returncode == 0
    return files(folder)


def older(good: dict[str, bytes], folder: Path) -> dict[str, bytes]:
    """An output folder as an earlier build left it: half of the files, with other bytes."""
    made = {name: b"an earlier build of " + name.encode() for name in sorted(good)[::2]}
    for name, data in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return made


def kill_once(folder: Path, wait: float | None) -> None:
    """Start a build and kill it: after ``wait`` seconds, or as soon as it begins to write."""
    child = subprocess.Popen(
        [sys.executable, "-m", "generator", *ARGUMENTS, str(folder)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if wait is None:
        while child.poll() is None and not _is_writing(folder):
            time.sleep(0.0002)
        time.sleep(random.Random(str(folder)).uniform(0, 0.004))
    else:
        time.sleep(wait)
    child.kill()
    assert child.wait() in (-signal.SIGKILL, 0)  # 0: it was done before we came


def _is_writing(folder: Path) -> bool:
    places = [folder, folder / "pdf", folder / "site", folder / "site" / "fonts"]
    return any(name.startswith(TEMPORARY) for place in places if place.is_dir() for name in os.listdir(place))


def assert_whole(folder: Path, good: dict[str, bytes], before: dict[str, bytes]) -> int:
    """Every file is the earlier one or the new one; the number of new ones and of unfinished ones."""
    found = files(folder)
    unfinished = [name for name in found if TEMPORARY in name]
    new = 0
    for name, data in found.items():
        if name not in unfinished:
            assert data in (before.get(name), good.get(name)), f"{name} is neither the old file nor the new"
            new += data == good.get(name)
    assert before.keys() <= found.keys()
    return new + len(unfinished)


def kill_many_times(tmp_path: Path, good: dict[str, bytes], times: int) -> None:
    chance, written = random.Random(11), 0
    for number in range(times):
        folder = tmp_path / str(number)
        before = older(good, folder)
        at_random = number % 3 == 2
        kill_once(folder, chance.uniform(0.0, 3.0) if at_random else None)
        written += assert_whole(folder, good, before) > 0
        if number % 8 == 0:
            assert handbill(*ARGUMENTS, folder).returncode == 0
            assert files(folder) == good
    assert written >= times / 3, "the kills came before anything was written"


def test_a_build_killed_at_any_moment_leaves_whole_files_only(tmp_path: Path, good: dict[str, bytes]) -> None:
    kill_many_times(tmp_path, good, 3)


@pytest.mark.long
def test_a_build_killed_forty_times_leaves_whole_files_only(tmp_path: Path, good: dict[str, bytes]) -> None:
    kill_many_times(tmp_path, good, 40)
