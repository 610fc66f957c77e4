"""My Life with Master: the facts of the Endgame, the epilogues, and what a sheet computes."""

from __future__ import annotations

from generator.rules.mlwm.scenes import ROLLED, at
from generator.rules.registry import Book

_END_STEPS = ("MLWM-END-1", "MLWM-END-2", "MLWM-END-3", "MLWM-END-4", "MLWM-END-5")
_END_LINES = ("L74", "L75", "L76-79", "L80", "L81")


def declare_endgame(book: Book) -> None:
    """The steps of the Endgame."""
    fear, without = book.parse("fear"), book.parse("0")
    anything = ("MLWM-CMD", "MLWM-OVR", "MLWM-VIO", "MLWM-VIL", "MLWM-PVP-VIO", "MLWM-PVP-VIL")
    struggle = ("MLWM-END",)
    one, two, three, four, five = _END_STEPS
    book.chart(
        "MLWM-ENDGAME",
        "The Endgame",
        {
            "name": "Step",
            "says": "What happens",
            "rolls": "Rolls",
            "fear": "Fear counts as",
            "lives": "Then",
            "slain": "If the Master is slain",
        },
        {
            one: ("The scene stops", "Leave the minion who refused, at that moment.", (), fear, two, two),
            two: (
                "The others in danger",
                "Each other minion in turn comes into danger, and rolls a way out of it",
                anything,
                without,
                three,
                three,
            ),
            three: (
                "The struggle",
                "Back to the minion who refused, in a fight to the death with the Master.",
                struggle,
                fear,
                four,
                "MLWM-EPILOGUES",
            ),
            four: (
                "A round of scenes",
                "The other players call scenes as ever, all of them within the Endgame. A minion who would "
                "join the struggle, on either side, waits for the scene of the one who refused.",
                anything,
                fear,
                five,
                five,
            ),
            five: (
                "Another attempt",
                "The minion who refused tries again.",
                struggle,
                fear,
                two,
                "MLWM-EPILOGUES",
            ),
        },
        choices={"lives": _END_STEPS, "slain": (*_END_STEPS, "MLWM-EPILOGUES")},
        limits={"fear": (0, 100)},
        may_name={"fear": ROLLED[:5]},
        fixed={
            "rolls": "it leads to the actions of the step",
            "MLWM-END-2.fear": "",
            "fear": "Fear counts for less in danger alone, MLWM-END-2",
            **{f"{step}.slain": "nobody slays the Master in this step" for step in (one, two, four)},
        },
        words={
            **{step: f"step {number}" for number, step in enumerate(_END_STEPS, 1)},
            "MLWM-EPILOGUES": "the epilogues",
        },
        doc="In this order, until the Master is slain. It may take long: a table of chances helps "
        "(MLWM-AMB-18). In the danger Fear counts as nothing for both sides; the Master's own roll in the "
        "struggle keeps it (MLWM-AMB-14).",
        source=at("L73-81"),
        sources={step: at(lines) for step, lines in zip(_END_STEPS, _END_LINES, strict=True)},
        docs={
            one: "The scene of the refusal is suspended.",
            two: "The rolls in these scenes are made without Fear.",
            three: "The roll is MLWM-END.",
            four: "Aid is open to all in these scenes.",
            five: "The same roll as before, and a failure tires as before.",
        },
        page=37,
    )
    book.terms(
        "MLWM-END-6",
        "Who slays the Master",
        {
            "who": "any minion",
            "why": (
                "the one who refused may be too weary",
                "another minion may stand in the way",
                "another minion may step in",
            ),
        },
        labels={"who": "Who", "why": "Why"},
        doc="Whoever began the Endgame need not be the one who ends it.",
        source=at("L82"),
        page=37,
    )


def declare_epilogues(book: Book) -> None:
    """The fates of minions."""
    fates = {
        "MLWM-EPI-1": ("drifts away for good", "weariness > reason + self_loathing"),
        "MLWM-EPI-2": (
            "is killed, by the Master, the Townsfolk, the Outsiders or something else",
            "self_loathing + weariness > love + reason",
        ),
        "MLWM-EPI-3": ("puts an end to itself", "self_loathing > weariness + reason"),
        "MLWM-EPI-4": ("finds a place among the Townsfolk", "love + reason > self_loathing + weariness"),
        "MLWM-EPI-5": ("rises as a new Master", "love == 0"),
        "MLWM-EPI-6": ("goes looking for another Master", "self_loathing + weariness == love + reason"),
    }
    book.chart(
        "MLWM-EPILOGUES",
        "Epilogues",
        {"fate": "The minion", "condition": "When"},
        {key: (fate, book.parse(condition)) for key, (fate, condition) in fates.items()},
        doc="With the final scores. Of several that hold the player picks one, or blends them.",
        source=at("L85-94"),
        sources={key: at(f"L{line}") for line, key in enumerate(fates, 89)},
        docs={
            "MLWM-EPI-5": "Holds from the start of play for a minion without Love (MLWM-AMB-20).",
            "MLWM-EPI-6": "Weariness counts beside Self-Loathing, whatever retellings say (MLWM-AMB-17).",
        },
        page=40,
    )
    book.terms(
        "MLWM-EPI-7",
        "The slayer's epilogue",
        {"who": "the minion who slays the Master", "may": "tell some of their epilogue in the killing scene"},
        labels={"who": "Who", "may": "May"},
        doc="The slayer may look ahead to the epilogue whose condition is in sight.",
        source=at("L86"),
        page=40,
    )


