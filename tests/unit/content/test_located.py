"""YAML as people write it and break it: what is read, where it stands, and what a refusal says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from generator.content import located
from generator.content.located import parse
from generator.content.source import LARGEST, Source, decode, read
from generator.problems import HandbillError

Refused = Callable[[Callable[[], object]], str]


def load(text: str | bytes) -> located.Located:
    return parse(decode(text if isinstance(text, bytes) else text.encode(), "f.yaml"))


@pytest.mark.parametrize(
    "written",
    [
        "+3",
        "no",
        "yes",
        "on",
        "off",
        "012",
        "1:30",
        "1e3",
        "1.5",
        "0x1F",
        "1_000",
        "2003-01-01",
        "True",
        "NULL",
        "-0",
        "1" * 5000,
        ".inf",
        "N",
    ],
)
def test_what_looks_like_something_else_stays_text_as_written(written: str) -> None:
    assert load(f"key: {written}\n").value == {"key": written}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0", 0),
        ("12", 12),
        ("-4", -4),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
    ],
)
def test_plain_numbers_and_the_words_of_yaml_are_values(written: str, value: object) -> None:
    found = load(f"key: {written}\n").value["key"]
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize("written", ["'12'", '"true"', "'~'", "''"])
def test_what_is_quoted_is_text(written: str) -> None:
    assert load(f"key: {written}\n").value == {"key": written[1:-1]}


def test_lists_are_tuples_and_mappings_keep_their_order() -> None:
    value = load("b: [x, 2]\na:\n  - y\n  - {z: w}\n").value
    assert value == {"b": ("x", 2), "a": ("y", {"z": "w"})}
    assert list(value) == ["b", "a"]


def test_a_byte_order_mark_and_windows_line_ends_change_nothing() -> None:
    text = "a: x\nb:\n  - y\n"
    plain, windows = load(text), load(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert (windows.value, windows.values, windows.keys) == (plain.value, plain.values, plain.keys)


def test_every_key_and_value_knows_its_line_and_column() -> None:
    found = load("é: 'ü'\n\nlist:\n  - 愛子\n  - {🧙: three words here}\n")
    places = {path: (place.line, place.column) for path, place in found.values.items()}
    assert places == {
        (): (1, 1),
        ("é",): (1, 4),
        ("list",): (4, 3),
        ("list", 0): (4, 5),
        ("list", 1): (5, 5),
        ("list", 1, "🧙"): (5, 9),
    }
    assert (found.keys[("list", 1, "🧙")].line, found.keys[("list", 1, "🧙")].column) == (5, 6)
    assert found.values[("list", 1, "🧙")].length == len("three words here")


def test_a_part_of_a_file_keeps_the_lines_of_the_file() -> None:
    source = Source("f.md", "---\na: x\n---\nb: y\n")
    found = parse(source, 2, 2)
    assert found.value == {"a": "x"}
    assert found.values[("a",)].line == 2


FAULTS = {
    "a:\n\tb: x\n": """\
f.yaml:2:1: error[yaml-tab]: a tab stands in the indentation
    2 | \tb: x
      | ^
    hint: indent with spaces, two for each level""",
    "a: x\n  b: y\n": """\
f.yaml:2:4: error[yaml-syntax]: a ':' stands where none can be
    2 |   b: y
      |    ^
    hint: indent this line like the lines around it, or put a text that holds ': ' in quotes""",
    "a:\n    b: x\n  c: y\n": """\
f.yaml:3:3: error[yaml-syntax]: this line does not fit the lines above it
    3 |   c: y
      |   ^
    hint: indent it like the line that it belongs to""",
    "a: x\nb\nc: y\n": """\
f.yaml:2:1: error[yaml-syntax]: this line has no ':'
    2 | b
      | ^
    hint: write 'key: value', or indent the line if it continues the text above""",
    "a: [x, y\nb: z\n": """\
