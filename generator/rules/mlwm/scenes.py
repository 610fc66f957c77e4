"""My Life with Master: the facts of scenes: dice, bonus dice, actions, aid, Innocents, Horror, capture."""

from __future__ import annotations

from generator.rules.chart import Cell, Effect
from generator.rules.registry import Book

ROLLED = ("fear", "reason", "love", "self_loathing", "weariness", "innocents")
"""The scores that a pool may be made of: those that stand on a minion's sheet."""

OBEY = "You obey until one roll is done."
STANDSTILL = "The scene is interrupted. Nobody wins, nothing changes, and the matter stays open."

MOST_CHANGE = 10
"""By how much one roll may change a score: a score is seldom higher, and pools grow with it."""

_WAYS = ("win", "lose", "they_lose", "they_win")


def at(lines: str) -> str:
    """The public place of some lines of the quick reference that the rules are taken from."""
    return f"Forge topic 18773, {lines}"


def declare_dice(book: Book) -> None:
    """The pool, the discard, the floor and the tie."""
    book.terms(
        "MLWM-DICE-1",
        "A pool",
        {"sides": 4},
        labels={"sides": "Sides"},
        limits={"sides": (2, 20)},
        doc="You roll as many dice of these sides as the formula of the action says.",
        source=at("L10"),
        page=25,
    )
    book.terms(
        "MLWM-DICE-2",
        "Discard",
        {"face": 4, "counts": 0},
        labels={"face": "Face", "counts": "Counts"},
        limits={"face": (0, 20), "counts": (0, 20)},
        doc="A pool die that shows this face is thrown away: it counts nothing.",
        source=at("L11"),
        page=25,
    )
    book.number(
        "MLWM-DICE-4",
        1,
        "Fewest dice of a minion",
        most=20,
        doc="A minion whose pool comes to less rolls this many dice. It is no choice (MLWM-AMB-2); the slips "
        "of the pen in this line and elsewhere change no rule (MLWM-AMB-19).",
        source=at("L16"),
        page=25,
    )
    book.terms(
        "MLWM-DICE-6",
        "A tie",
        {"tie": Effect(STANDSTILL)},
        labels={"tie": "Everyone"},
        limits={"tie": (-MOST_CHANGE, MOST_CHANGE)},
        doc="Equal totals leave a conflict undecided, a command and the struggle with the Master included: "
        "neither obeyed nor refused, and no Weariness (MLWM-AMB-10).",
        source=at("L19"),
        page=26,
    )
    book.option(
        "MLWM-AMB-1",
        "npc_floor",
        "Fewest dice of everyone else",
        (1, 0),
        "The text gives the floor to minions alone, yet a connection's pool is often zero or less. "
        "By default all sides have the same floor; with the alternative such an opponent totals nothing.",
        source="Forge topic 8201",
        words={1: "1 die", 0: "none"},
    )


def declare_bonus(book: Book) -> None:
    """The three bonus dice."""
    book.chart(
        "MLWM-BONUS",
        "Bonus dice",
        {"name": "Bonus die", "sides": "Sides", "who": "Who can earn it", "condition": "When"},
        {
            "intimacy": ("Intimacy", 4, "anyone, even the Master", "you come close, in earnest or not"),
            "desperation": (
                "Desperation",
                6,
                "anyone, even the Master",
                "you are truly distressed, be it before an animal or a thing",
            ),
            "sincerity": ("Sincerity", 8, "anyone but the Master", "you mean it"),
        },
        limits={"sides": (1, 100)},
        doc="A die on top of the pool, earned by what you do in the scene.",
        source=at("L22-25"),
        sources={"intimacy": at("L23"), "desperation": at("L24"), "sincerity": at("L25")},
        page=32,
    )
    book.number(
        "MLWM-BONUS-1",
        1,
        "Bonus dice in a conflict",
        most=2,
        doc="So many bonus dice are rolled in one conflict, both sides taken together.",
        source=at("L22"),
        page=32,
    )
    book.terms(
        "MLWM-BONUS-3",
        "Never sincere",
        {"side": "Master", "never": "sincerity"},
        labels={"side": "Who", "never": "Never has"},
        choices={"never": ("intimacy", "desperation", "sincerity")},
        fixed=("side",),
        words={"intimacy": "Intimacy", "desperation": "Desperation", "sincerity": "Sincerity"},
        doc="The Master can never hold the die of Sincerity.",
        source=at("L25"),
        page=32,
    )
    book.option(
        "MLWM-AMB-3",
        "bonus_tie",
        "Equal bonus dice",
        ("first", "minion", "none", "both"),
        "Only a higher die cancels one that is already earned, so by default the side that earned it first "
        "keeps it. Else the minion's player keeps it against anyone but a minion, or nobody, or both roll.",
        source="Forge topic 3439",
        words={
            "first": "who earned it first",
            "minion": "the minion's player",
            "none": "nobody",
            "both": "both sides",
        },
    )


