"""Says in a few lines what differs between what stands in the folder and what is made now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.outputs.comparing import Difference, short

MOST = 5
"""Differences that are told of one file."""
_LONGEST, _AROUND = 90, 3
"""Characters of a text that is told whole, and words that are told around a change in a longer one."""


def lines(differences: Sequence[Difference]) -> tuple[str, ...]:
    """A line for each of the first differences, and one that counts the others."""
    told = list(dict.fromkeys(_line(each) for each in differences))
    more = len(told) - MOST
    # One more line says no more than the difference that it would count.
    return (*told[:MOST], f"and {more} more") if more > 1 else tuple(told)


def _line(difference: Difference) -> str:
    before, after = _cut(difference.before, difference.after)
    return difference._replace(where=short(difference.where), before=before, after=after).text


def _cut(before: str, after: str) -> tuple[str, str]:
    """Both texts in one line; of long ones, the words around what changed."""
    old, new = before.split(), after.split()
    if max(len(before), len(after)) <= _LONGEST:
        return " ".join(old), " ".join(new)
    if not old or not new:
        return short(before, _LONGEST), short(after, _LONGEST)
    start = _alike(old, new)
    end = _alike(reversed(old[start:]), reversed(new[start:]))
    return _window(old, start, end), _window(new, start, end)


def _alike(one: Iterable[str], other: Iterable[str]) -> int:
    """How many words both begin with."""
    return sum(1 for _ in _together(one, other))


def _together(one: Iterable[str], other: Iterable[str]) -> Iterator[str]:
    for word, twin in zip(one, other, strict=False):
        if word != twin:
            return
        yield word


def _window(words: Sequence[str], start: int, end: int) -> str:
    """The words but for those that both begin and end with, and a few of these."""
    first = max(0, start - _AROUND)
    last = min(len(words), len(words) - end + _AROUND)
    shown = short(" ".join(words[first:last]), _LONGEST)
    return ("… " if first else "") + shown + (" …" if last < len(words) and not shown.endswith("…") else "")
