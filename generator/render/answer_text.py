"""Questions and their answers as lines for a terminal: plain characters, no colour, as wide as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap

from generator.render import numbers
from generator.render.answer_numbers import measured, percents
from generator.rules.questions import Answer, Kind, Parameter, Question, Setting

_FULL_BAR, _LEAST_BAR = 40, 8
_OPTIONS = (
    ("--exact", "every chance as a fraction, n/d"),
    ("--json", "the answer as JSON, with exact fractions"),
    ("--csv", "the answer as CSV, with exact fractions"),
    ("--character", "a character's file, whose values stand for all parameters that are not given"),
    ("--of", "the ability, or other row of the character, that is meant"),
    ("--house-rules", "the table's own rules, or none for the published ones"),
    ("--help", "this text"),
)

Rows = Sequence[Sequence[str]]


def option(name: str) -> str:
    """How a parameter is written on the command line.

    >>> option("self_loathing")
    '--self-loathing'
    """
    return "--" + name.replace("_", "-")


def exact(value: Fraction) -> str:
    """A fraction that always shows both its numbers.

    >>> exact(Fraction(3, 8)), exact(Fraction(1))
    ('3/8', '1/1')
    """
    return f"{value.numerator}/{value.denominator}"


def listed(questions: Iterable[Question], width: int, asks: bool = False) -> list[str]:
    """A line for each question: number, id and title; with ``asks`` what it asks, in a player's words."""
    known = tuple(questions)
    rows = [[str(question.number), question.id, question.title] for question in known]
    if not asks:
        return _columns(rows, ">")
    heads = _columns([row[:2] for row in rows], ">")
    asked = [question.ask for question in known]
    return _described(list(zip(heads, asked, strict=True)), width)


def helped(game: str, question: Question, width: int) -> list[str]:
    """What a question asks, and every parameter with its label, allowed values, default and help."""
    lines = [*_wrapped(f"Usage: handbill odds {game} {question.id} [--parameter value]...", width), ""]
    lines += [*_wrapped(question.ask, width), "", "Parameters:"]
    lines += _described([(f"  {option(each.name)}", _about(each)) for each in question.parameters], width)
    lines += ["", "Options:", *_described([(f"  {name}", text) for name, text in _OPTIONS], width)]
    return [*lines, "", *_wrapped(question.remember(), width, "Remember: ")]


def _about(parameter: Parameter) -> str:
    sentences = [f"{parameter.label}: {parameter.allowed} (default {_said(parameter.default)})"]
    if parameter.help:
        sentences.append(parameter.help)
    # Spellings that differ in a hyphen alone are told once.
    words = {word.replace("-", " ").replace("_", " "): value for word, value in parameter.aliases}
    if words:
        sentences.append(", ".join(f"{word} is {_said(value)}" for word, value in words.items()))
    return "; ".join(sentences)


def _described(pairs: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Names in a column, each with its text beside it."""
    longest = max((len(name) for name, _ in pairs), default=0)
    return [line for name, text in pairs for line in _wrapped(text, width, f"{name:<{longest}}  ")]


def answered(
    question: Question,
    setting: Mapping[str, Setting],
    answer: Answer,
    width: int = 80,
    exactly: bool = False,
    remember: bool = False,
) -> list[str]:
    """The answer for one setting: shares with bars, further numbers, and all that goes with them.

    ``setting`` holds every parameter; with ``exactly`` each number is a fraction, else a percent or a
    rounded number; ``remember`` adds the sentence to remember. No line is longer than ``width``, but for
    a long fraction's.
    """
    used = "; ".join(f"{each.label}: {_said(setting[each.name])}" for each in question.parameters)
    parts = [
        _wrapped(question.ask, width) + _wrapped(used, width, "  "),
        _shares(answer, width, exactly),
        _measures(answer, exactly),
        [line for text in answer.says for line in _wrapped(text, width)],
        _wrapped(" ".join(question.always_assumes), width, "Assumed: "),
        _wrapped(question.remember(), width, "Remember: ") if remember else [],
    ]
    lines: list[str] = []
    for part in parts:
        lines += ["", *part] if part and lines else part
    return lines


def _shares(answer: Answer, width: int, exactly: bool) -> list[str]:
    if not answer.shares:
        return []
    chances = [Fraction(share.weight, answer.total) for share in answer.shares]
    texts = [exact(chance) for chance in chances] if exactly else [f"{text}%" for text in percents(answer)]
    rows = [[share.label, text] for share, text in zip(answer.shares, texts, strict=True)]
    if answer.ordered and all(_is_number(share.key) for share in answer.shares):
        reached = [_chance(answer.at_least(share.key), exactly) for share in answer.shares]
        rows = [[*row, text] for row, text in zip(rows, reached, strict=True)]
        rows.insert(0, ["", "exactly", "at least"])
    lines = _columns(rows, "<")
    room = min(_FULL_BAR, width - 2 - max(map(len, lines)))
    if room < _LEAST_BAR:
        return lines
    bars = [""] * (len(lines) - len(chances)) + [_bar(chance, room) for chance in chances]
    return [f"{line}  {bar}".rstrip() for line, bar in zip(lines, bars, strict=True)]


def _is_number(key: str) -> bool:
    """Whether the share is a number of something: of those alone "at least" makes sense."""
    return key.removeprefix("-").isdecimal()


def _bar(chance: Fraction, room: int) -> str:
    """As much of the room as the chance is of the whole; what can happen shows at least one sign."""
    length = (2 * room * chance.numerator + chance.denominator) // (2 * chance.denominator)
    return "#" * max(length, int(chance > 0))


def _measures(answer: Answer, exactly: bool) -> list[str]:
    kinds: Mapping[Kind, str] = {"points": " points"}
    return _columns(
        [
            [measure.label, exact(measure.value)]
            if exactly
            else [measure.label, measured(measure.value, measure.kind) + kinds.get(measure.kind, "")]
            for measure in answer.measures
        ],
        "<",
    )


def _chance(chance: Fraction, exactly: bool) -> str:
    return exact(chance) if exactly else numbers.percent(chance)


def _said(setting: Setting) -> str:
    return numbers.number_text(setting) if isinstance(setting, int) else setting


def _columns(rows: Rows, first: str) -> list[str]:
    """The rows with their columns one under the other: the first as told, texts left and figures right."""
    if not rows:
        return []
    sides = [first, *(">" if _figures(rows, column) else "<" for column in range(1, len(rows[0])))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    shapes = [f"{side}{size}" for side, size in zip(sides, widths, strict=True)]
    return ["  ".join(map(format, row, shapes)).rstrip() for row in rows]


def _figures(rows: Rows, column: int) -> bool:
    return all(any(sign.isdigit() or sign == "½" for sign in row[column]) for row in rows[1:] or rows)


def _wrapped(text: str, width: int, first: str = "") -> list[str]:
    """The text in lines, the first after ``first`` and the others under its end."""
    rest = " " * min(len(first), width // 2)
    return wrap(text, width, initial_indent=first, subsequent_indent=rest, break_long_words=False)
