"""Games are found by their folders, and a pack tells every problem of every file at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.content.games import SHARED, discover
from generator.content.packs import load_pack, load_packs
from generator.problems import USAGE, HandbillError

ROOT = Path(__file__).parents[3]
Write = Callable[..., Path]
Refused = Callable[[Callable[[], object]], str]


def test_a_folder_with_a_game_file_is_a_game(write: Write) -> None:
    root = write()
    (root / "drafts").mkdir()
    (root / "LICENSE.md").write_text("")
    assert discover(root) == ("well",)


@pytest.mark.parametrize("name", SHARED)
def test_no_game_is_called_like_a_folder_that_all_games_share(write: Write, name: str) -> None:
    root = write()
    (root / name).mkdir()
    (root / name / "game.yaml").write_text("")
    with pytest.raises(HandbillError) as refused:
        discover(root)
    (problem,) = refused.value.problems
    assert (problem.code, problem.path) == ("bad-name", f"{root.name}/{name}")
    assert problem.hint == f"rename it, to '{name}-game' say"


def test_each_folder_of_templates_is_a_game_s_or_shared() -> None:
    folders = {path.name for path in (ROOT / "templates").iterdir() if path.is_dir()}
    assert folders <= {*discover(ROOT / "content"), *SHARED}


def test_a_pack_holds_what_its_files_say(write: Write) -> None:
    pack = load_pack(write({"glossary.yaml": "Rope: {means: A line., rules: [WELL-ROPE]}\n"}), "well")
    assert (pack.id, pack.title, pack.short) == ("well", "The Well", "WELL")
    assert pack.meta.credit == "The Well (1999) by Ada."
    assert pack.glossary["Rope"].rules == ("WELL-ROPE",)
    [document] = pack.documents
    assert (document.name, document.path) == ("reference", "content/well/reference/reference.md")
    assert document.pages[0].blocks == ("dice", "falling", "water")


def test_a_body_begins_at_the_line_that_it_names(write: Write) -> None:
    root = write()
    [document] = load_pack(root, "well").documents
    lines = (root.parent / document.path).read_text(encoding="utf-8").split("\n")
    assert document.body.split("\n") == lines[document.body_line - 1 :]
    assert lines[document.body_line - 2] == "---"


def test_documents_and_games_come_in_a_fixed_order(write: Write) -> None:
    root = write()
    reference = root / "well" / "reference"
    for name in ("zeal.md", "charts.md"):
        (reference / name).write_text((reference / "reference.md").read_text())
    assert [document.name for document in load_pack(root, "well").documents] == [
        "charts",
        "reference",
        "zeal",
    ]
    for game, order in (("abc", ""), ("zoo", "order: 1\n"), ("mid", "order: 2\n")):
        (root / game).mkdir()
        (root / game / "game.yaml").write_text((root / "well" / "game.yaml").read_text() + order)
    assert [pack.id for pack in load_packs(root)] == ["zoo", "mid", "abc", "well"]
    assert [pack.id for pack in load_packs(root, ["well", "zoo", "well"])] == ["zoo", "well"]


def test_an_unknown_game_is_wrong_usage_and_names_the_nearest(write: Write, refused: Refused) -> None:
    root = write()
    with pytest.raises(HandbillError) as caught:
        load_pack(root, "wel")
    assert caught.value.exit_status == USAGE
    assert refused(lambda: load_pack(root, "wel")) == (
        "error[unknown-game]: there is no game 'wel'\n    hint: did you mean 'well'?"
    )
    assert refused(lambda: load_packs(root, ["zzz"])).endswith("hint: the games are well")


def test_an_empty_content_folder_is_told(tmp_path: Path, refused: Refused) -> None:
    assert refused(lambda: load_packs(tmp_path / "content")) == (
        "content: error[no-games]: there is no game here\n    hint: a game is a folder that holds a game.yaml"
    )


def test_all_problems_of_all_files_come_at_once(write: Write, refused: Refused) -> None:
    root = write(
        {
            "game.yaml": "title: The Well of 7\nshort: WELL\nsubtitle: x\ncredit: Ada\nrules: 2003 text\n",
            "glossary.yaml": "Rope: {meens: A line.}\nBucket 2:\n  means: Holds 3.\n",
            "reference/charts.md": "# Charts\n",
            "reference/Quick Ref.md": "",
            "reference/notes.txt": "",
            "reference/.keep": "",
            "refrence": "x",
        }
    )
    assert (
        refused(lambda: load_pack(root, "well"))
        == """\
