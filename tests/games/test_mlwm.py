"""My Life with Master: every rule is there, every read is noted, and every house rule is followed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.problems import HandbillError
from generator.rules import load, recording
from generator.rules.chart import Chart, Effect, Row
from generator.rules.mlwm import RULES as MyLifeWithMaster
from generator.rules.mlwm import Conflict, Minion, Scores, State

IDS = Path(__file__).with_name("ids_mlwm.txt").read_text(encoding="utf-8").split()
RULES = MyLifeWithMaster()
SCORES = Scores(4, 3, 3, 2, 1)
AMBIGUITIES = [f"MLWM-AMB-{number}" for number in range(1, 22)]


def test_the_game_is_found_by_its_name() -> None:
    rules = load("mlwm")
    assert isinstance(rules, MyLifeWithMaster) and rules.game == "mlwm"


def test_every_numbered_rule_is_in_the_registry() -> None:
    assert len(IDS) == 44 == len(set(IDS))
    assert [rule_id for rule_id in IDS if rule_id not in RULES] == []


@pytest.mark.parametrize("ambiguity", AMBIGUITIES)
def test_every_ambiguity_is_an_option_or_told_where_it_matters(ambiguity: str) -> None:
    if ambiguity in RULES:
        assert RULES.rule(ambiguity).kind == "option"
        return
    word = re.compile(rf"{ambiguity}\b")
    declared = [rule_id for rule_id in RULES if word.search(RULES.rule(rule_id).doc)]
    methods = [name for name in dir(MyLifeWithMaster) if word.search(str(getattr(RULES, name).__doc__))]
    assert declared or methods


def test_every_rule_has_a_title_and_says_where_it_stands() -> None:
    for rule_id in RULES:
        rule = RULES.rule(rule_id)
        assert rule.title, rule_id
        assert rule.source or rule_id in ("MLWM-MARGIN", "MLWM-ROOM", "MLWM-DERIVE", "MLWM-STANDING"), rule_id
        assert rule.doc or rule.kind == "row", rule_id


def printed_texts() -> list[tuple[str, str]]:
    texts = []
    for rule_id in RULES:
        rule = RULES.rule(rule_id)
        rows = list(rule.value) if isinstance(rule.value, Chart) else [rule.value]
        texts += [(rule_id, rule.title), (rule_id, rule.doc if rule.kind != "procedure" else "")]
        for row in rows:
            for _, cell in row.items() if isinstance(row, Row) else ():
                parts = cell if isinstance(cell, tuple) else (cell,)
                texts += [(rule_id, part) for part in parts if isinstance(part, str)]
                if isinstance(cell, Effect):
                    texts.append((rule_id, cell.says))
    return texts


def test_no_number_is_typed_into_the_words_of_a_rule() -> None:
    texts = [(where, re.sub(r"MLWM-[A-Z0-9-]+|``[^`]*``", "", text)) for where, text in printed_texts()]
    assert len(texts) > 200
    assert [(where, text) for where, text in texts if re.search(r"\d", text)] == []


def test_formulas_are_printed_as_players_know_them() -> None:
    printed = {
        row.id: (row.formula("you").printed(RULES.labels), row.formula("they").printed(RULES.labels))
        for row in RULES.chart("MLWM-ACTIONS")
    }
    attack, between = "Fear + Self-Loathing", "Fear + their Self-Loathing"
    assert printed == {
        "MLWM-CMD": ("Love − Weariness", attack),
        "MLWM-OVR": ("Reason − Self-Loathing", "Fear − Reason"),
        "MLWM-VIO": (attack, "Reason + Weariness"),
        "MLWM-VIL": (attack, "Reason"),
        "MLWM-PVP-VIO": (attack, between),
        "MLWM-PVP-VIL": (attack, between),
        "MLWM-END": ("Love − Weariness", attack),
    }
    assert RULES.formula("MLWM-CMD-3").printed(RULES.labels) == "Love > Fear + Weariness"


def test_the_qualitative_rules_are_named_values() -> None:
    assert RULES.row("MLWM-CMD-1")["without_a_roll"] == "the minion obeys"
    assert RULES.row("MLWM-CMD-2").number("rolls") == 1
    assert RULES.row("MLWM-HOR-3")["among"] == ("Townsfolk", "Outsiders")
    assert RULES.row("MLWM-HOR-4")["never"] == ("the Master", "any minion")
    assert RULES.row("MLWM-END-6")["who"] == "any minion"
    assert RULES.row("MLWM-EPI-7")["who"] == "the minion who slays the Master"
    assert [row.number("sides") for row in RULES.chart("MLWM-BONUS")] == [4, 6, 8]
    assert dict(RULES.row("MLWM-START").items()) == {
        "shared": 3, "connections": 2, "love": 0, "score_from": 3, "score_to": 5,
    }  # fmt: skip


STATE = State(4, 3, (Minion("Igor", 2, 1, (("Anna", 3),)), Minion("Ilsa", 3, 3, (("Bela", 0),))))
STRUGGLE = State(4, 3, STATE.minions, endgame=True)

Asked = Callable[[MyLifeWithMaster], object]

FOLLOWS: dict[str, tuple[object, Asked]] = {
    "MLWM-DICE-1": ({"sides": 6}, lambda r: r.pool(2)),
    "MLWM-DICE-2": ({"face": 1}, lambda r: r.contest(2, 1, 4)),
    "MLWM-DICE-4": (2, lambda r: r.pools("MLWM-OVR", SCORES)),
    "MLWM-DICE-6": ({"tie": {"weariness": 1}}, lambda r: r.slay_chances(SCORES, 2)),
    "MLWM-BONUS.sincerity": ({"sides": 10}, lambda r: r.odds("MLWM-OVR", SCORES, "sincerity")),
    "MLWM-BONUS-1": (0, lambda r: r.contest(1, 1, 8)),
    "MLWM-BONUS-3": ({"never": "desperation"}, lambda r: r.may_earn("Master", 8)),
    "MLWM-CMD": ({"you": "love"}, lambda r: r.odds("MLWM-CMD", SCORES)),
    "MLWM-OVR": ({"lose": {"love": 1}}, lambda r: r.self_loathing_at_trigger(SCORES)),
    "MLWM-VIO": ({"they": "reason"}, lambda r: r.odds("MLWM-VIO", SCORES)),
    "MLWM-VIL": ({"win": {}}, lambda r: r.horror_chances("MLWM-VIL", SCORES, 5)),
    "MLWM-PVP-VIO": (
        {"they_lose": {"weariness": 2}},
        lambda r: r.play(STATE, Conflict("MLWM-PVP-VIO", "Igor", other="Ilsa"), "win"),
    ),
    "MLWM-PVP-VIL": ({"they": "fear"}, lambda r: r.even_handed("MLWM-PVP-VIL")),
    "MLWM-END": ({"lose": {"weariness": 2}}, lambda r: r.slay_chances(Scores(4, 3, 6, 2), 3)),
    "MLWM-CMD-3": ("love >= 3", lambda r: r.play(STATE, Conflict("MLWM-CMD", "Igor"), "win")),
    "MLWM-AID-1": (
        "love",
        lambda r: r.odds_in(STRUGGLE, Conflict("MLWM-END", "Ilsa", helpers=("Igor",))),
    ),
    "MLWM-INN-1": ("reason", lambda r: r.pools("MLWM-VIL", Scores(4, 3, innocents=2))),
    "MLWM-INN-2": ({"killed": {"fear": 2}}, lambda r: r.innocents_killed(STATE)),
    "MLWM-HOR-1": ("self_loathing > reason", lambda r: r.horror_room(SCORES)),
    "MLWM-HOR-2": (
        {"self_loathing": 1},
        lambda r: r.after("MLWM-VIO", Scores(4, 3, 0, 3), r.effect("MLWM-VIO", "win")),
    ),
    "MLWM-HOR-4": ({"may_die": "love >= 0"}, lambda r: r.may_die(STATE, "Anna")),
    "MLWM-CAP-1": ("weariness >= reason", lambda r: r.standing(Scores(reason=3, weariness=3))),
    "MLWM-END-2": ({"fear": "fear // 2"}, lambda r: r.pools("MLWM-VIO", SCORES, fearless=True)),
    "MLWM-END-5": ({"lives": "MLWM-END-3"}, lambda r: r.next_step("MLWM-END-5")),
    "MLWM-EPI-5": ({"condition": "love <= 3"}, lambda r: r.epilogues(SCORES)),
    "npc_floor": (0, lambda r: r.pools("MLWM-OVR", Scores(2, 3))),
    "bonus_tie": ("both", lambda r: r.contest(1, 1, 8, 8)),
    "horror_test": (
        "before_love",
        lambda r: r.after("MLWM-OVR", Scores(4, 3, 0, 3), r.effect("MLWM-OVR", "lose")),
    ),
    "capture": ("npc_violence", lambda r: r.play(STRUGGLE, Conflict("MLWM-END", "Ilsa"), "lose")),
    "aid_floor": (1, lambda r: r.aid(Scores())),
    "aid_results": ("loss", lambda r: r.helper_effect("MLWM-VIO", "win")),
}


@pytest.mark.parametrize("rule", FOLLOWS)
def test_a_house_rule_changes_what_rests_on_it_and_the_read_is_noted(rule: str) -> None:
    replacement, asked = FOLLOWS[rule]
    changed = MyLifeWithMaster({rule: replacement})
    assert asked(changed) != asked(RULES)
    rule_id = next(r for r in RULES if rule in (r, RULES.rule(r).name))
    assert changed.rule(rule_id).changed
    fresh = MyLifeWithMaster()
    with recording() as reads:
        asked(fresh)
    with recording() as again:
        asked(fresh)
    assert rule_id in reads
    assert reads == again, "a remembered answer rests on the same rules"


def test_an_answer_rests_on_its_own_rules_alone() -> None:
    with recording() as reads:
        MyLifeWithMaster().odds("MLWM-VIL", SCORES, bonus="intimacy")
    data = {rule_id for rule_id in reads if RULES.rule(rule_id).kind != "procedure"}
    assert data == {
        "MLWM-VIL",
        "MLWM-DICE-1",
        "MLWM-DICE-2",
        "MLWM-DICE-4",
        "MLWM-AMB-1",
        "MLWM-INN-1",
        "MLWM-BONUS-1",
        "MLWM-BONUS.intimacy",
    }
    assert {"MLWM-DICE-3", "MLWM-DICE-5", "MLWM-BONUS-2", "MLWM-ODDS"} <= reads


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"MLWM-VIO": {"win": {"innocents": 1}}}, "MLWM-VIO.win: no change of 'innocents' can stand here"),
        ({"MLWM-DICE-1": {"sides": 0}}, "MLWM-DICE-1.sides: found the number 0"),
        ({"MLWM-BONUS.intimacy": {"sides": 0}}, "MLWM-BONUS.intimacy.sides: found the number 0"),
        ({"MLWM-DICE-4": -1}, "MLWM-DICE-4: found the number -1"),
        ({"capture": "never"}, "capture: found the text 'never'"),
    ],
)
def test_a_house_rule_that_makes_no_sense_is_a_problem(overrides: dict[str, object], message: str) -> None:
    with pytest.raises(HandbillError) as caught:
        MyLifeWithMaster(overrides)
    assert [problem.message for problem in caught.value.problems] == [message]


def test_pages_name_scores_as_they_are_printed() -> None:
    assert RULES.scores(fear=4, reason=3, love=3, self_loathing=2, weariness=1) == SCORES
    assert set(RULES.labels) == set(SCORES.as_names())
