"""Character files are written so that they read back, and changed so that nobody's words are lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from generator.content.located import parse
from generator.content.rewriting import rewritten, written
from generator.content.source import Source, decode

NASTY = (
    " a", "a ", "\ta", "a\t", "#", "a #b", "a: b", "a:", ": a", "- a", "-", "--- a", "...", "? a", "'", '"',
    "''", "\\", "a\\nb", "{", "[a, b]", "a, b", "&a", "*a", "!a", "%a", "@a", "`a", "|", ">", "~", "null",
    "Null", "no", "NO", "yes", "on", "y", "true", "False", "0", "012", "+3", "-3", "1_000", "0x1f", "0o17",
    "1e3", "1.5", ".5", ".inf", ".nan", "1:30", "12:30:45", "2024-01-31", "2024-01-31 10:00:00", "=", "<<",
    "é", "🎲", "日本", "\u0085", "a\u0085b", "\u2028", "\ufeff", "\u200f", "a\u202ab", "\u2066\n", "\x7f",
    "\u00a0", "a\nb", "a\n", "\na", "a\n\nb\n\n", " a\nb", "a \nb", "a\n b\n", "a\n# b\nc", "\n", "a\tb\nc",
    "x" * 4000, ("word " * 900).strip(), "a\n\tb", "- a\n- b",
)  # fmt: skip
"""Texts that a careless writer would lose, fold, or turn into something else."""

LETTERS = st.characters(codec="utf-8", exclude_categories=("Cs", "Cn"))
TEXTS = st.sampled_from(NASTY) | st.text(LETTERS, min_size=1) | st.text("ab #:-\n\"'", min_size=1)
SCALARS = TEXTS | st.integers(-(10**6), 10**6) | st.booleans()
ROWS = st.dictionaries(st.sampled_from(["name", "tie", "love", "dead"]), SCALARS, min_size=1)
LISTS = st.lists(ROWS, min_size=1, max_size=4).map(tuple)
GRIDS = st.fixed_dictionaries(
    {
        "columns": st.lists(TEXTS, min_size=1, max_size=3).map(tuple),
        "rows": st.lists(
            st.fixed_dictionaries(
                {"name": TEXTS, "values": st.lists(st.none() | st.integers(0, 9), min_size=1).map(tuple)}
            ),
            min_size=1,
            max_size=3,
        ).map(tuple),
    }
)
FIELDS = st.dictionaries(st.sampled_from("abcdefgh"), SCALARS | LISTS | GRIDS)


def read(text: str) -> dict[str, Any]:
    return parse(Source("a.yaml", text)).value


def comments(text: str) -> list[str]:
    """The comments of a text in which no value has such a word."""
    return sorted(re.findall(r"# c\d+!", text))


class Hand:
    """Writes a file as people do: any quotation marks, spaces, comments, blank lines, brackets."""

    def __init__(self, draw: Callable[..., Any]) -> None:
        self.draw = draw
        self.number = 0

    def any_of(self, *choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def comment(self) -> str:
        self.number += 1
        return f"# c{self.number}!"

    def end(self) -> str:
        return self.any_of(" ", "   ") + self.comment() if self.any_of(0, 0, 1) else ""

    def between(self, margin: str) -> list[str]:
        return [
            self.any_of("", margin + self.comment(), self.comment()) for _ in range(self.any_of(0, 0, 1, 2))
        ]

    def scalar(self, value: Any) -> str:
        if not isinstance(value, str):
            return json.dumps(value)
        ways = [json.dumps(value, ensure_ascii=True).replace("\\/", "/")]
        if "🎲" in value or any(ord(letter) > 0xFFFF for letter in value):
            ways = ['"' + "".join(f"\\U{ord(letter):08X}" for letter in value) + '"']
        if re.fullmatch(r"[A-Za-z](?:[A-Za-z ]*[A-Za-z])?", value) and value not in ("true", "false", "null"):
            ways.append(value)
        if re.fullmatch(r"[ -~]+", value):
            ways.append("'" + value.replace("'", "''") + "'")
        return str(self.any_of(*ways))

    def field(self, name: str, value: Any) -> list[str]:
        if isinstance(value, str) and re.fullmatch(r"[a-z][a-z]*\n[a-z]+", value) and self.any_of(0, 1):
            return [f"{name}: |-{self.end()}", *(f"   {line}" for line in value.split("\n"))]
        if isinstance(value, tuple) and self.any_of(0, 1, 1):
            return self.below(name, value)
        return [f"{name}:{self.any_of(' ', '   ')}{self.flow(value)}{self.end()}"]

    def below(self, name: str, rows: Sequence[dict[str, Any]]) -> list[str]:
        """A list with a row on each line, or on several."""
        margin = self.any_of("", "  ", "    ")
        lines = [f"{name}:{self.end()}"]
        for row in rows:
            lines += [*self.between(margin), *self.row(row, margin)]
        return lines

    def row(self, row: dict[str, Any], margin: str) -> list[str]:
        if self.any_of(0, 0, 1):
            return [f"{margin}- {self.flow(row)}{self.end()}"]
        gap, lines = self.any_of(" ", "   "), []
        for name, value in row.items():
            start = f"{margin}-{gap}" if not lines else " " * len(f"{margin}-{gap}")
            lines.append(f"{start}{name}: {self.scalar(value)}{self.end()}")
            lines += self.between(" " * len(f"{margin}-{gap}"))
        return lines

    def flow(self, value: Any) -> str:
        if isinstance(value, dict):
            inside = ", ".join(f"{name}: {self.flow(item)}" for name, item in value.items())
            return "{" + inside + "}"
        if isinstance(value, tuple):
            return "[" + self.any_of(",", ", ").join(map(self.flow, value)) + "]"
        if isinstance(value, str):
            return json.dumps(value) if max(map(ord, value)) < 0xFFFF else self.scalar(value)
        return json.dumps(value)

    def file(self, values: dict[str, Any]) -> str:
        lines = [*self.between(""), *self.any_of([], [], ["---"])]
        for name, value in values.items():
            lines += [*self.between(""), *self.field(name, value)]
        return "\n".join([*lines, *self.between("")]) + "\n"


@st.composite
def files(draw: Callable[..., Any]) -> tuple[str, dict[str, Any]]:
    """A file and its values."""
    values = {"sheet": "mlwm/minion", **draw(FIELDS)}
    return Hand(draw).file(values), values


@pytest.mark.parametrize("text", NASTY)
def test_a_nasty_text_is_written_so_that_it_reads_back(text: str) -> None:
    values = {"sheet": "mlwm/minion", "a": text, "b": ({"name": text, "x": 1},), "c": (text,)}
    file = written(values, "# hello\n")
    assert file.startswith("# hello\nsheet: mlwm/minion\n")
    assert read(file) == values
    assert decode(file.encode(), "a.yaml").text == file, "no unseen character stands in the file"


@pytest.mark.parametrize("text", [text for text in NASTY if text != "<<"])
def test_any_other_yaml_reader_takes_a_nasty_text_for_the_same_text(text: str) -> None:
    assert yaml.safe_load(written({"a": text, "b": [text]})) == {"a": text, "b": [text]}


@given(FIELDS)
def test_what_is_written_reads_back(values: dict[str, Any]) -> None:
    values = {"sheet": "x/y", **values}
    file = written(values)
    assert read(file) == values
    assert list(read(file)) == list(values), "the order is kept"
    assert decode(file.encode(), "a.yaml").text == file


@given(files(), FIELDS, st.sets(st.sampled_from("abcdefgh")), st.sets(st.sampled_from("abcdefgh")))
def test_a_changed_file_reads_as_the_old_values_and_the_changes_and_keeps_every_comment(
    file: tuple[str, dict[str, Any]], new: dict[str, Any], gone: set[str], inherited: set[str]
) -> None:
    text, values = file
    assert read(text) == values
    changes = {**new, **dict.fromkeys(gone)}
    changed = rewritten(text, changes, inherited)
    wanted = {**values, **changes}
    assert read(changed) == {k: v for k, v in wanted.items() if v is not None or k in inherited & gone}
    assert comments(changed) == comments(text)


@given(files(), st.sampled_from("abcdefgh"), SCALARS | LISTS)
def test_only_the_lines_of_the_changed_field_change(
    file: tuple[str, dict[str, Any]], name: str, value: Any
) -> None:
    text, values = file
    changed = rewritten(text, {name: value})
    before, after = text.split("\n"), changed.split("\n")
    located = parse(Source("a.yaml", text))
    starts = sorted(located.keys[(key,)].line - 1 for key in values) + [len(before) - 1]
    start = located.keys[(name,)].line - 1 if name in values else starts[-2]
    end = min((line for line in starts if line > start), default=len(before))
    assert after[:start] == before[:start]
    rest = before[end:]
    assert after[len(after) - len(rest) :] == rest


@given(st.data(), st.lists(ROWS, min_size=2, max_size=4).map(tuple), FIELDS)
def test_a_row_that_stays_is_not_touched(
    data: st.DataObject, rows: tuple[dict[str, Any], ...], others: dict[str, Any]
) -> None:
    hand = Hand(data.draw)
    text = hand.file({"sheet": "mlwm/minion", **others}) + "\n".join(hand.below("i", rows)) + "\n"
    place = parse(Source("a.yaml", text))
    start, end = place.keys[("i",)].line - 1, place.values[("i", len(rows) - 1)].line - 1
    changed = rewritten(text, {"i": (*rows[:-1], {**rows[-1], "new": 1})})
    assert changed.split("\n")[start:end] == text.split("\n")[start:end]


EXAMPLE = """\
# yaml-language-server: $schema=minion.json
sheet: mlwm/minion   # which sheet
name:   "Igor"       # as his mother called him
weariness: 3 # since the fire

