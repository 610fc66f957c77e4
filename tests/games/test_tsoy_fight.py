"""The Shadow of Yesterday: fights as chains, against volleys read one by one from the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.dice.contests import Odds
from generator.rules import load, recording
from generator.rules.tsoy import Action, Fighter, Resources, ShadowOfYesterday, Track
from generator.rules.tsoy.corner import Condition, Habit
from generator.rules.tsoy.fight import Arena
from tests import oracle


def tsoy(overrides: dict[str, object] | None = None) -> ShadowOfYesterday:
    rules = load("tsoy", overrides)
    assert isinstance(rules, ShadowOfYesterday)
    return rules


RULES = tsoy()
FRESH = Condition()
ONE_BOX_EACH: dict[str, object] = {
    "TSOY-HRM.bruised": {"last": 1},
    "TSOY-HRM.bloodied": {"last": 2},
    "TSOY-HRM.broken": {"last": 3},
}
"""A track of three boxes, one of each state: small enough to walk through by fractions."""
SMALL = tsoy(ONE_BOX_EACH)
NAMES = ("win", "tie", "volleys", "boxes", "spent")


# The stupid way


@dataclass(frozen=True)
class Hand:
    """One side as a player sees it: the sheet, and what the player does all the time."""

    habit: Habit
    boxes: frozenset[int] = frozenset()
    bruises: int = 0
    bonus: int = 0
    points: int = 0
    out: str = ""


@dataclass(frozen=True)
class Board:
    """The track in use: the boxes that only bruise, those that bloody, the one that breaks."""

    bruised: frozenset[int]
    bloodied: frozenset[int]
    broken: int


REAL = Board(frozenset({1, 2, 3}), frozenset({4, 5}), 6)
THREE = Board(frozenset({1}), frozenset({2}), 3)


@cache
def rolled(net: int) -> dict[int, int]:
    """Three Fudge dice and one more for each net die; the best or the worst three stay."""
    return oracle.kept_sums(oracle.FUDGE, 3 + abs(net), 3, highest=net > 0)


def gives_up(hand: Hand, board: Board) -> bool:
    """The mark that was set is reached, or broken without a point for the fee."""
    stop = hand.habit.give_up
    penniless = hand.habit.wounds and board.broken in hand.boxes and hand.points < 1
    return penniless or bool(stop and any(box >= stop for box in hand.boxes))


def before_roll(hand: Hand, board: Board) -> tuple[int, Hand]:
    """Pay, count dice, use up what waited."""
    points, dice = hand.points, hand.bonus
    penalty = 0
    if hand.habit.wounds:
        penalty = hand.bruises + bool(hand.boxes & board.bloodied) + (board.broken in hand.boxes)
        if board.broken in hand.boxes:
            points -= 1
    buys = hand.habit.spend == "every" or (hand.habit.spend == "penalty" and penalty > hand.bonus)
    if buys and points:
        points, dice = points - 1, dice + 1
    return dice - penalty, replace(hand, points=points, bruises=0, bonus=0)


def harmed(hand: Hand, harm: int, board: Board) -> Hand:
    """Mark the box of the harm or the next free one above it."""
    if harm <= 0:
        return hand
    for box in range(harm, board.broken + 1):
        if box not in hand.boxes:
            bruise = hand.habit.wounds and box in board.bruised
            return replace(hand, boxes=hand.boxes | {box}, bruises=int(bruise))
    return replace(hand, out="defeated")


def geared(harm: int, weapon: int, armour: int) -> int:
    """A weapon adds up to 6, armour takes down to 1; no harm stays none."""
    if harm <= 0:
        return 0
    harm = max(harm, min(6, harm + weapon))
    return min(harm, max(1, harm - armour))


def after_roll(
    mine: Hand, theirs: Hand, level: int, against: int, kind: str, board: Board
) -> tuple[Hand, Hand]:
    deals = level if kind == "parallel" else level - against
    takes = against if kind == "parallel" else against - level
    after = harmed(mine, geared(takes, theirs.habit.weapon, mine.habit.armour), board)
    others = harmed(theirs, geared(deals, mine.habit.weapon, theirs.habit.armour), board)
    if level >= 7:
        after = replace(after, out="transcended")
    if against >= 7:
        others = replace(others, out="transcended")
    return after, others


def winner(mine: Hand, theirs: Hand, board: Board) -> int | None:
    """1 for me, -1 for them, 0 for both out at once, None while it goes on."""
    for hand, other, sign in ((mine, theirs, 1), (theirs, mine, -1)):
        if hand.out == "transcended":
            return 0 if other.out == "transcended" else sign
    if mine.out or theirs.out:
        return 0 if mine.out and theirs.out else 1 if theirs.out else -1
    quits = gives_up(mine, board), gives_up(theirs, board)
    if any(quits):
        return 0 if all(quits) else 1 if quits[1] else -1
    return None


Five = tuple[Fraction, ...]


def by_hand(mine: Hand, theirs: Hand, kind: str = "perpendicular", board: Board = THREE) -> Five:
    """Win, tie, expected volleys, my boxes at the end, my points spent: an absorbing chain of fractions."""

    @cache
    def course(mine: Hand, theirs: Hand) -> Five:
        won = winner(mine, theirs, board)
        if won is not None:
            ended = Fraction(won == 1), Fraction(won == 0), Fraction(0), Fraction(len(mine.boxes))
            return (*ended, Fraction(0))
        net, ready = before_roll(mine, board)
        their_net, others_ready = before_roll(theirs, board)
        rolls, others = rolled(net), rolled(their_net)
        ways = sum(rolls.values()) * sum(others.values())
        sums = [Fraction(0), Fraction(0), Fraction(1), Fraction(0), Fraction(mine.points - ready.points)]
        stays = Fraction(0)
        for (roll, some), (other, more) in product(rolls.items(), others.items()):
            level = max(0, mine.habit.rank + roll)
            against = max(0, theirs.habit.rank + other)
            chance = Fraction(some * more, ways)
            after = after_roll(ready, others_ready, level, against, kind, board)
            if after == (mine, theirs):
                stays += chance
            else:
                sums = [one + chance * next_one for one, next_one in zip(sums, course(*after), strict=True)]
        return tuple(one / (1 - stays) for one in sums)

    return course(mine, theirs)


def hand(habit: Habit, condition: Condition) -> Hand:
    boxes = frozenset(condition.boxes)
    return Hand(habit, boxes, condition.bruises, condition.bonus, condition.points)


def by_chain(
    rules: ShadowOfYesterday, mine: Habit, theirs: Habit, here: Condition, there: Condition, kind: str
) -> Five:
    fight = rules.fight(mine, theirs, kind)
    return tuple(fight.value(name, here, there) for name in NAMES)


def check_by_hand(
    mine: Habit, theirs: Habit, here: Condition, there: Condition, kind: str, real: bool = False
) -> None:
    found = by_chain(RULES if real else SMALL, mine, theirs, here, there, kind)
    assert found == by_hand(hand(mine, here), hand(theirs, there), kind, REAL if real else THREE)


# Fights by hand

RANKS = st.integers(0, 4)


def habits(last_box: int) -> st.SearchStrategy[Habit]:
    return st.builds(
        Habit,
        RANKS,
        st.sampled_from(("every", "penalty", "fee")),
        st.integers(0, 3),
        st.integers(0, 3),
        st.integers(0, last_box),
        st.booleans(),
    )


def conditions(last_box: int, least: int = 0) -> st.SearchStrategy[Condition]:
    marks = st.sets(st.integers(1, last_box), min_size=least).map(lambda boxes: tuple(sorted(boxes)))
    return st.builds(Condition, marks, st.integers(0, 1), st.integers(0, 2), st.integers(0, 2))


KINDS = st.sampled_from(("perpendicular", "parallel"))


@settings(max_examples=25)
@given(habits(3), habits(3), conditions(3), conditions(3), KINDS)
def test_a_fight_on_a_small_track_goes_as_volley_by_volley(
    mine: Habit, theirs: Habit, here: Condition, there: Condition, kind: str
) -> None:
    check_by_hand(mine, theirs, here, there, kind)


@pytest.mark.parametrize("kind", ["perpendicular", "parallel"])
@pytest.mark.parametrize("ranks", [(0, 0), (1, 2), (3, 2), (4, 4)])
def test_a_fight_from_the_start_of_a_small_track_goes_as_volley_by_volley(
    ranks: tuple[int, int], kind: str
) -> None:
    mine, theirs = map(Habit, ranks)
    check_by_hand(mine, theirs, Condition(points=2), Condition(bonus=1), kind)


@settings(max_examples=15)
@given(habits(6), habits(6), conditions(6, least=4), conditions(6, least=4), KINDS)
def test_a_fight_on_the_printed_track_goes_as_volley_by_volley(
    mine: Habit, theirs: Habit, here: Condition, there: Condition, kind: str
) -> None:
    check_by_hand(mine, theirs, here, there, kind, real=True)


def test_every_pair_of_marks_of_a_small_track_goes_as_volley_by_volley() -> None:
    sets = [boxes for size in range(4) for boxes in combinations((1, 2, 3), size)]
    for boxes, others in product(sets, sets):
        check_by_hand(Habit(2), Habit(1), Condition(boxes, points=1), Condition(others), "perpendicular")


# Witnesses


def played(
    rules: ShadowOfYesterday, dice: Random, mine: Fighter, theirs: Fighter, ranks: tuple[int, int]
) -> bool:
    """Play one fight to its end with the engine's own volleys; whether the first side wins."""
    sides = mine, theirs
    while not any(side.out for side in sides):
        broken = [rules.fee(side) > side.resources.vigor for side in sides]
        if any(broken):
            return not broken[0]
        acts = [
            Action(rank, "vigor", bought=int(side.resources.vigor > rules.fee(side)))
            for rank, side in zip(ranks, sides, strict=True)
        ]
        nets = [rules.ready(side, act).net for side, act in zip(sides, acts, strict=True)]
        rolls = [sum(rules.kept([dice.choice((-1, 0, 1)) for _ in range(3 + abs(net))], net)) for net in nets]
        volley = rules.volley(sides[0], sides[1], acts[0], acts[1], rolls[0], rolls[1])
        sides = volley.sides[0].fighter, volley.sides[1].fighter
    return sides[0].out == "transcended" or not sides[0].out


