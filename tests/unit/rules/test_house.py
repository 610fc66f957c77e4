"""House rules: what they may replace, how it reads afterwards, and every refusal in full."""

from __future__ import annotations

import json
from typing import Any

import pytest

from generator.problems import HandbillError
from generator.rules import load
from generator.rules.changes import Change
from generator.rules.chart import Effect
from generator.rules.house import Refused
from generator.rules.registry import recording
from tests.unit.rules.toy import Toy


@pytest.mark.parametrize(
    ("key", "value", "rule_id", "told"),
    [
        ("TOY-1", 4, "TOY-1", "TOY-1 4, published 3"),
        ("TOY-2", "luck * 2 + grit", "TOY-2", "TOY-2 Luck × 2 + Grit, published Grit + Luck"),
        ("TOY-2", 7, "TOY-2", "TOY-2 7, published Grit + Luck"),
        ("TOY-3", "grit >= luck", "TOY-3", "TOY-3 Grit ≥ Luck, published Grit > Luck"),
        ("tie", "both", "TOY-8", "TOY-8 both, published nobody"),
        ("TOY-8", 1, "TOY-8", "TOY-8 1, published nobody"),
        ("TOY-9.hours", 12, "TOY-9", "TOY-9 hours 12, published 24"),
        ("TOY-9.length", 12, "TOY-9", "TOY-9 hours 12, published 24"),
        ("TOY-9", {"hours": 12}, "TOY-9", "TOY-9 hours 12, published 24"),
        ("TOY-9.who", ["all"], "TOY-9", "TOY-9 who all, published you, they"),
        ("TOY-9.who", [], "TOY-9", "TOY-9 who –, published you, they"),
        ("TOY-9.faces", (-1, 0, 1), "TOY-9", "TOY-9 faces −1, 0, 1, published 1, 2"),
        ("TOY-FOES.rat.power", 2, "TOY-FOES.rat", "TOY-FOES.rat How strong 2, published 1"),
        ("TOY-FOES.rat.HOW STRONG", 2, "TOY-FOES.rat", "TOY-FOES.rat How strong 2, published 1"),
        ("TOY-FOES.rat.most", 8, "TOY-FOES.rat", "TOY-FOES.rat At most 8, published –"),
        ("TOY-KING.most", None, "TOY-KING", "TOY-KING At most –, published 5"),
        ("TOY-KING.name", "", "TOY-KING", "TOY-KING Foe –, published King"),
        ("TOY-FOES.rat.side", "court", "TOY-FOES.rat", "TOY-FOES.rat Side court, published wild"),
        (
            "TOY-FOES.rat.cost",
            {"luck": -2},
            "TOY-FOES.rat",
            "TOY-FOES.rat Cost Luck −2, published Grit −1, Luck +1",
        ),
        ("TOY-FOES.rat.cost", {}, "TOY-FOES.rat", "TOY-FOES.rat Cost –, published Grit −1, Luck +1"),
    ],
)
def test_a_value_is_replaced_by_the_key_that_names_it(
    key: str, value: object, rule_id: str, told: str
) -> None:
    house = Toy({key: value})
    (change,) = house.changes()
    assert (change.id, change.told) == (rule_id, told)
    assert house.rule(rule_id).changed and not Toy().rule(rule_id).changed
    assert Toy().changes() == () and Toy().overridden == {}


def test_the_four_examples_of_the_manual_are_played() -> None:
    maid = load("maid", {"MAID-DER-1": "8 * will", "MAID-UNI.headdress": 1})
    assert maid.spirit(will=3) == 24 and maid.row("MAID-UNI.headdress").number("penalty") == 1
    mlwm = load("mlwm", {"MLWM-VIO.opponent": "reason + 2 * weariness"})
    assert mlwm.derived("violence_against").text == "max(1, reason + innocents + 2 * weariness)"
    assert load("tsoy", {"TSOY-AMB-3": "sl"}).option("weapon_mode") == "sl"


