"""The Shadow of Yesterday: its rules, assembled from facts, checks, the pain and questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.rules.registry import Book
from generator.rules.tsoy import facts
from generator.rules.tsoy.checks import Attempt, Step
from generator.rules.tsoy.questions import Questions
from generator.rules.tsoy.sheet import OnSheets
from generator.rules.tsoy.state import Action, Fighter, Mark, Resources, Track, Volley
from generator.rules.tsoy.unplayable import unplayable

__all__ = [
    "RULES",
    "Action",
    "Attempt",
    "Fighter",
    "Mark",
    "Resources",
    "ShadowOfYesterday",
    "Step",
    "Track",
    "Volley",
]


class ShadowOfYesterday(Questions, OnSheets):
    """The rules of The Shadow of Yesterday's Resolution page.

    >>> from generator.rules import load
    >>> rules = load("tsoy")
    >>> str(rules.check(1).at_least(1))
    '17/27'
    >>> rules.formula("TSOY-RES-1").printed(rules.labels)
    "Success level > Opponent's success level"
    """

    game = "tsoy"
    labels = {
        "rank": "Rank",
        "roll": "Roll",
        "level": "Success level",
        "against": "Opponent's success level",
        "difficulty": "Difficulty",
        "bonus": "Bonus dice",
        "penalty": "Penalty dice",
        "net": "Net dice",
        "dice": "Dice",
        "rating": "Rating",
        "players": "Players",
        "guides": "Story Guides",
        "box": "Box",
        "maximum": "Full pool",
        "vigor": "Vigor",
        "instinct": "Instinct",
        "reason": "Reason",
    }
    below_zero = ("roll", "net")

    @classmethod
    def declare(cls, book: Book) -> None:
        """Declare every rule that is data."""
        facts.declare(book)

    @staticmethod
    def track(**pools: int | tuple[int, ...]) -> Track:
        """A harm track for pages, by the pool beside each box: ``rules.track(vigor=(2, 6), reason=3)``.

        >>> ShadowOfYesterday.track(vigor=(2, 6), reason=3).boxes
        (2, 3, 6)
        """
        given = {pool: (boxes,) if isinstance(boxes, int) else boxes for pool, boxes in pools.items()}
        return Track.of({box: pool for pool, boxes in given.items() for box in boxes})

    @staticmethod
    def fighter(**points: int) -> Fighter:
        """An unhurt character with these points in the pools, for pages.

        >>> ShadowOfYesterday.fighter(vigor=2).resources.vigor
        2
        """
        return Fighter(Resources(**points))

    @staticmethod
    def action(rank: int, resource: str, kind: str = "perpendicular", **about: Any) -> Action:
        """An action of a volley, for pages; ``about`` holds what else an Action has.

        >>> ShadowOfYesterday.action(2, "vigor", bought=1).bought
        1
        """
        return Action(rank, resource, kind, **about)

    def unplayable(self) -> Iterator[tuple[str, str, str]]:
        """What single values do not show; see ``unplayable``."""
        return unplayable(self)


RULES = ShadowOfYesterday
