"""Maid's twelve questions: every printed cell, and every answer against a literal count of all rolls."""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.problems import HandbillError
from generator.rules import load, recording
from generator.rules.questions import Answer, Question, Table

ORACLE = json.loads((Path(__file__).parent / "oracle" / "maid.json").read_text(encoding="utf-8"))
RULES = load("maid")
QUESTIONS = RULES.questions()
PRINTED = [
    (question, table, setting)
    for question in QUESTIONS
    for table in question.tables
    for setting in table.settings()
]
D6 = range(1, 7)
LOST = (0, 1, 2, 3, 4, 5, 7)
"""What is off the die after each lost part, in the order of the chart."""


def ask(question: str, **given: int | str) -> Answer:
    return RULES.question(question).answer(**given)


def chances(answer: Answer) -> tuple[Fraction, ...]:
    return tuple(Fraction(share.weight, answer.total) for share in answer.shares)


# As a person would read the rules


def die(face: int, penalty: int, boost: int = 0) -> int:
    return max(0, face - penalty + boost)


def beaten(result: int, target: int, reading: str = "beats") -> bool:
    return result > target if reading == "beats" else result >= target and result > 0


def contests(a: int, b: int, penalty: int = 0, other: int = 0) -> Iterator[tuple[int, int, int]]:
    """Every pair of dice: who wins (1, 0, -1), the Stress that you take, the Stress that they take."""
    for mine, yours in product(D6, D6):
        result, against = die(mine, penalty) * a, die(yours, other) * b
        if result > against:
            yield 1, 0, result // max(1, b)
        elif against > result:
            yield -1, against // max(1, a), 0
        else:
            yield 0, 0, 0


def outcome(a: int, b: int, penalty: int = 0, other: int = 0) -> tuple[Fraction, ...]:
    who = Counter(side for side, _, _ in contests(a, b, penalty, other))
    return tuple(Fraction(who[side], 36) for side in (1, 0, -1))


def stress_of(a: int, b: int, penalty: int = 0, other: int = 0) -> tuple[Fraction, Fraction]:
    rolls = list(contests(a, b, penalty, other))
    return Fraction(sum(mine for _, mine, _ in rolls), 36), Fraction(sum(theirs for *_, theirs in rolls), 36)


