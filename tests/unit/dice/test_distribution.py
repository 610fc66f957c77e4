"""Distributions against enumeration, against icepool, and the laws of chances."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.dice.contests import Odds
from generator.dice.distribution import Distribution
from tests import oracle

counts = st.dictionaries(st.integers(-8, 8), st.integers(1, 9), min_size=1, max_size=7)
distributions = counts.map(Distribution.from_counts)
small_faces = st.lists(st.integers(-3, 4), min_size=1, max_size=4)


def as_counts(distribution: Distribution) -> dict[int, int]:
    return dict(distribution.items())


@given(small_faces, st.integers(0, 4))
def test_a_sum_weighs_as_all_its_rolls_listed(faces: list[int], dice: int) -> None:
    assert as_counts(Distribution.uniform(faces).times(dice)) == oracle.sums(faces, dice)


@given(counts, counts)
def test_sum_and_difference_weigh_as_all_pairs_listed(left: dict[int, int], right: dict[int, int]) -> None:
    mine, yours = Distribution.from_counts(left), Distribution.from_counts(right)
    assert as_counts(mine + yours) == oracle.paired(left, right, lambda a, b: a + b)
    assert as_counts(mine - yours) == oracle.paired(left, right, lambda a, b: a - b)


@given(counts, counts)
def test_a_contest_has_the_odds_of_all_pairs_listed(left: dict[int, int], right: dict[int, int]) -> None:
    found = Distribution.from_counts(left).versus(Distribution.from_counts(right))
    assert found.chances == oracle.odds(left, right)
    assert found.total == sum(left.values()) * sum(right.values())


@given(distributions, distributions)
def test_a_contest_and_its_mirror_image_agree(mine: Distribution, yours: Distribution) -> None:
    odds = mine.versus(yours)
    assert yours.versus(mine).weights == odds.flipped().weights
    margin = mine - yours
    assert odds.chances == (margin.at_least(1), margin.chance(0), margin.at_most(-1))


@given(distributions, st.integers(-12, 12))
def test_at_least_never_rises_with_the_target_and_completes_at_most(one: Distribution, target: int) -> None:
    assert 0 <= one.at_least(target + 1) <= one.at_least(target) <= 1
    assert one.at_least(target) + one.at_most(target - 1) == 1
    assert one.at_least(target) - one.at_least(target + 1) == one.chance(target)


@given(distributions)
def test_the_ends_are_certain_and_beyond_them_nothing_happens(one: Distribution) -> None:
    assert one.at_least(one.lowest) == one.at_most(one.highest) == 1
    assert one.at_least(one.highest + 1) == one.at_most(one.lowest - 1) == 0
    assert one.outcomes()[0] == one.lowest and one.outcomes()[-1] == one.highest
    assert sum(one.chance(outcome) for outcome in one.outcomes()) == 1


@given(distributions, distributions)
def test_means_and_variances_of_independent_rolls_add_up(mine: Distribution, yours: Distribution) -> None:
    assert (mine + yours).mean() == mine.mean() + yours.mean()
    assert (mine + yours).variance() == (mine - yours).variance() == mine.variance() + yours.variance()


@given(distributions, st.integers(-5, 5))
def test_a_number_shifts_the_outcomes_and_a_minus_mirrors_them(one: Distribution, shift: int) -> None:
    assert (one + shift) == one + Distribution.constant(shift)
    assert (one - shift) == one - Distribution.constant(shift)
    assert (one + shift).variance() == one.variance()
    assert (-one).outcomes() == tuple(-outcome for outcome in reversed(one.outcomes()))
    assert one.chance(shift) == (-one).chance(-shift)


@given(counts)
def test_a_map_merges_the_outcomes_that_come_to_read_alike(weights: dict[int, int]) -> None:
    read = oracle.paired(weights, {0: 1}, lambda outcome, _: abs(outcome) // 2)
    assert as_counts(Distribution.from_counts(weights).map(lambda outcome: abs(outcome) // 2)) == read


@given(distributions, st.lists(distributions, min_size=3, max_size=3))
def test_a_mix_has_the_total_chance_of_its_branches(
    first: Distribution, branches: list[Distribution]
) -> None:
    mixed = first.mix(lambda outcome: branches[outcome % 3])
    asked = {branches[outcome % 3].total for outcome in first.outcomes()}
    assert mixed.total == first.total * lcm(*asked)
    for outcome in range(-9, 10):
        assert mixed.chance(outcome) == sum(
            first.chance(before) * branches[before % 3].chance(outcome) for before in first.outcomes()
        )


def test_mix_and_map_never_ask_about_an_outcome_that_cannot_happen() -> None:
    asked: list[int] = []

    def note(outcome: int) -> int:
        asked.append(outcome)
        return outcome

    gap = Distribution(1, (1, 0, 1))
    gap.map(note)
    gap.mix(lambda outcome: Distribution.constant(note(outcome)))
    assert asked == [1, 3, 1, 3]


@given(distributions, st.integers(2, 5))
def test_equality_and_hash_go_by_chances_and_weights_stay_as_counted(one: Distribution, factor: int) -> None:
    scaled = Distribution(one.lowest, tuple(weight * factor for weight in one.weights))
    assert scaled == one and hash(scaled) == hash(one) and len({scaled, one}) == 1
    assert scaled.weights != one.weights and scaled.total == factor * one.total
    assert one != one + 1 and one != as_counts(one)


def test_three_d4_are_counted_in_64_ways() -> None:
    assert Distribution.uniform(range(1, 5)).times(3).total == 64


@pytest.mark.parametrize("dice", [0, 1, 2, 7, 20, 40])
def test_sums_agree_with_icepool(dice: int) -> None:
    ours = Distribution.uniform(range(1, 7)).times(dice)
    theirs = dice @ icepool.d6
    assert ours == Distribution.from_counts(theirs)
    assert ours.mean() == theirs.mean() and ours.variance() == theirs.variance()


def test_an_exploding_die_comes_in_from_icepool() -> None:
    ours = Distribution.from_counts(icepool.d6.explode(depth=2))
    assert ours.total == 216 and ours.highest == 18
    assert ours.chance(6) == 0 and ours.chance(7) == Fraction(1, 36) and ours.chance(13) == Fraction(1, 216)


def test_thirty_one_dice_with_a_d4_do_not_overflow_64_bits() -> None:
    pool = Distribution.uniform(oracle.POOL_D4)
    odds = (pool.times(11) + Distribution.uniform(range(1, 5))).versus(pool.times(20))
    assert odds.total == 4**32 > 2**63
    theirs = 11 @ icepool.Die(oracle.POOL_D4) + icepool.d4 - 20 @ icepool.Die(oracle.POOL_D4)
    assert odds.chances[0] == theirs.probability(">=", 1)


@pytest.mark.parametrize("weights", [(), (0,), (0, 1), (1, 0), (1, -1, 1)])
def test_weights_that_are_no_distribution_are_refused(weights: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="weights must be 0 or more"):
        Distribution(0, weights)


def test_counts_without_an_outcome_or_with_a_broken_number_are_refused() -> None:
    with pytest.raises(ValueError, match="an outcome that can happen"):
        Distribution.from_counts({1: 0})
    with pytest.raises(ValueError, match="weights must be 0 or more"):
        Distribution.from_counts({1: 1, 2: -1, 3: 1})
    with pytest.raises(TypeError, match="must be integers"):
        Distribution.from_counts({1: 0.5})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="number of dice must be 0 or more; found -1"):
        Distribution.constant(1).times(-1)


def test_odds_are_equal_when_their_chances_are_and_need_one_way() -> None:
    assert Odds(6, 4, 6) == Odds(3, 2, 3) != Odds(3, 3, 2)
    assert hash(Odds(6, 4, 6)) == hash(Odds(3, 2, 3)) and Odds(6, 4, 6) != (6, 4, 6)
    assert Odds(1, 2, 3).flipped().weights == (3, 2, 1)
    for ways in [(0, 0, 0), (-1, 1, 1)]:
        with pytest.raises(ValueError, match="odds need ways"):
            Odds(*ways)
