"""Maid under house rules: engine, printed formula, odds and forms agree; what cannot be played is refused.

Every wanted number is worked out by hand from the rule as the table changed it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from generator.content.packs import load_pack
from generator.content.shelf import Game
from generator.problems import HandbillError
from generator.rules import load
from generator.rules.maid import Maid
from tests.laws.house import Said, said

ROOT = Path(__file__).parents[2]
PACK = load_pack(ROOT / "content", "maid")


def house(overrides: Mapping[str, object]) -> Maid:
    rules = load("maid", overrides)
    assert isinstance(rules, Maid)
    return rules


def pages(overrides: Mapping[str, object]) -> dict[str, Said]:
    made = said("maid", house(overrides))
    assert not [each.problems for each in made.values() if each.problems]
    return made


def words(html: str) -> str:
    """The text of a page in one line."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html.replace("&nbsp;", " ").replace("\u00a0", " ")))


def derived(overrides: Mapping[str, object], sheet: str, **values: object) -> Mapping[str, str]:
    return Game.of(PACK, house(overrides)).sheets[sheet].derive({"name": "Ada", **values})


# One value, told four ways


def test_spirit_of_eight_for_each_will_is_the_same_on_page_form_and_in_play() -> None:
    rules = house(eight := {"MAID-DER-1": "8 * will"})
    assert [rules.spirit(will=will) for will in range(7)] == [0, 8, 16, 24, 32, 40, 48]
    assert rules.breaks_at(will=3) == 25 and rules.formula("MAID-DER-1").printed(rules.labels) == "8 × Will"
    assert derived(eight, "maid", will_base=3, brave=0, stress=20)["spirit"] == "24"
    assert derived(eight, "butler", will=4, stress=20)["stress_room"] == "12"
    made = pages(eight)
    told = words(made["maid-reference"].html)
    assert "Spirit is 8 × Will, and follows it Will0123456 Spirit081624324048" in told.replace("  ", " ")
    assert "Spirit 16" in told or "published 10 × Will" in told


def test_spirit_that_rests_on_two_attributes_is_asked_for_by_both() -> None:
    both = {"MAID-DER-1": "5 * will + affection"}
    rules = house(both)
    assert rules.steadied_by == ("affection", "will") and rules.spirit(will=3, affection=4) == 19
    question = rules.question("explosion")
    asked = [parameter.name for parameter in question.parameters]
    assert asked[2:6] == ["affection", "will", "against_affection", "against_will"]
    quick, slow = (question.answer(affection=affection).chance("lose") for affection in (0, 6))
    assert quick > Fraction(1, 2) > slow
    told = words(pages(both)["maid-reference"].html)
    assert "Spirit is 5 × Will + Affection, and follows it; here with Affection 2" in told
    assert derived(both, "master", will=3, affection=4)["spirit"] == "19"
    assert rules.stress_marks() == () and load("maid").stress_marks()[0] == (10, "will", 1)


def test_an_explosion_at_spirit_is_said_and_worked_out_so() -> None:
    at = {"MAID-STR-1": "stress >= spirit"}
    assert house(at).explosion(20, will=2).explodes and house(at).breaks_at(will=2) == 20
    made = pages(at)
    assert "Reaching Spirit is enough." in words(made["maid-reference"].html)
    for name in ("maid-maid", "maid-master"):
        assert "Stress Explosion starts when Stress ≥ Spirit" in words(made[name].html)
        assert "tick it when Stress ≥ Spirit, clear it when no Stress is left" in made[name].html
    assert derived(at, "maid", will_base=2, stress=20)["stress_room"] == "-1"


def test_a_roll_that_adds_is_drawn_printed_and_counted_as_a_sum() -> None:
    adds = {"MAID-ACT-1": "die + attribute"}
    rules = house(adds)
    assert rules.result(3).outcomes() == (4, 5, 6, 7, 8, 9) and rules.chance(2, 6) == Fraction(2, 6)
    told = words(pages(adds)["maid-reference"].html)
    assert "d6: die + attribute = result" in told and "5 + 3 = 8" in told
    assert "multiply" not in told and "d6 × attribute" not in told


def test_a_die_that_a_penalty_lowers_twice_is_counted_so() -> None:
    twice = {"MAID-DIE.counts": "rolled - 2 * penalty + boost"}
    rules = house(twice)
    assert [rules.counted(face, 1, penalty=2) for face in range(1, 7)] == [0, 0, 0, 0, 1, 2]
    assert rules.chance(3, 5, penalty=2) == Fraction(1, 6)
    assert "The die counts as die as rolled − 2 × penalty + boost" in words(
        pages(twice)["maid-reference"].html
    )


