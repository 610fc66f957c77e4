"""What content asks of the rules is set as the rules say, and follows a house rule."""

from __future__ import annotations

import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from generator.problems import HandbillError
from generator.render.environment import Environment
from generator.render.facts import Facts
from generator.rules import load, recording
from tests.unit.render.conftest import Ask


def plain(html: str) -> str:
    """The words of a piece of HTML."""

    class Words(HTMLParser):
        found = ""

        def handle_data(self, data: str) -> None:
            self.found += data

    reader = Words()
    reader.feed(html)
    return " ".join(reader.found.replace("\u00a0", " ").split())


def test_a_claim_that_the_rules_bear_out_is_its_sentence(ask: Ask) -> None:
    assert ask("{{ claim('One & one.', 1 + 1 == 2) }}") == "One &amp; one."


@pytest.mark.parametrize("holds", ["false", "1", "'yes'", "none", "[1]", "1 + 1 == 3"])
def test_a_claim_that_is_anything_but_true_is_false(ask: Ask, holds: str) -> None:
    with pytest.raises(HandbillError) as refused:
        ask(f"\n{{{{ claim('Pigs fly.', {holds}) }}}}")
    (problem,) = refused.value.problems
    assert (problem.code, problem.path, problem.line) == ("false-claim", "a.md", 6)
    assert "Pigs fly." in problem.message


def test_all_false_claims_are_told(ask: Ask) -> None:
    with pytest.raises(HandbillError) as refused:
        ask("{{ claim('A.', false) }}\n{{ claim('B.', true) }}\n{{ claim('C.', false) }}")
    assert [problem.line for problem in refused.value.problems] == [5, 7]


ONE_BONUS = "{{ claim('One bonus die.', rules['MLWM-BONUS-1'] == 1, %s) }}"


@pytest.mark.parametrize("otherwise, told", [("'More & more.'", "More &amp; more."), ("''", "")])
def test_what_a_house_rule_makes_false_reads_otherwise_where_the_content_says_how(
    ask: Ask, otherwise: str, told: str
) -> None:
    text = ONE_BONUS % otherwise
    assert ask(text) == "One bonus die."
    assert ask(text, **{"MLWM-BONUS-1": 2}) == told


def test_without_another_reading_a_house_rule_that_makes_a_claim_false_stops_the_build(ask: Ask) -> None:
    with pytest.raises(HandbillError) as refused:
        ask(ONE_BONUS % "none", **{"MLWM-BONUS-1": 2})
    assert [problem.code for problem in refused.value.problems] == ["false-claim"]


@pytest.mark.parametrize("house", [{}, {"MLWM-CAP-1": "weariness > 2 * reason"}])
def test_another_reading_does_not_excuse_a_claim_that_no_house_rule_made_false(
    ask: Ask, house: dict[str, object]
) -> None:
    with pytest.raises(HandbillError) as refused:
        ask("{{ claim('Two.', rules['MLWM-BONUS-1'] == 2, 'One.') }}", **house)
    assert [problem.code for problem in refused.value.problems] == ["false-claim"]


def test_content_can_ask_whether_a_rule_is_changed(ask: Ask) -> None:
    text = "{{ changed('MLWM-CAP-1') }} {{ changed('MLWM-ACTIONS') }} {{ changed('MLWM-HOR-1') }}"
    house = {"MLWM-CAP-1": "weariness > 2 * reason", "MLWM-VIO": {"they": "reason + 2 * weariness"}}
    assert ask(text) == "False False False"
    assert ask(text, **house) == "True True False"


def test_asking_whether_a_rule_is_changed_reads_it(environment: Environment) -> None:
    with recording() as reads:
        names = Facts(environment, load("mlwm")).names()
        environment.call_text("{{ changed('MLWM-CAP-1') }}", "a.md", 1, names)
    assert reads == {"MLWM-CAP-1"}


def test_a_formula_is_set_in_the_words_of_the_page(ask: Ask) -> None:
    assert plain(ask("{{ formula('MLWM-CAP-1') }}")) == "Weariness > Reason"
    assert '<span class="score">Weariness</span>' in ask("{{ formula('MLWM-CAP-1') }}")


def test_a_formula_that_a_house_rule_changed_is_set_as_changed_and_marked(ask: Ask) -> None:
    house = {"MLWM-CAP-1": "weariness > 2 * reason"}
    assert plain(ask("{{ formula('MLWM-CAP-1') }}", **house)) == "Weariness > 2 × Reason"
    told = plain(ask("{{ cite('MLWM-CAP-1') }}", **house))
    assert told.startswith("house rule · published Weariness > Reason (")
    assert "house rule" not in ask("{{ cite('MLWM-CAP-1') }}")


