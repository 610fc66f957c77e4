"""What a terminal shows of questions and answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.cli.telling import NARROWEST, WIDEST
from generator.render.answer_text import answered, helped, listed
from tests.unit.toy_game import SUM, TOSS


def shown(question: object = SUM, width: int = 80, exactly: bool = False, **setting: int | str) -> str:
    asked = question.setting(setting)  # type: ignore[attr-defined]
    lines = answered(question, asked, question.respond(**asked), width, exactly, True)  # type: ignore
    return "\n".join(lines) + "\n"


def test_an_ordered_answer_shows_exactly_and_at_least() -> None:
    assert shown(dice=2) == (
        "What will the coins come to?\n"
        "  your dice: 2; added: none\n"
        "\n"
        "         exactly  at least\n"
        "total 2      25%      100%  ##########\n"
        "total 3      50%       75%  ####################\n"
        "total 4      25%       25%  ##########\n"
        "\n"
        "on average  3\n"
        "\n"
        "Assumed: Coins are fair.\n"
        "\n"
        "Remember: Two coins come to 3.\n"
    )


def test_odds_show_win_tie_and_lose_and_what_was_decided() -> None:
    assert shown(TOSS, width=40) == (
        "Who tosses more?\n"
        "  your coins: 1; luck: none\n"
        "\n"
        "you win   25%  ######\n"
        "tie       50%  #############\n"
        "they win  25%  ######\n"
        "\n"
        "a coin adds  −13 points\n"
        "fair                <1%\n"
        "\n"
        "Luck is not used up.\n"
        "\n"
        "Remember: Coins are even.\n"
    )


def test_exactly_every_number_is_a_fraction() -> None:
    told = shown(exactly=True, dice=1, add="one")
    assert "total 2      1/2       1/1  ####################\n" in told
    assert "total 3      1/2       1/2  " in told and "on average  5/2\n" in told
    assert "%" not in told
    sure = shown(TOSS, exactly=True, your_coins=0)
    assert "you win   0/1\n" in sure and "they win  1/1  ###" in sure and "a coin adds   -1/8" in sure


def test_what_cannot_happen_has_no_bar_and_what_can_has_one() -> None:
    rows = shown(dice=12).splitlines()
    assert [row for row in rows if row.startswith("total 12 ")] == ["total 12      <1%      100%  #"]
    assert "tie         0%\n" in shown(TOSS, your_coins=0)


def test_questions_are_listed_by_title_or_by_what_they_ask() -> None:
    assert listed((SUM, TOSS), 80) == ["1  sum   A sum", "2  toss  A toss"]
    assert listed((SUM, TOSS), 80, asks=True) == [
        "1  sum   What will the coins come to?",
        "2  toss  Who tosses more?",
    ]


def test_help_tells_every_parameter_with_label_range_default_and_help() -> None:
    assert helped("toy", SUM, 80)[:7] == [
        "Usage: handbill odds toy sum [--parameter value]...",
        "",
        "What will the coins come to?",
        "",
        "Parameters:",
        "  --dice  your dice: 1 to 12 (default 2); each a coin of one and two",
        "  --add   added: none, one (a_one) (default none); 1 is one, a one is one",
    ]
    allowed = TOSS.parameters[0].allowed
    assert f"  --your-coins  your coins: {allowed} (default 1)" in helped("toy", TOSS, 80)


@given(width=st.integers(NARROWEST, WIDEST), dice=st.integers(1, 12), add=st.sampled_from(("none", "one")))
def test_no_line_is_wider_than_the_terminal(width: int, dice: int, add: str) -> None:
    lines = shown(width=width, dice=dice, add=add).splitlines()
    lines += helped("toy", SUM, width) + listed((SUM, TOSS), width, asks=True)
    assert max(map(len, lines)) <= width


@pytest.mark.parametrize("width", [40, 80])
def test_bars_are_plain_characters(width: int) -> None:
    bars = {line.split("  ")[-1] for line in shown(width=width).splitlines() if line.startswith("total")}
    assert bars and all(set(bar) == {"#"} for bar in bars)
