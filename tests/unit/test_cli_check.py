"""`handbill check`: what it says of a folder that was truly built, and that its commands mend it."""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.cli.sarif import sarif
from generator.outputs.manifest import read_manifest
from generator.outputs.pdf import system_command
from generator.problems import Problem
from tests.unit.small_tree import DICE_FILE, DOCUMENT, GAME_FILE, HERE, LAST, Told, Tree

PDFS = ["build/pdf/mlwm-dice-a4.pdf", "build/pdf/mlwm-dice-letter.pdf"]
PAGE = "build/site/mlwm/dice.html"


@pytest.fixture(scope="module")
def once(kept_tree: Tree) -> Tree:
    """The small game, built; ``kept`` holds that build for every test."""
    kept_tree.restore()
    shutil.rmtree(kept_tree.root / "build")
    told = kept_tree.run("build")
    assert (told.status, told.err) == (0, "")
    shutil.copytree(kept_tree.root / "build", kept_tree.root / "kept")
    return kept_tree


@pytest.fixture
def built(once: Tree) -> Iterator[Tree]:
    """The small game, unbroken, with the folder of its build; what a test puts beside them goes again."""
    once.restore()
    shutil.rmtree(once.root / "build")
    shutil.copytree(once.root / "kept", once.root / "build")
    before = set(once.root.iterdir())
    yield once
    for path in set(once.root.iterdir()) - before:
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def checked(tree: Tree, *words: str | Path, status: int = 1) -> list[dict[str, Any]]:
    """The problems that a check tells, which ends with this status, and writes nothing in the tree."""
    before = tree.files(".")
    told = tree.run("check", "--format", "json", *words)
    assert (told.status, told.err) == (status, ""), told
    assert unchanged(before, tree.files("."))
    found = json.loads(told.out)
    assert found["schema_version"] == 1
    problems: list[dict[str, Any]] = found["problems"]
    return problems


def unchanged(before: dict[str, bytes], after: dict[str, bytes]) -> bool:
    return {name: data for name, data in after.items() if "__pycache__" not in name} == {
        name: data for name, data in before.items() if "__pycache__" not in name
    }


def places(problems: list[dict[str, Any]]) -> dict[str, str]:
    """The code of what is told of each path."""
    assert len({problem["path"] for problem in problems}) == len(problems)
    return {problem["path"]: problem["code"] for problem in problems}


def mended(tree: Tree, problems: list[dict[str, Any]], *words: str) -> None:
    """Run the command of each finding, each in a shell's words; then a check has nothing to tell."""
    commands = dict.fromkeys(problem["hint"] for problem in problems)
    assert commands
    for command in commands:
        name, *arguments = shlex.split(command)
        assert name == "handbill"
        assert tree.run(*arguments).status == 0, command
    assert checked(tree, *words, status=0) == []


def mended_by_each(tree: Tree, problems: list[dict[str, Any]]) -> None:
    """Each command alone takes away the findings that name it."""
    for command in dict.fromkeys(problem["hint"] for problem in problems):
        shutil.copytree(tree.root / "build", tree.root / "broken")
        assert tree.run(*shlex.split(command)[1:]).status == 0
        left = places(json.loads(tree.run("check", "--format", "json").out)["problems"])
        named = {problem["path"] for problem in problems if problem["hint"] == command}
        assert not named & left.keys(), (command, left)
        shutil.rmtree(tree.root / "build")
        (tree.root / "broken").rename(tree.root / "build")


def test_a_folder_as_it_was_built_has_no_finding_and_one_line_says_so(built: Tree) -> None:
    told = built.run("check")
    number = len(built.files())
    assert (told.status, told.err) == (0, "")
    assert told.out == f"everything in build is as the rules make it: {number} files\n"
    assert checked(built, "--strict", status=0) == []


def test_missing_files_are_told_once_for_all_papers_with_the_command_that_makes_them(built: Tree) -> None:
    for name in (*PDFS, PAGE, "build/site/index.html", "build/SHA256SUMS"):
        (built.root / name).unlink()
    told = checked(built)
    assert places(told) == dict.fromkeys(
        [PDFS[0], PAGE, "build/site/index.html", "build/SHA256SUMS"], "missing-artifact"
    )
    assert {problem["hint"] for problem in told} == {"handbill build", "handbill build mlwm --only dice"}
    mended_by_each(built, told)
    mended(built, told)


