"""The Shadow of Yesterday: every rule is declared, told and replaceable, and its reads are noted."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from generator.problems import HandbillError
from generator.rules import load, recording
from generator.rules.chart import Chart, Row
from generator.rules.formula import Formula
from generator.rules.tsoy import Action, Fighter, Resources, ShadowOfYesterday, Track

IDS = Path(__file__).with_name("ids_tsoy.txt").read_text(encoding="utf-8").split()


def tsoy(overrides: dict[str, object] | None = None) -> ShadowOfYesterday:
    rules = load("tsoy", overrides)
    assert isinstance(rules, ShadowOfYesterday)
    return rules


def with_rule(rule_id: str, value: object) -> ShadowOfYesterday:
    return tsoy({rule_id: value})


RULES = tsoy()


def texts(rules: ShadowOfYesterday) -> list[tuple[str, str]]:
    """Every printed text: titles, column labels, names and other texts in cells."""
    found = []
    for rule_id in rules:
        rule = rules.rule(rule_id)
        found.append((rule_id, rule.title))
        if isinstance(rule.value, Chart):
            found += [(rule_id, label) for _, label in rule.value.columns]
        if isinstance(rule.value, Row):
            for cell in rule.value.cells:
                parts = cell if isinstance(cell, tuple) else (cell,)
                found += [(rule_id, part) for part in parts if isinstance(part, str)]
    return found


def test_every_id_of_the_rules_is_declared() -> None:
    assert len(IDS) == 50
    assert [rule_id for rule_id in IDS if rule_id not in RULES] == []


def test_every_ambiguity_is_an_option_or_told_at_its_rule() -> None:
    told = " ".join(rule_id + " " + RULES.rule(rule_id).doc for rule_id in RULES)
    missing = [n for n in range(1, 26) if not re.search(rf"TSOY-AMB-{n}\b", told)]
    assert missing == []


def _source(rule_id: str) -> str:
    """What the source of a rule looks like; how characters are made is not on the Resolution page."""
    if rule_id.startswith(("TSOY-Q-", "TSOY-DERIVE", "TSOY-BOUNDS", "TSOY-CHOICES")):
        return "computed$"
    if rule_id.startswith(("TSOY-START", "TSOY-PRICE")):
        return "randomaverage.com/"
    return r"Resolution page, L\d"


def test_every_rule_is_told_and_placed() -> None:
    assert len(list(RULES)) > 100
    for rule_id in RULES:
        rule = RULES.rule(rule_id)
        assert rule.title
        assert re.match(_source(rule_id), rule.source), rule_id
        if rule.kind in ("number", "formula", "condition", "option", "procedure"):
            assert rule.doc, rule_id


def test_no_printed_text_holds_a_typed_digit() -> None:
    found = texts(RULES)
    assert len(found) > 200
    assert [(rule_id, text) for rule_id, text in found if re.search(r"\d", text)] == []


def test_every_formula_names_only_labels() -> None:
    formulas = [
        cell
        for rule_id in RULES
        for value in [RULES[rule_id]]
        for cell in (value.cells if isinstance(value, Row) else (value,))
        if isinstance(cell, Formula)
    ]
    assert len(formulas) >= 20
    for formula in formulas:
        assert formula.names <= set(RULES.labels)


def test_options_have_their_defaults_first() -> None:
    options = {
        RULES.rule(rule_id).name: RULES.rule(rule_id).choices
        for rule_id in RULES
        if RULES.rule(rule_id).kind == "option"
    }
    assert options == {
        "late_bonus": ("after", "before"),
        "gift_count": ("all", "players"),
        "bruise_after_conflict": ("keep", "drop"),
        "weapon_mode": ("harm", "sl"),
    }
    assert all(RULES.option(name) == choices[0] for name, choices in options.items())


def test_the_charts_hold_the_games_names_and_numbers() -> None:
    assert [row.cells for row in RULES.chart("TSOY-SL")] == [
        ("Failure", 0),
        ("Marginal", 1),
        ("Good", 2),
        ("Great", 3),
        ("Amazing", 4),
        ("Legendary", 5),
        ("Ultimate", 6),
        ("Transcendent", 7),
    ]
    assert [row.cells for row in RULES.chart("TSOY-RANK")] == [
        ("Unskilled", 0),
        ("Competent", 1),
        ("Adept", 2),
        ("Master", 3),
        ("Grand Master", 4),
    ]
    assert RULES.chart("TSOY-GEAR").column("rating") == (1, 2, 3)
    assert RULES.chart("TSOY-GEAR").column("most") == (3, 2, 1)
    assert [row.cells[1:3] for row in RULES.chart("TSOY-ITEM")] == [
        (1, "weapon"),
        (1, "weapon"),
        (1, "weapon"),
        (2, "weapon"),
        (2, "armour"),
        (2, "weapon"),
        (3, "armour"),
        (3, "weapon"),
        (3, "weapon"),
    ]
    assert RULES.chart("TSOY-DIE-5").column("dice") == (1, 2)
    assert RULES.level_name(3) == "Great"
    assert RULES.rank_name(4) == "Grand Master"


HURT = Fighter(Resources(3, 3, 3), Track.of({4: "vigor", 6: "reason"}), bruises=2)
PAIR = (Fighter(Resources(1, 1, 1)), Fighter(Resources(1, 1, 1)))
CHANGES: list[tuple[str, object, Callable[[ShadowOfYesterday], Any]]] = [
    ("TSOY-CHK-1", {"dice": 4}, lambda r: r.check(1)),
    ("TSOY-CHK-1", {"faces": [-1, 1]}, lambda r: r.check(1)),
    ("TSOY-CHK-1", {"level": "max(1, rank + roll)"}, lambda r: r.check(0)),
    ("TSOY-CHK-2", {"difficulty": 2}, lambda r: r.success(1)),
    ("TSOY-CHK-2", {"success": "level > difficulty"}, lambda r: r.competitive((1, 1))),
    ("TSOY-CHK-2", {"difficulty": 2}, lambda r: r.group((1, 0))),
    ("TSOY-DIE-1", "2 * bonus - penalty", lambda r: r.check(1, 1)),
    ("TSOY-DIE-2", "dice + max(2 * net, -net)", lambda r: r.check(1, 1)),
    ("TSOY-DIE-4", {"dice": 2}, lambda r: r.late_die(1, (0, 0, -1))),
    ("TSOY-DIE-4", {"cost": 2}, lambda r: r.ready(HURT, Action(1, "vigor", bought=1))),
    ("late_bonus", "before", lambda r: _raises(lambda: r.late_die(1, (0, 0, -1)))),
    ("gift_count", "players", lambda r: r.gift_dice(4)),
    ("TSOY-GIFT-1", {"all": "players"}, lambda r: r.gift_dice(4)),
    ("TSOY-RES-1", "level >= against", lambda r: r.resisted(1, 1)),
    ("TSOY-RES-1", "level >= against", lambda r: r.prevails(2, 2)),
    ("TSOY-TOG-1.penalty", {"penalty": 2}, lambda r: r.together(1, 1, "penalty")),
    ("TSOY-TOG-1.penalty", {"penalty": 2}, lambda r: r.group((1, 0))),
    ("TSOY-TOG-1.harmless", {"next": "no"}, lambda r: r.chain((1, 1))),
    ("TSOY-BDP-4", {"dice": "level"}, lambda r: r.opening(3, 2)),
    ("TSOY-BDP-10", {"level": 1}, lambda r: r.opening(3)),
    ("TSOY-BDP-5.perpendicular", {"harm": "level"}, lambda r: r.harm(2, 2)),
    ("TSOY-BDP-5.parallel", {"harm": "level + 1"}, lambda r: r.harm(2, 2, kind="parallel").mean()),
    ("TSOY-BDP-5.defensive", {"bonus": "level"}, lambda r: r.gained(4, 2)),
    ("TSOY-BDP-9", {"absorbs": 1}, lambda r: r.dealt(4, 2, against_kind="preparing")),
    ("TSOY-BDP-8", "level == against + 1", lambda r: _volley(r).stalemate),
    ("TSOY-BDP-7", {"only": "parallel"}, lambda r: r.warnings(Action(1, "vigor", "parallel", changing=True))),
    ("TSOY-HRM.bruised", {"dice": 2}, lambda r: r.penalty(HURT, "reason")),
    ("TSOY-HRM.bloodied", {"dice": 2}, lambda r: r.penalty(HURT, "vigor")),
    ("TSOY-HRM.bloodied", {"scope": "always"}, lambda r: r.penalty(HURT, "reason")),
    ("TSOY-HRM.broken", {"cost": 2}, lambda r: r.fee(HURT)),
    ("TSOY-HRM.broken", {"last": 7}, lambda r: r.mark(HURT.track, 6, "vigor")),
    ("TSOY-HRM.broken", {"last": 7}, lambda r: r.defeats(HURT.track, 6)),
    ("bruise_after_conflict", "drop", lambda r: r.after_conflict(HURT)),
    ("TSOY-HEAL-TRIES", 2, lambda r: _raises(lambda: r.heal(HURT.track, 4, 1))),
    ("TSOY-HEAL-2", {"cost": "1"}, lambda r: r.self_heal(HURT, 4, 1, 3)),
    ("weapon_mode", "sl", lambda r: r.harm(3, 2, weapon=2)),
    ("TSOY-GEAR-1", {"weapon": "min(5, level + rating)"}, lambda r: r.geared(4, 2)),
    ("TSOY-GEAR-1", {"armour": "max(2, level - rating)"}, lambda r: r.geared(4, 0, 3)),
    ("TSOY-GEAR.rare", {"most": 2}, lambda r: r.item_allowed((3, 3))),
    ("TSOY-SL.great", {"name": "Grand"}, lambda r: r.level_name(3)),
    ("TSOY-RANK.adept", {"name": "Able"}, lambda r: r.rank_name(2)),
    ("TSOY-TRN-1", {"level": 6}, lambda r: r.transcendence(4)),
    (
        "TSOY-POOL.vigor",
        {"innate": "Bear"},
        lambda r: r.warnings(Action(1, "vigor", "defensive", ability="Endure")),
    ),
]


def _raises(call: Callable[[], object]) -> bool:
    try:
        call()
    except HandbillError:
        return True
    return False


def _volley(rules: ShadowOfYesterday) -> Any:
    return rules.volley(*PAIR, Action(1, "vigor"), Action(1, "vigor"), 1, 0)


@pytest.mark.parametrize(("rule_id", "value", "ask"), CHANGES)
def test_a_changed_rule_changes_what_depends_on_it(
    rule_id: str, value: object, ask: Callable[[ShadowOfYesterday], Any]
) -> None:
    changed = with_rule(rule_id, value)
    with recording() as reads:
        before = ask(RULES)
    names = {RULES.rule(each).name: each for each in RULES}
    assert ask(changed) != before
    assert names.get(rule_id, rule_id) in reads


@pytest.mark.parametrize(
    "ask",
    [
        lambda: RULES.check(2, bonus=1, gear=1),
        lambda: RULES.resisted(2, 1),
        lambda: RULES.competitive((2, 1)),
        lambda: RULES.group((2, 1)),
        lambda: RULES.late_die(2, (0, 0, 1)),
        lambda: RULES.harm(2, 1, weapon=1),
        lambda: RULES.race((2, 1)),
        lambda: RULES.outcomes(*PAIR, Action(1, "vigor"), Action(1, "reason")),
        lambda: _volley(RULES),
    ],
)
def test_a_remembered_answer_rests_on_the_same_rules(ask: Callable[[], object]) -> None:
    with recording() as first:
        once = ask()
    with recording() as second:
        again = ask()
    assert once == again
    assert first == second
    assert {"TSOY-CHK-1", "TSOY-DIE-1", "TSOY-DIE-2"} <= first


def test_a_call_does_not_rest_on_rules_that_it_does_not_use() -> None:
    with recording() as reads:
        RULES.check(2)
    assert reads == {"TSOY-CHK-1", "TSOY-DIE-1", "TSOY-DIE-2", "TSOY-DIE-3"}


@pytest.mark.parametrize(
    ("overrides", "told"),
    [
        ({"TSOY-CHK-1": {"dice": 0}}, "TSOY-CHK-1.dice: found the number 0"),
        ({"TSOY-CHK-1": {"faces": []}}, "TSOY-CHK-1.faces: found a list"),
        ({"TSOY-CHK-1": {"faces": ["+"]}}, "TSOY-CHK-1.faces: found the text '+'"),
        ({"TSOY-HRM.bloodied": {"last": 2}}, "a state that ends before the one before it"),
        ({"TSOY-HRM.broken": {"first": 7}}, "TSOY-HRM.broken has no 'first'"),
        ({"TSOY-SL.great": {"level": 5}}, "TSOY-SL.amazing: a success level below the one before it"),
        ({"TSOY-RANK.master": {"rank": 5}}, "TSOY-RANK.grand_master: a rank below the one before it"),
        ({"TSOY-CHK-1": {"dice": 4, "faces": [-6, 6]}}, "rolls that lie up to 48 apart"),
        ({"TSOY-CHK-1": {"faces": [*range(-6, 7)]}}, "a die with 13 faces"),
        ({"TSOY-DIE-2": "dice - 1"}, "2 dice are rolled with 0 net dice, and 3 kept"),
        (
            {"TSOY-BDP-5.perpendicular": {"bonus": "level"}},
            "bonus dice at 1 against 1",
        ),
        ({"TSOY-START": {"points": 30}}, "30 points, where 3 pools take 3 to 21"),
        ({"TSOY-START": {"innates": [2, 1]}}, "innate abilities 2, 1"),
        ({"TSOY-POOL.vigor": {"key": "might"}}, "the sheets find the pool by it"),
        ({"TSOY-GRP-EX": {"alone": 0}}, "it is told as the game tells it"),
        ({"TSOY-HRM.bruised": {"scope": "soon"}}, "TSOY-HRM.bruised.scope: found the text 'soon'"),
    ],
)
def test_house_rules_that_cannot_be_played_are_refused(overrides: dict[str, object], told: str) -> None:
    with pytest.raises(HandbillError, match=re.escape(told)):
        load("tsoy", overrides)


def test_gift_dice_count_everyone_or_the_players() -> None:
    assert RULES.gift_dice(4) == 5
    assert with_rule("gift_count", "players").gift_dice(4) == 4


def test_formulas_print_with_the_games_words() -> None:
    assert RULES.row("TSOY-CHK-1").formula("level").printed(RULES.labels) == "Rank + Roll, at least 0"
    gear = RULES.row("TSOY-GEAR-1")
    assert gear.formula("weapon").printed(RULES.labels) == "Success level + Rating, at most 6"
    assert gear.formula("armour").printed(RULES.labels) == "Success level − Rating, at least 1"
    assert RULES.formula("TSOY-DIE-1").printed(RULES.labels) == "Bonus dice − Penalty dice"


def test_a_dearer_die_makes_no_other_chance() -> None:
    assert with_rule("TSOY-DIE-4", {"cost": 3}).check(1).at_least(1) == Fraction(17, 27)
