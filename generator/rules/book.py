"""How a game declares its rules: each once, with its id, its value and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from generator.rules.cells import Cells
from generator.rules.chart import Cell, Chart, Row
from generator.rules.formula import Formula, parse

Value: TypeAlias = int | Fraction | str | Formula | Row | Chart | Callable[..., Any]


class Rule(NamedTuple):
    """One declared rule.

    ``kind`` is number, formula, condition, row, terms, chart, option or procedure. ``doc`` states the rule,
    ``source`` says where the game's text states it, ``page`` the page of the book where that is known.
    ``short`` is the name that a chart prints where the rule may be set off, with a question mark.
    ``published`` is the value before house rules (the same object where nothing was replaced).

    What may replace the value: ``choices`` are the values of an option; ``least`` and ``most`` the ends of a
    number, or of what a formula may come to while its scores are small; ``may_name`` the scores that a
    formula may read beside those of the published one (None: what the whole game's may); ``derives`` the
    score that a formula computes; ``one_limit`` asks a condition to compare with one limit; ``fixed`` is why
    the value is not replaced; ``cells`` says all this of the cells of a row or of terms.
    ``words`` are what a page prints for words and numbers that are chosen (``sl``: "Success level").
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
    most: int | None = None
    may_name: Collection[str] | None = None
    derives: str = ""
    one_limit: bool = False
    fixed: str = ""
    cells: Cells | None = None
    words: Mapping[int | str, str] = {}  # empty, and unlike a proxy it goes to another process

    @property
    def changed(self) -> bool:
        """Whether a house rule replaced the published value."""
        return self.published is not None and self.published != self.value


class Book:
    """Collects the declarations of one game, and refuses a doubled id or a formula with an unknown name.

    ``names`` are the scores of the game. Every formula that house rules write may read those of
    ``may_name``, every effect may change those of ``may_change``; scores ``below_zero`` can be negative.
    ``tested`` holds the condition that a gain of a score can set off.
    """

    def __init__(
        self,
        names: Collection[str],
        may_name: Collection[str] = (),
        may_change: Collection[str] = (),
        below_zero: Collection[str] = (),
        tested: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.rules: dict[str, Rule] = {}
        self.names = tuple(names)
        self.may_name, self.may_change, self.below_zero = tuple(may_name), tuple(may_change), below_zero
        self.tested = tested
        self._known = frozenset(names)

    def _add(self, rule: Rule) -> None:
        if rule.id in self.rules:
            raise ValueError(f"{rule.id} is declared twice")
        self.rules[rule.id] = rule

    def parse(self, text: str) -> Formula:
        """The formula, over this game's names."""
        return parse(text, self._known)

    def number(
        self, rule_id: str, value: int, title: str, *, least: int | None = 0, most: int = 1000, **about: Any
    ) -> None:
        """Declare a whole number; house rules may give any value from ``least`` to ``most``."""
        self._add(Rule(rule_id, "number", title, value, least=least, most=most, **about))

    def formula(self, rule_id: str, text: str, title: str, **about: Any) -> None:
        """Declare a formula, or a condition where the text compares.

        What may replace it: ``may_name``, ``least``, ``most``, ``derives``, ``one_limit`` and ``fixed``, as
        in Rule.
        """
        made = self.parse(text)
        self._add(Rule(rule_id, "condition" if made.is_condition else "formula", title, made, **about))

    condition = formula

    def terms(
        self,
        rule_id: str,
        title: str,
        cells: Mapping[str, Cell],
        *,
        labels: Mapping[str, str] | None = None,
        **about: Any,
    ) -> None:
        """Declare the named values of one rule, ``labels`` being what a page calls them; what may replace
        each is said by the keywords of Cells."""
        declared = Cells.taken_from(about, labels or {})
        self._add(Rule(rule_id, "terms", title, Row.of(rule_id, cells), cells=declared, **about))

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
        (``MLWM-CMD``). The first cell names the row in print. What may replace the cells of a column is
        said by the keywords of Cells.
        """
        declared = Cells.taken_from(about, columns)
        made = []
        for key, cells in rows.items():
            row_id = key if any(letter.isupper() for letter in key) else f"{rule_id}.{key}"
            row = Row.of(row_id, dict(zip(columns, cells, strict=True)))
            own = {
                "page": (pages or {}).get(key, about.get("page")),
                "doc": (docs or {}).get(key, ""),
                "source": (sources or {}).get(key, about.get("source", "")),
                "words": about.get("words", {}),
            }
            self._add(Rule(row_id, "row", str(cells[0]), row, cells=declared, **own))
            made.append(row)
        self._add(
            Rule(rule_id, "chart", title, Chart(rule_id, title, tuple(columns.items()), tuple(made)), **about)
        )
