"""One mistake in the user's files or machine, with its place, and how it reads.

Imports nothing of ours: every other module may raise these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

USER_FAULT = 1
USAGE = 2
MACHINE = 3
OUR_BUG = 70

Level = Literal["error", "note"]
"""A note is told, and ends nothing."""

FORMATS = ("human", "short", "json", "github")

_WIDEST, _BEFORE = 160, 60
"""Characters of a line that a message shows, and how many of them before the place."""


class Problem(NamedTuple):
    """One mistake: where it stands, what was found, and what would be right.

    ``line`` and ``column`` count from 1. ``source`` is the text of the line, kept so that
    the message can show it without reading the file again; ``length`` is the number of
    characters that the caret marks. ``code`` is stable, lower case with hyphens. ``details`` are
    lines that say more, such as what differs.
    """

    code: str
    message: str
    path: str | None = None
    line: int | None = None
    column: int | None = None
    hint: str | None = None
    source: str | None = None
    length: int = 1
    details: tuple[str, ...] = ()
    level: Level = "error"

    def at(self, path: str, line: int | None = None, column: int | None = None) -> Problem:
        """The same problem with its place filled in where it was missing."""
        return self._replace(
            path=self.path or path,
            line=self.line if self.line is not None else line,
            column=self.column if self.column is not None else column,
        )

    @property
    def place(self) -> str:
        """``path:line:column``, as far as it is known."""
        return ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)


class HandbillError(Exception):
    """Problems that end the work; nothing was written.

    ``exit_status`` is 1 for the user's files, 2 for wrong usage and 3 for what the machine lacks.
    """

    def __init__(self, problems: Problem | Iterable[Problem], exit_status: int = USER_FAULT) -> None:
        found = (problems,) if isinstance(problems, Problem) else tuple(problems)
        if not found:
            raise ValueError("a HandbillError needs at least one problem")
        self.problems = tuple(sorted(set(found), key=_order))
        self.exit_status = exit_status
        super().__init__("; ".join(problem.message for problem in self.problems))


@dataclass
class Gathered:
    """The problems of many things of which each goes its own way; ``status`` is the worst exit status."""

    problems: list[Problem] = field(default_factory=list)
    status: int = USER_FAULT

    def fail(self, error: HandbillError) -> None:
        """Keep an error, and go on."""
        self.problems += error.problems
        self.status = max(self.status, error.exit_status)


def _order(problem: Problem) -> tuple[str, int, int, str, str]:
    return (problem.path or "", problem.line or 0, problem.column or 0, problem.code, problem.message)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """A hint that names the nearest known word, or None when nothing is near.

    >>> nearest("wearyness", ["love", "weariness"])
    "did you mean 'weariness'?"
    """
    import difflib  # costs more than many an answer, and is for mistakes alone

    match = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"did you mean '{match[0]}'?" if match else None


def describe(value: object) -> str:
    """What was found, as messages name it.

    >>> describe(12), describe("on"), describe(None)
    ('the number 12', "the text 'on'", 'empty')
    """
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return f"the word {'true' if value else 'false'}"
    if isinstance(value, int | float):
        number = str(value)
        return f"the number {number if len(number) <= 20 else number[:19] + '…'}"
    if isinstance(value, str):
        return "the text " + repr(value if len(value) <= 40 else value[:39] + "…")
    return "a mapping of keys to values" if isinstance(value, dict) else "a list"


def tell(problems: Sequence[Problem], form: str = "human") -> str:
    """The problems as text in one of ``FORMATS``, sorted as given, without a closing count."""
    if form == "json":
        import json

        return json.dumps(
            {"schema_version": 1, "problems": [_as_json(p) for p in problems]}, indent=2, ensure_ascii=False
        )
    teller = {"human": _human, "short": _short, "github": _github}[form]
    return "\n".join(teller(problem) for problem in problems)


def _short(problem: Problem) -> str:
    place = f"{problem.place}: " if problem.place else ""
    return f"{place}{problem.level}[{problem.code}]: {harmless(problem.message)}"


def _human(problem: Problem) -> str:
    lines = [_short(problem)]
    if problem.source is not None and problem.line is not None:
        shown, before = _window(problem.source, problem.column or 1)
        lines.append(f"{problem.line:>5} | {shown}")
        if problem.column is not None:
            pad = "".join("\t" if c == "\t" else " " for c in before)
            marked = min(problem.length, len(shown) - len(before))
            lines.append(f"{'':>5} | {pad}{'^' * max(1, marked)}")
    lines += (f"    {harmless(line)}" for line in problem.details)
    if problem.hint:
        lines.append(f"    hint: {harmless(problem.hint)}")
    return "\n".join(lines)


def _window(source: str, column: int) -> tuple[str, str]:
    """The line as it is shown, long ones cut around the column, and what of it stands before the column."""
    start = max(0, column - 1 - _BEFORE) if len(source) > _WIDEST else 0
    end = start + _WIDEST
    left, right = "…" if start else "", "…" if end < len(source) else ""
    shown = f"{left}{source[start:end]}{right}"
    return shown, f"{left}{source[start : column - 1]}"


def harmless(text: str) -> str:
    """The text without what a terminal would obey: a message may quote a stranger's file."""
    if text.isprintable():
        return text
    return "".join("\N{REPLACEMENT CHARACTER}" if _commands(letter) else letter for letter in text)


def _commands(letter: str) -> bool:
    return letter != "\n" and (ord(letter) < 32 or 127 <= ord(letter) < 160 or letter in _TURNING)


_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def _github(problem: Problem) -> str:
    def escape(text: str, more: str = "") -> str:
        for character in "%\r\n" + more:
            text = text.replace(character, f"%{ord(character):02X}")
        return text

    where = [("file", problem.path), ("line", problem.line), ("col", problem.column)]
    fields = ",".join(f"{key}={escape(str(value), ',:')}" for key, value in where if value is not None)
    message = problem.message + (f" ({problem.hint})" if problem.hint else "")
    message = "\n".join([message, *problem.details])
    command = "notice" if problem.level == "note" else "error"
    named = [*([fields] if fields else []), f"title={escape(problem.code, ',:')}"]
    return f"::{command} {','.join(named)}::{escape(message)}"


def _as_json(problem: Problem) -> dict[str, object]:
    return {
        "path": problem.path,
        "line": problem.line,
        "column": problem.column,
        "code": problem.code,
        "message": problem.message,
        "hint": problem.hint,
        "details": list(problem.details),
        "level": problem.level,
    }
