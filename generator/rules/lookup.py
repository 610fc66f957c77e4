"""A table of texts by whole numbers: a value that a sheet looks up rather than computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lookup:
    """Texts by the values of the scores ``names``, in that order; a combination without a text reads "".

    >>> band = Lookup(("box",), {(1,): "bruised", (2,): "bloodied"})
    >>> band.value(box=2), band.value(box=9)
    ('bloodied', '')
    >>> band.javascript()
    '({"1":"bruised","2":"bloodied"}[[box].join()]||"")'
    """

    names: tuple[str, ...]
    texts: Mapping[tuple[int, ...], str]

    def value(self, **scores: int) -> str:
        """The text for these scores; others than it names are ignored."""
        return self.texts.get(tuple(scores[name] for name in self.names), "")

    def javascript(self, read: Callable[[str], str] = str) -> str:
        """An ES5 expression; ``read`` turns a score's name into the JavaScript that reads it as a number."""
        import json  # costs as much as many an answer, and is for sheets alone

        texts = {",".join(map(str, key)): text for key, text in self.texts.items()}
        table = json.dumps(texts, separators=(",", ":"))
        return f'({table}[[{",".join(map(read, self.names))}].join()]||"")'
