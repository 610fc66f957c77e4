"""The registry of a game's rules: declared in a book, read through one frozen value, every read noted."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, ParamSpec, TypeAlias, TypeVar

from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.rules.chart import Cell, Chart, Row
from generator.rules.formula import Formula, parse

P = ParamSpec("P")
T = TypeVar("T")
Value: TypeAlias = int | Fraction | str | Formula | Row | Chart | Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Rule:
    """One declared rule.

    ``kind`` is number, formula, condition, row, terms, chart, option or procedure. ``doc`` states the rule,
    ``source`` says where the game's text states it, ``page`` the page of the book where that is known.
    ``choices`` are the values of an option; ``least`` the smallest value that a number may be given.
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


_recorders: ContextVar[tuple[set[str], ...]] = ContextVar("recorders", default=())


def procedure(
    *rule_ids: str, title: str, source: str = "", page: int | None = None
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Make a method of a game's rules the procedure under these ids.

    A call is remembered by its (hashable) arguments together with the rules that it read, so a remembered
    answer still tells what it rests on.
    """

    def declare(method: Callable[P, T]) -> Callable[P, T]:
        @functools.wraps(method)
        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            rules = args[0]
            assert isinstance(rules, Rules)
            key = (method.__name__, args[1:], tuple(sorted(kwargs.items())))
            if key not in rules._memory:
                with recording() as reads:
                    note(rule_ids)
                    answer = method(*args, **kwargs)
                rules._memory[key] = (answer, frozenset(reads))
                return answer
            answer, remembered = rules._memory[key]
            note(remembered)
            return answer

        call.declared = Rule("", "procedure", title, call, doc=method.__doc__ or "", source=source, page=page)  # type: ignore[attr-defined]
        call.rule_ids = rule_ids  # type: ignore[attr-defined]
        return call

    return declare


def note(rule_ids: Collection[str]) -> None:
    """Note that these rules were read."""
    for recorder in _recorders.get():
        recorder.update(rule_ids)


@contextmanager
def recording() -> Iterator[set[str]]:
    """Collect the ids of all rules that are read inside, whichever rules value is asked.

    >>> rules = load("mlwm")
    >>> with recording() as reads:
    ...     _ = rules["MLWM-BONUS-1"]
    >>> sorted(reads)
    ['MLWM-BONUS-1']
    """
    reads: set[str] = set()
    token = _recorders.set((*_recorders.get(), reads))
    try:
        yield reads
    finally:
        _recorders.reset(token)


class Rules:
    """The rules of one game as one frozen value. Subclasses declare data in ``declare`` and add procedures.

    Every read goes through ``rules[id]`` (or a typed reader) and is noted for ``recording``.
    """

    game: ClassVar[str] = ""
    labels: ClassVar[Mapping[str, str]] = {}
    """The names that formulas may use, with the label that the page prints."""

    def __init__(self, overrides: Mapping[str, object] | None = None) -> None:
        from generator.rules.house import replaced

        book = Book(self.labels)
        self.declare(book)
        declared = replaced(book, overrides or {}) if overrides else book.rules
        for attribute in dir(type(self)):
            method = getattr(type(self), attribute)
            for rule_id in getattr(method, "rule_ids", ()):
                rule = method.declared
                if rule_id in declared:
                    raise ValueError(f"{rule_id} is declared twice")
                bound = getattr(self, attribute)
                declared[rule_id] = Rule(
                    rule_id, "procedure", rule.title, bound, rule.doc, rule.source, rule.page
                )
        self._rules: Mapping[str, Rule]
        self._memory: dict[Any, tuple[Any, frozenset[str]]]
        object.__setattr__(self, "_rules", declared)
        object.__setattr__(self, "_memory", {})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("rules are frozen: load them anew with other overrides")

    @classmethod
    def declare(cls, book: Book) -> None:
        """Declare every rule that is data."""

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def rule(self, rule_id: str) -> Rule:
        """The rule with all that is declared about it; HandbillError (``unknown-rule``) where there is none."""
        try:
            rule = self._rules[rule_id]
        except KeyError:
            message = f"'{rule_id}' is no rule of {self.game}"
            raise HandbillError(
                Problem("unknown-rule", message, hint=nearest(rule_id, self._rules))
            ) from None
        note((rule_id,))
        if isinstance(rule.value, Chart):
            note(tuple(row.id for row in rule.value))
        return rule

    def __getitem__(self, rule_id: str) -> Any:
        """The value of a rule: a number, Formula, Row, Chart, chosen option, or the function of a procedure."""
        return self.rule(rule_id).value

    def number(self, rule_id: str) -> int:
        """The value of a rule that is a whole number."""
        return self._typed(rule_id, int)

    def formula(self, rule_id: str) -> Formula:
        """The value of a rule that is a formula or a condition."""
        return self._typed(rule_id, Formula)

    def row(self, rule_id: str) -> Row:
        """The value of a rule that is a row of a chart, or terms."""
        return self._typed(rule_id, Row)

    def chart(self, rule_id: str) -> Chart:
        """The value of a rule that is a chart; reading it reads all its rows."""
        return self._typed(rule_id, Chart)

    def option(self, name: str) -> int | str:
        """The chosen value of an option, by its name or id."""
        for rule in self._rules.values():
            if rule.kind == "option" and name in (rule.name, rule.id):
                note((rule.id,))
                assert isinstance(rule.value, int | str)
                return rule.value
        raise KeyError(f"{self.game} has no option '{name}'")

    def _typed(self, rule_id: str, wanted: type[T]) -> T:
        value = self[rule_id]
        if not isinstance(value, wanted):
            raise TypeError(f"{rule_id} holds {type(value).__name__}, not {wanted.__name__}")
        return value


def load(game: str, overrides: Mapping[str, object] | None = None) -> Rules:
    """The rules of a game, frozen, with house rules laid over the published ones.

    ``overrides`` maps a rule id (or an option's name) to its replacement: a number, a formula's text,
    an option's choice, or the changed cells of a row or of terms. Raises HandbillError with every problem at once.
    """
    try:
        module = importlib.import_module(f"generator.rules.{game}")
        made = module.RULES
    except (ModuleNotFoundError, AttributeError):
        message = f"no rules are declared for '{game}'"
        raise HandbillError(Problem("unknown-game", message), exit_status=USAGE) from None
    rules = made(overrides)
    assert isinstance(rules, Rules)
    return rules
