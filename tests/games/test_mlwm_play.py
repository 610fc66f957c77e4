"""My Life with Master: pools and odds of every action, and what each outcome changes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from generator.problems import HandbillError
from generator.rules.mlwm import RULES as MyLifeWithMaster
from generator.rules.mlwm import Aftermath, Conflict, Minion, Scores, State

ORACLE = json.loads(Path(__file__).with_name("oracle").joinpath("mlwm.json").read_text(encoding="utf-8"))
RULES = MyLifeWithMaster()
ACTIONS = {
    "resist_command (minion is side n)": "MLWM-CMD",
    "overture": "MLWM-OVR",
    "violence_npc": "MLWM-VIO",
    "villainy_npc": "MLWM-VIL",
    "endgame_master (minion is side n)": "MLWM-END",
}
KINDS = {
    "command": "MLWM-CMD",
    "overture": "MLWM-OVR",
    "violence": "MLWM-VIO",
    "villainy": "MLWM-VIL",
    "endgame": "MLWM-END",
}
SOLO = ("MLWM-CMD", "MLWM-OVR", "MLWM-VIO", "MLWM-VIL", "MLWM-END")


def scores_of(row: Mapping[str, int]) -> Scores:
    names = ("fear", "reason", "love", "self_loathing", "weariness", "innocents")
    return Scores(**{name: row[name] for name in names})


def state_of(row: Mapping[str, int], endgame: bool = False) -> State:
    igor = Minion("Igor", row["S"], row["W"], (("Anna", row["L"]),))
    return State(row["F"], row["R"], (igor,), endgame)


def letters(state: State, name: str = "Igor") -> dict[str, int]:
    minion = state.minion(name)
    values = (state.fear, state.reason, minion.love, minion.weariness, minion.self_loathing)
    return dict(zip("FRLWS", values, strict=True))


def by_hand(action: str, s: Scores) -> tuple[int, int]:
    """The two pools before the floor, as a person reads the rules."""
    reason = s.reason + s.innocents
    return {
        "MLWM-CMD": (s.love - s.weariness, s.fear + s.self_loathing),
        "MLWM-OVR": (reason - s.self_loathing, s.fear - reason),
        "MLWM-VIO": (s.fear + s.self_loathing, reason + s.weariness),
        "MLWM-VIL": (s.fear + s.self_loathing, reason),
        "MLWM-PVP-VIO": (s.fear + s.self_loathing, s.fear + s.their_self_loathing),
        "MLWM-PVP-VIL": (s.fear + s.self_loathing, s.fear + s.their_self_loathing),
        "MLWM-END": (s.love - s.weariness, s.fear + s.self_loathing),
    }[action]


STATES = [(row, action) for row in ORACLE["states"] for action in row["actions"]]


@pytest.mark.parametrize(("row", "expected"), STATES)
def test_an_action_from_a_state_has_the_enumerated_odds(
    row: dict[str, int], expected: dict[str, object]
) -> None:
    action, scores = ACTIONS[str(expected["action"])], scores_of(row)
    assert list(RULES.raw_pools(action, scores)) == expected["raw"]
    assert list(RULES.pools(action, scores)) == expected["pools"]
    chances = RULES.odds(action, scores).chances
    assert chances == tuple(Fraction(str(expected[key])) for key in ("win", "tie", "lose"))


@pytest.mark.parametrize("row", ORACLE["states"])
def test_a_state_knows_its_thresholds(row: dict[str, object]) -> None:
    scores = scores_of(row)
    assert RULES.formula("MLWM-AID-1").value(**scores.as_names()) == row["aid_dice_raw"]
    assert RULES.aid(scores) == max(0, row["aid_dice_raw"])
    assert MyLifeWithMaster({"aid_floor": 1}).aid(scores) == row["aid_dice_floored"]
    gained = {
        "endgame_if_resists": ("MLWM-CMD", "win", "MLWM-CMD-3"),
        "horror_if_gains_self_loathing": ("MLWM-VIO", "win", "MLWM-HOR-1"),
        "captured_if_gains_weariness": ("MLWM-VIO", "lose", "MLWM-CAP-1"),
    }
    for key, (action, outcome, rule) in gained.items():
        _, events = RULES.after(action, scores, RULES.effect(action, outcome))
        assert (rule in events) is row[key], key
    assert list(RULES.epilogues(scores)) == [f"MLWM-EPI-{number}" for number in row["epilogues_now"]]


def test_eight_states_and_thirteen_transitions_were_walked() -> None:
    assert (len(ORACLE["states"]), len(ORACLE["transitions"]), len(STATES)) == (8, 13, 40)
    assert {row["kind"] for row in ORACLE["transitions"]} == set(KINDS)


@pytest.mark.parametrize("row", ORACLE["transitions"])
def test_an_outcome_changes_what_the_facts_say(row: dict[str, object]) -> None:
    action = KINDS[str(row["kind"])]
    state = state_of(row["before"], endgame=action == "MLWM-END")
    after = RULES.play(state, Conflict(action, "Igor", connection="Anna"), row["result"])
    assert letters(after.state) == row["after"]
    igor = after.state.minion("Igor")
    assert after.happened("MLWM-HOR-1", "Igor") is igor.horror_pending is row["horror_revealed"]
    assert after.happened("MLWM-CAP-1", "Igor") is igor.captured is row["captured"]
    assert after.happened("MLWM-CMD-3") is row["endgame_triggered"]
    if action != "MLWM-END":
        assert after.state.endgame is row["endgame_triggered"]


WORKED_STATES = {
    "a loving minion": (Scores(4, 3, 3, 2, 1), (2, 6), (1, 1), (6, 4), (6, 3)),
    "a loveless minion": (Scores(5, 2, 0, 1, 2), (-2, 6), (1, 3), (6, 4), (6, 2)),
}
WORKED_WINS = {
    "a loving minion": ("1215/65536", "3/8", "794585/1048576", "115591/131072"),
    "a loveless minion": ("9/4096", "15/256", "794585/1048576", "62893/65536"),
}


@pytest.mark.parametrize("name", WORKED_STATES)
def test_a_worked_state_rolls_and_wins_as_published(name: str) -> None:
    scores, *pools = WORKED_STATES[name]
    assert [RULES.raw_pools(action, scores) for action in SOLO[:4]] == pools
    wins = [RULES.odds(action, scores).chances[0] for action in SOLO[:4]]
    assert wins == [Fraction(win) for win in WORKED_WINS[name]]


WORKED_TRANSITIONS = {
    "overture lost": ((0, 1, 2), "MLWM-OVR", "lose", (1, 1, 3), ()),
    "overture lost at the cap": ((0, 0, 3), "MLWM-OVR", "lose", (1, 0, 4), ()),
    "overture lost beyond the cap": ((0, 0, 4), "MLWM-OVR", "lose", (1, 0, 4), ("MLWM-HOR-1",)),
    "violence won": ((0, 1, 3), "MLWM-VIO", "win", (0, 1, 3), ("MLWM-HOR-1",)),
    "villainy won": ((2, 0, 4), "MLWM-VIL", "win", (2, 0, 5), ()),
    "villainy won at the cap": ((2, 0, 5), "MLWM-VIL", "win", (2, 0, 5), ("MLWM-HOR-1",)),
    "violence lost": ((1, 3, 2), "MLWM-VIO", "lose", (1, 4, 2), ("MLWM-CAP-1",)),
    "command resisted": ((6, 1, 2), "MLWM-CMD", "win", (6, 1, 2), ("MLWM-CMD-3",)),
    "command resisted in vain": ((5, 1, 2), "MLWM-CMD", "win", (5, 1, 2), ()),
}


@pytest.mark.parametrize("name", WORKED_TRANSITIONS)
def test_a_worked_transition_is_as_published(name: str) -> None:
    (love, weary, loathing), action, outcome, expected, events = WORKED_TRANSITIONS[name]
    state = state_of({"F": 4, "R": 3, "L": love, "W": weary, "S": loathing})
    after = RULES.play(state, Conflict(action, "Igor", connection="Anna"), outcome)
    igor = after.state.minion("Igor")
    assert (igor.love, igor.weariness, igor.self_loathing) == expected
    assert after.events == tuple(("Igor", event) for event in events)


SMALL = [
    Scores(fear, reason, love, loathing, weary, innocents, 2)
    for fear, reason, love, loathing, weary, innocents in product(
        (0, 3), (1, 3), (0, 4), (0, 2), (0, 3), (0, 2)
    )
]


@pytest.mark.parametrize("action", [row.id for row in RULES.chart("MLWM-ACTIONS")])
def test_the_pools_of_every_action_are_the_written_ones_with_their_floor(action: str) -> None:
    for scores in SMALL:
        raw = by_hand(action, scores)
        assert RULES.raw_pools(action, scores) == raw
        assert RULES.pools(action, scores) == (max(1, raw[0]), max(1, raw[1]))
        assert RULES.pools(action, scores, aid=2, against_aid=3) == (max(1, raw[0]) + 2, max(1, raw[1]) + 3)
        without = by_hand(action, scores._replace(fear=0))
        assert RULES.raw_pools(action, scores, fearless=True) == without


def test_only_minions_have_a_floor_where_the_letter_of_the_text_is_chosen() -> None:
    letter = MyLifeWithMaster({"npc_floor": 0})
    scores = Scores(fear=2, reason=3, self_loathing=3)
    assert letter.pools("MLWM-OVR", scores) == (1, 0)
    assert letter.odds("MLWM-OVR", scores).chances == (Fraction(3, 4), Fraction(1, 4), 0)
    assert letter.pools("MLWM-PVP-VIO", Scores()) == (1, 1), "the other minion is a minion too"
    assert letter.odds("MLWM-OVR", scores, against_bonus=4) == letter.pool(1).versus(letter.pool(0, 4))
    assert RULES.pools("MLWM-OVR", scores) == (1, 1)


def test_innocents_move_the_pools_that_use_reason_and_no_other() -> None:
    before, after = Scores(9, 3, 3, 2, 1), Scores(9, 3, 3, 2, 1, innocents=2)
    moved = {
        row.id: tuple(
            b - a
            for a, b in zip(RULES.raw_pools(row.id, before), RULES.raw_pools(row.id, after), strict=True)
        )
        for row in RULES.chart("MLWM-ACTIONS")
    }
    assert moved == {
        "MLWM-CMD": (0, 0),
        "MLWM-OVR": (2, -2),
        "MLWM-VIO": (0, 2),
        "MLWM-VIL": (0, 2),
        "MLWM-PVP-VIO": (0, 0),
        "MLWM-PVP-VIL": (0, 0),
        "MLWM-END": (0, 0),
    }


def test_innocents_move_no_threshold() -> None:
    effect = RULES.effect("MLWM-VIO", "win")
    scores = Scores(4, 3, 0, 3, 1, innocents=5)
    after, events = RULES.after("MLWM-VIO", scores, effect)
    assert (after, events) == (scores, ("MLWM-HOR-1",))


def test_a_conflict_rolls_with_every_helper_on_either_side() -> None:
    igor, ilsa, otto = (
        Minion("Igor", 2, 1, (("Anna", 3),)),
        Minion("Ilsa", 1, 0, (("Bela", 2), ("Anna", 1))),
        Minion("Otto", 0, 4, (("Anna", 1),)),
    )
    state = State(4, 3, (igor, ilsa, otto), endgame=True)
    struggle = Conflict("MLWM-END", "Igor", helpers=("Ilsa", "Otto"))
    assert RULES.odds_in(state, struggle) == RULES.contest(2 + 3 + 0, 6)
    betrayed = Conflict("MLWM-END", "Igor", their_helpers=("Ilsa",))
    assert RULES.odds_in(state, betrayed, bonus="sincerity") == RULES.contest(2, 6 + 3, 8)
    fight = Conflict("MLWM-PVP-VIO", "Igor", other="Ilsa", their_helpers=("Otto",), innocents=3)
    assert RULES.odds_in(state, fight) == RULES.contest(4 + 2, 4 + 1)
    danger = Conflict("MLWM-VIO", "Ilsa", innocents=1, fearless=True)
    assert RULES.odds_in(state, danger) == RULES.contest(1, 3 + 1)
    generous = MyLifeWithMaster({"aid_floor": 1})
    assert generous.odds_in(state, struggle) == RULES.contest(2 + 3 + 1, 6)


def test_the_actor_has_a_floor_of_their_own_before_help_comes() -> None:
    state = State(3, 2, (Minion("Igor", 0, 4), Minion("Ilsa", loves=(("Anna", 2),))))
    conflict = Conflict("MLWM-CMD", "Igor", helpers=("Ilsa",))
    assert RULES.odds_in(state, conflict) == RULES.contest(1 + 2, 3)


def test_the_master_never_rolls_sincerity() -> None:
    scores = Scores(4, 3, 3, 2, 1)
    for action in ("MLWM-CMD", "MLWM-END"):
        with pytest.raises(HandbillError) as caught:
            RULES.odds(action, scores, against_bonus="sincerity")
        assert [problem.code for problem in caught.value.problems] == ["bonus-die"]
        assert RULES.odds(action, scores, against_bonus="desperation") == RULES.contest(2, 6, 0, 6)
    assert RULES.odds("MLWM-OVR", scores, against_bonus=8) == RULES.contest(1, 1, 0, 8)


def test_who_was_first_decides_between_equal_dice_in_an_action() -> None:
    scores = Scores(4, 3, 3, 2, 1)
    for first, expected in (("you", (6, 0)), ("they", (0, 6))):
        assert RULES.odds("MLWM-OVR", scores, 6, 6, first) == RULES.contest(1, 1, *expected)
    even = MyLifeWithMaster({"bonus_tie": "minion"})
    assert even.odds("MLWM-PVP-VIO", scores, 6, 6) == RULES.contest(6, 4)
    assert even.odds("MLWM-CMD", scores, 6, 6, "they") == RULES.contest(2, 6, 6)


def fight(action: str, outcome: str, rules: MyLifeWithMaster = RULES, **more: object) -> Aftermath:
    people = tuple(Minion(name, 1, 3, (("Anna", 2),)) for name in ("Igor", "Ilsa", "Otto", "Uwe"))
    conflict = Conflict(action, "Igor", other="Ilsa", **more)
    return rules.play(State(4, 3, people), conflict, outcome)


def costs(after: Aftermath) -> dict[str, tuple[int, int]]:
    """By how much Self-Loathing and Weariness grew, of those to whom anything happened."""
    grown = {m.name: (m.self_loathing - 1, m.weariness - 3) for m in after.state.minions}
    return {name: change for name, change in grown.items() if change != (0, 0)}


def test_violence_between_minions_costs_the_winner_loathing_and_the_loser_strength() -> None:
    assert costs(fight("MLWM-PVP-VIO", "win")) == {"Igor": (1, 0), "Ilsa": (0, 1)}
    assert costs(fight("MLWM-PVP-VIO", "lose")) == {"Igor": (0, 1), "Ilsa": (1, 0)}
    assert costs(fight("MLWM-PVP-VIO", "tie")) == {}


def test_villainy_between_minions_costs_the_winner_alone() -> None:
    assert costs(fight("MLWM-PVP-VIL", "win")) == {"Igor": (1, 0)}
    assert costs(fight("MLWM-PVP-VIL", "lose")) == {"Ilsa": (1, 0)}
    assert costs(fight("MLWM-PVP-VIL", "tie")) == {}


def test_a_fight_between_minions_is_even_handed() -> None:
    assert [row.id for row in RULES.chart("MLWM-ACTIONS") if RULES.even_handed(row.id)] == [
        "MLWM-PVP-VIO",
        "MLWM-PVP-VIL",
    ]
    for mine, theirs in product(range(4), repeat=2):
        odds = RULES.odds("MLWM-PVP-VIO", Scores(fear=3, self_loathing=mine, their_self_loathing=theirs))
        turned = RULES.odds("MLWM-PVP-VIO", Scores(fear=3, self_loathing=theirs, their_self_loathing=mine))
        assert odds == turned.flipped()


def test_helpers_on_both_sides_share_what_befalls_their_side() -> None:
    helped = {"helpers": ("Otto",), "their_helpers": ("Uwe",)}
    won = costs(fight("MLWM-PVP-VIO", "win", **helped))
    assert won == {"Igor": (1, 0), "Otto": (1, 0), "Ilsa": (0, 1), "Uwe": (0, 1)}
    lost = costs(fight("MLWM-PVP-VIO", "lose", **helped))
    assert lost == {"Igor": (0, 1), "Otto": (0, 1), "Ilsa": (1, 0), "Uwe": (1, 0)}


def test_helpers_share_only_losses_where_that_is_chosen() -> None:
    losses = MyLifeWithMaster({"aid_results": "loss"})
    helped = {"helpers": ("Otto",), "their_helpers": ("Uwe",)}
    won = costs(fight("MLWM-PVP-VIO", "win", losses, **helped))
    assert won == {"Igor": (1, 0), "Ilsa": (0, 1), "Uwe": (0, 1)}
    lost = costs(fight("MLWM-PVP-VIO", "lose", losses, **helped))
    assert lost == {"Igor": (0, 1), "Otto": (0, 1), "Ilsa": (1, 0)}


def test_aid_on_an_overture_brings_love_for_the_same_connection() -> None:
    people = (Minion("Igor", loves=(("Anna", 1),)), Minion("Ilsa", 5, 0, (("Bela", 1),)), Minion("Otto"))
    overture = Conflict("MLWM-OVR", "Igor", connection="Anna", helpers=("Ilsa", "Otto"))
    won = RULES.play(State(4, 3, people), overture, "win").state
    assert [m.loves for m in won.minions] == [(("Anna", 2),), (("Bela", 1), ("Anna", 1)), (("Anna", 1),)]
    lost = RULES.play(State(4, 3, people), overture, "lose")
    assert lost.events == (("Ilsa", "MLWM-HOR-1"),), "each helper has a Horror test of their own"
    assert [m.self_loathing for m in lost.state.minions] == [1, 5, 1]
    assert [m.love for m in lost.state.minions] == [2, 2, 1]
    alone = MyLifeWithMaster({"aid_results": "loss"}).play(State(4, 3, people), overture, "win").state
    assert [m.love for m in alone.minions] == [2, 1, 0]


def test_a_helper_does_not_begin_the_endgame() -> None:
    people = (Minion("Igor"), Minion("Ilsa", loves=(("Anna", 9),)))
    after = RULES.play(State(4, 3, people), Conflict("MLWM-CMD", "Igor", helpers=("Ilsa",)), "win")
    assert not after.state.endgame and after.events == ()


def test_helping_the_master_brings_nothing_and_a_lost_struggle_is_flagged() -> None:
    people = (Minion("Igor", loves=(("Anna", 9),)), Minion("Ilsa"))
    state = State(4, 3, people, endgame=True, resister="Igor")
    conflict = Conflict("MLWM-END", "Igor", their_helpers=("Ilsa",))
    won = RULES.play(state, conflict, "win")
    assert won.state.minion("Ilsa") == people[1]
    assert won.events == (("Ilsa", "MLWM-AMB-13"),)
    assert RULES.play(state, conflict, "lose").events == ()


def test_the_endgame_begins_once_and_keeps_its_resister() -> None:
    people = (Minion("Igor", loves=(("Anna", 9),)), Minion("Ilsa", loves=(("Anna", 9),)))
    begun = RULES.play(State(4, 3, people), Conflict("MLWM-CMD", "Igor"), "win").state
    assert (begun.endgame, begun.resister, begun.slayer) == (True, "Igor", "")
    again = RULES.play(begun, Conflict("MLWM-CMD", "Ilsa"), "win")
    assert again.state == begun and again.events == ()


def test_the_slayer_need_not_be_the_resister() -> None:
    people = (Minion("Igor"), Minion("Ilsa"))
    state = State(4, 3, people, endgame=True, resister="Igor")
    after = RULES.play(state, Conflict("MLWM-END", "Ilsa"), "win").state
    assert (after.resister, after.slayer) == ("Igor", "Ilsa")
    assert RULES.play(state, Conflict("MLWM-END", "Ilsa"), "lose").state.slayer == ""


@pytest.mark.parametrize("action", [row.id for row in RULES.chart("MLWM-ACTIONS")])
def test_a_tie_changes_nothing(action: str) -> None:
    people = (Minion("Igor", 9, 9, (("Anna", 9),)), Minion("Ilsa", 9, 9), Minion("Otto", 9, 9))
    state = State(1, 1, people, endgame=action == "MLWM-END")
    other = "Ilsa" if "PVP" in action else ""
    conflict = Conflict(action, "Igor", other=other, connection="Anna", helpers=("Otto",))
    assert RULES.play(state, conflict, "tie") == Aftermath(state)


def test_love_grows_either_way_and_a_tie_gives_none() -> None:
    assert [RULES.love_gained(outcome) for outcome in ("win", "lose", "tie")] == [1, 1, 0]


@pytest.mark.parametrize(
    ("choice", "cap_revealed"), [("after_love", False), ("before_love", True)], ids=["after", "before"]
)
def test_love_counts_for_the_horror_as_chosen(choice: str, cap_revealed: bool) -> None:
    rules = MyLifeWithMaster({"horror_test": choice})
    lost = rules.effect("MLWM-OVR", "lose")
    at_cap, events = rules.after("MLWM-OVR", Scores(4, 3, 0, 3), lost)
    assert (at_cap.love, at_cap.self_loathing) == (1, 3 if cap_revealed else 4)
    assert (events == ("MLWM-HOR-1",)) is cap_revealed
    below, events = rules.after("MLWM-OVR", Scores(4, 3, 0, 2), lost)
    assert (below.self_loathing, events) == (3, ())
    over, events = rules.after("MLWM-OVR", Scores(4, 3, 0, 4), lost)
    assert (over.self_loathing, events) == (4, ("MLWM-HOR-1",))


CAPTURES = {
    # (option, action, outcome, Weariness before at Reason 3) → captured
    ("on_gain", "MLWM-VIO", "lose", 3): True,
    ("on_gain", "MLWM-VIO", "lose", 2): False,
    ("on_gain", "MLWM-END", "lose", 3): True,
    ("on_gain", "MLWM-PVP-VIO", "lose", 3): True,
    ("on_gain", "MLWM-VIO", "win", 5): False,
    ("on_gain", "MLWM-VIL", "lose", 5): False,
    ("state", "MLWM-VIO", "lose", 3): True,
    ("state", "MLWM-VIO", "win", 5): True,
    ("state", "MLWM-VIL", "tie", 5): True,
    ("state", "MLWM-OVR", "win", 3): False,
    ("npc_violence", "MLWM-VIO", "lose", 3): True,
    ("npc_violence", "MLWM-VIO", "win", 5): False,
    ("npc_violence", "MLWM-END", "lose", 3): False,
    ("npc_violence", "MLWM-PVP-VIO", "lose", 3): False,
}


@pytest.mark.parametrize(("case", "captured"), CAPTURES.items(), ids=lambda value: str(value))
def test_capture_comes_when_the_chosen_reading_says(case: tuple[str, str, str, int], captured: bool) -> None:
    choice, action, outcome, weariness = case
    rules = MyLifeWithMaster({"capture": choice})
    people = (Minion("Igor", 1, weariness, (("Anna", 2),)), Minion("Ilsa"))
    other = "Ilsa" if "PVP" in action else ""
    conflict = Conflict(action, "Igor", other=other, connection="Anna")
    after = rules.play(State(4, 3, people, endgame=True), conflict, outcome)
    assert after.state.minion("Igor").captured is captured
    assert after.happened("MLWM-CAP-1") is captured


def test_every_choice_of_every_option_was_tried() -> None:
    assert {case[0] for case in CAPTURES} == set(RULES.rule("MLWM-AMB-7").choices)
    choices = {rule.name: rule.choices for rule in map(RULES.rule, RULES) if rule.kind == "option"}
    assert choices == {
        "npc_floor": (1, 0),
        "bonus_tie": ("first", "minion", "none", "both"),
        "horror_test": ("after_love", "before_love"),
        "capture": ("on_gain", "state", "npc_violence"),
        "aid_floor": (0, 1),
        "aid_results": ("all", "loss"),
    }


def test_flags_stand_until_they_are_told_away() -> None:
    captive = Minion("Igor")._replace(captured=True, horror_pending=True)
    after = RULES.play(State(4, 9, (captive,)), Conflict("MLWM-VIL", "Igor"), "lose").state
    assert after.minion("Igor") == captive


def test_the_published_effects_name_every_condition_that_they_can_set_off() -> None:
    looked_at = 0
    for row in RULES.chart("MLWM-ACTIONS"):
        for column in ("win", "lose", "they_win", "they_lose"):
            cell = row[column]
            if cell is None:
                continue
            looked_at += 1
            assert ("MLWM-HOR-1" in cell.tests) is (cell.change("self_loathing") > 0)
            assert ("MLWM-CAP-1" in cell.tests) is (cell.change("weariness") > 0)
            assert all(RULES.rule(test).kind == "condition" for test in cell.tests)
    assert looked_at == 18


def test_a_dead_connection_takes_its_love_along_and_the_next_gain_is_the_horror() -> None:
    people = (Minion("Igor", 4, 0, (("Anna", 2), ("Bela", 1))), Minion("Ilsa", loves=(("Anna", 1),)))
    state = RULES.connection_dies(State(4, 3, people), "Anna")
    assert [minion.loves for minion in state.minions] == [(("Bela", 1),), ()]
    assert not any(minion.horror_pending for minion in state.minions)
    after = RULES.play(state, Conflict("MLWM-VIL", "Igor"), "win")
    assert after.events == (("Igor", "MLWM-HOR-1"),) and after.state.minion("Igor").self_loathing == 4


def test_fear_rises_for_each_innocent_killed() -> None:
    assert RULES.innocents_killed(State(4, 3)) == State(5, 3)
    assert RULES.innocents_killed(State(4, 3), 3) == State(7, 3)
    assert MyLifeWithMaster({"MLWM-INN-2": {"killed": {"reason": -2}}}).innocents_killed(
        State(4, 3)
    ) == State(4, 1)


def test_whom_some_minion_loves_may_not_die_in_the_horror() -> None:
    people = (Minion("Igor", loves=(("Anna", 0), ("Bela", 1))), Minion("Ilsa", loves=(("Clara", 2),)))
    state = State(4, 3, people)
    assert [RULES.may_die(state, name) for name in ("Anna", "Bela", "Clara", "a stranger")] == [
        True,
        False,
        False,
        True,
    ]


def test_what_hangs_over_a_minion_is_what_the_next_roll_would_set_off() -> None:
    for scores in SMALL:
        plain = scores._replace(innocents=0)
        standing = RULES.standing(scores)
        assert ("MLWM-CMD-3" in standing) is (scores.love > scores.fear + scores.weariness)
        assert ("MLWM-CAP-1" in standing) is (scores.weariness > scores.reason)
        _, events = RULES.after("MLWM-VIL", plain, RULES.effect("MLWM-VIL", "win"))
        assert ("MLWM-HOR-1" in standing) is ("MLWM-HOR-1" in events)


@pytest.mark.parametrize(
    ("conflict", "message"),
    [
        (Conflict("MLWM-OVR", "Igor"), "name the connection"),
        (Conflict("MLWM-END", "Igor"), "waits for the Endgame"),
        (Conflict("MLWM-PVP-VIO", "Igor"), "is against another minion"),
        (Conflict("MLWM-VIO", "Igor", other="Ilsa"), "is not against another minion"),
        (Conflict("MLWM-VIO", "Hans"), "'Hans' is no minion here, only Igor, Ilsa"),
    ],
)
def test_a_conflict_that_cannot_be_is_refused(conflict: Conflict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RULES.play(State(4, 3, (Minion("Igor"), Minion("Ilsa"))), conflict, "win")


def test_nobody_stands_on_two_sides() -> None:
    with pytest.raises(ValueError, match="once; found Igor, Ilsa, Ilsa"):
        Conflict("MLWM-PVP-VIO", "Igor", other="Ilsa", helpers=("Ilsa",))


def test_a_changed_effect_is_applied_wherever_it_says() -> None:
    rules = MyLifeWithMaster({"MLWM-VIL": {"win": {"self_loathing": 2, "fear": 1}, "lose": {"weariness": 1}}})
    people = (Minion("Igor", 0, 3), Minion("Ilsa"))
    conflict = Conflict("MLWM-VIL", "Igor", helpers=("Ilsa",))
    won = rules.play(State(4, 3, people), conflict, "win").state
    assert (won.fear, [minion.self_loathing for minion in won.minions]) == (5, [2, 2]), "Fear rises once"
    lost = rules.play(State(4, 3, people), conflict, "lose")
    assert lost.events == (("Igor", "MLWM-CAP-1"),), "every gain of Weariness is tested"


def test_a_changed_tie_costs_what_it_says() -> None:
    rules = MyLifeWithMaster({"MLWM-DICE-6": {"tie": {"weariness": 1}}})
    state = State(4, 3, (Minion("Igor"), Minion("Ilsa")))
    after = rules.play(state, Conflict("MLWM-PVP-VIL", "Igor", other="Ilsa"), "tie").state
    assert [minion.weariness for minion in after.minions] == [1, 1]


def test_scores_do_not_fall_below_zero() -> None:
    rules = MyLifeWithMaster({"MLWM-OVR": {"win": {"love": -3, "weariness": -1}}})
    state = State(4, 3, (Minion("Igor", loves=(("Anna", 1), ("Bela", 1))),))
    after = rules.play(state, Conflict("MLWM-OVR", "Igor", connection="Anna"), "win").state.minion("Igor")
    assert (after.loves, after.weariness) == ((("Anna", 0), ("Bela", 1)), 0)
