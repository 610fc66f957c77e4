"""A sheet's file is read whole, and every mistake in it is told at its place."""

from __future__ import annotations

import pytest

from generator.content.packs import load_pack
from generator.content.sheets import bind_sheet, read_sheet
from generator.content.source import Source
from generator.problems import HandbillError, tell
from generator.rules.registry import Rules
from tests.unit.content.conftest import Refused, Write
from tests.unit.sheets.toy_sheet import TEXT, ToyRules, source, toy_sheet

SMALL = """\
title: Rope
summary: What a rope knows.
pages:
  - - [[who]]
sections:
  who:
    title: Who
    fields:
      - {name: name, kind: text, label: Name}
      - {name: mood, kind: choice, label: Mood, choices: [{value: taut, label: Taut}]}
      - {name: length, kind: number, label: Length, least: 0, most: 40}
"""


def told(old: str, new: str, text: str = TEXT) -> str:
    assert old in text
    with pytest.raises(HandbillError) as caught:
        bind_sheet(source(text.replace(old, new, 1)), ToyRules())
    return tell(caught.value.problems)


def test_a_sheet_holds_what_its_file_says() -> None:
    sheet = toy_sheet()
    assert (sheet.id, sheet.title, sheet.version, sheet.named_by) == ("toy/hero", "Hero", 2, "name")
    assert [page.blocks for page in sheet.pages] == [("who", "scores"), ("deeds", "more")]
    assert sheet.pages[1].rows[0].widths == (2, 1)
    assert sheet.sections["scores"].draw == "moon"
    who = sheet.sections["who"]
    assert who.text == "Some **words** before."
    assert who.text in TEXT.splitlines()[who.line - 1]
    assert list(sheet.fields)[:3] == ["name", "code", "look"]


def test_a_misspelt_key_is_told_whole() -> None:
    assert told("label: Fear, bounds", "label: Fear, bouns") == (
        "content/toy/sheets/hero.yaml:34:49: error[unknown-key]: 'bouns' is not known here\n"
        "   34 |       - {name: fear, kind: number, label: Fear, bouns: fear}\n"
        "      |                                                 ^^^^^\n"
        "    hint: did you mean 'bounds'?"
    )


def test_a_field_within_bounds_is_there_only_where_they_reach_so_far() -> None:
    def fields(within: str) -> list[str]:
        return list(
            bind_sheet(
                source(TEXT.replace("name: look,", f"name: look, within: {within},")), ToyRules()
            ).fields
        )

    assert "look" in fields("{rank: 4}")
    assert "look" in fields("{fear: 99}")
    assert "look" not in fields("{rank: 5}")
    assert "error[unknown-bounds]: toy has no bounds 'rnak'" in told(
        "name: look,", "name: look, within: {rnak: 1},"
    )


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        (
            "kind: prose",
            "kind: proze",
            "error[unknown-kind]: there is no kind 'proze'",
            "did you mean 'prose'?",
        ),
        ("name: look", "name: Look", "error[bad-name]: a field's name has small letters", "write 'look'"),
        ("name: look", "name: a.b", "error[bad-name]", "write 'a_b'"),
        ("name: look", "name: schön", "error[bad-name]", "write 'schon'"),
        (
            "name: look",
            "name: version",
            "error[bad-name]: 'version' is a key of every character file",
            "choose another name",
        ),
        (
            "name: fear",
            "name: name",
            "error[doubled-field]: the field 'name' is declared twice: line 21",
            "a name of its own",
        ),
        (
            "name: rank, kind: rating, label: Rank, bounds: rank",
            "name: love, kind: rating, label: Rank, bounds: rank",
            "error[doubled-field]: the field 'love' is declared twice",
            "a name of its own",
        ),
        (", label: Code", "", "error[missing-key]: 'label' is missing", "add a line 'label: …'"),
        (
            "label: Code, longest: 6",
            "label: Code, longest: 900",
            "error[wrong-value]: 'longest' is 1 to 400, but this is 900",
            None,
        ),
        (
            "lines: 4, longest: 300",
            "lines: 4, longest: 4001",
            "error[wrong-value]: 'longest' is 1 to 4000",
            None,
        ),
        ("label: Code", "label: Code 7", "error[typed-digit]: '7' is typed by hand", "ask the rules"),
        ("words** before", "words** of 7", "error[typed-digit]: '7' is typed by hand", "ask the rules"),
        (
            "[[who], [scores]]",
            "[[who]]",
            "error[unlisted-section]: no page lists the section 'scores'",
            "add it to 'pages'",
        ),
        (
            "[[who], [scores]]",
            "[[who], [scores, who]]",
            "error[doubled-section]: the section 'who' is listed twice",
            "delete one",
        ),
        (
            "[[who], [scores]]",
            "[[who], [scors]]",
            "error[unknown-section]: there is no section 'scors'",
            "did you mean 'scores'?",
        ),
        (
            "named_by: name",
            "named_by: nam",
            "error[unknown-field]: 'nam' is no field of kind text",
            "did you mean 'name'?",
        ),
        (
            "bounds: fear",
            "bounds: feer",
            "error[unknown-bounds]: toy has no bounds 'feer'",
            "did you mean 'fear'?",
        ),
        (
            "choices: suits",
            "choices: suit",
            "error[unknown-choices]: toy has no choices 'suit'",
            "did you mean 'suits'?",
        ),
        (
            "rule: moons",
            "rule: moon",
            "error[unknown-derived]: toy computes no value 'moon'",
            "did you mean 'moons'?",
        ),
        (
            "{sum: deeds.love}",
            "{total: deeds.love}",
            "error[wrong-value]: 'love_total' is either a sum or a count",
            "{sum: LIST.COLUMN}",
        ),
        ("is: sun", "was: sun", "error[unknown-key]: 'was' is not known here", "'is'"),
        ("span: 6", "span: 13", "error[wrong-value]: 'span' is 1 to 12", None),
        ("boxes: 5, beyond", "boxes: 500, beyond", "error[wrong-value]: a track has 1 to 100 boxes", None),
        ("least: -20", "least: 2", "error[wrong-value]: a track cannot begin at 2", "delete it"),
        (
            'value: "1", label: Small',
            "value: A, label: Small",
            "error[bad-name]: 'A' cannot be a choice's value",
            "small letters",
        ),
        (
            "least: 0, most: 9,",
            "least: 9, most: 0,",
            "error[wrong-value]: 'least' is 9, but 'most' is 0",
            "swap",
        ),
        (
            "kind: check, label: Done",
            "kind: prose, label: Done",
            "error[wrong-value]: a column cannot be a prose",
            "it can be",
        ),
        (
            "rows: 3\n        most: 8",
            "rows: 9\n        most: 8",
            "error[wrong-value]: a list prints at least one row",
            None,
        ),
        (
            "rule: pool",
            "rule: pool, total: deeds.love",
            "error[missing-key]: a derived value has either",
            "adds a column up",
        ),
    ],
)
def test_a_mistake_is_told_with_what_would_be_right(
    old: str, new: str, message: str, hint: str | None
) -> None:
    said = told(old, new)
    assert said.startswith("content/toy/sheets/hero.yaml:")
    assert message in said
    assert hint is None or hint in said
    assert "Traceback" not in said


