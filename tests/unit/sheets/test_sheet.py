"""What goes into a form comes out of it, and a form has exactly the widgets that it needs."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.sheets import FormValue
from tests.unit.sheets.random_values import values_of
from tests.unit.sheets.toy_sheet import toy_sheet

SHEET = toy_sheet()
ALL_VALUES = values_of(SHEET)


def read(form: dict[str, FormValue]) -> tuple[dict[str, Any], dict[str, str], tuple[Any, ...], list[str]]:
    reading = SHEET.read(form)
    return reading.values, reading.aside, reading.differences, [fault.message for fault in reading.faults]


@given(ALL_VALUES)
def test_canonical_values_are_their_own_canonical_form(values: dict[str, Any]) -> None:
    assert SHEET.check(values) == (values, ())


@given(ALL_VALUES)
def test_a_filled_form_reads_back_as_the_same_character(values: dict[str, Any]) -> None:
    form = SHEET.form(SHEET.slots_for(values)).values(values)
    assert read(form) == (values, {}, (), [])


@given(ALL_VALUES)
def test_a_form_that_was_cut_in_two_reads_back_joined(values: dict[str, Any]) -> None:
    form = SHEET.form(SHEET.slots_for(values), more=("look",)).values(values)
    text = str(form["look"])
    assert form["look-more"] == ""
    cut = len(text) // 2
    assert read({**form, "look": text[:cut], "look-more": text[cut:]}) == (values, {}, (), [])


@given(ALL_VALUES)
@settings(max_examples=30)
def test_a_form_with_a_prefix_holds_the_same_under_other_names(values: dict[str, Any]) -> None:
    slots = SHEET.slots_for(values)
    plain, party = SHEET.form(slots), SHEET.form(slots, prefix="2-")
    assert party.values(values) == {f"2-{name}": value for name, value in plain.values(values).items()}
    assert [w.name for w in party.widgets] == [f"2-{w.name}" for w in plain.widgets]
    assert party.calculated == tuple(f"2-{name}" for name in plain.calculated)
    assert party.widget("fear").name == "2-fear"
    assert "d.getField(k)" in party.widget("pool").scripts.calculate
    assert '"2-deeds-"+i+"-love"' in party.widget("pool").scripts.calculate


def test_a_form_is_made_once_for_each_size() -> None:
    assert SHEET.form() is SHEET.form({"deeds": 3}) is not SHEET.form({"deeds": 4})
    assert len({SHEET.form(), SHEET.form(prefix="1-"), SHEET.form(more=("look",))}) == 3


def test_names_are_unique_and_stable() -> None:
    names = [w.name for w in SHEET.form({"deeds": 8, "hearts.rows": 5, "hearts.columns": 4}).widgets]
    assert len(names) == len(set(names)) > 100
    assert all(re.fullmatch(r"[a-z][a-z0-9_-]*", name) for name in names)
    assert set(names) >= {
        "stress-1",
        "stress-beyond",
        "deeds-8-tie",
        "hearts-column-4",
        "hearts-total-4",
        "hearts-5-4",
    }


def test_widgets_come_in_the_order_of_the_pages() -> None:
    names = [w.name for w in SHEET.form().widgets]
    order = [
        names.index(name) for name in ("name", "fear", "pool", "deeds-1-tie", "deeds-2-tie", "hearts-row-1")
    ]
    assert order == sorted(order)


def test_a_widget_says_all_that_a_form_needs() -> None:
    widget = SHEET.form().widget
    assert widget("name").label == "Name (as the others call you)" and widget("name").required
    assert (widget("code").comb, widget("code").longest, widget("code").align) == (True, 6, "center")
    assert widget("look").lines and widget("look").longest == 300
    assert widget("first_suit").type == "radio" and widget("second_suit").type == "choice"
    assert [c.label for c in widget("rank").choices][:2] == ["0 Unskilled", "1 Able"]
    assert widget("deeds-2-love").label == "Deed 2: Love"
    assert widget("pool").derived and widget("pool").scripts.calculate
    assert (widget("hearts-2-1").label, widget("hearts-2-1").longest) == ("Hearts: Person 2, Hero 1", 2)


def test_values_that_a_form_has_no_room_for_are_refused() -> None:
    with pytest.raises(ValueError, match="no widget 'deeds-4-tie'"):
        SHEET.form().values({"deeds": [{"tie": "a"}] * 4})


def test_an_unknown_field_is_told_with_the_nearest() -> None:
    _, [fault] = SHEET.check({"name": "A", "feer": 1})
    assert fault[1:] == ("unknown-field", "'feer' is not a field of toy/hero", "did you mean 'fear'?", True)


def test_a_required_field_that_is_missing_or_empty_is_told() -> None:
    for values in ({}, {"name": " "}, {"name": None}):
        _, [fault] = SHEET.check(values)
        assert (fault.code, fault.message) == ("missing-field", "a toy/hero needs 'name'")


@pytest.mark.parametrize(
    ("form", "values"),
    [
        ({"fear": " +3 "}, {"fear": 3}),
        ({"fear": "3.0"}, {"fear": 3}),
        ({"luck": "\u22122"}, {"luck": -2}),
        ({"rank": "2 Adept"}, {"rank": 2}),
        ({"rank": "adept"}, {"rank": 2}),
        ({"first_suit": "the moon", "second_suit": "Off"}, {"first_suit": "moon"}),
        ({"captured": "Yes", "bruised_once": "Off"}, {"captured": True}),
        ({"name": "two\r\nlines"}, {"name": "two lines"}),
        ({"stress-1": True, "stress-2": True, "stress-beyond": "-1"}, {"stress": 1}),
        ({"deeds-2-tie": "b", "deeds-9-tie": "i"}, {"deeds": [{"tie": "b"}, {"tie": "i"}]}),
        ({"deeds-3-tie": "b", "deeds-3-love": "1", "love": "1", "deeds-3-net": ""},
         {"deeds": [{"tie": "b", "love": 1}]}),
    ],
)  # fmt: skip
def test_other_programs_ways_of_writing_are_read(form: dict[str, FormValue], values: dict[str, Any]) -> None:
    assert read(form) == (values, {}, (), [])


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"fear": "many"}, "Fear should be a whole number of at least 0, but the form has 'many'"),
        ({"rank": "9"}, "Rank should be a whole number from 0 to 4, but the form has '9'"),
        ({"first_suit": "star"}, "First suit cannot be 'star'"),
        ({"name": "x" * 61}, "Name has 61 characters, and 60 have room"),
        ({"stranger": "x"}, "the form has a field 'stranger', which the sheet does not know"),
        ({"deeds-1-love": "lots"}, "Love should be a whole number from 0 to 99, but the form has 'lots'"),
    ],
)
def test_what_cannot_be_read_is_kept_aside_and_told(form: dict[str, FormValue], message: str) -> None:
    assert read(form) == ({}, form, (), [message])


NAMES = [w.name for w in SHEET.form({"deeds": 9, "hearts.rows": 6}, more=("look", "deeds-1-tie")).widgets]
ANYTHING = st.dictionaries(
    st.one_of(
        st.sampled_from(NAMES), st.sampled_from(["", "deeds-0-tie", "deeds--tie", "hearts-99-99", "x\x00"])
    ),
    st.one_of(
        st.booleans(), st.text(), st.sampled_from(["3", "-1", "yes", "Off", "moon", "9" * 30, "a" * 500])
    ),
)


@given(ANYTHING)
@settings(max_examples=300)
def test_whatever_a_form_holds_becomes_values_that_a_sheet_accepts(form: dict[str, FormValue]) -> None:
    reading = SHEET.read(form)
    values, faults = SHEET.check(reading.values)
    assert values == reading.values
    assert [fault for fault in faults if fault.code != "missing-field"] == []
    assert set(reading.aside) <= set(form) | {"look", "deeds-1-tie"}


def test_gaps_between_boxes_are_told() -> None:
    values, _, _, messages = read({"harm-1": True, "harm-4": True})
    assert values == {"harm": 2}
    assert messages == ["Harm has gaps between its boxes: 2 are ticked"]


def test_an_unseen_character_is_left_out_and_told() -> None:
    values, _, _, messages = read({"name": "A\u202eB"})
    assert values == {"name": "AB"} and len(messages) == 1


def test_a_computed_value_that_differs_is_told_and_a_blank_one_is_not() -> None:
    rows: dict[str, FormValue] = {
        "deeds-1-tie": "a",
        "deeds-3-rank": "2",
        "deeds-3-net": "7",
        "deeds-3-chances": "",
    }
    _, _, differing, _ = read({**rows, "fear": "2", "against": "9", "love": ""})
    assert [tuple(d) for d in differing] == [
        ("against", "Against", "9", "2"),
        ("deeds-3-net", "Deed 3: Net", "7", "2"),
    ]


def test_texts_of_a_table_become_values() -> None:
    texts = {"name": "Ann", "fear": "3", "stress": "7", "captured": "yes", "deeds-1-love": "2", "rank": ""}
    values, faults = SHEET.typed(texts)
    assert faults == ()
    assert values == {"name": "Ann", "fear": 3, "stress": 7, "captured": True, "deeds": [{"love": 2}]}
    _, [fault] = SHEET.typed({"feer": "3"})
    assert (fault.message, fault.hint) == ("'feer' is not a field of toy/hero", "did you mean 'fear'?")
    values, _ = SHEET.typed({"stress": "lots"})
    assert SHEET.check({"name": "A", **values})[1][0].code == "wrong-type"


def test_checking_and_filling_take_less_than_a_millisecond() -> None:
    values: dict[str, Any] = {
        "name": "Ann", "look": "tall " * 20, "fear": 4, "rank": 2, "luck": 1, "stress": 3,
        "deeds": [{"tie": "a", "love": 2, "rank": 3, "done": True}] * 8,
        "hearts": {"columns": ["a"] * 4, "rows": [{"name": "b", "values": [1, 2, 3, 4]}] * 5},
    }  # fmt: skip
    form = SHEET.form(SHEET.slots_for(values))
    assert len(form.widgets) > 100
    best = min(_seconds(values, form) for _ in range(20))
    assert best < 0.001


def _seconds(values: dict[str, Any], form: Any) -> float:
    start = time.process_time()
    for _ in range(5):
        form.values(SHEET.check(values)[0])
    return (time.process_time() - start) / 5
