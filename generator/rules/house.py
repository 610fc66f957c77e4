"""House rules: declared values replaced by id, each checked against what may stand in its place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from generator.problems import HandbillError, Problem, describe, nearest
from generator.rules.allowed import allowed, replaceable_cells
from generator.rules.book import Book, Rule
from generator.rules.chart import Cell, Chart, Row
from generator.rules.formula import Formula
from generator.rules.replacing import Place, Refusal


class Fault(NamedTuple):
    """A problem of one override: ``path`` leads to it in the file, to the key where ``at_key``, else to the
    value; ``column`` counts the characters of a formula from 1."""

    problem: Problem
    path: tuple[str, ...]
    at_key: bool = False
    column: int | None = None


class Refused(HandbillError):
    """The overrides that cannot stand; ``faults`` are its problems with their places among the overrides."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(fault.problem for fault in self.faults)


class Target(NamedTuple):
    """What a key names: a rule, and a cell of it where it names one."""

    rule: Rule
    cell: str = ""


def target(book: Book, key: str) -> Target | None:
    """What a key names: a rule's id, its name, or ``ID.CELL``; None for no rule of this game.

    A cell may be called by its name, the printed label of its column, or an alias. Raises Refusal for a
    rule without that cell.
    """
    if (found := _rule(book, key)) is None:
        return None
    rule, cell = found
    return Target(rule, _cell(rule, cell) if cell else "")


def names(book: Book, key: str) -> bool:
    """Whether a key begins with a rule of this game."""
    return _rule(book, key) is not None


def meant(book: Book, key: str) -> tuple[str, ...]:
    """The ids of the rules that a key means: one, all rows of a chart, or none."""
    try:
        found = target(book, key)
    except Refusal:
        return ()
    if found is None:
        return ()
    value = found.rule.value
    return tuple(row.id for row in value) if isinstance(value, Chart) else (found.rule.id,)


def _rule(book: Book, key: str) -> tuple[Rule, str] | None:
    """The rule that a key begins with, and the word for a cell that follows."""
    named = {rule.name: rule_id for rule_id, rule in book.rules.items() if rule.name}
    parts = key.split(".")
    for length in range(len(parts), 0, -1):
        word = ".".join(parts[:length])
        rule = book.rules.get(named.get(word, word))
        if rule is not None:
            return rule, ".".join(parts[length:])
    return None


def nearest_key(word: str, known: Iterable[str]) -> str | None:
    """A hint that names the key that a wrong one is near to, capitals aside.

    >>> nearest_key("maid-dre-1", ["MAID-DER-1", "TSOY-AMB-3"])
    "did you mean 'MAID-DER-1'?"
    """
    spelt = {key.casefold(): key for key in known}
    near = nearest(word.casefold(), spelt)
    return near and f"did you mean '{spelt[near.split(chr(39))[1]]}'?"


def keys(book: Book) -> list[str]:
    """Every key that names a rule or a cell of one."""
    found = []
    for rule in book.rules.values():
        cells = rule.value.names if isinstance(rule.value, Row) else ()
        found += [rule.id, *([rule.name] if rule.name else []), *(f"{rule.id}.{cell}" for cell in cells)]
    return found


def _cell(rule: Rule, word: str) -> str:
    if not isinstance(rule.value, Row) or rule.cells is None:
        hint = "give its own id" if rule.kind == "chart" else f"write {rule.id} alone"
        raise Refusal("unknown-rule", f"{rule.id} has no '{word}'", hint)
    if (found := rule.cells.column(word, rule.value.names)) is None:
        labels = [label for name, label in rule.cells.labels.items() if name in rule.value]
        near = nearest(word, [*rule.value.names, *rule.cells.aliases, *labels])
        right = near or f"it has {', '.join(rule.value.names)}"
        raise Refusal("unknown-rule", f"{rule.id} has no '{word}'", right)
    return found


def replaced(book: Book, overrides: Mapping[str, object], procedures: Collection[str]) -> dict[str, Rule]:
    """The book's rules with the overrides in place; Refused with every problem at once.

    ``procedures`` are the ids that are rules too, but cannot be replaced.
    """
    work = _Work(book, procedures)
    for key, value in overrides.items():
        work.take(key, value)
    if work.faults:
        raise Refused(work.faults)
    return {rule_id: _with_rows(rule, work.rules) for rule_id, rule in work.rules.items()}


def refused(book: Book, overrides: Mapping[str, object], found: Iterable[tuple[str, str, str]]) -> Refused:
    """What cannot be played, (rule id, what is wrong, what would be right), each at an override of its rule;
    a chart's at one of its rows, anything else at the first override."""
    targets = {key: aim.rule.id for key in overrides if (aim := target(book, key))}

    def fault(rule_id: str, message: str, hint: str) -> Fault:
        chart = book.rules[rule_id].value
        ids = {rule_id, *(row.id for row in chart)} if isinstance(chart, Chart) else {rule_id}
        keys = [key for key, aimed in targets.items() if aimed in ids] or list(overrides)
        return Fault(Problem("unplayable", f"{rule_id}: {message}", hint=hint), (keys[0],))

    return Refused(fault(*each) for each in found)


