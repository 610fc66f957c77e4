"""House rules of The Shadow of Yesterday that cannot be played, or not be worked out, together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from generator.rules.tsoy.asking import MOST_BONUS, MOST_PENALTY
from generator.rules.tsoy.pain import Pain

Found: TypeAlias = Iterator[tuple[str, str, str]]

MOST_FACES, WIDEST = 12, 30
"""Faces of a die, and how far apart the lowest and the highest roll may lie: more takes too long."""

MOST_DICE = 400
"""Dice in one roll, with all the bonus dice that a question may name."""

FEWEST_RANKS = 3
"""The odds compare a low rank, a middle one and a better one."""

TRIED = range(13)
"""Success levels with which formulas of a volley are tried."""


def unplayable(rules: Pain) -> Found:
    """A rule's id, what is wrong with it, and what would be right."""
    yield from _order(rules)
    yield from _dice(rules)
    yield from _volleys(rules)
    yield from _beginning(rules)


def _order(rules: Pain) -> Found:
    for rule_id, column, what in (
        ("TSOY-SL", "level", "a success level below the one before it"),
        ("TSOY-RANK", "rank", "a rank below the one before it"),
        ("TSOY-HRM", "last", "a state that ends before the one before it"),
    ):
        rows = [row for row in rules.chart(rule_id) if row[column] is not None]
        for before, after in zip(rows, rows[1:], strict=False):
            if after.number(column) < before.number(column):
                hint = f"{after.id} is {before.number(column)} or more, or change {before.id} too"
                yield after.id, what, hint
    if len(set(rules.chart("TSOY-RANK").column("rank"))) < FEWEST_RANKS:
        yield "TSOY-RANK", "fewer than three different ranks", "let three of them differ"


def _dice(rules: Pain) -> Found:
    faces, dice = rules.faces(), rules.row("TSOY-CHK-1").number("dice")
    if len(faces) > MOST_FACES:
        hint = f"a die has at most {MOST_FACES} faces here"
        yield "TSOY-CHK-1", f"a die with {len(faces)} faces", hint
    elif (wide := dice * (max(faces) - min(faces))) > WIDEST:
        hint = f"at most {WIDEST}, or the odds of whole fights take too long"
        yield "TSOY-CHK-1", f"rolls that lie up to {wide} apart", hint
    nets = {
        rules.formula("TSOY-DIE-1").value(bonus=bonus, penalty=penalty)
        for bonus in range(MOST_BONUS + 1)
        for penalty in range(MOST_PENALTY + 1)
    }
    for net in sorted(nets, key=abs):
        rolled = rules.formula("TSOY-DIE-2").value(dice=dice, net=net)
        if not dice <= rolled <= MOST_DICE:
            wrong = f"{rolled} dice are rolled with {net} net dice, and {dice} kept"
            yield "TSOY-DIE-2", wrong, f"let it come to {dice} or more, and at most {MOST_DICE}"
            break


def _volleys(rules: Pain) -> Found:
    """Bonus dice from volleys that harm nobody would come again and again: such a fight has no odds."""
    chart = rules.chart("TSOY-BDP-5")
    for kind in ("perpendicular", "parallel"):
        row = chart.row(kind)
        for level in TRIED:
            for against in TRIED:
                harms = rules.dealt(level, against, kind, kind) + rules.dealt(against, level, kind, kind)
                if not harms and rules.gained(level, against, kind, kind):
                    wrong = f"bonus dice at {level} against {against}, where nobody is harmed"
                    yield row.id, wrong, "let its bonus dice be 0 there: no fight would come to an end"
                    break
            else:
                continue
            break


def _beginning(rules: Pain) -> Found:
    new = rules.row("TSOY-START")
    pools, points = len(rules.chart("TSOY-POOL")), new.number("points")
    least, most = pools * new.number("least"), pools * new.number("most")
    if not least <= points <= most:
        wrong = f"{points} points, where {pools} pools take {least} to {most}"
        yield "TSOY-START", wrong, "change points, least or most"
    innates, ranks = new["innates"], rules.chart("TSOY-RANK").column("rank")
    assert isinstance(innates, tuple)
    highest = max(int(rank) for rank in ranks if isinstance(rank, int))
    if len(innates) != pools or max(map(int, innates)) > highest:
        hint = f"name {pools} ranks, one for each pool, none above {highest}"
        yield "TSOY-START", f"innate abilities {', '.join(map(str, innates))}", hint
