"""The Shadow of Yesterday: every chance against the listed facts, and against rolls listed one by one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from generator.dice.contests import Odds
from generator.dice.distribution import Distribution
from generator.problems import HandbillError
from generator.rules import load
from generator.rules.tsoy import Attempt, ShadowOfYesterday, Step

ORACLE = json.loads(Path(__file__).with_name("oracle").joinpath("tsoy.json").read_text(encoding="utf-8"))
FACES = (-1, 0, 1)


def tsoy(overrides: dict[str, object] | None = None) -> ShadowOfYesterday:
    rules = load("tsoy", overrides)
    assert isinstance(rules, ShadowOfYesterday)
    return rules


RULES = tsoy()


def as_chances(made: Distribution) -> dict[str, Fraction]:
    return {str(outcome): made.chance(outcome) for outcome in made.outcomes()}


def as_fractions(given: dict[str, str]) -> dict[str, Fraction]:
    return {outcome: Fraction(chance) for outcome, chance in given.items()}


def dice(net: int) -> dict[str, int]:
    return {"bonus": max(0, net), "penalty": max(0, -net)}


# As a person reads the rule


def removed(shown: Sequence[int], net: int) -> list[int]:
    """Take dice away one by one: pluses first for penalty dice, minuses first for bonus dice."""
    left = list(shown)
    order = (1, 0, -1) if net < 0 else (-1, 0, 1)
    for _ in range(abs(net)):
        left.remove(next(face for face in order if face in left))
    return left


def listed_rolls(net: int) -> Iterator[int]:
    return (sum(removed(shown, net)) for shown in product(FACES, repeat=3 + abs(net)))


def listed_levels(rank: int, net: int = 0) -> dict[int, Fraction]:
    rolls = list(listed_rolls(net))
    counts = Counter(max(0, rank + roll) for roll in rolls)
    return {level: Fraction(ways, len(rolls)) for level, ways in counts.items()}


# The listed facts


def test_the_oracle_is_walked_whole() -> None:
    assert sorted(ORACLE) == sorted(
        [
            *("game", "method", "conventions"),
            *("roll", "sl", "resisted", "gear_cases", "harm_distribution", "group_example", "hand_checkable"),
            *("harm_mark_cases", "shake_cases", "heal_cases", "tela_vs_gael"),
        ]
    )


def test_the_conventions_are_the_declared_ones() -> None:
    check = RULES.row("TSOY-CHK-1")
    conventions = ORACLE["conventions"]
    assert list(check["faces"]) == conventions["faces"]  # type: ignore[call-overload]
    assert check.number("dice") == conventions["base_dice"]
    assert check.formula("level").text == conventions["sl"]


@pytest.mark.parametrize("net", [int(net) for net in ORACLE["roll"]])
def test_a_roll_is_the_best_or_the_worst_of_its_dice(net: int) -> None:
    row, roll = ORACLE["roll"][str(net)], RULES.roll(net)
    assert {str(face): ways for face, ways in roll.items()} == row["counts"]
    assert roll.total == row["outcomes"]
    assert roll.mean() == Fraction(row["mean"])
    if abs(net) <= 4:
        assert dict(roll.items()) == Counter(listed_rolls(net))


@pytest.mark.parametrize("row", ORACLE["sl"], ids=lambda row: f"{row['rank']}{row['net']:+}")
def test_a_check_reaches_each_success_level_as_listed(row: dict[str, Any]) -> None:
    levels = RULES.check(row["rank"], **dice(row["net"]))
    assert levels.total == row["outcomes"]
    assert dict(levels.items()) == {int(sl): ways for sl, ways in row["counts"].items() if ways}
    assert RULES.success(row["rank"], **dice(row["net"])) == Fraction(row["p_success"])
    assert RULES.transcendence(row["rank"], **dice(row["net"])) == Fraction(row["p_transcend"])
    assert levels.mean() == Fraction(row["mean_sl"])


@pytest.mark.parametrize("row", ORACLE["resisted"], ids=lambda row: f"{row['a']}-{row['b']}")
def test_a_resisted_check_goes_as_listed_and_harms_as_listed(row: dict[str, Any]) -> None:
    (rank, net), (against, against_net) = row["a"], row["b"]
    extra = {f"against_{name}": count for name, count in dice(against_net).items()}
    odds = RULES.resisted(rank, against, **dice(net), **extra)
    assert odds.chances == (Fraction(row["win"]), Fraction(row["tie"]), Fraction(row["lose"]))
    assert odds.chances[0] == Fraction(row["instigator_wins"])
    assert odds.chances[1] + odds.chances[2] == Fraction(row["defender_wins_incl_tie"])
    to_b = as_chances(RULES.harm(rank, against, **dice(net), **extra))
    mirrored = {f"against_{name}": count for name, count in dice(net).items()}
    to_a = as_chances(RULES.harm(against, rank, **dice(against_net), **mirrored))
    assert {h: c for h, c in to_b.items() if h != "0"} == as_fractions(row["harm_to_b_if_perpendicular"])
    assert {h: c for h, c in to_a.items() if h != "0"} == as_fractions(row["harm_to_a_if_perpendicular"])


@pytest.mark.parametrize("row", ORACLE["gear_cases"])
def test_gear_changes_harm_as_listed(row: dict[str, int]) -> None:
    assert RULES.geared(row["margin"], row["weapon"], row["armor"]) == row["harm"]


@pytest.mark.parametrize("row", ORACLE["harm_distribution"])
def test_harm_with_weapon_and_armour_is_as_listed(row: dict[str, Any]) -> None:
    made = RULES.harm(row["a"], row["b"], weapon=row["weapon_a"], armour=row["armor_b"])
    assert as_chances(made) == as_fractions(row["harm_to_b"])


def test_the_group_at_the_stuck_door_is_as_listed() -> None:
    facts = ORACLE["group_example"]
    group = RULES.group(tuple(facts["ranks"]))
    assert as_chances(group) == as_fractions(facts["final_sl"])
    assert group.chance(0) == Fraction(facts["p_final_failure"])
    assert round(group.chance(0), 6) == Fraction(str(facts["p_final_failure_f"]))
    assert RULES.check(0, bonus=3).chance(0) == Fraction(facts["p_mike_fails_given_3_bonus"])
    assert RULES.check(2).chance(0) == Fraction(facts["p_wolfsnarl_alone_fails"])


FACTS = {
    "3dF = -2": lambda: RULES.roll().chance(-2),
    "3dF = 1": lambda: RULES.roll().chance(1),
    "3dF = 3": lambda: RULES.roll().chance(3),
    "+1 bonus: roll = 3": lambda: RULES.roll(1).chance(3),
    "+1 bonus: roll = 2": lambda: RULES.roll(1).chance(2),
    "+1 bonus: roll = 0": lambda: RULES.roll(1).chance(0),
    "+1 penalty: roll = 3": lambda: RULES.roll(-1).chance(3),
    "mean roll with +1 bonus": lambda: RULES.roll(1).mean(),
    "Unskilled success (SL>=1)": lambda: RULES.success(0),
    "Adept success": lambda: RULES.success(2),
    "Master success": lambda: RULES.success(3),
    "Grand Master success": lambda: RULES.success(4),
    "Grand Master transcends, no bonus": lambda: RULES.transcendence(4),
    "Grand Master transcends, +1 bonus": lambda: RULES.transcendence(4, 1),
    "Grand Master transcends, +3 bonus": lambda: RULES.transcendence(4, 3),
    "Unskilled +1 bonus success": lambda: RULES.success(0, 1),
    "Unskilled beats Grand Master (instigator, strict)": lambda: RULES.resisted(0, 4).chances[0],
    "Unskilled ties Grand Master": lambda: RULES.resisted(0, 4).chances[1],
    "Adept vs Adept: instigator wins": lambda: RULES.resisted(2, 2).chances[0],
    "Adept vs Adept: tie": lambda: RULES.resisted(2, 2).chances[1],
    "Unskilled vs Unskilled: tie (both failures count)": lambda: RULES.resisted(0, 0).chances[1],
    "Unskilled vs Unskilled: instigator wins": lambda: RULES.resisted(0, 0).chances[0],
    "Master vs Adept: instigator wins": lambda: RULES.resisted(3, 2).chances[0],
    "Master vs Adept: tie": lambda: RULES.resisted(3, 2).chances[1],
    "Master vs Master: tie": lambda: RULES.resisted(3, 3).chances[1],
    "Grand Master vs Adept: instigator wins": lambda: RULES.resisted(4, 2).chances[0],
    "Mike rank 0 with three bonus dice fails": lambda: RULES.check(0, 3).chance(0),
    "group 2,1,0 final SL is Failure": lambda: RULES.group((2, 1, 0)).chance(0),
}


def test_every_fact_checked_by_hand_holds() -> None:
    listed = {row["fact"]: Fraction(row["value"]) for row in ORACLE["hand_checkable"]}
    assert len(listed) == 28
    assert {fact: ask() for fact, ask in FACTS.items()} == listed


# Worked examples and limits


def test_a_competent_roll_of_plus_plus_minus_is_good() -> None:
    assert RULES.level(1, sum((1, 1, -1))) == 2


def test_an_unskilled_defender_holds_against_a_grand_master_sometimes() -> None:
    win, _, _ = RULES.resisted(4, 0).chances
    assert 1 - win == Fraction(28, 729)


def test_violet_at_four_beats_lore_at_three() -> None:
    assert RULES.prevails(4, 3)
    assert not RULES.prevails(3, 3)


def test_a_difficulty_is_reached_from_its_own_level_up() -> None:
    assert RULES.success(1, difficulty=3) == RULES.check(1).at_least(3)
    assert not RULES.succeeds(2, 3)


def test_bonus_and_penalty_dice_cancel_one_for_one() -> None:
    assert RULES.check(1, bonus=3, penalty=2) == RULES.check(1, bonus=1)
    assert RULES.net(2, 1) == 1


def test_negative_dice_are_refused() -> None:
    with pytest.raises(HandbillError, match="found -1 bonus and 0 penalty dice"):
        RULES.check(1, bonus=-1)


@pytest.mark.parametrize("net", range(-3, 4))
def test_the_dice_that_stay_are_those_left_by_hand(net: int) -> None:
    for shown in product(FACES, repeat=3 + abs(net)):
        assert sorted(RULES.kept(shown, net)) == sorted(removed(shown, net))


# The pool die after the roll


@pytest.mark.parametrize("bonus", [0, 1, 2])
@pytest.mark.parametrize("rank", [0, 3])
def test_a_late_die_is_one_more_die_and_the_best_again(rank: int, bonus: int) -> None:
    for shown in product(FACES, repeat=3 + bonus):
        levels = Counter(max(0, rank + sum(removed((*shown, face), bonus + 1))) for face in FACES)
        assert RULES.late_die(rank, shown, bonus) == Distribution.from_counts(levels)


def test_a_late_die_for_every_roll_is_as_good_as_an_early_one() -> None:
    levels = Counter[int]()
    for shown in product(FACES, repeat=3):
        levels.update(dict(RULES.late_die(2, shown).items()))
    assert Distribution.from_counts(levels) == RULES.check(2, bonus=1)


def test_cancelled_penalty_dice_do_not_bar_a_late_die() -> None:
    assert RULES.late_die(1, (0, 0, -1), bonus=1, penalty=1) == RULES.late_die(1, (0, 0, -1))


def test_no_late_die_while_a_penalty_die_counts() -> None:
    with pytest.raises(HandbillError, match="a penalty die is uncancelled"):
        RULES.late_die(1, (0, 0, 0, -1), penalty=1)


def test_no_late_die_where_it_is_bought_before() -> None:
    with pytest.raises(HandbillError, match="the pool die comes too late"):
        tsoy({"late_bonus": "before"}).late_die(1, (0, 0, -1))


@pytest.mark.parametrize("shown", [(0, 0), (0, 0, 0, 0), (0, 0, 2)])
def test_a_late_die_wants_the_dice_that_were_rolled(shown: tuple[int, ...]) -> None:
    with pytest.raises(HandbillError, match="the dice shown are"):
        RULES.late_die(1, shown)


# Competitive checks


def listed_competition(ranks: Sequence[int]) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Alone first, sharing the first place, neither; by listing every set of rolls."""
    rolls = [sum(shown) for shown in product(FACES, repeat=3)]
    places: list[Counter[str]] = [Counter() for _ in ranks]
    for rolled in product(rolls, repeat=len(ranks)):
        levels = [max(0, rank + roll) for rank, roll in zip(ranks, rolled, strict=True)]
        best = [index for index, level in enumerate(levels) if level == max(levels) and level >= 1]
        for index, place in enumerate(places):
            place["none" if index not in best else "alone" if len(best) == 1 else "shared"] += 1
    return [
        tuple(Fraction(place[name], place.total()) for name in ("alone", "shared", "none"))  # type: ignore[misc]
        for place in places
    ]


