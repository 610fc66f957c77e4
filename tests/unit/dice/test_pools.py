"""Pools against enumeration, against icepool, and against the published figures of the games."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.dice.distribution import Distribution
from generator.dice.pools import die, faces, keep_sum, sum_of
from tests import oracle

small_faces = st.lists(st.integers(-3, 4), min_size=1, max_size=4)
numbers_of_dice = st.integers(0, 5).flatmap(lambda dice: st.tuples(st.just(dice), st.integers(0, dice)))


def chances(text: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(part) for part in text.split())


@given(small_faces, numbers_of_dice, st.booleans())
def test_kept_dice_weigh_as_all_rolls_sorted_and_cut(
    values: list[int], numbers: tuple[int, int], highest: bool
) -> None:
    dice, keep = numbers
    found = keep_sum(faces(values), dice, keep, highest)
    assert dict(found.items()) == oracle.kept_sums(values, dice, keep, highest)
    assert found.total == len(values) ** dice


@given(small_faces, numbers_of_dice)
def test_keeping_the_lowest_is_the_mirror_image_of_keeping_the_highest(
    values: list[int], numbers: tuple[int, int]
) -> None:
    one = faces(values)
    assert keep_sum(one, *numbers, highest=False) == -keep_sum(-one, *numbers)


@given(small_faces, st.integers(0, 6))
def test_keeping_every_die_is_the_plain_sum_and_keeping_none_is_zero(values: list[int], dice: int) -> None:
    one = faces(values)
    assert keep_sum(one, dice, dice).weights == sum_of(one, dice).weights
    assert keep_sum(one, dice, 0) == Distribution.constant(0)


@given(small_faces, numbers_of_dice)
def test_the_kept_and_the_dropped_dice_have_the_mean_of_the_whole_pool(
    values: list[int], numbers: tuple[int, int]
) -> None:
    one, (dice, keep) = faces(values), numbers
    dropped = keep_sum(one, dice, dice - keep, highest=False)
    assert keep_sum(one, dice, keep).mean() + dropped.mean() == dice * one.mean()


@pytest.mark.parametrize(("sides", "dice", "keep"), [(6, 4, 3), (10, 9, 4), (20, 12, 1), (20, 30, 15)])
def test_kept_dice_agree_with_icepool(sides: int, dice: int, keep: int) -> None:
    pool = icepool.Pool([icepool.d(sides)] * dice)
    assert keep_sum(die(sides), dice, keep) == Distribution.from_counts(pool.highest(keep).sum())
    assert keep_sum(die(sides), dice, keep, False) == Distribution.from_counts(pool.lowest(keep).sum())


def test_a_loaded_die_agrees_with_icepool() -> None:
    loaded = {1: 3, 2: 1, 5: 2}
    pool = icepool.Pool([icepool.Die(loaded)] * 7)
    assert keep_sum(Distribution.from_counts(loaded), 7, 3) == Distribution.from_counts(pool.highest(3).sum())


@pytest.mark.parametrize(
    ("bonus", "weights"),
    [
        (0, (1, 3, 6, 7, 6, 3, 1)),
        (1, (1, 4, 10, 17, 22, 18, 9)),
        (2, (1, 5, 15, 36, 65, 70, 51)),
        (3, (1, 6, 21, 72, 171, 225, 233)),
    ],
)
def test_the_best_three_fudge_dice_have_the_published_weights(bonus: int, weights: tuple[int, ...]) -> None:
    best = keep_sum(faces(oracle.FUDGE), 3 + bonus, 3)
    worst = keep_sum(faces(oracle.FUDGE), 3 + bonus, 3, highest=False)
    assert (best.lowest, best.weights) == (-3, weights)
    assert (worst.lowest, worst.weights) == (-3, weights[::-1])


@pytest.mark.parametrize(
    ("mine", "yours", "odds"),
    [
        (1, 1, "3/8 1/4 3/8"),
        (2, 1, "11/16 5/32 5/32"),
        (3, 1, "221/256 5/64 15/256"),
        (2, 2, "53/128 11/64 53/128"),
        (3, 3, "879/2048 145/1024 879/2048"),
        (5, 4, "40337/65536 6969/65536 18230/65536"),
    ],
)
def test_pools_of_discarded_fours_have_the_published_odds(mine: int, yours: int, odds: str) -> None:
    one = die(4).map(lambda face: 0 if face == 4 else face)
    assert sum_of(one, mine).versus(sum_of(one, yours)).chances == chances(odds)
    assert sum_of(one, 4).mean() == 6 and sum_of(one, 4).variance() == 5


@pytest.mark.parametrize(
    ("mine", "sides", "yours", "win"),
    [
        (1, 4, 1, "27/32"),
        (1, 6, 1, "43/48"),
        (1, 8, 1, "59/64"),
        (2, 8, 3, "3115/4096"),
        (2, 8, 6, "81017/262144"),
    ],
)
def test_a_bonus_die_has_the_published_worth(mine: int, sides: int, yours: int, win: str) -> None:
    one = faces(oracle.POOL_D4)
    assert (sum_of(one, mine) + die(sides)).versus(sum_of(one, yours)).chances[0] == Fraction(win)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, 4), "of 3 dice, 0 to 3 can be kept; found 4"),
        ((3, -1), "of 3 dice, 0 to 3 can be kept; found -1"),
        ((-1, 0), "the number of dice must be 0 or more; found -1"),
    ],
)
def test_keeping_more_dice_than_are_rolled_is_refused(arguments: tuple[int, int], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        keep_sum(die(6), *arguments)


def test_a_die_needs_a_side_and_a_pool_no_negative_number() -> None:
    with pytest.raises(ValueError, match="1 side or more; found 0"):
        die(0)
    with pytest.raises(ValueError, match="an outcome that can happen"):
        faces(())
    with pytest.raises(ValueError, match="0 or more; found -2"):
        sum_of(die(6), -2)