def test_a_changed_sentence_is_told_with_both_readings(built: Tree) -> None:
    built.last("Something more.")
    told = checked(built)
    assert places(told) == {PDFS[0]: "stale-artifact", PAGE: "stale-artifact"}
    for problem in told:
        assert any("Nothing more. → Something more." in line for line in problem["details"]), told
        assert problem["hint"] == "handbill build mlwm --only dice"
    mended(built, told)


def test_a_changed_rule_is_told_before_the_words_that_it_changed(built: Tree) -> None:
    built.write("house-rules.yaml", "MLWM-DICE-1: 6\n")
    told = checked(built)
    pages = [problem for problem in told if problem["path"] in (PDFS[0], PAGE)]
    assert len(pages) == 2
    for problem in pages:
        assert problem["code"] == "stale-artifact"
        assert problem["details"][0] == "MLWM-DICE-1.sides A pool: Sides: 4 → 6"
        assert len(problem["details"]) > 1
    mended(built, told)


def test_house_rules_and_folder_that_were_named_stand_in_the_commands_too(built: Tree) -> None:
    built.write("our rules.yaml", "MLWM-DICE-1: 6\n")
    words = ("-o", "our sheets", "--house-rules", "our rules.yaml")
    (nothing,) = checked(built, *words)
    assert (nothing["code"], nothing["path"]) == ("nothing-built", "our sheets")
    assert nothing["hint"] == "handbill build -o 'our sheets' --house-rules 'our rules.yaml'"
    mended(built, [nothing], *words)
    assert checked(built, "-o", "our sheets", "--house-rules", "none") != []


def test_files_that_a_hand_changed_are_told_from_files_that_are_out_of_date(built: Tree) -> None:
    built.write(PDFS[0], (built.root / PDFS[0]).read_bytes() + b"% mine\n")
    built.change("build/site/index.html", "The Castle", "My Castle")
    told = checked(built)
    assert places(told) == dict.fromkeys([PDFS[0], "build/site/index.html"], "edited-artifact")
    details = {problem["path"]: problem["details"] for problem in told}
    assert details[PDFS[0]] == ["all that one reads in it is the same; other bytes differ"]
    assert any("My Castle" in line and "The Castle" in line for line in details["build/site/index.html"])
    mended_by_each(built, told)
    mended(built, told)


def test_what_no_source_makes_any_more_is_told_and_a_build_removes_it(built: Tree) -> None:
    more = "content/mlwm/reference/more.md"
    built.write(more, DOCUMENT.replace("title: Dice", "title: More").replace("LAST", "And more."))
    assert {"missing-artifact"} <= set(places(checked(built)).values())
    assert built.run("build").status == 0
    (built.root / more).unlink()
    told = checked(built)
    gone = {"build/pdf/mlwm-more-a4.pdf", "build/site/mlwm/more.html"}
    assert {path for path, code in places(told).items() if code == "unsourced-artifact"} == gone
    mended(built, told)
    assert not (built.root / "build/site/mlwm/more.html").exists()


@pytest.mark.parametrize(
    ("break_it", "code"),
    [(Path.unlink, "unfinished-build"), (lambda path: path.write_text("{"), "damaged-manifest")],
)
def test_a_manifest_that_is_gone_or_damaged_is_told_and_a_build_mends_it(
    built: Tree, break_it: Callable[[Path], object], code: str
) -> None:
    break_it(built.root / "build/manifest.json")
    told = checked(built)
    assert places(told) == {"build/manifest.json": code}
    mended(built, told)


def test_a_source_that_changes_no_file_makes_the_manifest_stale(built: Tree) -> None:
    built.change(GAME_FILE, "title: The Castle", "# A remark.\ntitle: The Castle")
    told = checked(built)
    assert places(told) == {"build/manifest.json": "stale-artifact"}
    assert told[0]["details"] == [f"source {GAME_FILE}: changed"]
    mended(built, told)


# Another machine


