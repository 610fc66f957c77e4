"""Random characters of any sheet: canonical values, and values as careless people write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from generator.sheets import Field, Sheet
from generator.sheets.kinds.grid import Grid, grid_of
from generator.sheets.kinds.numbers import Number, Rating
from generator.sheets.kinds.picks import Check, Pick
from generator.sheets.kinds.rows import Rows
from generator.sheets.kinds.texts import Prose, Text
from generator.sheets.kinds.track import Track
from generator.sheets.words import canonical, unseen

_LETTERS = st.characters(codec="utf-8", categories=["L", "M", "N", "P", "S", "Zs"])


def texts(longest: int, lines: bool, alphabet: st.SearchStrategy[str] = _LETTERS) -> st.SearchStrategy[str]:
    """Canonical texts of many scripts, some of several lines."""
    letters = st.one_of(alphabet, st.just("\n")) if lines else alphabet
    made = st.text(letters, max_size=min(longest, 60)).map(canonical)
    return made.filter(lambda text: bool(text) and len(text) <= longest and not unseen(text))


def value_of(field: Field, alphabet: st.SearchStrategy[str] = _LETTERS) -> st.SearchStrategy[Any]:
    """A canonical value of a field that is not empty."""
    match field:
        case Text():
            return texts(field.longest, isinstance(field, Prose), alphabet)
        case Number() | Rating():
            return st.integers(field.least, field.most)
        case Track():
            top = field.boxes + 30 if field.beyond else field.boxes
            return st.integers(max(field.least, -30), top).filter(bool)
        case Check():
            return st.just(True)
        case Pick():
            return st.sampled_from([choice.value for choice in field.choices])
        case Rows():
            row = _some({column.name: column for column in field.columns if column.stored}, alphabet)
            return st.lists(row.filter(bool), min_size=1, max_size=min(field.most, field.rows + 3))
        case Grid():
            name = st.one_of(st.just(""), texts(field.name_longest, False, alphabet))
            cell = st.one_of(st.none(), st.integers(field.least, field.most))
            row = st.tuples(name, st.lists(cell, max_size=field.most_columns))
            made = st.builds(
                grid_of,
                st.lists(name, max_size=field.most_columns),
                st.lists(row, max_size=field.most_rows),
            )
            return made.filter(bool)
    raise AssertionError(field.kind)


def _some(fields: Mapping[str, Field], alphabet: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {}, optional={name: value_of(field, alphabet) for name, field in fields.items()}
    )


def values_of(sheet: Sheet, alphabet: st.SearchStrategy[str] = _LETTERS) -> st.SearchStrategy[dict[str, Any]]:
    """Canonical values of a character; required fields are given."""
    stored = {name: field for name, field in sheet.fields.items() if field.stored}
    required = {name: value_of(field, alphabet) for name, field in stored.items() if field.required}
    optional = {name: value_of(field, alphabet) for name, field in stored.items() if not field.required}
    return st.fixed_dictionaries(required, optional=optional)
