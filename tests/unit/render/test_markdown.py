"""Markdown becomes blocks: nothing of the text is lost, and nothing in it turns into something else."""

from __future__ import annotations

from html import unescape

import pytest

from generator.render.markdown import blocks, fragment

CITE = '<span class="cite fine">p. 7 <span class="ids">A-1</span></span>'


def test_each_second_level_heading_with_an_id_begins_a_block() -> None:
    made = blocks("## One {#one}\n\nfirst\n\n### Inside\n\nmore\n\n## Two {#two}\n\nsecond\n")
    assert [(block.id, block.title) for block in made] == [("one", "One"), ("two", "Two")]
    assert made[0].body == "<p>first</p>\n<h3>Inside</h3>\n<p>more</p>"
    assert made[1].body == "<p>second</p>"


def test_a_citation_in_the_heading_stands_beside_it() -> None:
    (block,) = blocks(f"## One {CITE} {{#one}}\n\ntext\n")
    assert (block.title, block.cite) == ("One", CITE)


MARK = '<span class="house-mark fine" data-rules="A-1"><b class="house">house rule</b> · published 2</span>'


def test_the_mark_of_a_house_rule_stands_apart_from_heading_and_citation() -> None:
    (block,) = blocks(f"## One {MARK}{CITE} {{#one}}\n\ntext\n")
    assert (block.title, block.cite, block.mark, block.body) == ("One", CITE, MARK, "<p>text</p>")
    assert fragment(f"{MARK}{CITE} Some text.") == (CITE, "<p>Some text.</p>", MARK)
    assert fragment("Some text.") == ("", "<p>Some text.</p>", "")


def test_a_heading_without_a_citation_has_none() -> None:
    (block,) = blocks("## One **bold** {#one}\n\ntext\n")
    assert (block.title, block.cite) == ("One <strong>bold</strong>", "")


@pytest.mark.parametrize(
    "written, shown",
    [
        ("1/2 and 3/4", "1/2 and 3/4"),
        ("1st c/o", "1st c/o"),
        ("a --> b", "a → b"),
        ("+/-", "±"),
        ("snake_case_name", "snake_case_name"),
        ("a < b & c", "a < b & c"),
    ],
)
def test_symbols_are_set_and_figures_are_left_alone(written: str, shown: str) -> None:
    (block,) = blocks(f"## One {{#one}}\n\n{written}\n")
    assert unescape(block.body) == f"<p>{shown}</p>"


def test_a_table_made_by_a_fact_is_left_as_it_is() -> None:
    table = '<table class="chart"><caption>C</caption><tbody><tr><td>*no*  _mark_</td></tr></tbody></table>'
    (block,) = blocks(f"## One {{#one}}\n\n{table}\n\nafter\n")
    assert block.body.startswith(table) and block.body.endswith("<p>after</p>")


def test_a_text_is_set_afresh_each_time() -> None:
    text = "## One {#one}\n\n[a][b]\n\n[b]: https://example.org\n"
    assert blocks(text) == blocks(text)
    assert "href" not in blocks("## One {#one}\n\n[a][b]\n")[0].body
