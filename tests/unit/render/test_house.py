"""House rules leave one mark, are listed on one page, and answer for what they make fail."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.content.packs import load_pack
from generator.outputs import pdf
from generator.outputs.fonts import faces_for
from generator.outputs.site import families
from generator.problems import HandbillError, Problem
from generator.render.environment import Environment
from generator.render.facts import Facts
from generator.render.house import Listed, blamed, house_page, stamp
from generator.render.marks import mark, untold
from generator.rules import Rules, load, recording
from generator.rules.changes import Change

ROOT = Path(__file__).parents[3]
SPIRIT = {"MAID-DER-1": "8 * will"}
HEADDRESS = {"MAID-UNI.headdress": {"penalty": 1}}


def test_a_stamp_stands_for_the_values_whatever_their_order() -> None:
    one, two = load("maid", SPIRIT).changes()[0], load("maid", HEADDRESS).changes()[0]
    assert stamp([one, two]) == stamp([two, one]) == stamp(load("maid", SPIRIT | HEADDRESS).changes())
    assert re.fullmatch("[0-9a-f]{6}", stamp([one]))
    others = [one._replace(now="9 × Will"), one._replace(id="MAID-DER-2"), one._replace(cell="x")]
    assert len({stamp([one]), stamp([one, two]), *(stamp([other]) for other in others)}) == 5
    assert stamp([one._replace(title="Pluck", published="7 × Will")]) == stamp([one])
    assert stamp([]) == ""


def test_a_mark_gives_the_published_value_and_names_the_rules_that_it_tells() -> None:
    rules = load("maid", SPIRIT | HEADDRESS)
    made = mark(rules, ["MAID-STR-1", "MAID-DER-1"])
    assert "house rule</b> · published <b>10\u00a0×\u00a0Will</b> (Spirit)" in made
    assert "(Spirit)" not in mark(rules, ["MAID-DER-1"], beside="Spirit")
    assert mark(rules, ["MAID-STR-1"]) == ""
    assert untold(rules.changes(), [made]) == load("maid", HEADDRESS).changes()
    assert untold(rules.changes(), [made, mark(rules, ["MAID-UNI"])]) == ()


def test_what_is_too_much_for_a_mark_is_left_for_the_end() -> None:
    parts = ("apron", "blouse", "skirt", "headdress")
    rules = load("maid", {f"MAID-UNI.{part}": {"penalty": 3} for part in parts})
    made = mark(rules, ["MAID-UNI"])
    assert "house rules</b> · published values at the end" in made
    assert untold(rules.changes(), [made]) == rules.changes()


def change(number: int) -> Change:
    return Change(f"MAID-X-{number}", "", f"A rule that has the number {number}", "1", str(number))


def test_the_page_of_all_changes_lists_each_with_the_documents_that_use_it(environment: Environment) -> None:
    pack = load_pack(ROOT / "content", "maid")
    changes = load("maid", SPIRIT | HEADDRESS).changes()
    listed = Listed(pack, changes, {"MAID-DER-1": ("Quick reference", "Maid")})
    assert listed.name == "maid-house-rules"
    for where in ({"paper": "a4"}, {"paper": "letter"}, {"medium": "screen"}):
        html = house_page(environment, listed, **where)
        rows = [re.sub(r"<[^>]+>", "|", row) for row in re.findall(r"<tr>(.*?)</tr>", html)]
        assert html.count('<th scope="col">') == 4 and html.count('<th scope="row">') == 2
        assert [" ".join(re.sub(r"\|+", " ", row).split()) for row in rows[1:]] == [
            "Spirit MAID-DER-1 8 × Will 10 × Will Quick reference, Maid",
            "Frilly headdress: Off the die MAID-UNI.headdress 1 2 –",
        ]
        assert f"house rules {stamp(changes)}" in html


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_page_of_all_changes_takes_as_many_pages_as_it_needs(
    environment: Environment, paper: str
) -> None:
    if pdf.available(None):
        pytest.skip("this machine cannot print")
    pack = load_pack(ROOT / "content", "maid")
    listed = Listed(pack, [change(number) for number in range(120)], {})
    made = pdf.print_pdf(house_page(environment, listed, paper=paper), faces_for(families(pack)), listed.name)
    assert made.pages == 3


# Who is to blame

Render = Callable[[Rules], object]


@pytest.fixture
def renders(environment: Environment) -> Callable[[str], Render]:
    """A renderer of a text of Maid that begins in line 5 of ``a.md``."""

    def of(text: str) -> Render:
        def render(rules: Rules) -> object:
            with recording() as reads:
                return environment.call_text(text, "a.md", 5, Facts(environment, rules, reads).names())

        return render

    return of


def blame(render: Render, **overrides: object) -> tuple[Problem, ...]:
    """The problems of rendering under house rules, as they are told."""
    rules = load("maid", overrides)
    with pytest.raises(HandbillError) as refused:
        render(rules)
    told = blamed(refused.value, rules, render)
    assert isinstance(told, HandbillError)
    return told.problems


TEN = "{{ claim('Ten.', rules.formula('MAID-DER-1').value(will=1) == 10) }}"


def test_a_false_claim_names_the_house_rule_that_made_it_false(renders: Callable[[str], Render]) -> None:
    (problem,) = blame(renders("{{ rules['MAID-UNI'] and '' }}\n" + TEN), **SPIRIT, **HEADDRESS)
    assert (problem.code, problem.path, problem.line) == ("false-claim", "a.md", 6)
    assert problem.message == "the rules do not bear out: Ten."
    assert problem.hint == (
        "MAID-DER-1 (8 × Will) in house-rules.yaml made it false: change that rule, or give the sentence "
        'another reading with otherwise="…"'
    )


def test_any_fault_that_house_rules_make_names_them(renders: Callable[[str], Render]) -> None:
    (problem,) = blame(renders("{{ rules.formula('MAID-DER-1').value(will=1) - 10 + none }}"), **SPIRIT) or ()
    assert problem.code == "fact"
    only = "{% if changed('MAID-DER-1') %}{{ nothing }}{% endif %}"
    (problem,) = blame(renders(only), **SPIRIT, **HEADDRESS)
    assert problem.code == "unknown-fact"
    assert problem.hint == "MAID-DER-1 (8 × Will) in house-rules.yaml made it so: change that rule"


def test_house_rules_that_fail_only_together_are_all_named(renders: Callable[[str], Render]) -> None:
    both = "{% if changed('MAID-DER-1') and changed('MAID-UNI.headdress') %}{{ nothing }}{% endif %}"
    (problem,) = blame(renders(both), **SPIRIT, **HEADDRESS, **{"MAID-ATT-1": 3})
    assert problem.hint == (
        "MAID-DER-1 (8 × Will) and MAID-UNI.headdress (1) in house-rules.yaml together made it so: "
        "change one of these rules"
    )


def test_what_fails_under_the_published_rules_too_is_no_house_rule_s_fault(
    renders: Callable[[str], Render],
) -> None:
    pigs = "{{ claim('Pigs fly.', false) }}\n"
    told = {problem.line: problem.hint for problem in blame(renders(pigs + TEN), **SPIRIT)}
    assert told[5] == "correct the sentence, or the rule"
    assert str(told[6]).startswith("MAID-DER-1 (8 × Will)")
    for overrides in ({}, SPIRIT):
        (problem,) = blame(renders(pigs), **overrides)
        assert problem.hint == "correct the sentence, or the rule"


def test_what_would_be_a_fault_of_ours_is_told_as_the_house_rule_s_if_it_made_it() -> None:
    def render(rules: Rules) -> object:
        return (1, 2)[rules.formula("MAID-DER-1").value(will=1) - 9]

    rules = load("maid", SPIRIT | {"MAID-DER-1": "12 * will"})
    told = blamed(IndexError("tuple index out of range"), rules, render)
    assert isinstance(told, HandbillError)
    assert "IndexError" in told.problems[0].message
    assert str(told.problems[0].hint).startswith("MAID-DER-1 (12 × Will) in house-rules.yaml made it so")

    def always(rules: Rules) -> object:
        raise IndexError("tuple index out of range")

    error = IndexError("tuple index out of range")
    assert blamed(error, rules, always) is error
