"""The Shadow of Yesterday: what its sheets compute is what the engine does, and its samples are legal."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.content.characters import Character, read_character
from generator.content.packs import load_pack
from generator.content.sheets import bind_sheet
from generator.problems import HandbillError
from generator.rules import load, recording
from generator.rules.questions import percent
from generator.rules.tsoy import Fighter, ShadowOfYesterday, Track
from generator.rules.tsoy.sheet import INNATES, POOLS
from generator.sheets import Sheet
from generator.workspace import Workspace


def tsoy(overrides: dict[str, object] | None = None) -> ShadowOfYesterday:
    rules = load("tsoy", overrides)
    assert isinstance(rules, ShadowOfYesterday)
    return rules


RULES = tsoy()
BRUISED_FOR_LONGER = tsoy(
    {
        "TSOY-HRM.bruised": {"dice": 2, "stacks": 0},
        "TSOY-HRM.bloodied": {"stacks": 1, "cost": 1},
        "TSOY-HRM.broken": {"scope": "resource", "cost": 2},
    }
)
KINDS = ("perpendicular", "parallel", "defensive", "preparing")


def hurts() -> Iterator[tuple[Track, dict[str, int]]]:
    """Every track, each box free or marked with any pool, with the names that formulas read."""
    for pools in product((None, *POOLS), repeat=6):
        marks = {box: pool for box, pool in enumerate(pools, 1) if pool}
        names = {f"{pool}_{box}": int(marks.get(box) == pool) for pool in POOLS for box in range(1, 7)}
        yield Track.of(marks), names


@pytest.mark.parametrize("rules", [RULES, BRUISED_FOR_LONGER], ids=["published", "house rules"])
def test_penalty_dice_and_fee_are_those_of_the_engine_for_every_track(rules: ShadowOfYesterday) -> None:
    penalty = {pool: rules.derived(f"penalty_{pool}") for pool in POOLS}
    fee = rules.derived("fee")
    met = 0
    for track, names in hurts():
        met += 1
        assert fee.value(**names) == rules.fee(Fighter(track=track))
        for bruises in (0, 2):
            fighter = Fighter(track=track, bruises=bruises)
            for pool in POOLS:
                assert penalty[pool].value(**names, bruises=bruises) == rules.penalty(fighter, pool)
    assert met == 4**6


def test_the_highest_mark_and_the_harm_that_defeats_are_those_of_the_engine_for_every_track() -> None:
    highest, state, defeated_at = (RULES.derived(name) for name in ("highest", "state", "defeated_at"))
    for track, names in hurts():
        box = highest.value(**names)
        assert box == max(track.boxes, default=0)
        shown = RULES.row(f"TSOY-HRM.{RULES.state(int(box))}").text("state") if box else ""
        assert state.value(highest=int(box)) == shown
        harm = next(harm for harm in range(1, 8) if RULES.defeats(track, harm))
        assert defeated_at.value(**names) == harm


def test_the_other_sides_values_are_ours_under_their_names() -> None:
    for name in ("penalty_vigor", "penalty_instinct", "penalty_reason", "fee", "highest", "defeated_at"):
        ours, theirs = RULES.derived(name), RULES.derived(f"their_{name}")
        assert set(theirs.names) == {f"their_{each}" for each in ours.names}
        scores = {each: index % 2 for index, each in enumerate(sorted(ours.names))}
        assert theirs.value(**{f"their_{each}": value for each, value in scores.items()}) == ours.value(
            **scores
        )


def test_an_ability_suffers_from_the_harm_of_its_own_pool() -> None:
    penalty = RULES.derived("penalty")
    waiting = {"penalty_vigor": 3, "penalty_instinct": 1, "penalty_reason": 2}
    for pool in POOLS:
        own = {f"in_{each}": int(each == pool) for each in POOLS}
        assert penalty.value(**own, **waiting) == waiting[f"penalty_{pool}"]


def test_chances_are_those_of_the_engine_for_every_rank_and_penalty() -> None:
    full = {f"vigor_{box}": 1 for box in range(1, 7)} | {f"{p}_6": 0 for p in ("instinct", "reason")}
    worst = RULES.derived("penalty_vigor").value(**full, bruises=3)
    assert worst == 5
    for rank, penalty in product(range(5), range(worst + 1)):
        wanted = {
            "succeeds": RULES.success(rank, penalty=penalty),
            "with_die": RULES.success(rank, 1, penalty),
            "great": RULES.check(rank, penalty=penalty).at_least(3),
        }
        for name, chance in wanted.items():
            assert RULES.derived(name).value(rank=rank, penalty=penalty) == percent(chance)
            for innate, pool in INNATES.items():
                made = RULES.derived(f"{innate}_{name}")
                assert made.value(**{innate: rank, f"penalty_{pool}": penalty}) == percent(chance)


def test_the_harm_and_the_bonus_of_a_volley_are_those_of_the_engine() -> None:
    takes, their_takes, gains = (RULES.derived(name) for name in ("takes", "their_takes", "gains"))
    met = 0
    for kind, other in product(KINDS, repeat=2):
        if (kind == "parallel") != (other == "parallel"):
            continue
        chosen = {f"is_{each}": int(each == kind) for each in KINDS}
        chosen |= {f"their_is_{each}": int(each == other) for each in KINDS}
        for level, against in product(range(8), repeat=2):
            met += 1
            scores = chosen | {"level": level, "their_level": against}
            assert takes.value(**scores) == RULES.dealt(against, level, other, kind)
            assert their_takes.value(**scores) == RULES.dealt(level, against, kind, other)
            assert gains.value(**scores) == RULES.gained(level, against, kind, other)
    assert met == 640


def test_without_a_kind_an_action_is_perpendicular() -> None:
    blank = dict.fromkeys((f"{whose}is_{kind}" for whose in ("", "their_") for kind in KINDS), 0)
    assert RULES.derived("takes").value(**blank, level=1, their_level=4) == 3


def test_the_opening_bonus_and_the_gift_dice_are_those_of_the_engine() -> None:
    for won, lost in product(range(8), repeat=2):
        assert RULES.derived("opening").value(won_with=won, lost_with=lost) == RULES.opening(won, lost)
    for rules in (RULES, tsoy({"gift_count": "players"})):
        for players in range(1, 7):
            left = rules.derived("gift_left").value(players=players, gift_given=1)
            assert left == rules.gift_dice(players) - 1


def test_the_most_of_a_rating_is_what_one_item_may_hold() -> None:
    for rating in range(1, 4):
        most = int(str(RULES.derived("most").value(rating=rating)))
        assert RULES.item_allowed((rating,) * most)
        assert not RULES.item_allowed((rating,) * (most + 1))


SCORES = dict.fromkeys((f"{pool}_{box}" for pool in POOLS for box in range(1, 7)), 1)
SCORES |= {"bruises": 2, "rank": 1, "penalty": 1, "rating": 3, "players": 4, "gift_given": 1, "highest": 4}
SCORES |= {
    "won_with": 4,
    "lost_with": 2,
    "level": 4,
    "their_level": 2,
    "is_defensive": 1,
    "their_is_parallel": 0,
}
SCORES |= dict.fromkeys(("is_parallel", "is_preparing", "their_is_defensive", "their_is_preparing"), 0)
CHANGES: list[tuple[str, object, str]] = [
    ("TSOY-HRM.bruised", {"dice": 2}, "penalty_vigor"),
    ("TSOY-HRM.bloodied", {"scope": "always", "stacks": 1}, "penalty_reason"),
    ("TSOY-HRM.broken", {"cost": 2}, "fee"),
    ("TSOY-HRM.bloodied", {"state": "Bleeding"}, "state"),
    ("TSOY-CHK-2", {"difficulty": 2}, "succeeds"),
    ("TSOY-CHK-1", {"faces": [-1, 1]}, "with_die"),
    ("TSOY-DIE-4", {"dice": 2}, "with_die"),
    ("TSOY-SL.great", {"level": 2}, "great"),
    ("TSOY-GEAR.rare", {"most": 2}, "most"),
    ("gift_count", "players", "gift_left"),
    ("TSOY-BDP-4", {"dice": "level"}, "opening"),
    ("TSOY-BDP-5.defensive", {"bonus": "level"}, "gains"),
    ("TSOY-BDP-5.perpendicular", {"harm": "level"}, "their_takes"),
]


@pytest.mark.parametrize(("rule_id", "value", "name"), CHANGES)
def test_a_house_rule_changes_what_a_sheet_computes_and_its_reading_is_noted(
    rule_id: str, value: object, name: str
) -> None:
    scores = SCORES | ({"is_defensive": 0} if name == "their_takes" else {})
    changed = tsoy({rule_id: value})
    assert changed.derived(name).value(**scores) != RULES.derived(name).value(**scores)
    with recording() as reads:
        RULES.derived(name)
    assert rule_id in reads | {RULES.rule(each).name for each in reads}


def test_bounds_and_choices_follow_the_charts() -> None:
    longer = tsoy({"TSOY-HRM.broken": {"last": 7}, "TSOY-GEAR.rare": {"rating": 4}})
    assert RULES.bounds("harm") == (0, 6) and longer.bounds("harm") == (0, 7)
    assert RULES.bounds("rating") == (1, 3) and longer.bounds("rating") == (1, 4)
    assert [label for _, label in RULES.choices("ranks")] == [RULES.rank_name(rank) for rank in range(5)]
    renamed = tsoy({"TSOY-POOL.reason": {"name": "Wits"}})
    assert renamed.choices("pools")[2] == ("reason", "Wits")
    assert renamed.choices("harm")[2] == ("reason", "W")
    assert [value for value, _ in RULES.choices("kinds")] == list(KINDS)
    assert RULES.choices("gear") == (("weapon", "Weapon"), ("armour", "Armour"))


@pytest.mark.parametrize(
    ("ask", "message", "hint"),
    [
        (lambda: RULES.derived("penalty_vigour"), "tsoy computes no value 'penalty_vigour'", "penalty_vigor"),
        (lambda: RULES.bounds("ranks"), "tsoy has no bounds 'ranks'", "rank"),
        (lambda: RULES.choices("pool"), "tsoy has no choices 'pool'", "pools"),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest(ask: object, message: str, hint: str) -> None:
    assert callable(ask)
    with pytest.raises(HandbillError) as told:
        ask()
    assert told.value.problems[0].message == message
    assert f"'{hint}'" in str(told.value.problems[0].hint)


PACK = load_pack(Workspace.find().content, "tsoy")


def sheet(name: str, rules: ShadowOfYesterday = RULES) -> Sheet:
    return next(bind_sheet(source, rules) for source in PACK.sheets if source.name == name)


SHEETS = {made.id: made for made in map(sheet, ("character", "conflict"))}
CHARACTER = SHEETS["tsoy/character"]


def samples(sheet_id: str) -> list[Character]:
    found = [read_character(path, SHEETS) for path in PACK.characters]
    return [character for character in found if character.sheet.id == sheet_id]


def test_what_the_questions_read_stands_on_the_character_sheet() -> None:
    fields = {asked.field for question in RULES.questions() for asked in question.parameters if asked.field}
    assert len(fields) >= 4
    for field in fields:
        name, _, column = field.removeprefix("character.").partition(".")
        if column:
            table = CHARACTER.fields[name]
            assert column in {each.name for each in getattr(table, "columns", ())}, field
        elif name.endswith("*"):
            assert [each for each in CHARACTER.fields if each.startswith(name[:-1])], field
        else:
            assert name in CHARACTER.fields, field


@given(
    harm=st.dictionaries(st.integers(1, 6), st.sampled_from(POOLS)),
    bruises=st.integers(0, 3),
    rank=st.integers(0, 4),
    pool=st.sampled_from(POOLS),
)
def test_a_sheet_shows_what_the_engine_says_of_a_hurt_character(
    harm: dict[int, str], bruises: int, rank: int, pool: str
) -> None:
    ability = {"name": "Any", "pool": pool, "rank": rank}
    marks = {f"harm_{box}": mark for box, mark in harm.items()}
    given = {"name": "Anyone", "bruises": bruises, "abilities": [ability], "react": rank}
    values, faults = CHARACTER.check({**given, **marks})
    assert faults == ()
    shown = CHARACTER.derive(values)
    fighter = Fighter(track=Track.of(harm), bruises=bruises)
    penalty = RULES.penalty(fighter, pool)
    assert shown["abilities-1-penalty"] == str(penalty)
    assert shown["abilities-1-succeeds"] == percent(RULES.success(rank, penalty=penalty))
    assert shown["react_succeeds"] == percent(
        RULES.success(rank, penalty=RULES.penalty(fighter, INNATES["react"]))
    )
    if harm:
        assert int(shown["fee"] or 0) == RULES.fee(fighter)
        assert shown["highest"] == str(max(harm))
        assert shown["state"] == RULES.row(f"TSOY-HRM.{RULES.state(max(harm))}").text("state")


def test_a_sheet_of_a_house_rule_shows_the_changed_value() -> None:
    harsh = sheet("character", tsoy({"TSOY-HRM.bruised": {"dice": 2}}))
    hurt = {"bruises": 1, "abilities": [{"pool": "vigor", "rank": 1}]}
    assert CHARACTER.derive(hurt)["penalty_vigor"] == "1"
    assert harsh.derive(hurt)["penalty_vigor"] == "2"
    assert harsh.derive(hurt)["abilities-1-succeeds"] == percent(RULES.success(1, penalty=2))


def test_sample_characters_are_made_by_the_starting_rules() -> None:
    start = RULES.row("TSOY-START")
    made = samples("tsoy/character")
    assert len(made) >= 2
    for character in made:
        values = character.values
        points = [values.get(pool, 0) for pool in POOLS]
        assert sum(points) == start.number("points")
        assert all(start.number("least") <= each <= start.number("most") for each in points)
        innates = sorted((values.get(innate, 0) for innate in INNATES), reverse=True)
        assert tuple(innates) == start["innates"]
        ranks = Counter(row["rank"] for row in values["abilities"])
        adept, competent, _ = innates
        assert ranks == {adept: start.number("adepts"), competent: start.number("competents")}
        assert len(values["secrets"]) == start.number("secrets")
        assert len(values["keys"]) == start.number("keys")
        assert values["advances"] == start.number("advances")
        items: dict[str, list[int]] = defaultdict(list)
        for row in values["gear"]:
            items[row["name"]].append(row["rating"])
        assert all(RULES.item_allowed(tuple(ratings)) for ratings in items.values())


def test_the_sample_conflict_is_played_by_the_rules() -> None:
    (conflict,) = samples("tsoy/conflict")
    values = conflict.values
    marks: dict[str, dict[int, str]] = {"": {}, "their_": {}}
    weapons = {3: ("", 1)}
    bonus = {"": 0, "their_": RULES.opening(values["won_with"], values["lost_with"])}
    assert values["won_by"] == "theirs"
    for turn, row in enumerate(values["volleys"], 1):
        for whose, other in (("", "their_"), ("their_", "")):
            assert row.get(f"{whose}bonus", 0) >= bonus[whose]
            attacker, rating = weapons.get(turn, ("none", 0))
            harm = RULES.dealt(
                row[f"{other}level"],
                row[f"{whose}level"],
                row[f"{other}kind"],
                row[f"{whose}kind"],
                rating if attacker == other else 0,
            )
            marked = RULES.mark(Track.of(marks[whose]), harm, "vigor")
            assert marked.box == row.get(f"{whose}box")
            if marked.box:
                marks[whose][marked.box] = values[f"{whose}harm_{marked.box}"]
        bonus = {
            whose: RULES.gained(
                row[f"{whose}level"], row[f"{other}level"], row[f"{whose}kind"], row[f"{other}kind"]
            )
            for whose, other in (("", "their_"), ("their_", ""))
        }
    for whose, boxes in marks.items():
        written = {box for box in range(1, 7) if values.get(f"{whose}harm_{box}")}
        assert written == set(boxes) and boxes
