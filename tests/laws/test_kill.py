"""A build killed at any moment leaves whole files and no manifest that lies, and the next build is right."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.kills import kills
from tests.laws.found import GAMES, OURS, ROOT, files, handbill

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")

ARGUMENTS = ("build", GAMES[0], "--paper", "a4", "-q", "-o")
MANIFEST, SUMS = "manifest.json", "SHA256SUMS"
LEFT = {"pdf/of-another-game-a4.pdf": b"made by an earlier build, and not by this one"}


@dataclass(frozen=True)
class Good:
    """What the build makes, with its manifest, and how many seconds it takes when it was made before: up to
    the last file, and from the first to the last one."""

    files: dict[str, bytes]
    manifest: dict[str, Any]
    seconds: float
    writing: float


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Good:
    folder = tmp_path_factory.mktemp("good")
    assert handbill(*ARGUMENTS, folder).returncode == 0
    times = [timed(tmp_path_factory.mktemp("again")) for _ in range(3)]
    made = files(folder)
    manifest = json.loads(made.pop(MANIFEST))
    made.pop(SUMS)
    return Good(made, manifest, *map(min, zip(*times, strict=True)))


def older(good: Good, folder: Path) -> dict[str, bytes]:
    """An output folder as an earlier build left it: half of the files, with other bytes, and one more."""
    made = {name: b"an earlier build of " + name.encode() for name in sorted(good.files)[::2]} | LEFT
    listed = [{"path": name, "sha256": sum_of(made[name]), "bytes": len(made[name])} for name in sorted(made)]
    manifest = {**good.manifest, "artifacts": listed}
    written = made | {MANIFEST: json.dumps(manifest).encode()}
    sums = "".join(f"{sum_of(data)}  {name}\n" for name, data in sorted(written.items()))
    for name, data in (written | {SUMS: sums.encode()}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return made


def sum_of(data: bytes) -> str:
    return sha256(data).hexdigest()


def started(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "generator", *ARGUMENTS, str(folder)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def wait_until_it_writes(child: subprocess.Popen[bytes], folder: Path) -> None:
    while child.poll() is None and not any(name.startswith(OURS) for name in os.listdir(folder)):
        time.sleep(0.0002)


def timed(folder: Path) -> tuple[float, float]:
    """How many seconds a build takes up to the last file, and from the first to the last one."""
    begun = time.monotonic()
    child = started(folder)
    wait_until_it_writes(child, folder)
    writes = time.monotonic()
    while child.poll() is None and not (folder / MANIFEST).exists():
        time.sleep(0.0002)
    ended = time.monotonic()
    assert child.wait() == 0
    return ended - begun, ended - writes


def kill_once(folder: Path, wait: float, writing: bool) -> None:
    """Start a build and kill it ``wait`` seconds later, or so long after it began to write."""
    child = started(folder)
    if writing:
        wait_until_it_writes(child, folder)
    time.sleep(wait)
    child.kill()
    assert child.wait() in (-signal.SIGKILL, 0)  # 0: it was done before we came


def assert_true(found: dict[str, bytes]) -> bool:
    """A manifest that is there lists files that stand there, and the sums are those; whether it is there."""
    if MANIFEST not in found:
        return False
    for entry in json.loads(found[MANIFEST])["artifacts"]:
        data = found[entry["path"]]
        assert (len(data), sum_of(data)) == (entry["bytes"], entry["sha256"]), entry["path"]
    for line in found[SUMS].decode().splitlines():
        digest, _, name = line.partition("  ")
        assert sum_of(found[name]) == digest, name
    return True


def assert_whole(folder: Path, good: Good, before: dict[str, bytes]) -> str:
    """Every file is the earlier one or the new one; how far the build came."""
    found = files(folder)
    listed = assert_true(found)
    unfinished = [name for name in found if Path(name).name.startswith(OURS)]
    new = 0
    for name, data in found.items():
        if name not in (*unfinished, MANIFEST, SUMS):
            assert data in (before.get(name), good.files.get(name)), f"{name} is neither old nor new"
            new += data == good.files.get(name)
    assert before.keys() <= found.keys()
    if not new and not unfinished:
        return "nothing was written"
    return "it was done" if listed and not unfinished else "while it wrote"


def kill_many_times(tmp_path: Path, good: Good, times: int) -> None:
    chance, seen = random.Random(11), []
    for number in kills(times, lambda: seen.count("while it wrote") >= times / 3):
        folder = tmp_path / str(number)
        before = older(good, folder)
        writing = number % 4 != 2
        kill_once(folder, chance.uniform(0.0, good.writing if writing else good.seconds), writing)
        seen.append(assert_whole(folder, good, before))
        if number % 4 == 0:
            done = handbill(*ARGUMENTS, folder)
            assert (done.returncode, done.stderr) == (0, "")
            found = files(folder)
            assert assert_true(found)
            assert found.keys() == {*good.files, *LEFT, MANIFEST, SUMS}
            assert {name: found[name] for name in good.files} == good.files
    assert seen.count("while it wrote") >= times / 3, seen


def test_a_build_killed_at_any_moment_leaves_whole_files_and_no_manifest_that_lies(
    tmp_path: Path, good: Good
) -> None:
    kill_many_times(tmp_path, good, 3)


@pytest.mark.long
def test_a_build_killed_two_hundred_times_leaves_whole_files_and_no_manifest_that_lies(
    tmp_path: Path, good: Good
) -> None:
    kill_many_times(tmp_path, good, 200)