def test_a_row_takes_a_bare_value_for_its_one_cell_that_is_no_text() -> None:
    bare, named = (load("maid", {"MAID-UNI.apron": value}) for value in (3, {"penalty": 3}))
    assert bare.overridden == named.overridden == load("maid", {"MAID-UNI.apron.penalty": 3}).overridden


def test_several_keys_may_touch_one_row() -> None:
    house = Toy({"TOY-FOES.rat.power": 2, "TOY-FOES.rat": {"name": "Mouse", "most": 1}})
    assert [change.told for change in house.changes()] == [
        "TOY-FOES.rat Foe Mouse, published Rat",
        "TOY-FOES.rat How strong 2, published 1",
        "TOY-FOES.rat At most 1, published –",
    ]
    assert json.loads(house.overridden["TOY-FOES.rat"]) == {"most": 1, "name": "Mouse", "power": 2}


def test_an_effect_keeps_its_words_and_tests_and_its_order() -> None:
    house = Toy({"TOY-FOES.rat.cost": {"luck": 2, "grit": -1}})
    assert house.row("TOY-FOES.rat").effect("cost") == Effect("Ow.", (("grit", -1), ("luck", 2)), ("TOY-3",))
    assert Toy({"TOY-FOES.rat.cost": {"luck": 1, "grit": -1}}).overridden == {}
    assert Toy({"TOY-FOES.rat.cost": {"luck": 0, "grit": -1}}).overridden["TOY-FOES.rat"] == (
        '{"cost":{"grit":-1}}'
    )


@pytest.mark.parametrize(
    "overrides",
    [
        {"TOY-1": 3},
        {"TOY-2": "grit   +(luck)"},
        {"tie": "nobody"},
        {"TOY-9": {"hours": 24, "who": ["you", "they"]}},
        {"TOY-FOES.rat.most": None},
    ],
)
def test_the_published_value_is_no_change(overrides: dict[str, Any]) -> None:
    house = Toy(overrides)
    assert house.overridden == {} and house.changes() == ()
    assert not any(house.rule(rule_id).changed for rule_id in house)


def test_the_chart_of_a_changed_row_is_changed_and_told_through_its_rows() -> None:
    house = Toy({"TOY-FOES.rat.power": 2})
    assert house.overridden == {
        "TOY-FOES": '{"TOY-FOES.rat":{"power":2}}',
        "TOY-FOES.rat": '{"power":2}',
    }
    assert house.chart("TOY-FOES").row("rat")["power"] == 2
    assert house.rule("TOY-FOES").changed and house.rule("TOY-FOES").published == Toy()["TOY-FOES"]
    expected = (Change("TOY-FOES.rat", "How strong", "Rat", "1", "2"),)
    assert house.changes({"TOY-FOES"}) == ()
    assert house.changes({"TOY-FOES", "TOY-FOES.rat", "TOY-1", "no rule"}) == expected


def test_changes_are_sorted_and_only_of_the_rules_asked_for() -> None:
    house = Toy({"tie": "both", "TOY-2": "luck", "TOY-1": 4})
    assert [change.id for change in house.changes()] == ["TOY-1", "TOY-2", "TOY-8"]
    assert [change.id for change in house.changes(("TOY-8", "TOY-3"))] == ["TOY-8"]


def test_a_look_at_the_house_rules_is_no_use_of_a_rule() -> None:
    with recording() as reads:
        house = Toy({"TOY-1": 4})
        house.changes(), house.overridden, house.replaceable(), house.printed_values()
    assert reads == set()


def test_an_option_a_chart_and_a_remembered_answer_note_what_they_rest_on() -> None:
    house = Toy({"TOY-1": 4})
    for ask, wanted in (
        (lambda: house.option("tie"), {"TOY-8"}),
        (lambda: house.chart("TOY-FOES"), {"TOY-FOES", "TOY-FOES.rat", "TOY-KING"}),
        (lambda: house.strength(2), {"TOY-STRENGTH", "TOY-1", "TOY-2"}),
        (lambda: house.strength(2), {"TOY-STRENGTH", "TOY-1", "TOY-2"}),
    ):
        with recording() as reads:
            ask()
        assert reads == wanted


