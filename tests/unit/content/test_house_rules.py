"""A file of house rules: read with its places, for all games at once, and refused as a whole."""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path

import pytest

from generator.content.house_rules import PUBLISHED, HouseRules, house_rules, read_house_rules
from generator.content.shelf import Shelf
from generator.problems import HandbillError, tell
from generator.rules import games, load
from generator.workspace import Workspace

EXAMPLES = """\
# The rules of our table.
MAID-DER-1: 8 * will
MAID-UNI.headdress: 1
MLWM-VIO.opponent: reason + 2 * weariness
TSOY-AMB-3: sl
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house-rules.yaml"


def read(file: Path, text: str) -> HouseRules:
    file.write_text(text, encoding="utf-8")
    return read_house_rules(file, "house-rules.yaml")


def refusal(file: Path, text: str) -> str:
    """All that is told of a file that is refused."""
    with pytest.raises(HandbillError) as caught:
        read(file, text).check()
    assert caught.value.exit_status == 1
    assert all(problem.path == "house-rules.yaml" for problem in caught.value.problems)
    return tell(caught.value.problems)


def test_each_game_takes_its_own_lines(file: Path) -> None:
    house = read(file, EXAMPLES)
    assert {game: [change.told for change in house.rules(game).changes()] for game in games()} == {
        "maid": [
            "MAID-DER-1 8 × Will, published 10 × Will",
            "MAID-UNI.headdress Off the die 1, published 2",
        ],
        "mlwm": ["MLWM-VIO They roll Reason + 2 × Weariness, published Reason + Weariness"],
        "tsoy": ["TSOY-AMB-3 the success level, published the harm"],
    }
    assert house.path == "house-rules.yaml"
    assert house.digest == hashlib.sha256(EXAMPLES.encode()).hexdigest()
    assert house.rules("maid") is house.rules("maid")
    assert len(house.rules("a-game-of-text")) == 0


def test_no_file_is_the_published_rules() -> None:
    assert (PUBLISHED.path, PUBLISHED.digest) == ("", "")
    PUBLISHED.check()
    assert PUBLISHED.rules("maid").overridden == {} and PUBLISHED.rules("maid") is PUBLISHED.rules("maid")
    assert not PUBLISHED.rules("maid").has_house_rules


@pytest.mark.parametrize("text", ["", "\n\n", "# MAID-DER-1: 8 * will\n"])
def test_a_file_of_remarks_changes_nothing(file: Path, text: str) -> None:
    house = read(file, text)
    assert house.digest and house.rules("maid").overridden == {}


@pytest.mark.parametrize("game", games())
def test_every_value_that_may_be_replaced_loads_as_it_is_written_and_changes_nothing(
    game: str, file: Path
) -> None:
    published = load(game)
    values = published.replaceable()
    assert len(values) > 30 and len({each.key for each in values}) == len(values)
    assert all(each.value == each.published and each.title and each.allows for each in values)
    house = read(file, "".join(f"{each.key}: {each.value}\n" for each in values))
    assert house.rules(game).overridden == {}
    assert house.rules(game).printed_values() == published.printed_values()


@pytest.mark.parametrize("game", games())
def test_what_is_not_listed_is_refused_with_a_reason(game: str) -> None:
    rules = load(game)
    listed = {each.key for each in rules.replaceable()}
    others = [key for key in rules.keys_for_house_rules() if key not in listed and "." in key]
    seen = 0
    for key in others:
        if key in rules and rules.rule(key).kind == "row":
            continue
        with pytest.raises(HandbillError, match=r"this is not replaced: \w"):
            load(game, {key: 1})
        seen += 1
    assert seen or game == "maid"


TOLD = """\
house-rules.yaml:1:1: error[unknown-rule]: MAID-DRE-1: this is no rule that can be replaced
    1 | MAID-DRE-1: 8 * will
      | ^^^^^^^^^^
    hint: did you mean 'MAID-DER-1'?
house-rules.yaml:2:13: error[circular]: MAID-DER-1: 'spirit' would be made from itself: spirit → spirit
    2 | MAID-DER-1: 10 * spirit
      |             ^^^^^^^^^^^
    hint: this formula may read NAMES
house-rules.yaml:3:18: error[formula]: MAID-DER-2: the formula names 'affectoin', which the rules do not know
    3 | MAID-DER-2: "7 * affectoin"
      |                  ^
    hint: did you mean 'affection'?
house-rules.yaml:4:36: error[wrong-type]: MAID-UNI.apron.note: found the number 3
    4 | MAID-UNI.apron: {penalty: 2, note: 3}
      |                                    ^
    hint: a line of at most 200 characters belongs here
house-rules.yaml:5:1: error[replaced-twice]: MAID-UNI.apron.penalty: this replaces what 'MAID-UNI.apron' \
replaced already
    5 | MAID-UNI.apron.penalty: 3
      | ^^^^^^^^^^^^^^^^^^^^^^
    hint: keep one of the two