def test_a_longer_explosion_is_printed_by_its_formula() -> None:
    long = {"MAID-STR-2": "2 * stress + will"}
    assert house(long).explosion(21, will=2).minutes == 44
    assert "it lasts 2 × Stress + Will" in words(pages(long)["maid-reference"].html)
    assert derived(long, "maid", will_base=2, stress=21, exploding=True)["minutes"] == "44"


def test_a_stress_that_divides_otherwise_is_printed_and_dealt() -> None:
    softer = {"MAID-CMB-2": "winner_result // (loser_attribute + 1)"}
    rules = house(softer)
    assert rules.stress(15, 2) == 5 and rules.stress(15, 0) == 15
    wins = [b * 3 // 3 for a, b in product(range(1, 7), repeat=2) if 3 * b > 2 * a]
    assert rules.opposed(2, 3).taken.mean() == Fraction(sum(wins), 36)
    told = words(pages(softer)["maid-reference"].html)
    assert "winner’s result ÷ (loser’s attribute + 1) rounded down" in told
    assert "divides like one" not in told


def test_dismissal_below_minus_ten_is_told_everywhere() -> None:
    kind = {"MAID-FAV-6": "favor < -10"}
    assert not house(kind).dismissed(-10) and house(kind).dismissed(-11)
    made = pages(kind)
    for name, who in (("maid-maid", "She"), ("maid-butler", "He")):
        assert f"{who} is dismissed when Favor &lt; −10" in words(made[name].html)
    assert derived(kind, "butler", favor=-10)["dismissed"] == "no"
    assert derived(kind, "butler", favor=-11)["dismissed"] == "yes"


def test_a_uniform_of_other_parts_is_named_on_the_sheet() -> None:
    parts = {"MAID-UNI-1": {"one-piece": ["apron", "blouse", "skirt"], "may be left off": ["stockings"]}}
    made = pages(parts)
    assert "apron, blouse and skirt are one garment" in made["maid-maid"].html
    assert "No stockings" in made["maid-maid"].html and "No undergarments" not in made["maid-maid"].html
    assert "apron, blouse and skirt together −1" in words(made["maid-reference"].html)
    ticked = {
        "apron": True,
        "blouse": True,
        "skirt": True,
        "stockings": True,
        "one_piece": True,
        "bare": True,
    }
    assert derived(parts, "maid", **ticked)["penalty"] == "1"


def test_every_text_of_the_headdress_follows_the_option() -> None:
    made = pages({"headdress": "removed"})
    assert "the headdress only when removed" in words(made["maid-maid"].html)
    assert "Frilly headdress spoilt (removed)" in made["maid-maid"].html


def test_a_raise_of_two_points_is_priced_and_told_as_two() -> None:
    two = {"MAID-FAV-2.gives": {"attribute": 2}}
    assert house(two).cost_to_raise(2) == 40
    made = pages(two)
    assert "two points more, for good" in words(made["maid-reference"].html)
    assert "pays 1 → 3" in words(made["maid-maid"].html)
    assert derived(two, "maid", luck_base=3)["luck_next"] == "50"


def test_a_target_read_otherwise_is_said_by_its_condition() -> None:
    rules = house(far := {"MAID-TN.beats": "result > target + 2"})
    assert rules.reading() == "You succeed when result > target + 2."
    assert "When result &gt; target + 2, you succeed" in words(pages(far)["maid-reference"].html)
    named = house({"MAID-TN.beats": {"succeeds": "result > target + 2", "name": "passes by three"}})
    assert named.reading() == "You succeed when the result passes by three."


def test_tracks_have_no_more_boxes_than_a_sheet_has_room_for() -> None:
    rules = house({"MAID-DER-1": "30 * will", "MAID-FAV-2.cost": "100 * new_value"})
    assert rules.bounds("stress") == (0, 60) and rules.bounds("favor") == (None, 60)
    assert house({"MAID-DER-1": "will // 10"}).bounds("stress") == (0, 1)


def test_no_attribute_counts_less_than_the_least_and_every_sample_still_has_its_sheet() -> None:
    least = {"MAID-ATT-LEAST": 1}
    assert house(least).starting_attribute().lowest == 1 and house(least).gain_of_lowering(2) == 10
    told = words(pages(least)["maid-reference"].html)
    assert "none is ever less than 1" in told and "the last point brings 10" in told
    assert derived(least, "butler", will=0, stress=4)["stress_room"] == "6"
    assert derived(least, "maid", will_base=0, sly=0)["will"] == "1"
    with pytest.raises(HandbillError, match="attribute is 0"):
        house(least).result(0)


def test_a_track_marks_what_the_ends_of_its_rows_reach() -> None:
    def marks(html: str) -> list[str]:
        return re.findall(r'fine mark" aria-hidden="true"><span class="score">(Will</span> \d)', html)

    assert house({"MAID-DER-1": "8 * will"}).stress_marks()[:2] == ((8, "will", 1), (16, "will", 2))
    assert len(marks(pages({})["maid-maid"].html)) == 4
    assert len(marks(pages({"MAID-DER-1": "8 * will"})["maid-maid"].html)) == 1


# What cannot be played


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"MAID-ATT-1": 1, "MAID-ATT-LEAST": 2}, "unplayable", "the least attribute is 2, and the usual one 1"),
    ({"MAID-ACT-2": "attribute > 5"}, "unplayable", "nothing ever succeeds"),
    ({"MAID-START.attribute": "sum * sum"}, "out-of-range", "comes to 121"),
    ({"MAID-START": {"attribute": "4 * sum", "dice": 20}}, "unplayable", "from 80 to 480"),
    ({"MAID-DIE.counts": "rolled * rolled", "MAID-DIE.sides": 20}, "unplayable", "the die counts from"),
    ({"MAID-DIE.counts": "rolled - 50"}, "unplayable", "never comes to more than zero"),
    ({"MAID-ACT-1": "die * die * attribute // 2", "MAID-DIE.sides": 40}, "unplayable", "results go from"),
    ({"MAID-CMB-2": "winner_result * winner_result"}, "unplayable", "a contest costs up to"),
    ({"MAID-STR-1": "stress < spirit"}, "unplayable", "without any Stress"),
    ({"MAID-STR-1": "spirit > 1000"}, "unplayable", "no Stress ever starts"),
    ({"MAID-DER-1": "33 * will", "MAID-ATT-1": 5}, "unplayable", "bears a Stress of 165"),
    ({"MAID-DER-1": "33 * will", "MAID-DIE.sides": 100}, "unplayable", "take too long to work out"),
    ({"MAID-FAV-2.gives": {}}, "unplayable", "a raise adds nothing"),
    ({"MAID-FAV-6": "favor > 3"}, "unplayable", "dismisses the usual maid"),
    ({"MAID-DIFF.simple.low": 9}, "unplayable", "Simple goes from 9 to 6"),
    ({"MAID-FAV-2.gives": {"stress": -3}}, "unknown-name", "no change of 'stress'"),
    ({"MAID-UNI.apron": -1}, "out-of-range", "found the number -1"),
    ({"MAID-UNI-1.one-piece": ["boots"]}, "unknown-choice", "boots"),
    ({"MAID-DER-1": "will - 3"}, "out-of-range", "comes to -3"),
    ({"MAID-CMB-4.who": "anybody"}, "fixed-rule", "how the odds are worked out"),
    ({"MAID-FAV-1.gives": {"stress": -2}}, "fixed-rule", "its cost says"),
]