def test_all_mistakes_are_told_at_once() -> None:
    text = (
        TEXT.replace("kind: prose", "kind: proze")
        .replace("label: Fear", "label: Fear 3")
        .replace("who: ", "who:")
    )
    with pytest.raises(HandbillError) as caught:
        source(text)
    assert [problem.code for problem in caught.value.problems] == ["unknown-kind", "typed-digit"]


def test_a_game_without_rules_has_sheets_too() -> None:
    sheet = bind_sheet(read_sheet("well", "rope", Source("rope.yaml", SMALL)), Rules())
    assert sheet.check({"mood": "taut", "length": 40}) == ({"mood": "taut", "length": 40}, ())
    with pytest.raises(HandbillError) as caught:
        bind_sheet(
            read_sheet(
                "well",
                "rope",
                Source("rope.yaml", SMALL + "      - {name: x, kind: number, label: X, bounds: y}\n"),
            ),
            Rules(),
        )
    assert caught.value.problems[0].message == "this game has no bounds 'y'"


def test_a_pack_holds_its_sheets_and_names_its_characters(write: Write) -> None:
    files = {"sheets/rope.yaml": SMALL, "sheets/bucket.yaml": SMALL, "characters/ada.yaml": "name: Ada\n"}
    pack = load_pack(write(files), "well")
    assert [sheet.name for sheet in pack.sheets] == ["bucket", "rope"]
    assert pack.sheets[1].path == "content/well/sheets/rope.yaml"
    assert [path.name for path in pack.characters] == ["ada.yaml"]


def test_a_sheet_and_a_reference_have_different_names(write: Write, refused: Refused) -> None:
    assert refused(lambda: load_pack(write({"sheets/reference.yaml": SMALL}), "well")) == (
        "content/well/sheets/reference.yaml: error[doubled-name]: "
        "'reference' is the name of content/well/reference/reference.md too\n"
        "    hint: rename this one"
    )


def test_nothing_is_called_like_the_page_of_all_house_rules(write: Write, refused: Refused) -> None:
    assert refused(lambda: load_pack(write({"sheets/house-rules.yaml": SMALL}), "well")) == (
        "content/well/sheets/house-rules.yaml: error[doubled-name]: "
        "'house-rules' is the name of the page of all house rules too\n"
        "    hint: rename this one"
    )


def test_a_stray_file_among_sheets_is_told(write: Write, refused: Refused) -> None:
    said = refused(lambda: load_pack(write({"sheets/rope.yml": SMALL, "characters/Ada.yaml": ""}), "well"))
    assert "content/well/sheets/rope.yml: error[stray-file]: 'rope.yml' is no sheet" in said
    assert "content/well/characters/Ada.yaml: error[bad-name]" in said
