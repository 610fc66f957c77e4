"""The Shadow of Yesterday: every number, formula, condition, chart and option, declared once.

A flat catalogue in the order of the game's Resolution page. "Pool" is printed for a character's Vigor,
Instinct or Reason; in code that is a resource, for a pool is dice.
"""

from __future__ import annotations

from generator.rules.registry import Book

SCOPES = ("next", "resource", "always", "ended")
"""Which checks a state of harm touches: the very next, those of the pool at the box, all, none any more."""

SCOPE_WORDS = {
    "next": "the very next check",
    "resource": "checks of the pool at the box",
    "always": "every action",
}

HIGHEST = 12
"""The highest rank or named success level that the sheets and tables have room for."""

OVER = "nothing is rolled any more"
OWN_EXAMPLE = "it is told as the game tells it"
LEVELS = ("level", "against")
ACTIONS = ("perpendicular", "parallel", "defensive", "preparing")
"""The kinds of action, whatever they are called in print."""


def _at(*lines: int) -> str:
    """Where the game's text states a rule: the lines of its Resolution page."""
    return "Resolution page, " + ", ".join(f"L{line}" for line in lines)


def declare(book: Book) -> None:
    """Declare all that is data, in the order of the text."""
    _check(book)
    _dice(book)
    _kinds_of_check(book)
    _together(book)
    _conflict(book)
    _volley(book)
    _many(book)
    _advice(book)
    _harm(book)
    _healing(book)
    _gear(book)
    _transcendence(book)
    _characters(book)


def _check(book: Book) -> None:
    levels = ["Failure", "Marginal", "Good", "Great", "Amazing", "Legendary", "Ultimate", "Transcendent"]
    book.chart(
        "TSOY-SL",
        "Success levels",
        {"name": "Name", "level": "Success level"},
        {name.lower(): (name, level) for level, name in enumerate(levels)},
        limits={"level": (0, HIGHEST)},
        doc="The names that help to describe a success level. TSOY-AMB-1: the fight's text once calls a 3 "
        "Good; this chart, which calls it Great, rules.",
        source=_at(23, 25),
    )
    ranks = ["Unskilled", "Competent", "Adept", "Master", "Grand Master"]
    book.chart(
        "TSOY-RANK",
        "Ranks of an ability",
        {"name": "Name", "rank": "Rank"},
        {name.lower().replace(" ", "_"): (name, rank) for rank, name in enumerate(ranks)},
        limits={"rank": (0, HIGHEST)},
        doc="How good a character is at something, and the number that the dice are added to.",
        source=_at(17, 54, 200),
    )
    book.chart(
        "TSOY-POOL",
        "Pools",
        {"name": "Pool", "key": "Field", "innate": "Innate ability"},
        {
            "vigor": ("Vigor", "vigor", "Endure"),
            "instinct": ("Instinct", "instinct", "React"),
            "reason": ("Reason", "reason", "Resist"),
        },
        fixed={"key": "the sheets find the pool by it"},
        doc="A character's three pools, each with the innate ability that a defensive action may use.",
        source=_at(143, 178, 196),
    )
    book.terms(
        "TSOY-CHK-1",
        "Ability check",
        {"dice": 3, "faces": (-1, 0, 1), "level": book.parse("max(0, rank + roll)")},
        labels={"dice": "Dice", "faces": "Faces", "level": "Success level"},
        limits={"dice": (1, 10), "faces": (-10, 10), "level": (0, 100)},
        doc="Roll the dice, whose faces are equally likely, and add the rank: that is the success level, "
        "never below the bottom.",
        source=_at(17),
    )
    book.terms(
        "TSOY-CHK-2",
        "What succeeds",
        {"difficulty": 1, "success": book.parse("level >= difficulty")},
        labels={"difficulty": "Difficulty", "success": "Success"},
        limits={"difficulty": (0, HIGHEST)},
        doc="A check succeeds from the difficulty up; the levels' names change nothing. TSOY-AMB-19: the "
        "text speaks of a difficulty without setting one, and says that Marginal is enough; so Marginal is "
        "the default.",
        source=_at(21, 98),
    )
    book.number(
        "TSOY-CHK-4",
        0,
        "Rank of an ability that is not on the sheet",
        most=HIGHEST,
        doc="Anyone may try anything, at the lowest rank.",
        source=_at(13),
    )
    book.chart(
        "TSOY-CHK-5",
        "The four steps of an action",
        {"step": "Step", "says": "What happens", "change": "May it still change?"},
        {
            "intention": (
                "Intention",
                "Say what your character wants and name the stakes. Nothing has happened yet.",
                "yes",
            ),
            "initiation": ("Initiation", "Commit yourself and roll.", "no"),
            "execution": ("Execution", "Add the dice to the rank: the success level.", "no"),
            "effect": (
                "Effect",
                "Players and Story Guide decide what it comes to, which need not be the very words "
                "of the intention.",
                "decided together",
            ),
        },
        choices={"change": ("yes", "no")},
        fixed={
            "execution.change": "the dice have fallen",
            "effect.change": "the dice have fallen",
        },
        source=_at(60, 86),
    )