_HORROR = ("MLWM-HOR-1",)
_CAPTURE = ("MLWM-CAP-1",)
_SUCCESS = Effect("It is done.", (("self_loathing", 1),), _HORROR)
_TIRED = Effect("You fail.", (("weariness", 1),), _CAPTURE)
_THEIR_SUCCESS = Effect("They have their way.", _SUCCESS.changes, _HORROR)


def declare_actions(book: Book) -> None:
    """The chart of actions."""
    columns = {
        "name": "Action",
        "against": "Against",
        "you": "You roll",
        "they": "They roll",
        "win": "You win",
        "lose": "They win",
        "they_lose": "For them, if you win",
        "they_win": "For them, if they win",
    }

    def row(name: str, against: str, you: str, they: str, *effects: Cell) -> tuple[Cell, ...]:
        theirs = effects if len(effects) == 4 else (*effects, None, None)
        return (name, against, book.parse(you), book.parse(they), *theirs)

    attack = "fear + self_loathing"
    their_attack = "fear + their_self_loathing"
    book.chart(
        "MLWM-ACTIONS",
        "What a minion does",
        columns,
        {
            "MLWM-CMD": row(
                "Resist a command",
                "Master",
                "love - weariness",
                attack,
                Effect("You refuse.", (), ("MLWM-CMD-3",)),
                Effect(OBEY),
            ),
            "MLWM-OVR": row(
                "Make an overture",
                "connection",
                "reason - self_loathing",
                "fear - reason",
                Effect("You grow closer.", (("love", 1),)),
                Effect(
                    "You shame yourself, and still it binds you.",
                    (("love", 1), ("self_loathing", 1)),
                    _HORROR,
                ),
            ),
            "MLWM-VIO": row("Do violence", "NPC", attack, "reason + weariness", _SUCCESS, _TIRED),
            "MLWM-VIL": row("Do villainy", "NPC", attack, "reason", _SUCCESS, Effect("You fail.")),
            "MLWM-PVP-VIO": row(
                "Do violence to a minion",
                "minion",
                attack,
                their_attack,
                _SUCCESS,
                _TIRED,
                *_mirrored(_TIRED),
            ),
            "MLWM-PVP-VIL": row(
                "Do villainy to a minion",
                "minion",
                attack,
                their_attack,
                _SUCCESS,
                Effect("You fail."),
                *_mirrored(Effect("You fail.")),
            ),
            "MLWM-END": row(
                "Struggle with the Master",
                "Master",
                "love - weariness",
                attack,
                Effect("The Master is slain. On to the epilogues."),
                Effect("The Master lives, and the Endgame goes on.", (("weariness", 1),), _CAPTURE),
            ),
        },
        doc="Who rolls what, and what it costs. You are the minion, although the text once names the Master "
        "first (MLWM-AMB-16). Public retellings swap terms here: the struggle is Love without Weariness "
        "against Fear with Self-Loathing (MLWM-AMB-17).",
        source=at("L27-57"),
        sources={
            "MLWM-CMD": at("L29-33"),
            "MLWM-OVR": at("L35-38"),
            "MLWM-VIO": at("L40-45"),
            "MLWM-VIL": at("L47-51"),
            "MLWM-PVP-VIO": at("L53-57"),
            "MLWM-PVP-VIL": at("L53-57"),
            "MLWM-END": at("L77-79"),
        },
        docs={
            "MLWM-CMD": "Refuse what the Master orders.",
            "MLWM-OVR": "Seek the company of a connection; Love comes to that connection.",
            "MLWM-VIO": "Harm somebody who is no minion. Capture follows the failure alone (MLWM-AMB-8).",
            "MLWM-VIL": "Wrong somebody who is no minion, without laying hands on them.",
            "MLWM-PVP-VIO": "Harm another minion. Whoever loses tires.",
            "MLWM-PVP-VIL": "Wrong another minion. Whoever loses merely fails.",
            "MLWM-END": "Try to kill the Master, in the Endgame.",
        },
        pages={"MLWM-END": 37},
        fixed=("against",),
        limits={
            **dict.fromkeys(("you", "they"), (-100, 100)),
            **dict.fromkeys(_WAYS, (-MOST_CHANGE, MOST_CHANGE)),
        },
        may_name={
            **dict.fromkeys(("you", "they"), ROLLED),
            **{
                f"{action}.{part}": (*ROLLED, "their_self_loathing")
                for action in ("MLWM-PVP-VIO", "MLWM-PVP-VIL")
                for part in ("you", "they")
            },
        },
        aliases={"opponent": "they"},
    )