def test_fights_played_with_dice_end_as_the_chain_says() -> None:
    dice, rounds = Random(1905), 500
    mine = Fighter(Resources(2), Track.of({2: "vigor", 4: "vigor"}))
    won = sum(played(RULES, dice, mine, Fighter(Resources(1)), (3, 2)) for _ in range(rounds))
    chance = RULES.fight(Habit(3), Habit(2)).value("win", Condition((2, 4), points=2), Condition(points=1))
    deviation = float(rounds * chance * (1 - chance)) ** 0.5
    assert abs(won - float(rounds * chance)) < 4 * deviation
    assert deviation < rounds / 40


def test_without_wounds_a_fight_is_a_race_of_marks() -> None:
    sets = [(), (1,), (2, 4), (1, 2, 3, 4, 5), (6,)]
    for rank, against in product(range(4), repeat=2):
        fight = RULES.fight(Habit(rank, wounds=False), Habit(against, wounds=False))
        race = RULES.marks_race(rank, against)
        for boxes, others in product(sets, sets):
            chance = race.chance(boxes, others)
            assert fight.value("win", Condition(boxes), Condition(others)) == chance


def test_one_rank_up_wins_ninety_six_in_a_hundred_fights_without_wounds_and_points() -> None:
    chances = [RULES.marks_race(rank + 1, rank).chance((), ()) for rank in range(3)]
    assert [round(100 * chance) for chance in chances] == [96, 96, 96]


