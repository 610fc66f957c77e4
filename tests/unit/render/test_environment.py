"""Content asks in a sandbox; whatever it asks wrongly is told with the true file and line, all at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.problems import HandbillError, Problem
from generator.render.environment import FILTERS, Environment
from tests.unit.render.conftest import Ask


def problems(ask: Ask, text: str) -> list[Problem]:
    with pytest.raises(HandbillError) as refused:
        ask(text)
    assert refused.value.exit_status == 1
    return list(refused.value.problems)


@pytest.mark.parametrize("before", ["", "one\n", "{% set a = 1 %}\n\n{# a remark\nof two lines #}\n"])
def test_a_problem_stands_in_the_line_of_the_file_that_it_stands_in(ask: Ask, before: str) -> None:
    (problem,) = problems(ask, before + "{{ rulez }}\n")
    assert (problem.code, problem.path, problem.line) == ("unknown-fact", "a.md", 5 + before.count("\n"))


def test_every_unknown_name_is_told_at_once(ask: Ask) -> None:
    found = problems(
        ask, "{{ one }}\n{{ two.more }}\n{% if three %}{% endif %}\n{% for x in four %}{% endfor %}\n"
    )
    assert [problem.line for problem in found] == [5, 6, 7, 8]
    assert all(problem.code == "unknown-fact" for problem in found)


@pytest.mark.parametrize(
    "text",
    [
        "{{ a + 1 }}",
        "{{ 1 + a }}",
        "{{ a > 1 }}",
        "{{ a.b.c(1)[2] }}",
        "{{ a | percent }}",
        "{{ a | upper }}",
        "{{ a ~ 'x' }}",
        "{{ 'x' if a else 'y' }}",
        "{{ [a] | join }}",
        "{{ formula(a) }}",
        "{{ not a }}",
        "{{ a == 1 }}",
        "{{ a in [1] }}",
    ],
)
def test_an_unknown_name_is_never_passed_over_in_silence(ask: Ask, text: str) -> None:
    found = problems(ask, text)
    assert "unknown-fact" in {problem.code for problem in found}
    assert {(problem.path, problem.line) for problem in found} == {("a.md", 5)}


def test_a_name_that_is_nearly_right_is_named(ask: Ask) -> None:
    (problem,) = problems(ask, "{{ formla('MLWM-CAP-1') }}")
    assert problem.hint == "did you mean 'formula'?"


def test_what_is_wrong_inside_a_loop_or_a_macro_has_its_own_line(ask: Ask) -> None:
    text = "{% macro m(a) %}\n{{ a.nothing }}\n{% endmacro %}\n{% for i in [1] %}{{ m(rules) }}{% endfor %}\n"
    (problem,) = problems(ask, text)
    assert (problem.path, problem.line) == ("a.md", 6)


def test_an_unknown_name_in_a_template_is_told_with_the_template_s_place(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>\n{{ nothing }}</p>\n{% include 'part.html' %}", encoding="utf-8")
    (tmp_path / "part.html").write_text("\n\n{{ known.nothing }}", encoding="utf-8")
    environment = Environment(tmp_path, lambda path: path.name)
    with pytest.raises(HandbillError) as refused:
        environment.call_template("page.html", known="x")
    assert [(p.code, p.path, p.line) for p in refused.value.problems] == [
        ("unknown-fact", "page.html", 2),
        ("unknown-fact", "part.html", 3),
    ]


def test_a_template_that_is_missing_is_named_where_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>\n{% include 'prat.html' %}", encoding="utf-8")
    (tmp_path / "part.html").write_text("", encoding="utf-8")
    environment = Environment(tmp_path, lambda path: path.name)
    with pytest.raises(HandbillError) as refused:
        environment.call_template("page.html")
    (problem,) = refused.value.problems
    assert (problem.code, problem.path, problem.line) == ("missing-template", "page.html", 2)
    assert problem.hint == "did you mean 'part.html'?"


FOREIGN = [
    ("tsoy/sections.html", "{% import 'maid/tables.html' as grid %}"),
    ("content/tsoy/reference/reference.md", "{% include 'maid/tables.html' %}"),
]


@pytest.mark.parametrize(("path", "text"), FOREIGN)
def test_the_templates_of_another_game_are_not_used(tmp_path: Path, path: str, text: str) -> None:
    """What a build keeps of one game rests on no other game's templates."""
    for folder in ("maid", "tsoy", "macros"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "tables.html").write_text("here", encoding="utf-8")
    environment = Environment(tmp_path, lambda path: path.name)
    own = text.replace("maid/", "tsoy/") + text.replace("maid/", "macros/")
    assert environment.call_text(own, path, 1, {}) in ("herehere", "")
    with pytest.raises(HandbillError) as refused:
        environment.call_text("\n" + text, path, 1, {})
    (problem,) = refused.value.problems
    assert (problem.code, problem.path, problem.line) == ("foreign-template", path, 2)
    assert problem.message == "'maid/tables.html' is a template of another game"


def test_text_given_to_a_template_is_escaped_and_not_run(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p title='{{ text }}'>{{ text }}</p>", encoding="utf-8")
    environment = Environment(tmp_path, lambda path: path.name)
    made = environment.call_template("page.html", text="<b>'&{{ 1 + 1 }}")
    escaped = "&lt;b&gt;&#39;&amp;{{ 1 + 1 }}"
    assert made == f"<p title='{escaped}'>{escaped}</p>"


@pytest.mark.parametrize("text", ["{{ [].append(1) }}", "{{ {}.update(a=1) }}", "{{ ''.join.__self__ }}"])
def test_nothing_can_be_changed_or_looked_behind(ask: Ask, text: str) -> None:
    assert problems(ask, text)


def test_the_id_of_a_heading_is_no_remark(ask: Ask) -> None:
    assert ask("## One {#one}\ntext\n\n{# a remark #}x {#two-2}") == "## One {#one}\ntext\n\nx {#two-2}"


@pytest.mark.parametrize("name", sorted(FILTERS))
def test_a_filter_refuses_what_is_no_number(ask: Ask, name: str) -> None:
    (problem,) = problems(ask, f"{{{{ 'words' | {name} }}}}")
    assert (problem.code, problem.path, problem.line) == ("fact", "a.md", 5)
