"""Two versions of a page, a table of data or any file are compared as their readers see them."""

from __future__ import annotations

import json
import time
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.outputs.comparing import KINDS, MOST, Difference, compare

PAGE = PurePosixPath("site/maid/reference.html")
TABLE = (
    "<table><caption>Spirit is {m} × Will</caption>"
    "<thead><tr><th rowspan=2>Will</th><th colspan=2>Beats</th></tr>"
    "<tr><th>low</th><th>high</th></tr></thead>"
    "<tbody><tr><th>1</th><td>{a}</td><td>17</td></tr><tr><th>2</th><td>20</td><td>33</td></tr></tbody></table>"
)


def page(body: str) -> bytes:
    return (
        "<!doctype html><html><head><title>T</title><style>b { color: red }</style></head>"
        f"<body><h1>Maid</h1>{body}</body></html>"
    ).encode()


def differences(before: str, after: str) -> list[Difference]:
    return list(compare(page(before), page(after), PAGE))


def table(m: int = 10, a: int = 10) -> str:
    return TABLE.format(m=m, a=a)


def test_the_same_bytes_do_not_differ() -> None:
    assert compare(b"%PDF", b"%PDF", PurePosixPath("pdf/a-a4.pdf")) == ()


def test_a_changed_sentence_is_told_with_its_heading_and_no_other_sentence() -> None:
    text = (
        "<h2>Stress</h2><p>Above <b>Spirit</b>, she explodes. It lasts {}&nbsp;minutes. Then she rests.</p>"
    )
    assert differences(text.format(10), text.format(8)) == [
        Difference("sentence", "Stress", "It lasts 10 minutes.", "It lasts 8 minutes.")
    ]


def test_sentences_that_come_and_go_have_no_other_side() -> None:
    one, two, three = "<p>One is here.</p>", "<p>Two stays there.</p>", "<p>Three comes now.</p>"
    assert differences(one + two, two + three) == [
        Difference("sentence", "Maid", "One is here.", ""),
        Difference("sentence", "Maid", "", "Three comes now."),
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<p>Above <b>Spirit</b> only.</p>", "<p class='x'>Above\n <em>Spirit</em> only.</p>"),
        ("<p>One.</p>", "<p>One.</p><script>alert(1)</script><style>p { margin: 0 }</style>"),
        ("<p>One. Two.</p>", "<p>One.</p>\n<p>Two.</p>"),
        ("<p>a &lt; b</p>", "<p>a &#60; b</p><!-- a note -->"),
    ],
)
def test_markup_between_words_is_no_difference_but_of_bytes(before: str, after: str) -> None:
    assert [each.kind for each in differences(before, after)] == ["bytes"]


def test_a_changed_cell_is_told_by_caption_row_and_columns() -> None:
    assert differences(table(), table(a=8)) == [
        Difference("cell", "Spirit is 10 × Will: 1, Beats low", "10", "8")
    ]


def test_a_changed_caption_makes_no_cell_another() -> None:
    assert differences(table(), table(m=8, a=8)) == [
        Difference("sentence", "Maid", "Spirit is 10 × Will", "Spirit is 8 × Will"),
        Difference("cell", "Spirit is 8 × Will: 1, Beats low", "10", "8"),
    ]


def test_a_changed_heading_changes_nothing_that_stands_under_it() -> None:
    text = "<h2>{}</h2><p>She said “No.” Then she left.</p>" + table()
    assert differences(text.format("Stress"), text.format("Strain")) == [
        Difference("sentence", "Strain", "Stress", "Strain")
    ]
    assert differences(text.format("Stress"), text.format("Stress").replace("No.”", "No.")) == [
        Difference("sentence", "Stress", "She said “No.”", "She said “No.")
    ]


def test_a_table_that_comes_or_goes_is_told_once() -> None:
    assert differences("<p>One.</p>", "<p>One.</p>" + table()) == [
        Difference("cell", "Spirit is 10 × Will: the table", "", "4 rows of 3")
    ]


def test_a_changed_head_is_a_cell_of_its_own() -> None:
    assert differences(table(), table().replace("high", "higher")) == [
        Difference("cell", "Spirit is 10 × Will: head of column 3", "high", "higher")
    ]


def test_a_new_row_is_told_by_its_cells_and_the_others_are_not() -> None:
    more = table().replace("</tbody>", "<tr><th>3</th><td>30</td><td>50</td></tr></tbody>")
    found = differences(table(), more)
    assert [(each.where.split(": ")[1], each.before, each.after) for each in found] == [
        ("head of row 5", "", "3"),
        ("3, Beats low", "", "30"),
        ("3, Beats high", "", "50"),
    ]


