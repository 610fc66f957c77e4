"""Maid: what its sheets compute is what the engine does, under house rules too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from py_mini_racer import MiniRacer

from generator.content.characters import read_character
from generator.content.packs import load_pack
from generator.content.shelf import Game
from generator.problems import HandbillError
from generator.rules import load, recording
from generator.rules.formula import Formula
from generator.rules.maid import Maid
from generator.rules.maid.rolls import ATTRIBUTES

PARTS = ("apron", "blouse", "skirt", "stockings", "undergarments", "headdress")
TICKS = (*PARTS, "one_piece", "bare")
TYPES = ("lucky", "sly", "warm", "able", "sporty", "brave")
NAMES = (
    *(name + part for name in ATTRIBUTES for part in ("", "_mod", "_next")),
    *("spirit", "start_favor", "stress_room", "explodes", "minutes", "dismissed", "penalty"),
)


def maid(overrides: Mapping[str, object] | None = None) -> Maid:
    rules = load("maid", overrides)
    assert isinstance(rules, Maid)
    return rules


# Maid types


def test_every_attribute_is_raised_by_one_type_and_lowered_by_another() -> None:
    rows = maid().chart("MAID-TYPE").rows
    assert tuple(row.key for row in rows) == TYPES
    effects = [row.effect("changes") for row in rows]
    for name in ATTRIBUTES:
        assert sorted(effect.change(name) for effect in effects) == [-1, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("key", "raised", "lowered"),
    [
        ("lucky", "luck", "athletics"),
        ("sly", "cunning", "will"),
        ("warm", "affection", "cunning"),
        ("able", "skill", "affection"),
        ("sporty", "athletics", "skill"),
        ("brave", "will", "luck"),
    ],
)
def test_a_type_chosen_twice_counts_twice_and_nothing_falls_below_zero(
    key: str, raised: str, lowered: str
) -> None:
    counts = dict.fromkeys(TYPES, 0) | {key: 2}
    for name in ATTRIBUTES:
        change = 2 * (name == raised) - 2 * (name == lowered)
        assert maid().derived(f"{name}_mod").value(**counts) == change
        for base in range(5):
            assert maid().derived(name).value(**counts, **{f"{name}_base": base}) == max(0, base + change)


def test_a_house_rule_for_a_type_changes_formulas_and_labels() -> None:
    rules = maid({"MAID-TYPE.brave": {"changes": {"will": 2, "skill": -1}}})
    assert rules.derived("will").text == "max(0, will_base + 2 * brave - sly)"
    assert rules.derived("luck").text == "max(0, luck_base + lucky)"
    assert rules.derived("skill_mod").text == "able - sporty - brave"
    assert dict(rules.choices("types"))["brave"] == "Brave: Will +2, Skill -1"


def test_an_attribute_that_only_falls_or_never_moves_has_a_formula_too() -> None:
    still: dict[str, object] = {f"MAID-TYPE.{key}": {"changes": {}} for key in TYPES}
    assert maid(still).derived("will_mod").text == "0"
    falls = maid(still | {"MAID-TYPE.sly": {"changes": {"will": -1}}})
    assert falls.derived("will_mod").value(sly=2) == -2


# The uniform


def engine(rules: Maid, ticks: Mapping[str, int]) -> int:
    spoilt = [part for part in PARTS if ticks[part]]
    return rules.penalty(*spoilt, one_piece=bool(ticks["one_piece"]), undergarments=not ticks["bare"])


@pytest.mark.parametrize(
    "house",
    [
        {},
        {"MAID-UNI.headdress": {"penalty": 1}},
        {"MAID-UNI.skirt": {"penalty": 3}, "MAID-UNI.undergarments": {"penalty": 0}},
        {"MAID-UNI-1": {"may be left off": ["undergarments", "skirt", "stockings"]}},
        {"MAID-UNI-1": {"one-piece": ["blouse", "skirt", "apron"]}, "MAID-UNI.apron": {"penalty": 2}},
        {"MAID-UNI-1": {"one-piece": ["skirt"]}, "MAID-UNI.stockings": {"penalty": 0}},
    ],
    ids=["published", "headdress", "skirt", "left off", "one-piece", "separates"],
)
def test_the_formula_of_the_penalty_is_the_engine_for_every_set_of_ticks(house: dict[str, object]) -> None:
    rules = maid(house)
    formula = rules.derived("penalty")
    script = MiniRacer()
    script.eval(f"function penalty(v) {{ return {formula.javascript(lambda name: f'v.{name}')}; }}")
    sets = [dict(zip(TICKS, bits, strict=True)) for bits in product((0, 1), repeat=len(TICKS))]
    assert len(sets) == 2**8
    wanted = [engine(rules, ticks) for ticks in sets]
    assert [formula.value(**ticks) for ticks in sets] == wanted
    assert json.loads(str(script.eval(f"JSON.stringify({json.dumps(sets)}.map(penalty))"))) == wanted
    assert max(wanted) >= 6


def test_the_penalty_rests_on_the_chart_and_says_so() -> None:
    with recording() as reads:
        maid().derived("penalty")
    assert {f"MAID-UNI.{part}" for part in PARTS} | {"MAID-UNI-1"} <= reads


# Spirit, Stress and Favor


@given(st.integers(0, 9), st.integers(0, 99), st.integers(-40, 80))
def test_stress_and_favor_on_a_sheet_are_those_of_the_engine(will: int, stress: int, favor: int) -> None:
    rules = RULES
    spirit = rules.derived("spirit").value(will=will)
    broken = rules.explosion(stress, will=will)
    assert spirit == broken.spirit
    assert rules.derived("start_favor").value(affection=will) == rules.starting_favor(affection=will)
    assert rules.derived("explodes").holds(stress=stress, spirit=spirit) == broken.explodes
    assert (rules.derived("stress_room").value(stress=stress, spirit=spirit) < 0) == broken.explodes
    assert rules.derived("dismissed").holds(favor=favor) == rules.dismissed(favor)
    assert rules.derived("skill_next").value(skill=will) == rules.cost_to_raise(will)
    if broken.explodes:
        assert rules.derived("minutes").value(stress=stress) == broken.minutes


def test_house_rules_reach_what_a_sheet_computes() -> None:
    rules = maid(
        {
            "MAID-DER-1": "8 * will + luck",
            "MAID-STR-1": "stress >= spirit",
            "MAID-AMB-15": 12,
            "MAID-FAV-2": {"cost": "5 * new_value"},
            "MAID-ATT-LEAST": 1,
        }
    )
    assert rules.derived("spirit").value(will=2, luck=3) == 19
    assert rules.derived("stress_room").value(spirit=20, stress=19) == 0
    assert rules.derived("minutes").value(stress=4) == 48
    assert rules.derived("will_next").value(will=2) == 15
    assert rules.derived("luck").value(luck_base=1, lucky=0, brave=2) == 1
    # What is written down below the least counts as the least, so it may be written down.
    assert rules.bounds("attribute") == (0, None)


def test_a_condition_without_one_limit_is_refused_since_no_room_could_be_printed() -> None:
    with pytest.raises(HandbillError, match="no one limit"):
        maid({"MAID-STR-1": "stress > spirit and stress > 0"})


# Names


@pytest.mark.parametrize("name", NAMES)
def test_every_computed_value_is_a_formula_that_says_what_it_rests_on(name: str) -> None:
    with recording() as reads:
        assert isinstance(maid().derived(name), Formula)
    assert reads - {"MAID-DERIVE"}


def test_bounds_are_those_that_the_rules_state() -> None:
    assert [maid().bounds(name) for name in ("attribute", "stress", "favor")] == [
        (0, None),
        (0, 40),
        (None, 30),
    ]
    assert maid({"MAID-ATT-1": 3}).bounds("favor") == (None, 40)


@pytest.mark.parametrize("ask", ["derived", "bounds", "choices"])
def test_an_unknown_name_is_told_with_the_nearest(ask: str) -> None:
    near = {"derived": "spiritt", "bounds": "stres", "choices": "type"}[ask]
    for name in (near, "zzzzzzz"):
        with pytest.raises(HandbillError) as caught:
            getattr(maid(), ask)(name)
        (problem,) = caught.value.problems
        assert problem.code == f"unknown-{ask}" and problem.hint


# The sheets


ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "content" / "maid" / "characters").glob("*.yaml"))


def game(overrides: Mapping[str, object] | None = None) -> Game:
    return Game.of(load_pack(ROOT / "content", "maid"), maid(overrides))


GAME = game()
RULES = maid()
SHEETS = {sheet.id: sheet for sheet in GAME.sheets.values()}
SCORE = st.integers(0, 6)


@given(
    st.fixed_dictionaries({f"{name}_base": SCORE for name in ATTRIBUTES}),
    st.lists(st.sampled_from(TYPES), max_size=2),
    st.sets(st.sampled_from(TICKS)),
    st.integers(0, 60),
    st.integers(-20, 60),
)
def test_a_maid_has_what_the_rules_give_her(
    base: dict[str, int], types: list[str], ticked: set[str], stress: int, favor: int
) -> None:
    rules, sheet = RULES, GAME.sheets["maid"]
    chosen = dict(zip(("type_1", "type_2"), types, strict=False))
    values = {
        "name": "Ada",
        **base,
        **chosen,
        **dict.fromkeys(ticked, True),
        "stress": stress,
        "favor": favor,
    }
    checked, faults = sheet.check(values)
    derived = sheet.derive(checked)
    assert faults == ()
    effects = [rules.row(f"MAID-TYPE.{key}").effect("changes") for key in types]
    scores = {
        name: max(0, base[f"{name}_base"] + sum(effect.change(name) for effect in effects))
        for name in ATTRIBUTES
    }
    assert {name: int(derived[name]) for name in ATTRIBUTES} == scores
    assert int(derived["spirit"]) == rules.spirit(**scores)
    assert int(derived["start_favor"]) == rules.starting_favor(**scores)
    assert int(derived["stress_room"]) == rules.spirit(**scores) - stress
    # Favor of zero is an empty track, and what rests on nothing else stays blank.
    assert derived["dismissed"] == ("yes" if favor < 0 else "no" if favor else "")
    if ticked:
        assert int(derived["penalty"]) == engine(rules, {name: name in ticked for name in TICKS})
    assert int(derived["luck_next"]) == rules.cost_to_raise(scores["luck"])


def test_everybody_in_the_house_has_the_spirit_that_will_gives() -> None:
    for name in ("butler", "master"):
        assert GAME.sheets[name].derive({"name": "Quill", "will": 3, "stress": 4})["stress_room"] == "26"
    people = [{"name": "The goose", "will": 4, "stress": 41}, {"name": "Postman", "will": 2}]
    derived = GAME.sheets["npc"].derive({"name": "Tonight", "people": people})
    assert derived["people-1-spirit"] == "40" and derived["people-1-stress_room"] == "-1"
    assert derived["people-2-spirit"] == "20" and derived["people-2-stress_room"] == ""


def test_a_house_rule_for_the_headdress_reaches_the_sheet() -> None:
    values = {"name": "Ada", "headdress": True, "apron": True}
    assert GAME.sheets["maid"].derive(values)["penalty"] == "3"
    house = game({"MAID-UNI.headdress": {"penalty": 1}, "MAID-ATT-1": 3})
    assert house.sheets["maid"].derive(values)["penalty"] == "2"
    boxes = [widget for widget in house.sheets["maid"].form().widgets if widget.name.startswith("favor-")]
    assert len(boxes) == 40 + 1


def test_the_fields_that_questions_ask_for_stand_on_the_maids_sheet() -> None:
    fields = {
        name
        for question in maid().questions()
        for parameter in question.parameters
        for name in parameter.field.removeprefix("maid.").split("|")
    }
    assert fields - {""} == {*ATTRIBUTES, "penalty", "stress", "favor"}
    assert fields - {""} <= set(GAME.sheets["maid"].fields)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_is_complete_and_keeps_the_starting_rules(path: Path) -> None:
    character = read_character(path, SHEETS)
    values, start = character.values, maid().starting_attribute()
    people = values.get("people", [values])
    suffix = "_base" if character.sheet.name == "maid" else ""
    for person in people:
        scores = [person[name + suffix] for name in ATTRIBUTES]
        assert all(start.lowest <= score <= start.highest for score in scores)
    told = character.sheet.derive(values)
    assert all(told[name] for name in ("spirit", "stress_room") if name in told)


def test_there_are_samples_of_every_sheet() -> None:
    kinds = [read_character(path, SHEETS).sheet.name for path in SAMPLES]
    assert sorted(kinds) == ["butler", "maid", "maid", "master", "npc"]
