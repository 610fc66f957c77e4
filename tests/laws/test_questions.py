"""Laws of every declared question of every game found: it answers, exactly, wherever it is asked."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator import cli
from generator.outputs.odds_files import Answered, odds_files, printed
from generator.render.answer_numbers import percents
from generator.render.answer_text import answered, option
from generator.render.answers import lay_out
from generator.rules import Rules, load_or_empty
from generator.rules.questions import Answer, Question, Setting
from tests.laws.found import GAMES

RULES: dict[str, Rules] = {game: load_or_empty(game) for game in GAMES}
ASKED = [(game, question) for game, rules in RULES.items() for question in rules.questions()]
EACH = pytest.mark.parametrize(
    ("game", "question"), [pytest.param(*pair, id=f"{pair[0]}-{pair[1].id}") for pair in ASKED]
)
OWN_OPTIONS = {"--exact", "--json", "--csv", "--help"}
_PRINTED: dict[tuple[str, str], Answered] = {}


def answers_of(game: str, question: Question) -> Answered:
    """The answers of all that the question's tables print, worked out once."""
    key = game, question.id
    if key not in _PRINTED:
        _PRINTED[key] = printed(question)
    assert _PRINTED[key], "the guard looked at nothing"
    return _PRINTED[key]


@dataclass(frozen=True)
class Told:
    status: int
    out: str
    err: str


