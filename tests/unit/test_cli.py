"""What the command line prints, where, and the status that it ends with."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import Any

import pytest

from generator import __version__, cli
from generator.outputs.artifact import Artifact
from generator.outputs.manifest import Manifest
from generator.outputs.writer import Written
from generator.problems import MACHINE, HandbillError, Problem

EMPTY = Manifest("0", {}, {}, None, {}, {})
PACKAGE = Path(cli.__file__).parents[1]


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*args: str) -> Result:
        with pytest.raises(SystemExit) as ended:
            cli.main(list(args))
        captured = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Result(ended.value.code, captured.out, captured.err)

    return call


@dataclass(frozen=True)
class Request:
    games: tuple[str, ...] = ()
    papers: tuple[str, ...] = ("a4", "letter")
    only: tuple[str, ...] = ()
    jobs: int | None = None
    force: bool = False
    since: Path | None = None


INDEX = PurePosixPath("site/index.html")
WRITTEN = Written((INDEX,), (PurePosixPath("pdf/well-reference-a4.pdf"),), (), (), EMPTY)


@dataclass(frozen=True)
class Outcome:
    artifacts: tuple[Artifact, ...] = ()
    unmade: tuple[Problem, ...] = ()
    written: Written = WRITTEN


MADE = Outcome(
    (
        Artifact(PurePosixPath("pdf/well-reference-a4.pdf"), b"x" * 84_200, 2),
        Artifact(INDEX, b"x" * 12),
    )
)
FAULT = Problem(
    "typed-digit", "'4' is typed by hand", "content/well/a.md", 3, 1, source="4 dice", hint="ask the rules"
)


@pytest.fixture
def building(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[Any]]:
    """Put a build in place that gives, or raises, what a test says; the calls are returned."""

    def place(result: Any) -> list[Any]:
        calls: list[Any] = []

        def build(
            workspace: object,
            request: object,
            progress: Callable[[str, int, int], None],
            tell: Callable[[str], None],
        ) -> Outcome:
            calls.append((workspace, request))
            progress("well-reference on a4", 1, 2)
            if isinstance(result, BaseException):
                raise result
            assert isinstance(result, Outcome)
            return result

        module = ModuleType("generator.build")
        module.__dict__.update(build=build, Request=Request)
        monkeypatch.setitem(sys.modules, "generator.build", module)
        return calls

    return place


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ("bild", "error[usage]: there is no command 'bild'\n    hint: did you mean 'build'?\n"),
        (
            "zzz",
            "error[usage]: there is no command 'zzz'\n"
            "    hint: write one of build, list, odds, doctor, diff, rules, fill, read, validate, schema, "
            "check, watch, serve\n",
        ),
        ("build --papr a4", "error[usage]: there is no option '--papr'\n    hint: did you mean '--paper'?\n"),
        ("--verson", "error[usage]: there is no option '--verson'\n    hint: did you mean '--version'?\n"),
        ("list --jsn", "error[usage]: there is no option '--jsn'\n    hint: did you mean '--json'?\n"),
        (
            "build -x",
            "error[usage]: there is no option '-x'\n"
            "    hint: 'handbill build --help' shows what can be written\n",
        ),
        (
            "build --paper leter",
            "error[usage]: '--paper' cannot be 'leter'\n    hint: did you mean 'letter'?\n",
        ),
        (
            "build --paper b5",
            "error[usage]: '--paper' cannot be 'b5'\n    hint: write one of a4, letter, all\n",
        ),
        (
            "build --format xml",
            "error[usage]: '--format' cannot be 'xml'\n    hint: write one of human, short, json, github\n",
        ),
        (
            "build -q -v",
            "error[usage]: '-q' and '-v' contradict each other\n"
            "    hint: 'handbill build --help' shows what can be written\n",
        ),
        (
            "build -o",
            "error[usage]: option '-o' requires an argument\n"
            "    hint: 'handbill --help' shows what can be written\n",
        ),
        (
            "list all",
            "error[usage]: got unexpected extra argument (all)\n"
            "    hint: 'handbill list --help' shows what can be written\n",
        ),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_to_write(args: str, told: str, run: Run) -> None:
    assert run(*args.split()) == Result(2, "", told)


def test_the_version_is_the_package_s(run: Run) -> None:
    assert run("--version") == Result(0, f"handbill {__version__}\n", "")


@pytest.mark.parametrize("args", [["-h"], ["--help"], ["build", "-h"], ["list", "--help"], ["doctor", "-h"]])
def test_help_goes_to_standard_output(args: list[str], run: Run) -> None:
    result = run(*args)
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("Usage: handbill ") and "[options]" in result.out


def test_without_a_command_help_goes_to_standard_error(run: Run) -> None:
    result = run()
    assert (result.status, result.out) == (2, "")
    assert result.err == run("--help").out


def test_a_build_prints_a_line_for_each_artifact(run: Run, building: Callable[[Any], list[Any]]) -> None:
    calls = building(MADE)
    assert run("build", "-o", "out") == Result(
        0,
        """\
