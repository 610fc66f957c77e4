"""The Shadow of Yesterday: the answers to its questions, against enumeration as a person reads the rules."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.problems import USAGE, HandbillError
from generator.rules import load, recording
from generator.rules.questions import Answer, Question, Setting
from generator.rules.tsoy import ShadowOfYesterday
from tests import oracle

ORACLE = json.loads(Path(__file__).with_name("oracle").joinpath("tsoy.json").read_text(encoding="utf-8"))


def tsoy(overrides: dict[str, object] | None = None) -> ShadowOfYesterday:
    rules = load("tsoy", overrides)
    assert isinstance(rules, ShadowOfYesterday)
    return rules


RULES = tsoy()
QUESTIONS = RULES.questions()
ASK = {question.id: question.answer for question in QUESTIONS}
RANKS = st.integers(0, 4)
DICE = st.integers(0, 3)
PRINTED = [
    pytest.param(question, setting, id=f"{question.id}-{table.id}-{place}")
    for question in QUESTIONS
    for table in question.tables
    for place, setting in enumerate(table.settings())
]
FIGHTS = ("pain", "fight", "give-in")


# The stupid way


@cache
def levels(rank: int, net: int = 0) -> dict[int, int]:
    """Ways to each success level: roll three Fudge dice and the net ones, keep three, add the rank."""
    sums = oracle.kept_sums(oracle.FUDGE, 3 + abs(net), 3, highest=net > 0)
    counts: dict[int, int] = {}
    for roll, ways in sums.items():
        level = max(0, rank + roll)
        counts[level] = counts.get(level, 0) + ways
    return counts


def reaching(counts: dict[int, int], wanted: int = 1) -> Fraction:
    return sum((oracle.chance(counts, level) for level in counts if level >= wanted), Fraction(0))


def chances(counts: dict[int, int]) -> dict[int, Fraction]:
    return {level: oracle.chance(counts, level) for level in counts}


def told(answer: Answer) -> dict[int, Fraction]:
    """The chance of every success level that the answer holds."""
    return {int(share.key): answer.chance(share.key) for share in answer.shares}


def after(first: dict[int, Fraction], rank: int, failed: int | None) -> dict[int, Fraction]:
    """The next roll's levels: a success becomes bonus dice, a failure ``failed`` penalty dice or the end."""
    made: dict[int, Fraction] = {}
    for level, chance in first.items():
        if level == 0 and failed is None:
            following = {0: Fraction(1)}
        else:
            following = chances(levels(rank, level if level else -(failed or 0)))
        for reached, part in following.items():
            made[reached] = made.get(reached, Fraction(0)) + chance * part
    return made


# The list


def test_the_twelve_questions_stand_in_order() -> None:
    assert [(question.number, question.id) for question in QUESTIONS] == [
        (1, "check"),
        (2, "bonus-die"),
        (3, "second-die"),
        (4, "die-or-rank"),
        (5, "penalty-die"),
        (6, "together"),
        (7, "group"),
        (8, "resisted"),
        (9, "novice"),
        (10, "pain"),
        (11, "fight"),
        (12, "give-in"),
    ]


def test_no_two_tables_share_a_name() -> None:
    names = [table.id for question in QUESTIONS for table in question.tables]
    assert len(names) == len(set(names)) > 20


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_every_question_asks_answers_assumes_and_remembers(question: Question) -> None:
    assert question.ask.endswith("?")
    assert question.title.endswith("?")
    assert question.tables
    assert question.assumes
    assert all(sentence.endswith(".") for sentence in (*question.assumes, question.remember()))
    assert all(parameter.default in parameter.values for parameter in question.parameters)
    assert question.answer().shares or question.answer().measures


