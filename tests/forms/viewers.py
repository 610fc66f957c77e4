"""Viewers that calculate: all is typed in as a person would, and what the viewer saves comes back."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.forms.browser import ask_lab, chromium, lab
from tests.forms.chromium import ChromiumError, Page, evaluate, wait_until
from tests.forms.placed import Placed, page_sizes, placed_widgets

Values = Mapping[str, str | bool]

VIEWER = "document.querySelector('pdf-viewer')"
ARROW_DOWN = 40
EDGE = 4.0
TRIES = 6


def type_into_pdfjs(pdf: bytes, values: Values) -> bytes:
    """Through Firefox's viewer, pdf.js, with its scripting sandbox."""
    lab().to_front()
    return bytes(ask_lab("calculate", pdf, dict(values)))


def type_into_chromium(pdf: bytes, values: Values) -> bytes:
    """Through Chromium's own viewer, by mouse and keys."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "form.pdf")
        path.write_bytes(pdf)
        for _ in range(TRIES):
            page = chromium().page(f"{path.as_uri()}#toolbar=0&navpanes=0&view=Fit")
            page.to_front()
            try:
                return _Viewer(page).fill(pdf, values)
            except _Deaf:
                continue
            finally:
                page.close()
    raise ChromiumError(f"Chromium's viewer was opened {TRIES} times, and never heard of a click")


class _Deaf(Exception):
    """One opening in ten leaves the viewer without word from its plug-in of which field is active."""


class _Viewer:
    """Chromium's viewer of one PDF: the tab, which takes mouse and keys, and the viewer's own frame in it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._frame = chromium().attach(wait_until(self._find_frame, "Chromium's PDF viewer"))
        wait_until(lambda: self._ask("?.loadState_") == "success", "Chromium to load the PDF")

    def fill(self, pdf: bytes, values: Values) -> bytes:
        """Goes through the widgets page by page, then asks for the PDF that the save button would give."""
        widgets = placed_widgets(pdf)
        for number, size in enumerate(page_sizes(pdf)):
            self._ask(f".viewport.goToPage({number})")
            here = [widget for widget in widgets if widget.page == number]
            if not here:
                continue
            self._shown = self._ask(f".viewport.getPageScreenRect({number})")
            self._size = size
            self._activate(next(widget for widget in here if widget.kind == "text"))
            for widget in here:
                if widget.name in values:
                    self._put(widget, values[widget.name])
            self._leave()
        return base64.b64decode(self._ask(f".pluginController_.save({_EDITED}).then({_AS_BASE64})"))

    def _put(self, widget: Placed, value: str | bool) -> None:
        if value in ("", False) or (widget.kind == "radio" and widget.state != value):
            return
        if widget.kind in ("check", "radio"):
            self._click(*_middle(widget))
            return
        self._activate(widget)
        if widget.kind == "text":
            for letter in str(value):
                self._page.letter("\r" if letter == "\n" else letter)
        else:
            for _ in range(widget.menu.index(str(value)) - widget.chosen):
                self._page.key("ArrowDown", ARROW_DOWN)
            self._leave()  # the open list would lie over the next field

    def _activate(self, widget: Placed) -> None:
        """Clicks into a field until the viewer has heard of it; before, it takes Space for "scroll on"."""
        self._click(*_middle(widget))
        try:
            wait_until(lambda: self._ask(".formFieldFocus_") != "none", "a field to be active", 2)
        except ChromiumError as error:
            raise _Deaf from error

    def _leave(self) -> None:
        """Clicks beside every field."""
        self._click(EDGE, self._size[1] - EDGE)
        wait_until(lambda: self._ask(".formFieldFocus_") == "none", "the last field to be done")

    def _click(self, x: float, y: float) -> None:
        """A click at a place of the page, in points from its lower left corner."""
        scale = self._shown["width"] / self._size[0]
        self._page.click(self._shown["x"] + x * scale, self._shown["y"] + (self._size[1] - y) * scale)

    def _ask(self, expression: str) -> Any:
        return evaluate(chromium(), self._frame, VIEWER + expression)

    def _find_frame(self) -> str:
        inside = (one for one in chromium().targets() if one.get("parentId") == self._page.target)
        return next((one["targetId"] for one in inside if one["url"].startswith("chrome-extension:")), "")


def _middle(widget: Placed) -> tuple[float, float]:
    left, bottom, right, top = widget.rect
    return (left + right) / 2, (bottom + top) / 2


_EDITED = "'EDITED'"
_AS_BASE64 = """(saved) => {
    let binary = "";
    for (const byte of new Uint8Array(saved.dataToSave)) binary += String.fromCharCode(byte);
    return btoa(binary);
}"""
