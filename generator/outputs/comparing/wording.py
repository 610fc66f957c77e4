"""The sentences and lines that differ between two readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from generator.outputs.comparing.difference import Difference
from generator.outputs.comparing.matching import changes
from generator.outputs.comparing.reading import Line

_LIKE = 0.5
"""From which likeness on one sentence counts as another that was changed."""

_MOST_LIKE = 2_500
"""Pairs of sentences whose likeness is looked at; of more, each goes with the one at its place."""


def changed_sentences(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Difference]:
    """Sentences that came, went or became others; one under another heading is the same sentence."""
    for start, end, first, last in changes([line.text for line in before], [line.text for line in after]):
        yield from _paired(before[start:end], after[first:last])


def _paired(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Difference]:
    """Each sentence that went with the first that is like it of those that came."""
    if len(before) * len(after) > _MOST_LIKE:
        yield from (_sentence(*pair) for pair in zip_longest(before, after))
        return
    if len(before) == len(after) == 1:
        yield _sentence(before[0], after[0])
        return
    left = list(after)
    for line in before:
        place = next((number for number, each in enumerate(left) if _alike(line, each)), None)
        if place is None:
            yield _sentence(line, None)
            continue
        yield from (_sentence(None, each) for each in left[:place])
        yield _sentence(line, left[place])
        del left[: place + 1]
    yield from (_sentence(None, each) for each in left)


def _alike(one: Line, other: Line) -> bool:
    matcher = SequenceMatcher(None, one.text.split(), other.text.split(), autojunk=False)
    return matcher.quick_ratio() >= _LIKE and matcher.ratio() >= _LIKE


def _sentence(before: Line | None, after: Line | None) -> Difference:
    line = after or before
    assert line is not None
    return Difference(
        "sentence",
        line.where,
        before.text if before else "",
        after.text if after else "",
        line.page,
    )


def changed_words(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Difference]:
    """Lines with changed words, page by page: a word that only went to another line is no change."""
    numbers = sorted({line.page or 0 for line in (*before, *after)})
    for number in numbers:
        was = [line for line in before if (line.page or 0) == number]
        now = [line for line in after if (line.page or 0) == number]
        yield from _reflowed(was, now)


def _reflowed(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Difference]:
    old, new = _by_word(before), _by_word(after)
    touched: list[tuple[set[int], set[int]]] = []
    for start, end, first, last in changes([word for word, _ in old], [word for word, _ in new]):
        here = ({line for _, line in old[start:end]}, {line for _, line in new[first:last]})
        # Two changes in one line are told with that line once.
        if touched and (touched[-1][0] & here[0] or touched[-1][1] & here[1]):
            touched[-1] = (touched[-1][0] | here[0], touched[-1][1] | here[1])
        else:
            touched.append(here)
    for olds, news in touched:
        pairs = zip_longest(sorted(olds), sorted(news))
        for was, now in pairs:
            yield _sentence(before[was] if was is not None else None, after[now] if now is not None else None)


def _by_word(lines: Sequence[Line]) -> list[tuple[str, int]]:
    return [(word, number) for number, line in enumerate(lines) for word in line.text.split()]