@pytest.mark.parametrize(("overrides", "code", "message"), REFUSED, ids=[str(each[0]) for each in REFUSED])
def test_what_cannot_be_played_is_refused_when_it_is_read(
    overrides: dict[str, Any], code: str, message: str
) -> None:
    with pytest.raises(HandbillError) as caught:
        load("maid", overrides)
    (problem,) = caught.value.problems
    assert problem.code == code and message in problem.message
    assert problem.hint or code == "fixed-rule"


EXTREMES: list[dict[str, Any]] = [
    {"MAID-DIE.sides": 1},
    {"MAID-ATT-1": 1},
    {"MAID-ATT-LEAST": 2},
    {"MAID-DER-1": "10 * luck"},
    {"MAID-STR-2": "30"},
    {"MAID-CMB-2": "0"},
    {"MAID-DIE.counts": "3"},
    {"MAID-ACT-1": "attribute * attribute"},
    {"MAID-FAV-1.cost": "0"},
    {"MAID-FAV-2.cost": "0"},
    {"MAID-FAV-3.gives": {}},
    {"MAID-FAV-3.gives": {"attribute": 4}},
    {"MAID-FAV-6": "1 > 2"},
    {"MAID-FAV-6": "favor < -affection - luck"},
    {"MAID-FAV-7": "5 * new_value + 5"},
    {"MAID-UNI-1": {"one-piece": [], "may be left off": [], "in doubt": []}},
    {
        f"MAID-UNI.{part}": 0
        for part in ("apron", "blouse", "skirt", "stockings", "undergarments", "headdress")
    },
    {f"MAID-UNI.{part}": 20 for part in ("apron", "blouse", "skirt", "stockings")},
]


@pytest.mark.parametrize("overrides", EXTREMES, ids=str)
def test_a_strange_house_rule_gets_its_handouts(overrides: dict[str, Any]) -> None:
    made = said("maid", house(overrides))
    assert not [each.problems for each in made.values() if each.problems]
