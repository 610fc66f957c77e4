"""Chains of rolls from state to state until an end: fights, struggles, races; exact, in integers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm, prod
from operator import mul
from typing import Generic, NamedTuple, TypeVar

State = TypeVar("State", bound=Hashable)


class _Ways(NamedTuple):
    """Where a state can go, itself left out: the places of the next states, the weights, and two sums."""

    places: tuple[int, ...]
    weights: tuple[int, ...]
    total: int
    moving: int
    """The total without the weight of staying: of so many ways the state is left."""


class Chain(Generic[State]):
    """All states that can come after the starts, each with the weights of what comes next.

    ``follow`` gives the next states with weights above 0, and nothing for an end. A state may stay as it is
    (a tie that is rolled again) but, once left, never comes back. Raises ValueError for one that does, and
    for a state that always stays. The states of a ``known`` chain with the same ``follow`` are taken over.

    How many rolls of a d6 until three sixes:

    >>> sixes = Chain([0], lambda seen: {seen: 5, seen + 1: 1} if seen < 3 else {})
    >>> sixes.expect(each=lambda seen: 1)[0]
    Fraction(18, 1)
    """

    def __init__(
        self,
        starts: Iterable[State],
        follow: Callable[[State], Mapping[State, int]],
        known: Chain[State] | None = None,
    ) -> None:
        self._places: dict[State, int] = dict(known._places) if known else {}
        self._ways: list[_Ways] = list(known._ways) if known else []
        self._depths: list[int] = list(known._depths) if known else []
        for start in starts:
            self._explore(start, follow)
        self._denominator = self._common()

    def __contains__(self, state: object) -> bool:
        return state in self._places

    def __iter__(self) -> Iterator[State]:
        """The states, the last ones first: each stands after all that can follow it."""
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def expect(
        self,
        worth: Callable[[State], int] = lambda end: 0,
        each: Callable[[State], int] = lambda state: 0,
    ) -> Values[State]:
        """The expected worth of the end that is reached, plus ``each`` for every roll made in a state.

        With 1 for some ends and 0 for all others that is the chance of those ends; with 1 for each roll it is
        the number of rolls.
        """
        # One denominator for all states: every division below leaves no rest, so no fraction is reduced.
        values: list[int] = []
        for state, ways in zip(self._places, self._ways, strict=True):
            if not ways.places:
                values.append(worth(state) * self._denominator)
                continue
            value = sum(map(mul, ways.weights, [values[place] for place in ways.places]))
            if roll := each(state):
                value += roll * ways.total * self._denominator
            values.append(value // ways.moving)
        return Values(self._places, values, self._denominator)

    def chance(self, wanted: Callable[[State], bool]) -> Values[State]:
        """The chance of the ends that are wanted.

        >>> ruin = Chain([2], lambda left: {left - 1: 2, 9: 1} if 0 < left < 9 else {})
        >>> str(ruin.chance(lambda end: end == 9)[2])
        '5/9'
        """
        return self.expect(lambda end: int(wanted(end)))

    def _explore(self, start: State, follow: Callable[[State], Mapping[State, int]]) -> None:
        """Find all states after this one, depth first; a stack of our own, for chains may be long."""
        if start in self._places:
            return
        entered = {start: follow(start)}
        stack = [(start, iter(entered[start]))]
        while stack:
            state, rest = stack[-1]
            for other in rest:
                if other in self._places or other == state:
                    continue
                if other in entered:
                    raise ValueError(f"the chain comes back to {other!r}")
                entered[other] = follow(other)
                stack.append((other, iter(entered[other])))
                break
            else:
                stack.pop()
                self._leave(state, entered.pop(state))

    def _leave(self, state: State, ways: Mapping[State, int]) -> None:
        total = sum(ways.values())
        onward = ways
        if state in ways:
            onward = {other: weight for other, weight in ways.items() if other != state}
        if ways and not onward:
            raise ValueError(f"the chain stays at {state!r} for ever")
        places = tuple(map(self._places.__getitem__, onward))
        shared = gcd(total, *onward.values()) or 1
        weights = tuple(weight // shared for weight in onward.values())
        self._depths.append(1 + max(map(self._depths.__getitem__, places), default=-1))
        self._ways.append(_Ways(places, weights, total // shared, sum(weights)))
        self._places[state] = len(self._places)

    def _common(self) -> int:
        """A denominator for all states.

        Each step divides by the ways that move on, and no walk is longer than the states are deep.
        """
        moving: dict[int, set[int]] = {}
        for depth, ways in zip(self._depths, self._ways, strict=True):
            if ways.places:
                moving.setdefault(depth, set()).add(ways.moving)
        return prod(lcm(*of_depth) for of_depth in moving.values())


class Values(Mapping[State, Fraction]):
    """A number for each state of a chain, over one denominator; a fraction is made when it is looked up."""

    def __init__(self, places: Mapping[State, int], numerators: list[int], denominator: int) -> None:
        self._places, self._numerators, self._denominator = places, numerators, denominator

    def __getitem__(self, state: State) -> Fraction:
        return Fraction(self._numerators[self._places[state]], self._denominator)

    def __iter__(self) -> Iterator[State]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class Race:
    """Two sides strike at each other until one falls; each blow marks a box, the next higher free one.

    ``dealt`` and ``taken`` hold the weights of the harm that one exchange of blows does to the other side
    and to this one, from 1 up; harm that finds no free box fells. Both count the same ways, and in none are
    both sides harmed. An exchange without harm is repeated, so its weight (harm 0, if told) does not matter.
    A set of marks is a number with one bit for each box. Raises ValueError where neither side can do harm.

    >>> str(Race(1, {1: 2}, {1: 1}).chance((), ()))
    '20/27'
    """

    def __init__(self, boxes: int, dealt: Mapping[int, int], taken: Mapping[int, int]) -> None:
        self.boxes = boxes
        self.each: int = sum(weight for blows in (dealt, taken) for harm, weight in blows.items() if harm > 0)
        if not self.each:
            raise ValueError("neither side can do harm: the race never ends")
        self._powers: list[int] = [self.each**blows for blows in range(2 * boxes + 2)]
        theirs, mine = _marking(boxes, dealt), _marking(boxes, taken)
        self.wins: list[list[int]] = [[]] * (1 << boxes)
        # Fullest first: each blow leads to one mark more, whose ways are worked out already.
        for marks in reversed(range(1 << boxes)):
            self.wins[marks] = self._row(marks, mine[marks][0], theirs)

    def ways(self, free: int) -> int:
        """Denominator of ``wins`` for two sides with so many free boxes together."""
        return self._powers[free + 1]

    def chance(self, marks: Iterable[int], others: Iterable[int]) -> Fraction:
        """The chance to win with these boxes marked, and those of the other side."""
        mine, theirs = (sum(1 << box - 1 for box in set(side)) for side in (marks, others))
        free = 2 * self.boxes - mine.bit_count() - theirs.bit_count()
        return Fraction(self.wins[mine][theirs], self.ways(free))

    def _row(
        self, marks: int, mine: list[tuple[int, int]], theirs: list[tuple[list[tuple[int, int]], int]]
    ) -> list[int]:
        """The ways to win with these marks against all marks of the other side."""
        row = [0] * (1 << self.boxes)
        for after, weight in mine:
            row = [ways + weight * more for ways, more in zip(row, self.wins[after], strict=True)]
        free = 2 * self.boxes - marks.bit_count()
        for other in reversed(range(1 << self.boxes)):
            blows, felling = theirs[other]
            ways = row[other] + felling * self._powers[free - other.bit_count()]
            for after, weight in blows:
                ways += weight * row[after]
            row[other] = ways
        return row


def _marking(boxes: int, blows: Mapping[int, int]) -> list[tuple[list[tuple[int, int]], int]]:
    """For each set of marks: the next sets with their weights, and the weight of a blow that fells."""
    made = []
    for marks in range(1 << boxes):
        after: dict[int, int] = {}
        felling = 0
        for harm in filter(lambda harm: harm > 0, blows):
            box = next((box for box in range(harm, boxes + 1) if not marks >> box - 1 & 1), None)
            if box is None:
                felling += blows[harm]
            else:
                more = marks | 1 << box - 1
                after[more] = after.get(more, 0) + blows[harm]
        made.append((list(after.items()), felling))
    return made