# Laws


@settings(max_examples=20)
@given(habits(6), habits(6), conditions(6), conditions(6), KINDS)
def test_a_fight_and_its_mirror_image_are_one(
    mine: Habit, theirs: Habit, here: Condition, there: Condition, kind: str
) -> None:
    fight, mirror = RULES.fight(mine, theirs, kind), RULES.fight(theirs, mine, kind)
    assert fight.odds(here, there) == mirror.odds(there, here).flipped()
    assert fight.value("volleys", here, there) == mirror.value("volleys", there, here)
    odds, volleys = RULES.duel(mine, theirs, here, there, kind)
    assert (odds, volleys) == (fight.odds(here, there), fight.value("volleys", here, there))


@settings(max_examples=20)
@given(RANKS, RANKS, conditions(6), conditions(6), st.integers(1, 6))
def test_one_more_mark_never_helps(
    rank: int, against: int, here: Condition, there: Condition, box: int
) -> None:
    fight = RULES.fight(Habit(rank), Habit(against))
    worse = here._replace(boxes=tuple(sorted({*here.boxes, box})))
    assert fight.value("win", worse, there) <= fight.value("win", here, there)


@settings(max_examples=20)
@given(RANKS, RANKS, st.integers(0, 3), st.integers(0, 3))
def test_another_point_never_hurts(rank: int, against: int, points: int, others: int) -> None:
    fight = RULES.fight(Habit(rank), Habit(against))
    chances = [
        fight.value("win", Condition(points=held), Condition(points=others)) for held in (points, points + 1)
    ]
    assert chances[0] <= chances[1]


