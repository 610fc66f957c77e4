"""A filled form reads back as the same character: any character, every sheet, both papers."""

from __future__ import annotations

from functools import cache
from typing import Any

import page
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from generator.content.characters import Character
from generator.filling import Filler, Style
from generator.outputs.forms.read import read_form
from generator.problems import HandbillError
from generator.workspace import Workspace
from tests.laws.found import PAPERS, SHEETS
from tests.unit.sheets.random_values import values_of

ALPHABET = st.sampled_from(
    "abcdefgh XYZ 0123456789 äöüßéñçøåæ ŁódźŽőąęğışțř ΑΒΓΕλένη ЖКсения Tiếng Việt 愛子かなカナ漢 "
    "()\\<>&{}%$#@!?.,;:'\"’“”–—…−×½ +-*/=_|~^`[]§°•€£"
)
TOLD = {"too-long"}
"""Why a character may be refused: a computed number, or a text, that no place on the sheet has room for."""

every_sheet = pytest.mark.parametrize("sheet_id", [f"{each.game}/{each.document}" for each in SHEETS])


@cache
def filler() -> Filler:
    return Filler(Workspace.find())


def character(sheet_id: str, values: dict[str, Any]) -> Character:
    sheet = filler().shelf.sheet(sheet_id)
    checked, faults = sheet.check(values)
    assert faults == ()
    return Character(sheet, checked, "random.yaml", str(checked.get(sheet.named_by) or "Nobody"))


def comes_back(one: Character, style: Style) -> None:
    """Fill the character in, read it back, and compare all of it."""
    try:
        filled = filler().fill(one, style)
    except HandbillError as error:
        assert {problem.code for problem in error.problems} <= TOLD, error
        return
    (part,) = read_form(filled.data, "random.pdf").parts
    reading = one.sheet.read(part.values)
    assert (reading.aside, reading.faults, reading.differences) == ({}, (), ())
    assert reading.values == one.values


def law(sheet_id: str, paper: str, examples: int) -> None:
    sheet = filler().shelf.sheet(sheet_id)
    required = {name for name, field in sheet.fields.items() if field.required}

    # An example may lay a sheet of a new size out, which takes a second: too long to look for smaller ones.
    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )
    @given(values_of(sheet, ALPHABET))
    def holds(values: dict[str, Any]) -> None:
        named = dict.fromkeys(required - values.keys(), "Nobody")
        comes_back(character(sheet_id, {**values, **named}), Style(paper))

    holds()


@every_sheet
def test_a_filled_form_reads_back_as_the_same_character(sheet_id: str) -> None:
    law(sheet_id, tuple(PAPERS)[len(sheet_id) % 2], 6)


@pytest.mark.long
@pytest.mark.parametrize("paper", PAPERS)
@every_sheet
def test_any_character_comes_back_from_every_sheet_and_paper(sheet_id: str, paper: str) -> None:
    law(sheet_id, paper, 60)


@pytest.mark.parametrize("paper", PAPERS)
@every_sheet
def test_an_empty_character_comes_back_as_empty(sheet_id: str, paper: str) -> None:
    sheet = filler().shelf.sheet(sheet_id)
    required = {name: "Nobody" for name, field in sheet.fields.items() if field.required}
    comes_back(character(sheet_id, required), Style(paper))


@every_sheet
def test_a_party_and_a_sheet_without_scripts_keep_to_their_standards(sheet_id: str, tmp_path: Any) -> None:
    sheet = filler().shelf.sheet(sheet_id)
    required = {name: "Żofie" for name, field in sheet.fields.items() if field.required}
    one = character(sheet_id, required)
    made = {
        "party": (filler().party([one, one, one], Style()), ("ua1",)),
        "archival": (filler().fill(one, Style(scripts=False)), ("ua1", "pdfa3a")),
    }
    for name, (filled, profiles) in made.items():
        path = tmp_path / f"{name}.pdf"
        path.write_bytes(filled.data)
        for profile in profiles:
            assert page.validate_pdf(str(path), profile=profile).failures == []
    parts = read_form(made["party"][0].data, "party.pdf").parts
    assert [sheet.read(part.values).values for part in parts] == [dict(one.values)] * 3
