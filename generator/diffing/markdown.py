"""A report as Markdown for a pull request or the summary of a job."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from generator.diffing.report import ChangedRule, Handout, Report
from generator.diffing.summary import by_cause, count, head, headline, shown, where_of, where_used
from generator.outputs.comparing import Difference, closer, short

_LARGEST = 60_000
"""Characters; a comment on GitHub may have 65,536."""
_WHOLE = 400
"""Characters of a sentence that is shown whole; of a script only what differs is."""
_MOST_FILES = 50
_MARKS = re.compile(r"([\\`*_{}\[\]()>#!|~@])")


def as_markdown(report: Report) -> str:
    """The whole report, ending in a line break; what handouts and rules say is no mark-up in it."""
    parts = [
        [f"**{_plain(report.before)} → {_plain(report.after)}**: {headline(report)}"],
        _rules(report.rules),
        *(_group(title, handouts) for title, handouts in by_cause(report)),
        _files("Added", report.added),
        _files("Removed", report.removed),
        _environment(report),
        [f"> {_plain(note)}" for note in report.notes],
    ]
    return _cut("\n\n".join("\n".join(part) for part in parts if part) + "\n")


def _rules(rules: Sequence[ChangedRule]) -> list[str]:
    if not rules:
        return []
    rows = ((f"{rule.id} {rule.title}", rule.before, rule.after, where_used(rule)) for rule in rules)
    lines = ("| " + " | ".join(_plain(cell) or "–" for cell in row) + " |" for row in rows)
    return ["| Rule | Before | After | Changed |", "|---|---|---|---|", *lines]


def _group(title: str, handouts: Sequence[Handout]) -> list[str]:
    return [f"### {title}", *(line for each in handouts for line in _handout(each))]


def _handout(handout: Handout) -> Iterator[str]:
    """A list that opens at a click: in a pull request a report stands among other things."""
    told = head(handout)
    some, more = shown(handout)
    yield ""
    yield f"<details><summary>{escape(f'{handout.name}: {told}' if told else handout.name)}</summary>"
    yield ""
    yield from (f"- {_difference(each)}" for each in some)
    if more:
        yield f"- and {more} more"
    yield ""
    yield "</details>"


def _difference(each: Difference) -> str:
    before, after = (_plain(short(side, 400)) for side in closer(each.before, each.after, _WHOLE))
    place = where_of(each, 120)
    where = f"{_plain(place)} " if place else ""
    if each.kind == "image":
        return f"{where}drawn otherwise"
    if before and after:
        return f"{where}~~{before}~~ → **{after}**"
    return f"{where}came: **{after}**" if after else f"{where}went: ~~{before}~~"


def _files(title: str, paths: Sequence[object]) -> list[str]:
    if not paths:
        return []
    more = len(paths) - _MOST_FILES
    some = [f"- {_plain(str(path))}" for path in paths[:_MOST_FILES]]
    return [f"### {title}", "", *some, *([f"- and {count(more, 'file')} more"] if more > 0 else [])]


def _environment(report: Report) -> list[str]:
    lines = [
        f"- {_plain(name)} {_plain(before) or 'none'} → {_plain(after) or 'none'}"
        for name, before, after in report.environment
    ]
    return ["### Environment", "", *lines] if lines else []


def _plain(text: str) -> str:
    r"""The text in one line, of which nothing is mark-up.

    >>> print(_plain("a|b *c* <d>"))
    a\|b \*c\* &lt;d\>
    """
    line = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    return _MARKS.sub(r"\\\1", line)


def _cut(text: str) -> str:
    if len(text) <= _LARGEST:
        return text
    kept = text[:_LARGEST].rpartition("\n\n</details>")[0]
    return f"{kept}\n\n</details>\n\nThe rest was left out: `handbill diff --format json` has all of it.\n"