connections:
  # in the village
  - name: Anna   # a girl
    tie: 'daughter of the smith'
    love: 2      # deep

  # elsewhere
  - {name: Bob,   love: 1}  # a dog
  - name: Carl
    love: 3

notes: |
  one
  two

# the end
"""


def test_people_keep_their_comments_beside_what_they_are_about() -> None:
    anna = {"name": "Anna", "tie": "daughter of the smith", "love": 4}
    carl = {"name": "Carl", "tie": "long\nstory\n", "love": 3}
    rows = (anna, carl, {"name": "Dora", "dead": True})
    changes = {"name": "Fritz", "weariness": None, "connections": rows, "fear": 2}
    assert (
        rewritten(EXAMPLE, changes)
        == """\
# yaml-language-server: $schema=minion.json
sheet: mlwm/minion   # which sheet
name: "Fritz"        # as his mother called him
# since the fire

connections:
  # in the village
  - name: Anna   # a girl
    tie: 'daughter of the smith'
    love: 4      # deep

  # elsewhere
  # a dog
  - name: Carl
    love: 3
    tie: |
      long
      story
  - name: Dora
    dead: true

notes: |
  one
  two
fear: 2

# the end
"""
    )


def test_nothing_changes_when_nothing_changes() -> None:
    assert rewritten(EXAMPLE, {"name": "Igor", "player": None}) == EXAMPLE


def test_what_the_base_character_has_becomes_null_when_it_is_emptied() -> None:
    assert rewritten("sheet: a/b\nname: x # y\n", {"name": None}, {"name"}) == "sheet: a/b\nname: null # y\n"


def test_words_that_other_readers_take_for_numbers_stay_as_they_were_written() -> None:
    text = "sheet: a/b\nrows:\n- a: 012\n  b: +3\n  c: 1_000\n  d: no\n  e: 2024-01-31\n  f: 1:30\n"
    row = {**read(text)["rows"][0], "g": 1}
    assert rewritten(text, {"rows": (row,)}) == text + "  g: 1\n"


def test_a_json_file_stays_one() -> None:
    text = json.dumps({"sheet": "a/b", "name": "Ł", "rows": [{"a": 1}]}, indent=2, ensure_ascii=False) + "\n"
    changed = rewritten(text, {"name": "Ż", "rows": None})
    assert changed == '{\n  "sheet": "a/b",\n  "name": "Ż"\n}\n'
    assert rewritten('{"a": "\\ud83c\\udfb2"}', {"b": 1}) == '{"a": "🎲", "b": 1}\n'
    assert rewritten('{"sheet": "a/b"}', {"a": "x"}) == '{"sheet": "a/b", "a": "x"}\n'


@pytest.mark.parametrize(
    "text",
    [
        "{sheet: a/b, a: 1} # c1!\n",
        "  sheet: a/b # c1!\n  a: 1\n",
        "? sheet\n: a/b # c1!\n? a\n: 1\n",
        "---\nsheet: a/b # c1!\na: 1\n...\n",
        "%YAML 1.2\n---\nsheet: a/b # c1!\na: 1\n",
        "sheet: a/b # c1!\na: 1",
        "sheet: a/b # c1!\n'a': >-\n 1\n",
        "sheet: a/b\na: | # c1!\n  1\n\n\n",
        "sheet: a/b\na: |+\n  1\n\n\n# c1!\n",
        "sheet: a/b\na:\n  # c1!\n  - x\n",
        "sheet: a/b\na:\n-\n  # c1!\n  x: 1\n",
        "sheet: a/b\na: [1, # c1!\n  2]\n",
        "sheet: a/b\na: # c1!\n",
        'sheet: a/b\na: "x\n\n  y # z" # c1!\n',
    ],
)
@pytest.mark.parametrize("value", ["x", "x\ny", ({"x": 1},), ("x", "y"), None])
def test_other_layouts_are_changed_faithfully_too(text: str, value: Any) -> None:
    wanted = {"sheet": "a/b", **({} if value is None else {"a": value})}
    changed = rewritten(text, {"a": value})
    assert read(changed) == wanted
    assert comments(changed) == ["# c1!"]


def test_line_ends_stay_what_they_were() -> None:
    assert rewritten("sheet: a/b\r\na: 1\r\n", {"a": "x\ny"}) == "sheet: a/b\r\na: |-\r\n  x\r\n  y\r\n"