out/pdf/well-reference-a4.pdf   2 pages     85 kB
out/site/index.html                          1 kB
""",
        "",
    )
    [(workspace, request)] = calls
    assert workspace.output == Path("out")
    assert request == Request()


def test_the_options_reach_the_build(run: Run, building: Callable[[Any], list[Any]]) -> None:
    calls = building(MADE)
    run("build", "well", "mlwm", "--paper", "letter", "--only", "charts", "--only", "pain")
    [(workspace, request)] = calls
    assert request == Request(("well", "mlwm"), ("letter",), ("charts", "pain"))
    assert workspace.output == Path("build")


def test_quiet_prints_nothing_when_all_is_well(run: Run, building: Callable[[Any], list[Any]]) -> None:
    building(MADE)
    assert run("build", "-q") == Result(0, "", "")


def test_verbose_adds_each_step_with_its_time(run: Run, building: Callable[[Any], list[Any]]) -> None:
    building(MADE)
    result = run("build", "-v")
    assert result.out.count("\n") == 2
    assert result.err.split(" s  ")[1] == "1/2  well-reference on a4\n"
    assert float(result.err.split(" s  ")[0]) >= 0


def test_json_says_what_was_made(run: Run, building: Callable[[Any], list[Any]]) -> None:
    building(MADE)
    result = run("build", "--json")
    assert (result.status, result.err) == (0, "")
    assert json.loads(result.out) == {
        "schema_version": 1,
        "artifacts": [
            {"path": "pdf/well-reference-a4.pdf", "pages": 2, "bytes": 84200, "changed": False},
            {"path": "site/index.html", "pages": None, "bytes": 12, "changed": True},
        ],
        "removed": [],
        "kept": [],
        "problems": [],
    }


def test_problems_in_the_files_end_with_1_and_say_that_nothing_was_written(
    run: Run, building: Callable[[Any], list[Any]]
) -> None:
    building(HandbillError([FAULT, Problem("empty-file", "nothing is written here", "content/well/b.md", 1)]))
    assert run("build") == Result(
        1,
        "",
        """\
content/well/a.md:3:1: error[typed-digit]: '4' is typed by hand
    3 | 4 dice
      | ^
    hint: ask the rules
content/well/b.md:1: error[empty-file]: nothing is written here
2 problems; nothing was written
""",
    )


@pytest.mark.parametrize(
    ("form", "told"),
    [
        (
            "short",
            "content/well/a.md:3:1: error[typed-digit]: '4' is typed by hand\n"
            "1 problem; nothing was written\n",
        ),
        (
            "github",
            "::error file=content/well/a.md,line=3,col=1,title=typed-digit::'4' is typed by hand"
            " (ask the rules)\n1 problem; nothing was written\n",
        ),
    ],
)
def test_problems_are_told_in_the_form_that_was_asked_for(
    form: str, told: str, run: Run, building: Callable[[Any], list[Any]]
) -> None:
    building(HandbillError(FAULT))
    assert run("build", "-q", "--format", form) == Result(1, "", told)


def test_problems_as_json_are_one_json_document(run: Run, building: Callable[[Any], list[Any]]) -> None:
    building(HandbillError(FAULT))
    told = json.loads(run("build", "--format", "json").err)
    assert [problem["code"] for problem in told["problems"]] == ["typed-digit"]


def test_json_on_standard_output_holds_the_problems_too(
    run: Run, building: Callable[[Any], list[Any]]
) -> None:
    building(HandbillError(FAULT))
    result = run("build", "--json")
    found = json.loads(result.out)
    assert (found["schema_version"], found["artifacts"], len(found["problems"])) == (1, [], 1)
    assert result.err.endswith("1 problem; nothing was written\n")


def test_pdfs_that_could_not_be_made_end_with_3_and_the_rest_is_listed(
    run: Run, building: Callable[[Any], list[Any]]
) -> None:
    unmade = Problem("pango-missing", "no Pango here", "pdf/well-reference-a4.pdf", hint="brew install pango")
    building(Outcome(MADE.artifacts[1:], (unmade,)))
    assert run("build") == Result(
        MACHINE,
        "build/site/index.html                1 kB\n",
        """\
pdf/well-reference-a4.pdf: error[pango-missing]: no Pango here
    hint: brew install pango