@pytest.mark.parametrize("ranks", [(1,), (2, 1), (0, 0), (3, 1, 0)])
def test_victory_among_several_is_the_count_of_all_rolls(ranks: tuple[int, ...]) -> None:
    assert [odds.chances for odds in RULES.competitive(ranks)] == listed_competition(ranks)


def test_failures_have_no_place_and_equals_share_one() -> None:
    assert RULES.placing((2, 2, 0, 5)) == (2, 2, None, 1)
    assert RULES.placing((0, 0)) == (None, None)


def test_equals_who_roll_ties_again_share_what_is_not_failed() -> None:
    failed = RULES.check(1).chance(0)
    assert RULES.race((1, 1)) == ((1 - failed**2) / 2,) * 2
    assert RULES.race((1, 1, 1)) == ((1 - failed**3) / 3,) * 3


def test_a_race_is_what_many_rerolls_come_to() -> None:
    levels = [listed_levels(3), listed_levels(2), listed_levels(0, 1)]
    wins = [Fraction(0)] * 3
    waiting: dict[tuple[int, ...], Fraction] = {(0, 1, 2): Fraction(1)}
    failed = Fraction(0)
    for turn in range(40):
        tied: Counter[tuple[int, ...]] = Counter()
        for rollers, share in waiting.items():
            for rolled in product(*(levels[index].items() for index in rollers)):
                chance = share
                for _, part in rolled:
                    chance *= part
                best = max(level for level, _ in rolled)
                first = tuple(i for i, (level, _) in zip(rollers, rolled, strict=True) if level == best)
                if turn == 0 and best < 1:
                    failed += chance
                elif len(first) == 1:
                    wins[first[0]] += chance
                else:
                    tied[first] += chance  # type: ignore[assignment]
        waiting = dict(tied)
    undecided = sum(waiting.values())
    assert undecided < Fraction(1, 10**6)
    made = RULES.race((3, 2, Attempt(0, bonus=1)))
    assert sum(made) == 1 - failed
    for exact, near in zip(made, wins, strict=True):
        assert near <= exact <= near + undecided


