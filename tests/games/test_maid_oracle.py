"""Every value in oracle/maid.json, which was made by listing every face of every die."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from generator.rules import load
from generator.rules.maid import Maid

ORACLE = json.loads((Path(__file__).parent / "oracle" / "maid.json").read_text(encoding="utf-8"))
TEXTS = {"game", "method", "conventions"}
RULES = load("maid")
assert isinstance(RULES, Maid)
PARTS = ("apron", "blouse", "skirt", "stockings", "undergarments", "headdress")


def walk(key: str) -> Any:
    """The oracle's rows under a key, of which there must be some."""
    assert ORACLE[key]
    return ORACLE[key]


def test_chances_at_a_target_match_in_both_readings() -> None:
    rows = walk("single")
    assert len(rows) == 196
    for row in rows:
        args = (row["stat"], row["tn"], row["pen"])
        assert RULES.chance(*args, reading="meets") == Fraction(row["p_meets"]), row
        assert RULES.chance(*args, reading="beats") == Fraction(row["p_beats"]), row
        assert RULES.chance(*args) == Fraction(row["p_beats"]), row


def test_results_match_in_range_and_mean() -> None:
    for row in walk("result_range"):
        result = RULES.result(row["stat"], row["pen"])
        assert (result.lowest, result.highest, result.mean()) == (
            row["min"],
            row["max"],
            Fraction(row["mean"]),
        ), row


def test_boosts_match() -> None:
    for row in walk("boost"):
        boost = RULES.boost_at(row["stat"], row["tn"], reading="meets")
        assert boost.plain == Fraction(row["none"]), row
        assert boost.die == Fraction(row["die+1"]), row
        assert boost.attribute == Fraction(row["stat+1"]), row


def test_contests_match_in_odds_and_in_every_amount_of_stress() -> None:
    rows = walk("opposed")
    assert len(rows) == 102
    for row in rows:
        contest = RULES.opposed(row["a"], row["b"], row["pen_a"], row["pen_b"])
        assert contest.odds.chances == tuple(Fraction(row[key]) for key in ("win", "tie", "lose")), row
        assert contest.taken.mean() == Fraction(row["E_stress_a"]), row
        assert contest.dealt.mean() == Fraction(row["E_stress_b"]), row
        # The oracle counts only the ways in which that side lost, of 36.
        for counts, stress, lost in (
            (row["stress_a_counts"], contest.taken, contest.odds.lose),
            (row["stress_b_counts"], contest.dealt, contest.odds.win),
        ):
            assert stress.total == 36
            ways = {int(amount): count for amount, count in counts.items()}
            ways[0] = ways.get(0, 0) + 36 - lost
            assert dict(stress.items()) == {amount: count for amount, count in ways.items() if count}, row


def test_groups_match() -> None:
    for row in walk("team"):
        team = tuple(row["team"])
        contest = RULES.together(team, row["opponent"], team.index(row["victim_stat"]))
        assert contest.odds.chances == tuple(Fraction(row[key]) for key in ("win", "tie", "lose")), row
        assert contest.taken.mean() == Fraction(row["E_stress_victim"]), row
        assert contest.dealt.mean() == Fraction(row["E_stress_opponent"]), row


def test_favor_matches() -> None:
    favor = walk("favor")
    assert set(favor) == {"start", "raise_cost", "lower_gain", "d6_cost_mean", "round_trip_loss"}
    for affection, start in favor["start"].items():
        assert RULES.starting_favor(affection=int(affection)) == start
    for step, cost in favor["raise_cost"].items():
        old, new = map(int, step.split("->"))
        assert RULES.cost_to_raise(old) == RULES.cost_to_raise(old, new) == cost
    for step, gain in favor["lower_gain"].items():
        old, new = map(int, step.split("->"))
        assert RULES.gain_of_lowering(old) == RULES.gain_of_lowering(old, new) == gain
    for steps, loss in favor["round_trip_loss"].items():
        low, high, back = map(int, steps.split("->"))
        assert RULES.cost_to_raise(low, high) - RULES.gain_of_lowering(high, back) == loss
    for use in ("MAID-FAV-3", "MAID-FAV-4"):
        assert RULES.die_cost(use).mean() == Fraction(favor["d6_cost_mean"])


def test_spirit_matches() -> None:
    for will, spirit in walk("spirit").items():
        assert RULES.spirit(will=int(will)) == spirit


def test_the_penalty_of_the_uniform_matches() -> None:
    for row in walk("uniform"):
        penalty = RULES.penalty(
            *row["damaged"], one_piece=row["one_piece"], undergarments=not row["no_undergarments"]
        )
        assert penalty == row["penalty"], row