def test_a_better_rank_wins_more_fights() -> None:
    for against in range(5):
        chances = [RULES.fight(Habit(rank), Habit(against)).value("win", FRESH, FRESH) for rank in range(5)]
        assert chances == sorted(chances)
        assert len(set(chances)) == 5


def test_no_more_points_are_spent_than_there_are() -> None:
    for points in range(4):
        spent = RULES.fight(Habit(2), Habit(2)).value("spent", Condition(points=points), FRESH)
        assert spent == points if points == 0 else 0 < spent <= points


# Particular fights


def test_the_broken_without_a_point_give_up() -> None:
    fight = RULES.fight(Habit(4, "fee"), Habit(0))
    broken = Condition((6,))
    assert fight.odds(broken, FRESH) == Odds(0, 0, 1)
    assert fight.value("volleys", broken, FRESH) == 0
    assert fight.value("win", broken._replace(points=1), FRESH) > 0


def test_giving_up_at_a_mark_ends_the_fight_when_that_mark_is_there() -> None:
    careful = RULES.fight(Habit(2, give_up=4), Habit(2))
    assert careful.odds(Condition((1, 3)), FRESH).chances[2] < 1
    assert careful.odds(Condition((4,)), FRESH) == Odds(0, 0, 1)
    assert careful.value("boxes", FRESH, FRESH) < RULES.fight(Habit(2), Habit(2)).value("boxes", FRESH, FRESH)


def test_who_falls_has_lost_to_one_who_would_give_up_next() -> None:
    # Parallel, both on their last free box: whoever is struck by 6 falls, whoever marks box 6 would give up.
    mine, theirs = Hand(Habit(4, give_up=6)), Hand(Habit(4))
    struck = replace(mine, boxes=frozenset({6}))
    assert winner(struck, replace(theirs, out="defeated"), REAL) == 1
    full = Condition((1, 2, 3, 4, 5, 6), points=3)
    check_by_hand(mine.habit, theirs.habit, Condition((1, 2, 3, 4, 5)), full, "parallel", real=True)


def test_two_who_transcend_at_once_tie() -> None:
    assert RULES.fight(Habit(4), Habit(4)).value("tie", FRESH, FRESH) > 0
    assert RULES.fight(Habit(4), Habit(3)).value("tie", FRESH, FRESH) == 0


def test_a_fight_in_which_nobody_can_do_harm_is_a_tie() -> None:
    still = tsoy({"TSOY-CHK-1": {"faces": (0,)}})
    assert still.fight(Habit(2), Habit(2)).odds(FRESH, FRESH).chances == (0, 1, 0)


def test_a_house_rule_about_harm_changes_the_fight() -> None:
    gentle = tsoy({"TSOY-HRM.bloodied": {"dice": 0}})
    fights = [rules.fight(Habit(2), Habit(1)) for rules in (RULES, gentle)]
    assert fights[0].value("win", FRESH, FRESH) != fights[1].value("win", FRESH, FRESH)


def test_a_fight_tells_its_rules_each_time_that_it_is_asked_for() -> None:
    rules = tsoy()
    told = []
    for _ in range(2):
        with recording() as reads:
            rules.fight(Habit(2), Habit(1)).odds(FRESH, FRESH)
        told.append(reads)
    wanted = {"TSOY-CHK-1", "TSOY-DIE-1", "TSOY-DIE-3", "TSOY-BDP-5", "TSOY-HRM.bloodied", "TSOY-TRN-1"}
    assert wanted <= told[0]
    assert told[0] == told[1]


def test_only_the_fights_asked_for_last_are_kept() -> None:
    rules = tsoy()
    first = rules.fight(Habit(0), Habit(0))
    assert rules.fight(Habit(0), Habit(0)) is first
    for rank in range(1, Arena.KEPT + 1):
        rules.fight(Habit(rank), Habit(0))
    again = rules.fight(Habit(0), Habit(0))
    assert again is not first
    assert again.odds(FRESH, FRESH) == first.odds(FRESH, FRESH)
