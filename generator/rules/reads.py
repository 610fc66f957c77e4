"""Which rules were read while something was made."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_recorders: ContextVar[tuple[set[str], ...]] = ContextVar("recorders", default=())


def note(rule_ids: Collection[str]) -> None:
    """Note that these rules were read."""
    for recorder in _recorders.get():
        recorder.update(rule_ids)


@contextmanager
def recording() -> Iterator[set[str]]:
    """Collect the ids of all rules that are read inside, whichever rules value is asked.

    >>> from generator.rules import load
    >>> rules = load("mlwm")
    >>> with recording() as reads:
    ...     _ = rules["MLWM-BONUS-1"]
    >>> sorted(reads)
    ['MLWM-BONUS-1']
    """
    reads: set[str] = set()
    token = _recorders.set((*_recorders.get(), reads))
    try:
        yield reads
    finally:
        _recorders.reset(token)


@contextmanager
def unheard() -> Iterator[None]:
    """What is read inside is no use of a rule."""
    token = _recorders.set(())
    try:
        yield
    finally:
        _recorders.reset(token)
