"""The recurrence of a fight over two sets of marked boxes: plain integers, whichever dice made the margin."""

from __future__ import annotations

from collections.abc import Sequence

BOXES = 6
FULL = 1 << BOXES
FREE = [BOXES - marked.bit_count() for marked in range(FULL)]


def _hits(margin: Sequence[tuple[int, int]], side: int) -> list[tuple[list[tuple[int, int]], int]]:
    """For each set of marked boxes: the sets after a hit with their weights, and the weight of defeat."""
    harms = [(side * difference, weight) for difference, weight in margin if side * difference > 0]
    found = []
    for marked in range(FULL):
        after: dict[int, int] = {}
        for harm, weight in harms:
            box = next((box for box in range(harm, BOXES + 1) if not marked >> (box - 1) & 1), 0)
            worse = marked | 1 << (box - 1) if box else FULL
            after[worse] = after.get(worse, 0) + weight
        out = after.pop(FULL, 0)
        found.append((list(after.items()), out))
    return found


def race(margin: Sequence[tuple[int, int]]) -> tuple[list[list[int]], int]:
    """The ways to win from every pair of mark sets, and the ways of one volley that is no tie.

    A hit marks one free box, so with ties left out the free boxes of both sides count the steps to the end:
    a state with so many of them has the ways of one volley to that power, and one more, as denominator.
    """
    ways = sum(weight for outcome, weight in margin if outcome)
    powers = [ways**number for number in range(2 * BOXES + 2)]
    on_me, on_them = _hits(margin, -1), _hits(margin, 1)
    wins: list[list[int]] = [[0] * FULL for _ in range(FULL)]
    for me in reversed(range(FULL)):
        hits, row, left = on_me[me][0], wins[me], FREE[me]
        worse = [(wins[after], weight) for after, weight in hits]
        for them in reversed(range(FULL)):
            further, out = on_them[them]
            win = out * powers[left + FREE[them]]
            for after, weight in further:
                win += weight * row[after]
            for other, weight in worse:
                win += weight * other[them]
            row[them] = win
    return wins, ways


def told(races: Sequence[tuple[list[list[int]], int]]) -> list[tuple[int, int]]:
    """The chance to win of every state of every race, in lowest terms."""
    from fractions import Fraction

    return [
        Fraction(wins[me][them], ways ** (FREE[me] + FREE[them] + 1)).as_integer_ratio()
        for wins, ways in races
        for me in range(FULL)
        for them in range(FULL)
    ]
