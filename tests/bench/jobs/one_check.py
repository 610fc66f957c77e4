"""One answer in icepool: a check of rank 2 with a bonus die in The Shadow of Yesterday."""

from icepool import Die

level = Die([-1, 0, 1]).highest(4, 3).map(lambda roll: max(0, 2 + roll))
for outcome in level.outcomes():
    print(outcome, level.probability("==", outcome), level.probability(">=", outcome))