@pytest.mark.parametrize(("question", "setting"), PRINTED)
def test_every_printed_cell_is_answered(question: Question, setting: dict[str, Setting]) -> None:
    answer = question.answer(**setting)
    if answer.shares:
        assert answer.total > 0
        assert all(0 <= share.weight <= answer.total for share in answer.shares)
    for measure in answer.measures:
        if measure.kind == "chance":
            assert 0 <= measure.value <= 1
        elif measure.kind == "points":
            assert -1 <= measure.value <= 1
        else:
            assert measure.value >= 0


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)
def test_every_table_shows_what_the_answer_holds(question: Question) -> None:
    for table in question.tables:
        for setting in table.settings():
            answer = question.answer(**setting)
            for key in (*table.keys, *filter(None, [table.key])):
                assert answer.value(key) is not None
            if table.show == "odds":
                assert [share.key for share in answer.shares] == ["win", "tie", "lose"]
            if table.show == "levels":
                assert answer.ordered


# Checks alone


@given(RANKS, DICE, DICE, st.integers(1, 7))
def test_a_check_is_what_rolling_gives(rank: int, bonus: int, penalty: int, difficulty: int) -> None:
    counts = levels(rank, bonus - penalty)
    answer = ASK["check"](rank=rank, bonus=bonus, penalty=penalty, difficulty=difficulty)
    assert told(answer) == chances(counts)
    assert answer.value("success") == reaching(counts, difficulty)
    assert answer.value("mean") == sum(level * part for level, part in chances(counts).items())


@given(RANKS, DICE, DICE, st.integers(1, 7))
def test_one_die_more_is_compared_with_none(rank: int, bonus: int, penalty: int, difficulty: int) -> None:
    setting = {"rank": rank, "bonus": bonus, "penalty": penalty, "difficulty": difficulty}
    before = reaching(levels(rank, bonus - penalty), difficulty)
    better = reaching(levels(rank, bonus + 1 - penalty), difficulty)
    worse = reaching(levels(rank, bonus - penalty - 1), difficulty)
    answer = ASK["bonus-die"](**setting)
    assert [answer.value(key) for key in ("before", "after", "worth")] == [before, better, better - before]
    assert answer.value("worth") >= 0
    answer = ASK["penalty-die"](**setting)
    assert [answer.value(key) for key in ("before", "after", "cost")] == [before, worse, worse - before]
    assert answer.value("cost") <= 0


@given(RANKS, DICE, st.integers(1, 7))
def test_the_first_three_dice_add_what_rolling_gives(rank: int, penalty: int, difficulty: int) -> None:
    answer = ASK["second-die"](rank=rank, penalty=penalty, difficulty=difficulty)
    dice = [reaching(levels(rank, bonus - penalty), difficulty) for bonus in range(4)]
    assert answer.value("before") == dice[0]
    added = [answer.value(key) for key in ("first", "second", "third")]
    assert added == [more - less for less, more in zip(dice, dice[1:], strict=False)]


def test_a_bonus_die_is_worth_what_was_published() -> None:
    worth = [ASK["bonus-die"](rank=rank).value("worth") for rank in range(5)]
    assert worth == [Fraction(*part) for part in ((19, 81), (5, 27), (7, 81), (2, 81), (0, 1))]


def test_gear_is_added_where_the_check_succeeds() -> None:
    plain, geared = ASK["check"](rank=2), ASK["check"](rank=2, gear=2)
    assert geared.chance("0") == plain.chance("0")
    assert [geared.at_least(str(level + 2)) for level in (1, 2, 3)] == [
        plain.at_least(str(level)) for level in (1, 2, 3)
    ]


@given(RANKS, st.integers(0, 40), st.integers(0, 12))
def test_more_bonus_dice_and_a_better_rank_never_hurt(rank: int, bonus: int, penalty: int) -> None:
    def success(**setting: int) -> Fraction:
        return ASK["check"](**{"rank": rank, "bonus": bonus, "penalty": penalty, **setting}).value("success")

    if bonus < 40:
        assert success(bonus=bonus + 1) >= success()
    if penalty < 12:
        assert success(penalty=penalty + 1) <= success()
    if rank < 4:
        assert success(rank=rank + 1) >= success()


