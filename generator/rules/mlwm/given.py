"""My Life with Master: the given values of a question as rules take them, and the parts of its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from generator.dice.rounding import nearest_whole
from generator.rules.mlwm.dice import Bonus
from generator.rules.mlwm.state import Part, Scores
from generator.rules.questions import Measure, Setting, Share

Given: TypeAlias = Mapping[str, Setting]
"""A value for every parameter of a question, by name."""

NO_DIE = "none"


def scores_of(given: Given) -> Scores:
    """The scores among the given values, 0 for those that the question does not ask for."""
    return Scores(**{name: int(given[name]) for name in Scores().as_names() if name in given})


def die_of(given: Given, name: str) -> Bonus:
    """A bonus die by its name, or 0 for none."""
    word = str(given.get(name, NO_DIE))
    return 0 if word == NO_DIE else word


def bonus_of(given: Given) -> tuple[Bonus, Bonus, Part]:
    """Your bonus die, theirs, and who earned theirs first."""
    first: Part = "they" if given.get("first") == "they" else "you"
    return die_of(given, "bonus"), die_of(given, "against_bonus"), first


def aid_of(given: Given) -> tuple[int, int]:
    """The dice that helpers add to your pool and to theirs."""
    return int(given.get("aid", 0)), int(given.get("against_aid", 0))


def counted(key: str, label: str, value: Fraction | int) -> Measure:
    """A number that is no chance: dice, points, acts."""
    return Measure(key, label, Fraction(value), "number")


def firsts(chances: Sequence[Fraction], label: str, never: str) -> tuple[Share, ...]:
    """The chances that it is the first try, the second, …, and the rest, as shares with whole weights."""
    whole = lcm(*(chance.denominator for chance in chances))
    named = [(str(n), f"{label} {n}", chance) for n, chance in enumerate(chances, 1)]
    rest = ("later", never, 1 - sum(chances))
    return tuple(Share(key, words, int(chance * whole)) for key, words, chance in (*named, rest))


def signed(number: int) -> str:
    """A whole number with a true minus."""
    return f"−{-number}" if number < 0 else str(number)


def dice_words(number: Fraction | int) -> str:
    """So many dice: ``1 die``, ``2 dice``."""
    return f"{number} {'die' if number == 1 else 'dice'}"


def tenths(number: Fraction) -> str:
    """A number of 0 or more with one decimal place, rounded half up.

    >>> tenths(Fraction(9, 2)), tenths(Fraction(226, 100))
    ('4.5', '2.3')
    """
    whole, tenth = divmod(nearest_whole(10 * number), 10)
    return f"{whole}.{tenth}"


def points(difference: Fraction) -> str:
    """A difference of chances in whole percent points, halves away from zero.

    >>> points(Fraction(1, 8)), points(Fraction(-1, 16))
    ('+13 points', '−6 points')
    """
    whole = nearest_whole(100 * difference)
    sign = "+" if whole > 0 else "±" if not whole else ""
    return f"{sign}{signed(whole)} {'point' if abs(whole) == 1 else 'points'}"
