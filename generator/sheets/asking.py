"""What a character already knows of a question: its parameters, read from the fields of the sheet.

A parameter names its field by sheet and field: ``minion.love`` (a field, derived ones too),
``character.abilities.rank`` (a column of a list: one of its rows), ``maid.luck_total|will_total`` (one of
these fields), ``character.harm_*`` (the numbers of the fields of this pattern that hold something). The sheet
that it names is where it mostly stands: any sheet of the game with such a field will do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.rules.questions import Parameter, Question, Setting
from generator.sheets.sheet import Sheet


class Source(NamedTuple):
    """A value that the character holds for a parameter, and what it is called there."""

    label: str
    value: Setting


def sources(parameter: Parameter, sheet: Sheet, values: Mapping[str, object]) -> tuple[Source, ...]:
    """Every value that the character could give the parameter; those that it does not allow are left out."""
    field = parameter.field.partition(".")[2]
    return tuple(found for found in _found(field, sheet, values) if found.value in parameter.values)


def known(question: Question, sheet: Sheet, values: Mapping[str, object], of: str = "") -> dict[str, Setting]:
    """The parameters that the character answers. Where several rows or fields could (an ability's rank),
    ``of`` names the one that is meant; HandbillError (exit 2) lists them where it does not."""
    setting: dict[str, Setting] = {}
    for parameter in question.parameters:
        found = sources(parameter, sheet, values)
        if len(found) > 1:
            setting[parameter.name] = _chosen(parameter, found, of)
        elif found:
            setting[parameter.name] = found[0].value
    return setting


def _found(field: str, sheet: Sheet, values: Mapping[str, object]) -> Iterator[Source]:
    table, _, column = field.partition(".")
    if column:
        derived = sheet.derive(values)
        for number, row in enumerate(values.get(table) or (), 1):  # type: ignore[arg-type, var-annotated]
            value = row.get(column, _number(derived.get(f"{table}-{number}-{column}", "")))
            if value is not None:
                yield Source(str(row.get("name") or number), value)
    elif field.endswith("*"):
        names = [name for name in sheet.fields if name.startswith(field[:-1])]
        if names:
            marked = [name[len(field) - 1 :] for name in names if values.get(name)]
            yield Source(field, ",".join(marked) or "none")
    else:
        derived = sheet.derive(values)
        for name in field.split("|") if field else ():
            value = values.get(name, _number(derived.get(name, "")))
            if name in sheet.fields and isinstance(value, int | str):
                yield Source(sheet.fields[name].label, value)


def _number(text: str) -> Setting | None:
    """A derived number, or the text of any other derived value; None for a blank one."""
    return int(text) if text.lstrip("-").isdecimal() else text or None


def _chosen(parameter: Parameter, found: tuple[Source, ...], of: str) -> Setting:
    for source in found:
        if of and source.label.casefold() == of.casefold():
            return source.value
    labels = list(dict.fromkeys(source.label for source in found))
    if not of:
        message = f"{parameter.label} could be read from {len(labels)} places of the sheet"
        hint = f"say which with --of: {', '.join(labels)}"
    else:
        message = f"'{of}' is none of those that {parameter.label} can be read from"
        hint = nearest(of, labels) or f"there are {', '.join(labels)}"
    raise HandbillError(Problem("parameter", message, hint=hint), USAGE)
