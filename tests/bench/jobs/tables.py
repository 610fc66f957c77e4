"""All that the questions of all games print, as one process; ``--each`` tells each table's cost.

With ``--plain FILE`` also write what icepool and dyce can do too: for each such question the rolls, and the
weights that handbill answers with, in lowest terms.
"""

from __future__ import annotations

import json
import sys
import time
from math import gcd
from pathlib import Path

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT))

from generator.render.answers import lay_out  # noqa: E402
from generator.rules import Rules, load  # noqa: E402
from generator.rules.questions import Answer, Question, Setting  # noqa: E402

GAMES = sorted(path.parent.name for path in ROOT.glob("content/*/game.yaml"))


def main() -> None:
    for game in GAMES:
        for question in load(game).questions():
            for table in question.tables:
                if "--each" in sys.argv:
                    # Rules of its own: no table finds what another has worked out.
                    question = load(game).question(question.id)
                    start = time.process_time()
                    lay_out(question, table)
                    cost = time.process_time() - start
                    print(json.dumps([game, question.id, table.id, len(list(table.settings())), cost]))
                else:
                    lay_out(question, table)
    if "--plain" in sys.argv:
        Path(sys.argv[-1]).write_text(json.dumps(plain()), encoding="utf-8")


def plain() -> dict[str, list[list[object]]]:
    """Question, kind of roll, and for each printed setting the numbers of the roll and its answer."""
    rules = {game: load(game) for game in GAMES}
    made: dict[str, list[list[object]]] = {}
    for game, question_id, kind, read in PLAIN:
        question: Question = rules[game].question(question_id)
        settings = [question.setting(chosen) for table in question.tables for chosen in table.settings()]
        rows = []
        for setting in settings:
            answer = question.respond(**setting)
            rows.append([read(rules[game], setting, answer), weights(answer)])
        made[f"{game} {question_id}"] = [[kind], *rows]
    return made


def weights(answer: Answer) -> list[int]:
    common = gcd(*(share.weight for share in answer.shares))
    return [share.weight // common for share in answer.shares]


def pools(rules: Rules, setting: dict[str, Setting], answer: Answer) -> list[int]:
    """Dice and bonus die of both sides."""
    dice = [
        int(setting[name]) if name in setting else int(answer.value(name))
        for name in ("dice", "against_dice")
    ]
    sides = [
        rules.sides(0 if setting[name] == "none" else setting[name]) for name in ("bonus", "against_bonus")
    ]  # type: ignore
    kept = [sides[0] * (sides[0] > sides[1]), sides[1] * (sides[1] > sides[0])]
    return [dice[0], kept[0], dice[1], kept[1]]


def level(rules: Rules, setting: dict[str, Setting], answer: Answer) -> list[int]:
    """Rank and net dice."""
    return [int(setting["rank"]), int(setting["bonus"]) - int(setting["penalty"])]


def levels(rules: Rules, setting: dict[str, Setting], answer: Answer) -> list[int]:
    """Rank and net dice of both sides."""
    mine = int(setting["bonus"]) - int(setting.get("penalty", 0))
    theirs = int(setting["their_bonus"]) - int(setting.get("their_penalty", 0))
    return [int(setting["rank"]), mine, int(setting["against"]), theirs]


def results(rules: Rules, setting: dict[str, Setting], answer: Answer) -> list[int]:
    """Attribute and penalty of both sides."""
    names = ("attribute", "penalty", "against", "against_penalty")
    return [int(setting[name]) for name in names]


PLAIN = (
    ("mlwm", "overture", "pools", pools),
    ("mlwm", "bonus", "pools", pools),
    ("mlwm", "refuse", "pools", pools),
    ("tsoy", "check", "level", level),
    ("tsoy", "resisted", "levels", levels),
    ("tsoy", "novice", "levels", levels),
    ("maid", "contest", "results", results),
)
"""The questions whose printed tables are single rolls, so that other libraries answer them as they are."""

if __name__ == "__main__":
    main()
