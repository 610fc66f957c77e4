"""How a run ends: problems, misuse and bugs told on standard error, and the exit status of each."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from generator.problems import OUR_BUG, HandbillError, tell

SCHEMA_VERSION = 1
INTERRUPTED = 130

NARROWEST, WIDEST = 40, 100
"""Lines are never cut below the one, and never longer than the other, however wide the terminal is."""


def ended(work: Callable[[], object]) -> int:
    """Do the work, whose result is an exit status where it is a number; all that goes wrong ends here."""
    try:
        status = heard(work)
    except HandbillError as error:
        return fail(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception:
        return _confess()
    return status if isinstance(status, int) else 0


def heard(work: Callable[[], object]) -> object:
    """Do the work until nobody reads what it prints."""
    try:
        status = work()
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader of a pipe has gone: `handbill list | head`. Python would complain again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def fail(error: HandbillError, form: str = "human", closing: str = "") -> int:
    """Tell the problems that ended the work, and how many; the exit status."""
    say(tell(error.problems, form))
    if form != "json":
        say(count(len(error.problems), "problem") + closing)
    return error.exit_status


def _confess() -> int:
    import traceback

    traceback.print_exc()
    say("error[bug]: this is a bug in handbill, not in your files")
    say("    hint: please report it, with the lines above and the command that you gave")
    return OUR_BUG


def width() -> int:
    """How wide the lines may be: as the terminal is, or 80 where there is none."""
    columns = os.environ.get("COLUMNS", "")
    try:
        found = int(columns) if columns.isdecimal() else os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        found = 80
    return max(NARROWEST, min(found, WIDEST))


def say(text: str) -> None:
    """Print on standard error."""
    print(text, file=sys.stderr)


def count(number: int, noun: str) -> str:
    """A number with its noun.

    >>> count(1, "problem"), count(2, "file")
    ('1 problem', '2 files')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def size(count: int) -> str:
    """A number of bytes in thousands, rounded up.

    >>> size(84_200), size(12)
    ('85 kB', '1 kB')
    """
    return f"{-(-count // 1000)} kB"


def print_json(content: dict[str, object]) -> None:
    """Print one JSON document that tells its version first."""
    import json

    print(json.dumps({"schema_version": SCHEMA_VERSION, **content}, indent=2, ensure_ascii=False))
