"""One side of Bringing Down the Pain: what it does, how it stands, and what a volley leaves of it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from generator.rules.tsoy.pain import Pain
from generator.rules.tsoy.state import Fighter, Track

RESOURCE = "vigor"
"""The pool of every ability in such a fight; which one it is changes nothing."""


class Habit(NamedTuple):
    """What one side does in every volley, the same to the end.

    ``spend`` tells when a bonus die is bought, while points last: in ``every`` volley, only against a
    ``penalty`` die, or never, points being kept for the ``fee`` of the broken. ``give_up`` is the box from
    which on a mark makes this side give up, 0 for never. Without ``wounds`` its marks bring neither penalty
    dice nor a fee.
    """

    rank: int
    spend: str = "every"
    weapon: int = 0
    armour: int = 0
    give_up: int = 0
    wounds: bool = True


class Condition(NamedTuple):
    """How one side stands before a volley: marked boxes, bruises and bonus dice that wait, points left."""

    boxes: tuple[int, ...] = ()
    bruises: int = 0
    bonus: int = 0
    points: int = 0


TRANSCENDS, STANDS, GIVES_UP, FALLS = range(-1, 3)
"""How a side comes out of a volley. The lower wins: one who would give up next has beaten one who falls."""

Blow: TypeAlias = tuple[int, int, bool]
"""What a volley brings to one side: the harm taken, the bonus dice gained, whether it transcends."""


class Wounds:
    """What marked boxes do, asked of the rules once and remembered for all fights."""

    def __init__(self, rules: Pain) -> None:
        self._rules = rules
        self._fees: dict[tuple[int, ...], int] = {}
        self._penalties: dict[tuple[tuple[int, ...], int], int] = {}
        self._struck: dict[tuple[tuple[int, ...], int], tuple[tuple[int, ...], int, int]] = {}
        boxes = tuple(range(1, rules.last_box() + 1))
        self.fee(boxes), self.penalty(boxes, 1), self.struck((), 1)  # notes what all this rests on

    def fee(self, boxes: tuple[int, ...]) -> int:
        """The points that any action costs."""
        if boxes not in self._fees:
            self._fees[boxes] = self._rules.fee(_fighter(boxes))
        return self._fees[boxes]

    def penalty(self, boxes: tuple[int, ...], bruises: int) -> int:
        """The penalty dice on the next action."""
        key = boxes, bruises
        if key not in self._penalties:
            self._penalties[key] = self._rules.penalty(_fighter(boxes, bruises), RESOURCE)
        return self._penalties[key]

    def struck(self, boxes: tuple[int, ...], harm: int) -> tuple[tuple[int, ...], int, int]:
        """The boxes after this harm, the bruises that wait, and whether the side stands or falls."""
        key = boxes, harm
        if key not in self._struck:
            after, marked = self._rules.take(_fighter(boxes), harm, RESOURCE)
            standing = FALLS if marked.state == "defeated" else STANDS
            self._struck[key] = after.track.boxes, after.bruises, standing
        return self._struck[key]


def _fighter(boxes: tuple[int, ...], bruises: int = 0) -> Fighter:
    return Fighter(track=Track.of(dict.fromkeys(boxes, RESOURCE)), bruises=bruises)


class Corner:
    """One side of a fight: its conditions, numbered as they are met, so that a state is a plain number."""

    def __init__(self, rules: Pain, habit: Habit, wounds: Wounds) -> None:
        self.habit, self._wounds = habit, wounds
        self._rules = rules
        self.conditions: list[Condition] = []
        self.standings: list[int] = []
        self._numbers: dict[tuple[Condition, int], int] = {}
        self._ready: dict[int, tuple[int, int, int]] = {}
        self._hit: dict[tuple[int, Blow], int] = {}

    def number(self, condition: Condition, standing: int = STANDS) -> int:
        """The number of a condition; who stands gives up where the habit says so or no fee can be paid."""
        if standing == STANDS and self._gives_up(condition):
            standing = GIVES_UP
        return self._numbered(condition, standing)

    def dice(self, condition: Condition) -> tuple[int, int, int]:
        """Bonus and penalty dice of the next action, and the points that are paid for it."""
        penalty, paid = self._penalty(condition), self._fee(condition)
        wanted = {"every": True, "penalty": penalty > condition.bonus, "fee": False}[self.habit.spend]
        die = self._rules.row("TSOY-DIE-4")
        if wanted and die.number("most") and condition.points >= paid + die.number("cost"):
            return condition.bonus + die.number("dice"), penalty, paid + die.number("cost")
        return condition.bonus, penalty, paid

    def ready(self, number: int) -> tuple[int, int, int]:
        """The net dice of the next action, the condition once it is paid for, and the points paid."""
        if number not in self._ready:
            condition = self.conditions[number]
            bonus, penalty, paid = self.dice(condition)
            left = Condition(condition.boxes, points=condition.points - paid)
            self._ready[number] = self._rules.net(bonus, penalty), self._numbered(left, STANDS), paid
        return self._ready[number]

    def hit(self, number: int, blow: Blow) -> int:
        """The number of the condition after a blow to a side that was ready for the volley."""
        key = number, blow
        if key not in self._hit:
            harm, bonus, transcends = blow
            before = self.conditions[number]
            boxes, bruises, standing = self._wounds.struck(before.boxes, harm)
            after = Condition(boxes, bruises if self.habit.wounds else 0, bonus, before.points)
            self._hit[key] = self.number(after, TRANSCENDS if transcends else standing)
        return self._hit[key]

    def _gives_up(self, condition: Condition) -> bool:
        bears = bool(self.habit.give_up) and max(condition.boxes, default=0) >= self.habit.give_up
        return bears or condition.points < self._fee(condition)

    def _fee(self, condition: Condition) -> int:
        return self._wounds.fee(condition.boxes) if self.habit.wounds else 0

    def _penalty(self, condition: Condition) -> int:
        return self._wounds.penalty(condition.boxes, condition.bruises) if self.habit.wounds else 0

    def _numbered(self, condition: Condition, standing: int) -> int:
        number = self._numbers.setdefault((condition, standing), len(self.conditions))
        if number == len(self.conditions):
            self.conditions.append(condition)
            self.standings.append(standing)
        return number
