"""My Life with Master under house rules: engine, questions, pages and forms, by values made by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from generator.dice.distribution import Distribution
from generator.problems import HandbillError
from generator.rules.mlwm import RULES as MyLifeWithMaster
from generator.rules.mlwm import Scores
from generator.rules.questions import Question
from tests.laws.house import replaceable, said


def by(**house: object) -> MyLifeWithMaster:
    """The rules under house rules, with ``_`` for ``-`` in their ids, and ``__`` before a cell."""
    ids = {key: key.partition("__")[0] for key in house}
    words = {
        key: found.replace("_", "-") + key.removeprefix(found).replace("__", ".")
        for key, found in ids.items()
    }
    return MyLifeWithMaster({words[key]: value for key, value in house.items()})


def text_of(rules: MyLifeWithMaster, document: str) -> str:
    """What a document says, without its tags."""
    (made,) = (each for name, each in said("mlwm", rules).items() if name == document)
    assert not made.problems
    return " ".join(re.sub(r"<[^>]+>", " ", made.html).replace("\u00a0", " ").split())


def test_the_opponent_of_the_issue_rolls_what_engine_page_and_form_say() -> None:
    rules = MyLifeWithMaster({"MLWM-VIO.opponent": "reason + 2 * weariness"})
    assert rules.pools("MLWM-VIO", Scores(fear=4, reason=3, weariness=2, innocents=1)) == (4, 3 + 1 + 2 * 2)
    formula = rules.derived("violence_against")
    assert formula.javascript() == "Math.max(1, reason + innocents + 2 * weariness)"
    assert formula.value(reason=3, weariness=2, innocents=1) == 8
    assert "Reason + 2 × Weariness" in text_of(rules, "mlwm-reference")
    win = rules.question("violence").answer(fear=4, reason=3, self_loathing=2, weariness=1)
    assert win.value("against_dice") == 5


def test_a_new_effect_sets_off_what_its_gain_can_set_off() -> None:
    rules = by(MLWM_VIL__lose={"weariness": 1}, MLWM_VIO__win={})
    assert rules.effect("MLWM-VIL", "lose").tests == ("MLWM-CAP-1",)
    assert rules.effect("MLWM-VIO", "win").tests == ()
    assert by(MLWM_CMD__win={"love": 1}).effect("MLWM-CMD", "win").tests == ("MLWM-CMD-3",)


def test_overtures_that_bring_nothing_when_lost_are_repeated() -> None:
    # One win is needed. Self-Loathing may rise to 1: a second loss is a Horror, and changes nothing.
    rules = by(MLWM_OVR__lose={"self_loathing": 1})
    assert rules.self_loathing_at_trigger(Scores(reason=1)) == Distribution.from_counts({0: 1, 1: 1})
    assert rules.self_loathing_at_trigger(Scores(reason=0)) == Distribution.constant(0)


def test_overtures_that_go_on_for_ever_are_told_and_left_out() -> None:
    never = by(MLWM_OVR__win={}, MLWM_OVR__lose={})
    for name in ("trigger-self-loathing", "refuse-at-trigger"):
        assert never.question(name).answer().says == ("Overtures alone never bring enough Love.",)
        assert "never bring enough Love" in never.question(name).remember()
    back_and_forth = by(MLWM_OVR__lose={"love": -1})
    start = Scores(fear=1, reason=2, love=1)
    chances = [chance for _, chance in back_and_forth.scores_at_trigger(start)]
    assert 0 < sum(chances) < 1
    answer = back_and_forth.question("trigger-self-loathing").answer(fear=1, love=1, weariness=0)
    assert answer.says[-1].startswith("Left out: the ")


def test_a_tie_that_costs_something_costs_it_in_overtures_too() -> None:
    rules = by(MLWM_DICE_6__tie={"love": 1})
    assert rules.self_loathing_at_trigger(Scores()).chance(0) == Distribution.from_counts(
        {0: 10, 1: 6}
    ).chance(0)


def test_in_danger_fear_counts_as_the_step_says() -> None:
    rules = by(MLWM_END_2__fear="fear // 2")
    scores = Scores(fear=5, reason=3, self_loathing=1)
    assert rules.pools("MLWM-VIO", scores, fearless=True) == (2 + 1, 3)
    assert rules.pools("MLWM-VIO", scores) == (5 + 1, 3)
    printed = rules.row("MLWM-END-2").formula("fear").printed(rules.labels)
    assert rules.step_says("MLWM-END-2").endswith(f"a way out of it with {printed} for Fear.")


def test_a_step_that_leads_elsewhere_says_so() -> None:
    rules = by(MLWM_END_5__lives="MLWM-END-4", MLWM_END_2__lives="MLWM-END-4")
    assert rules.step_says("MLWM-END-5").endswith("If the Master lives, go on with “A round of scenes”.")
    assert rules.step_says("MLWM-END-2").endswith("Then go on with “A round of scenes”.")


@pytest.mark.parametrize(
    ("house", "rule"),
    [
        ({"MLWM-DICE-1.sides": 2, "MLWM-DICE-2": {"face": 2, "counts": 1}}, "MLWM-DICE-2"),
        ({"MLWM-START": {"score_from": 6}}, "MLWM-START"),
        ({"MLWM-END-2.lives": "MLWM-END-1"}, "MLWM-ENDGAME"),
        ({"MLWM-END-3.slain": "MLWM-END-2", "MLWM-END-5.slain": "MLWM-END-2"}, "MLWM-ENDGAME"),
    ],
)
def test_what_cannot_be_played_is_refused_where_it_is_loaded(house: dict[str, object], rule: str) -> None:
    with pytest.raises(HandbillError) as caught:
        MyLifeWithMaster(house)
    assert [problem.code for problem in caught.value.problems] == ["unplayable"]
    assert caught.value.problems[0].message.startswith(f"{rule}: ")


def test_the_master_is_denied_the_die_that_is_named_and_no_other_of_its_size() -> None:
    rules = by(MLWM_BONUS__intimacy={"sides": 8})
    assert rules.may_earn("Master", "intimacy") and not rules.may_earn("Master", "sincerity")
    assert rules.may_earn("Master", 8)
    assert not MyLifeWithMaster().may_earn("Master", 8)


@pytest.mark.parametrize(
    ("house", "question", "score"),
    [
        ({"MLWM-OVR.you": "love - self_loathing"}, "overture", "love"),
        ({"MLWM-CMD.they": "fear + reason"}, "refuse", "reason"),
        ({"MLWM-CMD-3": "love > fear + reason"}, "refuse", "reason"),
        ({"MLWM-CMD.they": "fear + reason"}, "even", "reason"),
        ({"MLWM-END.you": "love - weariness + reason"}, "slay", "reason"),
        ({"MLWM-EPI-5.condition": "fear > 3"}, "epilogues", "fear"),
    ],
)
def test_a_question_asks_for_every_score_that_is_rolled(
    house: dict[str, object], question: str, score: str
) -> None:
    def names(made: Question) -> list[str]:
        return [parameter.name for parameter in made.parameters]

    assert score not in names(MyLifeWithMaster().question(question))
    assert score in names(MyLifeWithMaster(house).question(question))


def test_captions_name_every_score_that_is_rolled() -> None:
    rules = by(MLWM_OVR__you="2 * love - self_loathing")
    captions = [table.caption for table in rules.question("overture").tables]
    assert captions[0] == "With Reason 2, Love 3 and no bonus die"
    assert rules.question("overture").assumes[1] == "Less Fear: the first column."


def test_the_best_die_is_the_one_with_the_most_sides() -> None:
    rules = by(MLWM_BONUS__desperation={"sides": 12})
    assert rules.by_sides() == ("none", "intimacy", "sincerity", "desperation")
    assert "with Sincerity in hand" in rules.question("wait").remember()


def test_a_line_on_the_sheet_claims_only_what_the_condition_bears_out() -> None:
    assert by(MLWM_CAP_1="weariness >= reason").next_gain_tells("MLWM-CAP-1", "weariness")
    assert not by(MLWM_CAP_1="2 * weariness > reason").next_gain_tells("MLWM-CAP-1", "weariness")
    assert not by(MLWM_VIO__lose={"weariness": 2}).next_gain_tells("MLWM-CAP-1", "weariness")
    rules = by(MLWM_CAP_1="weariness > 2 * reason")
    assert "0 or less: the next gain of Weariness has you captured." in text_of(rules, "mlwm-minion")
    rules = by(MLWM_CAP_1="2 * weariness > reason")
    assert "Below 0 after a gain of Weariness: you are captured." in text_of(rules, "mlwm-minion")


def test_the_example_throw_is_one_that_the_dice_can_show() -> None:
    assert MyLifeWithMaster().example_throw() == ((3, 1, 4, 2), (2,), 6)
    assert by(MLWM_DICE_2__face=1).example_throw() == ((3, 2, 1, 4), (2,), 9)
    assert by(MLWM_DICE_2__face=0).example_throw() == ((3, 1, 2), (), 6)
    assert by(MLWM_DICE_1__sides=2, MLWM_DICE_2__face=2).example_throw() == ((1, 2), (1,), 1)
    assert by(MLWM_DICE_2__counts=1).example_throw() == ((3, 1, 4, 2), (2,), 7)


def test_changes_are_told_in_the_words_of_the_page() -> None:
    told = by(MLWM_START__score_from=2, MLWM_AMB_3="both", MLWM_HOR_2={"self_loathing": 1}).changes()
    assert [(change.cell, change.published, change.now) for change in told] == [
        ("", "who earned it first", "both sides"),
        ("Self-Loathing", "0", "1"),
        ("Fear and Reason from", "3", "2"),
    ]


def test_a_changed_number_of_rolls_is_told_wherever_a_command_is() -> None:
    page = text_of(by(MLWM_CMD_2__rolls=3), "mlwm-reference")
    assert "You obey until 3 rolls are done." in page
    assert "once three rolls in that service are done" in page
    assert "one roll" not in page


def extremes() -> Iterator[tuple[str, object]]:
    """Each number at its least and most, each effect at its greatest change of everything, both ways, and
    each formula of a pool at many dice."""
    for each in replaceable("mlwm"):
        if each.kind == "number":
            yield from ((each.key, int(end)) for end in re.findall(r"-?\d+", each.allows))
        elif each.kind == "effect":
            names = re.findall(r"\w+", each.allows.partition(", each")[0])[3:]
            yield from ((each.key, dict.fromkeys(names, change)) for change in (-10, 10))
        elif each.kind == "formula":
            yield from ((each.key, formula) for formula in ("0", "100") if each.key != "MLWM-END-2.fear")
        elif each.kind == "condition" and "love == 0" not in each.value:
            yield from ((each.key, condition) for condition in ("0 > 1", "1 > 0", "fear > 900"))


@pytest.mark.long
@pytest.mark.parametrize(("key", "value"), list(extremes()), ids=str)
def test_every_extreme_is_made_or_refused_in_time(key: str, value: object) -> None:
    try:
        rules = MyLifeWithMaster({key: value})
    except HandbillError as error:
        assert {problem.code for problem in error.problems} == {"unplayable"}
        return
    assert not [made.problems for made in said("mlwm", rules).values() if made.problems]