def test_a_form_control_is_told_by_what_changed_of_it() -> None:
    number = "<input name=will title=Will value={} max={}>"
    choice = "<select name=kind><option value=a {}><option value={}></select>"
    before = number.format(2, 6) + choice.format("selected", "b")
    after = number.format(3, 5) + choice.format("", "'c' selected")
    assert differences(before, after) == [
        Difference("field", "will (value)", "2", "3"),
        Difference("field", "will (max)", "6", "5"),
        Difference("field", "kind (choices)", "a, b", "a, c"),
        Difference("field", "kind (value)", "a", "c"),
    ]


def test_a_form_control_that_goes_is_told_once() -> None:
    box = "<input type=checkbox name=stress-40 title='Stress, box 40' checked>"
    assert differences(box, "") == [Difference("field", "stress-40", "Stress, box 40", "")]


def test_a_ticked_box_and_a_written_text_are_values() -> None:
    form = "<input type=radio name=k value=a {}><textarea name=notes>{}</textarea>"
    assert differences(form.format("", "old"), form.format("checked", "new")) == [
        Difference("field", "k=a (value)", "not ticked", "ticked"),
        Difference("field", "notes (value)", "old", "new"),
    ]


def test_a_picture_that_is_drawn_otherwise_is_told_under_its_heading() -> None:
    drawing = (
        "<h2>Chances</h2><svg viewBox='0 0 9 9'><rect width='{}'/><text>win</text></svg><p>After it.</p>"
    )
    assert differences(drawing.format(3), drawing.format(4)) == [
        Difference("image", "Chances", "drawn", "drawn otherwise")
    ]


def test_json_is_compared_by_its_keys_and_csv_by_rows_and_columns() -> None:
    before, after = ({"rows": [{"n": 1}, {"n": n}], "x": None} for n in (2, 3))
    data = (json.dumps(each, indent=indent).encode() for each, indent in ((before, 1), (after, 4)))
    assert compare(*data, PurePosixPath("odds/a.json")) == (Difference("cell", "rows[1].n", "2", "3"),)
    rows = b"stress,share.win\r\n1,1/2\r\n2,%b\r\n"
    found = compare(rows % b"1/3", rows % b"1/4", PurePosixPath("odds/a.csv"))
    assert found == (Difference("cell", "row 2, share.win", "1/3", "1/4"),)


@pytest.mark.parametrize("name", ["a.html", "a.pdf", "a.json", "a.csv", "a.woff2", "SHA256SUMS"])
@pytest.mark.parametrize(
    "rubbish",
    [b"", b"\xff\xfe\x00", b"[" * 100_000, b'"', b"%PDF-1.7\n%%EOF", b"<table><td colspan=" + b"9" * 9999],
)
def test_a_file_that_cannot_be_read_differs_in_its_bytes(name: str, rubbish: bytes) -> None:
    found = compare(b"<p>whole</p>", rubbish, PurePosixPath(name))
    assert found and all(each.kind in KINDS for each in found)
    if name != "a.html" and name != "a.csv":
        assert [each.kind for each in found] == ["bytes"]


FRAGMENTS = st.lists(
    st.sampled_from(
        "<table> </table> <tr> <td> <th rowspan=3> <caption> <h2> </h2> <p> text . A <svg> </svg> <path> "
        "<input name=a> <select name=b> <option> </select> <textarea name=c> </textarea> <![ <!-- <? &# "
        "</td> <".split()
    )
)


@given(FRAGMENTS, FRAGMENTS)
def test_no_page_makes_comparing_fail(before: list[str], after: list[str]) -> None:
    found = differences(" ".join(before), " ".join(after))
    assert bool(found) == (" ".join(before) != " ".join(after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<p>a.</p>" * 30_000, "<p>b.</p>" + "<p>a.</p>" * 29_000),
        ("<p>A b c.</p>" * 20_000, "<p>C b a.</p>" * 20_000),
        ("<table>" + "<tr><td>1" * 20_000 + "</table>", "<table>" + "<tr><td>2" * 20_000 + "</table>"),
        ("<svg>" * 20_000, "<b>" * 20_000),
    ],
)
def test_a_page_of_a_stranger_costs_little_time_and_few_differences(before: str, after: str) -> None:
    start = time.process_time()
    found = differences(before, after)
    assert 1 <= len(found) <= MOST + 1
    assert time.process_time() - start < 3
