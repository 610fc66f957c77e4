"""All that content may call: the rules themselves, and what sets them on the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from markupsafe import Markup

from generator.dice.contests import Odds
from generator.problems import HandbillError, Problem
from generator.render import answers, numbers
from generator.render.environment import Environment
from generator.render.marks import mark
from generator.rules.chart import Cell, Chart, Effect, Row
from generator.rules.formula import Formula
from generator.rules.formula_text import Word
from generator.rules.questions import Setting
from generator.rules.registry import Rule, Rules


class Facts:
    """The names that a document of one game may use, bound to that game's rules."""

    def __init__(self, environment: Environment, rules: Rules, reads: Iterable[str] = ()) -> None:
        """``reads`` are the rules that the document has read so far, as ``recording`` collects them."""
        self._environment = environment
        self._rules = rules
        self._reads = reads

    def names(self) -> Mapping[str, object]:
        """Every name that content can ask for."""
        return {
            "rules": self._rules,
            "score": {name: self._score(label) for name, label in self._rules.labels.items()},
            "claim": self.claim,
            "changed": self.changed,
            "cite": self.cite,
            "formula": self.formula,
            "effect": self.effect,
            "chart": self.chart,
            "table": self.table,
            "odds_grid": self.odds_grid,
            "dice": self.dice,
            "answers": self.answers,
            "bars": self.bars,
        }

    def claim(self, sentence: str, holds: object, otherwise: str | None = None) -> Markup:
        """The sentence, which the rules must bear out: otherwise the build stops at this line.

        Where a house rule makes it false, ``otherwise`` stands instead, if there is one ("" for nothing);
        under the published rules the sentence itself must hold.
        """
        if holds is True:
            return Markup.escape(sentence)
        if otherwise is not None and self._rules.changes(set(self._reads)):
            return Markup.escape(otherwise)
        self._environment.note(
            "false-claim", f"the rules do not bear out: {sentence}", "correct the sentence, or the rule"
        )
        return Markup.escape(sentence)

    def changed(self, rule_id: str, cell: str = "") -> bool:
        """Whether a house rule changed this rule, or a row of this chart; or one ``cell`` of a row."""
        rule = self._rules.rule(rule_id)
        if not (rule.changed and cell):
            return rule.changed
        assert isinstance(rule.value, Row) and isinstance(rule.published, Row)
        return rule.value[cell] != rule.published[cell]

    def cite(self, *rule_ids: str) -> Markup:
        """Where the rules of a block stand: pages of the book, and their ids, runs drawn together.

        Before it stands the mark of those that a house rule changed.
        """
        declared = [self._rules.rule(rule_id) for rule_id in rule_ids]
        pages = sorted({rule.page for rule in declared if rule.page})
        known = pages and all(rule.page for rule in declared)
        parts = [f"p. {', '.join(map(str, pages))}"] if known else []
        return Markup('{}<span class="cite fine">{}<span class="ids">{}</span></span>').format(
            mark(self._rules, rule_ids),
            "".join(f"{part} " for part in parts),
            ", ".join(_shortened(_runs(rule_ids))),
        )

    def formula(self, what: str | Formula) -> Markup:
        """A formula or condition as the page sets it; by its id, or as it stands in a cell."""
        value = self._rules.formula(what) if isinstance(what, str) else what
        return Markup('<span class="formula">{}</span>').format(_set(value.words(self._rules.labels)))

    def effect(self, effect: Effect) -> Markup:
        """What an outcome does: its words, the scores that change, and what it may set off."""
        says = self._rules.says(effect)
        parts = [Markup.escape(says)] if says else []
        changes = [
            Markup("{}&nbsp;<b>{}</b>").format(self._label(name), numbers.signed(change))
            for name, change in effect.changes
        ]
        if changes:
            parts.append(Markup(", ").join(changes))
        parts += [self._test(self._rules.rule(rule_id)) for rule_id in effect.tests]
        return Markup(" ").join(Markup('<span class="part">{}</span>').format(part) for part in parts)

    def _test(self, rule: Rule) -> Markup:
        return Markup('<b class="trigger">{}?</b>').format(rule.short or rule.title)

    def chart(
        self,
        what: str | Chart,
        columns: str = "",
        caption: str = "",
        kind: str = "",
        rows: str = "",
        show: Mapping[str, str] | None = None,
    ) -> Markup:
        """A chart as a table: all its columns, or those named; all its rows, or those whose keys are named.

        ``show`` says how a column's numbers read: ``die``, ``signed``, ``words`` or another filter.
        """
        value = self._rules.chart(what) if isinstance(what, str) else what
        names = columns.split() or [name for name, _ in value.columns]
        chosen = [value.row(key) for key in rows.split()] if rows else list(value)
        filters = show or {}
        cells = [[self._cell(row[name], filters.get(name, "number")) for name in names] for row in chosen]
        return self.table([value.label(name) for name in names], cells, caption or value.title, kind)

    def _cell(self, cell: Cell, show: str) -> Markup:
        match cell:
            case None:
                return Markup("–")
            case Formula():
                return self.formula(cell)
            case Effect():
                return self.effect(cell) or Markup("–")
            case int() | Fraction():
                return Markup.escape(str(self._environment.filters[show](cell)))
            case tuple():
                return Markup(", ").join(self._cell(part, show) for part in cell)
        return Markup.escape(cell)

    def table(
        self, head: Sequence[str], rows: Iterable[Sequence[object]], caption: str, kind: str = ""
    ) -> Markup:
        """A table with a caption, whose first column heads its rows."""
        made = [list(row) for row in rows]
        for row in made:
            if len(row) != len(head):
                message = f"a row of '{caption}' has {len(row)} cells under {len(head)} headings"
                raise HandbillError(Problem("fact", message))
        return self._macro("table", caption=caption, head=list(head), rows=made, kind=kind)

    def odds_grid(
        self,
        question: str | Callable[[object, object], Odds],
        rows: Sequence[object],
        columns: Sequence[object],
        caption: str,
        row_label: str = "you",
        column_label: str = "they",
        kind: str = "",
    ) -> Markup:
        """Win, tie and lose for every row against every column, as the rules' own function answers."""
        ask = getattr(self._rules, question) if isinstance(question, str) else question
        lines = []
        for row in rows:
            cells = []
            for column in columns:
                odds: Odds = ask(row, column)
                win, tie, lose = numbers.odds_texts(odds)
                cells.append({"win": win, "tie": tie, "lose": lose, **_weight(odds)})
            lines.append({"head": row, "cells": cells})
        return self._macro(
            "odds_grid",
            caption=caption,
            columns=list(columns),
            lines=lines,
            row_label=row_label,
            column_label=column_label,
            kind=kind,
        )

    def dice(
        self, faces: Sequence[object], dropped: Sequence[int] = (), total: object = None, says: str = ""
    ) -> Markup:
        """A throw, drawn: faces in boxes, those at the ``dropped`` places struck, and the total."""
        return self._macro("dice", faces=list(faces), dropped=list(dropped), total=total, says=says)

    def answers(self, question_id: str, *tables: str, more: str = "") -> Markup:
        """The printed tables of a question (or those named), what they assume and what to remember.

        ``more`` stands between: a chart, or a sentence that the tables leave open.
        """
        question = self._rules.question(question_id)
        chosen = [table for table in question.tables if not tables or table.id in tables]
        if len(chosen) < len(tables):
            known = [table.id for table in question.tables]
            message = f"'{question_id}' has no table of every name in {', '.join(tables)}"
            raise HandbillError(Problem("unknown-table", message, hint=f"it has {', '.join(known)}"))
        laid = [answers.lay_out(question, table) for table in chosen]
        sentence = question.remember()
        return self._macro("answers", "odds", question=question, tables=laid, sentence=sentence, more=more)

    def bars(self, question_id: str, caption: str, **setting: Setting) -> Markup:
        """A small chart of one answer: a bar for each part, drawn and described from the same chances."""
        parts = answers.bars(self._rules.question(question_id).answer(**setting))
        if not parts:
            return Markup()  # house rules can make what is asked impossible
        return self._macro("bars", "odds", caption=caption, bars=parts, described=answers.described(parts))

    def _macro(self, name: str, file: str = "facts", /, **values: object) -> Markup:
        module = self._environment.get_template(f"macros/{file}.html").module
        made = str(getattr(module, name)(**values))
        return Markup(" ".join(made.split()))

    def _label(self, name: str) -> Markup:
        return self._score(self._rules.labels.get(name, name))

    def _score(self, label: str) -> Markup:
        return Markup('<span class="score">{}</span>').format(label)


