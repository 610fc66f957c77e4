"""The registry of a game's rules: declared in a book, read through one frozen value, every read noted."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeVar

from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.rules.book import Book, Rule
from generator.rules.chart import Chart, Effect, Row
from generator.rules.formula import Formula
from generator.rules.lookup import Lookup
from generator.rules.questions import Question
from generator.rules.reads import note, recording, unheard

if TYPE_CHECKING:
    from generator.rules.changes import Change, Replaceable

__all__ = [
    "Book",
    "Rule",
    "Rules",
    "declared",
    "games",
    "load",
    "load_or_empty",
    "note",
    "procedure",
    "recording",
]

P = ParamSpec("P")
T = TypeVar("T")


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


class Rules:
    """The rules of one game as one frozen value. Subclasses declare data in ``declare`` and add procedures.

    Every read goes through ``rules[id]`` (or a typed reader) and is noted for ``recording``.
    """

    game: ClassVar[str] = ""
    labels: ClassVar[Mapping[str, str]] = {}
    """The names that formulas may use, with the label that the page prints."""
    may_name: ClassVar[Collection[str]] = ()
    """The scores that every formula may read under house rules, where its rule declares none of its own."""
    may_change: ClassVar[Collection[str]] = ()
    """The scores that every effect may change under house rules, beside those of its column."""
    below_zero: ClassVar[Collection[str]] = ()
    """The scores that can be below zero."""
    tested: ClassVar[Mapping[str, str]] = {}
    """The condition that a gain of a score can set off, by the score: changed effects test it too."""

    def __init__(self, overrides: Mapping[str, object] | None = None) -> None:
        book = Book(self.labels, self.may_name, self.may_change, self.below_zero, self.tested)
        self.declare(book)
        procedures = self._procedures()
        if twice := set(procedures) & set(book.rules):
            raise ValueError(f"{', '.join(sorted(twice))} is declared twice")
        declared = book.rules | procedures
        if overrides:
            from generator.rules.house import replaced  # slow to import, and for changes alone

            declared = replaced(book, overrides, procedures) | procedures
        self._rules: Mapping[str, Rule]
        self._book: Book
        self._memory: dict[Any, tuple[Any, frozenset[str]]]
        self.has_house_rules: bool
        object.__setattr__(self, "_rules", declared)
        object.__setattr__(self, "_book", book)
        object.__setattr__(self, "_memory", {})
        object.__setattr__(self, "has_house_rules", bool(overrides))
        if overrides:
            self._refuse_unplayable(overrides)

    def _refuse_unplayable(self, overrides: Mapping[str, object]) -> None:
        from generator.rules.house import refused

        with unheard():
            found = list(self.unplayable())
        if found:
            raise refused(self._book, overrides, found)

    def unplayable(self) -> Iterable[tuple[str, str, str]]:
        """What house rules broke that no single value shows: a rule's id, what is wrong, what would be right.

        Asked once, when house rules were laid over the published ones; for games to say.
        """
        return ()

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

    @property
    def overridden(self) -> Mapping[str, str]:
        """The new value of each rule that house rules changed, as one line of JSON, by id; charts of changed
        rows too.

        >>> load("maid", {"MAID-DER-1": "8 * will", "MAID-ATT-1": 2}).overridden
        {'MAID-DER-1': '"8 * will"'}
        """
        from generator.rules import changes

        return changes.overridden(self._rules)

    def names(self, key: str) -> bool:
        """Whether a key of house rules names a rule of this game, rightly or not.

        >>> [load("maid").names(key) for key in ("MAID-UNI.headdress.penalty", "tn", "MLWM-VIO")]
        [True, True, False]
        """
        from generator.rules.house import names

        return key in self._rules or names(self._book, key)

    def meant(self, key: str) -> tuple[str, ...]:
        """The ids of the rules that a key means: one, all rows of a chart, or none."""
        from generator.rules.house import meant

        return (key,) if key in self._rules.keys() - self._book.rules.keys() else meant(self._book, key)

    def keys_for_house_rules(self) -> list[str]:
        """Every key by which house rules can name something of this game."""
        from generator.rules.house import keys

        return keys(self._book)

    def changes(self, ids: Collection[str] | None = None) -> tuple[Change, ...]:
        """What house rules changed, of these rules or of all, sorted by id.

        >>> load("maid", {"MAID-DER-1": "8 * will"}).changes()
        (Change(id='MAID-DER-1', cell='', title='Spirit', published='10 × Will', now='8 × Will'),)
        """
        from generator.rules import changes

        return changes.changes(self._rules, self.labels, ids)

    def replaceable(self) -> tuple[Replaceable, ...]:
        """Every value that house rules may replace, in the order in which the rules are declared.

        >>> each = next(each for each in load("maid").replaceable() if each.key == "MAID-ACT-2")
        >>> each.value, each.allows
        ('attribute > 0', 'a condition over attribute')
        """
        from generator.rules import changes

        return changes.replaceable(self._book, self._rules)

    def printed_values(self, *, published: bool = False) -> Mapping[str, str]:
        """Every value that may be replaced as a page prints it, by its key; or its ``published`` value.

        >>> load("maid").printed_values()["MAID-UNI.headdress.penalty"]
        '2'
        """
        from generator.rules import changes

        return changes.printed_values(self._book, self._rules, self.labels, published=published)

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

    def wording(self, name: str) -> str:
        """A few words of these rules that a sheet's label or help asks for as ``{name}``; HandbillError
        (``unknown-wording``) for no such words."""
        raise self._unknown("wording", "has no words for", name)

    def _unknown(self, what: str, message: str, name: str, known: Iterable[str] = ()) -> HandbillError:
        """That the game declares nothing under a name, with the nearest of those that are known."""
        names = sorted(known)
        hint = nearest(name, names) or (f"there are {', '.join(names)}" if names else "it declares none")
        return HandbillError(
            Problem(f"unknown-{what}", f"{self.game or 'this game'} {message} '{name}'", hint=hint)
        )

    def says(self, effect: Effect) -> str:
        """The words of an effect, for games whose words state what another rule says."""
        return effect.says

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

    ``overrides`` maps a rule's id or name, or ``ID.CELL``, to its replacement: a number, a formula's text,
    an option's choice, or the changed cells of a row or of terms. HandbillError tells every problem at once.
    """
    found = declared(game)
    if found is None:
        message = f"no rules are declared for '{game}'"
        raise HandbillError(Problem("unknown-game", message), exit_status=USAGE)
    return found(overrides)


