"""My Life with Master: pools, bonus dice and contests, against enumeration and counting by hand."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from generator.dice.distribution import Distribution
from generator.problems import HandbillError
from generator.rules.mlwm import RULES as MyLifeWithMaster

ORACLE = json.loads(Path(__file__).with_name("oracle").joinpath("mlwm.json").read_text(encoding="utf-8"))
RULES = MyLifeWithMaster()
BONUS = {"intimacy": 4, "desperation": 6, "sincerity": 8}


def six_places(exact: Fraction) -> Fraction:
    return round(exact, 6)


def written(decimal: float) -> Fraction:
    return Fraction(str(decimal))


def pool_named(name: str) -> Distribution:
    """The pool that a player writes as ``3d4+d6``."""
    dice, _, bonus = name.partition("d4")
    return RULES.pool(int(dice), int(bonus.removeprefix("+d") or 0))


def rolls(dice: int, bonus: int) -> list[int]:
    """Every way to roll, as a person adds it up: fours go, the bonus die stays."""
    made = []
    for faces in product(range(1, 5), repeat=dice):
        survivors = sum(face for face in faces if face != 4)
        made += [survivors + face for face in range(1, bonus + 1)] if bonus else [survivors]
    return made


@pytest.mark.parametrize("name", ORACLE["pool_distribution"])
def test_a_pool_is_the_enumeration_of_its_dice(name: str) -> None:
    expected, pool = ORACLE["pool_distribution"][name], pool_named(name)
    assert pool.total == expected["total_outcomes"]
    assert {str(outcome): weight for outcome, weight in pool.items()} == expected["counts"]
    assert pool.mean() == Fraction(expected["mean"])
    assert pool.variance() == Fraction(expected["variance"])


def test_every_key_of_the_facts_has_a_test() -> None:
    assert set(ORACLE) == {
        "game", "method", "conventions", "pool_distribution", "versus", "states", "transitions",
        "epilogue_census_0to6", "epilogue_cases", "endgame_kill_probability_by_attempt", "hand_checkable",
    }  # fmt: skip
    assert [len(ORACLE[key]) for key in ("pool_distribution", "versus", "hand_checkable")] == [24, 134, 26]


def test_the_facts_keep_the_conventions_of_the_rules() -> None:
    conventions = ORACLE["conventions"]
    assert conventions["min_pool"] == RULES.number("MLWM-DICE-4") == RULES.option("npc_floor")
    assert conventions["tie"] == "interrupted"
    assert conventions["pool_die"] == "d4, faces 1,2,3 count, 4 counts 0"
    assert RULES.pool_die() == Distribution.from_counts({0: 1, 1: 1, 2: 1, 3: 1})
    assert conventions["bonus_die"] == "read as shown, 4 included"
    assert RULES.pool(0, 4) == Distribution.from_counts({1: 1, 2: 1, 3: 1, 4: 1})


@pytest.mark.parametrize("row", ORACLE["versus"], ids=lambda row: "{n}+{bonus_n}v{m}+{bonus_m}".format(**row))
def test_a_contest_has_the_enumerated_odds(row: dict[str, object]) -> None:
    odds = RULES.contest(row["n"], row["m"], row["bonus_n"], row["bonus_m"])
    assert odds.chances == tuple(Fraction(str(row[key])) for key in ("win", "tie", "lose"))
    assert six_places(odds.chances[0]) == written(row["win_f"])


@pytest.mark.parametrize("row", ORACLE["hand_checkable"], ids=lambda row: row["fact"])
def test_what_a_person_can_count_by_hand_is_so(row: dict[str, str]) -> None:
    fact, value = row["fact"], Fraction(row["value"])
    contest = re.match(r"(\d+)(?:\+d(\d))? vs (\d+)(?:\+d(\d))?: (win|tie|lose)", fact)
    if contest:
        dice, bonus, against, against_bonus, outcome = contest.groups()
        odds = RULES.contest(int(dice), int(against), int(bonus or 0), int(against_bonus or 0))
        assert odds.chances[("win", "tie", "lose").index(outcome)] == value
        return
    computed = {
        "P(3d4 pool totals 0) = all fours": RULES.pool(3).chance(0),
        "P(6d4 pool totals 0)": RULES.pool(6).chance(0),
        "mean of one pool die": RULES.pool(1).mean(),
        "variance of one pool die": RULES.pool(1).variance(),
        "mean d8 bonus": RULES.pool(0, "sincerity").mean(),
    }
    assert computed[fact] == value


@pytest.mark.parametrize(
    ("dice", "bonus", "against", "against_bonus"),
    [*product(range(4), (0, 4, 6, 8), range(4), (0,)), *product(range(4), (0,), range(4), (4, 6, 8))],
)
def test_a_contest_is_what_counting_every_pair_of_rolls_gives(
    dice: int, bonus: int, against: int, against_bonus: int
) -> None:
    pairs = list(product(rolls(dice, bonus), rolls(against, against_bonus)))
    odds = RULES.contest(dice, against, bonus, against_bonus)
    assert odds.win * len(pairs) == sum(us > them for us, them in pairs) * odds.total
    assert odds.tie * len(pairs) == sum(us == them for us, them in pairs) * odds.total
    assert odds.lose * len(pairs) == sum(us < them for us, them in pairs) * odds.total


@pytest.mark.parametrize("dice", range(7))
@pytest.mark.parametrize("sides", [0, 4, 6, 8])
def test_mean_and_variance_of_a_pool_follow_the_short_formulas(dice: int, sides: int) -> None:
    pool = RULES.pool(dice, sides)
    bonus_mean, bonus_variance = (Fraction(sides + 1, 2), Fraction(sides**2 - 1, 12)) if sides else (0, 0)
    assert pool.mean() == Fraction(3, 2) * dice + bonus_mean
    assert pool.variance() == Fraction(5, 4) * dice + bonus_variance
    if not sides:
        assert pool.chance(0) == Fraction(1, 4**dice)


@pytest.mark.parametrize(("dice", "against"), list(product(range(1, 9), repeat=2)))
def test_one_side_wins_as_often_as_the_other_loses(dice: int, against: int) -> None:
    assert RULES.contest(dice, against) == RULES.contest(against, dice).flipped()


@pytest.mark.parametrize(("name", "sides"), BONUS.items())
def test_a_bonus_die_goes_by_name_or_by_sides(name: str, sides: int) -> None:
    assert RULES.pool(2, name).weights == RULES.pool(2, sides).weights


def test_the_printed_worth_of_a_bonus_die_is_so() -> None:
    wins = [RULES.contest(1, 1, bonus).chances[0] for bonus in (0, *BONUS)]
    assert wins == [Fraction(3, 8), Fraction(27, 32), Fraction(43, 48), Fraction(59, 64)]
    factor = RULES.contest(2, 6, 8).chances[0] / RULES.contest(2, 6).chances[0]
    assert round(factor, 1) == Fraction(167, 10)


def test_an_unknown_bonus_die_is_a_problem_with_a_hint() -> None:
    with pytest.raises(HandbillError) as caught:
        RULES.pool(1, "sincerty")
    assert [(problem.code, problem.hint) for problem in caught.value.problems] == [
        ("bonus-die", "did you mean 'sincerity'?")
    ]


@pytest.mark.parametrize(("bonus", "against_bonus"), list(product([0, 4, 6, 8], repeat=2)))
def test_at_most_one_bonus_die_is_rolled_and_the_higher_one_cancels(bonus: int, against_bonus: int) -> None:
    ours, theirs = RULES.kept_bonus(bonus, against_bonus)
    assert not (ours and theirs)
    assert max(ours, theirs) == max(bonus, against_bonus)
    assert RULES.contest(2, 3, bonus, against_bonus) == RULES.pool(2, ours).versus(RULES.pool(3, theirs))


EQUAL = {
    ("first", "you", "NPC"): (6, 0),
    ("first", "they", "NPC"): (0, 6),
    ("first", "they", "minion"): (0, 6),
    ("minion", "you", "NPC"): (6, 0),
    ("minion", "they", "Master"): (6, 0),
    ("minion", "they", "connection"): (6, 0),
    ("minion", "you", "minion"): (0, 0),
    ("none", "you", "NPC"): (0, 0),
    ("both", "they", "NPC"): (6, 6),
}


@pytest.mark.parametrize(("case", "kept"), EQUAL.items(), ids=lambda value: str(value))
def test_equal_bonus_dice_follow_the_chosen_reading(
    case: tuple[str, str, str], kept: tuple[int, int]
) -> None:
    choice, first, against = case
    rules = MyLifeWithMaster({"bonus_tie": choice})
    assert rules.kept_bonus("desperation", 6, first=first, against=against) == kept
    expected = rules.pool(3, kept[0]).versus(rules.pool(2, kept[1]))
    assert rules.contest(3, 2, 6, 6, first=first, against=against) == expected
    assert rules.kept_bonus(4, 6, first=first, against=against) == (0, 6), "unequal dice need no reading"


def test_every_reading_of_equal_bonus_dice_was_tried() -> None:
    assert {choice for choice, _, _ in EQUAL} == set(RULES.rule("MLWM-AMB-3").choices)


def test_the_number_of_bonus_dice_in_a_conflict_can_be_changed() -> None:
    assert MyLifeWithMaster({"MLWM-BONUS-1": 2}).kept_bonus(4, 8) == (4, 8)
    assert MyLifeWithMaster({"MLWM-BONUS-1": 0}).kept_bonus(4, 8) == (0, 0)


def test_only_the_master_never_earns_sincerity() -> None:
    refused = {
        (side, name)
        for side, name in product(("minion", "Master", "connection", "NPC"), BONUS)
        if not RULES.may_earn(side, name)
    }
    assert refused == {("Master", "sincerity")}
    assert not RULES.may_earn("Master", 8)


@pytest.mark.parametrize(
    ("against", "chance"), list(product(range(1, 9), (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))))
)
def test_the_fewest_dice_that_do_are_enough_and_one_less_is_not(against: int, chance: Fraction) -> None:
    dice = RULES.dice_to_beat(against, chance)
    assert RULES.contest(dice, against).chances[0] >= chance
    assert dice == 0 or RULES.contest(dice - 1, against).chances[0] < chance


def test_no_number_of_dice_makes_a_win_certain() -> None:
    with pytest.raises(ValueError, match="not including, 1"):
        RULES.dice_to_beat(3, Fraction(1))
