"""The same input gives the same bytes: wherever, whenever, and in whatever surroundings it is built."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.laws.found import GAMES, ROOT, files, handbill

ELSEWHERE = {
    "PYTHONHASHSEED": "4711",
    "TZ": "Asia/Kathmandu",
    "LC_ALL": "C",
    "LANG": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "SOURCE_DATE_EPOCH": "1700000000",
    "COLUMNS": "40",
}


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkout in another folder, with blanks and letters beyond ASCII in its name."""
    copy = tmp_path_factory.mktemp("copy") / "an other földer"
    for name in ("generator", "templates", "content"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def differences(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    return [name for name in sorted(one.keys() | other.keys()) if one.get(name) != other.get(name)]


def made_in(folder: Path) -> dict[str, bytes]:
    """All files but those that list the others: of a part they list less than of the whole."""
    found = files(folder)
    return {name: found[name] for name in found.keys() - {"manifest.json", "SHA256SUMS"}}


def test_one_game_built_elsewhere_is_the_same_bytes_as_in_the_whole(
    built: Path, copied: Path, tmp_path: Path
) -> None:
    # An empty cache too: what a face is cut down to does not depend on what was kept.
    done = handbill(
        *("build", GAMES[0], "--paper", "a4", "-o", tmp_path / "out"),
        root=copied,
        cwd=tmp_path,
        **{**ELSEWHERE, "XDG_CACHE_HOME": str(tmp_path / "cache")},
    )
    assert (done.returncode, done.stderr) == (0, "")
    whole, part = files(built), made_in(tmp_path / "out")
    assert {Path(name).suffix for name in part} == {".pdf", ".html", ".woff2", ".csv", ".json"}
    # A page links to the papers that were asked for, so pages are compared in the test of everything.
    printed = [name for name in part if not name.endswith(".html")]
    assert [name for name in printed if part[name] != whole[name]] == []


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs a folder that nobody can write to")
def test_a_cache_that_cannot_be_written_changes_nothing(built: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    done = handbill(
        *("build", GAMES[-1], "--paper", "letter", "-o", tmp_path / "out"),
        XDG_CACHE_HOME=str(tmp_path / "file" / "cache"),
        PYTHONHASHSEED="0",
    )
    assert (done.returncode, done.stderr) == (0, "")
    whole, part = files(built), made_in(tmp_path / "out")
    printed = [name for name in part if not name.endswith(".html")]
    assert any(name.endswith(".pdf") for name in printed)
    assert [name for name in printed if part[name] != whole[name]] == []


@pytest.mark.long
@pytest.mark.parametrize("seed, zone", [("1", "America/Lima"), ("2", "Pacific/Kiritimati")])
def test_everything_built_elsewhere_is_the_same_bytes(
    built: Path, copied: Path, tmp_path: Path, seed: str, zone: str
) -> None:
    surroundings = {**ELSEWHERE, "PYTHONHASHSEED": seed, "TZ": zone, "XDG_CACHE_HOME": str(tmp_path / "c")}
    done = handbill("build", "-o", tmp_path / "out", root=copied, cwd=tmp_path, **surroundings)
    assert (done.returncode, done.stderr) == (0, "")
    assert differences(files(built), files(tmp_path / "out")) == []


def test_no_file_says_where_or_when_it_was_made(built: Path) -> None:
    marks = [str(ROOT).encode(), str(Path.home()).encode(), b"/CreationDate", b"/ModDate"]
    # The character in a filled sheet has a date, as PDF/A wants it: always the same.
    fixed = b"/CreationDate(D:20000101000000Z)/ModDate(D:20000101000000Z)"
    texts = {
        name: data.replace(fixed, b"") for name, data in files(built).items() if not name.endswith(".woff2")
    }
    assert texts
    assert [(name, mark) for name, data in texts.items() for mark in marks if mark in data] == []
