"""The Shadow of Yesterday under house rules: engine, forms and odds agree, with values worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from generator.content.packs import load_pack
from generator.content.sheets import bind_sheet
from generator.problems import HandbillError
from generator.rules import load
from generator.rules.formula import Formula
from generator.rules.tsoy import Fighter, ShadowOfYesterday, Track
from generator.rules.tsoy.corner import Condition, Habit
from generator.rules.tsoy.sheet import POOLS
from generator.sheets import Sheet
from generator.workspace import Workspace

FRESH = Condition()
CONTENT = Workspace.find(house_rules="none").content


def tsoy(overrides: dict[str, object] | None = None) -> ShadowOfYesterday:
    rules = load("tsoy", overrides)
    assert isinstance(rules, ShadowOfYesterday)
    return rules


RULES = tsoy()


def sheet(name: str, rules: ShadowOfYesterday) -> Sheet:
    source = next(each for each in load_pack(CONTENT, "tsoy").sheets if each.name == name)
    return bind_sheet(source, rules)


def test_one_die_succeeds_a_third_of_the_time_without_skill() -> None:
    assert tsoy({"TSOY-CHK-1.dice": 1}).success(0) == Fraction(1, 3)


def test_bonus_dice_that_count_twice_are_two_of_the_published_ones() -> None:
    twice = tsoy({"TSOY-DIE-1": "2 * bonus - penalty"})
    assert twice.check(1, bonus=1) == RULES.check(1, bonus=2)
    assert twice.question("check").answer(bonus=1, penalty=1).says == (
        "Your 1 bonus and 1 penalty dice come to 1 net bonus die.",
    )


def test_a_weapon_on_the_success_level_is_capped_before_the_difference_is_taken() -> None:
    assert RULES.dealt(6, 2, weapon=2) == 6
    assert tsoy({"TSOY-AMB-3": "sl"}).dealt(6, 2, weapon=2) == 4


def test_ties_that_go_to_the_instigator_are_no_more_the_resisters() -> None:
    bold = tsoy({"TSOY-RES-1": "level >= against"})
    win, tie, lose = RULES.resisted(1, 1).chances
    assert bold.resisted(1, 1).chances == (win + tie, 0, lose)
    asked = {"rank": 1, "against": 1, "role": "resister"}
    assert RULES.question("die-or-rank").answer(**asked).value("now") == win + tie
    assert bold.question("die-or-rank").answer(**asked).value("now") == lose
    assert "a tie goes to you." in bold.question("novice").assumes[1]


def test_no_number_of_dice_is_looked_for_without_end() -> None:
    capped = tsoy({"TSOY-DIE-1": "min(1, bonus) - penalty"})
    assert RULES.dice_for_even(2, 3) == 3
    assert capped.dice_for_even(2, 3) is None


@pytest.mark.parametrize("last", [3, 7])
def test_a_sheet_has_the_boxes_that_the_rules_have(last: int) -> None:
    shorter = {"TSOY-HRM.bruised.last": 1, "TSOY-HRM.bloodied.last": 2} if last == 3 else {}
    rules = tsoy({**shorter, "TSOY-HRM.broken.last": last})
    for name in ("character", "conflict"):
        fields = [field for field in sheet(name, rules).fields if field.startswith("harm_")]
        assert fields == [f"harm_{box}" for box in range(1, last + 1)]
    penalty, fee = rules.derived("penalty_vigor"), rules.derived("fee")
    for box, pool in product(range(1, last + 1), POOLS):
        track = Track.of({box: pool})
        names = {f"{each}_{number}": 0 for each in POOLS for number in range(1, last + 1)}
        names |= {f"{pool}_{box}": 1, "bruises": 0}
        assert penalty.value(**names) == rules.penalty(Fighter(track=track), "vigor")
        assert fee.value(**names) == rules.fee(Fighter(track=track))


def test_boxes_follow_from_where_each_state_ends() -> None:
    rules = tsoy({"TSOY-HRM.bruised.last": 0})
    assert [list(rules.boxes(row.key)) for row in rules.chart("TSOY-HRM")] == [[], [1, 2, 3, 4, 5], [6], []]
    assert rules.state(1) == "bloodied"
    assert rules.lasting_box() == 1


@pytest.mark.parametrize(
    "overrides",
    [
        {"TSOY-BDP-5.perpendicular.harm": "2 * level - against"},
        {"TSOY-BDP-5.defensive.bonus": "0", "TSOY-BDP-9.bonus": "0"},
        {"TSOY-BDP-9.absorbs": 1, "TSOY-BDP-5.parallel.bonus": "level"},
    ],
)
def test_the_form_of_a_conflict_computes_what_the_engine_does(overrides: dict[str, object]) -> None:
    rules = tsoy(overrides)
    takes, gains = rules.derived("takes"), rules.derived("gains")
    assert sheet("conflict", rules)
    kinds = [kind for kind, _ in rules.choices("kinds")]
    for kind, other in product(kinds, repeat=2):
        if (kind == "parallel") != (other == "parallel"):
            continue
        chosen = {f"is_{each}": int(each == kind) for each in kinds}
        chosen |= {f"their_is_{each}": int(each == other) for each in kinds}
        for level, against in product(range(5), repeat=2):
            scores = chosen | {"level": level, "their_level": against}
            assert takes.value(**scores) == rules.dealt(against, level, other, kind)
            assert gains.value(**scores) == rules.gained(level, against, kind, other)


def test_the_opening_bonus_of_the_form_is_the_engines() -> None:
    rules = tsoy({"TSOY-BDP-4.dice": "level"})
    opening = rules.derived("opening")
    assert isinstance(opening, Formula)
    assert opening.value(won_with=3, lost_with=2) == rules.opening(3, 2) == 3
    assert "theirs being 0" in rules.question("pain").parameter("lead").label


def test_a_kind_of_action_may_be_called_otherwise() -> None:
    rules = tsoy({"TSOY-BDP-5.defensive.kind": "Guarding"})
    assert ("defensive", "Guarding") in rules.choices("kinds")
    assert rules.gained(3, 1, "defensive") == 2


def test_bonus_dice_for_the_winner_of_a_volley_speed_a_fight_up() -> None:
    rules = tsoy({"TSOY-BDP-5.perpendicular.bonus": "level - against"})
    usual, quick = (each.fight(Habit(2), Habit(2)).value("volleys", FRESH, FRESH) for each in (RULES, rules))
    assert quick < usual
    assert rules.fight(Habit(2), Habit(2)).odds(FRESH, FRESH).chances[0] == Fraction(1, 2)


def test_a_pool_die_that_may_not_be_bought_changes_no_fight() -> None:
    rules = tsoy({"TSOY-DIE-4.most": 0})
    fight, rich = rules.fight(Habit(2, wounds=False), Habit(2)), Condition(points=5)
    assert fight.odds(rich, FRESH) == fight.odds(FRESH, FRESH)
    with pytest.raises(HandbillError, match="no pool die may be bought"):
        rules.late_die(1, (0, 0, 0))


def test_names_between_two_levels_or_ranks_are_the_lower_ones() -> None:
    rules = tsoy({"TSOY-RANK.grand_master.rank": 6})
    assert [rules.rank_name(rank) for rank in (4, 5, 6)] == ["Master", "Master", "Grand Master"]
    assert rules.level_name(9) == "Transcendent"
    assert rules.ranks() == (0, 1, 2, 3, 6)


def test_the_dice_of_an_example_can_fall_so() -> None:
    rules = tsoy({"TSOY-CHK-1": {"dice": 2, "faces": [1, 2, 3, 4, 5, 6]}})
    assert rules.throw((1, 1, -1)) == (6, 3)
    assert rules.door_steps() == ()
    assert RULES.throw((1, 1, -1)) == (1, 1, -1)
    assert len(RULES.door_steps()) == 3


def test_options_are_told_in_words() -> None:
    (change,) = tsoy({"TSOY-AMB-3": "sl"}).changes()
    assert (change.published, change.now) == ("the harm", "the success level")


def test_labels_call_pools_and_levels_as_the_rules_do() -> None:
    rules = tsoy({"TSOY-POOL.vigor.name": "Might", "TSOY-SL.great.name": "Grand"})
    fields = sheet("character", rules).fields
    assert fields["vigor"].label == "Might, full"
    assert fields["endure_great"].label == "Endure, chance of Grand or better"
    assert rules.choices("harm") == (("vigor", "M"), ("instinct", "I"), ("reason", "R"))
