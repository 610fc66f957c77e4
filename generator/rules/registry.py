"""The registry of a game's rules: declared in a book, read through one frozen value, every read noted."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, ParamSpec, TypeVar

from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.rules.book import Book, Rule
from generator.rules.chart import Chart, Row
from generator.rules.formula import Formula
from generator.rules.house import replaced
from generator.rules.lookup import Lookup
from generator.rules.questions import Question

__all__ = ["Book", "Rule", "Rules", "load", "load_or_empty", "note", "procedure", "recording"]

P = ParamSpec("P")
T = TypeVar("T")


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
        book = Book(self.labels)
        self.declare(book)
        procedures = self._procedures()
        if twice := set(procedures) & set(book.rules):
            raise ValueError(f"{', '.join(sorted(twice))} is declared twice")
        declared = replaced(book, overrides or {}, procedures) | procedures
        self._rules: Mapping[str, Rule]
        self._memory: dict[Any, tuple[Any, frozenset[str]]]
        object.__setattr__(self, "_rules", declared)
        object.__setattr__(self, "_memory", {})

    def _procedures(self) -> dict[str, Rule]:
        """The procedures by their ids, each bound to this value."""
        found = {}
        for attribute in dir(type(self)):
            method = getattr(type(self), attribute)
            for rule_id in getattr(method, "rule_ids", ()):
                found[rule_id] = method.declared._replace(id=rule_id, value=getattr(self, attribute))
        return found

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
        """The rule with all that is declared about it; HandbillError (``unknown-rule``) for no rule."""
        try:
            rule = self._rules[rule_id]
        except KeyError:
            message = f"'{rule_id}' is no rule of {self.game}"
            known = [*self._rules, *(name for name in dir(self) if not name.startswith("_"))]
            raise HandbillError(Problem("unknown-rule", message, hint=nearest(rule_id, known))) from None
        note((rule_id,))
        if isinstance(rule.value, Chart):
            note(tuple(row.id for row in rule.value))
        return rule

    def __getitem__(self, rule_id: str) -> Any:
        """A rule's value: a number, Formula, Row, Chart, chosen option, or a procedure's function."""
        return self.rule(rule_id).value

    def questions(self) -> tuple[Question, ...]:
        """What players ask of the game's odds, in order; empty for a game that declares none."""
        return ()

    def question(self, question_id: str) -> Question:
        """The question of that id; HandbillError (exit 2) with the nearest one."""
        known = {made.id: made for made in self.questions()}
        if question_id in known:
            return known[question_id]
        message = f"{self.game} has no question '{question_id}'"
        hint = nearest(question_id, known) or "there are " + ", ".join(known)
        raise HandbillError(Problem("unknown-question", message, hint=hint), USAGE)

    def derived(self, name: str) -> Formula | Lookup:
        """What a sheet computes under a name; HandbillError (``unknown-derived``) for no such value."""
        raise self._unknown("derived", "computes no value", name)

    def bounds(self, name: str) -> tuple[int | None, int | None]:
        """The least and the highest value of what a sheet names so, None where there is no limit;
        HandbillError (``unknown-bounds``) for no such bounds."""
        raise self._unknown("bounds", "has no bounds", name)

    def choices(self, name: str) -> tuple[tuple[str, str], ...]:
        """(value, label) of what can be chosen under a name, in order; HandbillError (``unknown-choices``)
        for no such choices."""
        raise self._unknown("choices", "has no choices", name)

    def _unknown(self, what: str, message: str, name: str, known: Iterable[str] = ()) -> HandbillError:
        """That the game declares nothing under a name, with the nearest of those that are known."""
        names = sorted(known)
        hint = nearest(name, names) or (f"there are {', '.join(names)}" if names else "it declares none")
        return HandbillError(
            Problem(f"unknown-{what}", f"{self.game or 'this game'} {message} '{name}'", hint=hint)
        )

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
    an option's choice, or the changed cells of a row or of terms. HandbillError tells every problem at once.
    """
    found = _declared(game)
    if found is None:
        message = f"no rules are declared for '{game}'"
        raise HandbillError(Problem("unknown-game", message), exit_status=USAGE)
    return found(overrides)


def load_or_empty(game: str) -> Rules:
    """The published rules of a game, or rules without any for a game that is text only."""
    return (_declared(game) or Rules)()


def _declared(game: str) -> type[Rules] | None:
    """What a module of the game's name declares as ``RULES``; modules that only serve one declare none."""
    name = f"generator.rules.{game}"
    try:
        module = importlib.import_module(name) if game.isidentifier() else None
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return None
    made = getattr(module, "RULES", None)
    assert made is None or issubclass(made, Rules)
    return made