house-rules.yaml:6:13: error[divides-by-zero]: MLWM-CAP-1: 'weariness > 60 // reason' divides by zero when \
reason is 0
    6 | MLWM-CAP-1: weariness > 60 // reason
      |             ^^^^^^^^^^^^^^^^^^^^^^^^
    hint: guard it: max(1, reason)"""


def test_problems_stand_at_their_places_and_are_told_at_once(file: Path) -> None:
    text = """\
MAID-DRE-1: 8 * will
MAID-DER-1: 10 * spirit
MAID-DER-2: "7 * affectoin"
MAID-UNI.apron: {penalty: 2, note: 3}
MAID-UNI.apron.penalty: 3
MLWM-CAP-1: weariness > 60 // reason
"""
    (spirit,) = (each for each in load("maid").replaceable() if each.key == "MAID-DER-1")
    names = spirit.allows.removeprefix("a formula over ")
    assert refusal(file, text) == TOLD.replace("NAMES", names)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("MAID-ATT-1: 3\nMAID-ATT-1: 4\n", "2:1: error[duplicate-key]: 'MAID-ATT-1' is given twice"),
        ("MAID-ATT-1: &a 3\n", "1:13: error[yaml-alias]: '&a' names a part to repeat it"),
        ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "error[yaml-alias]"),
        ("MAID-ATT-1: !!python/object/apply:os.system [id]\n", "1:13: error[yaml-tag]"),
        ("- MAID-ATT-1\n", "this should be lines of 'key: value', but it is a list"),
        ("MAID-ATT-1: {a: {b: 1}}\n", "error[wrong-type]: MAID-ATT-1: found a mapping of keys to values"),
        ("MAID-ATT-1: [\n", "error[yaml-syntax]"),
        ("MAID-ATT-1:\n\t3\n", "error[yaml-tab]"),
        ("MAID-ATT-1: " + "[" * 40 + "]" * 40, "error[too-deep]"),
        ("MAID-ATT-1: 3\n---\nMAID-ATT-1: 3\n", "error[second-document]"),
        ("MAID-ATT-1: 99999999999999999\n", "error[out-of-range]"),
        ("MAID-DER-1: >-\n  8 *\n  luk\n", "1:13: error[formula]"),
        (
            "MAID-DER-1: " + "will + " * 80 + "1\n",
            "error[formula]: MAID-DER-1: the formula has 561 characters",
        ),
        ("tn:\n", "error[unknown-choice]: tn: found empty"),
        ("MAID-DER-1: 8 * will\x1b\n", "error[unseen-character]"),
    ],
)
def test_what_is_no_plain_list_of_rules_is_refused(file: Path, text: str, told: str) -> None:
    assert told in refusal(file, text)


def test_a_file_of_more_than_100_kb_is_refused_unread(file: Path) -> None:
    text = "MAID-DER-1: " + "1 + " * 25_000 + "1\n"
    assert refusal(file, text) == (
        "house-rules.yaml: error[too-large]: this file has 100,014 bytes, and house rules may have 100,000\n"
        "    hint: split it into smaller files"
    )


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "house-rules.yaml").write_text("")
    with pytest.raises(HandbillError, match="there is no such file") as caught:
        read_house_rules(tmp_path / "house-rule.yaml", "house-rule.yaml")
    assert caught.value.exit_status == 2
    assert caught.value.problems[0].hint == "did you mean 'house-rules.yaml'?"


def test_a_workspace_takes_the_file_of_the_folder_a_named_one_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Workspace.find().house_rules is None and house_rules(Workspace.find()) is PUBLISHED
    (tmp_path / "house-rules.yaml").write_text("MAID-ATT-1: 3\n")
    (tmp_path / "other.yaml").write_text("MAID-ATT-1: 4\n")

    def usual(named: str | None) -> int:
        return house_rules(Workspace.find(house_rules=named)).rules("maid").number("MAID-ATT-1")

    assert [usual(named) for named in (None, "other.yaml", "none")] == [3, 4, 2]
    assert house_rules(Workspace.find()).path == "house-rules.yaml"


def test_sheets_are_bound_to_the_rules_of_the_house(tmp_path: Path, file: Path) -> None:
    read(file, EXAMPLES)
    shelf = Shelf.of(Workspace.find(house_rules=file))
    assert shelf.game("maid").rules.formula("MAID-DER-1").text == "8 * will"
    assert Shelf(Workspace.find().content).game("maid").rules.overridden == {}


def test_house_rules_go_to_another_process(file: Path) -> None:
    house = read(file, EXAMPLES)
    house.check()
    again = pickle.loads(pickle.dumps(house))
    assert again.rules("maid").overridden == house.rules("maid").overridden
