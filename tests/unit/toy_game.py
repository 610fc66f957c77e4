"""A game of one coin and one die, whose questions stand in for those of any game."""

from __future__ import annotations

from fractions import Fraction

from generator.dice.contests import Odds
from generator.dice.pools import die, sum_of
from generator.problems import USAGE, HandbillError, Problem
from generator.rules.questions import (
    Answer,
    Measure,
    Question,
    Setting,
    Table,
    choice,
    number,
    of_distribution,
    of_odds,
    subset,
)
from generator.rules.registry import Rules


def _sum(dice: Setting, add: Setting) -> Answer:
    rolled = sum_of(die(2), int(dice)) + (1 if add == "one" else 0)
    return of_distribution(
        rolled, lambda total: f"total {total}", [Measure("mean", "on average", rolled.mean(), "number")]
    )


def _toss(your_coins: Setting, luck: Setting) -> Answer:
    if luck == "1,2":
        raise HandbillError(Problem("parameter", "that is too much luck", hint="allowed: one kind"), USAGE)
    mine = sum_of(die(2), int(your_coins))
    odds: Odds = mine.versus(die(2))
    gain = Measure("gain", "a coin adds", Fraction(-1, 8), "points")
    return of_odds(odds, [gain, Measure("fair", "fair", Fraction(1, 500))], ["Luck is not used up."])


SUM = Question(
    "sum",
    1,
    "A sum",
    "What will the coins come to?",
    (
        number("dice", "your dice", 1, 12, 2, "toy.dice", "each a coin of one and two"),
        choice("add", "added", ("none", "one"), aliases={"1": "one", "a-one": "one", "a_one": "one"}),
    ),
    (
        Table("plain", "Sums", ("dice", (1, 2)), show="levels"),
        Table("both", "More sums", ("dice", (2, 3)), ("add", ("none", "one")), show="chance", key="3"),
    ),
    ("Coins are fair.",),
    _sum,
    lambda: "Two coins come to 3.",
)
TOSS = Question(
    "toss",
    2,
    "A toss",
    "Who tosses more?",
    (number("your_coins", "your coins", 0, 2, 1), subset("luck", "luck", (1, 2))),
    (Table("coins", "Coins", ("your_coins", (0, 1))),),
    (),
    _toss,
    lambda: "Coins are even.",
)


class Toy(Rules):
    """The rules of the toy game."""

    game = "toy"

    def questions(self) -> tuple[Question, ...]:
        return (SUM, TOSS)
