"""How a problem reads, in each form."""

from __future__ import annotations

import json

import pytest

from generator.problems import FORMATS, HandbillError, Problem, nearest, tell

PROBLEM = Problem(
    "unknown-field",
    "'wearyness' is not a field of mlwm/minion",
    "characters/igor.yaml",
    7,
    3,
    hint="did you mean 'weariness'?",
    source="  wearyness: 2",
    length=9,
)


def test_a_person_reads_the_place_the_line_and_the_hint() -> None:
    assert (
        tell([PROBLEM])
        == """\
characters/igor.yaml:7:3: error[unknown-field]: 'wearyness' is not a field of mlwm/minion
    7 |   wearyness: 2
      |   ^^^^^^^^^
    hint: did you mean 'weariness'?"""
    )


def test_the_short_form_is_a_line_for_each_problem() -> None:
    assert tell([PROBLEM, Problem("usage", "no")], "short") == (
        "characters/igor.yaml:7:3: error[unknown-field]: 'wearyness' is not a field of mlwm/minion\n"
        "error[usage]: no"
    )


def test_the_json_form_has_every_fact_and_a_schema_version() -> None:
    assert json.loads(tell([PROBLEM], "json")) == {
        "schema_version": 1,
        "problems": [
            {
                "path": "characters/igor.yaml",
                "line": 7,
                "column": 3,
                "code": "unknown-field",
                "message": "'wearyness' is not a field of mlwm/minion",
                "hint": "did you mean 'weariness'?",
                "details": [],
                "level": "error",
            }
        ],
    }


def test_the_github_form_is_an_annotation_with_its_signs_escaped() -> None:
    assert tell([PROBLEM], "github") == (
        "::error file=characters/igor.yaml,line=7,col=3,title=unknown-field"
        "::'wearyness' is not a field of mlwm/minion (did you mean 'weariness'?)"
    )
    odd = Problem("odd", "50 %\nof it", "a,b:c.yaml")
    assert tell([odd], "github") == "::error file=a%2Cb%3Ac.yaml,title=odd::50 %25%0Aof it"


@pytest.mark.parametrize("form", FORMATS)
def test_a_problem_without_a_place_reads_in_every_form(form: str) -> None:
    told = tell([Problem("usage", "no such thing")], form)
    assert "no such thing" in told and "None" not in told


DETAILED = PROBLEM._replace(details=("one", "two"), source=None)


def test_details_stand_between_the_message_and_the_hint() -> None:
    assert tell([DETAILED]).splitlines()[1:] == ["    one", "    two", "    hint: did you mean 'weariness'?"]
    assert tell([DETAILED], "short") == tell([PROBLEM], "short")
    assert tell([DETAILED], "github").endswith("(did you mean 'weariness'?)%0Aone%0Atwo")
    assert json.loads(tell([DETAILED], "json"))["problems"][0]["details"] == ["one", "two"]


def test_what_a_terminal_would_obey_is_harmless_in_details_too() -> None:
    assert "\x1b" not in tell([DETAILED._replace(details=("\x1b[31mred",))])


def test_a_note_is_called_a_note_in_every_form() -> None:
    note = PROBLEM._replace(level="note")
    assert tell([note], "short").startswith("characters/igor.yaml:7:3: note[unknown-field]: ")
    assert tell([note]).startswith("characters/igor.yaml:7:3: note[unknown-field]: ")
    assert tell([note], "github").startswith("::notice file=characters/igor.yaml,line=7,col=3,")
    assert json.loads(tell([note], "json"))["problems"][0]["level"] == "note"


def test_a_caret_stands_under_its_character_after_a_tab() -> None:
    lines = tell([Problem("x", "m", "f", 1, 2, source="\tword", length=4)]).splitlines()
    assert lines[1:] == ["    1 | \tword", "      | \t^^^^"]


def test_a_place_that_is_known_already_stays() -> None:
    assert Problem("x", "m", line=3).at("f", 9, 4).place == "f:3:4"


def test_problems_are_sorted_by_place_and_told_once() -> None:
    problems = [
        Problem("b", "m", "f", 10),
        Problem("a", "m", "f", 9),
        Problem("a", "m"),
        Problem("a", "m", "f", 9),
    ]
    assert [p.place for p in HandbillError(problems).problems] == ["", "f:9", "f:10"]


def test_an_error_without_a_problem_cannot_be_made() -> None:
    with pytest.raises(ValueError):
        HandbillError([])


def test_a_word_that_is_like_no_other_gets_no_hint() -> None:
    assert nearest("zzz", ["love", "weariness"]) is None


def test_a_long_line_is_shown_around_its_mistake() -> None:
    problem = Problem(
        "code", "wrong", "igor.yaml", 3, 401, source="x" * 400 + "BAD" + "y" * 10_000, length=5_000
    )
    _, shown, marks = tell([problem]).splitlines()
    assert len(shown) < 200 and len(marks) <= len(shown)
    assert shown[marks.index("^") :].startswith("BAD")