FORMULA = "a formula over grit, luck belongs here"
REFUSALS: list[tuple[dict[str, Any], str, str, str | None]] = [
    # what no key names
    (
        {"TOY-11": 1},
        "unknown-rule",
        "TOY-11: this is no rule that can be replaced",
        "did you mean 'TOY-1'?",
    ),
    ({"tei": 1}, "unknown-rule", "tei: this is no rule that can be replaced", "did you mean 'tie'?"),
    ({"toy-9": 1}, "unknown-rule", "toy-9: this is no rule that can be replaced", "did you mean 'TOY-9'?"),
    (
        {"something": 1},
        "unknown-rule",
        "something: this is no rule that can be replaced",
        "'handbill rules' lists what can be replaced",
    ),
    ({"TOY-9.hour": 1}, "unknown-rule", "TOY-9.hour: TOY-9 has no 'hour'", "did you mean 'hours'?"),
    ({"TOY-1.x": 1}, "unknown-rule", "TOY-1.x: TOY-1 has no 'x'", "write TOY-1 alone"),
    (
        {"TOY-FOES.rat": {"zzz": 3}},
        "unknown-rule",
        "TOY-FOES.rat.zzz: TOY-FOES.rat has no 'zzz'",
        "it has name, power, cost, most, side",
    ),
    # what stays as it is
    (
        {"TOY-STRENGTH": 1},
        "fixed-rule",
        "TOY-STRENGTH: this is a procedure, which stays as it is",
        "replace what it reads",
    ),
    (
        {"TOY-FOES": 1},
        "fixed-rule",
        "TOY-FOES: this is a whole chart",
        "replace its rows, each by its id: TOY-FOES.rat, TOY-KING",
    ),
    (
        {"TOY-7": "shift"},
        "fixed-rule",
        "TOY-7: this is not replaced: the dice are counted by it",
        None,
    ),
    (
        {"TOY-9.next": "TOY-2"},
        "fixed-rule",
        "TOY-9.next: this is not replaced: it leads to another rule",
        "TOY-9 lets replace hours, note, who, faces",
    ),
    (
        {"TOY-KING.side": "wild"},
        "fixed-rule",
        "TOY-KING.side: this is not replaced: a king has a court",
        "TOY-KING lets replace name, power, cost, most",
    ),
    (
        {"tie": "both", "TOY-8": 1},
        "replaced-twice",
        "TOY-8: this replaces what 'tie' replaced already",
        "keep one of the two",
    ),
    (
        {"TOY-9.length": 12, "TOY-9": {"hours": 11}},
        "replaced-twice",
        "TOY-9.hours: this replaces what 'TOY-9.length' replaced already",
        "keep one of the two",
    ),
    # numbers
    (
        {"TOY-1": "four"},
        "wrong-type",
        "TOY-1: found the text 'four'",
        "a whole number from 1 to 20 belongs here",
    ),
    ({"TOY-1": True}, "wrong-type", "TOY-1: found the word true", "a whole number from 1 to 20 belongs here"),
    ({"TOY-1": None}, "wrong-type", "TOY-1: found empty", "a whole number from 1 to 20 belongs here"),
    (
        {"TOY-1": 0},
        "out-of-range",
        "TOY-1: found the number 0",
        "a whole number from 1 to 20 belongs here",
    ),
    (
        {"TOY-1": 21},
        "out-of-range",
        "TOY-1: found the number 21",
        "a whole number from 1 to 20 belongs here",
    ),
    (
        {"TOY-FOES.rat.most": 100},
        "out-of-range",
        "TOY-FOES.rat.most: found the number 100",
        "a whole number from 0 to 99, or null belongs here",
    ),
    # formulas and conditions
    ({"TOY-2": [1]}, "wrong-type", "TOY-2: found a list", FORMULA),
    ({"TOY-2": "grit > 1"}, "wrong-type", "TOY-2: found the text 'grit > 1'", FORMULA),
    (
        {"TOY-3": "grit"},
        "wrong-type",
        "TOY-3: found the text 'grit'",
        "a condition over grit, luck belongs here",
    ),
    (
        {"TOY-2": "girt"},
        "formula",
        "TOY-2: the formula names 'girt', which the rules do not know",
        "did you mean 'grit'?",
    ),
    (
        {"TOY-2": "grit +"},
        "formula",
        "TOY-2: 'grit +' is not a formula",
        "names, whole numbers, + - * //, min(…), max(…), comparisons, and, or, not",
    ),
    (
        {"TOY-2": "open('x')"},
        "formula",
        "TOY-2: 'open('x')' cannot stand in a formula",
        "names, whole numbers, + - * //, min(…), max(…), comparisons, and, or, not",
    ),
    (
        {"TOY-2": "grit + " * 50 + "1"},
        "formula",
        "TOY-2: the formula has 351 characters",
        "at most 300 are read",
    ),
    (
        {"TOY-2": "grit + pain"},
        "not-given",
        "TOY-2: 'pain' is not known where this is worked out",
        "this formula may read grit, luck",
    ),
    (
        {"TOY-4": "nerve + 1"},
        "circular",
        "TOY-4: 'nerve' would be made from itself: nerve → nerve",
        "this formula may read grit, luck",
    ),
    (
        {"TOY-4": "grit + pain"},
        "circular",
        "TOY-4: 'nerve' would be made from itself: nerve → pain → nerve",
        "this formula may read grit, luck",
    ),
    (
        {"TOY-2": "60 // (grit - 2)"},
        "divides-by-zero",
        "TOY-2: '60 // (grit - 2)' divides by zero when grit is 2",
        "guard it: max(1, grit - 2)",
    ),
    (
        {"TOY-3": "grit // (luck - grit) > 3"},
        "divides-by-zero",
        "TOY-3: 'grit // (luck - grit) > 3' divides by zero when grit is 0 and luck is 0",
        "guard it: max(1, luck - grit)",
    ),
    (
        {"TOY-2": "grit // 0"},
        "divides-by-zero",
        "TOY-2: 'grit // 0' divides by zero",
        "guard it: max(1, 0)",
    ),
    (
        {"TOY-2": "10 * grit"},
        "out-of-range",
        "TOY-2: '10 * grit' comes to 70 when grit is 7",
        "a value from -1000 to 60 belongs here",
    ),
    ({"TOY-2": 61}, "out-of-range", "TOY-2: '61' comes to 61", "a value from -1000 to 60 belongs here"),
    (
        {"TOY-6": "nerve > 1 and pain > 1"},
        "no-margin",
        "TOY-6: 'nerve > 1 and pain > 1' has no one limit, so no sheet can tell how near it is",
        "one comparison with >, >=, < or <= over nerve, pain belongs here",
    ),
    # options, texts, lists, effects
    (
        {"tie": "bot"},
        "unknown-choice",
        "tie: found the text 'bot'",
        "did you mean 'both'? one of nobody, both, 1 belongs here",
    ),
    ({"tie": True}, "unknown-choice", "tie: found the word true", "one of nobody, both, 1 belongs here"),
    (
        {"TOY-9.note": 3},
        "wrong-type",
        "TOY-9.note: found the number 3",
        "a line of at most 200 characters belongs here",
    ),
    (
        {"TOY-9.note": "x" * 201},
        "too-long",
        "TOY-9.note: found a text of 201 characters",
        "a line of at most 200 characters belongs here",
    ),
    (
        {"TOY-9.note": "one\ntwo"},
        "wrong-type",
        "TOY-9.note: found a text with a line break or another character that cannot be printed",
        "a line of at most 200 characters belongs here",
    ),
    (
        {"TOY-9.who": ["you", "we"]},
        "unknown-choice",
        "TOY-9.who: found the text 'we'",
        "a list of some of you, they, all belongs here",
    ),
    (
        {"TOY-9.who": ["you", "you"]},
        "wrong-type",
        "TOY-9.who: found a word twice",
        "a list of some of you, they, all belongs here",
    ),
    (
        {"TOY-9.faces": []},
        "wrong-type",
        "TOY-9.faces: found a list",
        "a list of 1 to 100 whole numbers from -3 to 3 belongs here",
    ),
    (
        {"TOY-9.faces": [1, 4]},
        "out-of-range",
        "TOY-9.faces: found the number 4",
        "a list of 1 to 100 whole numbers from -3 to 3 belongs here",
    ),
    (
        {"TOY-FOES.rat.cost": 3},
        "wrong-type",
        "TOY-FOES.rat.cost: found the number 3",
        "the changes of grit, luck, each from -3 to 3: {grit: 1} belongs here",
    ),
    (
        {"TOY-FOES.rat.cost": {"girt": 3}},
        "unknown-name",
        "TOY-FOES.rat.cost: no change of 'girt' can stand here",
        "did you mean 'grit'?",
    ),
    (
        {"TOY-FOES.rat.cost": {"grit": 4}},
        "out-of-range",
        "TOY-FOES.rat.cost: found the number 4",
        "the changes of grit, luck, each from -3 to 3: {grit: 1} belongs here",
    ),
    # rows
    (
        {"TOY-9": 12},
        "wrong-type",
        "TOY-9: found the number 12",
        "name what is replaced, of hours, note, who, faces: TOY-9.hours",
    ),
    (
        {"TOY-TALK": "ill"},
        "wrong-type",
        "TOY-TALK: found the text 'ill'",
        "name what is replaced, of says: TOY-TALK.says",
    ),
    (
        {"TOY-9": {}},
        "wrong-type",
        "TOY-9: found nothing",
        "name what is replaced, of hours, note, who, faces: TOY-9.hours",
    ),
    # what no single value shows
    ({"TOY-1": 4, "TOY-9.hours": 13}, "unplayable", "TOY-9: thirteen hours make no day", "any other number"),
    (
        {"TOY-FOES.rat.power": 9},
        "unplayable",
        "TOY-FOES: two foes are the strongest",
        "one of them",
    ),
]


