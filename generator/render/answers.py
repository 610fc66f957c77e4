"""Answers of the rules' questions as tables and charts, every cell from the exact answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from generator.render import numbers
from generator.render.answer_numbers import measured, percents
from generator.rules.questions import Answer, Kind, Question, Setting, Table


@dataclass(frozen=True)
class Cell:
    """One cell: ``main`` large, ``rest`` small, the ``band`` of a chance (None for other numbers).

    A ``quiet`` cell tells of no difference.
    """

    main: str
    rest: str = ""
    band: int | None = None
    favoured: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class Line:
    """One row of a laid out table."""

    head: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Laid:
    """A table ready for its macro: the corner's two labels, column heads and rows."""

    caption: str
    row_label: str
    column_label: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    kind: str


def lay_out(question: Question, table: Table) -> Laid:
    """Every cell of a declared table, answered now."""
    row_name, rows = table.rows
    row_label = table.corner[0] or question.parameter(row_name).label
    if table.columns:
        column_name, columns = table.columns
        answered = {row: [_ask(question, table, row, column) for column in columns] for row in rows}
        finest = _finest([answer for line in answered.values() for answer in line], table.key)
        lines = tuple(
            Line(_said(row), tuple(_cell(table, answer, finest) for answer in line))
            for row, line in answered.items()
        )
        label = table.corner[1] or question.parameter(column_name).label
        heads = tuple(_said(column) for column in columns)
        return Laid(table.caption, row_label, label, heads, lines, "matrix")
    answers = {row: _ask(question, table, row) for row in rows}
    if table.show == "levels":
        return _levels(table, row_label, answers)
    labels = {key: label for answer in answers.values() for key, label in _labels(answer)}
    keys = [key for key in table.keys if key in labels]  # house rules can put one out of reach
    finer = {key: _finest(tuple(answers.values()), key) for key in keys}
    lines = tuple(
        Line(_said(row), tuple(_value(answer, key, None, finer[key]) for key in keys))
        for row, answer in answers.items()
    )
    heads = tuple(labels[key] for key in keys)
    return Laid(table.caption, row_label, "", heads, lines, "list")


def _ask(question: Question, table: Table, row: Setting, column: Setting | None = None) -> Answer:
    setting = {**table.fixed, table.rows[0]: row}
    if table.columns and column is not None:
        setting[table.columns[0]] = column
    return question.answer(**setting)


def _levels(table: Table, row_label: str, answers: Mapping[Setting, Answer]) -> Laid:
    """ "At least" each outcome; the lowest, which always happens, is left out."""
    keys: dict[str, str] = {}
    for answer in answers.values():
        keys |= {share.key: share.label for share in answer.shares}
    outcomes = sorted(keys, key=int)[1:]
    lines = tuple(
        Line(_said(row), tuple(_chance(_at_least(answer, int(key))) for key in outcomes))
        for row, answer in answers.items()
    )
    heads = tuple(keys[key] for key in outcomes)
    return Laid(table.caption, row_label, "at least", heads, lines, "levels")


def _at_least(answer: Answer, lowest: int) -> Fraction:
    reached = sum(share.weight for share in answer.shares if int(share.key) >= lowest)
    return Fraction(reached, answer.total or 1)


def _finest(answers: Sequence[Answer], key: str) -> bool:
    """Whether one of these numbers needs a decimal place: then all have one, so that they compare."""
    found = [measure.value for answer in answers for measure in answer.measures if measure.key == key]
    return any(value.denominator > 2 for value in found)


def _cell(table: Table, answer: Answer, finest: bool) -> Cell:
    if table.show != "odds":
        return _value(answer, table.key, table.show if table.show != "levels" else None, finest)
    if not answer.shares:
        return Cell("–")
    win, tie, lose = percents(answer)
    chance = answer.chance("win")
    return Cell(win, f"{tie} · {lose}", numbers.band(chance), chance > answer.chance("lose"))


def _labels(answer: Answer) -> Iterator[tuple[str, str]]:
    yield from ((share.key, share.label) for share in answer.shares)
    yield from ((measure.key, measure.label) for measure in answer.measures)


def _value(answer: Answer, key: str, show: Kind | None, finest: bool) -> Cell:
    kinds = {measure.key: measure.kind for measure in answer.measures}
    if key not in kinds and key not in {share.key for share in answer.shares}:
        return Cell("–")  # what cannot be reached has no measure: a duel without an end
    value, kind = answer.value(key), show or kinds.get(key, "chance")
    if kind == "chance":
        return _chance(value)
    if kind == "number" and finest:
        return Cell(_compared(value))
    return Cell(measured(value, kind), quiet=kind == "points" and value == 0)


def _compared(value: Fraction) -> str:
    """A number beside others of which some need a decimal place, which sizes from a hundred on lose.

    >>> [_compared(Fraction(n, 36)) for n in (454, 36, 0, 1, 5544)]
    ['12.6', '1.0', '0', '<0.1', '154']
    """
    if 0 < 20 * value < 1:
        return "<0.1"
    return numbers.decimal(value, 0 if value == 0 or abs(value) >= 100 else 1)


def _chance(chance: Fraction) -> Cell:
    """A chance in a grid: whole percent without the sign; a dash for what cannot be."""
    if chance == 0:
        return Cell("–", band=0)
    return Cell(numbers.percent(chance)[:-1], band=numbers.band(chance), favoured=2 * chance > 1)


def _said(setting: Setting) -> str:
    if isinstance(setting, int):
        return numbers.number_text(setting)
    # "none" is no name, and stays small.
    return setting if setting == "none" else setting[:1].upper() + setting[1:]


@dataclass(frozen=True)
class Bar:
    """One bar of a chart: label, length in thousandths of the whole, and its percent."""

    label: str
    length: int
    percent: str


def bars(answer: Answer) -> tuple[Bar, ...]:
    """A bar for each share, lengths and texts from the same exact chances."""
    texts = percents(answer) if answer.shares else ()
    return tuple(
        Bar(share.label, 1000 * share.weight // answer.total, text)
        for share, text in zip(answer.shares, texts, strict=True)
    )


def described(parts: Sequence[Bar]) -> str:
    """What a chart shows, in words for a screen reader."""
    return "; ".join(f"{part.label} {part.percent} percent" for part in parts)