def made_elsewhere(tree: Tree, name: str, data: bytes) -> None:
    """Let an earlier Pango have made the folder, with these bytes for one file."""
    listed = read_manifest(tree.root / "build")
    assert listed is not None
    entry = replace(listed.artifacts[name], sha256=hashlib.sha256(data).hexdigest(), bytes=len(data))
    there = replace(
        listed,
        environment={**listed.environment, "pango": "1.44.0"},
        artifacts={**listed.artifacts, name: entry},
    )
    tree.write(f"build/{name}", data)
    for artifact in (there.artifact(), there.sums()):
        tree.write(f"build/{artifact.path}", artifact.data)


def test_a_folder_made_with_another_pango_is_held_to_text_pages_and_fields(built: Tree) -> None:
    name = "pdf/mlwm-dice-a4.pdf"
    made_elsewhere(built, name, (built.root / "build" / name).read_bytes() + b"% other bytes\n")
    told = built.run("check")
    assert (told.status, told.err) == (0, "")
    note, details, hint, closing = told.out.splitlines()
    assert note.startswith("build/manifest.json: note[other-versions]: made with pango 1.44.0 (here ")
    assert details == "    1 file differs in nothing but that"
    assert hint == "    hint: handbill build" and closing.startswith("everything in build is as")
    strict = checked(built, "--strict")
    assert places(strict) == {"build/manifest.json": "other-versions"}
    mended(built, strict, "--strict")


def test_a_folder_made_with_another_pango_is_stale_where_its_text_is(built: Tree) -> None:
    name = "site/mlwm/dice.html"
    data = (built.root / "build" / name).read_bytes()
    made_elsewhere(built, name, data.replace(b"Nothing more.", b"Nothing less."))
    told = checked(built)
    assert places(told) == {PAGE: "stale-artifact", "build/manifest.json": "other-versions"}
    assert any("Nothing less. → Nothing more." in line for line in told[-1]["details"])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the loader of Linux")
