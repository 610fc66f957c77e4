"""My Life with Master: the Endgame, the epilogues, and the margins that a sheet shows."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from generator.problems import HandbillError
from generator.rules.mlwm import RULES as MyLifeWithMaster
from generator.rules.mlwm import Scores

ORACLE = json.loads(Path(__file__).with_name("oracle").joinpath("mlwm.json").read_text(encoding="utf-8"))
RULES = MyLifeWithMaster()
CORNERS = [
    Scores(fear, reason, love, loathing, weary)
    for fear, reason, love, loathing, weary in product((0, 2, 5), (1, 3), (0, 3, 8), (0, 4), (0, 2, 5))
]


def numbers(fates: tuple[str, ...]) -> list[int]:
    return [int(fate.removeprefix("MLWM-EPI-")) for fate in fates]


def win_tie_lose(dice: int, against: int) -> tuple[Fraction, ...]:
    """Counted roll by roll, as a person reads the rules."""

    def ways(count: int) -> Counter[int]:
        return Counter(
            sum(face for face in faces if face != 4) for faces in product(range(1, 5), repeat=count)
        )

    us, them = ways(dice), ways(against)
    counted = Counter(dict.fromkeys((1, 0, -1), 0))
    for (a, m), (b, n) in product(us.items(), them.items()):
        counted[(a > b) - (a < b)] += m * n
    return tuple(Fraction(counted[outcome], 4 ** (dice + against)) for outcome in (1, 0, -1))


def slain_at(love: int, weary: int, fear: int, loathing: int, attempt: int) -> Fraction:
    """The chance that this attempt is the one that kills: fail or tie until then, pay for each failure."""
    win, tie, lose = win_tie_lose(max(1, love - weary), max(1, fear + loathing))
    if attempt == 1:
        return win
    later = slain_at(love, weary, fear, loathing, attempt - 1) if tie else Fraction(0)
    return tie * later + lose * slain_at(love, weary + 1, fear, loathing, attempt - 1)


@pytest.mark.parametrize("row", ORACLE["endgame_kill_probability_by_attempt"])
def test_the_chance_to_slay_by_attempt_is_the_enumerated_one(row: dict[str, object]) -> None:
    names = ("love", "weariness", "fear", "self_loathing")
    chances = RULES.slay_chances(Scores(**{name: row[name] for name in names}), 6)
    assert [round(chance, 6) for chance in chances] == [
        Fraction(str(chance)) for chance in row["attempts_1_to_6"]
    ]


def test_four_struggles_were_looked_at() -> None:
    assert len(ORACLE["endgame_kill_probability_by_attempt"]) == 4


def test_the_long_struggle_is_as_published() -> None:
    chances = RULES.slay_chances(Scores(fear=4, love=5, self_loathing=2), 6)
    printed = ["0.2969", "0.1278", "0.0517", "0.0172", "0.0041", "0.0015"]
    assert [round(chance, 4) for chance in chances] == [Fraction(text) for text in printed]
    assert round(sum(chances), 4) == Fraction("0.4993")


@pytest.mark.parametrize(("love", "weary", "fear", "loathing"), [(3, 0, 2, 1), (2, 1, 3, 0), (0, 2, 1, 0)])
def test_the_chance_to_slay_is_what_counting_every_roll_gives(
    love: int, weary: int, fear: int, loathing: int
) -> None:
    chances = RULES.slay_chances(Scores(fear, 3, love, loathing, weary), 4)
    assert chances == tuple(slain_at(love, weary, fear, loathing, attempt) for attempt in range(1, 5))


def test_help_and_bonus_dice_count_in_every_attempt() -> None:
    scores = Scores(fear=4, love=5, self_loathing=2)
    first, second = RULES.slay_chances(scores, 2, bonus="sincerity", aid=2, against_aid=1)
    strong, weak = RULES.contest(7, 7, 8), RULES.contest(6, 7, 8)
    assert first == strong.chances[0]
    assert second == strong.chances[1] * strong.chances[0] + strong.chances[2] * weak.chances[0]
    assert RULES.slay_chances(scores, 1, against_bonus=6) == (RULES.contest(5, 6, 0, 6).chances[0],)
    assert RULES.slay_chances(scores, 0) == ()


def test_no_attempt_is_hopeless_and_all_together_stay_below_certainty() -> None:
    for scores in CORNERS:
        chances = RULES.slay_chances(scores, 5)
        assert all(chance > 0 for chance in chances) or scores.fear + scores.self_loathing > 9
        assert 0 < sum(chances) < 1


def test_what_a_failed_struggle_costs_can_be_changed() -> None:
    free = MyLifeWithMaster({"MLWM-END": {"lose": {}}})
    first, second = free.slay_chances(Scores(fear=4, love=5, self_loathing=2), 2)
    assert second == (1 - first) * first


def horror_at(scores: Scores, act: int) -> Fraction:
    """Villainy until the Horror: each success adds Self-Loathing, until there is no room for it."""
    win, _, _ = win_tie_lose(max(1, scores.fear + scores.self_loathing), max(1, scores.reason))
    full = scores.self_loathing + 1 > scores.love + scores.reason
    if act == 1:
        return win if full else Fraction(0)
    stay = horror_at(scores, act - 1)
    return (1 - win) * stay + (
        0 if full else win * horror_at(scores.changed([("self_loathing", 1)]), act - 1)
    )


@pytest.mark.parametrize("scores", [Scores(2, 2, 1, 2), Scores(1, 3, 0, 3), Scores(3, 1, 0, 0)])
def test_the_chance_of_the_horror_is_what_counting_every_roll_gives(scores: Scores) -> None:
    chances = RULES.horror_chances("MLWM-VIL", scores, 4)
    assert chances == tuple(horror_at(scores, act) for act in range(1, 5))


def test_the_price_of_love_is_as_published() -> None:
    start = Scores(fear=3, reason=2, self_loathing=2, weariness=1)
    assert RULES.self_loathing_at_trigger(start).mean() == Fraction(9, 2)
    assert round(RULES.self_loathing_at_trigger(start, bonus="intimacy").mean(), 1) == Fraction(23, 10)
    armed = Scores(fear=1, love=3, weariness=1, self_loathing=4)
    assert RULES.self_loathing_at_trigger(armed).outcomes() == (4,)


def price_by_hand(scores: Scores) -> Counter[int]:
    """Self-Loathing at the trigger with its chance: ties change nothing, so only decided rolls count."""
    if scores.love > scores.fear + scores.weariness:
        return Counter({scores.self_loathing: Fraction(1)})
    win, _, lose = win_tie_lose(
        max(1, scores.reason - scores.self_loathing), max(1, scores.fear - scores.reason)
    )
    loved = scores.changed([("love", 1)])
    horror = scores.self_loathing + 1 > loved.love + scores.reason
    hated = loved if horror else loved.changed([("self_loathing", 1)])
    total: Counter[int] = Counter()
    for share, after in ((win / (win + lose), loved), (lose / (win + lose), hated)):
        for outcome, chance in price_by_hand(after).items():
            total[outcome] += share * chance
    return total


@pytest.mark.parametrize("scores", [Scores(3, 2, 0, 2, 1), Scores(4, 2, 1, 0, 1), Scores(1, 1, 0, 3, 2)])
def test_the_price_of_love_is_what_counting_every_roll_gives(scores: Scores) -> None:
    price = RULES.self_loathing_at_trigger(scores)
    assert {outcome: price.chance(outcome) for outcome in price.outcomes()} == price_by_hand(scores)


@pytest.mark.parametrize(
    "house",
    [
        {"MLWM-OVR": {"win": {}, "lose": {}}},
        {"MLWM-DICE-4": 0, "npc_floor": 0, "MLWM-OVR": {"you": "0", "they": "0"}},
    ],
    ids=["no Love", "every overture ties"],
)
def test_love_that_never_grows_is_a_problem_and_no_endless_search(house: dict[str, object]) -> None:
    with pytest.raises(HandbillError) as caught:
        MyLifeWithMaster(house).self_loathing_at_trigger(Scores(fear=1))
    assert [problem.code for problem in caught.value.problems] == ["endless"]


def test_the_steps_of_the_endgame_lead_round_until_the_master_is_slain() -> None:
    step, walked = "MLWM-END-1", []
    for _ in range(8):
        walked.append(int(step.removeprefix("MLWM-END-")))
        step = RULES.next_step(step)
    assert walked == [1, 2, 3, 4, 5, 2, 3, 4]
    assert {RULES.next_step(step, "win") for step in ("MLWM-END-3", "MLWM-END-5")} == {"MLWM-EPILOGUES"}
    assert RULES.next_step("MLWM-END-3", "tie") == "MLWM-END-4"


def test_fear_counts_in_every_step_but_the_danger() -> None:
    counts = {row.id: row.formula("fear").value(fear=5) for row in RULES.chart("MLWM-ENDGAME")}
    assert counts == {f"MLWM-END-{step}": 0 if step == 2 else 5 for step in range(1, 6)}
    struggles = [row.id for row in RULES.chart("MLWM-ENDGAME") if row["rolls"] == ("MLWM-END",)]
    assert struggles == ["MLWM-END-3", "MLWM-END-5"]
    scores = Scores(5, 3, 2, 1, 1)
    assert RULES.odds("MLWM-VIO", scores, fearless=True) == RULES.contest(1, 4)
    assert RULES.odds("MLWM-CMD", scores, fearless=True) == RULES.contest(1, 1)


@pytest.mark.parametrize("row", ORACLE["epilogue_cases"])
def test_a_minion_ends_as_the_facts_say(row: dict[str, object]) -> None:
    scores = Scores(reason=row["R"], love=row["L"], self_loathing=row["S"], weariness=row["W"])
    assert numbers(RULES.epilogues(scores)) == row["conditions"]


def test_the_census_of_epilogues_is_the_counted_one() -> None:
    expected, census = ORACLE["epilogue_census_0to6"], RULES.epilogue_census(6)
    assert sum(states for _, states in census) == expected["total"]
    by_set = {",".join(str(number) for number in numbers(fates)): states for fates, states in census}
    assert by_set == expected["by_set"]
    by_number: Counter[str] = Counter()
    for fates, states in census:
        by_number[str(len(fates))] += states
    assert by_number == expected["by_number_of_conditions"]
    assert set(by_set) == set("2 4 6 1,2 1,4 1,6 2,3 3,4 3,6 2,5 4,5 5,6 1,2,5 2,3,5".split())
    assert len(ORACLE["epilogue_cases"]) == 8


def test_the_epilogues_are_the_written_ones() -> None:
    for love, reason, loathing, weary in product(range(5), repeat=4):
        holds = [
            weary > reason + loathing,
            loathing + weary > love + reason,
            loathing > weary + reason,
            love + reason > loathing + weary,
            love == 0,
            loathing + weary == love + reason,
        ]
        scores = Scores(9, reason, love, loathing, weary)
        assert numbers(RULES.epilogues(scores)) == [n for n, true in enumerate(holds, 1) if true]


def test_what_is_provable_about_epilogues_holds_and_can_be_broken() -> None:
    assert RULES.always_one_fate(4) and RULES.never_both(4)
    broken = MyLifeWithMaster(
        {"MLWM-EPI-6": {"condition": "love > 99"}, "MLWM-EPI-3": {"condition": "love >= 0"}}
    )
    assert not broken.always_one_fate(4) and not broken.never_both(4)


def test_margins_are_the_plain_differences() -> None:
    for scores in CORNERS:
        assert RULES.endgame_margin(scores) == scores.love - (scores.fear + scores.weariness)
        assert RULES.horror_room(scores) == scores.love + scores.reason - scores.self_loathing
        assert RULES.capture_room(scores) == scores.reason - scores.weariness


@pytest.mark.parametrize(
    "written", ["love > fear + weariness", "love >= fear", "fear < love", "fear + 1 <= love"]
)
def test_a_margin_follows_its_condition_however_it_compares(written: str) -> None:
    rules = MyLifeWithMaster({"MLWM-CMD-3": written})
    for scores in CORNERS:
        holds = rules.formula("MLWM-CMD-3").holds(**scores.as_names())
        assert (rules.endgame_margin(scores) > 0) is holds
        assert (rules.room_formula("MLWM-CMD-3").value(**scores.as_names()) < 0) is holds


def test_a_condition_without_one_limit_has_no_margin() -> None:
    with pytest.raises(HandbillError) as caught:
        MyLifeWithMaster({"MLWM-CAP-1": "weariness > reason and fear > 0"})
    assert [problem.code for problem in caught.value.problems] == ["no-margin"]


DERIVED = {
    "resist": "max(1, love - weariness)",
    "resist_against": "max(1, fear + self_loathing)",
    "overture": "max(1, reason + innocents - self_loathing)",
    "overture_against": "max(1, fear - (reason + innocents))",
    "violence": "max(1, fear + self_loathing)",
    "violence_against": "max(1, reason + innocents + weariness)",
    "villainy": "max(1, fear + self_loathing)",
    "villainy_against": "max(1, reason + innocents)",
    "struggle": "max(1, love - weariness)",
    "struggle_against": "max(1, fear + self_loathing)",
    "aid": "max(0, love - weariness)",
    "endgame_margin": "love - (fear + weariness)",
    "horror_room": "love + reason - self_loathing",
    "capture_room": "reason - weariness",
    "epilogue_1": "weariness > reason + self_loathing",
    "epilogue_2": "self_loathing + weariness > love + reason",
    "epilogue_3": "self_loathing > weariness + reason",
    "epilogue_4": "love + reason > self_loathing + weariness",
    "epilogue_5": "love == 0",
    "epilogue_6": "self_loathing + weariness == love + reason",
}


def test_a_sheet_computes_by_the_formulas_of_the_rules() -> None:
    computed = {row.key: RULES.derived(row.key).text for row in RULES.chart("MLWM-DERIVED")}
    assert computed == DERIVED
    assert RULES.derived("overture_against").printed(RULES.labels) == (
        "Fear − (Reason + Innocents), at least 1"
    )


def test_a_sheet_follows_the_house() -> None:
    rules = MyLifeWithMaster(
        {"MLWM-CMD": {"you": "love"}, "npc_floor": 0, "MLWM-INN-1": "reason + 2 * innocents", "aid_floor": 1}
    )
    assert rules.derived("resist").text == "max(1, love)"
    assert rules.derived("villainy_against").text == "max(0, reason + 2 * innocents)"
    assert rules.derived("aid").text == "max(1, love - weariness)"
    assert rules.derived("struggle").text == DERIVED["struggle"]
