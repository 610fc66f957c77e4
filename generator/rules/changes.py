"""What house rules changed, and what they may change."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from generator.rules.allowed import allowed
from generator.rules.book import Book, Rule
from generator.rules.chart import Chart, Row
from generator.rules.written import Value, canonical, plain, printed, written


class Change(NamedTuple):
    """One changed value: ``published`` and ``now`` as a page prints them, ``cell`` its column's label."""

    id: str
    cell: str
    title: str
    published: str
    now: str

    @property
    def told(self) -> str:
        """The change in one line.

        >>> Change("MAID-DER-1", "", "Spirit", "10 × Will", "8 × Will").told
        'MAID-DER-1 8 × Will, published 10 × Will'
        """
        return f"{self.id} {f'{self.cell} ' if self.cell else ''}{self.now}, published {self.published}"


class Replaceable(NamedTuple):
    """One value that house rules may replace.

    ``key`` names it in the file, ``cell`` is the name of its column ("" where the value stands alone),
    ``value`` and ``published`` are written as in the file, ``allows`` says what may stand there.
    """

    key: str
    id: str
    cell: str
    kind: str
    title: str
    value: str
    published: str
    allows: str
    source: str


def overridden(rules: Mapping[str, Rule]) -> dict[str, str]:
    """Each changed rule's id with its new value as one line of JSON; of a row the changed cells."""
    return {rule_id: canonical(_now(rule)) for rule_id, rule in sorted(rules.items()) if rule.changed}


def _now(rule: Rule) -> object:
    if isinstance(rule.value, Row):
        return {name: plain(cell) for name, _, cell in _changed_cells(rule)}
    if isinstance(rule.value, Chart):
        assert isinstance(rule.published, Chart)
        rows = zip(rule.published, rule.value, strict=True)
        return {
            now.id: {name: plain(cell) for name, cell in now.items() if cell != before[name]}
            for before, now in rows
            if before != now
        }
    return plain(rule.value)


def _changed_cells(rule: Rule) -> Iterator[tuple[str, Value, Value]]:
    """Name, published value and present one of each changed cell of a row."""
    before, now = rule.published, rule.value
    assert isinstance(before, Row) and isinstance(now, Row)
    for name, cell in now.items():
        if cell != before[name]:
            yield name, before[name], cell


def changes(
    rules: Mapping[str, Rule], labels: Mapping[str, str], ids: Collection[str] | None = None
) -> tuple[Change, ...]:
    """The changed values, of these rules or of all, sorted by id; a chart is told through its rows."""
    chosen = sorted(rules if ids is None else set(ids) & rules.keys())
    return tuple(
        change for rule_id in chosen if rules[rule_id].changed for change in _of(rules[rule_id], labels)
    )


def _of(rule: Rule, labels: Mapping[str, str]) -> Iterator[Change]:
    if isinstance(rule.value, Row):
        for name, before, now in _changed_cells(rule):
            words = _printed(rule, before, labels), _printed(rule, now, labels)
            yield Change(rule.id, _label(rule, name), rule.title, *words)
    elif not isinstance(rule.value, Chart):
        words = _printed(rule, rule.published, labels), _printed(rule, rule.value, labels)
        yield Change(rule.id, "", rule.title, *words)


def _printed(rule: Rule, value: Value, labels: Mapping[str, str]) -> str:
    """A value of a rule as a page prints it, a chosen word by what is declared for it."""
    word = rule.words.get(value) if isinstance(value, int | str) else None
    return printed(value, labels) if word is None else word


def _label(rule: Rule, cell: str) -> str:
    return rule.cells.labels.get(cell, cell) if rule.cells else cell


def replaceable(book: Book, rules: Mapping[str, Rule]) -> tuple[Replaceable, ...]:
    """Every value that may be replaced, in the order in which the rules are declared."""
    made = []
    for rule_id, published in book.rules.items():
        rule = rules[rule_id]
        if published.kind == "chart":
            continue
        cells = published.value.names if isinstance(published.value, Row) else ("",)
        for cell in cells:
            may = allowed(book, published, cell)
            if may.fixed:
                continue
            before, now = _value(published, cell), _value(rule, cell)
            title = f"{published.title}: {_label(published, cell)}" if cell else published.title
            key = f"{rule_id}.{cell}" if cell else rule_id
            shown = written(now), written(before)
            made.append(
                Replaceable(key, rule_id, cell, may.kind, title, *shown, may.sentence(), published.source)
            )
    return tuple(made)


def _value(rule: Rule, cell: str) -> Value:
    return rule.value[cell] if isinstance(rule.value, Row) else rule.value


def printed_values(
    book: Book, rules: Mapping[str, Rule], labels: Mapping[str, str], *, published: bool = False
) -> dict[str, str]:
    """Every value that may be replaced as a page prints it, by its key; or its ``published`` value."""
    source = book.rules if published else rules
    return {
        each.key: _printed(source[each.id], _value(source[each.id], each.cell), labels)
        for each in replaceable(book, rules)
    }