def _dice(book: Book) -> None:
    book.formula(
        "TSOY-DIE-1",
        "bonus - penalty",
        "Net dice",
        least=-60,
        most=60,
        doc="Bonus and penalty dice cancel one for one; only the net counts: bonus above zero, penalty "
        "below.",
        source=_at(36),
    )
    book.formula(
        "TSOY-DIE-2",
        "dice + max(net, -net)",
        "How many dice are rolled",
        least=-60,
        most=200,
        doc="The dice of every check, and one more for each net bonus or penalty die.",
        source=_at(36),
    )
    book.terms(
        "TSOY-DIE-4",
        "A die from your pool",
        {"cost": 1, "dice": 1, "most": 1, "from": "the pool of the ability that you use"},
        labels={"cost": "Points", "dice": "Bonus dice", "most": "Times in a check", "from": "Paid from"},
        limits={"cost": (0, 12), "dice": (0, 6), "most": (0, 6)},
        doc="A player may pay from the ability's pool for a bonus die, no more often in a single check than "
        "the most.",
        source=_at(40),
    )
    book.option(
        "TSOY-AMB-6",
        "late_bonus",
        "When the pool die may be bought",
        ("after", "before"),
        "The rule reads as if the die were bought before the roll, but the fight's opening buys one after "
        "it. after: also after seeing the roll, unless a penalty die is still uncancelled; roll the die "
        "and choose the best again. before: only before the roll.",
        words={"after": "after the roll too", "before": "before the roll"},
        source=_at(36, 40, 200),
    )
    book.chart(
        "TSOY-DIE-5",
        "Penalty dice from the Story Guide",
        {"circumstances": "Circumstances", "dice": "Penalty dice"},
        {
            "hard": ("Truly hard, or the right gear is missing", 1),
            "worst": ("As bad as it can be: the table groans", 2),
        },
        limits={"dice": (0, 6)},
        doc="What the Story Guide may lay on a check because of the circumstances.",
        source=_at(96),
    )
    book.option(
        "TSOY-AMB-14",
        "gift_count",
        "Who counts for the gift dice",
        ("all", "players"),
        "The text counts the players at the table and does not say whether the Story Guide is one of them. "
        "all: everyone counts. players: the Story Guide does not count, but receives as many. "
        "Either way a gift goes to another player, never to oneself.",
        words={"all": "everyone at the table", "players": "the players"},
        source=_at(44),
    )
    book.terms(
        "TSOY-GIFT-1",
        "Gift dice",
        {
            "all": book.parse("players + guides"),
            "players": book.parse("players"),
            "who": "everyone at the table, the Story Guide too",
            "when": "at the start of each session",
            "use": "a bonus die for another player's check, at any time",
            "never": "for your own check",
        },
        labels={
            "all": "Dice, everyone counting",
            "players": "Dice, the players counting",
            "who": "Who receives them",
            "when": "When",
            "use": "Use",
            "never": "Never",
        },
        limits={"all": (0, 200), "players": (0, 200)},
        may_name=("players", "guides"),
        doc="Everyone starts the session with as many gift dice as the chosen count (TSOY-AMB-14) gives.",
        source=_at(44),
    )


