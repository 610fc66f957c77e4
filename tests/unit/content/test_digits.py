"""No number is typed into content: what is allowed, what is seen, and how it is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.content.digits import check_markdown, check_value, typed
from generator.content.located import parse
from generator.content.source import Source
from generator.problems import tell


def found(text: str, *, markdown: bool = True) -> list[str]:
    return [text[start:end] for start, end in typed(text, markdown=markdown)]


@pytest.mark.parametrize(
    "text",
    [
        "no number here, but two in words",
        "{{ rules.check(1, bonus=2).at_least(1) | percent }}",
        "{% for n in [1, 2] %}{{ n }}{% endfor %}",
        "{# 27 of them #}",
        '{{ rules["MAID-DER-1"] }} and {{ cite("MAID-UNI.headdress") }} and {{ "TSOY-HRM-1" }}',
        "{{ {'a': {'b': 1}} | f }}",
        "{{ f('}}', 3) }}",
        "1. first\n2. second\n  10. nested\n> 3. quoted",
        "## Harm {#harm-2}",
        "see p. 25 and pp. 25–27, or (pp. 3, 8-9).",
        "as the book has it: <q>roll 4d6</q>",
        '<q lang="en">two lines,\n3 words</q>',
        "&amp; &mdash; &eacute; 愛子 一",
    ],
)
def test_what_may_hold_a_digit_is_let_through(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("roll 4d6 and keep 3", ["4", "6", "3"]),
        ("a chance of 27.5 %, or 1,000", ["27.5", "1,000"]),
        ("odd ½ x² ① ٣ Ⅳ ３", ["½", "²", "①", "٣", "Ⅳ", "３"]),
        ("&#50; &#x32; &frac12; &half; &sup2;", ["&#50;", "&#x32;", "&frac12;", "&half;", "&sup2;"]),
        ("it is 3. of them", ["3"]),
        ("100. too long for a list", ["100"]),
        ("## Harm 2 {#harm-2}", ["2"]),
        ("{#harm-2} on a line with no heading", ["2"]),
        ("p.25, page 25, p. 25 %", ["25", "25"]),
        ("p. 25000", ["25000"]),
        ("<q>open 4", ["4"]),
        ("<q>over a gap\n\n4</q>", ["4"]),
        ("{{ 'about 27 %' }}", ["'about 27 %'"]),
        ('{{ claim("4 never fails", x == 1) }}', ['"4 never fails"']),
        ("{% set x = '27' %}{{ x }}", ["'27'"]),
        ("{{ 27 }}", ["{{ 27 }}"]),
        ("{% raw %}{{ f(1) }}{% endraw %}", ["1"]),
        ("{{ x }}3. not a marker", ["3"]),
        ("`1d6` in code", ["1", "6"]),
        ('<td colspan="2">', ["2"]),
    ],
)
def test_a_typed_number_is_seen(text: str, numbers: list[str]) -> None:
    assert found(text) == numbers


def test_a_list_marker_counts_in_markdown_only() -> None:
    assert found("1. fall", markdown=True) == []
    assert found("1. fall", markdown=False) == ["1"]


@given(st.text("ab1½ .\n{}%#'\"<q>/p&;", max_size=40))
def test_every_place_lies_in_the_text_and_marks_a_number_or_a_piece_of_jinja(text: str) -> None:
    for piece in found(text):
        assert any(character in "1½" for character in piece)


def test_a_typed_number_is_told_with_its_place() -> None:
    source = Source("r.md", "---\n---\nThrow\nabout 27.5 % of it\n")
    assert (
        tell(check_markdown(source, 3))
        == """\
r.md:4:7: error[typed-digit]: '27.5' is typed by hand
    4 | about 27.5 % of it
      |       ^^^^
    hint: ask the rules: {{ rules[...] }}; a quotation stands in <q>…</q>, a page of the book as (p. …)"""
    )


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("means: throw 4 dice\n", [(1, 14)]),
        ("means: 'throw 4'\n", [(1, 15)]),
        ('means: "throw\n  4 dice"\n', [(2, 3)]),
        ("means: >2\n   throw\n   4 dice\nother: 7\n", [(3, 4)]),
        ("means: |\n  1. throw\n", [(2, 3)]),
        ('means: "throw \\x34"\n', [(1, 17)]),
        ("means: throw {{ die(4) }}, p. 3\nother: 7\n", []),
        ("means: throw # 4\n", []),
    ],
)
def test_a_text_in_yaml_is_searched_where_it_stands(text: str, places: list[tuple[int, int]]) -> None:
    located = parse(Source("g.yaml", text))
    assert [(problem.line, problem.column) for problem in check_value(located, ("means",))] == places


def test_a_number_that_a_fold_hides_is_seen() -> None:
    """The lines of the file hold no entity; joined without the escaped line end they do."""
    located = parse(Source("g.yaml", 'means: "&ha\\\n  lf;"\n'))
    assert located.value == {"means": "&half;"}
    [problem] = check_value(located, ("means",))
    assert (problem.code, problem.line, problem.message) == (
        "typed-digit",
        1,
        "this text hides a typed number",
    )
