"""The answers of every declared question as files that others can check: CSV and JSON, exact fractions."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import PurePosixPath
from typing import TypeAlias

from generator.outputs.artifact import Artifact
from generator.render.answer_text import exact
from generator.rules import Rules
from generator.rules.questions import Answer, Parameter, Question, Setting

SCHEMA_VERSION = 1

Answered: TypeAlias = Sequence[tuple[Mapping[str, Setting], Answer]]
"""Settings of all parameters of a question, each with its answer."""


def odds_files(game: str, rules: Rules) -> list[Artifact]:
    """The files of every question of a game."""
    return [made for question in rules.questions() for made in question_files(game, question)]


def question_files(game: str, question: Question) -> list[Artifact]:
    """``odds/<game>/<question>.csv`` and ``.json``, over all that the question's tables print."""
    answers = printed(question)
    folder = PurePosixPath("odds", game)
    data = {"schema_version": SCHEMA_VERSION, **as_data(game, question, answers)}
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    return [
        Artifact(folder / f"{question.id}.csv", as_csv(question, answers).encode()),
        Artifact(folder / f"{question.id}.json", text.encode()),
    ]


def printed(question: Question) -> Answered:
    """Every setting that the question's tables print, once and in their order, with its answer."""
    settings = [question.setting(chosen) for table in question.tables for chosen in table.settings()]
    different = {tuple(setting.items()): setting for setting in settings}
    return [(setting, question.respond(**setting)) for setting in different.values()]


def as_csv(question: Question, answers: Answered) -> str:
    """A row for each setting: its parameters, then the chance of each share, then the measures.

    Where an answer has no share of that name the chance is 0/1; where it has no such measure the cell
    is empty.
    """
    shares = _keys(share.key for _, answer in answers for share in answer.shares)
    measures = _keys(measure.key for _, answer in answers for measure in answer.measures)
    names = [parameter.name for parameter in question.parameters]
    head = [*names, *(f"share.{key}" for key in shares), *(f"measure.{key}" for key in measures)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    for setting, answer in answers:
        weights = {share.key: share.weight for share in answer.shares}
        values = {measure.key: exact(measure.value) for measure in answer.measures}
        chances = [exact(Fraction(weights.get(key, 0), answer.total or 1)) for key in shares]
        rest = [values.get(key, "") for key in measures]
        writer.writerow([*(setting[name] for name in names), *chances, *rest])
    return text.getvalue()


def _keys(found: Iterable[str]) -> list[str]:
    """Each key once: as they come, but outcomes that are numbers from the lowest up."""
    keys = list(dict.fromkeys(found))
    return sorted(keys, key=int) if all(_is_number(key) for key in keys) else keys


def _is_number(key: str) -> bool:
    return key.removeprefix("-").isdecimal()


def as_data(game: str, question: Question, answers: Answered, *, printed: bool = True) -> dict[str, object]:
    """A question and answers of it, ready for JSON; every number of an answer is a fraction, "n/d".

    ``printed`` adds what only the printed tables take for granted.
    """
    return {
        "game": game,
        **described(question),
        "assumes": list(question.assumes if printed else question.always_assumes),
        "remember": question.remember(),
        "answers": [{"setting": dict(setting), **_answer(answer)} for setting, answer in answers],
    }


def described(question: Question) -> dict[str, object]:
    """What a question asks and what it wants to know, ready for JSON."""
    return {
        "question": question.id,
        "number": question.number,
        "title": question.title,
        "ask": question.ask,
        "parameters": [_parameter(parameter) for parameter in question.parameters],
    }


def _parameter(parameter: Parameter) -> dict[str, object]:
    return {
        "name": parameter.name,
        "label": parameter.label,
        "allowed": parameter.allowed,
        "values": list(parameter.values),
        "default": parameter.default,
        "field": parameter.field,
        "help": parameter.help,
        "aliases": dict(parameter.aliases),
    }


def _answer(answer: Answer) -> dict[str, object]:
    shares = [
        {"key": share.key, "label": share.label, "chance": exact(Fraction(share.weight, answer.total))}
        for share in answer.shares
    ]
    measures = [
        {"key": measure.key, "label": measure.label, "kind": measure.kind, "value": exact(measure.value)}
        for measure in answer.measures
    ]
    return {"ordered": answer.ordered, "shares": shares, "measures": measures, "says": list(answer.says)}