def _kinds_of_check(book: Book) -> None:
    book.chart(
        "TSOY-UNO-1",
        "The three steps of a check",
        {"step": "Step", "says": "What happens"},
        {
            "intention": (
                "Intention",
                "Say what your character tries. The Story Guide says aloud what failure would bring.",
            ),
            "circumstances": (
                "Circumstances",
                "Count bonus and penalty dice: Secrets, pools, harm, gifts, the Story Guide.",
            ),
            "roll": ("Roll", "Reach the difficulty and it works; the success level tells how well."),
        },
        doc="When nobody stands against you. The same steps serve every other kind of check.",
        source=_at(92, 98),
    )
    book.condition(
        "TSOY-RES-1",
        "level > against",
        "When the instigator of a resisted check wins",
        may_name=LEVELS,
        doc="The higher success level wins, and is the one that counts for results; the loser must accept "
        "the winner's intention. On a tie the instigator loses: TSOY-AMB-13, also where both failed.",
        source=_at(104, 117),
    )


def _together(book: Book) -> None:
    book.chart(
        "TSOY-TOG-1",
        "Two abilities: when the first one fails",
        {"says": "If it fails", "penalty": "Penalty dice on the next", "next": "Is the next one rolled?"},
        {
            "harmless": ("No harm done: go on without its help", 0, "yes"),
            "penalty": ("It gets in the way of the next check", 1, "yes"),
            "impossible": ("Without it the rest cannot be tried", 0, "no"),
        },
        limits={"penalty": (0, 6)},
        choices={"next": ("yes", "no")},
        doc="Agree with the Story Guide which ability matters most; roll the other one first, and its "
        "success level becomes bonus dice. What its failure means is decided together.",
        source=_at(119, 125),
    )
    book.terms(
        "TSOY-GRP-EX",
        "The stuck door",
        {
            "names": ("Wolf-Snarl", "Skala", "Miska"),
            "ranks": ("adept", "competent", "unskilled"),
            "rolls": (0, 2, 0),
            "alone": -1,
        },
        fixed=OWN_EXAMPLE,
        doc="Three push together and the weakest spoils it; then the strongest opens it alone. TSOY-AMB-15: "
        "bad luck, but no mistake: a weak helper does hinder, as the exact chances show.",
        source=_at(248, 252),
    )


def _conflict(book: Book) -> None:
    book.terms(
        "TSOY-BDP-1",
        "Who brings down the pain",
        {
            "who": "any player in the check except the Story Guide",
            "when": "after a resisted check",
            "whether": "won or lost",
            "guide": "may only ask for it",
        },
        labels={"who": "Who", "when": "When", "whether": "Whether", "guide": "The Story Guide"},
        source=_at(131, 133),
    )
    book.terms(
        "TSOY-BDP-2",
        "What only this can do",
        {"only": "maim or remove a major named character of the Story Guide's"},
        labels={"only": "Only this"},
        source=_at(131),
    )
    book.chart(
        "TSOY-BDP-3",
        "Round and round, volley by volley",
        {"step": "Step", "says": "What happens"},
        {
            "intention": ("Intentions", "Each side says what it is after: clear, yet open to many actions."),
            "give_up": ("A way out", "Anyone may give up here, before the talk of actions begins."),
            "free_and_clear": (
                "Free and clear",
                "Everyone names one action within the intention, in the open. Change it until all agree "
                "who affects whom, and whether the actions cross.",
            ),
            "roll": ("Roll", "All roll at once."),
            "harm": ("Harm", "Mark it, then start the next volley with the way out."),
        },
        source=_at(135, 151, 204),
    )
    book.terms(
        "TSOY-BDP-4",
        "Opening advantage",
        {
            "dice": book.parse("level - against"),
            "when": "in the first volley only",
            "who": "the winner of the check that led here",
        },
        labels={"dice": "Bonus dice", "when": "When", "who": "Whose"},
        limits={"dice": (-60, 60)},
        may_name=LEVELS,
        doc="In the first volley the winner of the resisted check that led here has bonus dice. TSOY-AMB-2: "
        "the fight's text speaks of three, the whole success level; the rule, stated twice, says the "
        "difference. TSOY-AMB-24: that a lucky winner loses the old bonus dice is no contradiction; these "
        "are new ones.",
        source=_at(149, 165),
    )


