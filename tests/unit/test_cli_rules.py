"""`handbill rules`, and house rules on the other commands."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from generator import cli
from generator.rules import games, load

Run = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run `handbill` in an empty folder."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)

    def call(words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main(words.split())
        captured = capsys.readouterr()
        return int(str(ended.value.code)), captured.out, captured.err

    return call


def house(text: str) -> None:
    Path("house-rules.yaml").write_text(text, encoding="utf-8")


def test_every_value_of_every_game_is_shown_within_80_columns(run: Run) -> None:
    status, out, err = run("rules")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line for line in lines if not line.startswith(" ")] == [f"{game}:" for game in games()]
    shown = {line.split("  ")[1] for line in lines if line.startswith("  ") and line[2] != " "}
    for game in games():
        assert {each.key for each in load(game).replaceable()} <= shown
    assert "  MAID-DER-1  10 × Will\n      Spirit. May be a formula over " in out
    assert "(house rule" not in out


def test_a_changed_rule_is_marked_with_the_published_value(run: Run) -> None:
    house("MAID-DER-1: 8 * will\n")
    out = run("rules maid")[1]
    assert "  MAID-DER-1  8 × Will  (house rule; published: 10 × Will)\n" in out
    assert out.count("(house rule") == 1
    assert "(house rule" not in run("rules maid --house-rules none")[1]


def test_one_rule_is_shown_with_what_is_known_of_it(run: Run) -> None:
    assert run("rules maid MAID-ACT-1") == (
        0,
        "MAID-ACT-1  die × attribute\n"
        f"    Result. May be {allows('maid', 'MAID-ACT-1')}.\n"
        "    In house-rules.yaml: MAID-ACT-1: die * attribute\n"
        "    The result of a roll: the die, after penalty and boost, times the attribute.\n"
        "    The GM sets the target number that it is compared with. (forum digest 2014,\n"
        "    L3)\n",
        "",
    )


def allows(game: str, key: str) -> str:
    return next(each.allows for each in load(game).replaceable() if each.key == key)


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("tn", "MAID-AMB-1  beats"),
        ("MAID-UNI", "MAID-UNI.apron.name  Apron"),
        ("MAID-UNI.headdress.penalty", "MAID-UNI.headdress.penalty  2"),
        ("MAID-SPIRIT", "MAID-SPIRIT is not replaced."),
    ],
)
def test_a_rule_is_meant_by_its_id_its_name_its_chart_or_its_key(run: Run, word: str, first: str) -> None:
    status, out, _ = run(f"rules maid {word}")
    assert (status, out.splitlines()[0]) == (0, first)


def test_json_holds_every_value(run: Run) -> None:
    house("MAID-DER-1: 8 * will\n")
    data = json.loads(run("rules --json")[1])
    assert data["schema_version"] == 1 and [game["game"] for game in data["games"]] == list(games())
    (spirit,) = json.loads(run("rules maid MAID-DER-1 --json")[1])["games"][0]["rules"]
    assert spirit == {
        "key": "MAID-DER-1",
        "id": "MAID-DER-1",
        "cell": "",
        "kind": "formula",
        "title": "Spirit",
        "value": "8 * will",
        "published": "10 * will",
        "printed": "8 × Will",
        "changed": True,
        "allows": allows("maid", "MAID-DER-1"),
        "source": "forum digest 2014, L14",
        "page": None,
    }


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "rules mald",
            "error[unknown-game]: no rules are declared for 'mald'\n"
            "    hint: did you mean 'maid'?\n1 problem\n",
        ),
        (
            "rules maid MAID-DRE-1",
            "error[unknown-rule]: 'MAID-DRE-1' is no rule of maid\n"
            "    hint: did you mean 'MAID-DER-1'?\n1 problem\n",
        ),
        (
            "rules --house-rules nothing.yaml",
            "nothing.yaml: error[missing-file]: there is no such file\n1 problem\n",
        ),
    ],
)
def test_what_is_not_there_is_wrong_usage(run: Run, words: str, told: str) -> None:
    assert run(words) == (2, "", told)


CHARACTER = "sheet: maid/maid\nname: Anna\nwill_base: 2\n"


@pytest.mark.parametrize(
    "words",
    [
        "rules",
        "odds maid explosion",
        "odds",
        "validate anna.yaml",
        "schema maid/maid",
        "fill anna.yaml",
        "read anna.pdf",
    ],
)
def test_a_wrong_house_rule_ends_every_command_with_its_place(run: Run, words: str) -> None:
    Path("anna.yaml").write_text(CHARACTER)
    Path("anna.pdf").write_bytes(b"%PDF-1.4\n")
    Path("ours.yaml").write_text("MAID-DER-1: 8 * wil\n")
    before = sorted(Path().iterdir())
    status, out, err = run(f"{words} --house-rules ours.yaml")
    assert (status, out) == (1, "")
    assert err.startswith(
        "ours.yaml:1:17: error[formula]: MAID-DER-1: the formula names 'wil', which the rules do not know\n"
        "    1 | MAID-DER-1: 8 * wil\n"
        "      |                 ^\n"
        "    hint: did you mean 'will'?\n"
        "1 problem"
    )
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize("words", ["validate anna.yaml", "fill anna.yaml", "read anna.pdf"])
def test_a_wrong_house_rule_is_told_in_the_form_asked_for(run: Run, words: str) -> None:
    Path("anna.yaml").write_text(CHARACTER)
    house("MAID-DER-1: 8 * wil\n")
    status, _, err = run(f"{words} --format json")
    (problem,) = json.loads(err)["problems"]
    assert (status, problem["path"], problem["line"], problem["column"]) == (1, "house-rules.yaml", 1, 17)


def test_odds_under_changed_rules_say_so(run: Run) -> None:
    published = run("odds maid explosion")[1]
    house("MAID-DER-1: 8 * will\nMAID-FAV-7: new_value\n")
    changed = run("odds maid explosion")[1]
    line = "\nwith house rules: MAID-DER-1 8 × Will, published 10 × Will\n"
    assert changed.endswith(line) and "house" not in published
    assert changed.removesuffix(line) != published
    assert run("odds maid explosion --house-rules none")[1] == published
    assert run("odds --house-rules=none maid explosion")[1] == published
    assert "house" not in run("odds maid target")[1]


def test_odds_as_json_and_csv_say_so_too(run: Run) -> None:
    assert json.loads(run("odds maid explosion --json")[1])["house_rules"] == []
    house("MAID-DER-1: 8 * will\n")
    assert json.loads(run("odds maid explosion --json")[1])["house_rules"] == [
        {"id": "MAID-DER-1", "cell": "", "title": "Spirit", "published": "10 × Will", "now": "8 × Will"}
    ]
    status, out, err = run("odds maid explosion --csv")
    assert (status, err) == (0, "note: with house rules: MAID-DER-1 8 × Will, published 10 × Will\n")
    assert "house" not in out


def test_a_question_without_house_rules_reads_no_yaml(tmp_path: Path) -> None:
    ask = (
        "import sys; from generator import cli\n"
        "try: cli.main(['odds', 'maid', 'target'])\n"
        "except SystemExit: pass\n"
        "slow = {'yaml', 'click', 'json', 'generator.rules.house', 'generator.rules.changes', 'pathlib'}\n"
        "sys.exit(','.join(sorted(slow & set(sys.modules))) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", ask], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_rules_are_shown_without_what_draws_pages(tmp_path: Path) -> None:
    ask = (
        "import sys; from generator import cli\n"
        "try: cli.main(['rules', 'maid'])\n"
        "except SystemExit: pass\n"
        "sys.exit(','.join(sorted({'pydantic', 'jinja2', 'weasyprint', 'pypdf'} & set(sys.modules))) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", ask], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
