"""What can be filled in: kinds of fields, sheets, and the forms made from them; no file is read here."""

from __future__ import annotations

import generator.sheets.kinds  # noqa: F401 — registers every kind
from generator.sheets.faults import Fault, Misdeclared
from generator.sheets.field import KINDS, Field
from generator.sheets.form import Form
from generator.sheets.head import Head, Section, SheetPage, SheetRow
from generator.sheets.reading import Difference, Reading
from generator.sheets.sheet import RESERVED, Sheet
from generator.sheets.steps import Read
from generator.sheets.widget import Choice, FormValue, Scripts, Widget

__all__ = [
    "Choice",
    "Difference",
    "Fault",
    "Field",
    "Form",
    "FormValue",
    "Head",
    "KINDS",
    "Misdeclared",
    "RESERVED",
    "Read",
    "Reading",
    "Scripts",
    "Section",
    "Sheet",
    "SheetPage",
    "SheetRow",
    "Widget",
]