def _volley(book: Book) -> None:
    book.chart(
        "TSOY-BDP-5",
        "Kinds of action",
        {
            "kind": "Kind",
            "when": "When",
            "says": "What it does",
            "harm": "Harm dealt",
            "absorbs": "Stands against the other's harm",
            "bonus": "Bonus dice on your next action",
        },
        {
            "perpendicular": (
                "Perpendicular",
                "You get in each other's way",
                "A resisted check: the loser is harmed by the difference",
                book.parse("level - against"),
                1,
                book.parse("0"),
            ),
            "parallel": (
                "Parallel",
                "Neither stops the other",
                "Each takes the other's whole success level",
                book.parse("level"),
                0,
                book.parse("0"),
            ),
            "defensive": (
                "Defensive",
                "You only resist: Endure, React or Resist",
                "It harms nobody; win, and your next action is the better for it",
                book.parse("0"),
                1,
                book.parse("level - against"),
            ),
            "TSOY-BDP-9": (
                "Preparing",
                "One ability makes ready for another",
                "It takes the whole action and shields you from nothing",
                book.parse("0"),
                0,
                book.parse("level"),
            ),
        },
        docs={
            "parallel": "TSOY-AMB-21: a failed parallel action deals no harm, for its success level is "
            "nothing.",
            "defensive": "Counts as perpendicular. TSOY-AMB-23: the bonus is for the next action only; "
            "it is lost if that action does not use it.",
            "TSOY-BDP-9": "A perpendicular action without effect: its success level becomes bonus dice, "
            "and an attacker's whole success level is harm. The bonus of a defensive win stays apart from "
            "this.",
        },
        sources={"TSOY-BDP-9": _at(155, 159)},
        limits={"harm": (-100, 100), "bonus": (-60, 60), "absorbs": (0, 1)},
        may_name=LEVELS,
        doc="TSOY-AMB-4: the older sentence that base harm is the acting success level holds for parallel "
        "actions; for perpendicular ones it is the difference. Against an action that does not stand against "
        "harm, the harm formula counts the opponent's success level as nothing.",
        source=_at(137, 149),
    )
    book.terms(
        "TSOY-BDP-6",
        "When the sides cannot agree on actions",
        {
            "first": "the Story Guide settles it",
            "failing_that": "the side that wants to get in the way takes a defensive action",
        },
        labels={"first": "First", "failing_that": "Failing that"},
        source=_at(147),
    )
    book.terms(
        "TSOY-BDP-7",
        "Changing your intention",
        {
            "announced": "in the free and clear",
            "takes": "the whole volley",
            "only": "defensive",
            "warning": "whoever changes intention may only defend in this volley",
            "named": "in the next free and clear at the latest",
        },
        labels={
            "announced": "Said",
            "takes": "It takes",
            "only": "The one action allowed",
            "warning": "What else is warned of",
            "named": "The new one is named",
        },
        choices={"only": ACTIONS},
        doc="It costs the volley, in which only a defensive action is allowed. TSOY-AMB-5: in the fight Gael "
        "changes and dashes off at once; so another action brings a warning, no error.",
        source=_at(151, 208, 212),
    )
    book.condition(
        "TSOY-BDP-8",
        "level == against",
        "Stalemate",
        may_name=LEVELS,
        doc="After perpendicular actions with equal success levels both sides may change intention at once "
        "and lose no volley. TSOY-AMB-13: so too when both failed.",
        source=_at(153),
    )
    book.terms(
        "TSOY-BDP-10",
        "Surprise",
        {"level": 0, "check": "the one who is unaware makes no check", "then": "may bring down the pain"},
        labels={"level": "Success level of the unaware", "check": "Their check", "then": "Then"},
        limits={"level": (0, HIGHEST)},
        doc="Surprise comes before the conflict: a resisted check in which the unaware side counts as this "
        "success level, so the opening bonus is all of the attacker's.",
        source=_at(161, 165),
    )


