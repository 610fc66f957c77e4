"""Names of files, and where a batch puts what."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.batch import Made, file_name
from generator.problems import MACHINE, HandbillError, Problem

_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("Igor the Lesser", "Igor-the-Lesser"),
        ("a/b\\c:d", "a-b-c-d"),
        ("..", "character"),
        ("../..", "character"),
        ("/etc/passwd", "etc-passwd"),
        ("C:\\x", "C-x"),
        ("~/x", "x"),
        ("-rf", "rf"),
        (".hidden", "hidden"),
        ("", "character"),
        ("?*", "character"),
        ("con", "con-"),
        ("NUL.txt", "NUL.txt-"),
        ("Lpt1", "Lpt1-"),
        ("console", "console"),
        ("Zoë Łódź", "Zoë-Łódź"),
        ("愛子", "愛子"),
        ("x\0y\nz", "x-y-z"),
        ("a\u202eb\u200bc", "a-b-c"),
        ("word " * 40, ("word-" * 16)[:79]),
    ],
)
def test_a_character_s_name_becomes_a_name_for_a_file(called: str, name: str) -> None:
    assert file_name(called) == name


@given(st.text(max_size=300))
def test_a_name_for_a_file_is_one_on_every_system(called: str) -> None:
    name = file_name(called)
    assert name and not set(name) & set('/\\:*?"<>| \t\r\n\0')
    assert name[0] not in ".-~" and name[-1] not in ". "
    assert all(unicodedata.category(character)[0] != "C" for character in name)
    assert len(f"{name}-1000.pdf".encode()) < 255
    assert name.partition(".")[0].casefold() not in _RESERVED or name.endswith("-")
    assert file_name(name).rstrip("-") == name.rstrip("-")


def test_what_went_wrong_is_kept_and_the_worst_status_counts() -> None:
    made = Made()
    made.fail(HandbillError(Problem("a", "first")))
    made.fail(HandbillError(Problem("b", "second"), MACHINE))
    made.fail(HandbillError(Problem("c", "third")))
    assert [problem.code for problem in made.problems] == ["a", "b", "c"]
    assert made.status == MACHINE