def test_a_citation_draws_runs_together_and_tells_the_game_once(ask: Ask) -> None:
    told = plain(ask("{{ cite('MLWM-DICE-1', 'MLWM-DICE-2', 'MLWM-DICE-3', 'MLWM-AID-1') }}"))
    assert told.endswith("MLWM-DICE-1–3, -AID-1")


def test_a_rule_that_is_none_is_named_with_the_nearest(ask: Ask) -> None:
    with pytest.raises(HandbillError) as refused:
        ask("{{ cite('MLWM-DICE-1', 'MLWM-DIEC-2') }}")
    (problem,) = refused.value.problems
    assert (problem.code, problem.path, problem.line) == ("unknown-rule", "a.md", 5)
    assert problem.hint == "did you mean 'MLWM-DICE-2'?"


def test_a_chart_shows_every_row_and_column_with_caption_and_scope(ask: Ask) -> None:
    chart = load("mlwm").chart("MLWM-ACTIONS")
    html = ask("{{ chart('MLWM-ACTIONS') }}")
    assert html.count("<tr>") == len(list(chart)) + 1
    assert re.findall(r'<th scope="col">(.*?)</th>', html) == [label for _, label in chart.columns]
    assert html.count('<th scope="row">') == len(list(chart))
    assert f"<caption>{chart.title}</caption>" in html


def test_a_chart_shows_the_columns_and_rows_that_are_named_in_that_order(ask: Ask) -> None:
    html = ask("{{ chart('MLWM-ACTIONS', 'lose name', 'C', 'small', 'MLWM-VIL MLWM-CMD') }}")
    rows = load("mlwm").chart("MLWM-ACTIONS")
    assert html.count("<tr>") == 3 and 'class="chart small"' in html
    assert html.index(str(rows.row("MLWM-VIL")["name"])) < html.index(str(rows.row("MLWM-CMD")["name"]))


def test_a_row_of_the_wrong_length_is_refused(ask: Ask) -> None:
    with pytest.raises(HandbillError) as refused:
        ask("{{ table(['a', 'b'], [['x', 'y'], ['z']], 'Things') }}")
    (problem,) = refused.value.problems
    assert (problem.code, problem.path, problem.line) == ("fact", "a.md", 5)
    assert "'Things' has 1 cells under 2 headings" in problem.message


def test_words_in_a_table_are_escaped(ask: Ask) -> None:
    html = ask("{{ table(['<i>'], [['<b>&']], '<u>') }}")
    assert "&lt;b&gt;&amp;" in html and not re.search(r"<[ibu]>", html)


def test_every_cell_of_an_odds_grid_is_what_the_rules_answer(ask: Ask) -> None:
    html = ask("{{ odds_grid('contest', range(1, 4), range(2, 4), 'C') }}")
    rules = load("mlwm")
    wins = re.findall(r'<span class="win">(.*?)</span>', html)
    wanted = [rules.contest(row, column).chances[0] for row in range(1, 4) for column in range(2, 4)]
    assert len(wins) == 6
    for text, chance in zip(wins, wanted, strict=True):
        shown = Fraction(text.rstrip("½") or 0) + (Fraction(1, 2) if text.endswith("½") else 0)
        assert abs(shown - 100 * chance) <= 1


def test_the_favoured_and_only_the_favoured_are_marked(ask: Ask) -> None:
    html = ask("{{ odds_grid('contest', [1, 3], [2], 'C') }}")
    assert [("favoured" in cell) for cell in re.findall(r'<td class="(.*?)">', html)] == [False, True]


def test_an_effect_tells_each_change_with_its_sign(ask: Ask) -> None:
    rules = load("mlwm")
    effect = rules.effect("MLWM-VIO", "lose")
    told = plain(ask("{{ effect(rules.effect('MLWM-VIO', 'lose')) }}"))
    for name, change in effect.changes:
        assert f"{rules.labels[name]} {'+' if change > 0 else '−'}{abs(change)}" in told
    assert effect.changes


def test_a_throw_strikes_the_dice_that_do_not_count(ask: Ask) -> None:
    html = ask("{{ dice([3, 4, 1], [1], 4) }}")
    assert re.findall(r'<span class="(die[^"]*)">(\d)</span>', html) == [
        ("die", "3"),
        ("die dropped", "4"),
        ("die", "1"),
    ]
    assert "= 4" in plain(html)


def test_every_name_that_content_may_use_is_a_fact_or_data(environment: Environment) -> None:
    names = Facts(environment, load("mlwm")).names()
    assert {"rules", "score", "claim", "cite", "formula", "chart", "table", "odds_grid"} <= names.keys()
    assert all(callable(fact) or name in ("rules", "score") for name, fact in names.items())