def explodes_within(count: int, a: int, b: int, stress: int, spirit: int) -> Fraction:
    ways = 0
    for dice in product(range(36), repeat=count):
        taken = stress
        for roll in dice:
            mine, yours = (roll // 6 + 1) * a, (roll % 6 + 1) * b
            taken += yours // max(1, a) if yours > mine else 0
        ways += taken > spirit
    return Fraction(ways, 36**count)


def duel(
    a: int,
    b: int,
    spirits: tuple[int, int],
    stress: tuple[int, int],
    torn: tuple[bool, bool] = (False, False),
) -> tuple[tuple[Fraction, ...], Fraction]:
    """Who explodes first, and after how many contests, by first-step analysis of every state."""

    @cache
    def at(lost: int, taken: int, mine: int, theirs: int) -> tuple[Fraction, ...]:
        if mine > spirits[0]:
            return (Fraction(0), Fraction(0), Fraction(1), Fraction(0))
        if theirs > spirits[1]:
            return (Fraction(1), Fraction(0), Fraction(0), Fraction(0))
        here, stays, sums = (lost, taken, mine, theirs), 0, [Fraction(0)] * 4
        for who, more, dealt in contests(a, b, LOST[lost], LOST[taken]):
            then = (
                min(6, lost + 1) if who < 0 and torn[0] else lost,
                min(6, taken + 1) if who > 0 and torn[1] else taken,
                mine + more,
                theirs + dealt,
            )
            if then == here:
                stays += 1
            else:
                sums = [so_far + part for so_far, part in zip(sums, at(*then), strict=True)]
        if stays == 36:
            return (Fraction(0), Fraction(1), Fraction(0), Fraction(0))
        return (*(part / (36 - stays) for part in sums[:3]), (sums[3] + 36) / (36 - stays))

    *first, length = at(0, 0, *stress)
    return tuple(first), length


# What is declared


def test_the_questions_are_the_twelve_in_order() -> None:
    assert [question.number for question in QUESTIONS] == list(range(1, 13))
    assert [question.id for question in QUESTIONS] == [
        "target",
        "point",
        "contest",
        "stress",
        "uniform",
        "headdress",
        "explosion",
        "which",
        "give-in",
        "together",
        "spend",
        "fair",
    ]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_a_question_says_what_it_asks_assumes_and_remembers(question: Question) -> None:
    assert question.ask.endswith("?") and question.title and question.tables
    assert question.assumes and all(sentence.endswith(".") for sentence in question.assumes)
    sentence = question.remember()
    assert sentence.endswith(".") and re.search(r"\d", sentence) and "Fraction" not in sentence
    for parameter in question.parameters:
        assert parameter.default in parameter.values and parameter.label
        assert parameter.field == "" or re.fullmatch(r"maid\.[a-z_|]+", parameter.field)


def test_parameters_name_the_fields_of_the_sheet() -> None:
    fields = {parameter.field for question in QUESTIONS for parameter in question.parameters}
    attributes = "maid.athletics|affection|skill|cunning|luck|will"
    assert fields == {"", attributes, "maid.penalty", "maid.will", "maid.stress", "maid.favor"}


def test_every_printed_cell_has_its_answer_and_its_shares_are_a_whole() -> None:
    assert len(PRINTED) > 500
    for question, table, setting in PRINTED:
        answer = question.answer(**setting)
        assert answer.total > 0 and all(share.weight >= 0 for share in answer.shares)
        assert sum(chances(answer)) == 1
        for measure in answer.measures:
            lowest = {"chance": 0, "points": -1}.get(measure.kind)
            assert lowest is None or lowest <= measure.value <= 1, (question.id, setting, measure)
        for key in (table.key, *table.keys):
            assert not key or answer.value(key) is not None
        if table.show == "odds":
            assert [share.key for share in answer.shares] == ["win", "tie", "lose"]


def test_all_printed_tables_take_well_under_two_seconds() -> None:
    fresh = load("maid")
    start = time.process_time()
    for question in fresh.questions():
        for table in question.tables:
            for setting in table.settings():
                question.answer(**setting)
    assert time.process_time() - start < 2


def printed(question: str, table: str) -> list[tuple[dict[str, Any], Answer]]:
    """What one table prints, all parameters filled in."""
    asked = RULES.question(question)
    (found,) = [one for one in asked.tables if one.id == table]
    assert isinstance(found, Table)
    return [(asked.setting(setting), asked.answer(**setting)) for setting in found.settings()]


# Every answer by counting


@pytest.mark.parametrize("boost", ["none", "die", "attribute"])
def test_the_chance_at_a_target_is_that_counted_face_by_face(boost: str) -> None:
    for attribute, target, penalty in product(range(8), (0, 1, 6, 10, 17, 24), range(8)):
        answer = ask("target", attribute=attribute, target=target, penalty=penalty, boost=boost)
        used = attribute + (boost == "attribute")
        results = [die(face, penalty, int(boost == "die")) * used for face in D6]
        for reading in ("beats", "meets"):
            ways = sum(beaten(result, target, reading) for result in results)
            assert answer.value(reading) == Fraction(ways, 6)
        assert chances(answer) == (answer.value("beats"), 1 - answer.value("beats"))


def test_one_more_point_is_worth_what_counting_says() -> None:
    def chance(attribute: int, target: int, penalty: int, boost: int = 0) -> Fraction:
        return Fraction(sum(beaten(die(face, penalty, boost) * attribute, target) for face in D6), 6)

    for attribute, target, penalty in product(range(7), (0, 4, 6, 10, 15, 24), range(8)):
        answer = ask("point", attribute=attribute, target=target, penalty=penalty)
        now, then = chance(attribute, target, penalty), chance(attribute + 1, target, penalty)
        assert (answer.value("now"), answer.value("point")) == (now, then - now)
        assert answer.value("die") == chance(attribute, target, penalty, 1) - now
        assert chances(answer) == (then, 1 - then)


def test_a_contest_is_that_counted_pair_by_pair() -> None:
    for a, b, penalty, other in product(range(7), range(7), (0, 2, 7), (0, 1)):
        answer = ask("contest", attribute=a, against=b, penalty=penalty, against_penalty=other)
        assert chances(answer) == outcome(a, b, penalty, other)


@pytest.mark.parametrize("boosts", list(product(("none", "die", "attribute"), repeat=2)), ids="-".join)
def test_boosts_on_both_sides_are_counted_pair_by_pair(boosts: tuple[str, str]) -> None:
    def wins(mine: str, a: int, b: int, penalty: int) -> Fraction:
        side, other = a + (mine == "attribute"), b + (boosts[1] == "attribute")
        return Fraction(
            sum(
                die(x, penalty, int(mine == "die")) * side > die(y, 0, int(boosts[1] == "die")) * other
                for x, y in product(D6, D6)
            ),
            36,
        )

    for a, b, penalty in product(range(5), range(5), (0, 3)):
        answer = ask(
            "contest", attribute=a, against=b, penalty=penalty, boost=boosts[0], against_boost=boosts[1]
        )
        plain = wins("none", a, b, penalty)
        gains = [wins(mine, a, b, penalty) - plain for mine in ("die", "attribute")]
        assert answer.chance("win") == wins(boosts[0], a, b, penalty)
        assert [answer.value("die"), answer.value("point")] == gains
        assert answer.value("best") == max(gains)


def test_stress_on_both_sides_is_that_counted_pair_by_pair() -> None:
    for a, b, penalty, other in product(range(6), range(6), (0, 2), (0, 3)):
        rolls = list(contests(a, b, penalty, other))
        for side, place in (("taken", 1), ("dealt", 2)):
            answer = ask("stress", attribute=a, against=b, penalty=penalty, against_penalty=other, side=side)
            counts = Counter(roll[place] for roll in rolls)
            assert {int(share.key): share.weight for share in answer.shares} == counts
            taken, dealt = stress_of(a, b, penalty, other)
            assert (answer.value("taken"), answer.value("dealt")) == (taken, dealt)
            assert answer.value("most") == max(roll[1] for roll in rolls)
            if lost := [roll[1] for roll in rolls if roll[0] < 0]:
                assert answer.value("loss") == Fraction(sum(lost), len(lost))


PENALTIES = dict.fromkeys(("apron", "blouse", "skirt", "stockings", "undergarments"), 1) | {"headdress": 2}


@pytest.mark.parametrize("part", PENALTIES)
def test_the_price_of_a_part_is_that_counted(part: str) -> None:
    off = PENALTIES[part]
    for a, b, target, penalty in product((0, 1, 3, 5), (1, 2, 4), (4, 10), (0, 1, 6)):
        given = {"attribute": a, "against": b, "target": target, "penalty": penalty}
        answers = [ask("uniform", part=part, **given)]
        answers += [ask("headdress", **given)] if part == "headdress" else []
        reached = [sum(beaten(die(f, lost) * a, target) for f in D6) for lost in (penalty, penalty + off)]
        before, after = outcome(a, b, penalty), outcome(a, b, penalty + off)
        more = stress_of(a, b, penalty + off)[0] - stress_of(a, b, penalty)[0]
        for answer in answers:
            assert answer.value("off") == off and chances(answer) == after
            assert answer.value("target") == Fraction(reached[1] - reached[0], 6)
            assert answer.value("contest") == after[0] - before[0]
            assert answer.value("stress") == more


def test_a_part_says_when_it_counts_and_what_a_one_piece_dress_changes() -> None:
    assert ask("uniform", part="apron").says == ("it counts when damaged, removed or very dirty",)
    for part in ("blouse", "skirt"):
        assert "blouse and skirt of a one-piece dress count once together" in ask("uniform", part=part).says
    assert "it costs nothing if none are worn anyway" in ask("uniform", part="undergarments").says


def test_the_attribute_that_makes_up_for_the_headdress_is_the_least_that_does() -> None:
    for a, b in product(range(1, 6), range(1, 6)):
        answer, before = ask("headdress", attribute=a, against=b), outcome(a, b)[0]
        enough = [needed for needed in range(a, 25) if outcome(needed, b, 2)[0] >= before]
        assert [m.value for m in answer.measures if m.key == "needs"] == enough[:1]
    assert "no attribute makes up for it" in ask("headdress", attribute=6, against=1).says


def test_a_spoilt_headdress_costs_what_the_option_says() -> None:
    assert ask("headdress", state="spoilt").value("off") == 2
    other = load("maid", {"headdress": "removed"}).question("headdress")
    assert other.answer(state="spoilt").value("off") == 0 and other.answer().value("off") == 2
    assert "a spoilt headdress that is still worn costs nothing here" in other.answer(state="spoilt").says


DUELS = [
    (a, b, wills, stress, damage)
    for (a, b), (wills, stress), damage in product(
        ((2, 2), (3, 2), (1, 4), (5, 1), (1, 7), (0, 0), (0, 1)),
        (((0, 0), (0, 0)), ((1, 1), (0, 0)), ((1, 0), (4, 0)), ((1, 1), (9, 3))),
        ("none", "yours", "both"),
    )
]


@pytest.mark.parametrize(("a", "b", "wills", "stress", "damage"), DUELS, ids=str)
def test_a_duel_is_what_first_step_analysis_of_every_state_says(
    a: int, b: int, wills: tuple[int, int], stress: tuple[int, int], damage: str
) -> None:
    answer = ask(
        "explosion",
        attribute=a,
        against=b,
        will=wills[0],
        against_will=wills[1],
        stress=stress[0],
        against_stress=stress[1],
        damage=damage,
    )
    spirits = 10 * wills[0], 10 * wills[1]
    first, length = duel(a, b, spirits, stress, (damage != "none", damage == "both"))
    assert chances(answer) == first
    lengths = [measure.value for measure in answer.measures if measure.key == "contests"]
    assert lengths == ([] if first[1] else [length])
    assert bool(first[1]) == any("for ever" in words for words in answer.says)


def test_duels_of_the_printed_tables_are_those_counted_without_damage() -> None:
    cells = printed("explosion", "first")
    assert len(cells) == 36
    for setting, answer in cells[::5]:
        first, length = duel(setting["attribute"], setting["against"], (20, 20), (0, 0))
        assert (chances(answer), answer.value("contests")) == (first, length)


@pytest.mark.parametrize(("a", "b", "damage"), [(3, 2, "none"), (3, 2, "yours"), (4, 3, "both")])
def test_a_duel_that_is_played_out_ends_as_often_as_computed(a: int, b: int, damage: str) -> None:
    dice, tries, ends = random.Random(20140301), 4000, Counter[int]()
    for _ in range(tries):
        mine = theirs = lost = taken = 0
        for _ in range(500):
            x = die(dice.randint(1, 6), LOST[lost]) * a
            y = die(dice.randint(1, 6), LOST[taken]) * b
            if x > y:
                theirs, taken = theirs + x // b, min(6, taken + (damage == "both"))
            elif y > x:
                mine, lost = mine + y // a, min(6, lost + (damage != "none"))
            if mine > 20 or theirs > 20:
                break
        ends[1 if theirs > 20 else -1 if mine > 20 else 0] += 1
    answer = ask("explosion", attribute=a, against=b, damage=damage)
    for end, key in ((1, "win"), (0, "tie"), (-1, "lose")):
        chance = answer.chance(key)
        # Within four standard deviations, squared to stay with fractions.
        assert (ends[end] - tries * chance) ** 2 <= 16 * max(1, tries * chance * (1 - chance))


def test_who_has_exploded_already_is_told() -> None:
    assert ask("explosion", stress=21).says == ("you explode now",)
    assert chances(ask("explosion", stress=21)) == (0, 0, 1)
    assert chances(ask("explosion", against_stress=21)) == (1, 0, 0)
    both = ask("explosion", stress=30, against_stress=21)
    assert chances(both) == (0, 1, 0) and both.shares[1].label == "both at once"
    assert ask("explosion", stress=20).says == ()


def test_damage_takes_the_parts_in_the_order_of_the_chart_and_starts_from_what_is_gone() -> None:
    rules: Any = RULES
    assert rules.damaged() == LOST
    assert (rules.damaged(3), rules.damaged(6), rules.damaged(7)) == ((3, 4, 5, 7), (6, 7), (7,))
    torn = ask("explosion", penalty=7, damage="yours")
    assert torn.shares == ask("explosion", penalty=7).shares and torn.chance("lose") == 1


def test_the_better_attribute_is_the_one_that_wins_more_often() -> None:
    for a, other, b, penalty in product(range(6), range(6), range(6), (0, 3)):
        answer = ask("which", attribute=a, other=other, against=b, penalty=penalty)
        one, two = outcome(a, b, penalty), outcome(other, b, penalty)
        taken, dealt = stress_of(a, b, penalty)
        assert (answer.value("first"), answer.value("second")) == (one[0], two[0])
        assert answer.value("gain") == two[0] - one[0]
        assert answer.value("saves") == taken - stress_of(other, b, penalty)[0]
        assert answer.value("lead") == dealt - taken
        assert answer.chance("win") == max(one[0], two[0])
        if one[0] != two[0]:
            assert answer.says[0] == f"fight with {a if one[0] > two[0] else other}"


def test_the_highest_attribute_never_wins_less_and_never_takes_more_stress() -> None:
    for low, b, penalty in product(range(8), range(8), range(8)):
        answer = ask("which", attribute=low, other=low + 1, against=b, penalty=penalty)
        assert answer.value("gain") >= 0 and answer.value("saves") >= 0


def test_giving_in_is_weighed_against_what_counting_says() -> None:
    for a, b, stress in product((0, 1, 2, 4), (1, 3, 5), (0, 5, 12, 20, 21)):
        answer = ask("give-in", attribute=a, against=b, stress=stress, contests=1)
        who = Counter[str]()
        for side, taken, _ in contests(a, b):
            burst = stress + taken > 20
            who["explode" if burst else {1: "win", 0: "tie", -1: "bear"}[side]] += 1
        assert {share.key: share.weight for share in answer.shares} == {
            key: who[key] for key in ("win", "tie", "bear", "explode")
        }
        assert answer.value("within") == answer.chance("explode")
        assert answer.value("room") == max(0, 20 - stress)


@pytest.mark.parametrize("count", [2, 3])
def test_the_danger_of_several_contests_is_that_counted_roll_by_roll(count: int) -> None:
    for a, b, stress in ((2, 3, 10), (3, 2, 18), (1, 1, 15)):
        wanted = explodes_within(count, a, b, stress, 20)
        assert ask("give-in", attribute=a, against=b, stress=stress, contests=count).value("within") == wanted
        assert 0 < wanted < 1


def test_giving_in_is_told_as_a_rule_from_elsewhere() -> None:
    assert "told elsewhere: a loser may obey the winner in place of taking Stress" in ask("give-in").says


@pytest.mark.parametrize(
    ("a", "helper", "helpers", "b"), [(2, 2, 1, 4), (1, 3, 1, 5), (2, 1, 2, 4), (0, 3, 2, 6)]
)
def test_working_together_is_that_counted_roll_by_roll(a: int, helper: int, helpers: int, b: int) -> None:
    for penalty, helper_penalty in ((0, 0), (2, 0), (0, 1)):
        who, you, helped = Counter[int](), 0, 0
        for mine, *others, theirs in product(D6, repeat=helpers + 2):
            ours = die(mine, penalty) * a + sum(die(face, helper_penalty) * helper for face in others)
            who[(ours > theirs * b) - (ours < theirs * b)] += 1
            if ours < theirs * b:
                you += theirs * b // max(1, a)
                helped += theirs * b // max(1, helper)
        answer = ask(
            "together",
            attribute=a,
            helper=helper,
            helpers=helpers,
            against=b,
            penalty=penalty,
            helper_penalty=helper_penalty,
        )
        total = who.total()
        assert chances(answer) == tuple(Fraction(who[side], total) for side in (1, 0, -1))
        assert answer.value("you_take") == Fraction(you, total)
        assert answer.value("helper_takes") == Fraction(helped, total)
        assert answer.value("alone") == outcome(a, b, penalty)[0]
        assert answer.value("gain") == answer.chance("win") - answer.value("alone")
        assert ("a helper should" in answer.says[0]) == (helped < you)


def test_forty_dice_are_counted_exactly() -> None:
    # Sums of forty six-sided dice by inclusion and exclusion, each against a die times twelve.
    answer = ask("together", attribute=1, helper=1, helpers=39, against=12)
    assert [share.weight for share in answer.shares] == [
        80204967232840114697240450815017,
        120510101887096563525,
        101779607905528480914,
    ]
    assert answer.total == 6**41


def test_a_raise_is_weighed_against_calm_by_counting() -> None:
    for a, b, stress in product((1, 2, 3), (2, 3), (12, 20)):
        answer = ask("spend", attribute=a, against=b, stress=stress, contests=2)
        price = 10 * (a + 1)
        saves = stress_of(a, b)[0] - stress_of(a + 1, b)[0]
        assert answer.value("price") == answer.value("clears") == price
        assert answer.value("saves") == saves and answer.value("break_even") == price / saves
        assert answer.value("nothing") == explodes_within(2, a, b, stress, 20)
        assert answer.value("raise") == explodes_within(2, a + 1, b, stress, 20)
        assert answer.value("clear") == explodes_within(2, a, b, max(0, stress - price), 20)
        assert chances(answer) == outcome(a + 1, b)


def test_a_raise_of_will_adds_spirit_and_nothing_else() -> None:
    answer = ask("spend", raises="will", will=2, stress=20, contests=2)
    assert (answer.value("price"), answer.value("spirit"), answer.value("saves")) == (30, 10, 0)
    assert answer.value("raise") == explodes_within(2, 2, 2, 20, 30)
    assert "such contests never save as much Stress as the price clears" in answer.says
    assert not any(measure.key == "break_even" for measure in answer.measures)


def test_too_little_favor_is_told() -> None:
    assert "the raise costs 30 Favor; you have 29" in ask("spend", favor=29).says
    assert not any("you have" in words for words in ask("spend", favor=30).says)


@pytest.mark.parametrize("reading", ["beats", "meets"])
def test_fair_targets_are_found_by_trying_all(reading: str) -> None:
    for attribute, penalty, wanted in product(range(7), range(8), (10, 50, 99)):
        reached = {
            target: Fraction(sum(beaten(die(f, penalty) * attribute, target, reading) for f in D6), 6)
            for target in range(1, 60)
        }
        answer = ask("fair", attribute=attribute, penalty=penalty, chance=wanted, reading=reading)
        for key, least in (
            ("sure", Fraction(1)),
            ("fair", Fraction(wanted, 100)),
            ("hardest", Fraction(1, 6)),
        ):
            assert answer.value(key) == max((t for t, c in reached.items() if c >= least), default=0)
        assert answer.value("impossible") == answer.value("hardest") + 1
        assert answer.chance("succeed") == reached.get(int(answer.value("fair")), 0)


def test_the_reading_in_force_is_the_first_choice() -> None:
    assert RULES.question("fair").parameter("reading").values == ("beats", "meets")
    meets = load("maid", {"tn": "meets"})
    assert meets.question("fair").parameter("reading").default == "meets"
    assert meets.question("target").answer(attribute=2, target=6).chance("succeed") == Fraction(2, 3)
    assert meets.question("target").assumes[0] == "You succeed when the result meets the target."


# Other witnesses


def test_the_answers_hit_the_values_of_the_oracle() -> None:
    for row in ORACLE["single"]:
        answer = ask("target", attribute=row["stat"], target=row["tn"], penalty=row["pen"])
        assert answer.value("beats") == Fraction(row["p_beats"])
        assert answer.value("meets") == Fraction(row["p_meets"])
    for row in ORACLE["opposed"]:
        given = {
            "attribute": row["a"],
            "against": row["b"],
            "penalty": row["pen_a"],
            "against_penalty": row["pen_b"],
        }
        assert chances(ask("contest", **given)) == tuple(Fraction(row[key]) for key in ("win", "tie", "lose"))
        stress = ask("stress", **given)
        assert stress.value("taken") == Fraction(row["E_stress_a"])
        assert stress.value("dealt") == Fraction(row["E_stress_b"])
    for row in ORACLE["team"]:
        you, *others = row["team"]
        if len(set(others)) == 1:
            given = {
                "attribute": you,
                "helper": others[0],
                "helpers": len(others),
                "against": row["opponent"],
            }
            assert ask("together", **given).chance("win") == Fraction(row["win"])


def weighed(pool: Any) -> dict[int, Fraction]:
    return {int(value): Fraction(ways, pool.denominator()) for value, ways in pool.items()}


def test_icepool_agrees_on_printed_contests_stress_and_groups() -> None:
    d6 = icepool.d6
    for setting, answer in printed("contest", "contest"):
        margin = weighed(
            (d6 * setting["attribute"] - d6 * setting["against"]).map(lambda x: (x > 0) - (x < 0))
        )
        assert chances(answer) == tuple(margin.get(side, Fraction(0)) for side in (1, 0, -1))
    for setting, answer in printed("stress", "taken"):
        a, b = setting["attribute"], setting["against"]
        taken = icepool.map(lambda x, y: y * b // a if y * b > x * a else 0, d6, d6)  # noqa: B023
        assert {int(s.key): answer.chance(s.key) for s in answer.shares} == weighed(taken)
    for setting, answer in printed("together", "helpers"):
        ours = (1 + setting["helpers"]) @ d6 * setting["attribute"]
        margin = weighed((ours - d6 * setting["against"]).map(lambda x: (x > 0) - (x < 0)))
        assert chances(answer) == tuple(margin.get(side, Fraction(0)) for side in (1, 0, -1))


def test_icepool_agrees_on_the_danger_of_many_contests() -> None:
    for setting, answer in printed("give-in", "within"):
        a, b = setting["attribute"], setting["against"]
        taken = icepool.map(lambda x, y: y * b // a if y * b > x * a else 0, icepool.d6, icepool.d6)  # noqa: B023
        total = setting["contests"] @ taken + setting["stress"]
        assert answer.value("within") == Fraction((total > 20).quantity(True), total.denominator())


# Laws

attributes, penalties = st.integers(0, 8), st.integers(0, 7)
damages = st.sampled_from(["none", "both"])
LAW = settings(max_examples=60, deadline=None, derandomize=True)


@LAW
@given(attributes, attributes, penalties, penalties)
def test_a_contest_seen_from_the_other_side_is_its_mirror_image(a: int, b: int, p: int, q: int) -> None:
    mine = ask("contest", attribute=a, against=b, penalty=p, against_penalty=q)
    theirs = ask("contest", attribute=b, against=a, penalty=q, against_penalty=p)
    assert chances(mine) == chances(theirs)[::-1]
    mine = ask("stress", attribute=a, against=b, penalty=p, against_penalty=q, side="taken")
    theirs = ask("stress", attribute=b, against=a, penalty=q, against_penalty=p, side="dealt")
    assert mine.shares == theirs.shares and mine.value("taken") == theirs.value("dealt")


@LAW
@given(attributes, attributes, st.integers(0, 2), st.integers(0, 2), st.integers(0, 15), damages)
def test_a_duel_seen_from_the_other_side_is_its_mirror_image(
    a: int, b: int, will: int, other: int, stress: int, damage: str
) -> None:
    mine = ask(
        "explosion", attribute=a, against=b, will=will, against_will=other, stress=stress, damage=damage
    )
    theirs = ask(
        "explosion",
        attribute=b,
        against=a,
        will=other,
        against_will=will,
        against_stress=stress,
        damage=damage,
    )
    assert chances(mine) == chances(theirs)[::-1]
    assert mine.measures == theirs.measures


def rises(question: str, key: str, name: str, low: int, **given: int | str) -> Fraction:
    """By how much a value grows when one parameter grows by one."""
    more, less = (ask(question, **{**given, name: value}).value(key) for value in (low + 1, low))
    return more - less


@LAW
@given(st.integers(0, 7), st.integers(0, 40), st.integers(0, 6))
def test_a_target_is_easier_with_more_and_harder_with_less(a: int, target: int, penalty: int) -> None:
    for reading in ("beats", "meets"):
        assert rises("target", reading, "attribute", a, target=target, penalty=penalty) >= 0
        assert rises("target", reading, "target", target, attribute=a, penalty=penalty) <= 0
        assert rises("target", reading, "penalty", penalty, attribute=a, target=target) <= 0


@LAW
@given(st.integers(0, 7), st.integers(0, 7), st.integers(0, 6), st.integers(0, 6))
def test_a_contest_goes_better_with_more_and_worse_with_less(a: int, b: int, p: int, q: int) -> None:
    given_ = {"attribute": a, "against": b, "penalty": p, "against_penalty": q}
    for name, better in (("attribute", 1), ("against", -1), ("penalty", -1), ("against_penalty", 1)):
        low = int(given_[name])
        rest = {key: value for key, value in given_.items() if key != name}
        assert better * rises("contest", "win", name, low, **rest) >= 0
        assert better * rises("stress", "taken", name, low, **rest) <= 0


@LAW
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 19), st.integers(0, 3), st.integers(1, 5))
def test_an_explosion_comes_sooner_with_more_stress_and_later_with_more_will(
    a: int, b: int, stress: int, will: int, count: int
) -> None:
    duel_, danger = {"attribute": a, "against": b}, {"attribute": a, "against": b, "contests": count}
    assert rises("explosion", "lose", "stress", stress, **duel_) >= 0
    assert rises("explosion", "lose", "will", will, **duel_) <= 0
    assert rises("explosion", "contests", "stress", stress, **duel_) <= 0
    assert rises("give-in", "within", "stress", stress, **danger) >= 0
    assert rises("give-in", "within", "will", will, stress=stress, **danger) <= 0
    assert rises("give-in", "within", "contests", count, stress=stress, **duel_) >= 0


@LAW
@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 6), st.integers(1, 10))
def test_a_helper_more_never_hurts(a: int, helper: int, helpers: int, b: int) -> None:
    given_ = {"attribute": a, "helper": helper, "against": b}
    assert rises("together", "win", "helpers", helpers, **given_) >= 0
    assert ask("together", helpers=helpers, **given_).value("gain") >= 0


