"""Lay a page out for real, and measure it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.outputs.fonts import Face, faces_for
from generator.outputs.measures import STANDARD, Measures
from generator.outputs.pdf import Printed, print_pdf
from generator.problems import HandbillError, Problem

PAGE = "@page { size: 210mm 297mm; margin: 10mm } body { margin: 0; font: 9.25pt/12pt 'Alegreya Sans' }"

Measure = Callable[..., list[Problem]]
Print = Callable[..., Printed]


@pytest.fixture(scope="session")
def faces() -> tuple[Face, ...]:
    return faces_for(["Alegreya Sans", "EB Garamond", "Marcellus"])


@pytest.fixture(scope="session")
def font_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def print_page(faces: tuple[Face, ...], font_cache: Path) -> Print:
    """Print a body with some style on an A4 page with 10 mm margins."""

    def run(body: str, style: str = "", measures: Measures = STANDARD, **more: object) -> Printed:
        html = (
            f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>A page</title>"
            f"<style>{PAGE} {style}</style></head><body>{body}</body></html>"
        )
        return print_pdf(html, faces, "pdf/page.pdf", measures, cache=font_cache, **more)  # type: ignore[arg-type]

    return run


@pytest.fixture
def measure(print_page: Print) -> Measure:
    """The problems of such a page; none when it printed."""

    def run(body: str, style: str = "", measures: Measures = STANDARD, **more: object) -> list[Problem]:
        try:
            print_page(body, style, measures, **more)
        except HandbillError as error:
            assert error.exit_status == 1
            return list(error.problems)
        return []

    return run