def test_thirty_three_dice_are_still_exact() -> None:
    answer = ASK["check"](rank=0, bonus=30, difficulty=3)
    assert answer.value("success") == Fraction(5557776371334019, 5559060566555523)
    few_pluses = sum(comb(33, pluses) * 2 ** (33 - pluses) for pluses in range(3))
    assert answer.value("success") == 1 - Fraction(few_pluses, 3**33)


@pytest.mark.parametrize("net", [-12, -3, 0, 2, 7, 40])
def test_icepool_agrees_about_every_check(net: int) -> None:
    fudge = icepool.Die([-1, 0, 1])
    pool = fudge.highest(3 + abs(net), 3) if net > 0 else fudge.lowest(3 + abs(net), 3)
    for rank in range(5):
        die = (pool + rank).map(lambda level: max(0, level))
        expected = {level: Fraction(weight, die.denominator()) for level, weight in die.items() if weight}
        assert told(ASK["check"](rank=rank, bonus=max(net, 0), penalty=max(-net, 0))) == expected


def test_the_published_tables_of_success_levels_are_hit() -> None:
    hit = 0
    for row in ORACLE["sl"]:
        net = row["net"]
        answer = ASK["check"](rank=row["rank"], bonus=max(net, 0), penalty=max(-net, 0))
        ways = {int(level): count for level, count in row["counts"].items() if count}
        assert told(answer) == chances(ways)
        assert answer.value("success") == Fraction(row["p_success"])
        assert answer.value("mean") == Fraction(row["mean_sl"])
        hit += 1
    assert hit == 35


# Against someone


@given(RANKS, RANKS, DICE, DICE, DICE, DICE)
def test_a_resisted_check_is_what_rolling_both_gives(
    rank: int, against: int, bonus: int, penalty: int, their_bonus: int, their_penalty: int
) -> None:
    dice = {"bonus": bonus, "penalty": penalty, "their_bonus": their_bonus, "their_penalty": their_penalty}
    mine, theirs = levels(rank, bonus - penalty), levels(against, their_bonus - their_penalty)
    answer = ASK["resisted"](rank=rank, against=against, **dice)
    win, tie, lose = oracle.odds(mine, theirs)
    assert [answer.chance(key) for key in ("win", "tie", "lose")] == [win, tie, lose]
    assert answer.value("holds") == win + tie
    if rank < 4:
        better = oracle.odds(levels(rank + 1, bonus - penalty), theirs)
        die = oracle.odds(levels(rank, bonus + 1 - penalty), theirs)
        for role, parts in (("instigator", 1), ("resister", 2)):
            found = ASK["die-or-rank"](rank=rank, against=against, role=role, **dice)
            now, with_die, with_rank = (
                sum(odds[:parts], Fraction(0)) for odds in ((win, tie, lose), die, better)
            )
            assert found.value("now") == now
            assert (found.value("die"), found.value("rank")) == (with_die - now, with_rank - now)
            assert found.value("difference") == with_rank - with_die


@given(RANKS, RANKS, st.integers(0, 3), st.integers(0, 3))
def test_harm_is_what_rolling_both_gives(rank: int, against: int, weapon: int, armour: int) -> None:
    def harm(level: int, other: int) -> int:
        if level <= other:
            return 0
        with_weapon = max(level - other, min(6, level - other + weapon))
        return min(with_weapon, max(1, with_weapon - armour))

    mine, theirs = levels(rank), levels(against)
    dealt = oracle.paired(mine, theirs, harm)
    answer = ASK["resisted"](rank=rank, against=against, weapon=weapon, their_armour=armour)
    assert answer.value("dealt") == sum(done * part for done, part in chances(dealt).items())
    mirror = ASK["resisted"](rank=against, against=rank, their_weapon=weapon, armour=armour)
    assert mirror.value("taken") == answer.value("dealt")


