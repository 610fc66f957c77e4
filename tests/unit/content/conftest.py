"""A small pack on disk, and the text of what a refusal says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.problems import HandbillError, tell

GAME = """\
title: The Well
short: WELL
subtitle: A game of ropes
credit: The Well (1999) by Ada.
rules: 2003 text
theme: {display: Fredoka, text: Alegreya Sans}
"""

REFERENCE = """\
---
title: The Well
subtitle: Quick reference
summary: All of it on one page.
pages:
  - - [[dice], [falling, water]]
---
## Dice {#dice}

Roll {{ rules["WELL-DIE"] }}.

## Falling {#falling}

1. Fall.

## Water {#water}

Swim (p. 25).
"""

Write = Callable[..., Path]
Refused = Callable[[Callable[[], object]], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a pack named ``well``; files are given by their path with '/' in it, None leaves one out."""

    def make(files: dict[str, str | bytes | None] | None = None) -> Path:
        standard = {"game.yaml": GAME, "reference/reference.md": REFERENCE}
        for name, text in {**standard, **(files or {})}.items():
            path = tmp_path / "content" / "well" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is not None:
                path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return tmp_path / "content"

    return make


@pytest.fixture
def refused() -> Refused:
    """The whole text that a person reads when the call is refused."""

    def run(call: Callable[[], object]) -> str:
        with pytest.raises(HandbillError) as caught:
            call()
        return tell(caught.value.problems)

    return run
