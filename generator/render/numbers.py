"""Numbers as people read them: percents, signs, dice and words, made from integers and fractions only."""

from __future__ import annotations

from fractions import Fraction

from generator.dice.contests import Odds
from generator.dice.rounding import nearest_whole, shares
from generator.rules import questions

_WORDS = "no one two three four five six seven eight nine ten eleven twelve".split()
_TIMES = ("never", "once", "twice")


def share_text(share: Fraction, exact: Fraction) -> str:
    """A share of a hundred: ``37½``, and never 0 or 100 for what can happen or can fail.

    >>> share_text(Fraction(75, 2), Fraction(3, 8)), share_text(Fraction(0), Fraction(1, 500))
    ('37½', '<1')
    """
    if share == 0 and exact > 0:
        return "<1"
    if share == 100 and exact < 1:
        return ">99"
    return f"{int(share)}½" if share.denominator == 2 else str(int(share))


def percent(chance: Fraction | int) -> str:
    """A single chance as a whole percent, rounded half up.

    >>> percent(Fraction(27, 32)), percent(Fraction(1, 1000)), percent(1)
    ('84%', '<1%', '100%')
    """
    exact = Fraction(chance)
    if not 0 <= exact <= 1:
        raise ValueError(f"a chance lies between 0 and 1; found {exact}")
    return questions.percent(exact)


def odds_texts(odds: Odds) -> tuple[str, str, str]:
    """Win, tie and lose as shares of a hundred that sum to it.

    >>> odds_texts(Odds(3, 2, 3))
    ('37½', '25', '37½')
    """
    rounded = shares((odds.win, odds.tie, odds.lose))
    win, tie, lose = (share_text(share, exact) for share, exact in zip(rounded, odds.chances, strict=True))
    return win, tie, lose


def signed(number: int) -> str:
    """A change, with its sign.

    >>> signed(1), signed(-2), signed(0)
    ('+1', '−2', '±0')
    """
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"


def number_text(number: int | Fraction) -> str:
    """A number with a true minus and a drawn half; other fractions as n/d.

    >>> number_text(-2), number_text(Fraction(7, 2)), number_text(Fraction(64, 81))
    ('−2', '3½', '64/81')
    """
    exact = Fraction(number)
    sign, size = ("−" if exact < 0 else ""), abs(exact)
    if size.denominator == 1:
        return f"{sign}{size.numerator}"
    if size.denominator == 2:
        return f"{sign}{size.numerator // 2 or ''}½"
    return f"{sign}{size.numerator}/{size.denominator}"


def decimal(number: int | Fraction, places: int = 1) -> str:
    """A number with so many decimal places, rounded half up.

    >>> decimal(Fraction(149, 36)), decimal(Fraction(-1, 8), 2)
    ('4.1', '−0.13')
    """
    exact = Fraction(number)
    size = abs(exact) * 10**places
    whole = nearest_whole(size)
    digits = str(whole).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return ("−" if exact < 0 and whole else "") + text


def words(number: int) -> str:
    """A small whole number as a word; a larger one in figures.

    >>> words(3), words(20)
    ('three', '20')
    """
    return _WORDS[number] if 0 <= number < len(_WORDS) else number_text(number)


def times(number: int) -> str:
    """How often: once, twice, three times."""
    return _TIMES[number] if 0 <= number < len(_TIMES) else f"{words(number)} times"


def die(sides: int) -> str:
    """A die by its sides.

    >>> die(4)
    'd4'
    """
    if not isinstance(sides, int):
        raise TypeError(f"a die has a whole number of sides; found {sides!r}")
    return f"d{sides}"


def band(chance: Fraction) -> int:
    """Which of five bands a chance falls in, 0 for under 10 % up to 4 for over 90 %.

    >>> [band(Fraction(n, 100)) for n in (9, 10, 30, 70, 71, 90, 91)]
    [0, 1, 2, 2, 3, 3, 4]
    """
    hundred = 100 * chance
    return sum((hundred >= 10, hundred >= 30, hundred > 70, hundred > 90))