def declare_sheet(book: Book) -> None:
    """Where a game begins, and what a sheet computes."""
    book.terms(
        "MLWM-START",
        "A new game",
        {"shared": 3, "connections": 2, "love": 0, "score_from": 3, "score_to": 5},
        labels={
            "shared": "Points shared out",
            "connections": "Connections",
            "love": "Love for each",
            "score_from": "Fear and Reason from",
            "score_to": "to",
        },
        limits={
            "shared": (0, 40),
            "connections": (0, 30),
            **dict.fromkeys(("love", "score_from", "score_to"), (0, 20)),
        },
        doc="Not in the quick reference; what groups report (MLWM-AMB-21). A new minion shares these points "
        "out between Self-Loathing and Weariness and has so many connections, each at this Love. Fear and "
        "Reason mostly begin within these bounds.",
        source="Adept Play, topic 383",
    )
    book.chart(
        "MLWM-DERIVED",
        "Values that a sheet computes",
        {"name": "Value", "rule": "Rule", "part": "Part"},
        {
            "resist": ("Dice to resist a command", "MLWM-CMD", "you"),
            "resist_against": ("The Master's dice", "MLWM-CMD", "they"),
            "overture": ("Dice for an overture", "MLWM-OVR", "you"),
            "overture_against": ("The connection's dice", "MLWM-OVR", "they"),
            "violence": ("Dice for violence", "MLWM-VIO", "you"),
            "violence_against": ("Dice against your violence", "MLWM-VIO", "they"),
            "villainy": ("Dice for villainy", "MLWM-VIL", "you"),
            "villainy_against": ("Dice against your villainy", "MLWM-VIL", "they"),
            "struggle": ("Dice in the struggle", "MLWM-END", "you"),
            "struggle_against": ("The Master's dice in the struggle", "MLWM-END", "they"),
            "aid": ("Dice that you add as a helper", "MLWM-AID-1", "aid"),
            "endgame_margin": ("Love beyond the trigger of the Endgame", "MLWM-CMD-3", "margin"),
            "horror_room": ("Room for Self-Loathing", "MLWM-HOR-1", "room"),
            "capture_room": ("Room for Weariness", "MLWM-CAP-1", "room"),
            "epilogue_1": ("Drifts away", "MLWM-EPI-1", "condition"),
            "epilogue_2": ("Is killed", "MLWM-EPI-2", "condition"),
            "epilogue_3": ("Puts an end to itself", "MLWM-EPI-3", "condition"),
            "epilogue_4": ("Finds a place", "MLWM-EPI-4", "condition"),
            "epilogue_5": ("Rises as a Master", "MLWM-EPI-5", "condition"),
            "epilogue_6": ("Seeks another Master", "MLWM-EPI-6", "condition"),
        },
        fixed=("part",),
        doc="Which rule each value is made from; the formula itself is always made from that rule.",
        source="computed",
    )
    book.chart(
        "MLWM-SCORES",
        "Scores of a sheet",
        {"name": "Score", "least": "At least", "most": "At most"},
        {
            "fear": ("Fear", 0, None),
            "reason": ("Reason", 0, None),
            "love": ("Love", 0, None),
            "self_loathing": ("Self-Loathing", 0, None),
            "weariness": ("Weariness", 0, None),
            "innocents": ("Innocents", 0, None),
        },
        fixed={"least": "no score of this game falls below nothing"},
        doc="Scores are counted from nothing upwards and know no highest value.",
        source=at("L37-82"),
    )


def declare_master(book: Book) -> None:
    """What kinds of Master there are."""
    book.chart(
        "MLWM-ASPECT",
        "The Master's aspect",
        {"name": "Aspect"},
        {"brain": ("Brain",), "beast": ("Beast",)},
        doc="Not in the quick reference; retold by players.",
        source="beyondmortalken.blogspot.com",
    )
    book.chart(
        "MLWM-TYPE",
        "The Master's type",
        {"name": "Type"},
        {
            "feeder": ("Feeder",),
            "breeder": ("Breeder",),
            "collector": ("Collector",),
            "teacher": ("Teacher",),
        },
        doc="Not in the quick reference; retold by players.",
        source="beyondmortalken.blogspot.com",
    )
