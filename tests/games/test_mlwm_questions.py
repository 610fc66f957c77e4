"""My Life with Master: the answers to its questions, against enumeration as a person reads the rules."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.problems import USAGE, HandbillError
from generator.rules.mlwm import RULES as MyLifeWithMaster
from generator.rules.questions import Answer, Question, Setting
from tests import oracle

ORACLE = json.loads(Path(__file__).with_name("oracle").joinpath("mlwm.json").read_text(encoding="utf-8"))
RULES = MyLifeWithMaster()
QUESTIONS = RULES.questions()
ASK = {question.id: question.answer for question in QUESTIONS}
SETTINGS = {question.id: {parameter.name for parameter in question.parameters} for question in QUESTIONS}
SIDES = {"none": 0, "intimacy": 4, "desperation": 6, "sincerity": 8}
DIE = st.sampled_from(list(SIDES))
MASTERS_DIE = st.sampled_from(["none", "intimacy", "desperation"])
FIRST = st.sampled_from(["you", "they"])
DICE = st.integers(1, 9)
SCORE = st.integers(0, 6)
PRINTED = [
    pytest.param(question, setting, id=f"{question.id}-{table.id}-{place}")
    for question in QUESTIONS
    for table in question.tables
    for place, setting in enumerate(table.settings())
]


@cache
def total(dice: int, bonus: int = 0) -> dict[int, int]:
    """Ways to each total, by counting rolls: fours go, the bonus die stays. Large pools die by die."""
    one = oracle.sums(oracle.POOL_D4, 1)
    pool = oracle.sums(oracle.POOL_D4, dice) if dice < 7 else oracle.paired(total(dice - 1), one, int.__add__)
    return oracle.paired(pool, oracle.sums(range(1, bonus + 1), 1), int.__add__) if bonus else pool


@cache
def contest(
    dice: int, against: int, bonus: str = "none", against_bonus: str = "none", first: str = "you"
) -> tuple[Fraction, Fraction, Fraction]:
    """Win, tie and lose; of two bonus dice the higher one is rolled, of equal ones that which came first."""
    ours, theirs = SIDES[bonus], SIDES[against_bonus]
    if ours > theirs or (ours == theirs and first == "you"):
        theirs = 0
    else:
        ours = 0
    return oracle.odds(total(dice, ours), total(against, theirs))


def pools(fear: int, reason: int, love: int, loathing: int, weary: int) -> dict[str, tuple[int, int]]:
    """What both sides roll, before the floor."""
    return {
        "refuse": (love - weary, fear + loathing),
        "overture": (reason - loathing, fear - reason),
        "violence": (fear + loathing, reason + weary),
        "villainy": (fear + loathing, reason),
        "struggle": (love - weary, fear + loathing),
    }


def chances(answer: Answer) -> tuple[Fraction, ...]:
    return tuple(answer.chance(key) for key in ("win", "tie", "lose"))


def settings_of(question_id: str) -> list[dict[str, Setting]]:
    """What the tables of a question print, every parameter written out."""
    question = RULES.question(question_id)
    made = [question.setting(setting) for table in question.tables for setting in table.settings()]
    assert made
    return made


def test_the_questions_are_the_twelve_in_order() -> None:
    assert [question.number for question in QUESTIONS] == list(range(1, 13))
    assert [question.id for question in QUESTIONS] == (
        "overture bonus wait refuse even trigger-self-loathing refuse-at-trigger violence horror aid slay "
        "epilogues"
    ).split()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_a_question_is_declared_whole(question: Question) -> None:
    names = [parameter.name for parameter in question.parameters]
    assert len(names) == len(set(names))
    for parameter in question.parameters:
        assert parameter.default in parameter.values
        assert parameter.label and parameter.help
        assert all(value in parameter.values for _, value in parameter.aliases)
        assert not parameter.field or parameter.field.split(".") == [
            "minion" if parameter.name in ("love", "self_loathing", "weariness") else "master",
            parameter.name,
        ]
    assert question.title and question.ask.endswith("?") and question.assumes
    assert all(sentence.endswith(".") for sentence in question.assumes)
    assert 1 <= len(question.tables) <= 3
    assert len({table.id for table in question.tables}) == len(question.tables)


@pytest.mark.parametrize(("question", "setting"), PRINTED)
def test_every_printed_cell_has_its_answer(question: Question, setting: dict[str, Setting]) -> None:
    answer = question.answer(**setting)
    assert all(share.weight >= 0 for share in answer.shares)
    if answer.shares:
        assert sum(answer.chance(share.key) for share in answer.shares) == 1
    for measure in answer.measures:
        lowest = -1 if measure.kind == "points" else 0
        assert lowest <= measure.value
        assert measure.kind == "number" or measure.value <= 1
    for table in question.tables:
        for key in (*table.keys, *filter(None, [table.key])):
            assert isinstance(answer.value(key), Fraction)
        assert table.show != "levels" or answer.ordered


def test_all_printed_cells_were_looked_at() -> None:
    assert len(PRINTED) > 500
    assert {parameters.values[0].id for parameters in PRINTED} == set(ASK)


@pytest.mark.parametrize("setting", settings_of("overture"))
def test_an_overture_has_the_enumerated_odds(setting: dict[str, int]) -> None:
    you = max(1, setting["reason"] - setting["self_loathing"])
    they = max(1, setting["fear"] - setting["reason"])
    answer = ASK["overture"](**setting)
    assert chances(answer) == contest(you, they)
    assert (answer.value("dice"), answer.value("against_dice")) == (you, they)
    assert answer.value("love") == 1 - contest(you, they)[1]


def test_innocents_helpers_and_bonus_dice_count_in_an_overture() -> None:
    answer = ASK["overture"](
        reason=2, self_loathing=1, fear=5, innocents=1, aid=2, against_aid=1, bonus="d6", against_bonus="d4"
    )
    assert chances(answer) == contest(2 + 2, 2 + 1, "desperation", "intimacy")
    assert answer.says == ("Your d6 cancels their d4.",)


@pytest.mark.parametrize(
    ("dice", "against", "bonus", "against_bonus", "first"),
    [*product(range(1, 4), range(1, 4), SIDES, SIDES, ("you", "they"))],
)
def test_a_bonus_die_is_worth_what_counting_every_roll_gives(
    dice: int, against: int, bonus: str, against_bonus: str, first: str
) -> None:
    answer = ASK["bonus"](
        dice=dice, against_dice=against, bonus=bonus, against_bonus=against_bonus, first=first
    )
    expected = contest(dice, against, bonus, against_bonus, first)
    without = contest(dice, against, "none", against_bonus)[0]
    assert chances(answer) == expected
    assert answer.value("without") == without
    assert answer.value("gain") == expected[0] - without
    assert bool(answer.says) is (bonus != "none" and against_bonus != "none")


@pytest.mark.parametrize("row", ORACLE["versus"], ids=lambda row: "{n}+{bonus_n}v{m}+{bonus_m}".format(**row))
def test_the_facts_answer_alike(row: dict[str, object]) -> None:
    dice = {name: f"d{row[key]}" for name, key in (("bonus", "bonus_n"), ("against_bonus", "bonus_m"))}
    given = {name: "none" if die in ("dNone", "d0") else die for name, die in dice.items()}
    answer = ASK["bonus"](dice=row["n"], against_dice=row["m"], **given)
    assert chances(answer) == tuple(Fraction(str(row[key])) for key in ("win", "tie", "lose"))


@pytest.mark.parametrize(("dice", "against", "bonus"), [(8, 7, 6), (12, 20, 8), (1, 9, 4), (20, 14, 0)])
def test_icepool_bears_witness(dice: int, against: int, bonus: int) -> None:
    die = icepool.Die(oracle.POOL_D4)
    margin = dice @ die - against @ die + (icepool.d(bonus) if bonus else 0)
    answer = ASK["bonus"](dice=dice, against_dice=against, bonus=f"d{bonus}" if bonus else "none")
    assert chances(answer) == (
        margin.probability(">", 0),
        margin.probability("==", 0),
        margin.probability("<", 0),
    )


def test_thirty_five_dice_are_counted_without_overflow() -> None:
    answer = ASK["refuse"](love=20, weariness=0, fear=15, self_loathing=0)
    assert [share.weight for share in answer.shares] == [
        1008847528472836410080,
        37625159165269531968,
        134118933079305361376,
    ]
    assert answer.total == 4**35


ARMS = [("desperation", "intimacy", "you"), ("none", "desperation", "you"), ("intimacy", "intimacy", "they")]


@pytest.mark.parametrize("arms", ARMS)
def test_the_bonus_dice_of_both_sides_count_in_every_question(arms: tuple[str, str, str]) -> None:
    given = dict(zip(("bonus", "against_bonus", "first"), arms, strict=True))
    scores = {"fear": 3, "reason": 2, "love": 3, "self_loathing": 1, "weariness": 1}
    odds = {
        act: contest(max(1, you), max(1, they), *arms) for act, (you, they) in pools(*scores.values()).items()
    }
    for act in ("overture", "refuse"):
        asked = {name: scores[name] for name in scores if name in SETTINGS[act]}
        assert chances(ASK[act](**asked, **given)) == odds[act]
    for act in ("violence", "villainy"):
        assert chances(ASK["violence"](act=act, **scores, **given)) == odds[act]
    for act in odds:
        answer = ASK["aid"](act=act, aid=0, **scores, **given)
        you, they = (max(1, dice) for dice in pools(*scores.values())[act])
        half = (more for more in range(20) if contest(you + more, they, *arms)[0] >= Fraction(1, 2))
        assert (chances(answer), answer.value("even")) == (odds[act], next(half))
    asked = {"fear": 3, "self_loathing": 1, "love": 3, "weariness": 1}
    needed = next(dice for dice in range(1, 20) if contest(dice, 4, *arms)[0] >= Fraction(1, 2))
    assert ASK["even"](**asked, **given).value("needed") == needed
    for number, ties in product((1, 2, 3), ("used", "replayed")):
        slain = ASK["slay"](**asked, **given, attempts=3, ties=ties).chance(str(number))
        assert slain == slain_at(3, 1, 4, number, ties == "replayed", arms)
    for number, act in product((1, 2, 3), ("violence", "villainy")):
        revealed = ASK["horror"](act=act, **{**scores, "self_loathing": 4}, **given, acts=3).chance(
            str(number)
        )
        assert revealed == horror_at(act, (3, 2, 3, 4, 1), number, arms)


def at_least_one_win(scenes: list[tuple[Fraction, Fraction, Fraction]]) -> Fraction:
    """Every way in which the scenes can go, one by one."""
    found = Fraction(0)
    for results in product(range(3), repeat=len(scenes)):
        chance = Fraction(1)
        for odds, result in zip(scenes, results, strict=True):
            chance *= odds[result]
        found += chance if 0 in results else 0
    return found


@pytest.mark.parametrize("bonus", SIDES)
@pytest.mark.parametrize("scenes", [2, 3, 5])
@pytest.mark.parametrize(("dice", "against"), [(1, 1), (2, 5), (4, 2)])
def test_waiting_is_what_playing_every_scene_gives(bonus: str, scenes: int, dice: int, against: int) -> None:
    answer = ASK["wait"](dice=dice, against_dice=against, bonus=bonus, later="d8", scenes=scenes)
    now, later = contest(dice, against, bonus), contest(dice, against, "sincerity")
    assert answer.value("now") == at_least_one_win([now] * scenes)
    assert answer.value("wait") == at_least_one_win([later] * (scenes - 1))
    assert answer.value("gain") == answer.value("wait") - answer.value("now")
    assert answer.value("losses_now") == now[2] * scenes
    assert answer.value("losses_wait") == later[2] * (scenes - 1)


@pytest.mark.parametrize("setting", settings_of("refuse"))
def test_refusing_has_the_enumerated_odds(setting: dict[str, int]) -> None:
    you = max(1, setting["love"] - setting["weariness"])
    they = max(1, setting["fear"] + setting["self_loathing"])
    answer = ASK["refuse"](**setting)
    odds = contest(you, they, str(setting["bonus"]))
    assert chances(answer) == odds
    armed = setting["love"] > setting["fear"] + setting["weariness"]
    assert answer.value("endgame") == (odds[0] if armed else 0)


@pytest.mark.parametrize(
    ("fear", "self_loathing", "bonus", "chance"),
    [*product((1, 2), (0, 2), SIDES, (25, 50, 75))],
)
def test_an_even_refusal_takes_the_first_number_of_dice_that_does(
    fear: int, self_loathing: int, bonus: str, chance: int
) -> None:
    answer = ASK["even"](fear=fear, self_loathing=self_loathing, bonus=bonus, chance=chance, love=2)
    they = fear + self_loathing
    needed = next(n for n in range(1, 9) if contest(n, they, bonus)[0] >= Fraction(chance, 100))
    assert answer.value("needed") == needed
    assert chances(answer) == contest(needed, they, bonus)
    assert answer.value("dice") == 1
    assert answer.value("more") == needed - 1


def overtures(
    fear: int, reason: int, love: int, loathing: int, weary: int, dice: tuple[str, str, str]
) -> Counter[tuple[int, int]]:
    """(Love, Self-Loathing) at the trigger, overture by overture; a tie is made again."""
    if love > fear + weary:
        return Counter({(love, loathing): Fraction(1)})
    win, _, lose = contest(max(1, reason - loathing), max(1, fear - reason), *dice)
    hated = loathing if loathing + 1 > love + 1 + reason else loathing + 1
    found: Counter[tuple[int, int]] = Counter()
    for chance, after in ((win, loathing), (lose, hated)):
        for place, part in overtures(fear, reason, love + 1, after, weary, dice).items():
            found[place] += chance / (win + lose) * part
    return found


def read_start(setting: dict[str, Setting]) -> Counter[tuple[int, int]]:
    scores = [int(setting[name]) for name in ("fear", "reason", "love", "self_loathing", "weariness")]
    dice = (str(setting["bonus"]), str(setting["against_bonus"]), str(setting["first"]))
    return overtures(*scores, dice)


BOTH = {"bonus": "desperation", "against_bonus": "desperation", "first": "they"}
SOFT = {"fear": 3, "reason": 2, "love": 1, "self_loathing": 0, "weariness": 0}
HARDENED = {"fear": 2, "reason": 1, "love": 1, "self_loathing": 5, "weariness": 0}


@pytest.mark.parametrize(
    "setting", [*settings_of("trigger-self-loathing"), {**HARDENED, **BOTH}, {**SOFT, **BOTH}]
)
def test_the_price_of_love_is_what_counting_every_overture_gives(setting: dict[str, Setting]) -> None:
    answer, ready = ASK["trigger-self-loathing"](**setting), read_start(setting)
    by_loathing: Counter[int] = Counter()
    for (_, loathing), chance in ready.items():
        by_loathing[loathing] += chance
    assert {int(share.key): answer.chance(share.key) for share in answer.shares} == by_loathing
    assert answer.value("mean") == sum(loathing * chance for loathing, chance in by_loathing.items())
    gained = sum(love * chance for (love, _), chance in ready.items()) - int(setting["love"])
    assert answer.value("love") == gained


def test_the_price_of_love_is_as_published() -> None:
    start = {"fear": 3, "reason": 2, "self_loathing": 2, "weariness": 1, "love": 0}
    assert ASK["trigger-self-loathing"](**start).value("mean") == Fraction(9, 2)
    assert round(ASK["trigger-self-loathing"](**start, bonus="d4").value("mean"), 1) == Fraction(23, 10)


@pytest.mark.parametrize(
    "setting",
    [
        *settings_of("refuse-at-trigger"),
        {**HARDENED, **BOTH, "last_bonus": "intimacy", "master_bonus": "none"},
        {**SOFT, **BOTH, "last_bonus": "none", "master_bonus": "desperation"},
        {**SOFT, **BOTH, "last_bonus": "intimacy", "master_bonus": "intimacy"},
    ],
)
def test_refusing_at_the_trigger_is_what_counting_every_roll_gives(setting: dict[str, Setting]) -> None:
    expected = [Fraction(0)] * 3
    last = (str(setting["last_bonus"]), str(setting["master_bonus"]), str(setting["first"]))
    for (love, loathing), chance in read_start(setting).items():
        you, they = max(1, love - int(setting["weariness"])), max(1, int(setting["fear"]) + loathing)
        for place, part in enumerate(contest(you, they, *last)):
            expected[place] += chance * part
    assert chances(ASK["refuse-at-trigger"](**setting)) == tuple(expected)


HARSH = [
    {
        "act": act,
        "reason": reason,
        "love": love,
        "fear": 1,
        "self_loathing": 2,
        "weariness": 3,
        "innocents": 1,
    }
    for act in ("violence", "villainy")
    for reason, love in ((1, 1), (3, 0), (3, 2))
]


@pytest.mark.parametrize("setting", [*settings_of("violence"), *HARSH])
def test_harm_has_the_enumerated_odds_and_price(setting: dict[str, Setting]) -> None:
    fear, reason, love, loathing, weary, innocents = (
        int(setting[name])
        for name in ("fear", "reason", "love", "self_loathing", "weariness", "innocents")
    )  # fmt: skip
    you, town = max(1, fear + loathing), reason + innocents
    odds = {"violence": contest(you, max(1, town + weary)), "villainy": contest(you, max(1, town))}
    win, _, lose = odds[str(setting["act"])]
    horror = loathing + 1 > love + reason
    tires = lose if setting["act"] == "violence" else Fraction(0)
    answer = ASK["violence"](**setting)
    assert chances(answer) == odds[str(setting["act"])]
    assert answer.value("self_loathing") == (0 if horror else win)
    assert answer.value("horror") == (win if horror else 0)
    assert answer.value("weariness") == tires
    assert answer.value("captured") == (tires if weary + 1 > reason else 0)
    assert answer.value("edge") == odds["villainy"][0] - odds["violence"][0]


NO_DICE = ("none", "none", "you")


def horror_at(
    act: str,
    scores: tuple[int, int, int, int, int],
    number: int,
    arms: tuple[str, str, str] = NO_DICE,
) -> Fraction:
    """The chance that this act is the one: succeed until there is no room, tire where that is the price."""
    fear, reason, love, loathing, weary = scores
    they, price = (reason + weary, 1) if act == "violence" else (reason, 0)
    win, tie, lose = contest(fear + loathing, max(1, they), *arms)
    full = loathing + 1 > love + reason
    if number == 1:
        return win if full else Fraction(0)
    found = tie * horror_at(act, scores, number - 1, arms)
    found += lose * horror_at(act, (fear, reason, love, loathing, weary + price), number - 1, arms)
    won = (fear, reason, love, loathing + 1, weary)
    return found if full else found + win * horror_at(act, won, number - 1, arms)


@pytest.mark.parametrize(
    ("act", "scores"),
    [
        *product(
            ("violence", "villainy"), [(2, 1, 1, 2, 0), (1, 2, 0, 1, 1), (2, 1, 0, 3, 2), (1, 1, 1, 0, 0)]
        )
    ],
)
def test_the_horror_comes_when_counting_every_act_says(
    act: str, scores: tuple[int, int, int, int, int]
) -> None:
    names = ("fear", "reason", "love", "self_loathing", "weariness")
    answer = ASK["horror"](act=act, acts=5, **dict(zip(names, scores, strict=True)))
    expected = [horror_at(act, scores, number) for number in range(1, 6)]
    assert [answer.chance(str(number)) for number in range(1, 6)] == expected
    assert answer.value("within") == sum(expected) == 1 - answer.chance("later")
    so_far = [sum(expected[: number + 1]) >= Fraction(1, 2) for number in range(5)]
    if any(so_far):
        assert answer.value("even") == 1 + so_far.index(True)
    else:
        assert "even" not in {measure.key for measure in answer.measures}


def test_the_horror_was_seen_early_and_not_at_all() -> None:
    soon, late = ASK["horror"](self_loathing=6, acts=2), ASK["horror"](self_loathing=0, acts=2)
    assert soon.value("even") == 1
    assert late.value("within") == 0 == soon.chance("later") * late.chance("1")


HELPER_PAYS = {
    "refuse": ("none", "none"),
    "overture": ("lose", "none"),
    "violence": ("win", "lose"),
    "villainy": ("win", "none"),
    "struggle": ("none", "lose"),
}
"""On which outcome a helper gains Self-Loathing, and on which Weariness."""


@pytest.mark.parametrize("setting", settings_of("aid"))
def test_help_is_worth_what_counting_every_roll_gives(setting: dict[str, Setting]) -> None:
    act, aid = str(setting["act"]), int(setting["aid"])
    names = ("fear", "reason", "love", "self_loathing", "weariness")
    raw = pools(*(int(setting[name]) for name in names))[act]
    you, they = max(1, raw[0]), max(1, raw[1])
    answer = ASK["aid"](**setting)
    assert chances(answer) == contest(you + aid, they)
    assert answer.value("without") == contest(you, they)[0]
    assert answer.value("gain") == contest(you + aid, they)[0] - contest(you, they)[0]
    even = next(dice for dice in range(20) if contest(you + dice, they)[0] >= Fraction(1, 2))
    assert answer.value("even") == even
    for score, outcome in zip(("self_loathing", "weariness"), HELPER_PAYS[act], strict=True):
        assert answer.value(score) == (0 if outcome == "none" else answer.chance(outcome))


def slain_at(
    love: int, weary: int, they: int, number: int, replayed: bool, arms: tuple[str, str, str] = NO_DICE
) -> Fraction:
    """The chance that this attempt kills; a loss tires, a tie uses the attempt up or is replayed."""
    win, tie, lose = contest(max(1, love - weary), they, *arms)
    if replayed:
        win, tie, lose = win / (win + lose), Fraction(0), lose / (win + lose)
    if number == 1:
        return win
    waited = slain_at(love, weary, they, number - 1, replayed, arms) if tie else Fraction(0)
    return tie * waited + lose * slain_at(love, weary + 1, they, number - 1, replayed, arms)


@pytest.mark.parametrize(
    ("love", "weary", "fear", "loathing", "ties"),
    [
        (*scores, ties)
        for scores, ties in product([(3, 0, 2, 1), (2, 1, 3, 0), (5, 0, 4, 2)], ["used", "replayed"])
    ],
)
def test_the_master_falls_when_counting_every_attempt_says(
    love: int, weary: int, fear: int, loathing: int, ties: str
) -> None:
    scores = {"love": love, "weariness": weary, "fear": fear, "self_loathing": loathing}
    answer = ASK["slay"](**scores, attempts=4, ties=ties)
    expected = [slain_at(love, weary, fear + loathing, number, ties == "replayed") for number in range(1, 5)]
    assert [answer.chance(str(number)) for number in range(1, 5)] == expected
    assert answer.value("within") == sum(expected) == 1 - answer.chance("later")


@pytest.mark.parametrize("row", ORACLE["endgame_kill_probability_by_attempt"])
def test_the_chance_to_slay_by_attempt_is_the_published_one(row: dict[str, object]) -> None:
    scores = {name: row[name] for name in ("love", "weariness", "fear", "self_loathing")}
    answer = ASK["slay"](**scores, attempts=6)
    written = [Fraction(str(chance)) for chance in row["attempts_1_to_6"]]
    assert [round(answer.chance(str(number)), 6) for number in range(1, 7)] == written


def fates(love: int, reason: int, loathing: int, weary: int) -> set[str]:
    holds = (
        weary > reason + loathing,
        loathing + weary > love + reason,
        loathing > weary + reason,
        love + reason > loathing + weary,
        love == 0,
        loathing + weary == love + reason,
    )
    return {f"MLWM-EPI-{number}" for number, true in enumerate(holds, 1) if true}


@pytest.mark.parametrize(
    ("love", "reason", "loathing", "weary"), [*product((0, 1, 4), (0, 2), (0, 1, 5), (0, 3))]
)
def test_an_epilogue_is_as_far_as_walking_point_by_point_shows(
    love: int, reason: int, loathing: int, weary: int
) -> None:
    found: dict[str, int] = {}
    here, steps = {(love, loathing, weary)}, 0
    while len(found) < 6:
        for now_love, now_loathing, now_weary in here:
            for fate in fates(now_love, reason, now_loathing, now_weary):
                found.setdefault(fate, steps)
        here = {
            (now[0] + a, now[1] + b, now[2] + c)
            for now in here
            for a, b, c in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, 0, 1))
            if now[0] + a >= 0
        }
        steps += 1
    answer = ASK["epilogues"](love=love, reason=reason, self_loathing=loathing, weariness=weary)
    assert {measure.key: measure.value for measure in answer.measures} == found
    assert sum(said.startswith("Now") for said in answer.says) == list(found.values()).count(0)


@pytest.mark.parametrize("row", ORACLE["epilogue_cases"])
def test_the_epilogues_that_hold_now_are_the_published_ones(row: dict[str, object]) -> None:
    answer = ASK["epilogues"](love=row["L"], reason=row["R"], self_loathing=row["S"], weariness=row["W"])
    now = [int(measure.key[-1]) for measure in answer.measures if not measure.value]
    assert now == row["conditions"]


def test_an_epilogue_out_of_reach_has_no_distance() -> None:
    rules = MyLifeWithMaster({"MLWM-EPI-5": {"condition": "weariness > 500"}})
    assert "MLWM-EPI-5" not in {m.key for m in rules.question("epilogues").answer().measures}


@given(DICE, DICE, DIE, DIE, FIRST)
def test_a_contest_looks_the_same_from_the_other_side(
    dice: int, against: int, bonus: str, against_bonus: str, first: str
) -> None:
    other = {"you": "they", "they": "you"}[first]
    here = ASK["bonus"](
        dice=dice, against_dice=against, bonus=bonus, against_bonus=against_bonus, first=first
    )
    there = ASK["bonus"](
        dice=against, against_dice=dice, bonus=against_bonus, against_bonus=bonus, first=other
    )
    assert chances(here) == chances(there)[::-1]


@given(DICE, DICE, DIE, DIE, FIRST)
def test_one_more_die_always_helps(
    dice: int, against: int, bonus: str, against_bonus: str, first: str
) -> None:
    given = {"against_dice": against, "bonus": bonus, "against_bonus": against_bonus, "first": first}
    less, more = (chances(ASK["bonus"](dice=number, **given)) for number in (dice, dice + 1))
    assert less[0] < more[0] and less[2] > more[2]


@given(DICE, DICE)
def test_a_bigger_bonus_die_is_worth_more(dice: int, against: int) -> None:
    wins = [ASK["bonus"](dice=dice, against_dice=against, bonus=die).value("win") for die in SIDES]
    assert wins == sorted(set(wins))


@given(SCORE, SCORE, SCORE, SCORE, MASTERS_DIE)
def test_love_helps_a_refusal_and_fear_and_self_loathing_do_not(
    love: int, weary: int, fear: int, loathing: int, die: str
) -> None:
    def wins(**more: int) -> Fraction:
        scores = {"love": love, "weariness": weary, "fear": fear, "self_loathing": loathing}
        now = {name: score + more.get(name, 0) for name, score in scores.items()}
        return ASK["refuse"](**now, against_bonus=die).value("win")

    assert wins(love=1) >= wins() >= max(wins(weariness=1), wins(fear=1), wins(self_loathing=1))


@given(SCORE, SCORE, SCORE, SCORE, DIE, st.sampled_from(["used", "replayed"]))
def test_another_attempt_and_replayed_ties_help_to_slay(
    love: int, weary: int, fear: int, loathing: int, die: str, ties: str
) -> None:
    scores = {"love": love, "weariness": weary, "fear": fear, "self_loathing": loathing, "bonus": die}
    within = [ASK["slay"](**scores, attempts=tries, ties=ties).value("within") for tries in range(1, 5)]
    assert within == sorted(within)
    assert ASK["slay"](**scores, attempts=1, ties="replayed").value("within") >= within[0]


@given(st.sampled_from(["violence", "villainy"]), SCORE, SCORE, SCORE, SCORE, SCORE)
def test_the_horror_comes_nearer_with_every_act(
    act: str, fear: int, reason: int, love: int, loathing: int, weary: int
) -> None:
    scores = {"fear": fear, "reason": reason, "love": love, "self_loathing": loathing, "weariness": weary}
    within = [ASK["horror"](act=act, acts=acts, **scores).value("within") for acts in range(1, 5)]
    assert within == sorted(within)
    room = love + reason - loathing
    assert (within[-1] > 0) is (room < 4)


@given(st.sampled_from(list(HELPER_PAYS)), st.integers(0, 6), SCORE, SCORE)
def test_help_never_hurts(act: str, aid: int, love: int, fear: int) -> None:
    less, more = (ASK["aid"](act=act, aid=dice, love=love, fear=fear) for dice in (aid, aid + 1))
    assert less.value("win") < more.value("win") and less.value("even") == more.value("even")
    assert (more.value("gain") > less.value("gain")) and less.value("without") == more.value("without")
    enough = ASK["aid"](act=act, aid=int(less.value("even")), love=love, fear=fear)
    assert enough.value("win") >= Fraction(1, 2)


SAYS = [
    ("none", "none", "you", ()),
    ("d6", "none", "you", ()),
    ("d8", "d6", "they", ("Your d8 cancels their d6.",)),
    ("d4", "d6", "you", ("Their d6 cancels your d4.",)),
    ("d6", "d6", "you", ("Both dice are a d6: only yours is rolled, it was earned first.",)),
    ("d6", "d6", "they", ("Both dice are a d6: only theirs is rolled, it was earned first.",)),
]


@pytest.mark.parametrize(("bonus", "against_bonus", "first", "says"), SAYS)
def test_an_answer_says_whose_bonus_die_counts(
    bonus: str, against_bonus: str, first: str, says: tuple[str, ...]
) -> None:
    given = {"bonus": bonus, "against_bonus": against_bonus, "first": first}
    for question in ("bonus", "overture", "trigger-self-loathing", "refuse-at-trigger", "violence"):
        assert ASK[question](**given).says == says
    if "d8" not in (against_bonus,):
        for question in ("refuse", "even", "slay", "aid", "horror"):
            assert ASK[question](**given).says == says


@pytest.mark.parametrize(
    ("choice", "says", "odds"),
    [
        ("none", "No bonus die is rolled.", contest(1, 1)),
        ("both", "Both bonus dice are rolled.", oracle.odds(total(1, 6), total(1, 6))),
        (
            "minion",
            "Both dice are a d6: only yours is rolled, it was the minion's.",
            contest(1, 1, "desperation"),
        ),
    ],
)
def test_equal_bonus_dice_follow_the_house(choice: str, says: str, odds: tuple[Fraction, ...]) -> None:
    rules = MyLifeWithMaster({"bonus_tie": choice})
    answer = rules.question("bonus").answer(bonus="d6", against_bonus="d6", first="they")
    assert (answer.says, chances(answer)) == ((says,), odds)


def test_an_answer_says_where_the_floor_was_used() -> None:
    answer = ASK["overture"](reason=3, self_loathing=4, fear=2)
    assert answer.says == (
        "Your pool comes to −1; the fewest dice are 1.",
        "Their pool comes to −1; the fewest dice are 1.",
    )


@pytest.mark.parametrize(
    ("question", "given", "message", "hint"),
    [
        ("overture", {"reason": 16}, "Reason cannot be '16'", "allowed: 0 to 15"),
        ("overture", {"fear": -1}, "Fear cannot be '-1'", "allowed: 0 to 15"),
        ("refuse", {"love": "2.5"}, "Love cannot be '2.5'", "allowed: 0 to 30"),
        ("refuse", {"love": "many"}, "Love cannot be 'many'", "allowed: 0 to 30"),
        ("bonus", {"bonus": "d12"}, "your bonus die cannot be 'd12'",
         "allowed: none, intimacy (d4), desperation (d6), sincerity (d8)"),
        ("refuse", {"against_bonus": "d8"}, "their bonus die cannot be 'd8'",
         "allowed: none, intimacy (d4), desperation (d6)"),
        ("aid", {"act": "refuse", "against_bonus": "d8"},
         "their bonus die cannot be 'sincerity' where they are the Master",
         "allowed: none, intimacy, desperation"),
        ("slay", {"attempts": 0}, "attempts cannot be '0'", "allowed: 1 to 20"),
        ("slay", {"ties": "kept"}, "a tie cannot be 'kept'", "allowed: used, replayed"),
        ("even", {"chance": 100}, "wanted chance in percent cannot be '100'", "allowed: 1 to 99"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused_with_what_is_allowed(
    question: str, given: dict[str, Setting], message: str, hint: str
) -> None:
    with pytest.raises(HandbillError) as caught:
        ASK[question](**given)
    assert [(problem.message, problem.hint) for problem in caught.value.problems] == [(message, hint)]
    assert caught.value.exit_status == USAGE == 2


def test_a_die_goes_by_name_or_by_sides_and_follows_the_house() -> None:
    assert ASK["bonus"](bonus="d6") == ASK["bonus"](bonus="desperation") != ASK["bonus"](bonus="D8")
    rules = MyLifeWithMaster({"MLWM-BONUS.desperation": {"sides": 10}})
    assert rules.question("wait").parameter("later").default == "desperation"
    assert rules.question("bonus").answer(bonus="d10").value("win") == oracle.odds(total(1, 10), total(1))[0]
    with pytest.raises(HandbillError):
        rules.question("bonus").answer(bonus="d6")


def test_the_sentences_to_remember_are_computed() -> None:
    sentences = {question.id: question.remember() for question in QUESTIONS}
    assert sentences["bonus"] == (
        "One die against one wins 38% of the time, 84% with Intimacy, 90% with Desperation and 92% with "
        "Sincerity."
    )
    assert "4.5 on average, or 2.3 with Intimacy" in sentences["trigger-self-loathing"]
    assert "the first attempt slays the Master 30% of the time, six together 50%" in sentences["slay"]
    house = MyLifeWithMaster({"MLWM-DICE-1": {"sides": 6}, "MLWM-EPI-4": {"condition": "love > 99"}})
    for question in house.questions():
        assert question.remember().endswith(".")
        assert question.remember() != sentences[question.id], question.id
