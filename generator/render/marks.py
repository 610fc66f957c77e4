"""The mark at a changed rule, with the published value; and which changes of a document no mark tells."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from markupsafe import Markup

from generator.rules.changes import Change
from generator.rules.chart import Chart
from generator.rules.registry import Rules

_MOST = 3
"""Values that one mark tells; where more are changed, they stand in the box at the document's end."""

_UNBROKEN = 20
"""A value of so many letters stands in one line."""

_TOLD = re.compile(r'<span class="house-mark fine" data-rules="([^"]*)">')


def mark(rules: Rules, rule_ids: Iterable[str], beside: str = "") -> Markup:
    """``house rule · published 10 × Will (Spirit)`` for the changed ones of these rules; else nothing.

    A chart stands for its rows; what is called as the label ``beside`` the mark is not named again. In its
    HTML the mark names the rules that it tells, for ``untold``.
    """
    changes = rules.changes(_with_rows(rules, rule_ids))
    if not changes:
        return Markup()
    head = Markup('<b class="house">house rule{}</b>').format("s" if len(changes) > 1 else "")
    if len(changes) > _MOST:
        told, words = "", Markup("published values at the end")
    else:
        told = " ".join(sorted({change.id for change in changes}))
        words = Markup("published ") + Markup(", ").join(_published(change, beside) for change in changes)
    return Markup('<span class="house-mark fine" data-rules="{}">{} · {}</span>').format(told, head, words)


def untold(changes: Iterable[Change], html: Iterable[str]) -> tuple[Change, ...]:
    """The changes that no mark in these pieces of HTML tells."""
    told = {rule_id for piece in html for ids in _TOLD.findall(piece) for rule_id in ids.split()}
    return tuple(change for change in changes if change.id not in told)


def called(change: Change) -> str:
    """What a reader calls the changed value: ``Spirit``; ``Frilly headdress: Off the die``."""
    return f"{change.title}: {change.cell}" if change.cell else change.title


def _published(change: Change, beside: str) -> Markup:
    text = change.published
    value = Markup("<b>{}</b>").format(text.replace(" ", "\u00a0") if len(text) <= _UNBROKEN else text)
    name = called(change)
    return value if name == beside else value + Markup(" ({})").format(name)


def _with_rows(rules: Rules, rule_ids: Iterable[str]) -> Collection[str]:
    declared: Sequence[str] = list(rule_ids)
    charts = [rules.rule(rule_id).value for rule_id in declared]
    return {*declared, *(row.id for chart in charts if isinstance(chart, Chart) for row in chart)}