def odds(*words: str) -> Told:
    """`handbill odds` in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as ended:
        cli.main(["odds", *words])
    assert isinstance(ended.value.code, int)
    return Told(ended.value.code, out.getvalue(), err.getvalue())


def written(setting: dict[str, Setting]) -> list[str]:
    return [f"{option(name)}={value}" for name, value in setting.items()]


def exact_numbers(answer: Answer) -> dict[str, Fraction]:
    """Every share's chance and every measure, from the engine's weights."""
    total = sum(share.weight for share in answer.shares)
    numbers = {f"share.{share.key}": Fraction(share.weight, total) for share in answer.shares}
    return numbers | {f"measure.{measure.key}": measure.value for measure in answer.measures}


def of_json(row: dict[str, list[dict[str, str]]]) -> dict[str, Fraction]:
    """The same numbers as the JSON tells them, each a fraction with both its numbers."""
    texts = {f"share.{share['key']}": share["chance"] for share in row["shares"]}
    texts |= {f"measure.{measure['key']}": measure["value"] for measure in row["measures"]}
    assert all(re.fullmatch(r"-?\d+/\d+", text) for text in texts.values()), texts
    return {key: Fraction(text) for key, text in texts.items()}


def test_every_game_with_rules_has_questions() -> None:
    assert len(GAMES) >= 3 and {game for game, _ in ASKED} == {game for game in GAMES if len(RULES[game])}


@pytest.mark.parametrize("game", sorted({game for game, _ in ASKED}))
def test_the_questions_of_a_game_are_numbered_in_order_and_have_names_of_their_own(game: str) -> None:
    questions = RULES[game].questions()
    assert [question.number for question in questions] == list(range(1, len(questions) + 1))
    assert len({question.id for question in questions}) == len(questions)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", question.id) for question in questions)
    assert all(RULES[game].question(question.id).ask == question.ask for question in questions)


@EACH
def test_parameters_have_names_fields_and_defaults_that_are_well_formed(
    game: str, question: Question
) -> None:
    names = [parameter.name for parameter in question.parameters]
    assert len(set(names)) == len(names) > 0
    assert not {option(name) for name in names} & OWN_OPTIONS
    for parameter in question.parameters:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", parameter.name), parameter.name
        assert re.fullmatch(r"|[a-z-]+(\.[a-z]+([_|][a-z]+)*(_\*)?)+", parameter.field), parameter.field
        assert parameter.label and parameter.default in parameter.values
        assert len(set(parameter.values)) == len(parameter.values)
        assert all(parameter.read(str(value)) == value for value in parameter.values)
        assert all(parameter.read(word) == value for word, value in parameter.aliases)


@EACH
def test_every_setting_that_is_printed_answers_with_parts_of_one_whole(game: str, question: Question) -> None:
    for setting, answer in answers_of(game, question):
        assert answer.shares or answer.measures, setting
        assert all(isinstance(share.weight, int) and share.weight >= 0 for share in answer.shares), setting
        if answer.shares:
            assert sum(answer.chance(share.key) for share in answer.shares) == 1, setting
        for measure in answer.measures:
            assert isinstance(measure.value, Fraction), (setting, measure)
            if measure.kind == "chance":
                assert 0 <= measure.value <= 1, (setting, measure)
            if measure.kind == "points":
                assert -1 <= measure.value <= 1, (setting, measure)
        keys = [share.key for share in answer.shares] + [measure.key for measure in answer.measures]
        assert len(set(keys)) == len(keys), setting
    assert all(line.strip() for line in (question.title, question.ask, question.remember()))


def shares_in_halves(texts: tuple[str, ...]) -> list[tuple[int, int]]:
    """The least and the most that each printed share stands for, in halves of a percent."""
    spans = {"<1": (0, 2), ">99": (198, 200)}
    whole = [
        (2 * int(text.rstrip("½") or 0) + text.endswith("½"),) * 2 if text not in spans else spans[text]
        for text in texts
    ]
    return whole  # type: ignore[return-value]


@EACH
def test_printed_percents_sum_to_a_hundred_and_equal_chances_print_equal(
    game: str, question: Question
) -> None:
    for setting, answer in answers_of(game, question):
        if not answer.shares:
            continue
        texts = percents(answer)
        spans = shares_in_halves(texts)
        assert sum(low for low, _ in spans) <= 200 <= sum(high for _, high in spans), (setting, texts)
        exact = not any(text in ("<1", ">99") for text in texts)
        assert not exact or sum(low for low, _ in spans) == 200, (setting, texts)
        weights = [share.weight for share in answer.shares]
        if len(weights) == 3:  # with more parts equal ones cannot always be kept equal
            assert len(set(zip(weights, texts, strict=True))) == len(set(weights)), (setting, texts)


@EACH
def test_equal_contests_print_equal(game: str, question: Question) -> None:
    """Wherever the chances are the same or mirrored, the texts are the same or mirrored."""
    texts: dict[tuple[Fraction, ...], tuple[str, ...]] = {}
    for _, answer in answers_of(game, question):
        if [share.key for share in answer.shares] == ["win", "tie", "lose"]:
            chances = tuple(answer.chance(share.key) for share in answer.shares)
            told = percents(answer)
            assert texts.setdefault(chances, told) == told
            assert texts.setdefault(chances[::-1], told[::-1]) == told[::-1]


@EACH
def test_every_table_is_laid_out_with_a_cell_for_each_setting(game: str, question: Question) -> None:
    assert question.tables
    assert len({table.id for table in question.tables}) == len(question.tables)
    for table in question.tables:
        laid = lay_out(question, table)
        assert len(laid.lines) == len(table.rows[1])
        width = len(laid.columns)
        assert width and all(len(line.cells) == width for line in laid.lines)
        assert all(cell.main for line in laid.lines for cell in line.cells)


@pytest.mark.parametrize("game", sorted({game for game, _ in ASKED}))
def test_the_files_equal_the_engine(game: str) -> None:
    files = {str(made.path): made.data.decode() for made in odds_files(game, RULES[game])}
    wanted = {
        f"odds/{game}/{question.id}.{kind}"
        for question in RULES[game].questions()
        for kind in ("csv", "json")
    }
    assert files.keys() == wanted
    for question in RULES[game].questions():
        data = json.loads(files[f"odds/{game}/{question.id}.json"])
        rows = list(csv.DictReader(files[f"odds/{game}/{question.id}.csv"].splitlines()))
        answers = answers_of(game, question)
        assert len(data["answers"]) == len(rows) == len(answers)
        for told, row, (setting, answer) in zip(data["answers"], rows, answers, strict=True):
            numbers = exact_numbers(answer)
            assert told["setting"] == setting and of_json(told) == numbers
            assert {name: row[name] for name in setting} == {
                name: str(value) for name, value in setting.items()
            }
            for column in row.keys() - setting.keys():
                missing = "0/1" if column.startswith("share.") and answer.shares else None
                if column in numbers:
                    assert "/" in row[column] and Fraction(row[column]) == numbers[column]
                else:
                    assert row[column] == missing or (not missing and row[column] in ("", "0/1"))


@EACH
def test_the_command_answers_as_the_engine_does(game: str, question: Question) -> None:
    answers = answers_of(game, question)
    for setting, answer in {
        id(pair): pair for pair in (answers[0], answers[len(answers) // 2], answers[-1])
    }.values():
        told = odds(game, question.id, *written(dict(setting)), "--json")
        assert (told.status, told.err) == (0, "")
        (row,) = json.loads(told.out)["answers"]
        assert row["setting"] == setting and of_json(row) == exact_numbers(answer)
        text = odds(game, question.id, *written(dict(setting)), "--exact")
        assert text.status == 0
        for share in answer.shares:
            chance = answer.chance(share.key)
            assert re.search(
                rf"^{re.escape(share.label)} +{chance.numerator}/{chance.denominator}\b", text.out, re.M
            )
        figures = text.out.split("\n\n")[1 : 1 + bool(answer.shares) + bool(answer.measures)]
        assert figures and not any("%" in part for part in figures)


@EACH
def test_help_lists_every_parameter_with_its_allowed_values(game: str, question: Question) -> None:
    told = odds(game, question.id, "--help")
    assert (told.status, told.err) == (0, "")
    words = " ".join(told.out.split())
    for parameter in question.parameters:
        assert f" {option(parameter.name)} {parameter.label}: {parameter.allowed} (default " in words
        assert " ".join(parameter.help.split()) in words


@EACH
def test_every_question_stands_in_the_lists(game: str, question: Question) -> None:
    everything, asked = odds().out, odds(game).out
    line = rf"^ +{question.number}  {question.id} +"
    assert re.search(line + re.escape(question.title) + "$", everything, re.M)
    assert re.search(line, asked, re.M) and question.ask in " ".join(asked.split())


BAD = st.one_of(
    st.integers().map(str),
    st.floats(allow_nan=True).map(str),
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0")),
    st.sampled_from(
        ["", "d7", "d0", "none ", "1,1", "2;4", "+1", "01", "1e3", "½", "٣", "None", "--json=1", "-h1"]
    ),
)


@EACH
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_a_bad_value_is_refused_with_2_and_no_chance_is_printed(
    game: str, question: Question, data: st.DataObject
) -> None:
    parameter = data.draw(st.sampled_from(question.parameters))
    value = data.draw(BAD)
    allowed = {str(each) for each in parameter.values} | {word for word, _ in parameter.aliases}
    if value.strip().lower() in allowed or parameter.several and is_set(value, allowed):
        return
    told = odds(game, question.id, f"{option(parameter.name)}={value}")
    assert (told.status, told.out) == (2, ""), told
    assert "error[parameter]" in told.err and "Traceback" not in told.err
    assert f"allowed: {parameter.allowed}" in told.err or "did you mean" in told.err


def is_set(value: str, allowed: set[str]) -> bool:
    return ",".join(sorted(part.strip() for part in value.split(","))) in allowed


@EACH
@settings(max_examples=15, deadline=None)
@given(
    name=st.from_regex(r"--[a-z-]{1,12}=[0-9]{1,2}", fullmatch=True),
    more=st.lists(st.from_regex(r"[a-z0-9=,]{1,6}", fullmatch=True), max_size=2),
)
def test_a_parameter_that_is_not_asked_for_is_refused_with_2(
    game: str, question: Question, name: str, more: list[str]
) -> None:
    known = {option(parameter.name) for parameter in question.parameters} | OWN_OPTIONS
    if name.partition("=")[0].replace("_", "-") in known:
        return
    told = odds(game, question.id, name, *more)
    assert (told.status, told.out) == (2, ""), told
    assert "error[" in told.err and "Traceback" not in told.err


@EACH
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_whatever_is_allowed_is_answered_or_refused_with_2(
    game: str, question: Question, data: st.DataObject
) -> None:
    chosen = {each.name: data.draw(st.sampled_from(each.values)) for each in question.parameters}
    told = odds(game, question.id, *written(chosen))
    if told.status == 0:
        assert told.err == "" and question.ask.split()[0] in told.out
        answer = RULES[game].question(question.id).answer(**chosen)
        assert told.out.splitlines() == answered(question, chosen, answer, 80)
    else:
        assert (told.status, told.out) == (2, "") and "error[" in told.err and "hint: " in told.err