def _with_rows(rule: Rule, rules: Mapping[str, Rule]) -> Rule:
    """A chart that shows its rows as they are now."""
    if not isinstance(rule.value, Chart):
        return rule
    rows = tuple(row for each in rule.value if isinstance(row := rules[each.id].value, Row))
    if rows == rule.value.rows:
        return rule
    return rule._replace(value=replace(rule.value, rows=rows), published=rule.value)


class _Work:
    """The rules while they are replaced, one override after another."""

    def __init__(self, book: Book, procedures: Collection[str]) -> None:
        self.rules = dict(book.rules)
        self.faults: list[Fault] = []
        self._book, self._procedures = book, procedures
        self._taken: dict[tuple[str, str], str] = {}

    def take(self, key: str, value: object) -> None:
        """One override."""
        try:
            found = self._target(key)
        except Refusal as refusal:
            self._fault(refusal, key, (key,), at_key=True)
            return
        if not isinstance(found.rule.value, Row):
            self._single(found.rule, key, value)
        elif found.cell:
            self._change(found.rule, found.cell, key, (key,), value)
        elif isinstance(value, Mapping):
            self._row(found.rule, key, value)
        else:
            self._bare(found.rule, key, value)

    def _target(self, key: str) -> Target:
        if key in self._procedures:
            message, hint = "this is a procedure, which stays as it is", "replace what it reads"
            raise Refusal("fixed-rule", message, hint)
        found = target(self._book, key)
        if found is None:
            hint = nearest_key(key, keys(self._book)) or "'handbill rules' lists what can be replaced"
            raise Refusal("unknown-rule", "this is no rule that can be replaced", hint)
        if found.rule.kind == "chart":
            assert isinstance(found.rule.value, Chart)
            rows = ", ".join(row.id for row in found.rule.value)
            raise Refusal("fixed-rule", "this is a whole chart", f"replace its rows, each by its id: {rows}")
        return found

    def _row(self, rule: Rule, key: str, value: Mapping[object, object]) -> None:
        if not value:
            refusal = Refusal("wrong-type", "found nothing", f"{self._cells_of(rule)}")
            self._fault(refusal, key, (key,))
        for word, cell in value.items():
            path = (key, str(word))
            try:
                column = _cell(rule, str(word))
            except Refusal as refusal:
                self._fault(refusal, key, path, at_key=True)
                continue
            self._change(rule, column, key, path, cell)

    def _bare(self, rule: Rule, key: str, value: object) -> None:
        """A value without the name of its cell, which is clear where one alone is no text."""
        cells = replaceable_cells(self._book, rule)
        numeric = [cell for cell in cells if allowed(self._book, rule, cell).kind not in ("text", "texts")]
        if len(numeric) == 1:
            self._change(rule, numeric[0], key, (key,), value)
            return
        self._fault(Refusal("wrong-type", f"found {describe(value)}", self._cells_of(rule)), key, (key,))

    def _cells_of(self, rule: Rule) -> str:
        cells = replaceable_cells(self._book, rule)
        if not cells:
            return "nothing in it is replaced"
        example = f"{rule.id}.{cells[0]}"
        return f"name what is replaced, of {', '.join(cells)}: {example}"

    def _single(self, rule: Rule, key: str, value: object) -> None:
        made = self._made(rule, "", key, (key,), value)
        if isinstance(made, int | str | Formula) and made != rule.value:
            self.rules[rule.id] = rule._replace(value=made, published=rule.value)

    def _change(self, rule: Rule, cell: str, key: str, path: tuple[str, ...], value: object) -> None:
        before = len(self.faults)
        made = self._made(rule, cell, key, path, value)
        now = self.rules[rule.id]
        assert isinstance(now.value, Row)
        if len(self.faults) == before and made != now.value[cell]:
            row = now.value.replaced({cell: made})
            self.rules[rule.id] = now._replace(value=row, published=rule.value)

    def _made(self, rule: Rule, cell: str, key: str, path: tuple[str, ...], value: object) -> Cell:
        """The value as it will stand, None together with a fault."""
        may = allowed(self._book, rule, cell)
        published = rule.value[cell] if isinstance(rule.value, Row) else rule.value
        try:
            if first := self._taken.get((rule.id, cell)):
                message = f"this replaces what '{first}' replaced already"
                raise Refusal("replaced-twice", message, "keep one of the two")
            self._taken[rule.id, cell] = key
            if may.fixed:
                raise Refusal("fixed-rule", f"this is not replaced: {may.fixed}", self._other(rule))
            assert not isinstance(published, Row | Chart) and not callable(published)
            return Place(self._book, may, published, self._derived()).value(value)
        except Refusal as refusal:
            at_key = refusal.code in ("fixed-rule", "replaced-twice")
            self._fault(refusal, key, path, at_key=at_key)
            return None

    def _other(self, rule: Rule) -> str | None:
        cells = replaceable_cells(self._book, rule) if isinstance(rule.value, Row) else ()
        return f"{rule.id} lets replace {', '.join(cells)}" if cells else None

    def _derived(self) -> dict[str, Formula]:
        return {
            rule.derives: rule.value
            for rule in self.rules.values()
            if rule.derives and isinstance(rule.value, Formula)
        }

    def _fault(self, refusal: Refusal, key: str, path: tuple[str, ...], *, at_key: bool = False) -> None:
        problem = Problem(refusal.code, f"{'.'.join(path)}: {refusal.message}", hint=refusal.hint)
        self.faults.append(Fault(problem, path, at_key, refusal.column))
