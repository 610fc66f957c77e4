"""The project's main law: a rule changes, and every document that uses it follows, and no other."""

from __future__ import annotations

from functools import cache

import pytest

from generator.rules import Rules, games, load
from tests.another_value import another_value
from tests.laws.found import GAMES
from tests.laws.house import Said, published, replaceable, said

SAMPLE = 10
"""Values of each game that are tried every time; all are in the long run."""

DEAF: dict[str, str] = {
    "TSOY-GIFT-1.players": "the dice count everyone, unless the option gift_count says otherwise",
    "TSOY-TOG-1.impossible.penalty": "the next check is not rolled, unless that is changed too",
}
"""Values that change nothing that any document says, each with the reason."""


def every() -> list[tuple[str, str]]:
    return [(game, each.key) for game in GAMES if game in games() for each in replaceable(game)]


def sample() -> list[tuple[str, str]]:
    """A few of each game, of every kind that there is."""
    found = []
    for game in sorted({game for game, _ in every()}):
        rows = sorted(replaceable(game), key=lambda each: (each.kind, each.key))
        found += [(game, each.key) for each in rows[:: max(1, len(rows) // SAMPLE)][:SAMPLE]]
    assert len(found) >= SAMPLE
    return found


def rest() -> list[tuple[str, str]]:
    return [pair for pair in every() if pair not in sample()]


@cache
def changed(game: str, key: str) -> tuple[Rules, dict[str, Said]]:
    rules = load(game, another_value(game, key))
    return rules, said(game, rules)


def assert_followed(game: str, key: str) -> None:
    before = published(game)
    rules, now = changed(game, key)
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
