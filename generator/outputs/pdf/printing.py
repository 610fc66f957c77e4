"""Print one HTML page as a PDF: lay out once, measure what was laid out, then write."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from generator.outputs.fonts import TEXT_FAMILY, Face, use_bundled_fonts
from generator.outputs.measures import STANDARD, Measures, check_layout, pages_with
from generator.outputs.pdf.fetcher import closed_fetcher
from generator.outputs.pdf.libraries import weasyprint
from generator.problems import HandbillError, Problem

_TOLERATED = ("Using fontTools instead of HarfBuzz-Subset",)
"""Warnings that are none. Without HarfBuzz's subset library fonts are cut down more slowly, into
other bytes; `handbill doctor` says so, and on systems that lack it a right PDF is worth more."""

_VARIANT = {"pdf_variant": "pdf/ua-1", "pdf_tags": True}
_ARCHIVAL = {"pdf_variant": "pdf/a-3a", "pdf_tags": True}

_NO_FORM = """
input, select, textarea, button { appearance: none !important }
select:not([multiple])::before { content: none !important }
input[checked]::before { border-radius: 0 !important; background: url("data:image/svg+xml,\
%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'%3E%3Cpath d='M14 50 41 80 86 16' fill='none'\
 stroke='black' stroke-width='13' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E")\
 center / contain no-repeat !important }
"""
"""Over the page's own styles: no form at all, a tick as in forms, no arrow (which no face has) on a menu."""

Finisher = Callable[[Any, Any], None]
"""Changes the objects of a PDF before it is written: called with WeasyPrint's document and pydyf's PDF."""


@dataclass(frozen=True)
class Printed:
    """A finished PDF: tagged, PDF/UA-1, without dates, the same bytes for the same input.

    ``smallest_pt`` is its smallest type in points, to a tenth; what stands in a form's fields is not
    printed and does not count. None for a page without text.
    """

    data: bytes
    pages: int
    smallest_pt: float | None = None


def print_pdf(
    html: str,
    faces: Sequence[Face],
    name: str,
    measures: Measures = STANDARD,
    *,
    assets: Mapping[str, bytes] | None = None,
    styles: str = "",
    cache: Path | None = None,
) -> Printed:
    """The page as PDF, in these faces only. ``name`` stands in messages as the document's path.

    ``assets`` are what the page may fetch as ``asset:NAME``; ``styles`` are rules of CSS beside the
    page's own, as of its reader. Controls are printed with their values, as no form. Raises
    HandbillError with every fault of the layout (see ``measures``) or of the page itself, and with exit
    status 3 without Pango.
    """
    return _print(
        html, faces, name, measures, _VARIANT, styles=_NO_FORM + styles, assets=assets or {}, cache=cache
    )


def print_form(
    html: str,
    faces: Sequence[Face],
    name: str,
    finisher: Finisher,
    measures: Measures = STANDARD,
    *,
    archival: bool = False,
    cache: Path | None = None,
) -> Printed:
    """The page as a fillable form, as ``finisher`` leaves it; all that ``print_pdf`` checks is checked.

    ``archival`` asks for PDF/A-3 instead of PDF/UA-1: the finisher may make it both.
    """
    options = {**(_ARCHIVAL if archival else _VARIANT), "pdf_forms": True}
    return _print(html, faces, name, measures, options, finisher, assets={}, cache=cache)


def _print(
    html: str,
    faces: Sequence[Face],
    name: str,
    measures: Measures,
    options: Mapping[str, object],
    finisher: Finisher | None = None,
    *,
    styles: str = "",
    assets: Mapping[str, bytes],
    cache: Path | None,
) -> Printed:
    use_bundled_fonts(faces, cache)
    fetcher = closed_fetcher(assets)
    with _warnings() as records, _fixed_font_date():
        document = _lay_out(html, fetcher, name, options, styles)
        _raise(_faults(fetcher, records, document, name))
        families = {TEXT_FAMILY, *(face.family for face in faces)}
        layout = check_layout([page._page_box for page in document.pages], name, families, measures)
        _raise(layout.problems)
        with warnings.catch_warnings():
            # WeasyPrint leaves the file of PDF/A's colour profile to the garbage collector.
            warnings.simplefilter("ignore", ResourceWarning)
            data = document.write_pdf(finisher=finisher, **options)
        _raise(_faults(fetcher, records, document, name))
    _raise(_foreign(document, families, name))
    return Printed(data, len(document.pages), layout.smallest_pt)