@pytest.mark.parametrize(
    ("overrides", "code", "message", "hint"), REFUSALS, ids=[str(each[0])[:60] for each in REFUSALS]
)
def test_a_wrong_override_is_refused_with_what_would_be_right(
    overrides: dict[str, Any], code: str, message: str, hint: str | None
) -> None:
    with pytest.raises(Refused) as caught:
        Toy(overrides)
    assert [(p.code, p.message, p.hint) for p in caught.value.problems] == [(code, message, hint)]
    (fault,) = caught.value.faults
    assert fault.path[0] in overrides


def test_all_wrong_overrides_are_told_at_once() -> None:
    with pytest.raises(HandbillError) as caught:
        Toy({"TOY-1": -1, "TOY-2": "x", "nothing": 1, "TOY-9": {"hours": "x", "note": 1}})
    assert len(caught.value.problems) == 5


def test_a_circle_through_two_house_rules_is_found() -> None:
    class Looser(Toy):
        @classmethod
        def declare(cls, book: Any) -> None:
            super().declare(book)
            book.rules["TOY-4"] = book.rules["TOY-4"]._replace(may_name=("grit", "luck", "pain"))
            book.rules["TOY-5"] = book.rules["TOY-5"]._replace(value=book.parse("luck"))

    assert Looser({"TOY-4": "pain"}).formula("TOY-4").text == "pain"
    with pytest.raises(HandbillError, match="'pain' would be made from itself: pain → nerve → pain"):
        Looser({"TOY-4": "pain", "TOY-5": "nerve"})


