"""Whoever fills a form, it reads back as the same character: every value, or the exception is named here."""

from __future__ import annotations

import pytest

from generator.outputs.forms import read_form
from generator.sheets import FormValue, Reading
from tests.forms.fillers import FILLERS
from tests.forms.forms import SHEETS, FormUnderTest, form_of, programs, sample_first
from tests.forms.people import PLAIN, WIDE, person, typed

EXCEPTIONS = {
    ("pypdf", "radio"): "it stores the choice as the text '/ours' where a name is due",
}
"""By program and type of widget: what is lost, and why. An exception that no longer occurs fails too."""


def read(form: FormUnderTest, pdf: bytes) -> Reading:
    return form.sheet.read(read_form(pdf, "igor.pdf").values)


def of_type(form: FormUnderTest, put: dict[str, FormValue], *types: str) -> dict[str, FormValue]:
    return {name: value for name, value in put.items() if form.form.widget(name).type in types}


@pytest.mark.parametrize("words", [PLAIN, WIDE], ids=["plain letters", "wide letters"])
@pytest.mark.parametrize("sheet_id", sample_first())
@pytest.mark.parametrize("program", programs(FILLERS))
def test_a_form_that_another_program_filled_reads_back_as_the_same_character(
    program: str, sheet_id: str, words: tuple[str, ...]
) -> None:
    form = form_of(sheet_id)
    lost = {type_ for name, type_ in EXCEPTIONS if name == program}
    values = person(form.sheet, 1, words)
    put = of_type(form, typed(form.sheet, values), *({"text", "check", "radio", "choice"} - lost))
    reading = read(form, FILLERS[program](form.pdf, put))
    assert (reading.faults, reading.aside) == ((), {})
    assert reading.values == (form.sheet.read(put).values if lost else values)


@pytest.mark.parametrize(("program", "type_"), EXCEPTIONS)
def test_each_exception_still_occurs(program: str, type_: str) -> None:
    form = next(form for form in map(form_of, SHEETS) if type_ in {w.type for w in form.form.widgets})
    put = of_type(form, typed(form.sheet, person(form.sheet, 1)), type_)
    assert put
    assert read(form, FILLERS[program](form.pdf, put)).values != form.sheet.read(put).values