def _many(book: Book) -> None:
    book.terms(
        "TSOY-BDP-13",
        "Many sides",
        {
            "who": "anyone present may join",
            "target": "you can harm only the one named in your intention, until you change it",
            "end": "when one is left standing or all others have given up",
        },
        labels={"who": "Who", "target": "Whom", "end": "The end"},
        source=_at(254),
    )
    book.terms(
        "TSOY-BDP-15",
        "What stands against an attack",
        {
            "stops": "attacking back, or blocking",
            "not": "talking the attacker out of it: that is a parallel action here, "
            "though it does resist a single check",
            "changed_by": "Secrets, weapons and armour",
        },
        labels={"stops": "What stops it", "not": "What does not", "changed_by": "What changes harm"},
        source=_at(145, 149, 176, 228),
    )


def _advice(book: Book) -> None:
    book.chart(
        "TSOY-ADV",
        "Is the pain worth it?",
        {"when": "When", "advice": "Then", "why": "Because"},
        {
            "TSOY-ADV-1": (
                "They won against the odds",
                "bring down the pain",
                "luck wears thin over many rolls",
            ),
            "TSOY-ADV-2": ("Bonus dice carried them", "bring down the pain", "those dice are spent"),
            "TSOY-ADV-3": (
                "Their ability is far from yours",
                "perhaps",
                "actions will be parallel, and both get hurt",
            ),
            "TSOY-ADV-4": (
                "They are plainly better at what you will use",
                "leave it",
                "many rolls favour the better one",
            ),
            "TSOY-ADV-5": (
                "You are ahead, or nobody is",
                "ahead: get in their way; unclear: go parallel",
                "the first keeps you whole, the second is sure to hurt them",
            ),
            "TSOY-ADV-6": ("You are losing", "give up early", "deep harm follows you into the next scene"),
        },
        doc="Advice for players; it changes no roll.",
        source=_at(222, 234),
    )


def _harm(book: Book) -> None:
    book.terms(
        "TSOY-HRM-0",
        "What harm can be",
        {
            "is": "losing hold of your character",
            "such_as": ("wounds", "weariness", "shame", "a failing will"),
            "by": "any kind of action",
        },
        labels={"is": "Harm is", "such_as": "Such as", "by": "Done by"},
        source=_at(167, 176),
    )
    book.chart(
        "TSOY-HRM",
        "Harm",
        {
            "state": "State",
            "last": "Up to box",
            "dice": "Penalty dice",
            "cost": "Pool points for every action",
            "scope": "Applies to",
            "stacks": "Adds up",
            "says": "What it does",
        },
        {
            "bruised": (
                "Bruised",
                3,
                1,
                0,
                "next",
                1,
                "Your very next check is harder, whatever the ability; bruises add up",
            ),
            "bloodied": (
                "Bloodied",
                5,
                1,
                0,
                "resource",
                0,
                "Harder for every ability of the pool written at the box; twice in one pool is no worse",
            ),
            "broken": (
                "Broken",
                6,
                1,
                1,
                "always",
                0,
                "Every action, even defending, must be paid for from its pool and is harder",
            ),
            "defeated": (
                "Defeated",
                None,
                0,
                0,
                "ended",
                0,
                "No box is left: what the attacker intended happens now",
            ),
        },
        docs={
            "bruised": "TSOY-AMB-7: any next check, also after the conflict (option bruise_after_conflict).",
            "broken": "TSOY-AMB-9: the point is a fee and gives no bonus die; another point may buy one.",
            "defeated": "TSOY-AMB-10: harm beyond the last box, or a full track from its box up.",
        },
        doc="Each state begins after the last box of the one before; without a box of its own it never "
        "comes. TSOY-AMB-8: the kinds add together: each pending bruise, being bloodied in the pool, being "
        "broken.",
        source=_at(178, 180, 182),
        words=SCOPE_WORDS,
        choices={"scope": SCOPES[:3]},
        limits={"broken.last": (3, 7), "last": (0, 7), "dice": (0, 5), "cost": (0, 12), "stacks": (0, 1)},
        fixed=dict.fromkeys((f"defeated.{cell}" for cell in ("dice", "cost", "scope", "stacks")), OVER),
    )
    book.terms(
        "TSOY-HRM-2",
        "The pool beside the box",
        {"pool": "the pool of the ability that did the harm", "or": "another, if everyone involved agrees"},
        labels={"pool": "Written", "or": "Or"},
        source=_at(178),
    )
    book.option(
        "TSOY-AMB-7",
        "bruise_after_conflict",
        "Bruises that are still pending when the conflict ends",
        ("keep", "drop"),
        "A bruise makes the very next check harder, and no end is set when harm is shaken out. "
        "keep: the next check suffers, in the conflict or after it. drop: pending bruises end with the "
        "conflict.",
        words={"keep": "wait on", "drop": "end with it"},
        source=_at(180, 186),
    )


