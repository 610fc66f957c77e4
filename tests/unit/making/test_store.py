"""What was made is found again exactly where all that it rests on is the same."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

import pytest

from generator.making.store import Made, Store, key_of
from generator.outputs.artifact import Artifact
from generator.outputs.staging import sweep_all

PAGE = Artifact(PurePosixPath("site/toy/dice.html"), b"<p>a die</p>", None, ("content/toy/dice.md",))
PDF = Artifact(
    PurePosixPath("pdf/toy-dice-a4.pdf"), bytes(range(256)), 2, (), document="toy-dice", paper="a4"
)
KNOWN = key_of("dice")


def made(*reads: str) -> Made:
    return Made((PAGE, PDF), frozenset(reads))


def published(rule: str) -> str:
    return ""


def test_what_was_kept_is_found_whole(tmp_path: Path) -> None:
    Store(tmp_path).keep(KNOWN, made("A-1", "A-2"), published)
    assert Store(tmp_path).find(KNOWN, published) == made("A-1", "A-2")
    assert Store(tmp_path).find(key_of("other"), published) is None


def test_a_rule_that_was_read_makes_it_anew_and_another_does_not(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.keep(KNOWN, made("A-1"), published)
    assert store.find(KNOWN, lambda rule: "8" if rule == "A-1" else "") is None
    assert store.find(KNOWN, lambda rule: "8" if rule == "A-2" else "") == made("A-1")


def test_each_state_of_the_rules_is_remembered(tmp_path: Path) -> None:
    """An option leads one way, and there another rule is read."""
    store = Store(tmp_path)

    def other(rule: str) -> str:
        return "meets" if rule == "A-1" else ""

    store.keep(KNOWN, made("A-1", "A-2"), published)
    store.keep(KNOWN, made("A-1", "A-3"), other)
    assert store.find(KNOWN, published) == made("A-1", "A-2")
    assert store.find(KNOWN, other) == made("A-1", "A-3")
    assert store.find(KNOWN, lambda rule: {"A-1": "meets", "A-3": "9"}.get(rule, "")) is None


def test_a_damaged_file_is_nothing(tmp_path: Path) -> None:
    Store(tmp_path).keep(KNOWN, made("A-1"), published)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 2
    for path in files:
        whole = path.read_bytes()
        for data in (whole[:-1], whole[:40], b"", whole[:-1] + bytes([whole[-1] ^ 1]), whole + b"\0"):
            path.write_bytes(data)
            assert Store(tmp_path).find(KNOWN, published) is None
        path.write_bytes(whole)
    assert Store(tmp_path).find(KNOWN, published) == made("A-1")


def test_sets_of_rules_do_not_grow_without_end(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(40):
        store.keep(KNOWN, made(f"A-{number}"), published)
    assert store.find(KNOWN, published) == made("A-39")
    assert len(store._sets(KNOWN)) == 16


@pytest.mark.parametrize("folder", ["a file", "no cache"])
def test_without_a_place_nothing_is_kept_and_nothing_fails(tmp_path: Path, folder: str) -> None:
    (tmp_path / "cache").write_text("in the way")
    store = Store(tmp_path / "cache" if folder == "a file" else None)
    store.keep(KNOWN, made("A-1"), published)
    assert store.find(KNOWN, published) is None


def test_where_the_disk_is_full_no_half_of_a_file_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    Store(tmp_path).keep(KNOWN, made("A-1"), published)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert Store(tmp_path).find(KNOWN, published) is None


def test_what_a_run_that_is_no_more_left_unfinished_is_swept_and_that_of_another_run_stays(
    tmp_path: Path,
) -> None:
    (tmp_path / "made").mkdir()
    left, running = (tmp_path / "made" / f".handbill-{pid}-x1_y.tmp" for pid in (2**22 + 1, os.getppid()))
    for path in (left, running):
        path.write_bytes(b"half")
    sweep_all(tmp_path)
    assert (left.exists(), running.exists()) == (False, True)
    sweep_all(tmp_path / "nowhere")
