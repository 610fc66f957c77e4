"""Every sheet of every game as a blank PDF, for the programs of this folder to fill, draw and calculate."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from generator.content.shelf import Shelf
from generator.filling import Filler, Style
from generator.sheets import Form, Sheet
from generator.workspace import Workspace

ROOT = Path(__file__).parents[2]


class FormUnderTest(NamedTuple):
    """A blank form. ``name``: the sheet's id and the paper."""

    name: str
    pdf: bytes
    form: Form
    sheet: Sheet


@cache
def filler() -> Filler:
    """One for all tests of a process: each sheet is laid out once."""
    return Filler(Workspace.find())


@cache
def sheets() -> tuple[str, ...]:
    """The ids of all sheets."""
    return Shelf(ROOT / "content").ids()


@cache
def form_of(sheet_id: str, paper: str = "a4") -> FormUnderTest:
    """The blank form of a sheet."""
    sheet = filler().shelf.sheet(sheet_id)
    return FormUnderTest(sheet_id, filler().blank(sheet_id, Style(paper=paper)).data, sheet.form(), sheet)
