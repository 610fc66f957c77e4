"""Every value that house rules may replace has another legal value, which shows in the rules."""

from __future__ import annotations

import json

import pytest

from generator.rules import games, load
from generator.rules.written import canonical
from tests.another_value import another_value

KEYS = [(game, each.key) for game in games() for each in load(game).replaceable()]


def test_the_guard_looks_at_every_game() -> None:
    assert {game for game, _ in KEYS} == {"maid", "mlwm", "tsoy"} and len(KEYS) > 300


@pytest.mark.parametrize(("game", "key"), KEYS, ids=[key for _, key in KEYS])
def test_another_legal_value_shows_in_the_rules_and_nowhere_else(game: str, key: str) -> None:
    published = load(game)
    overrides = another_value(game, key)
    changed = load(game, overrides)
    ids = {each.id for each in changed.replaceable() if each.value != each.published}
    assert key in overrides and ids == {change.id for change in changed.changes()}
    charts = {rule for rule in changed.overridden if published.rule(rule).kind == "chart"}
    assert changed.overridden.keys() - charts == ids and len(charts) <= 1
    assert all(canonical(json.loads(text)) == text for text in changed.overridden.values())
    before, now = published.printed_values(), changed.printed_values()
    assert before.keys() == now.keys()
    assert {name for name in now if now[name] != before[name]} == overrides.keys()
