"""Chains and races give what working through their states by fractions gives."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.dice.chains import Chain, Race

Ways = Mapping[int, Mapping[int, int]]


def by_fractions(ways: Ways, worth: Mapping[int, int], each: int) -> dict[int, Fraction]:
    """The expected worth of the end and of all rolls, state by state: leave out staying, then average."""

    @cache
    def value(state: int) -> Fraction:
        if not ways[state]:
            return Fraction(worth[state])
        total = sum(ways[state].values())
        onward = [(other, weight) for other, weight in ways[state].items() if other != state]
        stays = Fraction(ways[state].get(state, 0), total)
        moved = sum((Fraction(weight, total) * value(other) for other, weight in onward), Fraction(each))
        return moved / (1 - stays)

    return {state: value(state) for state in ways}


@st.composite
def small_chains(draw: st.DrawFn) -> Ways:
    """Up to eight states; each leads to itself or to lower ones, and the lowest is an end."""
    made: dict[int, dict[int, int]] = {0: {}}
    weight = st.integers(1, 9)
    for state in range(1, draw(st.integers(2, 8))):
        ways = draw(st.dictionaries(st.integers(0, state - 1), weight, max_size=3))
        if ways and draw(weight) > 4:
            ways[state] = draw(weight)
        made[state] = ways
    return made


@given(small_chains(), st.lists(st.integers(-3, 3), min_size=8, max_size=8), st.integers(0, 2))
def test_a_chain_expects_what_fractions_give(ways: Ways, worths: list[int], each: int) -> None:
    chain = Chain(ways, lambda state: ways[state])
    worth = dict(enumerate(worths))
    expected = chain.expect(lambda end: worth[end], each=lambda state: each)
    assert dict(expected) == by_fractions(ways, worth, each)


@given(small_chains(), st.integers(0, 7))
def test_a_chain_that_takes_over_known_states_is_the_chain_made_anew(ways: Ways, first: int) -> None:
    known = Chain([min(first, len(ways) - 1)], lambda state: ways[state])
    asked: list[int] = []

    def follow(state: int) -> Mapping[int, int]:
        asked.append(state)
        return ways[state]

    before = dict(known.expect(int, each=lambda state: 1))
    chain = Chain(ways, follow, known)
    assert sorted(asked) == sorted(set(ways) - set(known))
    anew = Chain(ways, lambda state: ways[state])
    assert dict(chain.expect(int, each=lambda state: 1)) == dict(anew.expect(int, each=lambda state: 1))
    assert dict(known.expect(int, each=lambda state: 1)) == before


@given(small_chains())
def test_the_chances_of_all_ends_add_up_to_one(ways: Ways) -> None:
    chain = Chain(ways, lambda state: ways[state])
    ends = [state for state in chain if not ways[state]]
    chances = [chain.chance(wanted.__eq__) for wanted in ends]
    for state in chain:
        assert sum(of_end[state] for of_end in chances) == 1


@given(small_chains())
def test_states_are_told_after_all_that_can_follow_them(ways: Ways) -> None:
    places = {state: place for place, state in enumerate(Chain(ways, lambda state: ways[state]))}
    assert len(places) == len(ways)
    for state, others in ways.items():
        assert all(places[other] < places[state] for other in others if other != state)


def test_a_chain_holds_what_can_follow_its_starts_and_nothing_else() -> None:
    chain = Chain([2], lambda state: {state - 1: 1} if 0 < state < 9 else {})
    assert (len(chain), 2 in chain, 3 in chain) == (3, True, False)
    assert len(chain.expect()) == 3


def test_a_chain_may_be_longer_than_the_stack() -> None:
    chain = Chain([5000], lambda left: {left: 1, left - 1: 1} if left else {})
    assert chain.expect(each=lambda left: 1)[5000] == 10000


def test_a_state_that_comes_back_is_refused() -> None:
    with pytest.raises(ValueError, match="the chain comes back to 1"):
        Chain([1], lambda state: {3 - state: 1})


def test_a_state_that_always_stays_is_refused() -> None:
    with pytest.raises(ValueError, match="the chain stays at 7 for ever"):
        Chain([7], lambda state: {state: 2})


# Races


def by_hand(
    boxes: int, dealt: Mapping[int, int], taken: Mapping[int, int]
) -> dict[tuple[frozenset[int], ...], Fraction]:
    """The chance to win for all pairs of marks, reading the rule for each blow."""
    total = sum(weight for blows in (dealt, taken) for harm, weight in blows.items() if harm)

    def struck(marks: frozenset[int], harm: int) -> frozenset[int] | None:
        for box in range(harm, boxes + 1):
            if box not in marks:
                return marks | {box}
        return None

    @cache
    def win(mine: frozenset[int], theirs: frozenset[int]) -> Fraction:
        chance = Fraction(0)
        for harm, weight in dealt.items():
            if harm:
                after = struck(theirs, harm)
                chance += Fraction(weight, total) * (1 if after is None else win(mine, after))
        for harm, weight in taken.items():
            if harm:
                after = struck(mine, harm)
                chance += Fraction(weight, total) * (0 if after is None else win(after, theirs))
        return chance

    sets = subsets(boxes)
    return {(mine, theirs): win(mine, theirs) for mine in sets for theirs in sets}


def subsets(boxes: int) -> list[frozenset[int]]:
    numbers = range(1, boxes + 1)
    return [frozenset(marks) for size in range(boxes + 1) for marks in combinations(numbers, size)]


BLOWS = st.dictionaries(st.integers(0, 5), st.integers(1, 9), max_size=4)


@given(st.integers(1, 4), BLOWS, BLOWS)
def test_a_race_is_won_as_often_as_blow_by_blow(
    boxes: int, dealt: dict[int, int], taken: dict[int, int]
) -> None:
    if not (dealt.keys() | taken.keys()) - {0}:
        with pytest.raises(ValueError, match="neither side can do harm"):
            Race(boxes, dealt, taken)
        return
    race = Race(boxes, dealt, taken)
    found = by_hand(boxes, dealt, taken)
    assert {pair: race.chance(*pair) for pair in found} == found


@given(BLOWS, BLOWS.filter(lambda blows: any(blows)))
def test_a_race_and_its_mirror_image_share_the_whole(dealt: dict[int, int], taken: dict[int, int]) -> None:
    race, mirror = Race(3, dealt, taken), Race(3, taken, dealt)
    for mine in subsets(3):
        for theirs in subsets(3):
            assert race.chance(mine, theirs) + mirror.chance(theirs, mine) == 1


@given(BLOWS, BLOWS.filter(lambda blows: any(blows)))
def test_one_more_mark_never_helps(dealt: dict[int, int], taken: dict[int, int]) -> None:
    race = Race(4, dealt, taken)
    for mine in subsets(4):
        for box in {1, 2, 3, 4} - mine:
            assert race.chance(mine | {box}, ()) <= race.chance(mine, ())
            assert race.chance((), mine | {box}) >= race.chance((), mine)