def _healing(book: Book) -> None:
    book.number(
        "TSOY-HEAL-TRIES",
        1,
        "Tries to heal the same character, for each healer in a scene",
        least=1,
        most=20,
        doc="One healer may try so often within one scene.",
        source=_at(188),
    )
    book.terms(
        "TSOY-HEAL-2",
        "Healing yourself",
        {
            "cost": book.parse("box"),
            "in_parts": book.parse("box > maximum"),
            "from": "the pool written at the box",
        },
        labels={"cost": "Points", "in_parts": "Paid in parts", "from": "Paid from"},
        limits={"cost": (0, 100)},
        doc="Pay pool points for the box and the mark is gone. Where the pool can never hold so many, pay in "
        "parts, before and after refreshing it.",
        source=_at(190),
    )


def _gear(book: Book) -> None:
    book.chart(
        "TSOY-GEAR",
        "Weapons and armour",
        {"scope": "Helps in", "rating": "Rating", "most": "Most on one item"},
        {
            "situation": ("one situation: an action or an ability", 1, 3),
            "restricted": ("certain people, surroundings or another limit", 2, 2),
            "rare": ("a rare situation, or against one person", 3, 1),
        },
        limits={"rating": (1, 10), "most": (0, 10)},
        source=_at(267, 282),
    )
    book.option(
        "TSOY-AMB-3",
        "weapon_mode",
        "What a weapon and armour change",
        ("harm", "sl"),
        "The rule adds a weapon's rating to the success level, the fight adds it to the harm. "
        "harm: to the harm, once the winner is known. sl: to the winner's success level, from which the "
        "loser's is then taken; the caps hold for the success level. Order in both: weapon, its cap, armour, "
        "its floor. Where no harm is at stake the rating goes to the success level of a check that "
        "succeeded, in a competitive check before ranking.",
        words={"harm": "the harm", "sl": "the success level"},
        source=_at(208, 218, 262),
    )
    book.terms(
        "TSOY-GEAR-1",
        "How gear counts",
        {
            "weapon": book.parse("min(6, level + rating)"),
            "armour": book.parse("max(1, level - rating)"),
            "per_roll": 1,
            "failure": "a failed action gains nothing from it",
            "uses": "not only for harm: courtesy, a race, seeing in the dark",
        },
        labels={
            "weapon": "With a weapon",
            "armour": "With armour",
            "per_roll": "Ratings of an item in a roll",
            "failure": "A failure",
            "uses": "Uses",
        },
        limits={"weapon": (0, 100), "armour": (0, 100), "per_roll": (0, 10)},
        doc="A weapon raises a success up to its cap and never lowers one above it; armour lowers it down "
        "to its floor and never raises one. Only one of an item's ratings counts for a roll. What level "
        "means here, success level or harm, is the option weapon_mode.",
        source=_at(262, 282),
    )
    book.terms(
        "TSOY-GEAR-2",
        "Where gear comes from",
        {
            "guide": "the Story Guide may say that any item helps in a situation",
            "rating": 1,
            "player": "a player buys the Secret of Imbuement, and the Story Guide agrees",
            "anything": ("a crest", "a lute", "gold", "a handful of pebbles"),
        },
        labels={
            "guide": "From the Story Guide",
            "rating": "Rating",
            "player": "By a Secret",
            "anything": "Such as",
        },
        limits={"rating": (0, 10)},
        source=_at(266, 284),
    )
    book.chart(
        "TSOY-ITEM",
        "Gear for example",
        {"item": "Item", "rating": "Rating", "kind": "Kind", "where": "Helps", "adds": "Changes"},
        {
            "sword": ("A sword", 1, "weapon", "in combat", "harm"),
            "crest": ("A royal crest", 1, "weapon", "in diplomacy", "level"),
            "lute": ("A lute", 1, "weapon", "to win a crowd by playing", "harm"),
            "mace": ("A mace", 2, "weapon", "against hard armour", "harm"),
            "seal": ("The Seal of Maldor", 2, "armour", "against the law in Maldor", "protection"),
            "snowshoes": ("Snowshoes", 2, "weapon", "to race across snow", "level"),
            "writ": ("A birthday writ", 3, "armour", "against charges for deeds of that day", "protection"),
            "goggles": ("Eclipse goggles", 3, "weapon", "to see motion in an eclipse", "level"),
            "dagger": ("A sworn dagger", 3, "weapon", "to kill the Potentate of Ammeni", "harm"),
        },
        limits={"rating": (1, 10)},
        choices={"adds": ("harm", "level", "protection")},
        fixed={"kind": "what it changes says it: protection is armour's"},
        doc="The nine examples. TSOY-AMB-25: slips of the pen in the text, such as this title's spelling, "
        "are passed over.",
        source=_at(267, 279),
    )