1 PDF not made; everything else was written
""",
    )


def test_what_the_machine_refuses_ends_with_3(run: Run, building: Callable[[Any], list[Any]]) -> None:
    building(HandbillError(Problem("output-unwritable", "this file cannot be written", "out"), MACHINE))
    result = run("build")
    assert result.status == 3
    assert result.err.endswith("1 problem; nothing was written\n")


def test_an_unknown_game_ends_with_2(run: Run, building: Callable[[Any], list[Any]]) -> None:
    building(HandbillError(Problem("unknown-game", "there is no game 'wel'", hint="did you mean 'well'?"), 2))
    assert run("build", "wel") == Result(
        2,
        "",
        "error[unknown-game]: there is no game 'wel'\n    hint: did you mean 'well'?\n"
        "1 problem; nothing was written\n",
    )


def test_a_bug_of_ours_ends_with_70_and_keeps_its_traceback(
    run: Run, building: Callable[[Any], list[Any]]
) -> None:
    building(RuntimeError("oops"))
    result = run("build")
    assert (result.status, result.out) == (70, "")
    assert result.err.startswith("Traceback (most recent call last):\n")
    assert result.err.endswith("""\
RuntimeError: oops
error[bug]: this is a bug in handbill, not in your files
    hint: please report it, with the lines above and the command that you gave
""")


def test_an_interrupted_build_ends_with_130_and_no_words(
    run: Run, building: Callable[[Any], list[Any]]
) -> None:
    building(KeyboardInterrupt())
    result = run("build")
    assert (result.status, result.out, result.err.strip()) == (130, "", "")


# The rest in real processes, with a copy of the package whose content a test can break.

GAME = """\
title: The Well
short: WELL
subtitle: A game of ropes
credit: Ada
rules: 2003 text
theme: {display: Fredoka, text: Alegreya Sans}
"""
CHARTS = """\
---
title: Charts
subtitle: One page
summary: All.
pages: [[[[rope]]]]
---
## Rope {#rope}

Hold.
"""


@dataclass(frozen=True)
class Copy:
    """A copy of the package in a folder of its own."""

    folder: Path

    def write(self, name: str, text: str) -> None:
        path = self.folder / "content" / "well" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run(self, *args: str, **environment: str) -> Result:
        done = subprocess.run(
            [sys.executable, "-m", "generator", *args],
            cwd=self.folder,
            env={**os.environ, "PYTHONUTF8": "1", **environment},
            capture_output=True,
            text=True,
        )
        return Result(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def copied(tmp_path: Path) -> Copy:
    shutil.copytree(PACKAGE, tmp_path / "generator", ignore=shutil.ignore_patterns("__pycache__", "data"))
    copy = Copy(tmp_path)
    copy.write("game.yaml", GAME)
    copy.write("reference/charts.md", CHARTS)
    return copy


def test_list_shows_the_games_and_their_documents(copied: Copy) -> None:
    copied.write("reference/reference.md", CHARTS.replace("Charts", "The Rules"))
    assert copied.run("list") == Result(
        0, "well: The Well\n  charts     Charts\n  reference  The Rules\n", ""
    )
    assert json.loads(copied.run("list", "--json").out) == {
        "schema_version": 1,
        "games": [
            {
                "game": "well",
                "title": "The Well",
                "documents": [
                    {"name": "charts", "title": "Charts"},
                    {"name": "reference", "title": "The Rules"},
                ],
            }
        ],
    }


def test_broken_content_ends_with_1_and_every_problem_is_told(copied: Copy) -> None:
    copied.write("game.yaml", GAME.replace("subtitle", "subtitel"))
    copied.write("reference/charts.md", CHARTS.replace("Hold.", "Hold 2 ropes."))
    assert copied.run("list") == Result(
        1,
        "",
        """\
content/well/game.yaml:1: error[missing-key]: 'subtitle' is missing
    1 | title: The Well
    hint: add a line 'subtitle: …'
content/well/game.yaml:3:1: error[unknown-key]: 'subtitel' is not known here
    3 | subtitel: A game of ropes
      | ^^^^^^^^
    hint: did you mean 'subtitle'?
content/well/reference/charts.md:9:6: error[typed-digit]: '2' is typed by hand
    9 | Hold 2 ropes.
      |      ^
    hint: ask the rules: {{ rules[...] }}; a quotation stands in <q>…</q>, a page of the book as (p. …)
3 problems
""",
    )


def test_a_reader_that_leaves_early_is_no_error(copied: Copy) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "generator", "list"],
        cwd=copied.folder,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_imports_nothing_that_is_slow(copied: Copy) -> None:
    code = "import sys, generator.cli.commands; print(sorted({name.split('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=copied.folder, capture_output=True, text=True, check=True
    )
    assert "'click'" in done.stdout
    for slow in ("pydantic", "yaml", "weasyprint", "jinja2", "rich", "pypdf", "markdown", "asyncio"):
        assert f"'{slow}'" not in done.stdout
