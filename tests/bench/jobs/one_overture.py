"""One answer in icepool: an overture of My Life With Master, one die and a d6 against one die."""

from icepool import Die, d6

die = Die([1, 2, 3, 0])
odds = (die + d6 - die).sign()
for side, name in ((1, "win"), (0, "tie"), (-1, "lose")):
    print(name, odds.probability("==", side))