@given(RANKS, RANKS, DICE, DICE)
def test_a_resisted_check_and_its_mirror_image_are_one(
    rank: int, against: int, bonus: int, other: int
) -> None:
    answer = ASK["resisted"](rank=rank, against=against, bonus=bonus, their_bonus=other)
    mirror = ASK["resisted"](rank=against, against=rank, bonus=other, their_bonus=bonus)
    assert answer.chance("win") == mirror.chance("lose")
    assert answer.chance("tie") == mirror.chance("tie")


def test_the_published_resisted_checks_are_hit() -> None:
    hit = 0
    for row in ORACLE["resisted"]:
        (rank, net), (against, other) = row["a"], row["b"]
        answer = ASK["resisted"](
            rank=rank,
            bonus=max(net, 0),
            penalty=max(-net, 0),
            against=against,
            their_bonus=max(other, 0),
            their_penalty=max(-other, 0),
        )
        assert [str(answer.chance(key)) for key in ("win", "tie", "lose")] == [
            str(Fraction(row[key])) for key in ("win", "tie", "lose")
        ]
        harm = {int(box): Fraction(part) for box, part in row["harm_to_b_if_perpendicular"].items()}
        assert answer.value("dealt") == sum(box * part for box, part in harm.items())
        hit += 1
    assert hit == 78


def test_a_novice_beats_a_grand_master_once_in_a_hundred_and_four_rolls() -> None:
    answer = ASK["novice"]()
    assert answer.chance("win") == Fraction(7, 729)
    assert round(answer.value("rolls")) == 104
    assert "104" in RULES.question("novice").remember()
    assert answer.says == ("No number of bonus dice makes this even.",)


def test_dice_for_an_even_chance_are_the_fewest_that_do_it() -> None:
    found = 0
    for rank, against in product(range(5), range(5)):
        answer = ASK["novice"](rank=rank, against=against)
        if "needed" in {measure.key for measure in answer.measures}:
            needed = int(answer.value("needed"))
            wins = [
                oracle.odds(levels(rank, bonus), levels(against))[0] for bonus in range(min(needed, 5) + 1)
            ]
            assert all(2 * win < 1 for win in wins[:needed])
            if needed <= 5:
                assert 2 * wins[needed] >= 1
            found += 1
        else:
            most = rank + 3
            assert 2 * sum(part for level, part in chances(levels(against)).items() if level < most) <= 1
    assert 10 < found < 25


# Together


@given(RANKS, RANKS, st.sampled_from(("harmless", "penalty", "impossible")), st.integers(0, 2))
def test_two_abilities_are_what_rolling_both_gives(first: int, rank: int, failure: str, bonus: int) -> None:
    failed = {"harmless": 0, "penalty": 1, "impossible": None}[failure]
    expected = after(chances(levels(first, bonus)), rank, failed)
    answer = ASK["together"](first=first, rank=rank, failure=failure, bonus=bonus)
    assert told(answer) == {level: part for level, part in expected.items() if part}
    alone = reaching(levels(rank))
    assert answer.value("alone") == alone
    assert answer.value("worth") == 1 - expected.get(0, Fraction(0)) - alone


@settings(max_examples=30)
@given(st.lists(RANKS, min_size=1, max_size=3), st.integers(0, 2))
def test_a_group_is_what_rolling_one_after_the_other_gives(ranks: list[int], guide: int) -> None:
    def net(rank: int, dice: int) -> dict[int, Fraction]:
        return chances(levels(rank, dice - guide))

    ordered = sorted(ranks, reverse=True)
    made = net(ordered[0], 0)
    for rank in ordered[1:]:
        following: dict[int, Fraction] = {}
        for level, chance in made.items():
            for reached, part in net(rank, level if level else -1).items():
                following[reached] = following.get(reached, Fraction(0)) + chance * part
        made = following
    names = ("first", "second", "third")
    members: dict[str, Setting] = {"second": "none", **dict(zip(names, ranks, strict=False))}
    answer = ASK["group"](**members, guide=guide)
    assert told(answer) == made
    assert answer.value("alone") == reaching(levels(ordered[0], -guide))


