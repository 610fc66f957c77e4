"""The words of a report that all forms share: where a rule is used, and what differs in a handout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.diffing.report import ChangedRule, Handout, Report
from generator.outputs.comparing import Difference, short

MOST_WITHOUT_RULE = 12
MOST_WITH_RULE = 4
"""Differences that are shown of one handout; where a changed rule tells why, fewer are enough."""

_KINDS = {"filled": "filled sheet", "odds": "table of odds", "file": "file"}
_COUNTED = {
    "cell": "cell",
    "sentence": "sentence",
    "field": "field",
    "place": "moved field",
    "image": "picture",
}


def count(number: int, noun: str) -> str:
    """A number with its noun.

    >>> count(1, "cell"), count(2, "table of odds")
    ('1 cell', '2 tables of odds')
    """
    if number == 1:
        return f"1 {noun}"
    head, of, rest = noun.partition(" of ")
    return f"{number} {head}s{of}{rest}"


def where_used(rule: ChangedRule) -> str:
    """The handouts that a changed rule changed, in a line: ``maid-reference p1, 14 cells of maid-odds``.

    Sheets that are filled in, and files of data, are counted.
    """
    named = [_place(each) for each in rule.handouts if each.kind == "handout"]
    others = [each.kind for each in rule.handouts]
    named += [count(others.count(kind), noun) for kind, noun in _KINDS.items() if kind in others]
    return ", ".join(named)


def _place(handout: Handout) -> str:
    """A handout with its cells, where it is cells that changed, and its pages."""
    cells, place = handout.count("cell"), " ".join(filter(None, (handout.name, pages(handout.pages))))
    return f"{count(cells, 'cell')} of {place}" if cells else place


def pages(numbers: Sequence[int]) -> str:
    """Page numbers in one word.

    >>> pages([1]), pages([1, 2, 3, 5])
    ('p1', 'p1–3+5')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = "+".join(f"{run[0]}–{run[-1]}" if run[1:] else str(run[0]) for run in runs)
    return f"p{told}" if told else ""


def headline(report: Report) -> str:
    """How much differs, in a line."""
    parts = [
        count(len(report.rules), "changed rule") if report.rules else "",
        count(len(report.handouts), "changed document") if report.handouts else "",
        f"{len(report.added)} added" if report.added else "",
        f"{len(report.removed)} removed" if report.removed else "",
    ]
    return ", ".join(filter(None, parts)) or "no difference"


def head(handout: Handout) -> str:
    """A handout with its pages, its papers and how much differs in it."""
    counts = [count(handout.count(kind), noun) for kind, noun in _COUNTED.items() if handout.count(kind)]
    told = [pages(handout.pages), ", ".join(counts), " and ".join(handout.papers)]
    return "; ".join(filter(None, told))


def where_of(each: Difference, most: int) -> str:
    """Where a difference is, with ``: `` after it; of a long caption the end is left out, not row and column.

    >>> where_of(Difference("cell", "A caption that is long: 4, 6", "33", "50"), 20)
    'A caption t…: 4, 6: '
    """
    caption, colon, place = each.where.rpartition(": ")
    rest = f"{colon}{place}" if colon else ""
    if not colon or len(rest) > most // 2:
        caption, rest = each.where, ""
    told = short(caption, most - len(rest) - 2) + rest
    return f"{told}: " if told else ""


def shown(handout: Handout) -> tuple[Sequence[Difference], int]:
    """The differences that are shown of a handout, and how many are not; what can be read comes first."""
    most = MOST_WITH_RULE if handout.rules else MOST_WITHOUT_RULE
    found = sorted(handout.differences, key=lambda each: each.kind in ("place", "image", "bytes"))
    return found[:most], max(0, len(found) - most)


def by_cause(report: Report) -> Iterator[tuple[str, Sequence[Handout]]]:
    """Changed handouts in their order, with what stands over them: first those that no rule explains."""
    alone = [each for each in report.handouts if not each.rules]
    explained = [each for each in report.handouts if each.rules and each.kind == "handout"]
    if alone:
        yield "Changed without a changed rule" if report.rules else "Changed", alone
    if explained:
        yield "Changed with a rule", explained
