"""One Chromium for all tests of a process, and in it a page that holds pdf.js and pdf-lib."""

from __future__ import annotations

import atexit
import base64
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

from tests.forms.chromium import Chromium, Page, wait_until

HERE = Path(__file__).parent
MODULES = Path(sys.prefix, "node", "node_modules")
"""Where set-up puts the npm packages that package.json names."""


@cache
def chromium() -> Chromium:
    """The process, started at the first call and ended with Python."""
    started = Chromium()
    atexit.register(started.close)
    return started


@cache
def lab() -> Page:
    page = chromium().page(f"{(HERE / 'lab.html').as_uri()}?modules={MODULES.as_uri()}")
    page.call("Emulation.setFocusEmulationEnabled", enabled=True)
    wait_until(lambda: page.run("Boolean(globalThis.lab)"), "pdf.js to load")
    return page


def ask_lab(function: str, pdf: bytes, *more: Any) -> Any:
    """What a function of lab.mjs gives for a PDF."""
    arguments = ", ".join(json.dumps(each) for each in (base64.b64encode(pdf).decode(), *more))
    answer = lab().run(f"lab.{function}({arguments})")
    if isinstance(answer, list):
        return [base64.b64decode(each) for each in answer]
    return base64.b64decode(answer)
