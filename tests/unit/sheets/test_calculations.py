"""What a sheet computes, and that the form's JavaScript computes the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py_mini_racer import MiniRacer

from generator.problems import HandbillError, tell
from generator.rules.formula import parse
from generator.sheets import Form, FormValue
from generator.sheets.closures import compiled
from tests.unit.sheets.random_values import values_of
from tests.unit.sheets.toy_sheet import TEXT, ToyRules, bind_sheet, source, toy_sheet

SHEET = toy_sheet()
ENGINE = MiniRacer()
ENGINE.eval(
    """
    function calculate(fields, calls) {
        var doc = {getField: function (k) { return fields.hasOwnProperty(k) ? {value: fields[k]} : null; }};
        for (var i = 0; i < calls.length; i++) {
            globalThis.event = {value: ""};
            new Function(calls[i][1]).call(doc);
            fields[calls[i][0]] = event.value;
        }
        return fields;
    }
    function run(script, given) { globalThis.event = given; new Function(script).call({}); return event; }
    """
)

Way = Mapping[str, bool]


def as_programs_hold(
    form: Form, values: Mapping[str, FormValue], *, shown: bool, numbers: bool
) -> dict[str, Any]:
    """The values of a form's fields as viewers give them: as stored, or as displayed and as numbers."""
    held: dict[str, Any] = {}
    for widget in form.widgets:
        value: Any = values[widget.name]
        if widget.type == "check":
            value = "Yes" if value else "Off"
        elif widget.choices and shown:
            value = next((c.label for c in widget.choices if c.value == value), value)
        elif widget.derived:
            value = ""
        elif numbers and widget.scripts.validate and value:
            value = int(value)
        held[widget.name] = value
    return held


def calculated(form: Form, values: Mapping[str, FormValue], *, shown: bool, numbers: bool) -> dict[str, Any]:
    held = as_programs_hold(form, values, shown=shown, numbers=numbers)
    start = len(form.prefix)
    calls = [(name, form.widget(name[start:]).scripts.calculate) for name in form.calculated]
    done = ENGINE.call("calculate", held, calls)
    return {name: done[name] for name in form.calculated}


@given(values_of(SHEET), st.booleans(), st.booleans(), st.sampled_from(["", "3-"]))
@settings(max_examples=150, deadline=None)
def test_the_form_computes_what_the_engine_computes(
    values: dict[str, Any], shown: bool, numbers: bool, prefix: str
) -> None:
    form = SHEET.form(SHEET.slots_for(values), prefix=prefix)
    filled = form.values(values)
    expected = {name: filled[name] for name in form.calculated}
    assert calculated(form, filled, shown=shown, numbers=numbers) == expected


def derived(**values: Any) -> dict[str, str]:
    return {name: text for name, text in SHEET.derive(values).items() if text}


def test_a_blank_sheet_computes_nothing() -> None:
    assert derived() == {}
    form = SHEET.form()
    assert set(calculated(form, form.values({}), shown=False, numbers=False).values()) == {""}


def test_a_blank_number_leaves_the_value_blank_unless_it_counts_as_something() -> None:
    assert "against" not in derived(innocents=2)
    assert derived(fear=3) == {"against": "3"}
    assert derived(fear=3, innocents=2) == {"against": "5"}


def test_tracks_sums_and_counts_are_never_blank_beside_a_value() -> None:
    assert derived(luck=2)["pool"] == "2"
    assert derived(luck=2, stress=7)["pool"] == "1"
    assert derived(luck=2, deeds=[{"love": 4}, {"tie": "x"}, {"love": 1}])["pool"] == "7"


def test_derived_values_read_each_other_and_conditions_say_yes_or_no() -> None:
    values = {"luck": 0, "fear": 1, "deeds": [{"love": 9}]}
    assert derived(**values)["margin"] == str(9 - (1 + 9))
    assert derived(**values)["armed"] == "no"
    armed = {**values, "stress": 9}
    assert derived(**armed)["armed"] == "yes"
    assert derived(**armed, captured=True)["armed"] == "no"
    assert derived(**armed, size="2")["shown"] == "3"
    assert derived(**armed, captured=True, size="2")["shown"] == "2"


def test_a_count_is_blank_only_where_nothing_is_chosen() -> None:
    assert "moons" not in derived()
    assert derived(first_suit="moon")["moons"] == "0"
    assert derived(first_suit="sun", second_suit="sun")["moons"] == "4"


def test_a_division_by_zero_is_blank() -> None:
    assert "share" not in derived(rank=0)
    assert derived(rank=3)["share"] == "3"


def test_a_column_reads_its_own_row_first() -> None:
    rows = [{"rank": 3, "suit": "moon"}, {"tie": "x"}, {"rank": 1}]
    found = derived(rank=4, bruised_once=True, deeds=rows)
    assert (found["deeds-1-net"], found["deeds-3-net"]) == ("1", "0")
    assert found["deeds-1-chances"] == "1/3 ≥"
    assert "deeds-2-net" not in found
    assert found["ranks"] == "1"


def test_a_grid_adds_up_its_columns() -> None:
    grid = {"rows": [{"values": [1, None, 3]}, {"values": [-4]}]}
    assert derived(hearts=grid) == {"hearts-total-1": "-3", "hearts-total-3": "3"}


def test_every_value_is_computed_after_those_that_it_needs() -> None:
    order = SHEET.form().calculated
    for name, needs in {
        "margin": "pool",
        "armed": "margin",
        "shown": "armed",
        "ranks": "deeds-3-net",
    }.items():
        assert order.index(name) > order.index(needs)


