"""Every sheet of every game as a form, for the programs of this folder to fill, draw and calculate."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import pytest
from _pytest.mark import ParameterSet

from generator.content.characters import Character
from generator.filling import Filler, Style
from generator.sheets import Form, Sheet
from generator.workspace import Workspace


class FormUnderTest(NamedTuple):
    """A blank form, its widgets, and the sheet of which it is."""

    pdf: bytes
    form: Form
    sheet: Sheet


@cache
def filler() -> Filler:
    """One for all tests of a process: each sheet is laid out once."""
    return Filler(Workspace.find())


@cache
def form_of(sheet_id: str, paper: str = "a4") -> FormUnderTest:
    """The blank form of a sheet."""
    sheet = filler().shelf.sheet(sheet_id)
    return FormUnderTest(filler().blank(sheet_id, Style(paper=paper)).data, sheet.form(), sheet)


def filled_by_us(sheet: Sheet, values: dict[str, Any]) -> bytes:
    """The sheet of a character for which the printed form has room."""
    made = filler().fill(Character(sheet, values, "igor.yaml", "Igor"), Style())
    assert not made.notes, made.notes
    return made.data


SHEETS = filler().shelf.ids()


def _kinds(sheet_id: str) -> int:
    return len({widget.type for widget in filler().shelf.sheet(sheet_id).form().widgets})


RICHEST = max(SHEETS, key=_kinds)
"""The first sheet that has the most types of widgets: the one that the short tests take."""


def sample_first() -> list[ParameterSet]:
    """All sheets as parameters of a test: one for `make test`, the others for `make test-all`."""
    return [
        pytest.param(sheet_id, marks=() if sheet_id == RICHEST else pytest.mark.long) for sheet_id in SHEETS
    ]


def programs(names: Iterable[str]) -> list[ParameterSet]:
    """Programs as parameters of a test, each with what it needs on the machine."""
    return [pytest.param(name, marks=pytest.mark.needs(*NEEDS.get(name, ()))) for name in names]


NEEDS = {
    "pdftk-java": ("pdftk",),
    "pdf.js": ("chromium", "pdfjs-dist"),
    "pdf-lib": ("chromium", "pdf-lib", "pdfjs-dist"),
    "Chromium": ("chromium",),
    "poppler": ("pdftoppm",),
    "Ghostscript": ("gs",),
}
"""Commands and npm packages; what is not here comes with pip."""
