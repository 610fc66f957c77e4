"""The sheets of My Life with Master: every field there, every value the engine's, samples fit to play."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from generator.content.characters import Character, read_character
from generator.content.packs import load_pack
from generator.content.shelf import Game
from generator.problems import HandbillError
from generator.rules import load
from generator.rules.mlwm import MyLifeWithMaster
from generator.rules.mlwm.state import Minion, Scores, State
from generator.sheets import Sheet

ROOT = Path(__file__).parents[2]
RULES = MyLifeWithMaster()

MINION = set(
    "name player look self_loathing weariness fear reason innocents love connections more_ability more_except"
    " less_defect less_except captured horror resister notes".split()
)
MASTER = set("name look aspect type needs wants outsiders lair fear reason innocents love endgame resister"
             " attempts turns notes".split())  # fmt: skip
POOLS = {
    "resist": ("MLWM-CMD", 0), "resist_against": ("MLWM-CMD", 1),
    "overture": ("MLWM-OVR", 0), "overture_against": ("MLWM-OVR", 1),
    "violence": ("MLWM-VIO", 0), "violence_against": ("MLWM-VIO", 1),
    "villainy": ("MLWM-VIL", 0), "villainy_against": ("MLWM-VIL", 1),
    "struggle": ("MLWM-END", 0), "struggle_against": ("MLWM-END", 1),
}  # fmt: skip


@cache
def game() -> Game:
    return Game.of(load_pack(ROOT / "content", "mlwm"), RULES)


def sheet(name: str) -> Sheet:
    return game().sheets[name]


def minion(scores: Scores, *loves: int) -> dict[str, Any]:
    connections = [{"name": f"C{n}", "love": love} for n, love in enumerate(loves)]
    kept = {
        name: getattr(scores, name) for name in ("self_loathing", "weariness", "fear", "reason", "innocents")
    }
    return {"name": "Igor", "connections": connections, **kept}


def test_the_sheets_hold_every_field_of_minion_and_master() -> None:
    assert set(sheet("minion").fields) >= MINION | set(POOLS) | {
        row.key for row in RULES.chart("MLWM-DERIVED")
    }
    assert set(sheet("master").fields) >= MASTER


def test_a_minion_sheet_computes_what_the_engine_does() -> None:
    seen = 0
    for fear, reason, love, loathing, weariness, innocents in product(
        (0, 4), (0, 3), (0, 1, 5), (0, 2, 13), (0, 3), (0, 1)
    ):
        scores = Scores(fear, reason, love, loathing, weariness, innocents)
        values, faults = sheet("minion").check(minion(scores, love // 2, love - love // 2))
        derived = sheet("minion").derive(values)
        wanted = {name: str(RULES.pools(rule, scores)[side]) for name, (rule, side) in POOLS.items()}
        fates = RULES.epilogues(scores)
        igor = Minion("Igor", loathing, weariness, (("Anna", love),))
        state = State(fear, reason, (igor,))
        wanted |= {
            "love": str(love),
            "endgame_margin": str(RULES.endgame_margin(scores)),
            "horror_room": str(RULES.horror_room(scores)),
            "capture_room": str(RULES.capture_room(scores)),
            "aid": str(RULES.aid_of(state, ("Igor",))),
            **{f"epilogue_{n}": "yes" if f"MLWM-EPI-{n}" in fates else "no" for n in range(1, 7)},
        }
        assert faults == () and derived == wanted, scores
        seen += 1
    assert seen == 144


def test_the_master_sees_for_every_minion_what_a_command_rolls_and_how_far_the_line_is() -> None:
    turns = [
        {"minion": "Igor", "self_loathing": 2, "weariness": 1, "love": 6},
        {"minion": "Mina", "self_loathing": 3, "weariness": 0},
    ]
    values, faults = sheet("master").check({"name": "X", "fear": 4, "turns": turns})
    derived = sheet("master").derive(values)
    igor = Scores(fear=4, self_loathing=2, weariness=1, love=6)
    assert faults == ()
    assert derived["turns-1-command"] == str(RULES.pools("MLWM-CMD", igor)[1])
    assert derived["turns-1-margin"] == str(RULES.endgame_margin(igor))
    assert (derived["turns-2-command"], derived["turns-2-margin"]) == ("7", "")


def test_the_love_of_a_minion_is_the_sum_of_its_column() -> None:
    love = {"columns": ["Igor", "Mina"], "rows": [{"name": "Anna", "values": [2, 1]}, {"values": [3, None]}]}
    values, faults = sheet("master").check({"name": "X", "love": love})
    derived = sheet("master").derive(values)
    assert faults == () and [derived[f"love-total-{column}"] for column in (1, 2)] == ["5", "1"]


def test_a_sheet_follows_the_house() -> None:
    house = load("mlwm", {"MLWM-CMD": {"you": "love"}, "MLWM-EPI-5": {"condition": "love <= 1"}})
    made = Game.of(game().pack, house).sheets["minion"]
    values, _ = made.check({"name": "Igor", "weariness": 3, "connections": [{"name": "Anna", "love": 1}]})
    derived = made.derive(values)
    assert (derived["resist"], derived["epilogue_5"]) == ("1", "yes")


@pytest.mark.parametrize(
    ("ask", "code", "message", "hint"),
    [
        (lambda: RULES.derived("horor_room"), "unknown-derived",
         "'horor_room' is no value that a sheet computes of mlwm", "did you mean 'horror_room'?"),
        (lambda: RULES.bounds("wearyness"), "unknown-bounds", "'wearyness' is no score of mlwm",
         "did you mean 'weariness'?"),
        (lambda: RULES.choices("types"), "unknown-choices", "'types' is no choice of a sheet",
         "did you mean 'type'?"),
    ],
)  # fmt: skip
def test_a_name_that_the_rules_do_not_have_is_told_with_the_nearest(
    ask: Any, code: str, message: str, hint: str
) -> None:
    with pytest.raises(HandbillError) as caught:
        ask()
    problem = caught.value.problems[0]
    assert (problem.code, problem.message, problem.hint) == (code, message, hint)


def test_no_score_falls_below_nothing() -> None:
    for name in ("fear", "reason", "love", "self_loathing", "weariness", "innocents"):
        assert RULES.bounds(name) == (0, None)
    _, faults = sheet("minion").check({"name": "Igor", "fear": -1})
    assert [fault.path for fault in faults] == [("fear",)]


def test_the_kinds_of_master_are_those_that_players_tell_of() -> None:
    assert [label for _, label in RULES.choices("aspect")] == ["Brain", "Beast"]
    assert [label for _, label in RULES.choices("type")] == ["Feeder", "Breeder", "Collector", "Teacher"]


FILES = sorted((ROOT / "content" / "mlwm" / "characters").glob("*.yaml"))


def sample(name: str) -> Character:
    path = ROOT / "content" / "mlwm" / "characters" / name
    return read_character(path, lambda wanted: sheet(wanted.partition("/")[2]))


def test_there_is_a_table_to_play_tonight() -> None:
    kinds = [sample(path.name).sheet.name for path in FILES]
    assert kinds.count("master") == 1 and kinds.count("minion") >= 4
    assert any("based_on:" in path.read_text(encoding="utf-8") for path in FILES)


STARTING = ("pim.yaml", "grata.yaml", "hob.yaml", "nob.yaml")


@pytest.mark.parametrize("name", STARTING)
def test_a_sample_begins_as_the_rules_say(name: str) -> None:
    start, values = RULES.row("MLWM-START"), sample(name).values
    points = values.get("self_loathing", 0) + values.get("weariness", 0)
    loves = [connection.get("love", 0) for connection in values["connections"]]
    assert points == start.number("shared")
    assert loves == [start.number("love")] * start.number("connections")
    for score in ("fear", "reason"):
        assert start.number("score_from") <= values[score] <= start.number("score_to")
    assert (
        values["more_ability"] and values["more_except"] and values["less_defect"] and values["less_except"]
    )


def test_the_master_of_the_samples_knows_the_same_game() -> None:
    master = sample("moth.yaml").values
    minions = {sample(name).values["name"]: sample(name).values for name in STARTING}
    for turn in master["turns"]:
        values = minions.pop(turn["minion"])
        for score in ("self_loathing", "weariness"):
            assert turn[score] == values.get(score, 0)
        for score in ("fear", "reason"):
            assert master[score] == values[score]
    assert minions == {}
    known = {row["name"].removesuffix(" (Innocent)") for row in master["love"]["rows"]}
    assert known == {each["name"] for name in STARTING for each in sample(name).values["connections"]}


def test_a_sample_on_another_evening_stands_at_the_edge_of_the_endgame() -> None:
    later = sample("pim-refuses.yaml")
    derived = later.sheet.derive(later.values)
    assert int(derived["endgame_margin"]) > 0 and int(derived["horror_room"]) > 0
    assert later.values["more_ability"] == sample("pim.yaml").values["more_ability"]
