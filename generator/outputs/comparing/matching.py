"""What was replaced between two sequences, in a time that no file can stretch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher

_MOST_PAIRS = 1_000_000
"""Pairs of like items that are looked at: a page of 2,000 words has a tenth of it."""

Change = tuple[int, int, int, int]
"""Start and end before, start and end after."""


def changes(before: Sequence[Hashable], after: Sequence[Hashable]) -> Iterator[Change]:
    """Each run that differs; all between the first and the last difference, where there is too much alike.

    >>> list(changes("abcd", "axcde"))
    [(1, 2, 1, 2), (4, 4, 4, 5)]
    """
    start, most = 0, min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    tail = 0
    while tail < most - start and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    old, new = before[start : len(before) - tail], after[start : len(after) - tail]
    if _pairs(old, new) > _MOST_PAIRS:
        yield start, start + len(old), start, start + len(new)
        return
    for tag, first, last, there, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield start + first, start + last, start + there, start + end


def _pairs(before: Sequence[Hashable], after: Sequence[Hashable]) -> int:
    often = Counter(after)
    return sum(often[item] for item in before)