def test_the_published_group_is_hit() -> None:
    answer = ASK["group"](first=2, second=1, third=0)
    published = {int(level): Fraction(part) for level, part in ORACLE["group_example"]["final_sl"].items()}
    assert told(answer) == published
    assert ASK["group"](first=0, second=2, third=1) == answer


# Fights


def test_a_fight_is_answered_from_the_marks_that_are_told() -> None:
    fights = [ASK["fight"](rank=2, against=1, harm=harm) for harm in ("none", "2,4", "4,2", (" 4 , 2 "))]
    assert fights[1] == fights[2] == fights[3]
    assert fights[1].chance("win") < fights[0].chance("win")


@settings(max_examples=15)
@given(RANKS, RANKS, st.sampled_from(("none", "1", "2,4", "1,2,3,5")), st.integers(-3, 3), st.integers(0, 2))
def test_a_fight_seen_from_the_other_side_is_the_same_fight(
    rank: int, against: int, harm: str, lead: int, points: int
) -> None:
    for name in ("fight", "give-in"):
        answer = ASK[name](rank=rank, against=against, harm=harm, lead=lead, points=points, their_weapon=1)
        mirror = ASK[name](
            rank=against, against=rank, their_harm=harm, lead=-lead, their_points=points, weapon=1
        )
        assert answer.chance("win") == mirror.chance("lose")
        assert answer.chance("tie") == mirror.chance("tie")
        assert answer.value("volleys") == mirror.value("volleys")


def test_all_questions_about_a_fight_agree_about_it() -> None:
    for rank, against in product(range(5), range(5)):
        found = [ASK[name](rank=rank, against=against, lead=1).shares for name in FIGHTS]
        assert found[0] == found[1] == found[2]


def test_a_fight_is_compared_with_one_roll_and_with_an_empty_pool() -> None:
    pain = ASK["pain"](rank=2, against=3)
    assert pain.value("roll") == oracle.odds(levels(2), levels(3))[0]
    assert pain.value("gain") == pain.chance("win") - pain.value("roll")
    fight, poor = ASK["fight"](points=3), ASK["fight"](points=0)
    assert fight.value("without") == poor.chance("win")
    assert fight.value("worth") == fight.chance("win") - poor.chance("win") > 0
    assert poor.value("worth") == 0


def test_who_won_the_check_before_has_the_better_first_volley() -> None:
    chances_to_win = [ASK["pain"](rank=2, against=2, lead=lead).chance("win") for lead in (-3, -1, 0, 1, 3)]
    assert chances_to_win == sorted(chances_to_win)
    assert len(set(chances_to_win)) == 5


def test_giving_in_counts_the_boxes_that_stay() -> None:
    answer = ASK["give-in"](harm="1,2", give_up=4)
    assert answer.value("now") == 2
    assert 2 < answer.value("boxes") < ASK["give-in"](harm="1,2").value("boxes")
    assert ASK["give-in"](harm="1,2", give_up="bloodied") == answer
    over = ASK["give-in"](harm="4", give_up="bloodied")
    assert [over.value(key) for key in ("lose", "volleys", "boxes")] == [1, 0, 1]
    assert over.says == ("It is over before the first volley: with these marks a side gives up.",)


# What the answer says