# House rules and reads

HOUSE: list[dict[str, object]] = [
    {"tn": "meets"},
    {"die_floor": 1},
    {"die_floor": "none"},
    {"headdress": "removed"},
    {"MAID-ATT-1": 3},
    {"MAID-ATT-1": 9},
    {"MAID-ATT-LEAST": 2},
    {"MAID-DIE": {"sides": 8}},
    {"MAID-DER-1": "5 * will + luck"},
    {"MAID-STR-1": "stress >= spirit"},
    {"MAID-CMB-2": "(winner_result - 1) // max(2, loser_attribute)"},
    {"MAID-UNI.apron": {"penalty": 3}},
    {"MAID-FAV-1": {"cost": "2 * points"}},
    {"MAID-FAV-2": {"gives": {"attribute": 2}}},
    {"MAID-FAV-3": {"gives": {"die": 2, "attribute": 1}}},
]


@pytest.mark.parametrize("overrides", HOUSE, ids=str)
def test_every_printed_cell_is_answered_under_house_rules(overrides: dict[str, object]) -> None:
    answers = []
    for question in load("maid", overrides).questions():
        assert question.remember().endswith(".")
        for table in question.tables:
            for setting in table.settings():
                answer = question.answer(**setting)
                assert all(answer.value(key) is not None for key in (table.key, *table.keys) if key)
                answers.append(answer)
    assert answers != [question.answer(**setting) for question, _, setting in PRINTED]


