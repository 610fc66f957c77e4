"""The command line: arguments to one call, then text and an exit code. The only package that prints."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from generator.cli.telling import ended


def main(words: Sequence[str] | None = None) -> NoReturn:
    """Do what the words ask, those of the command line by default, and exit with a status."""
    given = sys.argv[1:] if words is None else list(words)
    sys.exit(ended(lambda: _run(given)))


def _run(words: list[str]) -> object:
    if words[:1] == ["odds"]:
        with _uncollected():
            from generator.cli import odds

            if odds.is_plain(words[1:]):
                odds.run(words[1:])
                return 0
    from generator.cli import commands

    return commands.run(words)


@contextmanager
def _uncollected() -> Iterator[None]:
    """No garbage is looked for: an answer is soon over, and leaves less than the search costs."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