def test_bonus_and_penalty_dice_of_one_side_cancel_and_the_answer_says_so() -> None:
    assert ASK["check"](bonus=2, penalty=1).says == (
        "Your 2 bonus and 1 penalty dice cancel one for one: 1 bonus die left.",
    )
    assert ASK["check"](bonus=2, penalty=1).shares == ASK["check"](bonus=1).shares
    assert ASK["check"](bonus=2).says == ()
    both = ASK["resisted"](bonus=1, penalty=3, their_bonus=2, their_penalty=2)
    assert both.says == (
        "Your 1 bonus and 3 penalty dice cancel one for one: 2 penalty dice left.",
        "Their 2 bonus and 2 penalty dice cancel one for one: none left.",
    )
    fight = ASK["fight"](harm="4", bruises=1, points=2, their_harm="4", lead=-2)
    assert fight.says == (
        "First volley: your 1 bonus and 2 penalty dice cancel one for one: 1 penalty die left.",
        "First volley: their 2 bonus and 1 penalty dice cancel one for one: 1 bonus die left.",
    )


def test_what_to_remember_follows_the_rules_as_they_are() -> None:
    house = tsoy({"TSOY-CHK-1": {"dice": 4}, "TSOY-RANK.adept": {"name": "Expert"}})
    changed = [
        question.id
        for question, other in zip(QUESTIONS, house.questions(), strict=True)
        if question.remember() != other.remember()
    ]
    assert {"check", "bonus-die", "group", "resisted", "novice", "pain", "fight", "give-in"} <= set(changed)


def test_an_answer_tells_its_rules_also_when_it_is_remembered() -> None:
    rules = tsoy()
    for question in rules.questions():
        told = []
        for _ in range(2):
            with recording() as reads:
                question.answer()
            told.append(reads)
        assert {f"TSOY-Q-{question.id.upper()}", "TSOY-CHK-1"} <= told[0] == told[1]


# Bad input


@pytest.mark.parametrize(
    ("question", "name", "text", "hint"),
    [
        ("check", "rank", "5", "allowed: 0 to 4"),
        ("check", "rank", "-1", "allowed: 0 to 4"),
        ("check", "rank", "2.5", "allowed: 0 to 4"),
        ("check", "bonus", "41", "allowed: 0 to 40"),
        ("check", "bonus", "d6", "allowed: 0 to 40"),
        ("check", "gear", "4", "allowed: 0 to 3"),
        ("die-or-rank", "rank", "4", "allowed: 0 to 3"),
        (
            "group",
            "third",
            "x",
            "allowed: none, 0 (unskilled), 1 (competent), 2 (adept), 3 (master), 4 (grand_master)",
        ),
        ("together", "failure", "harmles", "did you mean 'harmless'?"),
        ("fight", "kind", "paralel", "did you mean 'parallel'?"),
        ("fight", "harm", "2,7", "allowed: none, or any of 1,2,3,4,5,6 with commas between"),
        ("fight", "harm", "2,2", "allowed: none, or any of 1,2,3,4,5,6 with commas between"),
        ("fight", "harm", "", "allowed: none, or any of 1,2,3,4,5,6 with commas between"),
        ("fight", "give_up", "7", "allowed: never, 1 (bruised), 2, 3, 4 (bloodied), 5, 6 (broken)"),
        ("pain", "lead", "8", "allowed: -7 to 7"),
    ],
)
def test_what_is_not_allowed_is_told_with_what_is(question: str, name: str, text: str, hint: str) -> None:
    with pytest.raises(HandbillError) as error:
        ASK[question](**{name: text})
    assert error.value.exit_status == USAGE == 2
    assert [problem.code for problem in error.value.problems] == ["parameter"]
    assert hint in str(error.value.problems[0].hint)


def test_a_rank_may_be_told_by_its_name() -> None:
    for rank, name in enumerate(("unskilled", "Competent", "ADEPT", "master", "grand-master")):
        assert ASK["check"](rank=name) == ASK["check"](rank=rank)
    with pytest.raises(HandbillError):
        ASK["die-or-rank"](rank="grand-master")


def test_an_unknown_parameter_is_told_with_the_nearest_name() -> None:
    with pytest.raises(HandbillError) as error:
        ASK["fight"](their_harms="2")
    assert "their-harm" in str(error.value.problems[0].hint)
