"""One thing that differs between two versions of an artifact."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

Kind = Literal["sentence", "cell", "field", "place", "pages", "image", "bytes"]

KINDS: tuple[str, ...] = get_args(Kind)
MOST = 10_000
"""Differences that are kept of one file; one more, of the kind "bytes", then says how many there were."""


class Difference(NamedTuple):
    """What stood there before, and what stands there now; "" where there is nothing.

    ``where`` is a block's heading, a table's caption with row and column, a page, a field or a path of keys.
    "sentence" is text, "cell" one cell of a table, a CSV or a JSON file, "field" a form field's label, value,
    choices or script, "place" where it lies on its page (mm), "pages" how many there are, "image" what is
    drawn other than text, "bytes" anything else. ``page`` counts from 1, in a PDF.
    """

    kind: Kind
    where: str
    before: str
    after: str
    page: int | None = None

    @property
    def text(self) -> str:
        """The difference in one line; sentences and scripts that are long are cut around what differs.

        >>> Difference("cell", "Odds: 4, 6", "33", "50").text
        'Odds: 4, 6: 33 → 50'
        >>> Difference("sentence", "Stress", "", "A new one.").text
        'Stress: + A new one.'
        """
        where = f"{self.where}: " if self.where else ""
        if self.kind == "image":
            return f"{where}drawn otherwise"
        if not self.before:
            return f"{where}+ {self.after}"
        if not self.after:
            return f"{where}− {self.before}"
        before, after = closer(self.before, self.after)
        return f"{where}{before} → {after}"


def short(text: str, most: int = 60) -> str:
    """The text in one line of at most that many characters.

    >>> short("one  two three", 9)
    'one two …'
    """
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def closer(before: str, after: str, whole: int = 80, part: int = 40) -> tuple[str, str]:
    """Both sides, or where one has more than ``whole`` characters the part of each that differs.

    >>> closer("one two three four", "one two 3 four")
    ('one two three four', 'one two 3 four')
    >>> closer("x" * 90 + "10*w;", "x" * 90 + "8*w;", part=12)
    ('…xxxx10*w;', '…xxxx8*w;')
    """
    if max(len(before), len(after)) <= whole:
        return before, after
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    start = max(0, start - part // 3)
    return _window(before, start, part), _window(after, start, part)


def _window(text: str, start: int, most: int) -> str:
    cut = text[start : start + most]
    return ("…" if start else "") + cut + ("…" if start + most < len(text) else "")