def test_dice_that_always_tie_never_decide() -> None:
    assert tsoy({"TSOY-CHK-1": {"faces": [0]}}).race((1, 1)) == (0, 0)


def test_snowshoes_count_before_ranking_and_only_for_a_success() -> None:
    plain, shod = RULES.competitive((1, 1))[0], RULES.competitive((Attempt(1, gear=2), 1))[0]
    assert shod.chances[0] > plain.chances[0]
    levels = {0: 10, 3: 7, 4: 6, 5: 3, 6: 1}
    assert dict(RULES.check(1, gear=2).items()) == levels
    assert dict(RULES.check(3, gear=2).items()) == {0: 1, 3: 3, 4: 6, 5: 7, 6: 10}


# Together


def listed_chain(ranks: Sequence[int], failure: str, guide: int = 0) -> dict[int, Fraction]:
    """The last success level, following each success level into the next roll."""
    reached: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    last: Counter[int] = Counter()
    for turn, rank in enumerate(ranks):
        after: Counter[tuple[int, int]] = Counter()
        for (bonus, penalty), share in reached.items():
            for level, chance in listed_levels(rank, bonus - penalty - guide).items():
                if turn == len(ranks) - 1:
                    last[level] += share * chance  # type: ignore[assignment]
                elif level >= 1:
                    after[level, 0] += share * chance  # type: ignore[assignment]
                elif failure == "impossible":
                    last[0] += share * chance  # type: ignore[assignment]
                else:
                    after[0, int(failure == "penalty")] += share * chance  # type: ignore[assignment]
        reached = dict(after)  # type: ignore[arg-type]
    return dict(last)  # type: ignore[arg-type]