def _mirrored(loss: Effect) -> tuple[Effect, Effect]:
    """For the other minion, if you win, and if they win."""
    return Effect("They fail.", loss.changes, loss.tests), _THEIR_SUCCESS


def declare_commands(book: Book) -> None:
    """What a command asks of a minion, and when a refusal ends it all."""
    book.terms(
        "MLWM-CMD-1",
        "Resisting is a choice",
        {"who": "the minion's player", "without_a_roll": "the minion obeys"},
        labels={"who": "Who decides", "without_a_roll": "Without a roll"},
        doc="Nobody has to resist; who does not roll, obeys.",
        source=at("L29"),
    )
    book.terms(
        "MLWM-CMD-2",
        "How long you obey",
        {"rolls": 1, "of": "the minion, in service of the command"},
        labels={"rolls": "Rolls", "of": "Whose"},
        limits={"rolls": (1, 20)},
        doc="The compulsion ends once the minion has finished so many rolls for it.",
        source=at("L31"),
    )
    book.condition(
        "MLWM-CMD-3",
        "love > fear + weariness",
        "The Endgame begins",
        one_limit=True,
        doc="Tested only when a minion has just won the roll to resist, with the Love for all connections. "
        "Equal is not enough, and Weariness stands beside Fear, whatever retellings say (MLWM-AMB-17).",
        source=at("L33, L73"),
        page=37,
        short="Endgame",
    )


def declare_aid_and_innocents(book: Book) -> None:
    """Helpers, and the Innocents in a scene."""
    book.formula(
        "MLWM-AID-1",
        "love - weariness",
        "Aid",
        least=-100,
        most=100,
        doc="A helper adds so many dice to another minion's roll. Somebody who helps the Master or an NPC "
        "adds as many, gains no Love, and pays nothing (MLWM-AMB-13).",
        source=at("L60"),
        page=34,
    )
    book.option(
        "MLWM-AMB-11",
        "aid_floor",
        "Fewest dice of a helper",
        (0, 1),
        "The floor is told of a minion's own pool. By default a helper with nothing to give adds nothing.",
        source=at("L60"),
        words={0: "none", 1: "1 die"},
    )
    book.option(
        "MLWM-AMB-12",
        "aid_results",
        "What a helper shares",
        ("all", "loss"),
        "The text says any results: by default a helper takes part in gains and losses alike, else in losses "
        "alone.",
        source=at("L60"),
        words={"all": "gains and losses", "loss": "losses alone"},
    )
    book.formula(
        "MLWM-INN-1",
        "reason + innocents",
        "Reason in a roll",
        may_name=ROLLED,
        least=-100,
        most=100,
        doc="With Innocents in the scene or conflict, every roll uses this for Reason. Rolls only: the "
        "thresholds keep the town's own Reason (MLWM-AMB-15).",
        source=at("L65"),
        page=36,
    )
    book.terms(
        "MLWM-INN-2",
        "An Innocent is killed",
        {"killed": Effect("Everybody is more afraid.", (("fear", 1),))},
        labels={"killed": "For each"},
        limits={"killed": (-MOST_CHANGE, MOST_CHANGE)},
        may_name={"killed": ("fear", "reason")},
        doc="For each Innocent who is killed.",
        source=at("L66"),
        page=36,
    )