def test_without_pango_all_but_pdfs_is_compared_and_that_is_said(built: Tree, tmp_path: Path) -> None:
    (tmp_path / "libpango-1.0.so.0").write_bytes(b"")
    lacking: Any = {"LD_LIBRARY_PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "empty")}
    told = built.run("check", **lacking)
    assert told.status == 3 and "Traceback" not in told.err
    assert "error[pango-missing]: 2 PDFs were not compared, since PDFs cannot be printed here" in told.out
    assert f"hint: {system_command()}\n" in told.out
    (built.root / PDFS[0]).unlink()
    built.write(PDFS[1], b"mine")
    built.last("Something more.")
    told = built.run("check", "--format", "short", **lacking)
    assert told.status == 1
    for line in (
        f"{PDFS[0]}: error[missing-artifact]",
        f"{PDFS[1]}: error[edited-artifact]",
        f"{PAGE}: error[stale-artifact]",
    ):
        assert line in told.out


# Sources


def test_links_that_lead_nowhere_and_doubled_ids_are_told_with_page_and_line(built: Tree) -> None:
    template = "templates/macros/frame.html"
    built.change(template, 'href="../index.html"', 'id="notes" href="../indx.html"')
    assert built.run("build").status == 0
    told = checked(built)
    link, doubled = told
    assert (link["code"], link["path"]) == ("broken-link", PAGE)
    assert (doubled["code"], doubled["path"]) == ("doubled-id", DICE_FILE)
    assert link["hint"] == "did you mean '../index.html'?"
    assert link["message"] == "'../indx.html' leads to no file of the build"
    assert link["details"] == [f"this page is made from {DICE_FILE}"]
    lines = (built.root / PAGE).read_text(encoding="utf-8").splitlines()
    assert "../indx.html" in lines[link["line"] - 1]
    assert DOCUMENT.splitlines()[doubled["line"] - 1].endswith("{#notes}")


def test_everything_that_is_wrong_is_told_at_once(built: Tree) -> None:
    built.last("{{ rulez }}")
    built.write("house-rules.yaml", "MLWM-DIZE-1: 6\n")
    built.write("igor.yaml", "sheet: mlwm/nobody\n")
    told = checked(built, "igor.yaml")
    assert {(problem["path"], problem["line"], problem["code"]) for problem in told} == {
        (DICE_FILE, LAST, "unknown-fact"),
        ("house-rules.yaml", 1, "unknown-rule"),
        ("igor.yaml", 1, "unknown-sheet"),
    }
    human = built.run("check", "igor.yaml").out
    assert f"{HERE}: error[unknown-fact]" in human and human.endswith("\n3 problems\n")


@pytest.mark.parametrize(
    "arguments", [["content/mlwm/gmae.yaml"], ["--format", "sraif"], ["--jobs", "0"], ["--strickt"]]
)
def test_wrong_usage_ends_with_2(built: Tree, arguments: list[str]) -> None:
    told = built.run("check", *arguments)
    assert (told.status, told.out) == (2, "") and "hint: " in told.err and "Traceback" not in told.err


# Forms


def test_people_read_what_is_wrong_what_differs_what_mends_it_and_how_many_there_are(built: Tree) -> None:
    built.last("Something more.")
    (built.root / "build/site/index.html").unlink()
    told = built.run("check")
    assert (told.status, told.err) == (1, "")
    assert "build/site/index.html: error[missing-artifact]: this file is missing\n" in told.out
    assert (
        f"{PAGE}: error[stale-artifact]: this is out of date: a build now makes it otherwise\n"
        "    Notes: Nothing more. → Something more.\n"
        "    hint: handbill build mlwm --only dice\n"
    ) in told.out
    assert told.out.endswith("3 problems; 'handbill build' mends all of them\n")


def test_github_annotates_each_file(built: Tree) -> None:
    built.last("Something more.")
    lines = built.run("check", "--format", "github").out.splitlines()
    assert lines[0].startswith(f"::error file={PDFS[0]},title=stale-artifact::this is out of date")
    assert "%0A" in lines[0] and lines[-1] == "2 problems"


SARIF_PROBLEMS = (
    Problem("false-claim", "it is false", "content/maid/a b.md", 7, 3, "say so", length=4),
    Problem("stale-artifact", "out of date", "build/pdf/x.pdf", details=("a → b",)),
    Problem("other-versions", "made elsewhere", "build/manifest.json", level="note"),
    Problem("stale-artifact", "out of date", str(Path.cwd() / "build" / "y.pdf"), 2),
    Problem("pango-missing", "no PDFs", hint="apt"),
)


def test_sarif_has_all_that_its_schema_requires() -> None:
    log = json.loads(sarif(SARIF_PROBLEMS))
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "handbill"
    ids = [rule["id"] for rule in driver["rules"]]
    assert ids == ["false-claim", "stale-artifact", "other-versions", "pango-missing"]
    assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    assert len(run["results"]) == len(SARIF_PROBLEMS)
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        for location in result.get("locations", ()):
            uri = location["physicalLocation"]["artifactLocation"]["uri"]
            assert ":" not in uri and not uri.startswith("/") and " " not in uri
            region = location["physicalLocation"].get("region", {"startLine": 1})
            assert all(type(number) is int and number >= 1 for number in region.values())


def test_sarif_has_place_level_details_and_hint_of_each_problem() -> None:
    first, second, note, absolute, nowhere = json.loads(sarif(SARIF_PROBLEMS))["runs"][0]["results"]
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "content/maid/a%20b.md"},
                "region": {"startLine": 7, "startColumn": 3, "endColumn": 7},
            }
        }
    ]
    assert first["message"]["text"] == "it is false\nhint: say so"
    assert second["message"]["text"] == "out of date\na → b"
    assert (first["level"], note["level"]) == ("error", "note")
    place = absolute["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "build/y.pdf"}, "region": {"startLine": 2}}
    assert "locations" not in nowhere


def test_sarif_without_a_problem_is_a_whole_log() -> None:
    (run,) = json.loads(sarif(()))["runs"]
    assert run["results"] == [] and run["tool"]["driver"]["rules"] == []


def test_a_check_tells_sarif_and_nothing_else_on_standard_output(built: Tree) -> None:
    built.last("Something more.")
    told: Told = built.run("check", "--format", "sarif")
    assert (told.status, told.err) == (1, "")
    results = json.loads(told.out)["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == ["stale-artifact"] * 2
