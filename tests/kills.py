"""How often programs are killed, until enough of the kills came at a moment that matters."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def kills(times: int, enough: Callable[[], bool]) -> Iterator[int]:
    """The numbers of the kills: so many, and more until there are enough, ten times as many at most."""
    for number in range(10 * times):
        if number >= times and enough():
            return
        yield number
