"""Printed shares: always the whole, equals equal, mirror images alike."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.dice.contests import Odds
from generator.dice.pools import faces, sum_of
from generator.dice.rounding import shares
from tests import oracle

weight_lists = st.lists(st.integers(0, 30), min_size=1, max_size=7).filter(any)
three_weights = st.tuples(*[st.integers(0, 400)] * 3).filter(any)


def exact(weights: Sequence[int], whole: int = 100) -> list[Fraction]:
    return [Fraction(weight * whole, sum(weights)) for weight in weights]


def unequal_pairs(weights: Sequence[int], printed: Sequence[int | Fraction]) -> int:
    pairs = combinations(range(len(weights)), 2)
    return sum(weights[a] == weights[b] and printed[a] != printed[b] for a, b in pairs)


def grid() -> dict[tuple[int, int], Odds]:
    """My Life With Master, 1 to 20 dice a side: the 400 cells of the measured figures."""
    pools = {dice: sum_of(faces(oracle.POOL_D4), dice) for dice in range(1, 21)}
    return {(mine, yours): pools[mine].versus(pools[yours]) for mine in pools for yours in pools}


@given(weight_lists, st.sampled_from([1, 10, 99, 100, 1000]))
def test_shares_sum_to_the_whole_and_none_moves_by_one(weights: list[int], whole: int) -> None:
    printed = shares(weights, whole)
    assert sum(printed) == whole
    assert all(abs(share - true) < 1 for share, true in zip(printed, exact(weights, whole), strict=True))
    assert all(
        share == true
        for share, true in zip(printed, exact(weights, whole), strict=True)
        if true in (0, whole)
    )


@given(weight_lists)
def test_no_rounding_with_the_right_sum_would_be_better(weights: list[int]) -> None:
    def cost(printed: Sequence[int | Fraction]) -> tuple[int, Fraction]:
        squares = ((share - true) ** 2 for share, true in zip(printed, exact(weights), strict=True))
        return unequal_pairs(weights, printed), sum(squares, Fraction(0))

    printed = shares(weights)
    best = min(cost(candidate) for candidate in oracle.roundings(weights, 100))
    if all(share.denominator == 1 for share in printed):
        assert cost(printed) == best
        halves = [
            cost([Fraction(n, 2) for n in candidate])[0] for candidate in oracle.roundings(weights, 200)
        ]
        assert best[0] == 0 or min(halves) > 0
    else:
        assert best[0] > 0 and cost(printed)[0] == 0
        assert all(share.denominator <= 2 for share in printed)


@given(three_weights)
def test_a_contest_and_its_mirror_image_print_alike(weights: tuple[int, int, int]) -> None:
    assert shares(weights[::-1]) == shares(weights)[::-1]


@given(three_weights)
def test_an_even_contest_prints_evenly(weights: tuple[int, int, int]) -> None:
    win, tie, _ = weights
    if win or tie:
        printed = shares((win, tie, win))
        assert printed[0] == printed[2]


@given(weight_lists, st.integers(2, 9))
def test_shares_depend_on_chances_and_not_on_how_they_were_counted(weights: list[int], factor: int) -> None:
    assert shares([weight * factor for weight in weights]) == shares(weights)


def test_one_die_against_one_shows_the_half() -> None:
    odds = grid()[1, 1]
    assert shares(odds.weights) == (Fraction(75, 2), 25, Fraction(75, 2))
    assert oracle.roundings(odds.weights, 100) == [(37, 25, 38), (38, 25, 37)]


def test_it_is_the_only_one_of_400_cells_that_needs_a_half() -> None:
    cells = grid()
    with_half = [cell for cell, odds in cells.items() if any(s.denominator > 1 for s in shares(odds.weights))]
    assert len(cells) == 400 and with_half == [(1, 1)]


def test_independent_rounding_misses_the_whole_in_76_of_400_cells_and_shares_in_none() -> None:
    cells = grid().values()
    assert sum(sum(int(true + Fraction(1, 2)) for true in exact(odds.weights)) != 100 for odds in cells) == 76
    assert sum(sum(shares(odds.weights)) != 100 for odds in cells) == 0


def test_every_even_cell_of_the_grid_prints_evenly() -> None:
    even = [odds for (mine, yours), odds in grid().items() if mine == yours]
    assert len(even) == 20
    assert all(shares(odds.weights)[0] == shares(odds.weights)[2] for odds in even)


@pytest.mark.parametrize(
    ("weights", "printed"),
    [
        ((1, 1, 1), (33, 34, 33)),  # no way to keep three equal: the tie takes the odd one
        ((5, 3, 0), (62, 38, 0)),  # 62.5 and 37.5: equal error, the tie share goes up
        ((0, 3, 5), (0, 38, 62)),
        ((1, 4, 3), (12, 50, 38)),  # the same without a tie in doubt: the larger weight goes up
        ((3, 4, 1), (38, 50, 12)),
        ((53, 22, 53), (41, 18, 41)),  # 41.4 17.2 41.4
        ((0, 0, 7), (0, 0, 100)),
        ((999, 0, 1), (100, 0, 0)),  # "<1" and ">99" are made where text is made
        ((1, 3, 6, 7, 6, 3, 1), (4, 11, 22, 26, 22, 11, 4)),
    ],
)
def test_dead_heats_and_small_shares_are_decided_as_declared(
    weights: tuple[int, ...], printed: tuple[int, ...]
) -> None:
    assert shares(weights) == printed


def test_the_caller_can_say_which_share_is_the_tie() -> None:
    assert shares((1, 1, 1), tie=0) == (34, 33, 33)
    assert shares((5, 3, 0), tie=0) == (63, 37, 0)


def test_halves_are_left_alone_where_they_do_not_help() -> None:
    assert shares((1,) * 6) == (17, 17, 17, 17, 16, 16) or sorted(shares((1,) * 6)) == [
        16,
        16,
        17,
        17,
        17,
        17,
    ]
    assert shares((1,) * 8) == (Fraction(25, 2),) * 8


def test_many_shares_are_rounded_without_trying_every_rounding() -> None:
    pool = sum_of(faces(range(1, 7)), 40)
    assert sum(shares(pool.weights)) == 100


@pytest.mark.parametrize("weights", [(), (0, 0), (2, -1)])
def test_weights_that_share_nothing_are_refused(weights: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="shares need weights of 0 or more"):
        shares(weights)


def test_a_whole_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="whole must be 1 or more; found 0"):
        shares((1, 1), whole=0)