f.yaml:1:4: error[yaml-syntax]: this '[' starts a list that does not end as it should
    1 | a: [x, y
      |    ^
    hint: put commas between the items and ']' after the last""",
    "a: {x\nb: z\n": """\
f.yaml:1:4: error[yaml-syntax]: this '{' starts a mapping that does not end as it should
    1 | a: {x
      |    ^
    hint: put '}' after it, or quotes around a text that starts with '{'""",
    "a: 'x\nb: y\n": """\
f.yaml:1:4: error[yaml-syntax]: a quotation mark opens here and never closes
    1 | a: 'x
      |    ^
    hint: close the quotation mark""",
    "a: 'x' y\n": """\
f.yaml:1:8: error[yaml-syntax]: nothing can follow here
    1 | a: 'x' y
      |        ^
    hint: put the whole value in quotes; inside them, double a quotation mark""",
    "a: @x\n": """\
f.yaml:1:4: error[yaml-syntax]: a text cannot start with this character
    1 | a: @x
      |    ^
    hint: put the text in quotes""",
    "a:\n - x\n b: y\n": """\
f.yaml:3:2: error[yaml-syntax]: this line is no item of the list above it
    3 |  b: y
      |  ^
    hint: start it with '- ', or indent it like the mapping it belongs to""",
    "title: x\nshort: y\ntitle: z\n": """\
f.yaml:3:1: error[duplicate-key]: 'title' is given twice: here and in line 1, column 1
    3 | title: z
      | ^^^^^
    hint: keep one of the two""",
    "a: &x [y]\nb: *x\n": """\
f.yaml:1:4: error[yaml-alias]: '&x' names a part to repeat it
    1 | a: &x [y]
      |    ^^
    hint: delete the name; parts are written out
f.yaml:2:4: error[yaml-alias]: '*x' repeats another part of the file
    2 | b: *x
      |    ^^
    hint: write that part out here""",
    "a: !!python/object/apply:os.system [x]\n": """\
f.yaml:1:4: error[yaml-tag]: the tag '!!python/object/apply:os.system' is not known here
    1 | a: !!python/object/apply:os.system [x]
      |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    hint: delete the tag; handbill reads text, numbers, lists and mappings""",
    "1: x\n": """\
f.yaml:1:1: error[yaml-key]: a key is text, but this is the number 1
    1 | 1: x
      | ^
    hint: put it in quotes: '1'""",
    "? [x]\n: y\n": """\
f.yaml:1:3: error[yaml-key]: a list cannot be a key
    1 | ? [x]
      |   ^
    hint: a key is a word, such as 'title'""",
    "a: x\n---\nb: y\n": """\
f.yaml:2:1: error[second-document]: a second document starts here
    2 | ---
      | ^^^
    hint: a file holds one: make two files, or delete '---'""",
    "- x\n- y\n": """\
f.yaml:1: error[wrong-type]: this should be lines of 'key: value', but it is a list
    1 | - x
    hint: write lines such as 'title: My Game'""",
    "title\n": """\
f.yaml:1: error[wrong-type]: this should be lines of 'key: value', but it is the text 'title'
    1 | title
    hint: write lines such as 'title: My Game'""",
    "": """\
f.yaml:1: error[empty-file]: nothing is written here
    1 |\x20
    hint: write lines such as 'title: My Game'""",
    "# only a comment\n": """\
f.yaml:1: error[empty-file]: nothing is written here
    1 | # only a comment
    hint: write lines such as 'title: My Game'""",
    "a: x\x00y\n": """\
f.yaml:1:5: error[unseen-character]: an unseen character (U+0000) stands here
    1 | a: x\ufffdy
      |     ^
    hint: delete it; it may have come along when text was pasted""",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_told_with_its_place_and_what_would_be_right(text: str, refused: Refused) -> None:
    assert refused(lambda: load(text)) == FAULTS[text]


@pytest.mark.parametrize("text", FAULTS)
def test_without_libyaml_a_fault_is_told_in_the_same_words(
    text: str, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(located, "_LOADER", yaml.SafeLoader)
    assert refused(lambda: load(text)) == FAULTS[text]


def test_what_is_not_utf8_is_told_with_its_line(refused: Refused) -> None:
    assert refused(lambda: load(b"a: x\r\nb: Zo\xeb\r\n")) == (
        "f.yaml:2: error[not-utf8]: byte 0xeb is not UTF-8 text\n"
        "    hint: save the file as UTF-8 in your editor"
    )


def test_a_bomb_of_aliases_is_refused_without_going_off(refused: Refused) -> None:
    levels = ["a0: &a0 [x, x]"] + [
        f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 9) + "]" for n in range(1, 12)
    ]
    assert refused(lambda: load("\n".join(levels))).count("error[yaml-alias]") == 12 + 11 * 9


def test_very_deep_nesting_is_refused(refused: Refused) -> None:
    assert "error[too-deep]: more than 30 levels" in refused(lambda: load("a: " + "[" * 500))


def test_a_very_large_file_is_refused_unread(tmp_path: Path, refused: Refused) -> None:
    file = tmp_path / "large.yaml"
    file.write_bytes(b"#" * (LARGEST + 1))
    assert refused(lambda: read(file, "large.yaml")) == (
        "large.yaml: error[too-large]: this file has 1,000,001 bytes, and content may have 1,000,000\n"
        "    hint: split it into smaller files"
    )


def test_a_file_that_is_not_there_is_told(tmp_path: Path, refused: Refused) -> None:
    told = refused(lambda: read(tmp_path / "none", "none"))
    assert told == "none: error[missing-file]: there is no such file"


@given(st.binary(max_size=60) | st.text("a:-[]{}&*!'\"|>#%@ \n\t?,1~", max_size=40).map(str.encode))
def test_no_bytes_end_in_anything_but_a_mapping_or_a_told_problem(data: bytes) -> None:
    try:
        found = load(data)
    except HandbillError as error:
        assert all(problem.path == "f.yaml" and problem.line for problem in error.problems)
    else:
        assert isinstance(found.value, dict) and () in found.values
