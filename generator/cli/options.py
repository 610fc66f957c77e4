"""Options that several commands have; words that are one of a few, a wrong one refused with the nearest."""

from __future__ import annotations

from collections.abc import Sequence

import click

from generator.problems import nearest


class Misspelt(click.UsageError):
    """A word that is not one of those that fit here."""

    def __init__(self, message: str, word: str, known: Sequence[str]) -> None:
        super().__init__(message)
        self.hint = nearest(word, known) or f"write one of {', '.join(known)}"


class OneOf(click.ParamType):  # type: ignore[type-arg]
    """One word of a few; a wrong one is refused with the nearest."""

    name = "word"

    def __init__(self, *words: str) -> None:
        self.words = words

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return "|".join(self.words)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in self.words:
            return value
        name = param.opts[-1] if param else "this"
        raise Misspelt(f"'{name}' cannot be '{value}'", value, self.words)


house_rules = click.option(
    "--house-rules",
    metavar="FILE",
    help="The table's own rules, or 'none' (default: house-rules.yaml of this folder, if there is one).",
)
"""A file of house rules, or ``none``: ``Workspace.find(house_rules=…)`` takes it as it is."""
