"""A form that calculates gives the engine's values in every viewer, whatever is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from generator.outputs.forms.read import read_form
from generator.sheets import FormValue
from tests.forms import mupdf, viewers
from tests.forms.forms import SHEETS, FormUnderTest, filled_by_us, form_of, programs, sample_first
from tests.forms.people import person, typed

SHARES = (1.0, 0.7, 0.4, 0.1)
"""How much of a form is filled in, in turn: blanks are what a formula gets wrong."""

VIEWERS: dict[str, Callable[[bytes, Mapping[str, FormValue]], bytes]] = {
    "pdf.js": viewers.type_into_pdfjs,
    "Chromium": viewers.type_into_chromium,
}

RUNS = [pytest.param(range(8), id="a few"), pytest.param(range(8, 200), id="many", marks=pytest.mark.long)]


def derived(form: FormUnderTest, values: Mapping[str, object]) -> dict[str, FormValue]:
    """What the engine computes, by widget."""
    computed = form.form.values(values)
    return {widget.name: computed[widget.name] for widget in form.form.widgets if widget.derived}


@pytest.mark.parametrize("seeds", RUNS)
@pytest.mark.parametrize("sheet_id", SHEETS)
def test_mupdf_computes_what_the_engine_computes(sheet_id: str, seeds: range) -> None:
    form = form_of(sheet_id)
    for seed in seeds:
        values = person(form.sheet, seed, share=SHARES[seed % len(SHARES)])
        want = derived(form, values)
        assert want
        held = mupdf.recalculate(form.pdf, typed(form.sheet, values))
        assert {name: held[name] for name in want} == want, f"seed {seed}"


@pytest.mark.parametrize("seeds", RUNS)
@pytest.mark.parametrize("sheet_id", SHEETS)
def test_typing_over_another_character_leaves_nothing_of_it_computed(sheet_id: str, seeds: range) -> None:
    form = form_of(sheet_id)
    for seed in seeds:
        old = person(form.sheet, seed + 1000)
        put = typed(form.sheet, person(form.sheet, seed, share=SHARES[seed % len(SHARES)]))
        before = typed(form.sheet, old)
        for widget in form.form.widgets:
            if widget.type == "radio":  # cannot be taken back in a viewer
                put.setdefault(widget.name, before.get(widget.name, ""))
            elif not widget.derived:
                put.setdefault(widget.name, False if widget.type == "check" else "")
        want = derived(form, form.sheet.read(put).values)
        held = mupdf.recalculate(filled_by_us(form.sheet, old), put)
        assert {name: held[name] for name in want} == want, f"seed {seed}"


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3))])
@pytest.mark.parametrize("sheet_id", sample_first())
@pytest.mark.parametrize("program", programs(VIEWERS))
def test_what_is_typed_and_saved_in_a_viewer_reads_back_with_nothing_to_correct(
    program: str, sheet_id: str, seed: int
) -> None:
    form = form_of(sheet_id)
    values = person(form.sheet, seed, share=SHARES[seed])
    saved = VIEWERS[program](form.pdf, typed(form.sheet, values))
    held = read_form(saved, "igor.pdf").values
    want = derived(form, values)
    assert {name: held[name] for name in want} == want
    reading = form.sheet.read(held)
    assert (reading.values, reading.differences, reading.faults) == (values, (), ())