content/well/game.yaml:1: error[missing-key]: 'theme' is missing
    1 | title: The Well of 7
    hint: add a line 'theme: …'
content/well/game.yaml:1:20: error[typed-digit]: '7' is typed by hand
    1 | title: The Well of 7
      |                    ^
    hint: ask the rules: {{ rules[...] }}; a quotation stands in <q>…</q>, a page of the book as (p. …)
content/well/glossary.yaml:1:1: error[missing-key]: 'means' is missing in 'Rope'
    1 | Rope: {meens: A line.}
      | ^^^^
    hint: add a line 'means: …'
content/well/glossary.yaml:1:8: error[unknown-key]: 'meens' is not known here
    1 | Rope: {meens: A line.}
      |        ^^^^^
    hint: did you mean 'means'?
content/well/glossary.yaml:2:1: error[typed-digit]: 'Bucket 2' holds a typed number
    2 | Bucket 2:
      | ^^^^^^^^
    hint: ask the rules: {{ rules[...] }}; a quotation stands in <q>…</q>, a page of the book as (p. …)
content/well/glossary.yaml:3:16: error[typed-digit]: '3' is typed by hand
    3 |   means: Holds 3.
      |                ^
    hint: ask the rules: {{ rules[...] }}; a quotation stands in <q>…</q>, a page of the book as (p. …)
content/well/reference/Quick Ref.md: error[bad-name]: a file's name has small letters, digits and '-' only, \
with a letter first, but this is 'Quick Ref'
    hint: rename it, to 'quick-ref' say
content/well/reference/charts.md:1: error[no-head]: a reference starts with a head, but this line is no '---'
    1 | # Charts
    hint: start the file with '---', then 'title: …' and the other keys, then '---'
content/well/reference/notes.txt: error[stray-file]: 'notes.txt' is no reference
    hint: a reference is a file such as 'charts.md'; move anything else elsewhere
content/well/refrence: error[stray-file]: nothing reads 'refrence'
    hint: did you mean 'reference'?"""
    )


def test_a_head_that_never_closes_is_told(write: Write, refused: Refused) -> None:
    root = write({"reference/reference.md": "---\ntitle: x\n"})
    assert (
        refused(lambda: load_pack(root, "well"))
        == """\
content/well/reference/reference.md:1: error[no-head]: the head that opens here never closes
    1 | ---
    hint: end it with a line '---'"""
    )


def test_a_fault_in_a_head_has_the_line_of_the_file(write: Write, refused: Refused) -> None:
    root = write({"reference/reference.md": "---\ntitle: x\n\tsubtitle: y\n---\n## A {#a}\n"})
    assert (
        refused(lambda: load_pack(root, "well"))
        == """\
content/well/reference/reference.md:3:1: error[yaml-tab]: a tab stands in the indentation
    3 | \tsubtitle: y
      | \t^
    hint: indent with spaces, two for each level""".replace("\t^", "^")
    )


def test_an_empty_head_is_told(write: Write, refused: Refused) -> None:
    root = write({"reference/reference.md": "---\n---\n"})
    assert (
        refused(lambda: load_pack(root, "well"))
        == """\
content/well/reference/reference.md:2: error[empty-file]: nothing is written here
    2 | ---
    hint: write lines such as 'title: My Game'"""
    )


def test_a_game_whose_folder_is_misnamed_is_told(write: Write, refused: Refused) -> None:
    root = write()
    (root / "well").rename(root / "The Well")
    assert refused(lambda: discover(root)) == (
        "content/The Well: error[bad-name]: a folder's name has small letters, digits and '-' only, "
        "with a letter first, but this is 'The Well'\n    hint: rename it, to 'the-well' say"
    )


def test_an_empty_game_file_and_broken_bytes_are_told_together(write: Write, refused: Refused) -> None:
    root = write({"game.yaml": "", "glossary.yaml": b"Zo\xeb: {means: x}\n"})
    told = refused(lambda: load_pack(root, "well"))
    assert "game.yaml:1: error[empty-file]" in told and "glossary.yaml:1: error[not-utf8]" in told
