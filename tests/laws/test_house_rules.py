"""The project's main law: a rule changes, and every document that uses it follows, and no other."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.outputs.manifest import read_manifest
from generator.rules import games, load
from tests.another_value import another_value
from tests.laws.found import GAMES, files, handbill
from tests.laws.house import published, replaceable, said

SAMPLE = 10
"""Values of each game that are tried every time; all are in the long run."""

DEAF: dict[str, str] = {
    "TSOY-GIFT-1.players": "the dice count everyone, unless the option gift_count says otherwise",
    "TSOY-TOG-1.impossible.penalty": "the next check is not rolled, unless that is changed too",
}
"""Values that change nothing that any document says, each with the reason."""


@cache
def every() -> tuple[tuple[str, str], ...]:
    return tuple((game, each.key) for game in GAMES if game in games() for each in replaceable(game))


@cache
def sample() -> tuple[tuple[str, str], ...]:
    """A few of each game, of every kind that there is."""
    found = []
    for game in sorted({game for game, _ in every()}):
        rows = sorted(replaceable(game), key=lambda each: (each.kind, each.key))
        found += [(game, each.key) for each in rows[:: max(1, len(rows) // SAMPLE)][:SAMPLE]]
    assert len(found) >= SAMPLE
    return tuple(found)


def rest() -> list[tuple[str, str]]:
    return [pair for pair in every() if pair not in sample()]


def assert_followed(game: str, key: str) -> None:
    before = published(game)
    rules = load(game, another_value(game, key))
    now = said(game, rules)
    ids = {rule_id for rule_id in rules.overridden if rules.rule(rule_id).kind != "chart"}
    assert ids, "the engine still has the published value"
    assert now.keys() == before.keys()
    for name, document in now.items():
        uses = bool(ids & before[name].reads)
        if document.problems:
            assert uses, f"{name} does not use {ids}, but: {document.problems}"
            hints = " ".join(problem.hint or "" for problem in document.problems)
            assert any(rule_id in hints for rule_id in ids), document.problems
        else:
            assert (document.html != before[name].html) is uses, f"{name}, which reads {ids}: {uses}"
    assert any(ids & document.reads for document in before.values()), "no document uses it"
    kind = next(each.kind for each in replaceable(game) if each.key == key)
    if kind not in ("text", "texts") and not any(document.problems for document in now.values()):
        follows = any(document.body != before[name].body for name, document in now.items())
        assert follows is (key not in DEAF), "pages, odds and forms say what they said before"


@pytest.mark.parametrize(("game", "key"), sample())
def test_a_changed_rule_changes_all_that_uses_it_and_nothing_else(game: str, key: str) -> None:
    assert_followed(game, key)


@pytest.mark.long
@pytest.mark.parametrize(("game", "key"), rest())
def test_every_changed_rule_changes_all_that_uses_it_and_nothing_else(game: str, key: str) -> None:
    assert_followed(game, key)


def printed(
    game: str, folder: Path, rules: Mapping[str, Any] | None = None
) -> subprocess.CompletedProcess[str]:
    """Build a game on one paper, by these house rules."""
    file = folder.with_suffix(".yaml")
    file.write_text(yaml.safe_dump(dict(rules or {})), encoding="utf-8")
    words = ("--paper", "a4", "-q", "--house-rules", file if rules else "none", "-o", folder)
    return handbill("build", game, *words)


@pytest.mark.long
@pytest.mark.parametrize("game", sorted({game for game, _ in every()}))
def test_the_pdfs_that_use_a_changed_rule_change_and_no_other(game: str, tmp_path: Path) -> None:
    assert printed(game, tmp_path / "published").returncode == 0
    manifest = read_manifest(tmp_path / "published")
    assert manifest
    pdfs = {path: data for path, data in files(tmp_path / "published").items() if path.endswith(".pdf")}
    keys = [key for each, key in sample() if each == game]
    assert len(keys) == SAMPLE and len(pdfs) > 5
    stopped = 0
    for number, key in enumerate(keys):
        override = another_value(game, key)
        ids = {rule_id for rule_id, _ in load(game, override).overridden.items()}
        done = printed(game, tmp_path / str(number), override)
        if done.returncode:
            assert any(rule_id in done.stderr for rule_id in ids), done.stderr
            stopped += 1
            continue
        now = files(tmp_path / str(number))
        for path, data in pdfs.items():
            entry = manifest.get(path)
            assert entry
            assert (now[path] != data) is bool(ids & set(entry.rules)), f"{path} by {override}"
    assert stopped <= 1
