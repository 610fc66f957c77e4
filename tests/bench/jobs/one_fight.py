"""One answer in icepool: a fight of rank 2 with the boxes 2 and 4 marked against rank 1, wounds counted.

Boxes 1 to 3 give a penalty die to the next action, 4 and 5 one to every action; who marks box 6, or finds
no box free, is out.
"""

from functools import cache

from icepool import Die


@cache
def levels(rank, penalty):
    return Die([-1, 0, 1]).lowest(3 + penalty, 3).map(lambda roll: max(0, rank + roll))


@cache
def margin(mine, theirs):
    return levels(2, mine) - levels(1, theirs)


@cache
def hit(boxes, harm):
    """The boxes after a hit, and whether it bruises; None for who is out."""
    box = next((box for box in range(harm, 6) if box not in boxes), 6)
    return None if box == 6 else (tuple(sorted((*boxes, box))), int(box < 4))


def penalty(side):
    boxes, bruises = side
    return bruises + int(any(box > 3 for box in boxes))


@cache
def wins(me, them):
    """A die that shows 1 where the first side wins."""
    rest_of_me, rest_of_them = (me[0], 0), (them[0], 0)
    differences = margin(penalty(me), penalty(them))
    again = (me, them) == (rest_of_me, rest_of_them)
    if again:
        differences = Die({difference: ways for difference, ways in differences.items() if difference})

    def follow(difference):
        if difference > 0:
            after = hit(them[0], difference)
            return 1 if after is None else wins(rest_of_me, after)
        if difference < 0:
            after = hit(me[0], -difference)
            return 0 if after is None else wins(after, rest_of_them)
        return wins(rest_of_me, rest_of_them)

    return differences.map(follow)


print("win", wins(((2, 4), 0), ((), 0)).probability("==", 1))
