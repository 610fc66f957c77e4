"""Characters made by dice for any sheet: every printed field has a value that fits, or some of them have."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from generator.sheets import Field, FormValue, Sheet
from generator.sheets.kinds.grid import Grid, grid_of
from generator.sheets.kinds.numbers import Number, Rating
from generator.sheets.kinds.picks import Check, Pick
from generator.sheets.kinds.rows import Rows
from generator.sheets.kinds.texts import Prose, Text
from generator.sheets.kinds.track import Track

PLAIN = ("Igor", "Zoë", "O'Ma", "<b>&", "(a)", "1½")
"""Letters that every program has in its own fonts (WinAnsi), among them what must be escaped somewhere."""

WIDE = ("Łódź", "−2×3", "„Żó“", "≥4", "Őr")
"""Letters of the form font that lie outside WinAnsi."""


def person(sheet: Sheet, seed: int, words: Sequence[str] = PLAIN, share: float = 1.0) -> dict[str, Any]:
    """Canonical values; ``share`` is the chance of each field to have one."""
    dice = Random(f"{sheet.id} {seed}")
    values = {
        name: _value(field, dice, words, share)
        for name, field in sheet.fields.items()
        if field.stored and (field.required or dice.random() < share)
    }
    made, faults = sheet.check(values)
    assert not faults, faults
    return made


def typed(sheet: Sheet, values: dict[str, Any]) -> dict[str, FormValue]:
    """What a player types, ticks and chooses to put these values into the printed form."""
    form = sheet.form()
    derived = {widget.name for widget in form.widgets if widget.derived}
    return {name: put for name, put in form.values(values).items() if put and name not in derived}


def _value(field: Field, dice: Random, words: Sequence[str], share: float) -> Any:
    match field:
        case Prose():
            return f"{dice.choice(words)}\n{dice.choice(words)}"[: field.longest]
        case Text():
            return dice.choice(words)[: field.longest]
        case Number() | Rating():
            return _number(field, dice)
        case Track():
            return _ticks(field, dice, full=share == 1)
        case Check():
            return True
        case Pick():
            return dice.choice(field.choices).value
        case Rows():
            return [
                {
                    column.name: _value(column, dice, words, share)
                    for column in field.columns
                    if column.stored and (column.required or dice.random() < share)
                }
                for _ in range(field.rows)
            ]
        case Grid():
            cells = range(max(field.least, -20), min(field.most, 20) + 1)
            return grid_of(
                [dice.choice(words) for _ in range(field.columns)],
                [(dice.choice(words), dice.choices(cells, k=field.columns)) for _ in range(field.rows)],
            )
    raise AssertionError(f"a new kind of field: {field.kind}")


def _ticks(track: Track, dice: Random, full: bool) -> int:
    least = track.boxes if full else max(track.least, -5)
    return dice.randint(least, track.boxes + (5 if track.beyond else 0))


def _number(field: Number | Rating, dice: Random) -> int:
    """Mostly a small one, as in play; now and then the least or the most for which there is room."""
    if dice.random() < 0.1:
        return dice.choice((max(field.least, -99), min(field.most, 99)))
    return dice.randint(max(field.least, -20), min(field.most, 20))