def chances(made: Distribution) -> dict[int, Fraction]:
    return {outcome: made.chance(outcome) for outcome in made.outcomes()}


@pytest.mark.parametrize("failure", ["harmless", "penalty", "impossible"])
@pytest.mark.parametrize("ranks", [(0, 1), (2, 1), (3, 3)])
def test_two_abilities_are_the_second_after_each_first(ranks: tuple[int, int], failure: str) -> None:
    assert chances(RULES.together(*ranks, failure)) == listed_chain(ranks, failure)


@pytest.mark.parametrize("failure", ["harmless", "penalty", "impossible"])
def test_a_chain_of_three_follows_every_failure(failure: str) -> None:
    assert chances(RULES.chain((0, 1, 0), failure)) == listed_chain((0, 1, 0), failure)


@pytest.mark.parametrize("guide", [0, 1, 2])
def test_a_group_rolls_from_the_highest_rank_with_the_guides_dice_on_all(guide: int) -> None:
    assert chances(RULES.group((0, 2), guide)) == listed_chain((2, 0), "penalty", guide)
    assert RULES.group((0, 1, 2), guide) == RULES.group((2, 1, 0), guide)


def test_each_failure_of_a_chain_may_mean_something_else() -> None:
    mixed = RULES.chain((1, 0, 2), ("impossible", "harmless"))
    certain = RULES.check(1).chance(0)
    assert mixed.chance(0) > certain
    assert mixed != RULES.chain((1, 0, 2), "impossible")


