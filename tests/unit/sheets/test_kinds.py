"""Every kind of field can do all that a kind must: be printed, filled in, checked and read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.sheets import KINDS, Fault, Field
from generator.sheets.field import Making
from generator.sheets.found import Found
from tests.unit.sheets.toy_sheet import toy_sheet

ROOT = Path(__file__).parents[3]
MACROS = ROOT / "templates" / "macros" / "fields.html"
ALL: dict[str, list[Field]] = {kind: [] for kind in KINDS}
for _field in toy_sheet().fields.values():
    ALL[_field.kind].append(_field)

Faults = list[Fault]


def told(field: Field, value: Any) -> list[str]:
    faults: Faults = []
    assert field.check(value, (field.name,), faults) is None or faults == []
    return [fault.message for fault in faults]


def test_the_kinds_are_those_of_the_plan_and_the_toy_sheet_has_each() -> None:
    assert sorted(KINDS) == sorted("text prose number rating track check choice list grid derived".split())
    assert all(ALL.values())


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_has_all_parts(kind: str) -> None:
    text = MACROS.read_text(encoding="utf-8")
    assert f"macro {kind}(" in text, f"templates/macros/fields.html prints no {kind}"
    for part in ("declared", "widgets", "check", "to_form", "from_form", "schema"):
        assert getattr(KINDS[kind], part) is not getattr(Field, part), f"{kind} has no {part}"
    for field in ALL[kind]:
        widgets = list(field.widgets(field.name, field.label, Making({})))
        assert widgets
        assert all(w.name == field.name or w.name.startswith(f"{field.name}-") for w in widgets)
        assert all(w.label and w.name.isascii() for w in widgets)
        assert field.schema()


@pytest.mark.parametrize(
    "field", [f for fields in ALL.values() for f in fields if f.stored], ids=lambda f: f.name
)
def test_null_is_empty_for_every_kind(field: Field) -> None:
    faults: Faults = []
    assert field.check(None, (), faults) is None and faults == []
    assert field.from_form(field.name, (), Found({})) is None


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("name", 7, "Name should be text, but it is the number 7"),
        ("name", "x" * 61, "Name has 61 characters, and 60 have room"),
        ("name", "a\nb", "Name is one line, but this text has several"),
        ("name", "a\u202eb", "an unseen character (U+202E, right-to-left override) stands in Name"),
        ("name", "a\x07b", "an unseen character (U+0007) stands in Name"),
        ("look", "a\ud800", "an unseen character (U+D800) stands in Look"),
        ("fear", -1, "Fear should be a whole number of at least 0, but it is -1"),
        ("fear", True, "Fear should be a whole number, but it is the word true"),
        ("fear", "3", "Fear should be a whole number, but it is the text '3'"),
        ("fear", 2.5, "Fear should be a whole number, but it is the number 2.5"),
        ("fear", 10**30, "Fear should be a whole number of at least 0, but it is 1000000000000000000…"),
        ("rank", 5, "Rank should be a whole number from 0 to 4, but it is 5"),
        ("luck", -4, "Luck should be a whole number from -3 to 3, but it is -4"),
        ("stress", -1, "Stress should be a whole number of at least 0, but it is -1"),
        ("harm", 5, "Harm should be a whole number from 0 to 4, but it is 5"),
        ("captured", "yes", "Captured should be true or false, but it is the text 'yes'"),
        ("first_suit", "son", "First suit cannot be the text 'son'"),
        ("deeds", "x", "Deeds should be a list of rows, but it is the text 'x'"),
        ("deeds", [{}] * 9, "Deeds has 9 rows, and 8 have room"),
        ("deeds", ["x"], "Deed 1 should be a mapping, but it is the text 'x'"),
        ("deeds", [{}, {"lov": 1}], "'lov' is not a column of deeds"),
        ("deeds", [{"net": 1}], "Net is computed, so a character file does not hold it"),
        ("hearts", [], "Hearts should be a mapping with 'columns' and 'rows', but it is a list"),
        ("hearts", {"rows": [{"values": [1] * 5}]}, "Hearts has 5 values, and 4 have room"),
        (
            "hearts",
            {"rows": [{"values": [10]}]},
            "Person 1 should be a whole number from -9 to 9, but it is 10",
        ),
        ("hearts", {"row": []}, "'row' is not known in hearts"),
        ("pool", 3, "Pool is computed, so a character file does not hold it"),
    ],
)
def test_a_wrong_value_is_told(name: str, value: Any, message: str) -> None:
    assert told(toy_sheet().fields[name], value) == [message]


def test_a_fault_hints_at_what_was_meant() -> None:
    def hint(name: str, value: Any) -> str | None:
        faults: Faults = []
        toy_sheet().fields[name].check(value, (), faults)
        return faults[0].hint

    assert hint("first_suit", "son") == "did you mean 'sun'?"
    assert hint("first_suit", "The Moon") == "write moon"
    assert hint("captured", "yes") == "write true"
    assert hint("fear", "+3") == "write it without quotes or sign: 3"
    assert hint("deeds", [{"lov": 1}]) == "did you mean 'love'?"


@pytest.mark.parametrize(
    ("name", "value", "canonical"),
    [
        ("name", "  A\u0308nne\t", "\u00c4nne"),
        ("look", "one\r\ntwo\n", "one\ntwo"),
        ("name", "   ", None),
        ("name", "می\u200cخواهم {{ x }} <b>&amp;", "می\u200cخواهم {{ x }} <b>&amp;"),
        ("stress", 0, None),
        ("fear", 0, 0),
        ("captured", False, None),
        ("first_suit", "", None),
        ("deeds", [{}, {"tie": ""}, {"tie": " a "}, None], [{"tie": "a"}]),
        ("hearts", {"columns": ["", "B", ""], "rows": [{"values": [None]}, {"values": [0, None]}]},
         {"columns": ["", "B"], "rows": [{"values": [0]}]}),
        ("hearts", {"columns": [], "rows": [{}]}, None),
    ],
)  # fmt: skip
def test_values_have_one_canonical_form(name: str, value: Any, canonical: Any) -> None:
    faults: Faults = []
    assert toy_sheet().fields[name].check(value, (), faults) == canonical
    assert faults == []


def test_a_track_ticks_its_boxes_and_writes_what_lies_beyond() -> None:
    def form(name: str, value: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        toy_sheet().fields[name].to_form(name, value, made)
        return made

    assert form("stress", 2) == {"stress-1": True, "stress-2": True}
    assert form("favor", 5) == {"favor-1": True, "favor-2": True, "favor-3": True, "favor-beyond": "2"}
    assert form("favor", -4) == {"favor-beyond": "-4"}
