"""Numbers as people read them never say more, or other, than the exact value."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.dice.contests import Odds
from generator.render import numbers

chances = st.fractions(min_value=0, max_value=1, max_denominator=10_000)
counts = st.integers(min_value=0, max_value=5_000)


def value(text: str) -> Fraction:
    """A share of a hundred as it was written, without its mark; ``<1`` and ``>99`` as 0 and 100."""
    plain = text.rstrip("%")
    if plain[0] in "<>":
        return Fraction(0) if plain[0] == "<" else Fraction(100)
    half = Fraction(1, 2) if plain.endswith("½") else 0
    return Fraction(plain.rstrip("½") or "0") + half


@given(chances)
def test_a_percent_is_the_nearest_whole_one(chance: Fraction) -> None:
    assert abs(value(numbers.percent(chance)) - 100 * chance) <= Fraction(1, 2)


@given(chances)
def test_only_the_impossible_is_zero_and_only_the_certain_a_hundred(chance: Fraction) -> None:
    text = numbers.percent(chance)
    assert (text == "0%") is (chance == 0)
    assert (text == "100%") is (chance == 1)


@pytest.mark.parametrize("chance", [Fraction(-1, 100), Fraction(101, 100)])
def test_what_is_no_chance_is_refused(chance: Fraction) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        numbers.percent(chance)


@given(counts, counts, counts)
def test_win_tie_and_lose_are_told_so_that_they_sum_to_a_hundred(win: int, tie: int, lose: int) -> None:
    if win + tie + lose == 0:
        return
    texts = numbers.odds_texts(Odds(win, tie, lose))
    if not any(text[0] in "<>" for text in texts):
        assert sum(map(value, texts)) == 100
    for text, count in zip(texts, (win, tie, lose), strict=True):
        assert (text == "0") is (count == 0)
        assert (text == "100") is (count == win + tie + lose)


@given(counts, counts)
def test_even_odds_look_even(win: int, tie: int) -> None:
    assume(win + tie > 0)
    one, _, other = numbers.odds_texts(Odds(win, tie, win))
    assert one == other


@given(st.integers(min_value=-50, max_value=50))
def test_a_change_has_its_sign_and_a_true_minus(number: int) -> None:
    text = numbers.signed(number)
    assert text[0] in "+−±" and "-" not in text
    assert int(text[1:]) * {"+": 1, "−": -1, "±": 0}[text[0]] == number


@given(st.fractions(max_denominator=50))
def test_a_number_is_written_without_loss(number: Fraction) -> None:
    text = numbers.number_text(number)
    assert "-" not in text and "." not in text
    sign, plain = (-1, text[1:]) if text.startswith("−") else (1, text)
    whole = value(plain) if plain.endswith("½") else Fraction(plain)
    assert sign * whole == number


@given(st.fractions(max_denominator=500), st.integers(min_value=0, max_value=4))
def test_a_decimal_is_the_nearest_with_so_many_places(number: Fraction, places: int) -> None:
    text = numbers.decimal(number, places)
    assert abs(Fraction(text.replace("−", "-")) - number) <= Fraction(1, 2 * 10**places)
    assert len(text.partition(".")[2]) == places
    assert text not in ("−0", "−0.0", "−0.00")


@pytest.mark.parametrize(
    "number, word, often",
    [
        (0, "no", "never"),
        (1, "one", "once"),
        (2, "two", "twice"),
        (3, "three", "three times"),
        (20, "20", "20 times"),
    ],
)
def test_small_numbers_are_words(number: int, word: str, often: str) -> None:
    assert (numbers.words(number), numbers.times(number)) == (word, often)


@given(chances)
def test_a_higher_chance_is_never_in_a_lower_band(chance: Fraction) -> None:
    assert numbers.band(chance) + numbers.band(1 - chance) == 4
    assert numbers.band(chance / 2) <= numbers.band(chance)
