"""What pages are told of the latest build; they wait here for the next one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Condition
from typing import Any


@dataclass(frozen=True)
class Latest:
    """The latest build: its number (0: none has ended), its problems, and the files of the last good one."""

    number: int = 0
    problems: tuple[Mapping[str, str], ...] = ()
    made: tuple[str, ...] = ()


class Board:
    """Holds the latest build. Any thread may read it; one posts."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._latest = Latest()
        self._closed = False

    @property
    def latest(self) -> Latest:
        return self._latest

    @property
    def closed(self) -> bool:
        return self._closed

    def post(self, problems: Sequence[Mapping[str, Any]], made: Sequence[str] = ()) -> None:
        """Tell of a build; without files made, those of the last good one stay."""
        with self._changed:
            last = self._latest
            told = tuple(map(_shown, problems))
            self._latest = Latest(last.number + 1, told, tuple(made) or last.made)
            self._changed.notify_all()

    def after(self, number: int, patience: float) -> Latest | None:
        """The latest build once it is another than this one; None where that takes too long."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._latest.number != number, patience)
            return None if self._latest.number == number else self._latest

    def close(self) -> None:
        """Nobody waits any longer."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def _shown(problem: Mapping[str, Any]) -> Mapping[str, str]:
    """A problem as the page shows it: texts only.

    >>> _shown({"path": "a.md", "line": 3, "column": None, "code": "typed", "message": "m", "hint": None})
    {'place': 'a.md:3', 'code': 'typed', 'message': 'm', 'hint': ''}
    """
    parts = [problem.get(key) for key in ("path", "line", "column")]
    place = ":".join(str(part) for part in parts if part is not None)
    return {"place": place, **{key: str(problem.get(key) or "") for key in ("code", "message", "hint")}}