def load_or_empty(game: str, overrides: Mapping[str, object] | None = None) -> Rules:
    """The rules of a game, or rules without any for a game that is text only."""
    return (declared(game) or Rules)(overrides)


def games() -> tuple[str, ...]:
    """The names of all games that declare rules, sorted.

    >>> games()
    ('maid', 'mlwm', 'tsoy')
    """
    import pkgutil
    from importlib.util import find_spec

    package = find_spec(__package__)
    folders = package.submodule_search_locations if package else None
    names = sorted(module.name for module in pkgutil.iter_modules(folders))
    return tuple(name for name in names if declared(name))


def names_part_of(key: str, rule_ids: Collection[str]) -> bool:
    """Whether a key of printed values is one of these rules, or a row or a cell of one.

    >>> names_part_of("MAID-UNI.headdress.penalty", {"MAID-UNI.headdress"})
    True
    """
    parts = key.split(".")
    return any(".".join(parts[:number]) in rule_ids for number in range(len(parts), 0, -1))


def titles(wanted: Iterable[str]) -> dict[str, str]:
    """What everything that house rules may replace is called, by its key, in those of these games that
    declare rules.

    >>> titles(["maid", "chess"])["MAID-DER-1"]
    'Spirit'
    """
    known = (load(game) for game in wanted if declared(game))
    return {each.key: each.title for rules in known for each in rules.replaceable()}


def declared(game: str) -> type[Rules] | None:
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