def _weight(odds: Odds) -> dict[str, object]:
    chance = odds.chances[0]
    return {"band": numbers.band(chance), "favoured": odds.win > odds.lose}


def _set(words: Iterable[Word]) -> Markup:
    """The words of a formula in HTML, closed up around brackets and before commas."""
    made, before = Markup(), ""
    for word in words:
        gap = "" if not made or before == "(" or word.text in (",", ")") else " "
        made += Markup('{}<span class="{}">{}</span>').format(gap, _CLASSES[word.kind], word.text)
        before = word.text
    return made


_CLASSES = {"name": "score", "number": "figure", "operator": "sign", "word": "word", "bracket": "sign"}


def _runs(rule_ids: Sequence[str]) -> list[str]:
    """``A-1, A-2, A-3`` as ``A-1–3``; ids of one stem told once.

    >>> _runs(["MLWM-DICE-1", "MLWM-DICE-2", "MLWM-DICE-3", "MLWM-AID-1"])
    ['MLWM-DICE-1–3', 'MLWM-AID-1']
    """
    runs: list[tuple[str, int, int]] = []
    for rule_id in rule_ids:
        numbered = re.fullmatch(r"(.+-)(\d+)", rule_id)
        stem, number = (numbered[1], int(numbered[2])) if numbered else (rule_id, -1)
        if runs and number >= 0 and runs[-1][0] == stem and runs[-1][2] == number - 1:
            runs[-1] = (stem, runs[-1][1], number)
        else:
            runs.append((stem, number, number))
    return [_run(*run) for run in runs]


def _shortened(ids: Sequence[str]) -> list[str]:
    """Ids with the game's code told once.

    >>> _shortened(["MLWM-CMD", "MLWM-OVR", "MLWM-END1–3"])
    ['MLWM-CMD', '-OVR', '-END1–3']
    """
    code = ids[0].partition("-")[0] + "-"
    return [ids[0], *(other.removeprefix(code[:-1]) for other in ids[1:])]


def _run(stem: str, first: int, last: int) -> str:
    if first < 0:
        return stem
    return f"{stem}{first}–{last}" if last > first else f"{stem}{first}"