def _transcendence(book: Book) -> None:
    book.terms(
        "TSOY-TRN-1",
        "Transcendence",
        {
            "level": 7,
            "eclipse_hours": 1,
            "story_hours": 24,
            "tells": "the player tells the outcome",
            "sky": "an eclipse follows",
            "then": "the story turns to this character, ends within a day, and the character leaves play",
            "after": "the player may bring a new character, even during that last day",
        },
        labels={
            "level": "Success level",
            "eclipse_hours": "Hours until the eclipse",
            "story_hours": "Hours until the story ends",
            "tells": "Who tells",
            "sky": "In the sky",
            "then": "Then",
            "after": "After",
        },
        limits={"level": (1, 100), "eclipse_hours": (0, 1000), "story_hours": (0, 1000)},
        doc="A check of this success level ends the conflict at once and the character's story within "
        "hours of the game's time. TSOY-AMB-17: a margin of as much would also go past broken; the "
        "conflict is over either way. TSOY-AMB-20: which body covers which is colour, so only an eclipse "
        "is named.",
        source=_at(286, 292),
    )


def _characters(book: Book) -> None:
    retold = "randomaverage.com/TSOY/CharacterCreation, 2006"
    book.terms(
        "TSOY-START",
        "A new character",
        {
            "points": 11,
            "least": 1,
            "most": 7,
            "innates": (2, 1, 0),
            "adepts": 1,
            "competents": 3,
            "secrets": 1,
            "keys": 1,
            "advances": 5,
        },
        labels={
            "points": "Pool points",
            "least": "Least in a pool",
            "most": "Most in a pool",
            "innates": "Ranks of the innate abilities",
            "adepts": "Adept abilities",
            "competents": "Competent abilities",
            "secrets": "Secrets",
            "keys": "Keys",
            "advances": "Advances",
        },
        limits={
            "points": (0, 100),
            "least": (0, 30),
            "most": (0, 100),
            "innates": (0, HIGHEST),
            "*": (0, 50),
        },
        doc="Not on the Resolution page; retold from the revised edition. These points are shared out over "
        "the three pools, each within the bounds; the innate abilities take these ranks in any order; so "
        "many other abilities are Adept and Competent, and the advances buy more.",
        source=retold,
    )
    book.chart(
        "TSOY-PRICE",
        "What a rank costs in advances",
        {"rank": "Rank", "advances": "Advances"},
        {
            "competent": ("Competent", 1),
            "adept": ("Adept", 2),
            "master": ("Master", 3),
            "grand_master": ("Grand Master", 4),
        },
        fixed={"rank": "TSOY-RANK names the ranks"},
        limits={"advances": (0, 100)},
        doc="Each step is paid for by itself. The same kind of advance is not taken twice in a row.",
        source=retold,
    )
