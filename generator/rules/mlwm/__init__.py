"""My Life with Master: the rules as one value, put together from its facts and its procedures."""

from __future__ import annotations

from collections.abc import Mapping

from generator.problems import HandbillError
from generator.rules.chart import Row
from generator.rules.mlwm import fates, scenes
from generator.rules.mlwm.play import nonsense
from generator.rules.mlwm.questions import Questions
from generator.rules.mlwm.state import Aftermath, Conflict, Minion, Scores, State
from generator.rules.registry import Book

__all__ = ["RULES", "Aftermath", "Conflict", "Minion", "MyLifeWithMaster", "Scores", "State"]


class MyLifeWithMaster(Questions):
    """The rules of My Life with Master, as its quick reference of 2006 states them."""

    game = "mlwm"
    labels = {
        "fear": "Fear",
        "reason": "Reason",
        "love": "Love",
        "self_loathing": "Self-Loathing",
        "weariness": "Weariness",
        "innocents": "Innocents",
        "their_self_loathing": "their Self-Loathing",
    }

    def __init__(self, overrides: Mapping[str, object] | None = None) -> None:
        super().__init__(overrides)
        problems = [problem for row in self._rows() for problem in nonsense(row)]
        if problems:
            raise HandbillError(problems)

    def _rows(self) -> list[Row]:
        """All rows and terms, unnoted: a check of house rules is no use of a rule."""
        return [rule.value for rule in self._rules.values() if isinstance(rule.value, Row)]

    @classmethod
    def declare(cls, book: Book) -> None:
        scenes.declare_dice(book)
        scenes.declare_bonus(book)
        scenes.declare_actions(book)
        scenes.declare_commands(book)
        scenes.declare_aid_and_innocents(book)
        scenes.declare_horror_and_capture(book)
        fates.declare_endgame(book)
        fates.declare_epilogues(book)
        fates.declare_sheet(book)
        fates.declare_master(book)

    @staticmethod
    def scores(**scores: int) -> Scores:
        """Scores by name, 0 where none is given, for pages: ``rules.scores(fear=4, reason=3)``.

        >>> MyLifeWithMaster.scores(fear=4, love=2).love
        2
        """
        return Scores(**scores)


RULES = MyLifeWithMaster
