"""Maid: every rule of the game that is a number, a formula, a chart or a named fact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from generator.rules.chart import Effect
from generator.rules.maid.limits import MaidLimits
from generator.rules.maid.questions import MaidQuestions
from generator.rules.maid.rolls import ATTRIBUTES
from generator.rules.maid.sheet import MaidSheets
from generator.rules.registry import Book

DIGEST = "forum digest 2014, "
ELSEWHERE = "other public digests and sheets"


class Maid(MaidQuestions, MaidSheets, MaidLimits):
    """The rules of Maid.

    >>> from generator.rules import load
    >>> rules = load("maid")
    >>> rules.formula("MAID-DER-1").printed(rules.labels)
    '10 × Will'
    """

    game = "maid"
    labels: ClassVar[Mapping[str, str]] = {
        "athletics": "Athletics",
        "affection": "Affection",
        "skill": "Skill",
        "cunning": "Cunning",
        "luck": "Luck",
        "will": "Will",
        "spirit": "Spirit",
        "stress": "Stress",
        "favor": "Favor",
        "attribute": "attribute",
        "new_value": "new value",
        "rolled": "die as rolled",
        "penalty": "penalty",
        "boost": "boost",
        "die": "die",
        "result": "result",
        "target": "target",
        "winner_result": "winner’s result",
        "loser_attribute": "loser’s attribute",
        "points": "points",
        "minutes_per_point": "minutes for each point",
        "sum": "sum of the dice",
    }
    below_zero = ("die", "result", "winner_result", "favor")

    @classmethod
    def declare(cls, book: Book) -> None:
        """Declare every rule that is data."""
        _attributes(book)
        _rolls(book)
        _contests(book)
        _stress(book)
        _uniform(book)
        _favor(book)
        _from_elsewhere(book)


def _attributes(book: Book) -> None:
    book.chart(
        "MAID-ATT",
        "Attributes",
        {"name": "Attribute", "covers": "What it covers"},
        {
            "athletics": ("Athletics", "body and movement; the usual choice in a fight"),
            "affection": ("Affection", "honest bonds with others"),
            "skill": ("Skill", "a maid’s duties, done well"),
            "cunning": ("Cunning", "tricks, bluffs and other sly dealings"),
            "luck": ("Luck", "anything at all, by happy accident and without grace"),
            "will": ("Will", "staying positive; sheer force of will"),
        },
        fixed={"name": "sheets and formulas call it so"},
        sources={
            key: f"{DIGEST}L{line}"
            for line, key in enumerate(("athletics", "affection", "skill", "cunning", "luck", "will"), 7)
        },
        source=DIGEST + "L7-12",
        doc="The six attributes of every character.",
    )
    book.number(
        "MAID-ATT-1",
        2,
        "The usual attribute",
        least=1,
        most=12,
        source=DIGEST + "L3",
        doc="Six attributes describe everyone; this is the value of an ordinary one.",
    )
    book.number(
        "MAID-ATT-LEAST",
        0,
        "The least attribute",
        most=6,
        source=DIGEST + "L3",
        doc="No attribute falls below this. No highest value is stated (MAID-AMB-18).",
    )
    book.terms(
        "MAID-ATT-2",
        "Which attribute to roll",
        {"may use": "any attribute that the description fits", "must agree": ("the group", "the GM")},
        source=DIGEST + "L5",
        doc="A player may bring any attribute whose use she can describe, if the group and the GM accept it.",
    )
    book.formula(
        "MAID-DER-1",
        "10 * will",
        "Spirit",
        derives="spirit",
        may_name=ATTRIBUTES,
        least=0,
        most=400,
        source=DIGEST + "L14",
        doc="How much Stress a character can bear. It follows Will whenever Will changes (MAID-AMB-16).",
    )
    book.formula(
        "MAID-DER-2",
        "2 * affection",
        "Favor at the start",
        may_name=ATTRIBUTES,
        least=-100,
        source=DIGEST + "L20",
        doc="Favor when play starts. Later changes of Affection leave Favor as it is (MAID-AMB-16).",
    )


def _rolls(book: Book) -> None:
    book.terms(
        "MAID-DIE",
        "The die",
        {"sides": 6, "counts": book.parse("rolled - penalty + boost")},
        limits={"sides": (1, 100), "counts": (-200, 200)},
        may_name={"counts": ("attribute",)},
        aliases={"die": "sides", "counts as": "counts"},
        source=DIGEST + "L3, L18-19, L23",
        doc="One die for every roll. The uniform’s penalty and a boost of the die change it before it is "
        "multiplied. Both are summed first and the least value of the die is applied once, at the end; "
        "a boosted die may pass its highest face (MAID-AMB-11).",
    )
    book.option(
        "MAID-AMB-4",
        "die_floor",
        "The least that the die counts after the penalty",
        (0, 1, "none"),
        "The digest does not say what becomes of a die that the penalty takes below zero. At zero the result "
        "is zero: an automatic failure. With 'none' results go below zero, and the higher one still wins.",
        source="a reading: the game’s text is silent",
    )
    book.formula(
        "MAID-ACT-1",
        "die * attribute",
        "Result",
        may_name=("rolled", "penalty", "boost"),
        source=DIGEST + "L3",
        doc="The result of a roll: the die, after penalty and boost, times the attribute. "
        "The GM sets the target number that it is compared with.",
    )
    book.condition(
        "MAID-ACT-2",
        "attribute > 0",
        "Can succeed",
        source=DIGEST + "L3",
        doc="Without a point in the attribute nothing succeeds: no roll against a target, even a target of "
        "zero, and no contest. Two such rolls against each other are a tie (MAID-AMB-19).",
    )
    book.option(
        "MAID-AMB-1",
        "tn",
        "When a result reaches the target number",
        ("beats", "meets"),
        "The digest does not say whether an equal result is enough. Other public digests ask for more than "
        "the target number; their difficulty bands read as if an equal result were enough.",
        source=ELSEWHERE,
    )
    book.chart(
        "MAID-TN",
        "Readings of the target number",
        {"name": "The result", "succeeds": "Succeeds when"},
        {
            "beats": ("beats the target", book.parse("result > target")),
            "meets": ("meets the target", book.parse("result >= target and result > 0")),
        },
        source=ELSEWHERE,
        doc="The two readings of a target number; the option MAID-AMB-1 chooses one.",
    )
    book.chart(
        "MAID-DIFF",
        "Target numbers: table readings",
        {
            "name": "Task",
            "low": "From",
            "high": "To",
            "other_low": "Other table: from",
            "other_high": "Other table: to",
        },
        {
            "simple": ("Simple", 4, 6, 4, 6),
            "fair": ("Takes some care", 6, 8, 7, 9),
            "hard": ("Hard", 8, 10, 10, 12),
            "extreme": ("Extreme", 10, None, 12, None),
        },
        limits=dict.fromkeys(("low", "high", "other_low", "other_high"), (0, 100)),
        optional=("extreme.high", "extreme.other_high"),
        aliases={"from": "low", "to": "high"},
        source=ELSEWHERE,
        doc="How two groups set target numbers; the digest gives none. Only the first band has a name there, "
        "the others are named here. The bands read as if meeting the number were enough (MAID-AMB-1).",
    )


def _contests(book: Book) -> None:
    book.formula(
        "MAID-CMB-2",
        "winner_result // max(1, loser_attribute)",
        "Stress of a lost contest",
        source=DIGEST + "L4",
        doc="What the loser takes: the winner’s whole result over the attribute that the loser used. "
        "The loser’s own roll does not soften it.",
    )
    book.terms(
        "MAID-CMB-4",
        "Working together",
        {
            "adds": "the results of all who help",
            "takes Stress": "one member takes all of it",
            "who": "a player character, if there is one in the group",
            "divides by": "the attribute that this member used",
        },
        fixed="it says in words how the odds are worked out",
        source=DIGEST + "L4",
        doc="Results are added, not dice (MAID-AMB-8). When the group loses, the Stress is not shared: the "
        "players choose one of the player characters, whose own attribute divides it (MAID-AMB-9). "
        "How a group fares that loses to several opponents is not covered (MAID-AMB-10).",
    )


def _stress(book: Book) -> None:
    book.condition(
        "MAID-STR-1",
        "stress > spirit",
        "A Stress Explosion starts",
        one_limit=True,
        may_name=ATTRIBUTES,
        source=DIGEST + "L14-15",
        doc="The character’s own Stress Explosion starts once Stress is above Spirit; "
        "reaching Spirit is not enough (MAID-AMB-13).",
    )
    book.formula(
        "MAID-STR-2",
        "minutes_per_point * stress",
        "How long an explosion lasts",
        may_name=(*ATTRIBUTES, "spirit"),
        least=0,
        most=100_000,
        source=DIGEST + "L15",
        doc="Minutes of real time until no Stress is left. "
        "Stress that is gained meanwhile prolongs it, Stress that Favor removes shortens it (MAID-AMB-14).",
    )
    book.terms(
        "MAID-STR",
        "During a Stress Explosion",
        {"may do": "only what belongs to the explosion", "ends": "when no Stress is left"},
        fixed={"ends": "it says in words how the minutes are worked out"},
        source=DIGEST + "L15",
        doc="She may go on trying to do her duties, but only in ways that belong to her Stress Explosion.",
    )
    book.number(
        "MAID-AMB-15",
        1,
        "Minutes for each point of Stress",
        least=1,
        most=10_080,
        name="minutes_per_point",
        source=DIGEST + "L15",
        doc="Real minutes suit a table; groups that play by post set a longer time (MAID-AMB-15).",
    )


def _uniform(book: Book) -> None:
    book.chart(
        "MAID-UNI",
        "The uniform",
        {"name": "Part", "penalty": "Off the die", "note": "Note"},
        {
            "apron": ("Apron", 1, ""),
            "blouse": ("Blouse", 1, "one garment with the skirt, if it is a one-piece dress"),
            "skirt": ("Skirt", 1, "one garment with the blouse, if it is a one-piece dress"),
            "stockings": ("Stockings", 1, ""),
            "undergarments": ("Undergarments", 1, "counted once; nothing if none are worn anyway"),
            "headdress": ("Frilly headdress", 2, "the crown of the uniform"),
        },
        limits={"penalty": (0, 20)},
        sources=dict.fromkeys(("apron", "blouse", "skirt", "stockings", "undergarments"), DIGEST + "L16-18")
        | {"headdress": DIGEST + "L18"},
        source=DIGEST + "L16-18",
        doc="What each part that is damaged, removed or very dirty takes off the die. "
        "The numbers are known from one GM’s digest only: take them for a rule of that table (MAID-AMB-4).",
    )
    book.terms(
        "MAID-UNI-1",
        "Penalties add up",
        {
            "counts when": "damaged, removed or very dirty",
            "one-piece": ("blouse", "skirt"),
            "may be left off": ("undergarments",),
            "in doubt": ("headdress",),
            "in doubt counts when": "removed",
        },
        choices={
            "one-piece": ("apron", "blouse", "skirt", "stockings", "undergarments", "headdress"),
            "may be left off": ("apron", "blouse", "skirt", "stockings", "undergarments", "headdress"),
            "in doubt": ("headdress",),
        },
        source=DIGEST + "L16-18",
        doc="The penalties of all parts are added. The parts of a one-piece dress count once together, "
        "however much of it is damaged (MAID-AMB-7). A part that the maid goes without anyway costs nothing.",
    )
    book.terms(
        "MAID-UNI-2",
        "Until it is put right",
        {"ordinary clothes": "do not help", "lasts until": "the part is replaced with proper attire"},
        source=DIGEST + "L16-17",
        doc="Other clothes in place of a lost part do not lift its penalty; only proper attire does.",
    )
    book.terms(
        "MAID-UNI-3",
        "What the penalty touches",
        {
            "who": "maids",
            "applies to": "every roll for an action or a contest",
            "leaves alone": "dice rolled for a price in Favor",
        },
        fixed="it says in words what the penalty is taken off",
        source=DIGEST + "L17-19",
        doc="All of a maid’s rolls that are multiplied by an attribute, so not the die that a use of Favor "
        "costs (MAID-AMB-5). Masters, butlers and others wear no uniform and have no penalty (MAID-AMB-6).",
    )
    book.option(
        "MAID-AMB-20",
        "headdress",
        "When the headdress counts",
        ("any", "removed"),
        "The digest names damage and dirt for the other parts, and for the headdress only its removal. "
        "With 'any' it counts like the others; with 'removed' a spoilt headdress costs nothing while worn.",
        source=DIGEST + "L16-18",
    )


def _favor(book: Book) -> None:
    book.chart(
        "MAID-FAV",
        "Uses of Favor",
        {"name": "Use", "cost": "Costs", "sides": "or a die with sides", "gives": "Gives"},
        {
            "MAID-FAV-1": ("Calm down", book.parse("points"), None, Effect("less Stress", (("stress", -1),))),
            "MAID-FAV-2": (
                "Raise an attribute",
                book.parse("10 * new_value"),
                None,
                Effect("a higher attribute, for good", (("attribute", 1),)),
            ),
            "MAID-FAV-3": (
                "Boost a roll",
                None,
                6,
                Effect(
                    "a higher die or attribute for one action; say so before you roll",
                    (("die", 1), ("attribute", 1)),
                ),
            ),
            "MAID-FAV-4": (
                "Call a Random Event",
                None,
                6,
                Effect("a roll on the table of Random Events, with the details up to you"),
            ),
        },
        limits={
            "cost": (0, 10_000),
            "sides": (1, 100),
            "MAID-FAV-2.gives": (1, 10),
            "MAID-FAV-3.gives": (0, 10),
        },
        may_name={"MAID-FAV-2.gives": ("attribute",), "MAID-FAV-3.gives": ("die", "attribute")},
        fixed={
            "MAID-FAV-1.gives": "its cost says how much Stress goes",
            "MAID-FAV-4.gives": "what comes of a Random Event is up to the player",
        },
        aliases={"die": "sides", "price": "cost"},
        docs={
            "MAID-FAV-1": "Favor removes Stress, during a Stress Explosion too (MAID-AMB-14).",
            "MAID-FAV-2": "Each step costs by the new value. No highest value is stated (MAID-AMB-18).",
            "MAID-FAV-3": "One die of Favor raises the die or the attribute, not both, for one action. "
            "The cost is rolled after announcing, so it can take Favor below zero, and then dismissal "
            "is due (MAID-AMB-12).",
            "MAID-FAV-4": "One die of Favor brings a Random Event, whose details the player decides. "
            "It too can cost more than there is (MAID-AMB-12).",
        },
        sources={f"MAID-FAV-{use}": f"{DIGEST}L{20 + use}" for use in range(1, 5)},
        source=DIGEST + "L20-24",
        doc="What Favor buys. A row has either a formula or a die as its cost.",
    )
    book.terms(
        "MAID-FAV-5",
        "How Favor comes and goes",
        {
            "gained by": ("pleasing the Master", "a whim of the GM"),
            "lost by": ("displeasing the Master", "a whim of the GM"),
        },
        source=DIGEST + "L20, L25",
        doc="Favor rises when the Master is pleased and falls when not; the GM may also give or take it.",
    )
    book.condition(
        "MAID-FAV-6",
        "favor < 0",
        "Dismissed",
        may_name=ATTRIBUTES,
        source=DIGEST + "L25",
        doc="At any moment at which this holds the maid is dismissed, unless she lowers attributes in time.",
    )
    book.formula(
        "MAID-FAV-7",
        "10 * new_value",
        "Favor for lowering an attribute",
        least=0,
        most=10_000,
        source=DIGEST + "L25",
        doc="Each step down gives Favor by the new value, so the last step, to zero, gives none. "
        "The digest’s words leave out the factor that its own example has; the example counts (MAID-AMB-3).",
    )


def _from_elsewhere(book: Book) -> None:
    book.terms(
        "MAID-START",
        "Starting attributes",
        {"dice": 2, "attribute": book.parse("sum // 3")},
        limits={"dice": (1, 20), "attribute": (0, 100)},
        source=ELSEWHERE,
        doc="How an attribute is rolled at the start, as public sheets tell, not the digest (MAID-AMB-17).",
    )
    book.chart(
        "MAID-TYPE",
        "Maid types",
        {"name": "Type", "changes": "Changes"},
        {
            key: (key.capitalize(), Effect(changes=((raised, 1), (lowered, -1))))
            for key, raised, lowered in (
                ("lucky", "luck", "athletics"),
                ("sly", "cunning", "will"),
                ("warm", "affection", "cunning"),
                ("able", "skill", "affection"),
                ("sporty", "athletics", "skill"),
                ("brave", "will", "luck"),
            )
        },
        limits={"changes": (-10, 10)},
        source=ELSEWHERE,
        doc="What each of a maid’s two types changes in her attributes, in the order of the die that chooses "
        "it; both may be the same. As public sheets have it, not the digest (MAID-AMB-17); the names are "
        "ours. Afterwards no attribute is below the least (MAID-ATT-LEAST).",
    )
    book.terms(
        "MAID-ELSEWHERE",
        "Rules told elsewhere",
        {
            "give in": "a loser may obey the winner in place of taking Stress",
            "butlers": "butlers pay Stress off with Favor and never explode",
            "others": "past Spirit a guest runs off, faints or is carried out",
        },
        source=ELSEWHERE,
        doc="Rules that the digest does not have and that nothing here enforces (MAID-AMB-17).",
    )


RULES = Maid
