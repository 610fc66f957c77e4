"""The JSON Schema accepts what the sheet accepts, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from tests.unit.sheets.random_values import values_of
from tests.unit.sheets.toy_sheet import toy_sheet

SHEET = toy_sheet()
SCHEMA = SHEET.schema()
VALIDATOR = Draft7Validator(SCHEMA)

WRONG = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-40, 120),
        st.sampled_from(["", "x", "sun", "a\nb", "x" * 61, "\x07"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=9),
        st.dictionaries(
            st.sampled_from("columns rows name values love tie rank suit done net".split()), inner, max_size=4
        ),
    ),
    max_leaves=8,
)


def accepts(values: dict[str, Any]) -> bool:
    return VALIDATOR.is_valid({"sheet": SHEET.id, "version": SHEET.version, **values})


def test_the_schema_is_a_schema() -> None:
    Draft7Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) >= {name for name, field in SHEET.fields.items() if field.stored}
    assert not any(name in SCHEMA["properties"] for name, field in SHEET.fields.items() if not field.stored)


@given(values_of(SHEET))
def test_the_schema_accepts_every_character(values: dict[str, Any]) -> None:
    assert accepts(values)


@given(st.sampled_from([name for name, field in SHEET.fields.items() if field.stored]), WRONG)
@settings(max_examples=600)
def test_the_schema_refuses_what_the_sheet_refuses(name: str, value: Any) -> None:
    values = {"name": "Ann", name: value}
    _, faults = SHEET.check(values)
    told = [fault for fault in faults if fault.code != "missing-field"]
    assert accepts(values) is (told == []), told


@pytest.mark.parametrize(
    "values", [{"pool": 3}, {"feer": 3}, {"deeds": [{"net": 1}]}, {"sheet": "toy/other"}]
)
def test_the_schema_refuses_keys_that_are_no_fields(values: dict[str, Any]) -> None:
    assert not accepts(values)