def test_a_house_rule_changes_the_sentence_to_remember() -> None:
    changes: dict[str, dict[str, object]] = {
        "target": {"tn": "meets"},
        "point": {"tn": "meets"},
        "contest": {"MAID-DIE": {"sides": 8}},
        "stress": {"MAID-CMB-2": "2 * winner_result"},
        "uniform": {"die_floor": 1},
        "headdress": {"MAID-UNI.headdress": {"penalty": 3}},
        "explosion": {"MAID-DER-1": "20 * will"},
        "which": {"MAID-DIE": {"sides": 8}},
        "give-in": {"MAID-STR-1": "stress >= spirit"},
        "together": {"MAID-DIE": {"sides": 8}},
        "spend": {"MAID-FAV-1": {"cost": "2 * points"}},
        "fair": {"tn": "meets"},
    }
    assert list(changes) == [question.id for question in QUESTIONS]
    for name, overrides in changes.items():
        assert load("maid", overrides).question(name).remember() != RULES.question(name).remember(), name


def test_the_sentences_to_remember_hold_the_counted_figures() -> None:
    told: dict[str, Callable[[], str]] = {question.id: question.remember for question in QUESTIONS}
    assert outcome(2, 2)[0] == Fraction(15, 36) and "win 42% each" in told["contest"]()
    assert outcome(2, 2, 1)[0] == Fraction(10, 36) and "from 42% to 28%" in told["uniform"]()
    assert outcome(2, 2, 2)[0] == Fraction(6, 36) and "from 42% to 17%" in told["headdress"]()
    assert outcome(2, 4)[0] == Fraction(6, 36) and "17% alone" in told["together"]()
    assert max(taken for _, taken, _ in contests(2, 3)) == 9 and "Stress of 11" in told["give-in"]()
    assert told["fair"]() == "A fair target is 3 for 1, 7 for 2, 11 for 3 and 15 for 4."