def test_bladework_that_fails_leaves_no_stealth_to_try() -> None:
    assert [step.level for step in RULES.steps((1, 2), (-1, 0), "impossible")] == [0]
    assert RULES.together(1, 2, "impossible").chance(0) >= RULES.check(1).chance(0)


def test_woodscraft_that_fails_leaves_animal_ken_as_it_was() -> None:
    assert RULES.steps((1, 2), (-1, 0), "harmless") == (Step(0, 0), Step(0, 2))
    assert RULES.steps((1, 2), (1, 0), "harmless") == (Step(0, 2), Step(2, 2))


def test_the_stuck_door_is_replayed_roll_by_roll() -> None:
    door = RULES.row("TSOY-GRP-EX")
    ranks, rolls = RULES.door_ranks(), door["rolls"]
    assert ranks == (2, 1, 0)
    steps = RULES.group_steps(ranks, rolls)  # type: ignore[arg-type]
    assert steps == RULES.door_steps() == (Step(0, 2), Step(2, 3), Step(3, 0))
    assert not RULES.succeeds(steps[-1].level)
    assert RULES.succeeds(RULES.level(ranks[0], door.number("alone")))
    assert RULES.group(ranks).chance(0) > RULES.check(2).chance(0)


def test_a_failed_group_member_hinders_the_next() -> None:
    assert RULES.group_steps((0, 1), (-1, 0), guide=1) == (Step(-1, 0), Step(-2, 0))


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: RULES.chain((1, 1), "harmles"), "'harmles' is no meaning of a failure"),
        (lambda: RULES.chain((1, 1), ("harmless", "harmless")), "2 failures are given"),
        (lambda: RULES.chain(()), "nobody rolls"),
        (lambda: RULES.group_steps((1, 0), (0, 4)), "the dice cannot show 4"),
    ],
)
def test_what_cannot_be_rolled_is_refused(ask: Any, told: str) -> None:
    with pytest.raises(HandbillError, match=told):
        ask()


# Harm dealt


def listed_harm(rank: int, against: int, weapon: int, armour: int, mode: str) -> dict[int, Fraction]:
    harm: Counter[int] = Counter()
    for (level, chance), (other, part) in product(
        listed_levels(rank).items(), listed_levels(against).items()
    ):
        dealt = 0
        if level > other:
            start = level - other if mode == "harm" else level
            raised = max(start, min(6, start + weapon)) if weapon else start
            lowered = max(1, raised - armour)
            dealt = lowered if mode == "harm" else max(0, lowered - other)
        harm[dealt] += chance * part  # type: ignore[assignment]
    return dict(harm)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["harm", "sl"])
@pytest.mark.parametrize(("weapon", "armour"), [(0, 0), (2, 0), (0, 2), (3, 3), (1, 2)])
def test_gear_counts_for_harm_or_for_the_success_level(mode: str, weapon: int, armour: int) -> None:
    rules = tsoy({"weapon_mode": mode})
    assert chances(rules.harm(3, 2, weapon=weapon, armour=armour)) == listed_harm(3, 2, weapon, armour, mode)


def test_parallel_harm_is_the_whole_success_level() -> None:
    assert RULES.harm(2, 3, kind="parallel") == RULES.check(2)
    armed = Counter[int]()
    for level, ways in RULES.check(2).items():
        armed[min(6, level + 1) if level else 0] += ways
    for mode in ("harm", "sl"):
        rules = tsoy({"weapon_mode": mode})
        assert rules.harm(2, 3, kind="parallel", weapon=1) == Distribution.from_counts(armed)


def test_an_unarmed_odds_table_adds_up_to_the_odds() -> None:
    assert RULES.harm(3, 2).at_least(1) == RULES.resisted(3, 2).chances[0]
    assert isinstance(RULES.resisted(3, 2), Odds)


def test_one_item_holds_three_small_two_middle_and_one_great_rating() -> None:
    assert RULES.item_allowed((1, 1, 1, 2, 2, 3))
    assert not RULES.item_allowed((1, 1, 1, 1))
    assert not RULES.item_allowed((2, 2, 2))
    assert not RULES.item_allowed((3, 3))
    assert not RULES.item_allowed((4,))