def test_a_score_below_zero_is_tried_too() -> None:
    class Below(Toy):
        may_name = ("shift",)

    with pytest.raises(HandbillError, match="divides by zero when shift is -1"):
        Below({"TOY-2": "6 // (shift + 1)"})
    with pytest.raises(HandbillError, match="comes to 70 when shift is -7"):
        Below({"TOY-2": "-10 * shift"})


def test_what_may_be_replaced_is_listed_with_what_may_stand_there() -> None:
    listed = {each.key: each for each in Toy({"TOY-1": 4}).replaceable()}
    dice = listed["TOY-1"]
    assert (dice.value, dice.published, dice.kind) == ("4", "3", "number")
    assert {key: each.allows for key, each in listed.items()} == {
        "TOY-1": "a whole number from 1 to 20",
        "TOY-2": "a formula over grit, luck",
        "TOY-3": "a condition over grit, luck",
        "TOY-4": "a formula over grit, luck",
        "TOY-5": "a formula over luck, nerve",
        "TOY-6": "one comparison with >, >=, < or <= over nerve, pain",
        "TOY-8": "one of nobody, both, 1",
        "TOY-9.hours": "a whole number from 1 to 48",
        "TOY-9.note": "a line of at most 200 characters",
        "TOY-9.who": "a list of some of you, they, all",
        "TOY-9.faces": "a list of 1 to 100 whole numbers from -3 to 3",
        "TOY-TALK.says": "a line of at most 200 characters",
        "TOY-FOES.rat.name": "a line of at most 200 characters",
        "TOY-FOES.rat.power": "a whole number from 1 to 9",
        "TOY-FOES.rat.cost": "the changes of grit, luck, each from -3 to 3: {grit: 1}",
        "TOY-FOES.rat.most": "a whole number from 0 to 99, or null",
        "TOY-FOES.rat.side": "one of wild, court",
        "TOY-KING.name": "a line of at most 200 characters",
        "TOY-KING.power": "a whole number from 1 to 9",
        "TOY-KING.cost": "the changes of grit, luck, each from -3 to 3: {grit: 1}",
        "TOY-KING.most": "a whole number from 0 to 99, or null",
    }
    assert listed["TOY-FOES.rat.cost"].title == "Rat: Cost" and listed["TOY-9.who"].value == "[you, they]"
    printed = Toy({"TOY-1": 4}).printed_values()
    assert printed.keys() == listed.keys()
    assert printed["TOY-1"] == "4" and printed["TOY-FOES.rat.cost"] == "Grit −1, Luck +1"