def declare_horror_and_capture(book: Book) -> None:
    """The two thresholds that a roll can pass."""
    book.condition(
        "MLWM-HOR-1",
        "self_loathing > love + reason",
        "The Horror Revealed",
        one_limit=True,
        doc="Tested with Self-Loathing as it would be after the gain that a roll brings. Self-Loathing that "
        "came to stand too high in another way waits for the next gain (MLWM-AMB-6).",
        source=at("L69"),
        page=36,
        short="Horror",
    )
    book.terms(
        "MLWM-HOR-2",
        "Instead of Self-Loathing",
        {"self_loathing": 0, "scene": "plays on as if the point had been gained; the success stands"},
        labels={"self_loathing": "Self-Loathing", "scene": "The scene"},
        limits={"self_loathing": (-MOST_CHANGE, MOST_CHANGE)},
        doc="What Self-Loathing gains when the Horror is revealed, in place of the roll's own gain.",
        source=at("L69"),
        page=36,
    )
    book.terms(
        "MLWM-HOR-3",
        "The scene of horror",
        {
            "when": "in that minion's next scene, in its place",
            "who": "that minion's player tells it",
            "among": ("Townsfolk", "Outsiders"),
        },
        labels={"when": "When", "who": "Who tells it", "among": "Among"},
        doc="A horror among people who are neither Master nor minion, of one kind or both.",
        source=at("L69"),
        page=36,
    )
    book.terms(
        "MLWM-HOR-4",
        "The cast of the horror",
        {
            "never": ("the Master", "any minion"),
            "allowed": ("connections", "Townsfolk", "Outsiders"),
            "may_die": book.parse("love == 0"),
            "spared": "a connection who carries any minion's Love may suffer, but not be killed",
        },
        labels={"never": "Never in it", "allowed": "May be in it", "may_die": "May die", "spared": "Spared"},
        may_name={"may_die": ()},
        doc="Love in the condition is what all minions together feel for that connection.",
        source=at("L70"),
        page=36,
    )
    book.option(
        "MLWM-AMB-5",
        "horror_test",
        "Love and the Horror in one roll",
        ("after_love", "before_love"),
        "A lost overture brings Love and Self-Loathing together. By default Love counts first, so that it "
        "leaves more room; else the test is made with the Love from before the roll.",
        source=at("L38, L69"),
        words={"after_love": "Love counts first", "before_love": "Love from before the roll"},
    )
    book.condition(
        "MLWM-CAP-1",
        "weariness > reason",
        "Captured by Townsfolk or Outsiders",
        one_limit=True,
        doc="Ends in the telling, after a scene or a few, and never keeps a minion from the struggle with "
        "the Master. It comes with a failure (MLWM-AMB-8), between minions too (MLWM-AMB-9).",
        source=at("L45"),
        page=35,
        short="Captured",
    )
    book.option(
        "MLWM-AMB-7",
        "capture",
        "When capture is tested",
        ("on_gain", "state", "npc_violence"),
        "By default after every gain of Weariness; else after every roll of a minion who is that tired; "
        "or, to the letter, after a lost roll of violence against somebody who is no minion.",
        source=at("L45"),
        words={
            "on_gain": "when Weariness rises",
            "state": "after every roll",
            "npc_violence": "when violence fails against anyone but a minion",
        },
    )
