"""Questions that players ask of the odds: declared once, asked by pages, files, commands and tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from generator.dice.contests import Odds
from generator.dice.distribution import Distribution
from generator.dice.rounding import nearest_whole
from generator.problems import USAGE, HandbillError, Problem, nearest

Setting: TypeAlias = int | str
Kind: TypeAlias = Literal["chance", "number", "points"]
"""How a measure reads: a chance, a number (3½ rounds), or a difference of chances in percent points."""


class Share(NamedTuple):
    """One part of a whole: in how many of the equally likely ways it happens."""

    key: str
    label: str
    weight: int


class Measure(NamedTuple):
    """One exact number beside the shares."""

    key: str
    label: str
    value: Fraction
    kind: Kind = "chance"


class Answer(NamedTuple):
    """What a question answers for one setting of its parameters.

    ``shares`` are parts of one whole (win, tie, lose; or each outcome, ``ordered`` from the lowest up),
    ``measures`` further exact numbers, ``says`` what was decided on the way ("the d8 cancels their d6").
    """

    shares: tuple[Share, ...] = ()
    measures: tuple[Measure, ...] = ()
    ordered: bool = False
    says: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """The weights of all shares together."""
        return sum(share.weight for share in self.shares)

    def chance(self, key: str) -> Fraction:
        """The chance of one share; KeyError where there is none."""
        for share in self.shares:
            if share.key == key:
                return Fraction(share.weight, self.total)
        raise KeyError(key)

    def at_least(self, key: str) -> Fraction:
        """The chance of this share or any after it, where they are ordered."""
        keys = [share.key for share in self.shares]
        return Fraction(sum(share.weight for share in self.shares[keys.index(key) :]), self.total)

    def value(self, key: str) -> Fraction:
        """A measure, or the chance of a share."""
        for measure in self.measures:
            if measure.key == key:
                return measure.value
        return self.chance(key)


def of_odds(odds: Odds, measures: Sequence[Measure] = (), says: Sequence[str] = ()) -> Answer:
    """Win, tie and lose as an answer."""
    parts = zip(("win", "tie", "lose"), ("you win", "tie", "they win"), odds.weights, strict=True)
    return Answer(tuple(Share(*part) for part in parts), tuple(measures), says=tuple(says))


def of_distribution(
    distribution: Distribution,
    label: Callable[[int], str] = str,
    measures: Sequence[Measure] = (),
    says: Sequence[str] = (),
) -> Answer:
    """Every outcome as a share, from the lowest up."""
    parts = tuple(Share(str(outcome), label(outcome), weight) for outcome, weight in distribution.items())
    return Answer(parts, tuple(measures), ordered=True, says=tuple(says))


class Parameter(NamedTuple):
    """What a question wants to know.

    ``name`` is a Python name, ``--self-loathing`` on the command line. ``values`` are all that are allowed,
    in order: whole numbers or words. ``field`` names the character field that it can be read from, by
    sheet and field, "minion.self_loathing"; empty where no sheet holds it. ``aliases`` are further words
    for a value, as pairs: ("d6", "desperation"). With ``several`` a value is a set of numbers, written as
    "2,4" in ascending order, or "none"; it is read in any order.
    """

    name: str
    label: str
    values: tuple[Setting, ...]
    default: Setting
    field: str = ""
    help: str = ""
    aliases: tuple[tuple[str, Setting], ...] = ()
    several: bool = False

    @property
    def allowed(self) -> str:
        """The allowed values in few words: ``0 to 6``, or ``none, intimacy (d4)``."""
        if self.several:
            return f"{self.values[0]}, or any of {self.values[-1]} with commas between"
        numbers = [value for value in self.values if isinstance(value, int)]
        if len(numbers) == len(self.values) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]} to {numbers[-1]}"
        also = {value: word for word, value in self.aliases}
        return ", ".join(f"{value} ({also[value]})" if value in also else str(value) for value in self.values)

    def read(self, text: Setting) -> Setting:
        """The allowed value that the text writes; HandbillError (``parameter``, exit 2) naming what is."""
        written = str(text).strip().lower()
        named = str(dict(self.aliases).get(written, written))
        if self.several:
            named = ",".join(sorted((part.strip() for part in written.split(",")), key=_in_order))
        for value in self.values:
            if named == str(value).lower():
                return value
        words = [value for value in self.values if isinstance(value, str) and not self.several]
        near = nearest(written, words) if words else None
        hint = f"allowed: {self.allowed}" + (f"; {near}" if near else "")
        raise HandbillError(Problem("parameter", f"{self.label} cannot be '{text}'", hint=hint), USAGE)


def _in_order(part: str) -> tuple[int, str]:
    """Sorts whole numbers by size though they are text."""
    return len(part), part


def number(
    name: str, label: str, lowest: int, highest: int, default: int, field: str = "", help: str = ""
) -> Parameter:
    """A parameter that is a whole number in a range."""
    return Parameter(name, label, tuple(range(lowest, highest + 1)), default, field, help)


def choice(
    name: str,
    label: str,
    values: Sequence[Setting],
    field: str = "",
    help: str = "",
    aliases: Mapping[str, Setting] | None = None,
) -> Parameter:
    """A parameter that is one of a few words, the first being the default."""
    return Parameter(name, label, tuple(values), values[0], field, help, tuple((aliases or {}).items()))


def subset(name: str, label: str, of: Sequence[int], field: str = "", help: str = "") -> Parameter:
    """A parameter that is a set of these numbers, none of them being the default.

    >>> subset("harm", "Marked boxes", (1, 2, 3)).read("3, 1")
    '1,3'
    """
    sets = (chosen for size in range(1, len(of) + 1) for chosen in combinations(of, size))
    values = ("none", *(",".join(map(str, chosen)) for chosen in sets))
    return Parameter(name, label, values, "none", field, help, several=True)


Show: TypeAlias = Literal["odds", "chance", "number", "points", "levels"]


class Table(NamedTuple):
    """How a printed table of a question is laid out.

    ``rows`` (and ``columns``, in a matrix) name parameters with the values to print; all others stay at
    ``fixed`` or their default. ``show`` says what a cell holds: win large with tie and lose small
    (``odds``), one value of the answer (``chance``, ``number`` or ``points``, the one named ``key``),
    or, without ``columns``, "at least" each outcome (``levels``). A list has ``keys`` instead of columns.
    ``corner`` names rows and columns in a word each ("you", "they") where the parameters' labels are long.
    """

    id: str
    caption: str
    rows: tuple[str, tuple[Setting, ...]]
    columns: tuple[str, tuple[Setting, ...]] | None = None
    show: Show = "odds"
    key: str = ""
    keys: tuple[str, ...] = ()
    fixed: Mapping[str, Setting] = MappingProxyType({})
    corner: tuple[str, str] = ("", "")

    def settings(self) -> Iterator[dict[str, Setting]]:
        """Every setting of the parameters that the table prints, row by row."""
        name, values = self.rows
        for value in values:
            if self.columns is None:
                yield {**self.fixed, name: value}
            else:
                for other in self.columns[1]:
                    yield {**self.fixed, name: value, self.columns[0]: other}


class AsPrinted(str):
    """An assumption of the printed tables alone: for any other setting the setting itself says it."""


class Question(NamedTuple):
    """One declared question. ``ask`` is in a player's own words, ``number`` its place in the game's list.

    ``respond`` answers for one setting of all parameters, ``assumes`` holds what the answer takes for
    granted, ``remember`` computes the sentence to remember from the rules as they are.
    """

    id: str
    number: int
    title: str
    ask: str
    parameters: tuple[Parameter, ...]
    tables: tuple[Table, ...]
    assumes: tuple[str, ...]
    respond: Callable[..., Answer]
    remember: Callable[[], str]

    @property
    def always_assumes(self) -> tuple[str, ...]:
        """What the answer takes for granted whatever the setting."""
        return tuple(text for text in self.assumes if not isinstance(text, AsPrinted))

    def parameter(self, name: str) -> Parameter:
        """The parameter of that name; HandbillError (exit 2) with the nearest name."""
        for parameter in self.parameters:
            if parameter.name == name.replace("-", "_"):
                return parameter
        names = [parameter.name.replace("_", "-") for parameter in self.parameters]
        message = f"the question '{self.id}' does not ask for '{name}'"
        hint = nearest(name.replace("_", "-"), names) or "it asks for " + ", ".join(names)
        raise HandbillError(Problem("parameter", message, hint=hint), USAGE)

    def setting(self, given: Mapping[str, Setting]) -> dict[str, Setting]:
        """Every parameter's value, the given ones read and checked, all their problems at once."""
        made = {parameter.name: parameter.default for parameter in self.parameters}
        problems: list[Problem] = []
        for name, text in given.items():
            try:
                parameter = self.parameter(name)
                made[parameter.name] = parameter.read(text)
            except HandbillError as error:
                problems += error.problems
        if problems:
            raise HandbillError(problems, USAGE)
        return made

    def answer(self, **given: Setting) -> Answer:
        """The answer for these parameters, all others at their defaults."""
        return self.respond(**self.setting(given))


def difference(key: str, label: str, after: Fraction, before: Fraction) -> Measure:
    """The points by which a chance changes."""
    return Measure(key, label, after - before, "points")


def percent(chance: Fraction) -> str:
    """A chance in the sentence to remember: a whole percent, half up, never 0 or 100 for what is neither.

    >>> percent(Fraction(27, 32)), percent(Fraction(1, 1000))
    ('84%', '<1%')
    """
    whole = nearest_whole(100 * chance)
    if whole == 0 and chance > 0:
        return "<1%"
    if whole == 100 and chance < 1:
        return ">99%"
    return f"{whole}%"