JUNK: list[Any] = [
    *(
        None,
        True,
        -1,
        0,
        10**17,
        "",
        " ",
        "x",
        "none",
        "a\tb",
        "\x1b[2J",
        [],
        {},
        [[]],
        [{}],
        [None],
        ["x"] * 101,
    ),
    *({"name": []}, {"grit": None}, {"grit": "1"}, {"grit": True}, {"": 1}, {"hours": {"hours": 1}}),
    *(
        "1 // 0",
        "((((",
        "-" * 299 + "1",
        "(" * 149 + "1" + ")" * 149,
        "not " * 70 + "1 > 0",
        "1 + " * 70 + "1",
    ),
    *(
        "grit ** 99",
        "grit.real",
        "lambda: 1",
        "1_0",
        "1.5",
        "'x'",
        "grit if 1 else 2",
        "9" * 299,
        "grit := 1",
    ),
    *("1000000 * " * 20 + "grit", "min(" * 40 + "1, 1" + ", 1)" * 40, "6 // (6 // (6 // grit))", "1 < 2 < 3"),
]


@pytest.mark.parametrize("value", JUNK, ids=[repr(value)[:30] for value in JUNK])
@pytest.mark.parametrize("key", [each.key for each in Toy().replaceable()] + ["TOY-9", "TOY-FOES.rat", "tie"])
def test_whatever_is_written_loads_or_is_refused_in_words(key: str, value: object) -> None:
    try:
        house = Toy({key: value})
    except Refused as refused:
        assert all(problem.message.startswith(key) for problem in refused.problems)
        assert len(refused.faults) == len(refused.problems) >= 1
    else:
        assert all(len(change.told) < 1000 for change in house.changes())