NUMBERS = st.integers(-20, 20)
FORMULAS = st.recursive(
    st.one_of(st.integers(0, 9).map(str), st.sampled_from("abc")),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "//"]), inner),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), inner, inner),
        st.builds("-({})".format, inner),
    ),
    max_leaves=8,
)
CONDITIONS = st.builds(
    "{} {} {} {} not ({} != {})".format,
    FORMULAS, st.sampled_from(["<", "<=", "==", ">", ">="]), FORMULAS, st.sampled_from(["and", "or"]),
    FORMULAS, FORMULAS,
)  # fmt: skip


@given(st.one_of(FORMULAS, CONDITIONS), NUMBERS, NUMBERS, NUMBERS)
def test_a_closure_computes_what_the_tree_computes(text: str, a: int, b: int, c: int) -> None:
    formula = parse(text)
    found = compiled(formula, ("a", "b", "c"))([a, b, c])
    try:
        assert found == formula.value(a=a, b=b, c=c)
    except HandbillError:
        assert found is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rule: pool", "rule: pol", "error[unknown-derived]: toy computes no value 'pol'"),
        ("luck, kind: rating", "look_, kind: rating",
         "error[unknown-name]: the rules compute this from 'luck', which is no field of this sheet"),
        ("captured, kind: check", "captured, kind: text",
         "error[bad-read]: 'captured' is a text, which holds no number"),
        ("sum: deeds.love", "sum: deeds.lov", "error[unknown-name]: 'deeds.lov' is no column of a list"),
        ("total: deeds.love", "total: deeds.tie", "error[bad-read]: 'tie' is a text, which holds no number"),
        ("is: sun", "is: son",
         "error[wrong-value]: 'first_suit' cannot be 'son', so nothing would be counted"),
        ("[bruised_once, ", "[fear, ", "error[bad-read]: 'fear' is a number, and that cannot be counted so"),
        ("kind: derived, label: Net, rule: net", "kind: derived, label: Net, rule: against",
         "error[bad-read]: 'net' reads no column of its row, so it would be the same in each"),
        ("  nets:", "  fear: {sum: deeds.love}\n  nets:",
         "error[doubled-name]: 'fear' is a field of this sheet, so this is never read"),
        ("  nets:", "  unused: {count: [nobody]}\n  nets:",
         "error[unknown-name]: 'nobody' is no field of this sheet"),
    ],
)  # fmt: skip
def test_what_cannot_be_computed_is_told_at_its_place(old: str, new: str, message: str) -> None:
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    with pytest.raises(HandbillError) as caught:
        bind_sheet(source(text), ToyRules())
    lines = tell(caught.value.problems, "short").splitlines()
    changed = [
        n for n, (a, b) in enumerate(zip(TEXT.splitlines(), text.splitlines(), strict=False), 1) if a != b
    ][0]
    assert any(
        line.endswith(message) and line.startswith("content/toy/sheets/hero.yaml:") for line in lines
    ), lines
    if "unknown-name]: the rules" not in message and "captured" not in message:
        assert any(line.startswith(f"content/toy/sheets/hero.yaml:{changed}:") for line in lines), lines


def test_a_value_that_needs_itself_is_told() -> None:
    class Circular(ToyRules):
        def derived(self, name: str) -> Any:
            return parse("margin + 1") if name == "pool" else super().derived(name)

    with pytest.raises(HandbillError) as caught:
        bind_sheet(source(), Circular())
    [problem] = caught.value.problems
    assert problem.code == "circular"
    assert problem.message in (
        "this value needs itself: pool → margin → pool",
        "this value needs itself: margin → pool → margin",
    )


@pytest.mark.parametrize(
    ("value", "change", "allowed"),
    [("1", "2", True), ("", "-", False), ("1", "a", False), ("", "1.5", False), ("", "", True)],
)
def test_only_digits_can_be_typed_into_a_number(value: str, change: str, allowed: bool) -> None:
    script = SHEET.form().widget("fear").scripts.keystroke
    given = {"willCommit": False, "value": value, "change": change, "selStart": 9, "selEnd": 9, "rc": True}
    assert ENGINE.call("run", script, given)["rc"] is allowed


def test_a_minus_can_be_typed_where_numbers_below_zero_exist() -> None:
    script = SHEET.form().widget("favor-beyond").scripts.keystroke
    given = {"willCommit": False, "value": "5", "change": "-", "selStart": 0, "selEnd": 0, "rc": True}
    assert ENGINE.call("run", script, given)["rc"] is True
    assert ENGINE.call("run", script, {**given, "selStart": 1, "selEnd": 1})["rc"] is False


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("innocents", "9", True), ("innocents", "10", False), ("innocents", "", True), ("innocents", 3, True),
        ("innocents", "x", False), ("deeds-1-love", "99", True), ("deeds-1-love", "100", False),
        ("hearts-1-1", "-9", True), ("hearts-1-1", "-10", False),
    ],
)  # fmt: skip
def test_only_the_range_can_be_entered(name: str, value: Any, allowed: bool) -> None:
    script = SHEET.form().widget(name).scripts.validate
    assert ENGINE.call("run", script, {"value": value, "rc": True})["rc"] is allowed


def test_scripts_use_nothing_that_a_viewer_may_lack() -> None:
    scripts = {script for widget in SHEET.form().widgets for script in widget.scripts if script}
    assert len(scripts) > 20
    for script in scripts:
        assert script.isascii() and "AF" not in script and "app." not in script
        assert not any(word in script for word in ("let ", "const ", "=>", "`", "eval"))
        json.dumps(script)
