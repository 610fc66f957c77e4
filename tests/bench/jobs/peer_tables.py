"""The printed tables that a peer can make: ``peer_tables.py icepool FILE``.

Prints the CPU seconds of each question as JSON; fails where a value is not the one in the file.
"""

from __future__ import annotations

import json
import sys
import time
from functools import cache
from importlib import import_module
from math import gcd
from pathlib import Path

engine = sys.argv[1]
jobs = import_module(f"{engine}_jobs")


@cache
def pool(dice, sides):
    if engine == "icepool":
        plain = dice @ jobs.Die([1, 2, 3, 0])
        return plain + jobs.icepool.d(sides) if sides else plain
    plain = dice @ jobs.H([1, 2, 3, 0])
    return plain + jobs.H(sides) if sides else plain


level, result = cache(jobs._levels), cache(jobs._result)
MADE = {"pools": pool, "level": level, "levels": level, "results": result}


def weights(kind, numbers):
    one = MADE[kind](*numbers[:2])
    if kind == "level":
        found = [ways for _, ways in sorted(one.items()) if ways]
    else:
        odds = jobs.compare(one, MADE[kind](*numbers[2:]))
        found = [odds.get(side, 0) for side in (1, 0, -1)]
    common = gcd(*found)
    return [ways // common for ways in found]


spent = {}
for question, rows in json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")).items():
    (kind,), *settings = rows
    MADE[kind].cache_clear()
    start = time.process_time()
    found = [weights(kind, numbers) for numbers, _ in settings]
    spent[question] = time.process_time() - start
    for weighed, (numbers, expected) in zip(found, settings, strict=True):
        assert weighed == [ways for ways in expected if ways or kind != "level"], (question, numbers, weighed)
print(json.dumps(spent))
