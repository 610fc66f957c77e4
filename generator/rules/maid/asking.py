"""Maid: what its questions share: parameters, table ranges, parts of an answer, words of a sentence."""

from __future__ import annotations

from fractions import Fraction

from generator.rules.chart import Row
from generator.rules.maid.contests import Contest
from generator.rules.maid.duels import MaidDuels
from generator.rules.maid.favor import MaidFavor
from generator.rules.maid.rolls import ATTRIBUTES
from generator.rules.questions import Answer, Measure, Parameter, Share, choice, number

SOURCE = "computed from the rules"
HIGH = 12
"""The highest attribute that may be asked for, unless the usual one is high; no rule states one."""
ROWS = 6
"""How many attributes tables print."""
TARGETS = (4, 6, 8, 10, 12, 15, 20, 24)
SIDES = ("you", "they")
"""How a matrix names its rows and its columns."""
NO_BOOST = "none"
TIES = "Equal results: nobody wins, nobody is hurt."
ANY_ATTRIBUTE = "maid." + "|".join(ATTRIBUTES)
"""The fields of a sheet that any roll may be read from."""
TABLE_RULE = "What the uniform takes off is one table’s rule."


class Asking(MaidDuels, MaidFavor):
    """Parameters as the rules allow them, by name."""

    @property
    def usual(self) -> int:
        """The ordinary attribute, which stands for all that are not given."""
        return max(self.number("MAID-ATT-1"), self.number("MAID-ATT-LEAST"))

    @property
    def most(self) -> int:
        """The highest attribute that may be asked for: twice the usual one and some more at least."""
        return max(HIGH, 2 * self.usual + 8)

    @property
    def scores(self) -> tuple[int, ...]:
        """The attributes that tables print, from the first that can succeed."""
        least = max(1, self.number("MAID-ATT-LEAST"))
        return tuple(range(least, least + ROWS))

    def attribute_asked(
        self, name: str, label: str, default: int | None = None, field: str = ""
    ) -> Parameter:
        """A parameter that is an attribute; the field ANY_ATTRIBUTE is whichever of the six is used."""
        least = self.number("MAID-ATT-LEAST")
        return number(name, label, least, self.most, self.usual if default is None else default, field)

    def sides_asked(self, against: int | None = None) -> tuple[Parameter, Parameter]:
        """Your attribute and theirs."""
        return (
            self.attribute_asked("attribute", "your attribute", field=ANY_ATTRIBUTE),
            self.attribute_asked("against", "their attribute", against),
        )

    def penalty_asked(
        self, name: str = "penalty", label: str = "off your die", field: str = "maid.penalty"
    ) -> Parameter:
        """What a uniform takes off a die, up to all of it."""
        worst = self.penalty(*self.parts())
        return number(name, label, 0, worst, 0, field, "what the uniform takes off before multiplying")

    def penalties_asked(self) -> tuple[Parameter, Parameter]:
        """What is off your die and off theirs."""
        return self.penalty_asked(), self.penalty_asked("against_penalty", "off their die", "")

    def boost_asked(self, name: str = "boost", label: str = "your boost") -> Parameter:
        """A boost for one roll, of the die or of the attribute."""
        boosts = (NO_BOOST, *(score for score, _ in self.row("MAID-FAV-3").effect("gives").changes))
        return choice(name, label, boosts, help="what Favor raises for this roll")

    def target_asked(self) -> Parameter:
        """A target number."""
        default = self.chart("MAID-DIFF").rows[0].number("high")
        boost = self.row("MAID-FAV-3").effect("gives").change("die")
        highest = max(
            (self.row("MAID-DIE").number("sides") + 1) * self.most,
            self.result(self.most, boost=boost).highest,
            *TARGETS,
            *(number for row in self.chart("MAID-DIFF") for number in row.cells if isinstance(number, int)),
        )
        return number("target", "target", 0, highest, default, help="the number that the GM names")

    def boosted(self, attribute: int, boost: str) -> tuple[int, int]:
        """The attribute as used and what is added to the die."""
        gives = self.row("MAID-FAV-3").effect("gives")
        return (
            attribute + (gives.change("attribute") if boost == "attribute" else 0),
            gives.change("die") if boost == "die" else 0,
        )

    def parts(self) -> tuple[str, ...]:
        """The parts of the uniform, in the order of the chart."""
        return tuple(row.key for row in self.chart("MAID-UNI"))

    def reading(self) -> str:
        """How the target is read, as a sentence for what is assumed."""
        row = self.row(f"MAID-TN.{self.option('tn')}")
        return f"You succeed when {self.when(row)}."

    def when(self, reading: Row, result: str = "the result ") -> str:
        """When a reading of the target has you succeed: by its name, or by its condition where a house rule
        changed that and left the name.

        >>> from generator.rules import load
        >>> rules = load("maid", {"MAID-TN.meets": "result > target"})
        >>> [rules.when(row) for row in rules.chart("MAID-TN")]
        ['the result beats the target', 'result > target']
        """
        published = self.rule(reading.id).published
        if isinstance(published, Row) and published["name"] == reading["name"]:
            return reading.formula("succeeds").printed(self.labels)
        return result + reading.text("name")

    def price(
        self, off: int, attribute: int, target: int, against: int, penalty: int
    ) -> tuple[Contest, tuple[Measure, ...]]:
        """The contest with so much more off your die, and what that changes there and at the target."""
        whole, spoilt = (self.opposed(attribute, against, lost) for lost in (penalty, penalty + off))
        before, after = (self.chance(attribute, target, lost) for lost in (penalty, penalty + off))
        return spoilt, (
            counted("off", "off the die", off),
            Measure("target", "at a target", after - before, "points"),
            Measure("contest", "in a contest", win(spoilt) - win(whole), "points"),
            counted("stress", "more Stress", spoilt.taken.mean() - whole.taken.mean()),
        )


def found(answer: Answer, key: str) -> Fraction | None:
    """A measure, or None where the answer has none of that key."""
    return next((measure.value for measure in answer.measures if measure.key == key), None)


def win(contest: Contest) -> Fraction:
    """The chance of the first side to win."""
    return contest.odds.chances[0]


def counted(key: str, label: str, value: Fraction | int) -> Measure:
    """A number that is no chance: Stress, Favor, contests, a target."""
    return Measure(key, label, Fraction(value), "number")


def tried(chance: Fraction) -> tuple[Share, Share]:
    """To succeed or to fail."""
    failing = chance.denominator - chance.numerator
    return Share("succeed", "you succeed", chance.numerator), Share("fail", "you fail", failing)


def about(value: Fraction, one: str, many: str = "") -> str:
    """A number of things in a sentence, to the nearest whole.

    >>> about(Fraction(35, 18), "contest", "contests"), about(Fraction(6, 5), "contest", "contests")
    ('about 2 contests', 'about 1 contest')
    """
    whole = (2 * value.numerator + value.denominator) // (2 * value.denominator)
    things = f"{whole} {one if whole == 1 else many or one}"
    return things if whole == value else f"about {things}"
