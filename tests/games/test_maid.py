"""Maid: the worked examples, every option, house rules, and literal counts of what the oracle lacks."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from generator.problems import HandbillError
from generator.rules import load, recording
from generator.rules.chart import Chart, Effect, Row
from generator.rules.formula import Formula
from generator.rules.maid import Maid
from generator.rules.maid.contests import Member
from generator.rules.maid.favor import Rescue
from generator.rules.maid.rolls import ATTRIBUTES

HERE = Path(__file__).parent
IDS = (HERE / "ids_maid.txt").read_text(encoding="utf-8").split()
AMBIGUITIES = [f"MAID-AMB-{number}" for number in range(1, 21)]
PARTS = ("apron", "blouse", "skirt", "stockings", "undergarments", "headdress")
D6 = range(1, 7)


def maid(overrides: dict[str, object] | None = None) -> Maid:
    rules = load("maid", overrides)
    assert isinstance(rules, Maid)
    return rules


# What is declared


@pytest.mark.parametrize("rule_id", IDS)
def test_every_rule_of_the_specification_is_declared_with_its_source(rule_id: str) -> None:
    rule = maid().rule(rule_id)
    assert rule.title and rule.doc and rule.source


@pytest.mark.parametrize("ambiguity", AMBIGUITIES)
def test_every_ambiguity_is_an_option_or_is_named_where_it_matters(ambiguity: str) -> None:
    rules = maid()
    docs = [rules.rule(rule_id).doc for rule_id in rules]
    named = [doc for doc in docs if re.search(rf"\b{ambiguity}\b", doc)]
    assert ambiguity in rules or named


def test_the_options_are_these_and_start_with_the_default() -> None:
    rules = maid()
    options = {rule.name: rule.choices for rule_id in rules if (rule := rules.rule(rule_id)).kind == "option"}
    assert options == {"tn": ("beats", "meets"), "die_floor": (0, 1, "none"), "headdress": ("any", "removed")}


def test_every_name_in_a_formula_has_a_printed_label() -> None:
    rules = maid()
    formulas = [value for rule_id in rules if isinstance(value := rules[rule_id], Formula)]
    rows = [value for rule_id in rules if isinstance(value := rules[rule_id], Row)]
    formulas += [cell for row in rows for cell in row.cells if isinstance(cell, Formula)]
    assert len(formulas) >= 12
    names = frozenset().union(*(formula.names for formula in formulas))
    assert names <= rules.labels.keys()


def printed(rules: Maid) -> list[str]:
    """All texts that a chart or terms would print, apart from numbers and formulas."""
    texts: list[str] = []
    for rule_id in rules:
        value = rules[rule_id]
        if isinstance(value, Chart):
            texts += [value.title, *(label for _, label in value.columns)]
        if isinstance(value, Row):
            for cell in value.cells:
                texts += [cell] if isinstance(cell, str) else []
                texts += cell if isinstance(cell, tuple) else ()
                texts += [cell.says] if isinstance(cell, Effect) else []
    return [str(text) for text in texts]


def test_no_printed_text_holds_a_digit() -> None:
    texts = printed(maid())
    assert len(texts) > 50
    assert [text for text in texts if re.search(r"\d", text)] == []


def test_the_charts_name_the_attributes_and_the_parts_of_the_uniform() -> None:
    rules = maid()
    assert tuple(row.key for row in rules.chart("MAID-ATT")) == ATTRIBUTES
    assert tuple(row["name"] for row in rules.chart("MAID-ATT")) == tuple(
        rules.labels[name] for name in ATTRIBUTES
    )
    assert tuple(row.key for row in rules.chart("MAID-UNI")) == PARTS
    assert rules.chart("MAID-UNI").column("penalty") == (1, 1, 1, 1, 1, 2)


def test_the_charts_of_favor_and_of_difficulty_hold_the_published_numbers() -> None:
    rules = maid()
    favor = rules.chart("MAID-FAV")
    assert [row.id for row in favor] == ["MAID-FAV-1", "MAID-FAV-2", "MAID-FAV-3", "MAID-FAV-4"]
    assert favor.column("sides") == (None, None, 6, 6)
    assert [str(cost) for cost in favor.column("cost")] == ["points", "10 * new_value", "None", "None"]
    bands = [row.cells[1:] for row in rules.chart("MAID-DIFF")]
    assert bands == [(4, 6, 4, 6), (6, 8, 7, 9), (8, 10, 10, 12), (10, None, 12, None)]


def test_the_qualitative_rules_say_who_and_when() -> None:
    rules = maid()
    assert rules.row("MAID-ATT-2")["must agree"] == ("the group", "the GM")
    assert rules.row("MAID-CMB-4").text("who") == "a player character, if there is one in the group"
    assert rules.row("MAID-STR").text("may do") == "only what belongs to the explosion"
    assert rules.row("MAID-UNI-2").text("ordinary clothes") == "do not help"
    assert rules.row("MAID-UNI-3").text("leaves alone") == "dice rolled for a price in Favor"
    assert rules.row("MAID-FAV-5")["gained by"] == ("pleasing the Master", "a whim of the GM")
    assert "obey the winner" in rules.row("MAID-ELSEWHERE").text("give in")


def test_formulas_print_as_words() -> None:
    rules = maid()
    assert rules.formula("MAID-DER-1").printed(rules.labels) == "10 × Will"
    assert rules.formula("MAID-DER-2").printed(rules.labels) == "2 × Affection"
    assert rules.formula("MAID-ACT-1").printed(rules.labels) == "die × attribute"
    assert rules.formula("MAID-STR-1").printed(rules.labels) == "Stress > Spirit"
    assert rules.formula("MAID-FAV-6").printed(rules.labels) == "Favor < 0"


# Worked examples


def test_an_attribute_of_two_ranges_to_twelve_and_one_of_three_to_eighteen() -> None:
    rules = maid()
    assert (rules.result(2).lowest, rules.result(2).highest) == (2, 12)
    assert (rules.result(3).lowest, rules.result(3).highest) == (3, 18)
    for attribute in range(1, 8):
        assert rules.result(attribute).outcomes() == tuple(face * attribute for face in D6)


def test_the_baseline_is_two() -> None:
    assert maid().number("MAID-ATT-1") == 2
    assert maid().spirit() == 20
    assert maid().starting_favor() == 4


@pytest.mark.parametrize(
    ("attribute", "mean", "meets_6", "meets_10", "beats_6", "beats_10"),
    [
        (1, "7/2", "1/6", "0", "0", "0"),
        (2, "7", "2/3", "1/3", "1/2", "1/6"),
        (3, "21/2", "5/6", "1/2", "2/3", "1/2"),
        (4, "14", "5/6", "2/3", "5/6", "2/3"),
    ],
)
def test_the_table_of_chances_by_attribute_holds(
    attribute: int, mean: str, meets_6: str, meets_10: str, beats_6: str, beats_10: str
) -> None:
    rules = maid()
    assert rules.result(attribute).mean() == Fraction(mean)
    assert rules.chance(attribute, 6, reading="meets") == Fraction(meets_6)
    assert rules.chance(attribute, 10, reading="meets") == Fraction(meets_10)
    assert rules.chance(attribute, 6, reading="beats") == Fraction(beats_6)
    assert rules.chance(attribute, 10, reading="beats") == Fraction(beats_10)


def test_attribute_zero_never_succeeds() -> None:
    rules = maid()
    for target, reading in product((-5, 0, 1, 6), ("beats", "meets")):
        assert rules.chance(0, target, reading=reading) == 0
    assert rules.opposed(0, 0).odds.chances == (0, 1, 0)


@pytest.mark.parametrize(
    ("face", "attribute", "loser", "stress"), [(5, 3, 2, 7), (6, 4, 3, 8), (6, 4, 0, 24), (1, 2, 3, 0)]
)
def test_the_worked_contests_cause_this_stress(face: int, attribute: int, loser: int, stress: int) -> None:
    assert maid().stress(face * attribute, loser) == stress


@pytest.mark.parametrize(
    ("mine", "yours", "win", "tie", "taken", "dealt"),
    [
        (2, 2, "5/12", "1/6", "35/18", "35/18"),
        (3, 2, "2/3", "1/18", "7/9", "149/36"),
        (3, 3, "5/12", "1/6", "35/18", "35/18"),
        (4, 2, "3/4", "1/12", "13/36", "56/9"),
        (1, 3, "1/12", "1/18", "10", "1/9"),
        (2, 0, "1", "0", "0", "7"),
    ],
)
def test_the_worked_odds_of_contests_hold(
    mine: int, yours: int, win: str, tie: str, taken: str, dealt: str
) -> None:
    contest = maid().opposed(mine, yours)
    assert contest.odds.chances[:2] == (Fraction(win), Fraction(tie))
    assert (contest.taken.mean(), contest.dealt.mean()) == (Fraction(taken), Fraction(dealt))


def test_the_worked_penalties_hold() -> None:
    rules = maid()
    chances = [rules.chance(3, 10, penalty, reading="meets") for penalty in (0, 1, 2)]
    assert chances == [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    assert rules.opposed(3, 3, 2).odds.chances[:2] == (Fraction(1, 6), Fraction(1, 9))
    assert rules.opposed(2, 2, 1).odds.chances[0] == Fraction(5, 18)


def test_spirit_twenty_holds_twenty_stress_and_breaks_at_twenty_one() -> None:
    rules = maid()
    assert not rules.explosion(20, will=2).explodes
    assert rules.explosion(21, will=2).minutes == 21
    assert rules.explosion(1, will=0).explodes
    assert not rules.explosion(0, will=0).explodes


def test_spirit_follows_will_and_favor_does_not_follow_affection() -> None:
    rules = maid()
    assert [rules.spirit(will=will) for will in (2, 3, 2)] == [20, 30, 20]
    assert rules.starting_favor(affection=3, will=5) == 6


def test_stress_gained_in_an_explosion_prolongs_it_and_favor_shortens_it() -> None:
    rules = maid()
    assert rules.explosion(25, gained=4, will=2).minutes == 29
    assert rules.explosion(25, paid=10, will=2).minutes == 15
    assert rules.explosion(25, paid=99, will=2).minutes == 0
    assert rules.explosion(20, gained=4, will=2).minutes == 0


def test_the_whole_uniform_costs_seven_six_or_five() -> None:
    rules = maid()
    assert rules.penalty(*PARTS) == 7
    assert rules.penalty(*PARTS, one_piece=True) == rules.penalty(*PARTS, undergarments=False) == 6
    assert rules.penalty(*PARTS, one_piece=True, undergarments=False) == 5


def test_a_one_piece_counts_once_however_much_is_damaged() -> None:
    rules = maid()
    for parts in (("blouse",), ("skirt",), ("blouse", "skirt")):
        assert rules.penalty(*parts, one_piece=True) == 1
    assert rules.penalty("stockings", "stockings") == 1
    assert rules.penalty() == 0


def test_favor_costs_and_gains_are_as_printed() -> None:
    rules = maid()
    assert [rules.cost_to_raise(value) for value in range(6)] == [10, 20, 30, 40, 50, 60]
    assert [rules.gain_of_lowering(value) for value in range(1, 6)] == [0, 10, 20, 30, 40]
    assert [rules.cost_to_calm(points) for points in (0, 1, 7)] == [0, 1, 7]
    for value in range(12):
        assert rules.cost_to_raise(value) - rules.gain_of_lowering(value + 1) == 10


def test_the_die_is_the_better_boost_from_attribute_four_up() -> None:
    rules = maid()
    for attribute in range(8):
        boost = rules.boost(attribute)
        assert boost.die - boost.plain == attribute
        assert boost.attribute - boost.plain == Fraction(7, 2)
        assert boost.better == ("die" if attribute >= 4 else "attribute")
        assert boost.by == abs(attribute - Fraction(7, 2))
        assert boost.gain == max(Fraction(attribute), Fraction(7, 2))


def test_a_boosted_die_passes_its_highest_face_and_is_floored_once() -> None:
    rules = maid()
    assert rules.result(1, boost=1).outcomes() == (2, 3, 4, 5, 6, 7)
    # Die 1, penalty 2, boost 1: 0 and not 1, which flooring in between would give.
    assert rules.result(1, penalty=2, boost=1).outcomes() == (0, 1, 2, 3, 4, 5)


# Literal counts


def read_die(face: int, penalty: int, boost: int = 0) -> int:
    return max(0, face - penalty + boost)


@pytest.mark.parametrize("penalty", range(8))
@pytest.mark.parametrize("attribute", range(6))
def test_chances_are_those_counted_face_by_face(attribute: int, penalty: int) -> None:
    rules = maid()
    for target, boost in product(range(0, 31, 3), (0, 1)):
        beats = sum(read_die(face, penalty, boost) * attribute > target for face in D6)
        meets = sum(
            read_die(face, penalty, boost) * attribute >= max(target, 1) for face in D6
        )  # A result of zero fails even a target of zero.
        assert rules.chance(attribute, target, penalty, boost) == Fraction(beats, 6)
        assert rules.chance(attribute, target, penalty, boost, "meets") == Fraction(meets, 6)


@pytest.mark.parametrize("mine", range(6))
def test_contests_are_those_counted_pair_by_pair(mine: int) -> None:
    rules = maid()
    for yours, penalty, boost in product(range(6), (0, 2), (0, 1)):
        ways = Counter[str]()
        taken, dealt = Counter[int](), Counter[int]()
        for a, b in product(D6, D6):
            my_result, your_result = read_die(a, penalty, boost) * mine, b * yours
            ways["win" if my_result > your_result else "lose" if my_result < your_result else "tie"] += 1
            taken[your_result // (mine or 1) if your_result > my_result else 0] += 1
            dealt[my_result // (yours or 1) if my_result > your_result else 0] += 1
        contest = rules.opposed(mine, yours, penalty, boost=boost)
        assert contest.odds.weights == (ways["win"], ways["tie"], ways["lose"])
        assert dict(contest.taken.items()) == taken
        assert dict(contest.dealt.items()) == dealt
        mirrored = rules.opposed(yours, mine, 0, penalty, 0, boost)
        assert (mirrored.odds, mirrored.taken, mirrored.dealt) == (
            contest.odds.flipped(),
            contest.dealt,
            contest.taken,
        )


def test_a_group_of_three_adds_results_and_one_takes_it_all() -> None:
    team = (Member(1, penalty=1), Member(3, player=False), Member(2, boost=1))
    ways, taken, dealt = Counter[str](), Counter[int](), Counter[int]()
    for a, b, c, d in product(D6, repeat=4):
        ours, theirs = max(0, a - 1) * 1 + b * 3 + (c + 1) * 2, d * 5
        ways["win" if ours > theirs else "lose" if ours < theirs else "tie"] += 1
        taken[theirs // 2 if theirs > ours else 0] += 1
        dealt[ours // 5 if ours > theirs else 0] += 1
    contest = maid().together(team, 5, takes=2)
    assert contest.odds.weights == (ways["win"], ways["tie"], ways["lose"])
    assert (dict(contest.taken.items()), dict(contest.dealt.items())) == (taken, dealt)


def test_a_player_character_takes_the_stress_if_there_is_one() -> None:
    rules = maid()
    cook, butler = Member(3, player=False), Member(4, player=False)
    assert rules.may_take((cook, 2, 1)) == (1, 2)
    assert rules.may_take((cook, butler)) == (0, 1)
    assert rules.together((cook, 2), 4) == rules.together((cook, 2), 4, takes=1)
    with pytest.raises(HandbillError, match="member 0 may not take"):
        rules.together((cook, 2), 4, takes=0)
    with pytest.raises(HandbillError, match="no member"):
        rules.together((), 4)


def test_a_group_of_one_fights_like_one_alone() -> None:
    rules = maid()
    assert rules.together((3,), 2) == rules.opposed(3, 2)
    assert rules.together((Member(3, 2),), Member(3, 0)) == rules.opposed(3, 3, 2)


def test_the_chance_to_explode_within_two_contests_is_that_counted_roll_by_roll() -> None:
    ways = 0
    for a, b, c, d in product(D6, repeat=4):
        stress = 12 + sum(3 * y // 2 for x, y in ((a, b), (c, d)) if 3 * y > 2 * x)
        ways += stress > 20
    chance = maid().explosion_within(2, 2, 3, stress=12, will=2)
    assert chance == Fraction(ways, 6**4)
    assert 0 < chance < 1
    assert maid().explosion_within(0, 2, 3, stress=12, will=2) == 0
    assert maid().explosion_within(0, 2, 3, stress=21, will=2) == 1


def test_the_hardest_target_is_the_last_one_reached_with_the_wanted_chance() -> None:
    rules = maid()
    for attribute, penalty, reading in product(range(5), (0, 1, 6), ("beats", "meets")):
        good = [
            target
            for target in range(1, 40)
            if rules.chance(attribute, target, penalty, reading=reading) >= Fraction(1, 2)
        ]
        found = rules.hardest_target(attribute, penalty=penalty, reading=reading)
        assert found == max(good, default=None)
    assert rules.hardest_target(3, Fraction(1), reading="meets") == 3


@pytest.mark.parametrize("use", ["MAID-FAV-3", "MAID-FAV-4"])
def test_a_die_of_favor_may_dismiss_who_has_less_than_it_shows(use: str) -> None:
    rules = maid()
    for favor in range(8):
        assert rules.risk(favor, use) == Fraction(sum(favor - face < 0 for face in D6), 6)
    with pytest.raises(HandbillError, match="no die pays for MAID-FAV-1"):
        rules.risk(3, "MAID-FAV-1")


def test_starting_attributes_are_two_dice_over_three() -> None:
    counts = Counter((a + b) // 3 for a, b in product(D6, D6))
    assert dict(maid().starting_attribute().items()) == counts


# Dismissal


def cheapest(favor: int, values: tuple[int, ...]) -> tuple[int, ...] | None:
    """The new values of the cheapest rescue, by looking at all lowerings."""
    saving = []
    for new in product(*(range(value + 1) for value in values)):
        steps = [step for old, low in zip(values, new, strict=True) for step in range(low, old)]
        if favor + sum(10 * step for step in steps) >= 0:
            saving.append((len(steps), sum(10 * (step + 1) for step in steps), new))
    return min(saving)[2] if saving else None


@pytest.mark.parametrize(
    "values",
    [(2, 2, 2, 2, 2, 2), (4, 1, 0, 2, 3, 1), (0, 0, 1, 1, 1, 0), (1, 3, 2, 4, 0, 2), (5, 0, 0, 0, 0, 0)],
)
@pytest.mark.parametrize("favor", [-1, -10, -15, -20, -30, -37, -55, -60, -61, -90, -100, -101])
def test_the_rescue_is_the_cheapest_of_all_lowerings(favor: int, values: tuple[int, ...]) -> None:
    found = maid().dismissal(favor, **dict(zip(ATTRIBUTES, values, strict=True)))
    wanted = cheapest(favor, values)
    assert found.dismissed
    assert found.most == sum(10 * step for value in values for step in range(value))
    if wanted is None:
        assert found.rescue is None
        return
    assert found.rescue is not None
    lowered = {name: (old, new) for name, old, new in found.rescue.lowered}
    pairs = zip(ATTRIBUTES, values, wanted, strict=True)
    assert lowered == {name: (old, new) for name, old, new in pairs if new < old}
    assert found.rescue.favor == favor + found.rescue.gain >= 0
    assert found.rescue.buy_back - found.rescue.gain == 10 * sum(old - new for old, new in lowered.values())


def test_no_favor_is_not_below_none() -> None:
    rules = maid()
    assert not rules.dismissed(0)
    assert rules.dismissed(-1)
    assert rules.dismissal(0).rescue is None
    assert rules.dismissal(-3).rescue == Rescue((("athletics", 2, 1),), 10, 7, 20)


def test_the_last_point_of_an_attribute_never_saves() -> None:
    found = maid().dismissal(-1, **dict.fromkeys(ATTRIBUTES, 1))
    assert (found.dismissed, found.most, found.rescue) == (True, 0, None)


# Options


@pytest.mark.parametrize(("reading", "chance"), [("beats", Fraction(1, 2)), ("meets", Fraction(2, 3))])
def test_the_reading_of_the_target_decides_where_none_is_named(reading: str, chance: Fraction) -> None:
    rules = maid({"tn": reading})
    assert rules.chance(2, 6) == chance
    assert rules.chance(2, 6, reading="beats") == Fraction(1, 2)
    assert rules.chance(2, 6, reading="meets") == Fraction(2, 3)
    assert rules.boost_at(2, 6).plain == chance
    assert rules.hardest_target(2) == {"beats": 7, "meets": 8}[reading]


@pytest.mark.parametrize(
    ("floor", "results"),
    [(0, (0, 0, 0, 3, 6, 9)), (1, (3, 3, 3, 3, 6, 9)), ("none", (-6, -3, 0, 3, 6, 9))],
)
def test_the_floor_of_the_die_is_as_chosen(floor: int | str, results: tuple[int, ...]) -> None:
    counts = Counter(results)
    assert dict(maid({"die_floor": floor}).result(3, penalty=3).items()) == counts


def test_without_a_floor_negative_results_still_compare_and_deal_no_stress() -> None:
    rules = maid({"die_floor": "none"})
    contest = rules.opposed(1, 2, 7, 7)
    ways = Counter((a > b) - (a < b) for a, b in product(range(-6, 0), (2 * face for face in range(-6, 0))))
    assert contest.odds.weights == (ways[1], ways[0], ways[-1])
    assert contest.taken.mean() == contest.dealt.mean() == 0


def test_without_a_floor_attribute_zero_still_never_wins() -> None:
    contest = maid({"die_floor": "none"}).opposed(0, 1, 0, 7)
    assert contest.odds.chances == (0, 1, 0)


@pytest.mark.parametrize(("headdress", "spoilt"), [("any", 2), ("removed", 0)])
def test_a_spoilt_headdress_that_is_still_worn_counts_as_chosen(headdress: str, spoilt: int) -> None:
    rules = maid({"headdress": headdress})
    assert rules.penalty("headdress", headdress_on=True) == spoilt
    assert rules.penalty("headdress") == 2
    assert rules.penalty("apron", "headdress", headdress_on=True) == 1 + spoilt
    words = "removed" if headdress == "removed" else "damaged, removed or very dirty"
    assert rules.counts_when("headdress") == words
    assert rules.counts_when("apron") == "damaged, removed or very dirty"


def test_the_minutes_for_each_point_may_be_longer_away_from_the_table() -> None:
    assert maid({"minutes_per_point": 720}).explosion(21, will=2).minutes == 21 * 720
    with pytest.raises(HandbillError):
        maid({"minutes_per_point": 0})


# House rules


CHANGES: list[tuple[dict[str, object], str, tuple[Any, ...], dict[str, Any], Any]] = [
    ({"MAID-ATT-1": 3}, "spirit", (), {}, 30),
    ({"MAID-DER-1": "5 * will + luck"}, "spirit", (), {"will": 2, "luck": 1}, 11),
    ({"MAID-DER-1": "20 * will"}, "explosion", (21,), {"will": 2}, (40, False, 0)),
    ({"MAID-DER-2": "3 * affection"}, "starting_favor", (), {"affection": 2}, 6),
    ({"MAID-DIE": {"sides": 8}}, "chance", (2, 14), {}, Fraction(1, 8)),
    ({"MAID-DIE": {"counts": "rolled - 2 * penalty + boost"}}, "chance", (2, 2, 1), {}, Fraction(1, 2)),
    ({"MAID-ACT-1": "die + attribute"}, "chance", (2, 6), {}, Fraction(1, 3)),
    ({"MAID-ACT-2": "attribute > 1"}, "chance", (1, 1), {}, Fraction(0)),
    ({"MAID-TN.beats": {"succeeds": "result > target + 2"}}, "chance", (2, 6), {}, Fraction(1, 3)),
    ({"MAID-CMB-2": "(winner_result - 1) // max(2, loser_attribute)"}, "stress", (15, 0), {}, 7),
    ({"MAID-STR-1": "stress >= spirit"}, "explosion", (20,), {"will": 2}, (20, True, 20)),
    ({"MAID-STR-2": "stress // 2"}, "explosion", (30,), {"will": 2}, (20, True, 15)),
    ({"MAID-UNI.headdress": {"penalty": 3}}, "penalty", PARTS, {}, 8),
    ({"MAID-UNI-1": {"one-piece": ["skirt", "stockings"]}}, "penalty", PARTS[:3], {"one_piece": True}, 3),
    ({"MAID-UNI-1": {"may be left off": ["apron"]}}, "penalty", PARTS[:2], {"undergarments": False}, 1),
    ({"MAID-FAV-1": {"cost": "2 * points"}}, "cost_to_calm", (4,), {}, 8),
    ({"MAID-FAV-2": {"cost": "5 * new_value"}}, "cost_to_raise", (2, 4), {}, 35),
    ({"MAID-FAV-2": {"gives": {"attribute": 2}}}, "cost_to_raise", (2,), {}, 40),
    ({"MAID-FAV-3": {"sides": 4}}, "risk", (3,), {}, Fraction(1, 4)),
    ({"MAID-FAV-4": {"sides": 4}}, "risk", (3, "MAID-FAV-4"), {}, Fraction(1, 4)),
    ({"MAID-FAV-6": "favor < 1"}, "risk", (3,), {}, Fraction(2, 3)),
    ({"MAID-FAV-6": "favor < -affection"}, "risk", (3,), {"affection": 1}, Fraction(1, 3)),
    ({"MAID-FAV-7": "new_value"}, "gain_of_lowering", (3,), {}, 2),
    ({"MAID-START": {"dice": 3, "attribute": "sum // 4"}}, "starting_attribute", (), {}, None),
]


@pytest.mark.parametrize(("overrides", "function", "args", "kwargs", "wanted"), CHANGES, ids=str)
def test_a_house_rule_changes_what_depends_on_it(
    overrides: dict[str, object], function: str, args: tuple[Any, ...], kwargs: dict[str, Any], wanted: Any
) -> None:
    published = getattr(maid(), function)(*args, **kwargs)
    changed = getattr(maid(overrides), function)(*args, **kwargs)
    assert changed != published
    if function == "explosion":
        changed = (changed.spirit, changed.explodes, changed.minutes)
    if wanted is None:
        counts = Counter(sum(dice) // 4 for dice in product(D6, repeat=3))
        assert dict(changed.items()) == counts
    else:
        assert changed == wanted


def test_a_changed_boost_adds_what_the_chart_says() -> None:
    rules = maid({"MAID-FAV-3": {"gives": {"die": 2, "attribute": 1}}})
    boost = rules.boost(2)
    assert (boost.die - boost.plain, boost.better) == (4, "die")
    assert rules.boost_at(2, 12).die == Fraction(sum((face + 2) * 2 > 12 for face in D6), 6)


def test_changed_lowering_and_dismissal_change_the_rescue() -> None:
    assert maid({"MAID-FAV-7": "new_value"}).dismissal(-3).rescue == Rescue(
        (("athletics", 2, 1), ("affection", 2, 1), ("skill", 2, 1)), 3, 0, 60
    )
    # Dismissed below minus Affection: lowering Affection itself would then make things worse.
    found = maid({"MAID-FAV-6": "favor < -affection", "MAID-ATT-LEAST": 1}).dismissal(-12, affection=2)
    assert found.rescue == Rescue((("athletics", 2, 1),), 10, -2, 20)
    assert maid({"MAID-ATT-LEAST": 2}).dismissal(-1).rescue is None


# Reads


READS = {
    ("spirit", (), (("will", 3),)): {"MAID-SPIRIT", "MAID-DER-1", "MAID-ATT-LEAST"},
    ("chance", (2, 6), ()): {
        "MAID-CHANCE",
        "MAID-RESULT",
        "MAID-AMB-1",
        "MAID-TN.beats",
        "MAID-DIE",
        "MAID-ACT-1",
        "MAID-ACT-2",
        "MAID-ATT-LEAST",
    },
    ("chance", (2, 6, 1), (("reading", "meets"),)): {
        "MAID-CHANCE",
        "MAID-RESULT",
        "MAID-AMB-4",
        "MAID-TN.meets",
        "MAID-DIE",
        "MAID-ACT-1",
        "MAID-ACT-2",
        "MAID-ATT-LEAST",
    },
    ("opposed", (3, 2), ()): {
        "MAID-CMB-1",
        "MAID-CMB-2",
        "MAID-CMB-3",
        "MAID-RESULT",
        "MAID-DIE",
        "MAID-ACT-1",
        "MAID-ACT-2",
        "MAID-ATT-LEAST",
    },
    ("penalty", ("apron",), ()): {"MAID-PENALTY", "MAID-UNI-1", "MAID-UNI.apron"},
    ("penalty", ("headdress",), (("headdress_on", True),)): {
        "MAID-PENALTY",
        "MAID-UNI-1",
        "MAID-UNI.headdress",
        "MAID-AMB-20",
    },
    ("risk", (3,), ()): {"MAID-FAV-RISK", "MAID-FAV-DIE", "MAID-FAV-3", "MAID-FAV-6"},
    ("dismissal", (-3,), ()): {
        "MAID-DISMISSAL",
        "MAID-FAV-LOWER",
        "MAID-FAV-RAISE",
        "MAID-FAV-2",
        "MAID-FAV-6",
        "MAID-FAV-7",
        "MAID-ATT-1",
        "MAID-ATT-LEAST",
    },
}


@pytest.mark.parametrize(("call", "wanted"), READS.items(), ids=[str(call) for call in READS])
def test_a_call_notes_the_rules_that_it_rests_on_each_time(
    call: tuple[str, tuple[Any, ...], tuple[tuple[str, Any], ...]], wanted: set[str]
) -> None:
    rules, (function, args, kwargs) = maid(), call
    for _ in range(2):
        with recording() as reads:
            getattr(rules, function)(*args, **dict(kwargs))
        assert reads == wanted


# Mistakes


@pytest.mark.parametrize(
    ("function", "args", "kwargs", "message"),
    [
        ("result", (-1,), {}, "attribute is -1"),
        ("result", (2, -1), {}, "penalty is -1"),
        ("spirit", (), {"wil": 2}, "'wil' is no attribute"),
        ("starting_favor", (), {"affection": -1}, "affection is -1"),
        ("penalty", ("apon",), {}, "'MAID-UNI.apon' is no rule"),
        ("chance", (2, 6), {"reading": "beat"}, "'MAID-TN.beat' is no rule"),
        ("cost_to_raise", (3, 2), {}, "to is 2"),
        ("gain_of_lowering", (0,), {}, "to is -1"),
        ("gain_of_lowering", (2, 3), {}, "value is 2"),
        ("explosion", (-1,), {}, "stress is -1"),
        ("cost_to_calm", (-1,), {}, "points is -1"),
    ],
)
def test_a_mistake_is_named(
    function: str, args: tuple[Any, ...], kwargs: dict[str, Any], message: str
) -> None:
    with pytest.raises(HandbillError, match=re.escape(message)):
        getattr(maid(), function)(*args, **kwargs)
