"""Reads a filled sheet back from a PDF: of which sheet it is, and what stands in its fields."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.outputs.forms import FORM
from generator.outputs.forms.read_document import LARGEST, opened, refuse, too_large
from generator.outputs.forms.read_fields import Unreadable, decoded, field_values, resolved
from generator.problems import MACHINE, HandbillError, Problem
from generator.sheets.widget import FormValue

_SHEET = re.compile(r"([a-z0-9][a-z0-9_-]*/[a-z0-9][a-z0-9_-]*)/([1-9][0-9]{0,5})")
_PREFIXED = re.compile(r"([1-9][0-9]{0,3})-(.*)", re.DOTALL)
_FOREIGN = "is no sheet that handbill made"


class Part(NamedTuple):
    """One character's share of a form; its names stand without their prefix ("" or "2-")."""

    sheet: str
    version: int
    values: dict[str, FormValue]
    prefix: str = ""


class FormFile(NamedTuple):
    """A filled form: its sheets ("mlwm/minion/1"), all values by their full names, and its parts."""

    sheets: tuple[str, ...]
    values: dict[str, FormValue]
    parts: tuple[Part, ...]


def read_form_file(file: Path, shown: str, sheets: Sequence[str] | None = None) -> FormFile:
    """``read_form`` of a file, which is not read at all when it is too large."""
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
            if len(data) > LARGEST:
                too_large(shown, file.stat().st_size)
    except OSError as error:
        reason = (error.strerror or "the system refused").lower()
        raise HandbillError(
            Problem("unreadable", f"{shown} cannot be read: {reason}", shown), MACHINE
        ) from error
    return read_form(data, shown, sheets)


def read_form(data: bytes, shown: str, sheets: Sequence[str] | None = None) -> FormFile:
    """What stands in a filled form; a HandbillError of one problem for anything that is none.

    ``shown`` is the file's name in messages. ``sheets`` ("mlwm/minion/1", one for each prefix, or one for
    all) overrides what the file says of itself, for files whose document information was lost. Nothing is
    fetched or written; see ``opened`` for the limits of time and memory.
    """
    with opened(data, shown) as reader:
        try:
            values = field_values(reader)
        except Unreadable as error:
            raise HandbillError(Problem("pdf-broken", f"{shown} {error}", shown)) from None
        about = None if sheets else _about(reader)
    if not values:
        hint = "a PDF that was printed or flattened has no fields: save it, instead of printing it to a PDF"
        refuse(shown, "foreign-pdf", f"{_FOREIGN}: it has no form", hint)
    named = tuple(sheets) if sheets else _named(about, shown)
    return FormFile(named, values, _parts(named, values, shown, repeat=bool(sheets)))


def _about(reader: Any) -> tuple[str, str]:
    """The two entries of the document information, "" where there is none."""
    information = resolved(reader.trailer.get("/Info"))
    found = information if isinstance(information, dict) else {}
    form, sheets = (resolved(found.get(key)) for key in ("/HandbillForm", "/HandbillSheets"))
    return _word(form), _word(sheets)


def _word(value: Any) -> str:
    return decoded(value) if isinstance(value, bytes) else str(value) if isinstance(value, (str, int)) else ""


def _named(about: tuple[str, str] | None, shown: str) -> tuple[str, ...]:
    form, sheets = about or ("", "")
    words = tuple(sheets.split())
    if form and form != FORM and form.isdecimal():
        refuse(
            shown,
            "form-version",
            f"was made by another version of handbill (form {form})",
            "use that version",
        )
    if not words:
        hint = "if it is one, and a program dropped its name: --sheet GAME/SHEET"
        refuse(shown, "foreign-pdf", f"{_FOREIGN}: it does not say of which sheet it is", hint)
    return words


def _parts(
    sheets: tuple[str, ...], values: dict[str, FormValue], shown: str, repeat: bool
) -> tuple[Part, ...]:
    """Each prefix's values; what has none, or one without a sheet, goes to the first part as it is."""
    known = tuple(_split(sheet, shown) for sheet in sheets)
    prefixes = {name: _PREFIXED.fullmatch(name) for name in values}
    if len(sheets) == 1 and sum(map(bool, prefixes.values())) * 2 <= len(values):
        return (Part(*known[0], values),)
    shares: dict[int, dict[str, FormValue]] = {}
    strays = {}
    for name, value in values.items():
        prefixed = prefixes[name]
        if prefixed and (int(prefixed[1]) <= len(sheets) or repeat):
            shares.setdefault(int(prefixed[1]), {})[prefixed[2]] = value
        else:
            strays[name] = value
    if not shares:
        refuse(shown, "pdf-broken", "is damaged: none of its fields belongs to one of its sheets")
    shares[min(shares)].update(strays)
    return tuple(
        Part(*known[min(number, len(known)) - 1], share, f"{number}-")
        for number, share in sorted(shares.items())
    )


def _split(sheet: str, shown: str) -> tuple[str, int]:
    match = _SHEET.fullmatch(sheet)
    if not match:
        word = ascii(sheet[:60])
        refuse(shown, "foreign-pdf", f"{_FOREIGN}: {word} is no name of a sheet such as 'mlwm/minion/1'")
    return match[1], int(match[2])
