"""Whoever fills a form, it reads back as the same character: every value, without exception."""

from __future__ import annotations

import pytest

from generator.outputs.forms.read import read_form
from generator.sheets import Reading
from tests.forms.fillers import FILLERS
from tests.forms.forms import FormUnderTest, form_of, programs, sample_first
from tests.forms.people import PLAIN, WIDE, person, typed


def read(form: FormUnderTest, pdf: bytes) -> Reading:
    return form.sheet.read(read_form(pdf, "igor.pdf").values)


@pytest.mark.parametrize("words", [PLAIN, WIDE], ids=["plain letters", "wide letters"])
@pytest.mark.parametrize("sheet_id", sample_first())
@pytest.mark.parametrize("program", programs(FILLERS))
def test_a_form_that_another_program_filled_reads_back_as_the_same_character(
    program: str, sheet_id: str, words: tuple[str, ...]
) -> None:
    form = form_of(sheet_id)
    values = person(form.sheet, 1, words)
    reading = read(form, FILLERS[program](form.pdf, typed(form.sheet, values)))
    assert (reading.faults, reading.aside) == ((), {})
    assert reading.values == values
