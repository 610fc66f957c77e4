"""How fights grow with the track and contests with the pool; prints JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from generator.rules import load  # noqa: E402

TRACKS, POOLS = (4, 5, 6, 7, 8, 9), (10, 20, 40, 80, 160, 320)


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def fight(boxes: int) -> float:
    longer = {"TSOY-HRM.broken": {"first": boxes, "last": boxes}, "TSOY-HRM.bloodied": {"last": boxes - 1}}
    rules = load("tsoy", longer)
    question = rules.question("fight")
    return seconds(lambda: question.answer(rank=2, against=2))


def contest(dice: int) -> float:
    rules = load("mlwm")
    return seconds(lambda: rules.contest(dice, dice, bonus=8))  # type: ignore[attr-defined]


def main() -> None:
    fight(4)  # what is imported and worked out once
    made = {"boxes": [(n, fight(n)) for n in TRACKS], "dice": [(n, contest(n)) for n in POOLS]}
    print(json.dumps(made))


if __name__ == "__main__":
    main()
