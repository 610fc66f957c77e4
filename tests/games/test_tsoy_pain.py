"""The Shadow of Yesterday: the fight of Tela and Gael volley by volley, and harm, healing and giving up."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from generator.problems import HandbillError
from generator.rules import load
from generator.rules.tsoy import Action, Fighter, Mark, Resources, ShadowOfYesterday, Track, Volley
from generator.rules.tsoy.state import Side

ORACLE = json.loads(Path(__file__).with_name("oracle").joinpath("tsoy.json").read_text(encoding="utf-8"))
POOLS = {"V": "vigor", "I": "instinct", "R": "reason"}


def tsoy(overrides: dict[str, object] | None = None) -> ShadowOfYesterday:
    rules = load("tsoy", overrides)
    assert isinstance(rules, ShadowOfYesterday)
    return rules


RULES = tsoy()


def track(*boxes: int) -> Track:
    return Track.of(dict.fromkeys(boxes, "vigor"))


def pools(letters: dict[str, int]) -> Resources:
    return Resources(letters["V"], letters["I"], letters["R"])


def marks(letters: dict[str, str]) -> Track:
    return Track.of({int(box): POOLS[letter] for box, letter in letters.items()})


RICH = Fighter(Resources(5, 5, 5))
STRIKE = Action(2, "vigor")
GUARD = Action(2, "instinct", "defensive")

# The fight: Tela's action, Gael's action. Rolls are those of the text.
FIGHT = [
    (Action(3, "instinct"), Action(2, "instinct")),
    (Action(1, "reason", bought=1, weapon=1, harms="reason"), Action(2, "instinct")),
    (Action(3, "instinct"), Action(2, "instinct", bought=1)),
    (Action(3, "instinct"), Action(1, "vigor", changing=True, ability="Dash")),
    (Action(3, "instinct", "defensive", changing=True, ability="React"), Action(1, "vigor", ability="Dash")),
    (
        Action(2, "vigor", bought=1),
        Action(2, "instinct", "defensive", bought=1, changing=True, ability="React"),
    ),
    (Action(2, "vigor"), Action(4, "instinct", weapon=2, ability="Viper-Blade")),
]


def opening() -> tuple[Fighter, Fighter]:
    """Sneak against Sense Danger: a tie, a pool die bought after the roll, and the pain is brought down."""
    tela, gael = Fighter(Resources(2, 3, 1)), Fighter(Resources(5, 2, 3))
    assert (RULES.level(3, -1), RULES.level(2, 0)) == (2, 2)
    assert not RULES.prevails(2, 2)
    tela = tela._replace(resources=tela.resources.spend("instinct", RULES.row("TSOY-DIE-4").number("cost")))
    assert RULES.late_die(3, (0, 0, -1)).chance(3) > 0
    assert RULES.prevails(3, 2)
    return RULES.opened(tela, 3, 2), gael


def fight() -> list[Volley]:
    tela, gael = opening()
    played = []
    for row, (does_tela, does_gael) in zip(ORACLE["tela_vs_gael"][1:8], FIGHT, strict=True):
        volley = RULES.volley(tela, gael, does_tela, does_gael, row["tela"]["roll"], row["gael"]["roll"])
        played.append(volley)
        tela, gael = (side.fighter for side in volley.sides)
    return played


def test_the_opening_leaves_the_pools_of_the_text() -> None:
    row = ORACLE["tela_vs_gael"][0]
    tela, gael = opening()
    assert (tela.resources, gael.resources) == (pools(row["tela_pools"]), pools(row["gael_pools"]))
    assert tela.bonus == 1


@pytest.mark.parametrize("number", range(1, 8))
def test_the_fight_goes_volley_by_volley_as_in_the_text(number: int) -> None:
    row = ORACLE["tela_vs_gael"][number]
    assert row["volley"] == number
    actions = dict(zip(("tela", "gael"), FIGHT[number - 1], strict=True))
    sides = dict(zip(("tela", "gael"), fight()[number - 1].sides, strict=True))
    for name in ("tela", "gael"):
        side: Side = sides[name]
        assert actions[name].rank == row[name]["rank"]
        assert actions[name].resource == POOLS[row[name]["pool"]]
        assert (side.net, side.level) == (row[name]["net"], row[name]["sl"])
        assert side.fighter.track == marks(row[f"{name}_boxes"])
        assert side.fighter.resources == pools(row[f"{name}_pools"])
    victim, victor = sides.pop(row["victim"]), next(iter(sides.values()))
    assert (victim.harm, victim.box, victim.state) == (row["harm_level"], row["box"], row["state"])
    assert (victor.harm, victor.box, victor.state) == (0, None, "")


def test_the_fight_ends_when_tela_gives_up_and_harm_is_shaken_out() -> None:
    last = fight()[-1]
    assert not last.over
    tela, gael = (side.fighter for side in last.sides)
    given_up = RULES.give_up(tela)
    assert given_up.out == "gave up"
    assert RULES.is_over(((given_up,), (gael,)))
    end = ORACLE["tela_vs_gael"][8]
    assert RULES.after_conflict(given_up).track == marks(end["tela_shaken"])
    assert RULES.after_conflict(gael).track == marks(end["gael_shaken"])
    assert RULES.after_conflict(given_up).out == ""
    assert RULES.fee(tela) == 1
    assert RULES.fee(RULES.after_conflict(given_up)) == 0
    assert RULES.penalty(RULES.after_conflict(gael), "vigor") == 1
    assert RULES.penalty(RULES.after_conflict(gael), "instinct") == 0


def test_only_the_fourth_volley_of_the_fight_brings_a_warning() -> None:
    assert [bool(volley.warnings) for volley in fight()] == [False] * 3 + [True] + [False] * 3
    assert fight()[3].warnings == (RULES.row("TSOY-BDP-7").text("warning"),)


def test_no_penalty_from_a_bloodied_pool_for_another_pool() -> None:
    gael = fight()[2].sides[1].fighter
    assert gael.track == Track.of({3: "reason", 4: "instinct"})
    assert (RULES.penalty(gael, "instinct"), RULES.penalty(gael, "vigor")) == (1, 0)


def test_the_last_blow_is_weaker_where_weapons_raise_the_success_level() -> None:
    tela, gael = (side.fighter for side in fight()[5].sides)
    side = tsoy({"weapon_mode": "sl"}).volley(tela, gael, *FIGHT[6], 0, 2).sides[0]
    assert (side.harm, side.box, side.state) == (4, 4, "bloodied")


def test_the_pebbles_harm_alike_in_both_readings() -> None:
    for mode in ("harm", "sl"):
        assert tsoy({"weapon_mode": mode}).dealt(4, 2, weapon=1) == 3


# Marks


@pytest.mark.parametrize("row", ORACLE["harm_mark_cases"])
def test_harm_marks_its_box_or_the_next_free_one(row: dict[str, Any]) -> None:
    marked = RULES.mark(track(*row["track"]), row["harm"], "vigor")
    assert marked.track.boxes == tuple(row["after"])
    if row["box"] == "past":
        assert (marked.box, marked.state, row["state"]) == (None, "defeated", "past broken")
    else:
        assert (marked.box, marked.state) == (row["box"], row["state"])
    assert RULES.defeats(track(*row["track"]), row["harm"]) is (row["box"] == "past")


@pytest.mark.parametrize("row", ORACLE["shake_cases"])
def test_marks_shake_out_to_the_low_end(row: dict[str, Any]) -> None:
    assert RULES.shaken(track(*row["before"])).boxes == tuple(row["after"])


@pytest.mark.parametrize("row", ORACLE["heal_cases"])
def test_healing_frees_the_highest_box_within_reach(row: dict[str, Any]) -> None:
    healed = RULES.heal(track(*row["track"]), row["healer_sl"])
    assert (healed.box, healed.track.boxes) == (row["removed"], tuple(row["after"]))


def test_no_harm_marks_nothing_and_defeats_nobody() -> None:
    assert RULES.mark(track(1), 0, "vigor").track == track(1)
    assert not RULES.defeats(track(1, 2, 3, 4, 5, 6), 0)


def test_every_track_and_harm_ends_in_the_first_free_box_above() -> None:
    for taken in product((False, True), repeat=6):
        boxes = [box for box, is_taken in enumerate(taken, 1) if is_taken]
        for harm in range(1, 9):
            free = [box for box in (1, 2, 3, 4, 5, 6) if box >= harm and box not in boxes]
            marked = RULES.mark(track(*boxes), harm, "vigor")
            assert marked.box == (free[0] if free else None)
            assert marked.state == (RULES.state(free[0]) if free else "defeated")


def test_a_mark_keeps_its_pool_through_marking_and_shaking() -> None:
    marked = RULES.mark(Track.of({2: "reason", 6: "instinct"}), 2, "vigor").track
    assert marked == Track.of({2: "reason", 3: "vigor", 6: "instinct"})
    assert RULES.shaken(marked) == Track.of({1: "reason", 2: "vigor", 3: "instinct"})


def test_an_unknown_pool_or_box_is_refused() -> None:
    with pytest.raises(HandbillError, match="'vigour' is no pool"):
        RULES.mark(track(), 1, "vigour")
    with pytest.raises(HandbillError, match="there is no box 7"):
        RULES.state(7)


# Penalties in force


def test_bruises_add_up_and_bind_the_very_next_check_of_any_pool() -> None:
    fighter, _ = RULES.take(RICH, 1, "vigor")
    fighter, _ = RULES.take(fighter, 1, "vigor")
    assert [RULES.penalty(fighter, pool) for pool in POOLS.values()] == [2, 2, 2]
    ready = RULES.ready(fighter, Action(1, "reason"))
    assert (ready.net, ready.fighter.bruises) == (-2, 0)
    assert RULES.penalty(ready.fighter, "vigor") == 0


def test_bloodied_twice_in_one_pool_is_one_die() -> None:
    assert RULES.penalty(Fighter(track=Track.of({4: "vigor", 5: "vigor"})), "vigor") == 1
    both = Fighter(track=Track.of({4: "vigor", 5: "reason"}))
    assert [RULES.penalty(both, pool) for pool in POOLS.values()] == [1, 0, 1]


def test_bruised_bloodied_and_broken_add_together() -> None:
    hurt = Fighter(Resources(1, 1, 1), Track.of({4: "vigor", 6: "reason"}), bruises=2)
    assert [RULES.penalty(hurt, pool) for pool in POOLS.values()] == [4, 3, 3]


def test_a_low_harm_that_climbs_to_a_higher_box_bloodies_and_does_not_bruise() -> None:
    fighter, marked = RULES.take(Fighter(track=track(1, 2, 3)), 1, "reason")
    assert (marked.state, fighter.bruises) == ("bloodied", 0)


def test_the_broken_pay_for_every_action_and_gain_no_die_by_it() -> None:
    broken = Fighter(Resources(2, 1, 0), track(6))
    ready = RULES.ready(broken, GUARD)
    assert (ready.fighter.resources.instinct, ready.net) == (0, -1)
    bought = RULES.ready(broken, Action(2, "vigor", bought=1))
    assert (bought.fighter.resources.vigor, bought.net) == (0, 0)
    with pytest.raises(HandbillError, match="1 points are wanted from reason"):
        RULES.ready(broken, Action(2, "reason"))
    with pytest.raises(HandbillError, match="2 points are wanted from instinct"):
        RULES.ready(broken, Action(2, "instinct", bought=1))


def test_one_check_takes_one_die_from_the_pool() -> None:
    with pytest.raises(HandbillError, match="2 bonus dice are bought"):
        RULES.ready(RICH, Action(2, "vigor", bought=2))


def test_pending_bruises_outlive_the_conflict_or_end_with_it() -> None:
    bruised = RICH._replace(bruises=2, bonus=1)
    assert RULES.after_conflict(bruised).bruises == 2
    assert tsoy({"bruise_after_conflict": "drop"}).after_conflict(bruised).bruises == 0
    assert RULES.after_conflict(bruised).bonus == 0


# Volleys


def test_the_opening_bonus_is_the_difference_and_lasts_one_action() -> None:
    assert RULES.opening(3, 2) == 1
    assert RULES.opening(2, 2) == 0
    opened = RULES.opened(RICH, 5, 2)
    ready = RULES.ready(opened, STRIKE)
    assert (ready.net, ready.fighter.bonus) == (3, 0)


def test_against_the_unaware_the_opening_bonus_is_the_whole_success_level() -> None:
    assert RULES.opening(4) == 4


def test_parallel_actions_harm_both_by_the_whole_success_level() -> None:
    act = Action(2, "vigor", "parallel")
    volley = RULES.volley(RICH, RICH, act, act._replace(resource="reason"), 1, -1)
    assert [side.harm for side in volley.sides] == [1, 3]
    assert [side.fighter.track for side in volley.sides] == [
        Track.of({1: "reason"}),
        Track.of({3: "vigor"}),
    ]
    assert not volley.stalemate


def test_a_failed_parallel_action_deals_nothing() -> None:
    act = Action(0, "vigor", "parallel", weapon=3)
    assert [side.harm for side in RULES.volley(RICH, RICH, act, act, -1, 0).sides] == [0, 0]


def test_parallel_against_crossing_is_refused_with_the_way_out() -> None:
    with pytest.raises(HandbillError, match="one action is parallel") as error:
        RULES.volley(RICH, RICH, Action(1, "vigor", "parallel"), GUARD, 0, 0)
    assert error.value.problems[0].hint is not None
    assert "defensive" in error.value.problems[0].hint
    with pytest.raises(HandbillError, match="'paralel' is no kind of action"):
        RULES.dealt(1, 1, "paralel")


def test_a_defensive_winner_harms_nobody_and_gains_the_difference_for_the_next_action() -> None:
    volley = RULES.volley(RICH, RICH, GUARD, STRIKE, 2, 0)
    mine, theirs = volley.sides
    assert (mine.harm, theirs.harm) == (0, 0)
    assert (mine.fighter.bonus, theirs.fighter.bonus) == (2, 0)
    following = RULES.volley(mine.fighter, theirs.fighter, STRIKE, STRIKE, 0, 0)
    assert [side.net for side in following.sides] == [2, 0]
    assert following.sides[0].fighter.bonus == 0


def test_a_defensive_loser_takes_the_difference() -> None:
    volley = RULES.volley(RICH, RICH, GUARD, STRIKE, 0, 2)
    assert [side.harm for side in volley.sides] == [2, 0]


def test_preparing_stands_against_nothing_and_turns_into_bonus_dice() -> None:
    prepare = Action(2, "reason", "preparing")
    volley = RULES.volley(RICH, RICH, prepare, STRIKE, 1, 0)
    assert [side.harm for side in volley.sides] == [2, 0]
    assert volley.sides[0].fighter.bonus == 3
    covered = RULES.volley(RICH, RICH, prepare, prepare, 1, -2)
    assert [side.harm for side in covered.sides] == [0, 0]
    assert [side.fighter.bonus for side in covered.sides] == [3, 0]


def test_equal_success_levels_are_a_stalemate_even_when_both_fail() -> None:
    weak = Action(0, "vigor")
    for roll in (0, 2):
        volley = RULES.volley(RICH, RICH, weak, weak, roll, roll)
        assert volley.stalemate
        assert [side.harm for side in volley.sides] == [0, 0]
    assert not RULES.volley(RICH, RICH, weak, weak, 1, 2).stalemate


def test_armour_lowers_harm_and_never_below_its_floor() -> None:
    armed = STRIKE._replace(weapon=3)
    assert RULES.volley(RICH, RICH, armed, GUARD._replace(armour=3), 3, -2).sides[1].harm == 3
    assert RULES.volley(RICH, RICH, STRIKE, GUARD._replace(armour=3), 1, 0).sides[1].harm == 1


def test_armour_of_the_success_level_may_leave_no_harm() -> None:
    assert tsoy({"weapon_mode": "sl"}).dealt(4, 3, armour=2) == 0
    assert RULES.dealt(4, 3, armour=2) == 1


def test_agreed_harm_is_written_to_another_pool() -> None:
    volley = RULES.volley(RICH, RICH, STRIKE._replace(harms="reason"), STRIKE, 1, 0)
    assert volley.sides[1].fighter.track == Track.of({1: "reason"})


def test_changing_intention_wants_a_defensive_action_and_defending_an_innate_ability() -> None:
    assert RULES.warnings(STRIKE._replace(changing=True))
    assert not RULES.warnings(GUARD._replace(changing=True, ability="React"))
    (told,) = RULES.warnings(GUARD._replace(ability="Dash"))
    assert told == "a defensive action uses Endure, React, Resist, not Dash"


def test_harm_past_the_last_box_defeats_and_ends_the_conflict() -> None:
    volley = RULES.volley(RICH, Fighter(RICH.resources, track(6)), STRIKE._replace(weapon=3), STRIKE, 3, -2)
    loser = volley.sides[1]
    assert (loser.harm, loser.box, loser.state, loser.fighter.out) == (6, None, "defeated", "defeated")
    assert volley.over


def test_transcendence_ends_the_conflict_at_once() -> None:
    volley = RULES.volley(RICH, RICH, Action(4, "vigor"), Action(4, "vigor"), 3, 2)
    assert volley.sides[0].fighter.out == "transcended"
    assert volley.over
    assert RULES.transcends(7)
    assert not RULES.transcends(6)
    assert RULES.volley(RICH, RICH, Action(4, "vigor"), Action(0, "vigor"), 3, 0).sides[1].harm == 7


def test_a_roll_that_the_dice_cannot_show_is_refused() -> None:
    with pytest.raises(HandbillError, match="the dice cannot show 4"):
        RULES.volley(RICH, RICH, STRIKE, STRIKE, 4, 0)


def test_whoever_is_out_acts_no_more() -> None:
    with pytest.raises(HandbillError, match="this character is out: gave up"):
        RULES.ready(RULES.give_up(RICH), STRIKE)


@pytest.mark.parametrize("kinds", [("perpendicular",) * 2, ("parallel",) * 2, ("perpendicular", "defensive")])
def test_all_outcomes_of_a_volley_are_the_harm_distribution(kinds: tuple[str, str]) -> None:
    does_a, does_b = Action(3, "vigor", kinds[0], weapon=1), Action(2, "reason", kinds[1], armour=2)
    bruised = RICH._replace(bruises=1)
    outcomes = RULES.outcomes(bruised, RICH, does_a, does_b)
    assert sum(chance for _, chance in outcomes) == 1
    found: Counter[int] = Counter()
    for volley, chance in outcomes:
        found[volley.sides[1].harm] += chance  # type: ignore[assignment]
    harm = RULES.harm(3, 2, penalty=1, weapon=1, armour=2, kind=kinds[0], against_kind=kinds[1])
    assert dict(found) == {each: harm.chance(each) for each in harm.outcomes()}


def test_the_chance_to_break_someone_in_one_volley_counts_all_rolls() -> None:
    outcomes = RULES.outcomes(RICH, RICH, Action(4, "vigor", weapon=3), Action(1, "vigor"))
    broken = sum(chance for volley, chance in outcomes if volley.sides[1].state == "broken")
    faces = [sum(shown) for shown in product((-1, 0, 1), repeat=3)]
    hits = [max(0, 4 + a) - max(0, 1 + b) for a, b in product(faces, repeat=2)]
    assert broken == Fraction(sum(3 <= margin <= 6 for margin in hits), len(hits))


# The end, and several on a side


def test_giving_up_comes_before_the_free_and_clear() -> None:
    with pytest.raises(HandbillError, match="the free and clear has begun"):
        RULES.give_up(RICH, in_free_and_clear=True)


def test_many_sides_fight_until_one_is_left() -> None:
    gone = RULES.give_up(RICH)
    assert not RULES.is_over(((RICH,), (RICH,), (gone,)))
    assert RULES.is_over(((gone,), (RICH,), (gone,)))
    assert not RULES.is_over(((gone, RICH), (RICH,)))
    assert RULES.is_over(((RICH,), (RICH._replace(out="transcended"),)))


def test_a_harm_of_four_is_split_into_two_and_one_and_one() -> None:
    losers = (RICH, Fighter(track=track(1)), RICH)
    after = RULES.spread(losers, (2, 1, 1), 4, "vigor")
    assert [fighter.track.boxes for fighter in after] == [(2,), (1, 2), (1,)]
    assert (2, 1, 1) in RULES.splits(4, 3)


def test_the_splits_of_a_harm_are_all_that_add_up_to_it() -> None:
    for harm, losers in product(range(6), range(1, 4)):
        listed = [parts for parts in product(range(harm + 1), repeat=losers) if sum(parts) == harm]
        assert sorted(RULES.splits(harm, losers)) == sorted(listed)


@pytest.mark.parametrize("parts", [(2, 1), (2, 2, 1), (5, -1, 0)])
def test_a_split_that_does_not_add_up_is_refused(parts: tuple[int, ...]) -> None:
    with pytest.raises(HandbillError, match="harm of 4 is split into"):
        RULES.spread((RICH, RICH, RICH), parts, 4, "vigor")


def test_the_broken_fall_out_of_the_side_and_take_no_more() -> None:
    after = RULES.spread((RICH, Fighter(track=track(6))), (6, 6), 12, "vigor")
    assert [fighter.out for fighter in after] == ["broken", "defeated"]
    with pytest.raises(HandbillError, match="one who is out"):
        RULES.spread(after, (1, 0), 1, "vigor")


def test_sides_that_act_as_one_meet_with_their_last_success_levels() -> None:
    mine, theirs = RULES.group_steps((2, 1), (1, 1))[-1], RULES.group_steps((2,), (0,))[-1]
    harm = RULES.dealt(mine.level, theirs.level)
    assert harm == 0
    assert RULES.dealt(RULES.group_steps((2, 2), (1, 3))[-1].level, theirs.level) == 3
    odds = RULES.compare(RULES.group((2, 2)), RULES.group((2,)))
    assert odds == RULES.group((2, 2)).versus(RULES.check(2))


# Healing


def test_one_healer_tries_once_in_a_scene() -> None:
    with pytest.raises(HandbillError, match="tried already"):
        RULES.heal(track(1), 3, tried=1)


def test_self_healing_costs_the_box_from_the_pool_beside_it() -> None:
    hurt = Fighter(Resources(5, 0, 0), Track.of({2: "reason", 4: "vigor"}))
    healed = RULES.self_heal(hurt, 4, 4, maximum=5)
    assert (healed.resources, healed.track) == (Resources(1, 0, 0), Track.of({2: "reason"}))
    with pytest.raises(HandbillError, match="2 points are wanted from reason"):
        RULES.self_heal(hurt, 2, 2, maximum=3)


def test_a_box_beyond_the_full_pool_is_paid_in_parts() -> None:
    hurt = Fighter(Resources(3, 0, 0), Track.of({5: "vigor"}))
    half = RULES.self_heal(hurt, 5, 3, maximum=3)
    assert half.track.marks == (Mark(5, "vigor", paid=3),)
    refreshed = half._replace(resources=Resources(3, 0, 0))
    assert RULES.self_heal(refreshed, 5, 2, maximum=3) == Fighter(Resources(1, 0, 0))


@pytest.mark.parametrize(
    ("box", "points", "maximum"), [(4, 2, 5), (4, 5, 5), (4, 0, 3), (4, 5, 3), (3, 3, 5)]
)
def test_self_healing_that_the_rule_does_not_know_is_refused(box: int, points: int, maximum: int) -> None:
    hurt = Fighter(Resources(5, 5, 5), Track.of({4: "vigor"}))
    with pytest.raises(HandbillError):
        RULES.self_heal(hurt, box, points, maximum)
