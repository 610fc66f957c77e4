"""The Shadow of Yesterday: its rules, assembled from facts, checks, the pain and questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.problems import HandbillError, Problem
from generator.rules.registry import Book
from generator.rules.tsoy import facts
from generator.rules.tsoy.checks import Attempt, Step
from generator.rules.tsoy.questions import Questions
from generator.rules.tsoy.sheet import OnSheets
from generator.rules.tsoy.state import Action, Fighter, Mark, Resources, Track, Volley

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

    def __init__(self, overrides: Mapping[str, object] | None = None) -> None:
        super().__init__(overrides)
        if problems := self._unplayable():
            raise HandbillError(problems)

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

    def _unplayable(self) -> list[Problem]:
        """What house rules broke that no single value shows: dice without faces, boxes without a state."""
        found = []
        check = self.row("TSOY-CHK-1")
        faces = check["faces"]
        if check.number("dice") < 1 or not isinstance(faces, tuple) or not faces:
            found.append(("TSOY-CHK-1: a check needs dice, and dice need faces", "dice: 1 or more"))
        elif not all(type(face) is int for face in faces):
            found.append((f"TSOY-CHK-1: found faces {faces}", "each face is a whole number"))
        chart = self.chart("TSOY-HRM")
        bands = [(row.number("first"), row.number("last")) for row in chart if row["first"] is not None]
        boxes = sorted(box for first, last in bands for box in range(first, last + 1))
        if boxes != list(range(1, len(boxes) + 1)):
            found.append(("TSOY-HRM: boxes without a state, or with two", "each state begins after the last"))
        for row in chart:
            if row["scope"] not in facts.SCOPES:
                found.append((f"{row.id}: found scope {row['scope']!r}", "one of " + ", ".join(facts.SCOPES)))
        return [Problem("house-rule", message, hint=hint) for message, hint in found]


RULES = ShadowOfYesterday