def census(one_piece: bool) -> dict[str, int]:
    """In how many sets of lost garments each penalty comes out; a one-piece is lost as one garment."""
    garments = [part for part in PARTS if not (one_piece and part == "skirt")]
    counts: dict[str, int] = {}
    for lost in product((False, True), repeat=len(garments)):
        parts = [part for part, is_lost in zip(garments, lost, strict=True) if is_lost]
        penalty = str(RULES.penalty(*parts, one_piece=one_piece))
        counts[penalty] = counts.get(penalty, 0) + 1
    return counts


def test_all_sets_of_lost_garments_match() -> None:
    assert census(one_piece=False) == walk("uniform_census_two_piece")
    assert census(one_piece=True) == walk("uniform_census_one_piece")


def test_starting_attributes_match() -> None:
    start = RULES.starting_attribute()
    chances = {int(value): Fraction(chance) for value, chance in walk("chargen_floor_2d6_over_3").items()}
    assert {value: start.chance(value) for value in start.outcomes()} == chances
    assert start.mean() == Fraction(walk("chargen_mean"))


def test_the_stress_of_a_rolled_contest_matches() -> None:
    for row in walk("stress_examples"):
        result = (row["winner_die"] - row["pen"]) * row["winner_stat"]
        assert result == row["winner_result"]
        assert RULES.result(row["winner_stat"], row["pen"]).chance(result) > 0, row
        assert RULES.stress(result, row["loser_stat"]) == row["stress"], row


def test_explosions_match() -> None:
    for row in walk("explosion"):
        explosion = RULES.explosion(row["stress"], will=row["will"])
        found = (explosion.spirit, explosion.explodes, explosion.minutes)
        assert found == (row["spirit"], row["explodes"], row["minutes"]), row


def side(contest: Any, what: str) -> Fraction:
    """One of the numbers that a fact about a contest names."""
    numbers = {
        "win": contest.odds.chances[0],
        "tie": contest.odds.chances[1],
        "E stress to A": contest.taken.mean(),
        "E stress to B": contest.dealt.mean(),
    }
    return Fraction(numbers[what])


NUMBERS: dict[str, Callable[..., Any]] = {
    r"stat (\d) range": lambda a: [RULES.result(int(a)).lowest, RULES.result(int(a)).highest],
    r"raise (\d)->(\d) costs": lambda old, new: RULES.cost_to_raise(int(old), int(new)),
    r"lower (\d)->(\d) gives": lambda old, new: RULES.gain_of_lowering(int(old), int(new)),
    r"stat (\d) (meets|beats) TN (\d+)(?: with -(\d))?": lambda a, reading, tn, penalty: RULES.chance(
        int(a), int(tn), int(penalty or 0), reading=reading
    ),
    r"stat (\d) mean with -(\d) penalty \(floor 0\)": lambda a, penalty: RULES.result(
        int(a), int(penalty)
    ).mean(),
    r"(\d)(?: \(pen (\d)\))? vs (\d): (.+)": lambda a, penalty, b, what: side(
        RULES.opposed(int(a), int(b), int(penalty or 0)), what
    ),
    r"(\d)\+(\d) team vs (\d): (.+)": lambda a, b, against, what: side(
        RULES.together((int(a), int(b)), int(against)), what
    ),
    r"die\+1 on stat (\d) TN (\d+)": lambda a, tn: RULES.boost_at(int(a), int(tn), reading="meets").die,
    r"stat\+1 on stat (\d) TN (\d+)": lambda a, tn: (
        RULES.boost_at(int(a), int(tn), reading="meets").attribute
    ),
    r"all six uniform parts, (two|one)-piece": lambda pieces: RULES.penalty(
        *PARTS, one_piece=pieces == "one"
    ),
}


@pytest.mark.parametrize("row", walk("hand_checkable"), ids=lambda row: row["fact"])
def test_a_fact_that_can_be_checked_by_hand_holds(row: dict[str, Any]) -> None:
    matches = [
        (match, number) for text, number in NUMBERS.items() if (match := re.fullmatch(text, row["fact"]))
    ]
    assert len(matches) == 1, "no single pattern reads this fact"
    match, number = matches[0]
    wanted = row["value"]
    assert number(*match.groups()) == (Fraction(wanted) if isinstance(wanted, str) else wanted)


def test_no_part_of_the_oracle_is_left_out() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    walked = set(re.findall(r'walk\("(\w+)"\)', text))
    assert walked == set(ORACLE) - TEXTS
    assert ORACLE["conventions"] == {
        "die": "1d6, floor 0 after uniform penalty",
        "tie": "no stress to either side",
        "stress": "floor(winner full result / max(1, loser stat))",
        "tn": "tables give both 'meets' (>=) and 'beats' (>)",
    }
