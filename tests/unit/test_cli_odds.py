"""`handbill odds`: what it prints for a question, and how it refuses what cannot be answered."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from generator import cli
from generator.cli import odds
from tests.unit.toy_game import Toy

ROOT = Path(__file__).parents[2]
Run = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `handbill odds` where a game named toy has rules."""
    module = ModuleType("generator.rules.toy")
    module.__spec__ = ModuleSpec("generator.rules.toy", None)
    module.__dict__["RULES"] = Toy
    monkeypatch.setitem(sys.modules, "generator.rules.toy", module)
    monkeypatch.setenv("COLUMNS", "80")

    def call(words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main(["odds", *words.split()])
        captured = capsys.readouterr()
        return int(str(ended.value.code)), captured.out, captured.err

    return call


def test_an_answer_is_printed_with_the_setting_used(run: Run) -> None:
    status, out, err = run("toy sum --dice 1 --add 1")
    assert (status, err) == (0, "")
    assert out.startswith("What will the coins come to?\n  your dice: 1; added: one\n\n")
    assert "total 2      50%      100%  ####################\n" in out


@pytest.mark.parametrize(
    "words",
    ["toy toss --your-coins=2", "toy 2 --your_coins 2", "toy --your-coins 2 toss", "toy toss --your-coins 2"],
)
def test_a_parameter_is_written_with_a_space_or_an_equals_sign(run: Run, words: str) -> None:
    if words == "toy --your-coins 2 toss":  # the question comes first
        assert run(words)[0] == 2
    else:
        assert "your coins: 2; luck: none" in run(words)[1]


def test_exact_prints_fractions_and_no_percent(run: Run) -> None:
    status, out, _ = run("toy sum --exact --dice 1")
    assert status == 0 and "total 1      1/2       1/1  ###" in out and "%" not in out


def test_json_holds_the_exact_answer(run: Run) -> None:
    data = json.loads(run("toy sum --dice 2 --json")[1])
    assert data["schema_version"] == 1 and data["game"] == "toy" and data["question"] == "sum"
    (answer,) = data["answers"]
    assert answer["setting"] == {"dice": 2, "add": "none"}
    assert [share["chance"] for share in answer["shares"]] == ["1/4", "1/2", "1/4"]


def test_csv_is_a_head_and_a_row(run: Run) -> None:
    out = run("toy sum --csv --dice 2")[1]
    assert list(csv.DictReader(out.splitlines())) == [
        {
            "dice": "2",
            "add": "none",
            "share.2": "1/4",
            "share.3": "1/2",
            "share.4": "1/4",
            "measure.mean": "3/1",
        }
    ]


def test_help_lists_the_parameters_of_the_question(run: Run) -> None:
    status, out, err = run("toy sum --help")
    assert (status, err) == (0, "") and run("toy sum -h") == (0, out, "")
    assert "  --dice  your dice: 1 to 12 (default 2); each a coin of one and two\n" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "toy sum --dice 13",
            "error[parameter]: your dice cannot be '13'\n    hint: allowed: 1 to 12\n1 problem\n",
        ),
        (
            "toy sum --dice two",
            "error[parameter]: your dice cannot be 'two'\n    hint: allowed: 1 to 12\n1 problem\n",
        ),
        (
            "toy sum --dice 1.5",
            "error[parameter]: your dice cannot be '1.5'\n    hint: allowed: 1 to 12\n1 problem\n",
        ),
        (
            "toy sum --dice -1",
            "error[parameter]: your dice cannot be '-1'\n    hint: allowed: 1 to 12\n1 problem\n",
        ),
        (
            "toy sum --dice=",
            "error[parameter]: your dice cannot be ''\n    hint: allowed: 1 to 12\n1 problem\n",
        ),
        (
            "toy sum --dice",
            "error[parameter]: '--dice' needs a value\n    hint: allowed: 1 to 12\n1 problem\n",
        ),
        (
            "toy sum --dice 1 --dice 2",
            "error[parameter]: '--dice' is given twice\n    hint: write it once\n1 problem\n",
        ),
        (
            "toy sum --dise 2",
            "error[parameter]: the question 'sum' does not ask for '--dise'\n"
            "    hint: did you mean '--dice'?\n1 problem\n",
        ),
        (
            "toy sum --jsn",
            "error[parameter]: the question 'sum' does not ask for '--jsn'\n"
            "    hint: did you mean '--json'?\n1 problem\n",
        ),
        (
            "toy sum 3",
            "error[parameter]: the question 'sum' does not ask for '3'\n"
            "    hint: it asks for --dice, --add\n1 problem\n",
        ),
        (
            "toy sum --dise 2 --add 3 --dice",
            "error[parameter]: '--dice' needs a value\n    hint: allowed: 1 to 12\n"
            "error[parameter]: added cannot be '3'\n    hint: allowed: none, one (a_one)\n"
            "error[parameter]: the question 'sum' does not ask for '--dise'\n"
            "    hint: did you mean '--dice'?\n3 problems\n",
        ),
        (
            "toy toss --luck 2,1",
            "error[parameter]: that is too much luck\n    hint: allowed: one kind\n1 problem\n",
        ),
        (
            "toy tos",
            "error[unknown-question]: toy has no question 'tos'\n    hint: did you mean 'toss'?\n1 problem\n",
        ),
        (
            "tsoi check",
            "error[unknown-game]: there is no game 'tsoi' with questions\n"
            "    hint: did you mean 'tsoy'?\n1 problem\n",
        ),
        ("toy sum --json --csv", "error[usage]: '--json' and '--csv' contradict each other\n"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_would_be_right(run: Run, words: str, told: str) -> None:
    status, out, err = run(words)
    assert (status, out) == (2, "")
    assert err == told or err.startswith(told + "    hint: ")


@pytest.mark.parametrize(
    "words",
    [
        "toy sum",
        "toy 1 --exact --dice 1",
        "toy toss --your-coins=2 --json",
        "toy sum --dice --csv 2",
        "toy sum --add none --help",
        "toy sum --dice two 3 --exact",
        "toy sum --dice --exact",
        "toy tos --dice 1",
    ],
)
def test_plain_words_are_read_as_click_reads_them(
    words: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert odds.is_plain(words.split())
    told = run(words)
    monkeypatch.setattr(odds, "is_plain", lambda words: False)
    assert run(words) == told


@pytest.mark.parametrize(
    "words",
    [
        "",
        "toy",
        "--json toy sum",
        "toy -h",
        "toy sum -h",
        "toy sum --dice -1",
        "toy sum --json=1",
        "toy sum --",
    ],
)
def test_other_words_are_left_to_click(words: str) -> None:
    assert not odds.is_plain(words.split())


def test_without_a_question_all_questions_are_listed(run: Run) -> None:
    status, out, err = run("")
    assert (status, err) == (0, "")
    assert "tsoy: The Shadow of Yesterday\n   1  check " in out and "mlwm: My Life With Master\n" in out
    asked = run("tsoy")[1]
    assert asked.startswith("tsoy: The Shadow of Yesterday\n   1  check ") and "mlwm" not in asked


def test_what_can_be_asked_is_told_to_machines(run: Run) -> None:
    (game,) = json.loads(run("mlwm --json")[1])["games"]
    assert game["game"] == "mlwm" and game["questions"][0]["question"] == "overture"
    names = [parameter["name"] for parameter in game["questions"][0]["parameters"]]
    assert "self_loathing" in names


def test_help_without_a_question_tells_what_can_be_written(run: Run) -> None:
    status, out, err = run("--help")
    assert (status, err) == (0, "") and "--exact" in out and "[GAME] [QUESTION]" in out
    assert run("tsoy --help")[1] == out


def command(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "generator", "odds", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )


EXAMPLES = (
    "tsoy check --rank 2 --bonus 1",
    "mlwm overture --reason 3 --self-loathing 2 --fear 4 --bonus d6",
    "mlwm overture --reason=3 --self-loathing=2 --fear=4 --bonus=d6",
    "tsoy fight --rank 2 --against 1 --harm 2,4",
    "maid target",
)


@pytest.mark.parametrize("words", EXAMPLES)
def test_the_examples_work_in_every_terminal(words: str) -> None:
    narrow, wide = command(*words.split(), COLUMNS="50", NO_COLOR="1"), command(*words.split(), COLUMNS="300")
    assert (narrow.returncode, narrow.stderr, wide.returncode) == (0, "", 0)
    assert max(map(len, narrow.stdout.splitlines())) <= 50 < max(map(len, wide.stdout.splitlines())) <= 100
    assert "\x1b" not in narrow.stdout + wide.stdout and "%" in narrow.stdout and "##" in narrow.stdout


@pytest.mark.parametrize("words", EXAMPLES)
def test_an_answer_imports_the_rules_of_its_game_and_little_else(words: str) -> None:
    code = (
        "import sys\nfrom generator import cli\n"
        "try:\n    cli.main(['odds', *sys.argv[1:]])\n"
        "except SystemExit as ended:\n    assert not ended.code\n"
        "print(*sorted(sys.modules), sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words.split()], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    loaded = set(done.stderr.split())
    game = words.split()[0]
    assert f"generator.rules.{game}" in loaded
    heavy = {"click", "jinja2", "markupsafe", "yaml", "pydantic", "weasyprint", "pypdf", "rich", "markdown"}
    others = {f"generator.rules.{other}" for other in ("mlwm", "maid", "tsoy") if other != game}
    unneeded = {
        "generator.build",
        "generator.content",
        "generator.outputs",
        "pathlib",
        "json",
        "difflib",
        "csv",
    }
    assert not loaded & (heavy | others | unneeded)
