"""How a game declares its rules: each once, with its id, its value and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from generator.rules.chart import Cell, Chart, Row
from generator.rules.formula import Formula, parse

Value: TypeAlias = int | Fraction | str | Formula | Row | Chart | Callable[..., Any]


class Rule(NamedTuple):
    """One declared rule.

    ``kind`` is number, formula, condition, row, terms, chart, option or procedure. ``doc`` states the rule,
    ``source`` says where the game's text states it, ``page`` the page of the book where that is known.
    ``choices`` are the values of an option; ``least`` the smallest value that a number may be given.
    ``short`` is the name that a chart prints where the rule may be set off, with a question mark.
    ``published`` is the value before house rules (the same object where nothing was replaced).
    """

    id: str
    kind: str
    title: str
    value: Value
    doc: str = ""
    source: str = ""
    page: int | None = None
    choices: tuple[int | str, ...] = ()
    name: str = ""
    least: int | None = None
    published: Value | None = None
    short: str = ""

    @property
    def changed(self) -> bool:
        """Whether a house rule replaced the published value."""
        return self.published is not None and self.published != self.value


class Book:
    """Collects the declarations of one game, and refuses a doubled id or a formula with an unknown name."""

    def __init__(self, names: Collection[str]) -> None:
        self.rules: dict[str, Rule] = {}
        self._names = frozenset(names)

    def _add(self, rule: Rule) -> None:
        if rule.id in self.rules:
            raise ValueError(f"{rule.id} is declared twice")
        self.rules[rule.id] = rule

    def parse(self, text: str) -> Formula:
        """The formula, over this game's names."""
        return parse(text, self._names)

    def number(self, rule_id: str, value: int, title: str, *, least: int | None = 0, **about: Any) -> None:
        """Declare a whole number; house rules may give any value from ``least`` up."""
        self._add(Rule(rule_id, "number", title, value, least=least, **about))

    def formula(self, rule_id: str, text: str, title: str, **about: Any) -> None:
        """Declare a formula, or a condition where the text compares."""
        made = self.parse(text)
        self._add(Rule(rule_id, "condition" if made.is_condition else "formula", title, made, **about))

    condition = formula

    def terms(self, rule_id: str, title: str, cells: Mapping[str, Cell], **about: Any) -> None:
        """Declare the named values of one rule."""
        self._add(Rule(rule_id, "terms", title, Row.of(rule_id, cells), **about))

    def option(
        self, rule_id: str, name: str, title: str, choices: Sequence[int | str], doc: str, **about: Any
    ) -> None:
        """Declare an option, its first choice being the default."""
        self._add(
            Rule(rule_id, "option", title, choices[0], doc=doc, choices=tuple(choices), name=name, **about)
        )

    def chart(
        self,
        rule_id: str,
        title: str,
        columns: Mapping[str, str],
        rows: Mapping[str, Sequence[Cell]],
        *,
        pages: Mapping[str, int] | None = None,
        docs: Mapping[str, str] | None = None,
        sources: Mapping[str, str] | None = None,
        **about: Any,
    ) -> None:
        """Declare a chart and each of its rows.

        A row's key makes the id ``CHART.key``; a key that holds a capital letter is an id of its own
        (``MLWM-CMD``). The first cell names the row in print.
        """
        made = []
        for key, cells in rows.items():
            row_id = key if any(letter.isupper() for letter in key) else f"{rule_id}.{key}"
            row = Row.of(row_id, dict(zip(columns, cells, strict=True)))
            own = {
                "page": (pages or {}).get(key, about.get("page")),
                "doc": (docs or {}).get(key, ""),
                "source": (sources or {}).get(key, about.get("source", "")),
            }
            self._add(Rule(row_id, "row", str(cells[0]), row, **own))
            made.append(row)
        self._add(
            Rule(rule_id, "chart", title, Chart(rule_id, title, tuple(columns.items()), tuple(made)), **about)
        )
