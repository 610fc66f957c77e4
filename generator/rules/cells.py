"""What a chart or terms declare about the cells of their rows, beside the values themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

T = TypeVar("T")

FOUND_BY_IT = "the rules find things by this word"


@dataclass(frozen=True, slots=True)
class Cells:
    """What may stand in the cells of some rows.

    Each mapping goes by the name of a column; ``KEY.column`` is for one row alone, ``*`` for all the rest.
    ``labels`` are printed, ``limits`` the least and the most of a number, a formula or a change of a score,
    ``may_name`` what a formula may read or an effect may change (for one row alone: and nothing else of its
    column), ``choices`` the words or numbers that a cell
    is one of, ``optional`` the columns whose cells may be empty, ``fixed`` why a cell is not replaced,
    ``aliases`` further names of columns, ``one_limit`` the conditions that must compare with one limit.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    may_name: Mapping[str, Collection[str]] = field(default_factory=dict)
    choices: Mapping[str, Sequence[int | str]] = field(default_factory=dict)
    optional: Collection[str] = ()
    fixed: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    one_limit: Collection[str] = ()

    @classmethod
    def taken_from(cls, about: dict[str, Any], labels: Mapping[str, str]) -> Cells:
        """What is declared among the keywords of a rule; it is taken out of them.

        Short forms: ``may_name`` without columns is for all of them, ``fixed`` as a text is why no cell is
        replaced, as a collection the columns that the rules need.
        """
        known = [each.name for each in fields(cls) if each.name in about]
        given = {name: about.pop(name) for name in known}
        if "may_name" in given and not isinstance(given["may_name"], Mapping):
            given["may_name"] = {"*": given["may_name"]}
        fixed = given.get("fixed", {})
        if isinstance(fixed, str):
            given["fixed"] = {"*": fixed}
        elif not isinstance(fixed, Mapping):
            given["fixed"] = dict.fromkeys(fixed, FOUND_BY_IT)
        return cls(**{"labels": labels, **given})

    def about(self, declared: Mapping[str, T], row: str, column: str) -> T | None:
        """What is declared for a cell: for it alone, for its column, or for all."""
        for name in (f"{row}.{column}", f"{row}.*", column, "*"):
            if name in declared:
                return declared[name]
        return None

    def among(self, declared: Collection[str], row: str, column: str) -> bool:
        """Whether a cell, or its column, is among those named."""
        return column in declared or f"{row}.{column}" in declared or "*" in declared

    def column(self, word: str, names: Collection[str]) -> str | None:
        """The column that a word means: its name, an alias or the printed label, however it is spelt."""
        known = {**{name: name for name in names}, **self.aliases}
        if word in known:
            return known[word]
        known |= {label: name for name, label in self.labels.items() if name in names}
        return next((name for label, name in known.items() if _plain(label) == _plain(word)), None)


def _plain(word: str) -> str:
    return word.casefold().replace("_", " ").strip()
