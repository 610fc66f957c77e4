"""Formulas: one parse gives the value, the printed words and the JavaScript, and they agree."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py_mini_racer import MiniRacer

from generator.problems import HandbillError
from generator.rules.formula import LARGEST, Formula, parse
from generator.rules.formula_tree import Name, Node, Number, Operation

NAMES = ("love", "fear", "reason")
LABELS = {"love": "Love", "fear": "Fear", "self_loathing": "Self-Loathing", "weariness": "Weariness"}


def _nodes(depth: int = 3) -> st.SearchStrategy[Node]:
    leaf = st.one_of(st.integers(0, 50).map(Number), st.sampled_from(NAMES).map(Name))
    if depth == 0:
        return leaf
    inner = _nodes(depth - 1)
    pair = st.tuples(inner, inner)
    return st.one_of(
        leaf,
        st.builds(Operation, st.sampled_from(["+", "-", "*", "//"]), pair),
        st.builds(Operation, st.just("neg"), st.tuples(inner)),
        st.builds(
            Operation, st.sampled_from(["min", "max"]), st.one_of(pair, st.tuples(inner, inner, inner))
        ),
    )


def _conditions(depth: int = 2) -> st.SearchStrategy[Node]:
    compare = st.builds(
        Operation,
        st.sampled_from([">", ">=", "<", "<=", "==", "!="]),
        st.tuples(_nodes(2), _nodes(2)),
    )
    if depth == 0:
        return compare
    inner = _conditions(depth - 1)
    return st.one_of(
        compare,
        st.builds(Operation, st.sampled_from(["and", "or"]), st.tuples(inner, inner)),
        st.builds(Operation, st.just("not"), st.tuples(inner)),
    )


SCORES = st.fixed_dictionaries({name: st.integers(-30, 30) for name in NAMES})
TREES = st.one_of(_nodes(), _conditions())


@pytest.fixture(scope="module")
def engine() -> MiniRacer:
    return MiniRacer()


def _in_javascript(engine: MiniRacer, formula: Formula, scores: dict[str, int]) -> object:
    source = formula.javascript(lambda name: f"v.{name}")
    return json.loads(
        engine.eval(
            f"(function(v){{ var x = {source}; "
            "return JSON.stringify(typeof x === 'number' && !isFinite(x) ? 'none' : x); "
            f"}})({json.dumps(scores)})"
        )
    )


@settings(max_examples=400, deadline=None)
@given(tree=TREES, scores=SCORES)
def test_python_and_javascript_give_the_same_value(
    engine: MiniRacer, tree: Node, scores: dict[str, int]
) -> None:
    formula = Formula(tree)
    try:
        value: object = formula.value(**scores)
    except HandbillError:
        return  # a division by zero: JavaScript may call it Infinity or carry on, the sheet guards it
    found = _in_javascript(engine, formula, scores)
    assert found == value and isinstance(found, bool) is isinstance(value, bool)


@settings(max_examples=400, deadline=None)
@given(tree=TREES, scores=SCORES)
def test_the_written_formula_parses_back_to_the_same_value(tree: Node, scores: dict[str, int]) -> None:
    formula = Formula(tree)
    again = parse(formula.text, NAMES)
    assert again.text == formula.text
    try:
        assert again.value(**scores) == formula.value(**scores)
    except HandbillError:
        with pytest.raises(HandbillError):
            again.value(**scores)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("fear + self_loathing", "Fear + Self-Loathing"),
        ("love > fear + weariness", "Love > Fear + Weariness"),
        ("10 * love", "10 × Love"),
        ("max(1, love - weariness)", "Love − Weariness, at least 1"),
        ("min(6, love)", "Love, at most 6"),
        ("max(love, fear)", "the highest of Love and Fear"),
        ("love // max(1, fear)", "Love ÷ (Fear, at least 1) rounded down"),
        ("love - (fear - weariness)", "Love − (Fear − Weariness)"),
        ("not (love == 0) and fear >= 2", "not (Love = 0) and Fear ≥ 2"),
        ("-love", "−Love"),
    ],
)
def test_a_formula_is_printed_as_a_player_would_read_it(text: str, printed: str) -> None:
    assert parse(text).printed(LABELS) == printed


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("love +", None, "'love +' is not a formula"),
        ("", 1, "'' is not a formula"),
        ("love + waeriness", 8, "the formula names 'waeriness', which the rules do not know"),
        ("love / fear", 1, "'love / fear' cannot stand in a formula"),
        ("love ** 9", 1, "'love ** 9' cannot stand in a formula"),
        ("__import__('os')", 1, "'__import__('os')' cannot stand in a formula"),
        ("love.real", 1, "'love.real' cannot stand in a formula"),
        ("1.5", 1, "'1.5' cannot stand in a formula"),
        ("True", 1, "'True' cannot stand in a formula"),
        ("(love > 1) + 1", 2, "a condition stands where a number belongs"),
        ("love and fear", 1, "a number stands where a condition belongs"),
        ("1 < love < 3", 1, "two comparisons in a row"),
        ("min(love)", 1, "'min(love)' cannot stand in a formula"),
        ("min(*love, fear)", 1, "'min(*love, fear)' cannot stand in a formula"),
        (f"{LARGEST + 1}", 1, f"{LARGEST + 1} is too large"),
        ("love + " * 60 + "1", 1, "the formula has 421 characters"),
        ("(" * 200, None, None),
    ],
)
def test_what_is_no_formula_is_refused_with_its_column(
    text: str, column: int | None, message: str | None
) -> None:
    with pytest.raises(HandbillError) as caught:
        parse(text, {"love", "fear", "weariness"})
    problem = caught.value.problems[0]
    assert problem.code == "formula" and problem.hint
    assert column is None or problem.column == column
    assert message is None or problem.message == message


def test_a_misspelt_name_gets_the_nearest_one() -> None:
    with pytest.raises(HandbillError) as caught:
        parse("love + waeriness", {"love", "fear", "weariness"})
    assert caught.value.problems[0].hint == "did you mean 'weariness'?"


def test_a_division_by_zero_is_told_with_the_division() -> None:
    with pytest.raises(HandbillError, match=r"'love // fear' divides by zero"):
        parse("1 + love // fear").value(love=3, fear=0)
