"""A report as text of 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from generator.diffing.report import ChangedRule, Handout, Report
from generator.diffing.summary import by_cause, count, head, headline, shown, where_of, where_used
from generator.outputs.comparing import Difference, closer
from generator.problems import harmless

_WIDTH = 80
_WHOLE = 400
"""Characters of a sentence that is shown whole; of a script only what differs is."""
_MOST_FILES = 20


def as_text(report: Report) -> str:
    """The whole report, ending in a line break; nothing in it commands a terminal."""
    parts = [
        [f"{report.before} → {report.after}: {headline(report)}"],
        *(list(_rule(rule)) for rule in report.rules),
        *(_group(title, handouts) for title, handouts in by_cause(report)),
        _files("Added", report.added),
        _files("Removed", report.removed),
        _environment(report),
        [line for note in report.notes for line in _wrapped(f"note: {note}", 0, 4)],
    ]
    return "".join("\n".join(map(harmless, part)) + "\n" for part in _spaced(parts))


def _spaced(parts: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    for number, part in enumerate(part for part in parts if part):
        yield ["", *part] if number else list(part)


def _rule(rule: ChangedRule) -> Iterator[str]:
    called = f"{rule.id} {rule.title}".rstrip()
    before, after = rule.before or "not declared", rule.after or "no longer declared"
    where = where_used(rule)
    yield from _wrapped(f"{called}: {before} → {after}" + (";" if where else ""), 0, 4)
    yield from _wrapped(f"on {where}" if where else "no document changed by it", 4, 4)


def _group(title: str, handouts: Sequence[Handout]) -> list[str]:
    return [f"{title}:", *(line for each in handouts for line in _handout(each))]


def _handout(handout: Handout) -> Iterator[str]:
    told = head(handout)
    yield from _wrapped(f"{handout.name}: {told}" if told else handout.name, 2, 6)
    some, more = shown(handout)
    for each in some:
        yield from _difference(each)
    if more:
        yield f"      and {more} more"


def _difference(each: Difference) -> Iterator[str]:
    """In one line where it fits, else before and after in lines of their own."""
    if each.kind == "image":
        yield from _wrapped(each.text, 6, 8)
        return
    before, after = closer(" ".join(each.before.split()), " ".join(each.after.split()), _WHOLE)
    where = where_of(each, 60)
    if not before or not after:
        yield from _wrapped(f"{where}{'+' if after else '−'} {after or before}", 6, 8)
    elif len(where) + len(before) + len(after) + 3 <= _WIDTH - 6:
        yield f"      {where}{before} → {after}"
    else:
        yield from _wrapped(f"{where}{before}", 6, 8)
        yield from _wrapped(f"→ {after}", 6, 8)


def _files(title: str, paths: Sequence[object]) -> list[str]:
    more = len(paths) - _MOST_FILES
    some = [f"  {path}" for path in paths[:_MOST_FILES]]
    tail = [f"  and {count(more, 'file')} more"] if more > 0 else []
    return [f"{title}:", *some, *tail] if paths else []


def _environment(report: Report) -> list[str]:
    lines = [f"  {name} {before or 'none'} → {after or 'none'}" for name, before, after in report.environment]
    return ["Environment:", *lines] if lines else []


def _wrapped(text: str, first: int, others: int) -> list[str]:
    return wrap(
        text,
        _WIDTH,
        initial_indent=" " * first,
        subsequent_indent=" " * others,
        break_on_hyphens=False,
    )
