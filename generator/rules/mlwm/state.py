"""My Life with Master: the values that its rules read and change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Outcome: TypeAlias = Literal["win", "tie", "lose"]
"""How a conflict went for the side that is named first: "you"."""

OUTCOMES: tuple[Outcome, ...] = ("win", "tie", "lose")

Part: TypeAlias = Literal["you", "they"]
"""The two sides of a conflict, as the chart of actions names its columns."""


class Scores(NamedTuple):
    """The scores that formulas name, as one minion sees them in one conflict; whole numbers from 0 up.

    ``love`` is the minion's total over all connections, ``innocents`` the number of Innocents in the scene,
    ``their_self_loathing`` the Self-Loathing of the other minion where minion stands against minion.
    """

    fear: int = 0
    reason: int = 0
    love: int = 0
    self_loathing: int = 0
    weariness: int = 0
    innocents: int = 0
    their_self_loathing: int = 0

    def as_names(self) -> dict[str, int]:
        """The scores by the names that formulas use."""
        return self._asdict()

    def changed(self, changes: Iterable[tuple[str, int]]) -> Scores:
        """The scores after these changes; none falls below 0.

        >>> Scores(love=1, weariness=2).changed([("weariness", 1), ("love", -5)]).as_names()["love"]
        0
        """
        now = self.as_names()
        return self._replace(**{name: max(0, now[name] + change) for name, change in changes})


class Minion(NamedTuple):
    """One minion. ``loves`` holds (connection, Love) pairs; the flags stand until narration clears them."""

    name: str
    self_loathing: int = 0
    weariness: int = 0
    loves: tuple[tuple[str, int], ...] = ()
    captured: bool = False
    horror_pending: bool = False

    @property
    def love(self) -> int:
        """Total Love: what every formula that says Love means."""
        return sum(love for _, love in self.loves)

    def loving(self, connection: str, change: int) -> Minion:
        """The minion with more (or less) Love for a connection, which is added where it is new.

        >>> Minion("Igor", loves=(("Anna", 1),)).loving("Bela", 2).loves
        (('Anna', 1), ('Bela', 2))
        """
        loves = dict(self.loves)
        loves[connection] = max(0, loves.get(connection, 0) + change)
        return self._replace(loves=tuple(loves.items()))


class State(NamedTuple):
    """A whole game between two rolls. ``resister`` and ``slayer`` are names of minions, or empty."""

    fear: int
    reason: int
    minions: tuple[Minion, ...] = ()
    endgame: bool = False
    resister: str = ""
    slayer: str = ""

    def minion(self, name: str) -> Minion:
        """The minion of that name; ValueError where there is none."""
        for minion in self.minions:
            if minion.name == name:
                return minion
        known = ", ".join(minion.name for minion in self.minions) or "nobody"
        raise ValueError(f"'{name}' is no minion here, only {known}")

    def with_minion(self, changed: Minion) -> State:
        """The state with one minion replaced, by name."""
        self.minion(changed.name)
        kept = (changed if minion.name == changed.name else minion for minion in self.minions)
        return self._replace(minions=tuple(kept))

    def scores(self, name: str, innocents: int = 0, other: str = "") -> Scores:
        """The scores as one minion sees them; ``other`` is the minion on the opposite side, if one is."""
        minion = self.minion(name)
        return Scores(
            fear=self.fear,
            reason=self.reason,
            love=minion.love,
            self_loathing=minion.self_loathing,
            weariness=minion.weariness,
            innocents=innocents,
            their_self_loathing=self.minion(other).self_loathing if other else 0,
        )


@dataclass(frozen=True, slots=True)
class Conflict:
    """Who does what to whom, before the dice. ``action`` is a row's id, the rest are names.

    ``other`` is the minion on the opposite side, ``connection`` whom an overture is made to; ``helpers`` aid
    the minion who acts, ``their_helpers`` the opposite side. ``fearless`` marks a scene of danger in the
    Endgame.
    """

    action: str
    who: str
    other: str = ""
    connection: str = ""
    helpers: tuple[str, ...] = ()
    their_helpers: tuple[str, ...] = ()
    innocents: int = 0
    fearless: bool = False

    def __post_init__(self) -> None:
        present = [self.who, *filter(None, [self.other]), *self.helpers, *self.their_helpers]
        if len(set(present)) < len(present):
            raise ValueError(f"a minion stands in a conflict once; found {', '.join(present)}")


class Aftermath(NamedTuple):
    """The state after a roll, and what the roll set off: (minion, rule id) pairs in order."""

    state: State
    events: tuple[tuple[str, str], ...] = ()

    def happened(self, rule_id: str, name: str = "") -> bool:
        """Whether the roll set this off, for anyone or for the minion of that name."""
        return any(event == rule_id and name in ("", who) for who, event in self.events)