def _lay_out(html: str, fetcher: Any, name: str, options: Mapping[str, object], styles: str) -> Any:
    package = weasyprint()
    try:
        sheets = [package.CSS(string=styles, url_fetcher=fetcher)] if styles else []
        page = package.HTML(string=html, base_url=None, url_fetcher=fetcher)
        fonts = _font_configuration(os.environ["FONTCONFIG_FILE"])
        return page.render(font_config=fonts, stylesheets=sheets, **options)
    except package.urls.URLFetchingError as error:
        # WeasyPrint lets this one escape for a colour profile; the fetcher knows the address.
        raise HandbillError(_refusals(fetcher, name) or [Problem("weasyprint", str(error), name)]) from error
    except RecursionError as error:
        hint = "some hundred elements lie in one another; take some away"
        raise HandbillError(Problem("too-deep", "the page is nested too deeply", name, hint=hint)) from error


@lru_cache(maxsize=8)
def _font_configuration(file: str) -> Any:
    """What WeasyPrint knows of the faces that the file names; it stays warm for the next page in them."""
    return weasyprint().text.fonts.FontConfiguration()


def _raise(problems: Sequence[Problem]) -> None:
    if problems:
        raise HandbillError(problems)


def _faults(fetcher: Any, records: Sequence[logging.LogRecord], document: Any, name: str) -> list[Problem]:
    """What the page asked for in vain, or else what WeasyPrint complained about."""
    texts = [record.getMessage() for record in records]
    relative = [_refusal(text, name) for text in texts if "Relative URI reference" in text]
    if refused := _refusals(fetcher, name) + relative:
        return refused
    missing = [record.args for record in records if record.msg.startswith(".notdef glyph")]
    others = [record for record in records if not record.msg.startswith((".notdef glyph", *_TOLERATED))]
    found = [_fault(record, name) for record in others]
    characters = sorted({args[0] for args in missing if isinstance(args, tuple)}, key=str)
    return found + [_missing_glyph(str(character), document, name) for character in characters]


def _fault(record: logging.LogRecord, name: str) -> Problem:
    if record.msg.startswith("No anchor #") and isinstance(record.args, tuple):
        (anchor,) = record.args
        message = f"'#{anchor}' leads nowhere: nothing on this page has the id '{anchor}'"
        return Problem("broken-link", message, name)
    return Problem("weasyprint", record.getMessage(), name)


def _refusals(fetcher: Any, name: str) -> list[Problem]:
    return [_refusal(f"{url!r} is refused", name) for url in fetcher.refused]


def _refusal(message: str, name: str) -> Problem:
    return Problem("asset-refused", message, name, hint="a page fetches declared assets only")


def _missing_glyph(character: str, document: Any, name: str) -> Problem:
    where = pages_with(character, [page._page_box for page in document.pages])
    return Problem(
        "missing-glyph",
        f"{where}no bundled face has the character {character!r} (U+{ord(character):04X})",
        name,
        hint="write it in words, or draw it",
    )


def _foreign(document: Any, families: set[str], name: str) -> list[Problem]:
    found = sorted({font.family for font in document.fonts.values()} - families)
    return [Problem("foreign-font", f"{family} is not a bundled typeface", name) for family in found]


class _Keep(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextmanager
def _warnings() -> Iterator[list[logging.LogRecord]]:
    """What WeasyPrint logs meanwhile, from warnings up, kept from any other handler."""
    logger, keeper = logging.getLogger("weasyprint"), _Keep()
    before = logger.propagate
    logger.addHandler(keeper)
    logger.propagate = False
    try:
        yield keeper.records
    finally:
        logger.removeHandler(keeper)
        logger.propagate = before


@contextmanager
def _fixed_font_date() -> Iterator[None]:
    """Hide the clock from fontTools, which writes the time into each variable font that it cuts."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ["SOURCE_DATE_EPOCH"]
        else:
            os.environ["SOURCE_DATE_EPOCH"] = before
