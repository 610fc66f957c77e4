"""The Shadow of Yesterday: the frozen states of a conflict: pools, harm track, fighter, action, volley."""

from __future__ import annotations

from typing import Literal, NamedTuple

from generator.problems import nearest
from generator.rules.tsoy.checks import refuse

Out = Literal["", "gave up", "broken", "defeated", "transcended"]


class Resources(NamedTuple):
    """The points in a character's three pools."""

    vigor: int = 0
    instinct: int = 0
    reason: int = 0

    def of(self, name: str) -> int:
        """The points in the pool of that name; HandbillError (``pool``) where there is none."""
        points = {"vigor": self.vigor, "instinct": self.instinct, "reason": self.reason}
        if name not in points:
            hint = nearest(name, points) or "one of " + ", ".join(points)
            raise refuse("pool", f"'{name}' is no pool", hint)
        return points[name]

    def spend(self, name: str, points: int) -> Resources:
        """What is left; HandbillError (``pool``) where the pool holds too little."""
        left = self.of(name) - points
        if points < 0 or left < 0:
            raise refuse(
                "pool",
                f"{points} points are wanted from {name}",
                f"it holds {self.of(name)}: pay none to that",
            )
        return Resources(**{each: left if each == name else self.of(each) for each in _RESOURCES})


_RESOURCES = ("vigor", "instinct", "reason")


class Mark(NamedTuple):
    """A marked box: its number, the pool written beside it, the points already paid to heal it oneself."""

    box: int
    resource: str
    paid: int = 0


class Track(NamedTuple):
    """The marked boxes of a harm track, in ascending order."""

    marks: tuple[Mark, ...] = ()

    @classmethod
    def of(cls, boxes: dict[int, str]) -> Track:
        """The track with these boxes marked, each with its pool."""
        return cls(tuple(sorted(Mark(box, resource) for box, resource in boxes.items())))

    @property
    def boxes(self) -> tuple[int, ...]:
        """The numbers of the marked boxes."""
        return tuple(mark.box for mark in self.marks)

    def without(self, box: int) -> Track:
        """The track with that box free."""
        return Track(tuple(mark for mark in self.marks if mark.box != box))

    def marked(self, mark: Mark) -> Track:
        """The track with one more mark."""
        return Track(tuple(sorted((*self.marks, mark))))


class Marked(NamedTuple):
    """What a blow did to a track: the box marked (None for no harm and for defeat) and that box's state."""

    track: Track
    box: int | None
    state: str


class Healed(NamedTuple):
    """A track after a try to heal, and the box that was freed, if any."""

    track: Track
    box: int | None


class Fighter(NamedTuple):
    """A character in a conflict.

    ``bruises`` are those that the next check will feel; ``bonus`` the bonus dice waiting for the next action;
    ``out`` is empty while the character is still in the conflict.
    """

    resources: Resources = Resources()
    track: Track = Track()
    bruises: int = 0
    bonus: int = 0
    out: Out = ""


class Action(NamedTuple):
    """What a character does in a volley.

    ``rank`` and ``resource`` are those of the ability; ``kind`` is perpendicular, parallel, defensive or
    preparing. ``bought`` counts bonus dice bought from the pool; ``bonus`` and ``penalty`` other dice (gifts,
    Secrets, the Story Guide's). ``weapon`` and ``armour`` are the ratings that apply. ``harms`` is the pool
    to write at the box where everyone agreed on another; ``ability`` its name, if known.
    """

    rank: int
    resource: str
    kind: str = "perpendicular"
    bought: int = 0
    bonus: int = 0
    penalty: int = 0
    weapon: int = 0
    armour: int = 0
    changing: bool = False
    harms: str = ""
    ability: str = ""


class Ready(NamedTuple):
    """A fighter who has paid for an action and used up what waited for it, with the net dice to roll."""

    fighter: Fighter
    net: int


class Side(NamedTuple):
    """One side after a volley: net dice, success level, harm taken, the box marked and its state."""

    fighter: Fighter
    net: int
    level: int
    harm: int
    box: int | None
    state: str


class Volley(NamedTuple):
    """A volley played: both sides, whether it was a stalemate, whether the conflict is over, and warnings."""

    sides: tuple[Side, Side]
    stalemate: bool
    over: bool
    warnings: tuple[str, ...] = ()
