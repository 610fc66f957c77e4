"""Every measure of the printed page: a page that breaks it is told so with page, block and amount, and
one that just keeps it is not. The pages are laid out by WeasyPrint itself."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from generator.outputs.measures import Measures
from generator.problems import Problem

Measure = Callable[..., list[Problem]]
WORDS = "one two three four five six seven eight nine ten "
FOOT = (
    "@page { margin-bottom: 16mm; "
    "@bottom-left { content: '%s'; font: %s 'Alegreya Sans'; vertical-align: top } }"
)
PAGE_2 = "<p>first page</p><div style='break-before: page'></div>"


def told(problems: list[Problem]) -> list[tuple[str, str]]:
    assert all(problem.path == "pdf/page.pdf" and problem.hint for problem in problems)
    return [(problem.code, problem.message) for problem in problems]


def test_a_plain_page_keeps_every_measure(measure: Measure) -> None:
    body = (
        "<h1>Heading</h1><section data-block='a'><h2>Topic</h2><p>Some <b>words</b>.</p><ul><li>x</ul>"
        "<table><caption>Table</caption><tr><th>A<td>1<tr><th>B<td>2</table></section>"
        "<p>A <kbd style='border: 1px solid; padding: 2pt'>key</kbd>.</p>"
        "<svg width=20 height=20><title>t</title><rect width=5 height=5 /></svg>"
    )
    style = (
        "h1 { font: 800 28pt/1 'EB Garamond'; margin: 0; border-bottom: 2pt solid } kbd { font: inherit }"
        "table { border-collapse: collapse; font-size: 8.5pt; width: 60mm } th, td { border: 1px solid }"
        "@page { margin-bottom: 16mm; @bottom-center { content: 'page ' counter(page); "
        "font: 7.5pt 'Alegreya Sans'; vertical-align: top; padding-top: 2mm; border-top: .5pt solid } }"
    )
    assert told(measure(body, style)) == []


# Paper and margins


def test_the_foot_keeps_off_the_edge_of_the_paper(measure: Measure) -> None:
    foot = "@page { margin-bottom: 16mm; @bottom-left { content: 'foot'; font: 8pt 'Alegreya Sans'; %s } }"
    assert told(measure("x", foot % "vertical-align: top; padding-top: 3mm")) == []
    ((code, message),) = told(measure("x", foot % "vertical-align: bottom; padding-bottom: 3mm"))
    assert code == "live-area"
    assert re.fullmatch(
        r"page 1, foot or head: the text 'foot' ends 3\.\d mm from the bottom edge of the paper", message
    )


def test_what_stands_off_the_paper_is_told_by_how_much(measure: Measure) -> None:
    box = "<div style='position: absolute; left: -12mm; top: 5mm; width: 4mm; height: 4mm; %s'></div>"
    body = PAGE_2 + f"<section data-block='b' style='position: relative'>{box}<p>words</p></section>"
    assert told(measure(body % "")) == [], "an empty box paints nothing"
    assert told(measure(body % "border: 1px solid")) == [
        ("live-area", "page 2, block 'b': <div> ends 2.0 mm past the left edge of the paper"),
        ("overflow", "page 2, block 'b': <div> runs 12.0 mm past the left of the page's margin"),
    ]


def test_ink_in_the_margin_is_told_by_how_much(measure: Measure) -> None:
    body = "<p data-block='b' style='margin: 0 %s 0 0; border: 1px solid'>words</p>"
    assert told(measure(body % "0")) == []
    assert told(measure(body % "-2mm")) == [
        ("overflow", "page 1, block 'b': <p> runs 2.0 mm past the right of the page's margin")
    ]


def test_a_margin_narrower_than_the_measure_is_told(measure: Measure) -> None:
    assert told(measure("x", "@page { margin: 10mm 10mm 10mm 8mm }")) == [
        ("page-margin", "page 1: the left margin is 8.0 mm")
    ]
    binding = Measures(binding_mm=20)
    assert told(measure("x", "@page { margin-left: 20mm }", binding)) == []
    assert told(measure("x", "", binding)) == [("page-margin", "page 1: the binding margin is 10.0 mm")]


def test_a_turned_ornament_is_measured_as_it_is_printed(measure: Measure) -> None:
    box = "width: 60mm; height: 4mm; border: 1px solid; box-sizing: border-box; transform: rotate(90deg)"
    body = f"<div style='margin: 40mm 0 40mm %s; {box}'>words</div>"
    assert told(measure(body % "-28mm")) == []
    assert told(measure(body % "-33mm")) == [
        ("live-area", "page 1: <div> ends 5.0 mm from the left edge of the paper"),
        ("overflow", "page 1: <div> runs 5.0 mm past the left of the page's margin"),
    ]


# Overflow


def test_text_wider_than_its_cell_is_told_by_how_much(measure: Measure) -> None:
    body = (
        PAGE_2 + "<section data-block='costs'><table style='table-layout: fixed; width: 60mm'>"
        "<tr><td>one<td style='white-space: nowrap'>%s<td>three</table></section>"
    )
    assert told(measure(body % "short")) == []
    ((code, message),) = told(measure(body % "far too long for a cell"))
    assert code == "overflow"
    assert re.fullmatch(
        r"page 2, block 'costs': the text 'far too long for a cell' runs 6\.\d mm past the right of its <td>",
        message,
    )


@pytest.mark.parametrize(
    "container", ["display: block", "display: flex", "display: grid", "overflow: hidden"]
)
def test_text_wider_than_its_box_is_told_whatever_the_box_is(measure: Measure, container: str) -> None:
    body = "<section data-block='b' style='width: 30mm; %s'><p style='white-space: nowrap'>%s</p></section>"
    assert told(measure(body % (container, "short"))) == []
    ((code, message),) = told(measure(body % (container, "a text that is by far too long")))
    assert code == "overflow" and "page 1, block 'b': the text 'a text that is" in message
    assert re.search(r"runs 3\.\d mm past the right of", message)


@pytest.mark.parametrize("overflow", ["visible", "hidden"])
def test_text_taller_than_its_box_is_told_by_how_much(measure: Measure, overflow: str) -> None:
    body = (
        "<section data-block='b' style='width: 30mm; height: %dmm; overflow: %s'>" + WORDS * 3 + "</section>"
    )
    assert told(measure(body % (40, overflow))) == []
    ((code, message),) = told(measure(body % (12, overflow)))
    assert code == "overflow"
    assert re.search(r"page 1, block 'b': the text '.*' runs 1\d\.\d mm past the bottom of", message)


def test_a_box_wider_than_its_column_is_told(measure: Measure) -> None:
    body = (
        "<div style='display: flex; gap: 6mm'><div class=column style='width: 80mm; flex: none'>"
        "<div data-block='b' style='width: %dmm; border: 1px solid; box-sizing: border-box'>x</div></div>"
        "<div class=column>x</div></div>"
    )
    assert told(measure(body % 80)) == []
    assert told(measure(body % 83)) == [
        ("overflow", "page 1, block 'b': <div> runs 3.0 mm past the right of its <div>")
    ]


def test_items_over_each_other_are_told_by_how_much(measure: Measure) -> None:
    body = (
        "<div style='display: grid; grid-template-columns: 20mm 20mm; width: 60mm'>"
        "<div data-block='b' style='width: %dmm'>one</div><div>two</div></div>"
    )
    assert told(measure(body % 20)) == []
    assert told(measure(body % 23)) == [
        ("overflow", "page 1, block 'b': <div> lies 3.0 mm over its neighbour")
    ]


def test_a_box_past_the_foot_of_the_page_is_told(measure: Measure) -> None:
    style = "height: %dmm; border: 1px solid; box-sizing: border-box; overflow: hidden"
    body = f"<div data-block='b' style='{style}'></div>"
    assert told(measure(body % 277)) == []
    assert told(measure(body % 280)) == [
        ("overflow", "page 1, block 'b': <div> runs 3.0 mm past the bottom of the page's margin")
    ]


def test_what_is_cut_off_is_told_by_how_much(measure: Measure) -> None:
    inner = "position: absolute; left: %dmm; top: 0; width: 10mm; height: 5mm; background: black"
    outer = "position: relative; overflow: hidden; width: 30mm; height: 10mm"
    body = f"<section data-block='b' style='{outer}'><div style='{inner}'></div></section>"
    assert told(measure(body % 20)) == []
    assert told(measure(body % 25)) == [
        ("overflow", "page 1, block 'b': <div> runs 5.0 mm past the right of the box that cuts it off")
    ]


def test_letters_may_stand_out_of_a_line_that_is_set_tight(measure: Measure) -> None:
    assert told(measure("<h1>Typography</h1>", "h1 { font: 800 28pt/.8 'EB Garamond'; margin: 4mm 0 }")) == []


def test_text_keeps_off_the_padding_of_its_box(measure: Measure) -> None:
    body = "<div data-block='b' style='padding: 0 3mm; width: %dmm; white-space: nowrap'>words in a box</div>"
    assert told(measure(body % 24)) == []
    ((code, message),) = told(measure(body % 14))
    assert code == "overflow" and "past the right of its <div>" in message


def test_the_sign_of_a_list_item_may_stand_before_its_list(measure: Measure) -> None:
    assert told(measure("<ul style='padding: 0; margin: 0 0 0 4mm'><li>words</ul>")) == []


def test_hidden_things_take_no_room(measure: Measure) -> None:
    assert told(measure("<p style='visibility: hidden; width: 3mm'>invisible</p>")) == []


# Flow


def test_a_block_broken_over_pages_is_told(measure: Measure) -> None:
    block = "<section data-block='long' style='break-inside: %s'>" + f"<p>{WORDS}</p>" * 4 + "</section>"
    body = "<div style='height: 265mm'></div>" + block
    assert told(measure(body % "avoid")) == []
    ((code, message),) = told(measure(body % "auto"))
    assert code == "broken-block"
    assert re.fullmatch(r"page 1, block 'long': broken over pages 1 to 2, \d\d\.\d mm high in all", message)


def test_a_block_broken_over_columns_is_told(measure: Measure) -> None:
    body = (
        "<div style='columns: 2; column-gap: 6mm'><section data-block='long' style='break-inside: %s'>"
        + f"<p>{WORDS}</p>" * 4
        + "</section></div>"
    )
    assert told(measure(body % "avoid")) == []
    ((code, message),) = told(measure(body % "auto"))
    assert code == "broken-block" and "block 'long': broken over 2 columns" in message


def test_a_block_taller_than_the_page_is_told_by_how_much(measure: Measure) -> None:
    (problem,) = measure(
        "<section data-block='endless' style='break-inside: avoid'>" + f"<p>{WORDS}</p>" * 40 + "</section>"
    )
    assert problem.code == "broken-block"
    assert re.fullmatch(r"it is \d+\.\d mm taller than the page: divide it", str(problem.hint))


def test_a_page_that_needs_a_second_sheet_is_told_by_how_much(measure: Measure) -> None:
    body = (
        "<div class=page><div style='height: 270mm'></div>"
        "<section data-block='last' style='height: %dmm; break-inside: avoid'>words</section></div>"
    )
    assert told(measure(body % 6)) == []
    assert told(measure(body % 9)) == [
        ("overflow", "page 2, block 'last': what belongs on page 1 runs over by 9.0 mm")
    ]


def test_where_pages_may_run_over_all_else_is_still_told(measure: Measure) -> None:
    over = Measures(run_over=True)
    last = "<section data-block='last' style='height: 9mm; break-inside: avoid'>words</section>"
    page = f"<div class=page><div style='height: 270mm'></div>{last}</div>"
    assert told(measure(page, measures=over)) == []
    block = "<section data-block='long' style='break-inside: %s'>" + f"<p>{WORDS}</p>" * 4 + "</section>"
    body = "<div class=page><div style='height: 265mm'></div>" + block + "</div>"
    assert told(measure(body % "avoid", measures=over)) == []
    assert [code for code, _ in told(measure(body % "auto", measures=over))] == ["broken-block"]
    alone = "<div style='height: 265mm'></div><h2 style='break-after: page'>Alone</h2><p>after it</p>"
    assert [code for code, _ in told(measure(alone, measures=over))] == ["stranded-heading"]


def test_where_pages_may_run_over_what_is_taller_than_a_page_may_break(measure: Measure) -> None:
    endless = (
        "<section data-block='endless' style='break-inside: avoid'>" + f"<p>{WORDS}</p>" * 40 + "</section>"
    )
    assert [code for code, _ in told(measure(endless))] == ["broken-block"]
    assert told(measure(endless, measures=Measures(run_over=True))) == []


def test_a_heading_alone_at_the_foot_is_told(measure: Measure) -> None:
    body = "<div style='height: 265mm'></div><h2>Alone</h2><p>after it</p>"
    style = "h2 { break-after: %s; margin: 0 }"
    assert told(measure(body, style % "avoid")) == []
    assert told(measure(body, style % "page")) == [
        ("stranded-heading", "page 1: the heading 'Alone' stands alone at the foot of its column")
    ]


def test_a_heading_alone_at_the_foot_of_a_column_is_told(measure: Measure) -> None:
    column = "<div class=column>%s</div>"
    body = f"<h1>Over both</h1><div class=columns>{column}{column}</div>"
    style = ".columns { display: flex; gap: 6mm } .column { flex: 1 }"
    heading, text = "<h2 data-block='b'>Alone</h2>", "<p>words</p>"
    assert told(measure(body % (text, heading + text), style)) == []
    assert told(measure(body % (text + heading, text), style)) == [
        ("stranded-heading", "page 1, block 'b': the heading 'Alone' stands alone at the foot of its column")
    ]


# Type


@pytest.mark.parametrize(
    "body, least, where",
    [
        ("<p data-block='b' style='font-size: %spt'>words</p>", 9, "for text"),
        ("<table data-block='b'><tr><td style='font-size: %spt'>words</table>", 8.5, "in tables"),
        (
            "<table data-block='b'><caption style='font-size: %spt'>words</caption><tr><td>long cell</table>",
            8.5,
            "in tables",
        ),
        (
            "<p data-block='b' class='a fine'><b style='font-size: %spt'>words</b></p>",
            7.5,
            "for labels and foot lines",
        ),
    ],
)
def test_small_type_is_told_with_its_size(measure: Measure, body: str, least: float, where: str) -> None:
    assert told(measure(body % least)) == []
    (problem,) = measure(body % (least - 0.1))
    assert (problem.code, problem.message) == (
        "small-type",
        f"page 1, block 'b': the text 'words' is set in {least - 0.1:g} pt",
    )
    assert problem.hint == f"at least {least:g} pt {where}"


def test_a_foot_line_may_be_small_but_not_smaller(measure: Measure) -> None:
    foot = FOOT % ("foot", "%spt")
    assert told(measure("x", foot % 7.5)) == []
    assert told(measure("x", foot % 7)) == [
        ("small-type", "page 1, foot or head: the text 'foot' is set in 7 pt")
    ]


def test_other_measures_hold_for_another_edition(measure: Measure) -> None:
    large = Measures(text_pt=16, table_pt=16, fine_pt=16)
    body = "<p style='font: %spt/1.5 \"Alegreya Sans\"'>words</p>"
    assert told(measure(body % 16, "", large)) == []
    assert [code for code, _ in told(measure(body % 15, "", large))] == ["small-type"]


@pytest.mark.parametrize("tag", ["p", "li", "div"])
def test_a_line_longer_than_the_measure_is_told_by_its_characters(measure: Measure, tag: str) -> None:
    body = f"<{tag} data-block='b' style='white-space: nowrap; list-style: none'>%s</{tag}>"
    assert told(measure(body % ("x" * 70 + "<b>12345</b>"))) == []
    assert told(measure(body % ("x" * 70 + "<b>123456</b>"))) == [
        ("long-line", f"page 1, block 'b': the line '{'x' * 29}…' has 76 characters")
    ]


def test_headings_table_rows_and_foot_lines_may_be_long(measure: Measure) -> None:
    text = WORDS * 2
    foot = FOOT % ("%s", "7.5pt")
    body = f"<h1 style='font-size: 11pt'>{text}</h1><table><tr><td>{text}</table>"
    assert told(measure(body, foot % text)) == []


def test_a_family_that_is_not_bundled_is_told(measure: Measure) -> None:
    assert told(measure("<p data-block='b' style='font-family: \"Comic Sans MS\", cursive'>words</p>")) == [
        ("foreign-font", "page 1, block 'b': the text 'words' asks for the typeface Comic Sans MS")
    ]


# Columns and writing


@pytest.mark.parametrize(
    "style",
    [
        "main { display: flex; gap: %smm } .column { flex: 1 }",
        "main { display: grid; grid-template-columns: 1fr 1fr; column-gap: %smm }",
        ".column { float: left; width: 40mm; padding-right: %smm }",
        "main { columns: 2; column-gap: %smm } .column { break-inside: avoid }",
    ],
)
def test_columns_closer_than_the_gutter_are_told_by_how_much(measure: Measure, style: str) -> None:
    column = f"<div class=column><p>{WORDS}</p></div>"
    body = f"<main data-block='m'>{column}{column}</main>"
    assert told(measure(body, style % 5)) == []
    assert told(measure(body, style % 4.5)) == [
        ("narrow-gutter", "page 1, block 'm': two columns are 4.5 mm apart")
    ]


def test_columns_below_each_other_need_no_gutter(measure: Measure) -> None:
    style = "main { display: grid; grid-template-columns: 1fr 1fr; column-gap: 5mm }"
    assert told(measure("<main>" + "<div class=column>words</div>" * 4 + "</main>", style)) == []


def test_lines_to_write_on_need_room_for_a_hand(measure: Measure) -> None:
    line = "<div class=write-line data-block='b' style='height: %smm; border-bottom: 1px solid'></div>"
    assert told(measure(line % 7)) == []
    assert told(measure(line % 6)) == [
        ("tight-lines", "page 1, block 'b': lines to write on are 6.3 mm apart")
    ]


def test_boxes_to_tick_need_room_for_a_pen(measure: Measure) -> None:
    style = "display: inline-block; width: %smm; height: 4mm; border: 1px solid; box-sizing: border-box"
    box = f"<p data-block='b'><span class=tick style='{style}'></span>"
    assert told(measure(box % 3.5)) == []
    assert told(measure(box % 3)) == [
        ("small-tick", "page 1, block 'b': a box to tick is 3.0 mm wide or high")
    ]


# Telling


def test_of_faults_alike_in_one_block_the_worst_is_told(measure: Measure) -> None:
    cell = "<p style='width: 20mm; white-space: nowrap'>{}</p>"
    body = (
        "<section data-block='%s'>"
        + cell.format("a long text here")
        + cell.format("a much longer text here")
        + "</section>"
    )
    found = told(measure(body % "a" + body % "b"))
    assert [code for code, _ in found] == ["overflow", "overflow"]
    assert all("'a much longer text here'" in message for _, message in found)


def test_all_faults_of_a_page_are_told_at_once(measure: Measure) -> None:
    found = measure(
        "<p data-block='a' style='font-size: 5pt'>small</p><p data-block='b' style='width: 3mm'>wide</p>"
    )
    assert [problem.code for problem in found] == ["overflow", "small-type"]
