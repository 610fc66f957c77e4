"""Whatever is wrong in a user's files is told with its place, and the output folder stays as it was."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.unit.small_tree import (
    BEFORE,
    DICE_FILE,
    DOCUMENT,
    GAME,
    GAME_FILE,
    GLOSSARY_FILE,
    HERE,
    LAST,
    Tree,
    assert_refused,
)


def test_the_small_game_is_built_when_nothing_is_broken(tree: Tree) -> None:
    told = tree.run("build")
    assert (told.status, told.err) == (0, "")
    made = tree.files()
    assert made["mine.txt"] == b"keep me"
    assert made["pdf/mlwm-dice-a4.pdf"].startswith(b"%PDF-")
    assert {"pdf/mlwm-dice-letter.pdf", "site/mlwm/dice.html", "site/index.html"} <= made.keys()


@dataclass(frozen=True)
class Fault:
    """Something wrong: how it comes about, and the place, code and hint that must be told."""

    name: str
    make: Callable[[Tree], None]
    place: str
    code: str
    hint: str = "hint: "


def in_game(old: str, new: str) -> Callable[[Tree], None]:
    return lambda tree: tree.change(GAME_FILE, old, new)


def in_head(old: str, new: str) -> Callable[[Tree], None]:
    return lambda tree: tree.change(DICE_FILE, old, new)


def last(text: str) -> Callable[[Tree], None]:
    return lambda tree: tree.last(text)


def written(name: str, text: str | bytes) -> Callable[[Tree], None]:
    return lambda tree: tree.write(name, text)


def without(name: str) -> Callable[[Tree], None]:
    return lambda tree: (tree.root / name).unlink()


FAULTS = [
    Fault("broken YAML", in_game("credit:", "  credit:"), f"{GAME_FILE}:4:", "yaml"),
    Fault("a tab in YAML", in_game("  display", "\tdisplay"), f"{GAME_FILE}:7:", "yaml"),
    Fault("an empty file", written(GAME_FILE, ""), GAME_FILE, ""),
    Fault("a list at the top", written(GAME_FILE, "- one\n- two\n"), GAME_FILE, ""),
    Fault("no UTF-8", written(GAME_FILE, GAME.encode() + b"\xff\xfe"), GAME_FILE, ""),
    Fault("a doubled key", in_game("short:", "title: Again\nshort:"), f"{GAME_FILE}:2:1", "duplicate-key"),
    Fault("a wrong type", in_game("The Castle", "[a, list]"), f"{GAME_FILE}:1:8", "", "should be text"),
    Fault("a number for a text", in_game("CASTLE", "12"), f"{GAME_FILE}:2:8", ""),
    Fault("an unknown key", in_game("short:", "shrot:"), f"{GAME_FILE}:2:1", "unknown-key", "'short'"),
    Fault("a missing key", in_game("short: CASTLE\n", ""), GAME_FILE, "missing-key", "short"),
    Fault("a Python object", in_game("CASTLE", "!!python/object:os.system {}"), f"{GAME_FILE}:2:", ""),
    Fault(
        "an alias bomb",
        written(GLOSSARY_FILE, "a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n"),
        GLOSSARY_FILE,
        "",
    ),
    Fault("no game.yaml", without(GAME_FILE), "content", "no-games", "game.yaml"),
    Fault(
        "an unknown rule in the glossary",
        lambda tree: tree.change(GLOSSARY_FILE, "MLWM-DICE-1", "MLWM-DIZE-1"),
        GLOSSARY_FILE,
        "unknown-rule",
        "MLWM-DICE-1",
    ),
    Fault("no head", written(DICE_FILE, "## Roll {#roll}\n"), f"{DICE_FILE}:1", "no-head"),
    Fault("a head without end", written(DICE_FILE, "---\ntitle: x\n"), f"{DICE_FILE}:1", "no-head"),
    Fault("a block that is nowhere", in_head("[notes]", "[notse]"), f"{DICE_FILE}:6:", "", "notes"),
    Fault("an unknown fact", last("{{ rulez.check(1) }}"), HERE, "unknown-fact", "'rules'"),
    Fault("an unknown method", last("{{ rules.contets(1, 1) }}"), HERE, "unknown-", "'contest'"),
    Fault("an unknown filter", last("{{ 3 | percant }}"), HERE, "template", ""),
    Fault("an unknown rule", last('{{ rules["MLWM-DICE-99"] }}'), HERE, "unknown-rule", "MLWM-DICE-"),
    Fault(
        "a false claim",
        last('{{ claim("Weak minions win.", rules.contest(1, 9).win > rules.contest(1, 9).lose) }}'),
        HERE,
        "false-claim",
    ),
    Fault("a claim that is no truth", last('{{ claim("Yes.", "yes") }}'), HERE, "false-claim"),
    Fault("a typed number", last("Roll 4 dice."), f"{HERE}:6", "typed-digit", "ask the rules"),
    Fault("an open expression", last("{{ rules"), HERE, "", ""),
    Fault("an open tag", last("{% if rules %}"), DICE_FILE, "", ""),
    Fault("a formula that is none", last('{{ formula("MLWM-DICE-1") }}'), HERE, "", ""),
    Fault("a division by nothing", last("{{ rules.contest(1, 1).win / (1 - 1) }}"), HERE, "", ""),
    Fault(
        "a missing template",
        lambda t: (t.root / "templates/reference.html").unlink(),
        "",
        "missing-template",
        "",
    ),
    Fault(
        "a missing style sheet",
        lambda tree: tree.change("templates/handout.html", "styles/page.css", "styles/paeg.css"),
        "templates/handout.html",
        "missing-template",
        "styles/page.css",
    ),
    Fault(
        "an unknown name in a template",
        lambda tree: tree.change("templates/reference.html", "{{ document.title", "{{ documnet.title"),
        "templates/reference.html:",
        "unknown-fact",
        "",
    ),
    Fault(
        "a broken template",
        lambda tree: tree.change("templates/reference.html", "<main>", "<main>{% endfor %}"),
        "templates/reference.html:",
        "template",
        "",
    ),
    Fault(
        "a missing typeface", in_game("EB Garamond", "Comic Sans"), "", "font-missing", "fontpkg-comic-sans"
    ),
    Fault("a link into nothing", last("[Up](#rool)."), f"{HERE}:6", "broken-link", "did you mean '#roll'?"),
    Fault(
        "a template's link into nothing",
        lambda tree: tree.change("templates/reference.html", "<main>", '<main><a href="#rool">Up</a>'),
        "mlwm-dice: ",
        "broken-link",
        "nothing on this page has the id 'rool'",
    ),
    Fault(
        "a template of another game",
        last('{% include "chess/board.html" %}'),
        HERE,
        "foreign-template",
        "templates/macros/",
    ),
    Fault("a letter that no face has", last("漢 and more."), "", "missing-glyph"),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_what_is_wrong_is_told_with_its_place_and_nothing_is_written(tree: Tree, fault: Fault) -> None:
    fault.make(tree)
    told = tree.run("build", "--paper", "a4")
    status = 3 if fault.code == "font-missing" else 1
    assert_refused(tree, told, status)
    first = [line for line in told.err.splitlines() if f"error[{fault.code}" in line]
    assert first and any(line.startswith(fault.place) for line in first), told.err
    assert fault.hint in told.err


def test_a_formula_with_an_unknown_name_stops_the_build(tree: Tree) -> None:
    # Formulas are declared in the rules' code; a house rule is refused in the same words.
    ask = (
        "from generator.rules import load\n"
        "from generator.problems import HandbillError, tell\n"
        "try:\n load('mlwm', {'MLWM-CAP-1': 'weariness > raeson'})\n"
        "except HandbillError as error: print(tell(error.problems))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=tree.root,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert "MLWM-CAP-1" in done.stdout and "raeson" in done.stdout and "did you mean 'reason'?" in done.stdout


def test_faults_in_two_files_are_both_told(tree: Tree) -> None:
    tree.change(GAME_FILE, "short:", "shrot:")
    tree.last("Roll 4 dice.")
    told = tree.run("build")
    assert_refused(tree, told)
    assert f"{GAME_FILE}:2:1: error[unknown-key]" in told.err
    assert f"{HERE}:6: error[typed-digit]" in told.err


def test_faults_that_only_rendering_finds_are_told_for_every_document(tree: Tree) -> None:
    tree.last("{{ rulez }}")
    tree.write(
        "content/mlwm/reference/more.md",
        DOCUMENT.replace("LAST", "{{ claim('No.', rules.contest(1, 1) is none) }}"),
    )
    told = tree.run("build")
    assert_refused(tree, told)
    assert f"{HERE}: error[unknown-fact]" in told.err
    assert f"content/mlwm/reference/more.md:{LAST}: error[false-claim]" in told.err


def test_problems_can_be_had_as_json(tree: Tree) -> None:
    tree.last("Roll 4 dice.")
    told = tree.run("build", "--json")
    assert told.status == 1
    (problem,) = json.loads(told.out)["problems"]
    assert (problem["path"], problem["line"], problem["code"]) == (DICE_FILE, LAST, "typed-digit")
    assert tree.files() == BEFORE


# Wrong usage


@pytest.mark.parametrize(
    "arguments, code, hint",
    [
        (["mlvm"], "unknown-game", "did you mean 'mlwm'?"),
        (["mlwm", "--only", "dise"], "unknown-document", "did you mean 'dice'?"),
        (["--only", "xyzzy"], "unknown-document", "there are dice"),
        (["../mlwm"], "unknown-game", ""),
        (["--only", "../dice"], "unknown-document", ""),
        (["--paper", "a5"], "usage", "letter"),
    ],
)
def test_a_misspelt_word_ends_with_2_and_the_nearest(
    tree: Tree, arguments: list[str], code: str, hint: str
) -> None:
    told = tree.run("build", *arguments)
    assert (told.status, told.out) == (2, "")
    assert f"error[{code}]" in told.err and hint in told.err and "Traceback" not in told.err
    assert tree.files() == BEFORE


# The output folder


def test_a_file_in_the_way_of_the_output_folder_ends_with_3(tree: Tree) -> None:
    tree.write("file", "not a folder")
    told = tree.run("build", "-o", "file/out")
    assert_refused(tree, told, 3)
    assert "file: error[output-blocked]" in told.err and "-o" in told.err


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX rights")
def test_an_output_folder_that_cannot_be_written_ends_with_3(tree: Tree) -> None:
    # /proc takes no new folder from anybody, root included.
    closed = tree.root / "closed"
    closed.mkdir(exist_ok=True)
    closed.chmod(0o555)
    where = Path("/proc/handbill") if os.geteuid() == 0 else closed / "out"
    told = tree.run("build", "-o", where)
    assert_refused(tree, told, 3)
    assert "error[output-unwritable]" in told.err and "-o" in told.err
    assert str(where) in told.err


# The layout


def test_a_block_too_tall_for_its_page_is_told_with_page_block_and_amount(tree: Tree) -> None:
    tree.last("\n\n".join(["One line of many that stand here."] * 90))
    told = tree.run("build", "--paper", "a4")
    assert_refused(tree, told)
    assert re.search(r"page \d+, block 'notes': .*\d+\.\d mm", told.err), told.err


def test_a_word_too_wide_for_its_column_is_told_with_page_block_and_amount(tree: Tree) -> None:
    tree.last('<span style="white-space: nowrap">' + "wide " * 60 + "</span>")
    told = tree.run("build", "--paper", "letter")
    assert_refused(tree, told)
    assert re.search(r"page 1, block 'notes': .*runs \d+\.\d mm past", told.err), told.err


def test_letters_that_are_too_small_are_told_with_page_block_and_size(tree: Tree) -> None:
    tree.last(
        '<span style="font-size: smaller; line-height: normal"><small><small>tiny</small></small></span>'
    )
    told = tree.run("build", "--paper", "a4")
    assert_refused(tree, told)
    assert re.search(r"page 1, block 'notes': .* pt", told.err), told.err
