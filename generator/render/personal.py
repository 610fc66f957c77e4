"""A character's own reference: thresholds and odds, by the questions of the rules and the sheet's values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from markupsafe import Markup

from generator.render import answers
from generator.render.environment import Environment
from generator.render.house import stamp
from generator.render.sheet import Extra
from generator.rules import Rules, recording
from generator.rules.questions import Answer, Parameter, Question, Show, Table
from generator.sheets import Sheet
from generator.sheets.asking import Source, sources
from generator.sheets.kinds.derived import Derived

_MOST_LINES, _MOST_COLUMNS = 7, 4
"""Answers that one character is shown: below each other, or beside each other for several values."""


def personal_page(
    environment: Environment, rules: Rules, sheet: Sheet, values: Mapping[str, object], title: str
) -> Extra:
    """A page of HTML: every derived value that is known, then each question that the character answers
    something of, for the character's own values; what the sheet does not say stays as the question has it.
    House rules that it rests on are told in its heading and at its end."""
    with recording() as reads:
        found = [
            {"question": question, "table": table, "given": given}
            for question in rules.questions()
            for table, given in _asked(question, sheet, values)
        ]
        thresholds = list(_thresholds(rules, sheet, values))
    changed = rules.changes(reads)
    module = environment.get_template("macros/personal.html").module
    page = module.personal(  # type: ignore[attr-defined]
        title=title, thresholds=thresholds, asked=found, changed=changed, stamp=stamp(changed)
    )
    return Extra(Markup(page), changed)


def _thresholds(rules: Rules, sheet: Sheet, values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The label and text of every derived value that is known, its rule read."""
    derived = sheet.derive(values)
    for name, field in sheet.fields.items():
        if text := derived.get(name):
            if isinstance(field, Derived) and field.rule:
                rules.derived(field.rule)
            yield field.label, text


def _asked(
    question: Question, sheet: Sheet, values: Mapping[str, object]
) -> Iterator[tuple[answers.Laid, str]]:
    """The answers that concern this character as one table, and the values that all its rows share."""
    known = {each: found for each in question.parameters if (found := sources(each, sheet, values))}
    if not known:
        return
    several = [parameter for parameter, found in known.items() if len(found) > 1]
    along = several[0] if several else next(iter(known))
    fixed = {each.name: found[0].value for each, found in known.items() if len(found) == 1 and each != along}
    settings = [question.setting({**fixed, along.name: source.value}) for source in known[along]]
    first = question.respond(**settings[0])
    most = _MOST_LINES if len(known[along]) == 1 else _MOST_COLUMNS
    ranks = tuple(dict.fromkeys(source.value for source in known[along]))
    table = Table("own", "", (along.name, ranks), show=_show(first), keys=_keys(first, most), fixed=fixed)
    laid = answers.lay_out(question, table)
    lines = dict(zip(ranks, laid.lines, strict=True))
    named = tuple(replace(lines[source.value], head=_head(along, source)) for source in known[along])
    laid = replace(laid, row_label="", lines=named)
    yield _on_end(laid) if len(named) == 1 else laid, _given(known)


def _show(answer: Answer) -> Show:
    """What the table of such answers shows: levels to reach, or each share and measure."""
    levels = answer.ordered and all(share.key.lstrip("-").isdecimal() for share in answer.shares)
    return "levels" if levels else "number"


def _keys(answer: Answer, most: int) -> tuple[str, ...]:
    """Shares and measures that are shown; of many shares the measures tell enough."""
    shares = [share.key for share in answer.shares]
    measures = [measure.key for measure in answer.measures]
    if measures and len(shares) + len(measures) > most:
        shares = []
    return tuple([*shares, *measures][:most])


def _on_end(laid: answers.Laid) -> answers.Laid:
    """A table of one row as a list: what is asked for at the left, its answer at the right."""
    (line,) = laid.lines
    lead = f"{laid.column_label} " if laid.column_label else ""
    lines = tuple(
        answers.Line(f"{lead}{head}", (_with_sign(cell),))
        for head, cell in zip(laid.columns, line.cells, strict=True)
    )
    return replace(laid, column_label="", columns=(), lines=lines, kind="own")


def _with_sign(cell: answers.Cell) -> answers.Cell:
    """A chance that stands alone has its percent sign."""
    return replace(cell, main=f"{cell.main}%") if cell.band is not None and cell.main != "–" else cell


def _head(parameter: Parameter, source: Source) -> str:
    return f"{source.label} {source.value}"


def _given(known: Mapping[Parameter, tuple[Source, ...]]) -> str:
    """``Fear 4, Weariness 2``: what one answer alone stands for."""
    return ", ".join(
        f"{parameter.label} {found[0].value}" for parameter, found in known.items() if len(found) == 1
    )