def test_an_answer_notes_the_rules_that_it_rests_on_each_time() -> None:
    asked = {question.id: question for question in QUESTIONS}
    for _ in range(2):
        with recording() as reads:
            asked["explosion"].answer(damage="yours")
        assert {"MAID-Q-EXPLOSION", "MAID-DUEL", "MAID-DAMAGE", "MAID-UNI", "MAID-STR-1"} <= reads
        with recording() as reads:
            asked["contest"].answer()
        assert {"MAID-Q-CONTEST", "MAID-CMB-1", "MAID-FAV-3"} <= reads
        assert "MAID-UNI" not in reads


# Mistakes


@pytest.mark.parametrize(
    ("question", "given", "message", "hint"),
    [
        ("target", {"attribute": 13}, "your attribute cannot be '13'", "allowed: 0 to 12"),
        ("target", {"attribute": "two"}, "your attribute cannot be 'two'", "allowed: 0 to 12"),
        ("target", {"target": "6.5"}, "target cannot be '6.5'", "allowed: 0 to 84"),
        ("contest", {"penalty": 8}, "off your die cannot be '8'", "allowed: 0 to 7"),
        ("contest", {"boost": "dice"}, "your boost cannot be 'dice'", "die"),
        ("contest", {"boost": "d6"}, "your boost cannot be 'd6'", "allowed: none, die, attribute"),
        ("explosion", {"damage": "all"}, "damage to uniforms cannot be 'all'", "allowed: none, yours, both"),
        ("uniform", {"part": "apon"}, "part cannot be 'apon'", "apron"),
        ("together", {"helpers": 0}, "helpers cannot be '0'", "allowed: 1 to 40"),
        ("fair", {"chance": 100}, "chance in percent cannot be '100'", "allowed: 1 to 99"),
    ],
)
def test_a_value_out_of_range_is_refused_with_what_is_allowed(
    question: str, given: dict[str, int | str], message: str, hint: str
) -> None:
    with pytest.raises(HandbillError) as caught:
        ask(question, **given)
    assert caught.value.exit_status == 2
    (problem,) = caught.value.problems
    assert problem.message == message and hint in (problem.hint or "")


def test_all_mistakes_of_a_question_are_told_at_once() -> None:
    with pytest.raises(HandbillError) as caught:
        ask("contest", attribute=99, aganst=3, boost="luck")
    assert len(caught.value.problems) == 3
    with pytest.raises(HandbillError, match="no question 'contst'"):
        ask("contst")
