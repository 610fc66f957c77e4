"""A character file gives a sheet's values, or every mistake in it at its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.content.characters import Character, character_from_values, read_character
from generator.problems import USAGE, HandbillError, Problem, tell
from generator.sheets import Sheet
from tests.unit.content.conftest import Refused
from tests.unit.sheets.random_values import values_of
from tests.unit.sheets.toy_sheet import toy_sheet

SHEETS = {"toy/hero": toy_sheet()}
ANN = "sheet: toy/hero\nname: Ann\nfear: 3\n"

Files = Callable[..., Path]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """Write files below a folder ``party``; gives the path of the first."""

    def make(**texts: str | bytes) -> Path:
        first = None
        for name, text in texts.items():
            path = tmp_path / "party" / name.replace("__", "/")
            path = path.with_suffix(path.suffix or ".yaml")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
            first = first or path
        assert first
        return first

    return make


def load(path: Path) -> Character:
    return read_character(path, SHEETS, f"characters/{path.name}")


def test_a_character_is_read(files: Files) -> None:
    text = ANN + "version: 2\naside: {old-1: kept}\ndeeds:\n  - {tie: a, love: 2}\n  - {}\nluck: null\n"
    character = load(files(ann=text))
    assert character.values == {"name": "Ann", "fear": 3, "deeds": [{"tie": "a", "love": 2}]}
    assert (character.sheet.id, character.title, character.path) == ("toy/hero", "Ann", "characters/ann.yaml")
    assert character.aside == {"old-1": "kept"}


def test_a_misspelt_field_is_told_whole(files: Files, refused: Refused) -> None:
    path = files(igor="sheet: toy/hero\nname: Igor\n\nlook: |\n  stooped,\n  slow\nfeer: 2\n")
    assert refused(lambda: load(path)) == (
        "characters/igor.yaml:7:1: error[unknown-field]: 'feer' is not a field of toy/hero\n"
        "    7 | feer: 2\n"
        "      | ^^^^\n"
        "    hint: did you mean 'fear'?"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            ANN + "luck: 9\n",
            "characters/ann.yaml:4:7: error[out-of-range]: Luck should be a whole number "
            "from -3 to 3, but it is 9",
        ),
        (
            ANN + "deeds:\n  - {tie: a}\n  - {tie: b, love: many}\n",
            "characters/ann.yaml:6:20: error[wrong-type]: Love should be a whole number, but "
            "it is the text 'many'",
        ),
        (
            ANN + "deeds:\n  - {lov: 1}\n",
            "characters/ann.yaml:5:6: error[unknown-field]: 'lov' is not a column of deeds",
        ),
        (
            ANN + "pool: 3\n",
            "characters/ann.yaml:4:1: error[derived-field]: Pool is computed, so a character "
            "file does not hold it",
        ),
        ("sheet: toy/hero\n", "characters/ann.yaml:1:8: error[missing-field]: a toy/hero needs 'name'"),
        ("name: Ann\n", "characters/ann.yaml:1: error[missing-key]: 'sheet' is missing"),
        ("sheet: toy/zero\n", "characters/ann.yaml:1:8: error[unknown-sheet]: there is no sheet 'toy/zero'"),
        (
            "sheet: [a]\n",
            "characters/ann.yaml:1:8: error[wrong-type]: 'sheet' should name a sheet, but it is a list",
        ),
        (
            ANN + "version: 3\n",
            "characters/ann.yaml:4:10: error[wrong-version]: this character is for version 3 "
            "of toy/hero, and this is version 2",
        ),
        (
            ANN + "version: 1\n",
            "characters/ann.yaml:4:10: error[wrong-version]: this character is for version 1 "
            "of toy/hero, and this is version 2",
        ),
        (
            ANN + "name: B\n",
            "characters/ann.yaml:4:1: error[duplicate-key]: 'name' is given twice: here and "
            "in line 2, column 1",
        ),
        (
            ANN + "aside: 3\n",
            "characters/ann.yaml:4:8: error[wrong-type]: 'aside' should be a mapping of "
            "texts, but it is the number 3",
        ),
        (
            ANN + "look: a\u202eb\n",
            "characters/ann.yaml:4:8: error[unseen-character]: an unseen character (U+202E) stands here",
        ),
        (
            ANN + 'look: "a\\u202eb"\n',
            "characters/ann.yaml:4:7: error[unseen-character]: an unseen character (U+202E, "
            "right-to-left override) stands in Look",
        ),
        (
            ANN + 'look: "a\\eb"\n',
            "characters/ann.yaml:4:7: error[unseen-character]: an unseen character (U+001B) stands in Look",
        ),
        (
            ANN + "look: !!python/object:os.system x\n",
            "characters/ann.yaml:4:7: error[yaml-tag]: the tag '!!python/object:os.system' is not known here",
        ),
        (ANN + "look: &a x\nname: *a\n", "error[yaml-alias]"),
        (
            ANN + "deeds: " + "[" * 31 + "]" * 31 + "\n",
            "error[too-deep]: more than 30 levels of lists and mappings",
        ),
        ("", "error[empty-file]: nothing is written here"),
        ("- a\n", "error[wrong-type]: this should be lines of 'key: value', but it is a list"),
        (ANN + "look: " + "x" * 301, "error[too-long]: Look has 301 characters, and 300 have room"),
    ],
)
def test_a_mistake_is_told_at_its_place(files: Files, refused: Refused, text: str, said: str) -> None:
    assert said in refused(lambda: load(files(ann=text)))


def test_a_message_never_commands_the_terminal(files: Files, refused: Refused) -> None:
    text = ANN + '"fe\\eer\\u202e": 1\nversion: "\\e[31m"\nluck: 999999999999999999\n'
    said = refused(lambda: load(files(ann=text)))
    assert "'fe\ufffder\ufffd' is not a field of toy/hero" in said
    assert all(letter == "\n" or letter.isprintable() for letter in said)


def test_a_huge_file_is_refused_unread(files: Files, refused: Refused) -> None:
    path = files(ann=ANN + "#" * 1_000_000)
    assert "error[too-large]: this file has 1,000,034 bytes" in refused(lambda: load(path))


def test_all_mistakes_are_told_at_once(files: Files, refused: Refused) -> None:
    said = refused(lambda: load(files(ann=ANN + "luck: 9\nversion: 7\nfeer: 1\ncaptured: yes\n")))
    assert [line.split(":")[1] for line in said.splitlines() if "error[" in line] == ["4", "5", "6", "7"]


def test_text_is_data(files: Files) -> None:
    look = "{{ rules }} <b>&amp;</b> {% raw %} می\u200cخواهم 'x'"
    assert load(files(ann=ANN + f"look: {json.dumps(look, ensure_ascii=False)}\n")).values["look"] == look


@given(values_of(toy_sheet()), st.booleans())
@settings(max_examples=50, deadline=None)
def test_json_is_read_as_well(
    tmp_path_factory: pytest.TempPathFactory, values: dict[str, Any], ascii: bool
) -> None:
    path = tmp_path_factory.mktemp("json") / "a.json"
    text = json.dumps({"sheet": "toy/hero", **values}, ensure_ascii=ascii, indent=None if ascii else "\t")
    path.write_text(text, encoding="utf-8")
    assert load(path).values == values


def test_a_character_based_on_another_replaces_its_values(files: Files) -> None:
    path = files(
        ann="based_on: ../base/base.yaml\nname: Ann\ndeeds: [{tie: mine}]\nfear: null\n",
        base__base="based_on: older.yaml\nfear: 5\nluck: 1\ndeeds: [{tie: a}, {tie: b}]\n".replace(
            "base/", ""
        ),
        base__older=ANN.replace("Ann", "Old") + "rank: 2\n",
    )
    (path.parent / "base").rename(path.parent.parent / "base")
    character = load(path)
    assert character.values == {"name": "Ann", "luck": 1, "deeds": [{"tie": "mine"}], "rank": 2}


def test_a_mistake_in_the_base_is_told_in_the_base(files: Files, refused: Refused) -> None:
    path = files(ann="based_on: base.yaml\nname: Ann\n", base=ANN + "luck: 9\n")
    assert refused(lambda: load(path)).startswith("characters/base.yaml:4:7: error[out-of-range]")


@pytest.mark.parametrize(
    ("based_on", "said"),
    [
        ("none.yaml", "error[missing-file]: there is no file 'none.yaml' beside this one"),
        ("ann.yaml", "error[circular]: this character is based on itself: ann.yaml → ann.yaml"),
        (
            "second.yaml",
            "error[circular]: this character is based on itself: ann.yaml → second.yaml → ann.yaml",
        ),
        ("/etc/passwd", "error[bad-path]: '/etc/passwd' is no relative path"),
        (
            "../../../secret.yaml",
            "error[bad-path]: '../../../secret.yaml' lies outside the characters' folders",
        ),
        ("C:/x.yaml", "error[bad-path]: 'C:/x.yaml' is no relative path"),
        ("..\\x.yaml", "error[bad-path]"),
        ("notes.txt", "error[bad-path]: 'notes.txt' is no character file"),
        ("3", "error[wrong-type]: 'based_on' should be a file's name, but it is the number 3"),
        (
            "other.yaml",
            "error[other-sheet]: this is a character of toy/hero, but it is based on one of toy/villain",
        ),
    ],
)
def test_a_base_that_cannot_be_is_told(files: Files, refused: Refused, based_on: str, said: str) -> None:
    path = files(
        ann=f"sheet: toy/hero\nbased_on: {based_on}\nname: Ann\n",
        second="based_on: ann.yaml\n",
        other="sheet: toy/villain\n",
    )
    assert said in refused(lambda: load(path))


def test_a_link_does_not_lead_out_of_the_folders(files: Files, refused: Refused, tmp_path: Path) -> None:
    path = files(ann="based_on: link.yaml\n")
    (tmp_path.parent / "outside.yaml").write_text(ANN)
    (path.parent / "link.yaml").symlink_to(tmp_path.parent / "outside.yaml")
    assert "lies outside the characters' folders" in refused(lambda: load(path))


def test_a_finder_says_which_sheets_there_are(files: Files, refused: Refused) -> None:
    def find(sheet_id: str) -> Sheet:
        raise HandbillError(
            Problem("unknown-sheet", f"there is no sheet '{sheet_id}'", hint="try toy/hero"), USAGE
        )

    said = refused(lambda: read_character(files(ann=ANN), find, "ann.yaml"))
    assert said.startswith("ann.yaml:1:8: error[unknown-sheet]: there is no sheet 'toy/hero'")
    assert said.endswith("hint: try toy/hero")


def row(values: dict[str, Any], **about: Any) -> Character:
    return character_from_values(values, SHEETS, "party.csv", 4, **about)


def test_a_row_of_a_table_is_a_character() -> None:
    values = {"sheet": "toy/hero", "name": "Ann", "fear": 3, "deeds": [{"love": 1}]}
    assert row(values).values == {"name": "Ann", "fear": 3, "deeds": [{"love": 1}]}
    texts = {"name": "Ann", "fear": "3", "stress": "2", "deeds-1-love": "1", "captured": "x", "luck": ""}
    character = row(texts, sheet="toy/hero", texts=True, stem="party-4")
    assert character.values == {
        "name": "Ann",
        "fear": 3,
        "stress": 2,
        "deeds": [{"love": 1}],
        "captured": True,
    }
    assert character.title == "Ann"


@pytest.mark.parametrize(
    ("values", "texts", "said"),
    [
        (
            {"name": "Ann", "feer": "3"},
            True,
            "party.csv:4: error[unknown-field]: 'feer' is not a field of toy/hero\n    hint: "
            "did you mean 'fear'?",
        ),
        (
            {"name": "Ann", "fear": "x"},
            True,
            "party.csv:4: error[unreadable-value]: fear: Fear should be a whole number of at "
            "least 0, but the form has 'x'",
        ),
        (
            {"name": "Ann", "deeds": [{"love": "x"}]},
            False,
            "party.csv:4: error[wrong-type]: deeds[1].love: Love should be a whole number, "
            "but it is the text 'x'",
        ),
        (
            {"fear": "3"},
            True,
            "party.csv:4: error[missing-field]: a toy/hero needs 'name'\n    hint: add 'name: …'",
        ),
        (
            {"name": "A", "version": "3"},
            True,
            "party.csv:4: error[wrong-version]: this character is for version 3 of toy/hero, "
            "and this is version 2\n    hint: update handbill",
        ),
        (
            {"name": "A", "based_on": "x.yaml"},
            True,
            "party.csv:4: error[bad-key]: a row cannot have 'based_on'\n    hint: leave it out",
        ),
        (
            {"name": "A", "sheet": "toy/none"},
            True,
            "party.csv:4: error[unknown-sheet]: there is no sheet 'toy/none'\n    hint: the "
            "sheets are toy/hero",
        ),
    ],
)
def test_a_mistake_in_a_row_names_row_and_key(values: dict[str, Any], texts: bool, said: str) -> None:
    with pytest.raises(HandbillError) as caught:
        row(values, sheet="toy/hero", texts=texts)
    assert tell(caught.value.problems) == said


def test_a_row_without_a_sheet_is_told() -> None:
    with pytest.raises(HandbillError) as caught:
        row({"name": "A"})
    assert tell(caught.value.problems, "short") == (
        "party.csv:4: error[missing-key]: this row does not say which sheet it is for"
    )
