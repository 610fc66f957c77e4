"""The composite action: its scripts run, with a stand-in for handbill, in words that handbill understands."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from generator.workspace import Workspace
from tests.unit.ci_files import ACTION, ROOT, run, step, understood


class Runner:
    """Runs the action's scripts as GitHub's runner does; a stand-in for handbill keeps its words."""

    def __init__(self, folder: Path, **inputs: str) -> None:
        self.folder = folder / "the tree"
        self.action = folder / "the action"
        self.temporary = folder / "temporary files"
        for each in (self.folder, self.temporary, self.action / ".venv" / "bin"):
            each.mkdir(parents=True)
        self.inputs = {name: str(known.get("default", "")) for name, known in ACTION["inputs"].items()}
        self.inputs |= {name.replace("_", "-"): value for name, value in inputs.items()}
        stand_in = self.action / ".venv" / "bin" / "handbill"
        stand_in.write_text(
            '#!/bin/sh\nfor word; do printf "%s\\037" "$word"; done >>"$CALLS"; printf "\\036" >>"$CALLS"\n'
            '[ "$1" != diff ] || [ -n "$FAILS" ] || echo what changed >"$5"\n[ "$1" != diff ]\n'
        )
        stand_in.chmod(0o755)

    def run(self, name: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return run(
            *("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step(name)["run"]),
            cwd=self.folder,
            GITHUB_ACTION_PATH=str(self.action),
            GITHUB_OUTPUT=str(self.temporary / "output"),
            GITHUB_STEP_SUMMARY=str(self.temporary / "summary"),
            RUNNER_TEMP=str(self.temporary),
            RUNNER_OS="Linux",
            RUNNER_ARCH="X64",
            CALLS=str(self.temporary / "calls"),
            **{"FAILS": "", **environment},
            **{variable: self.value(text) for variable, text in step(name).get("env", {}).items()},
        )

    def value(self, expression: str) -> str:
        """What stands behind `${{ inputs.NAME }}` or `${{ steps.STEP.outputs.NAME }}`."""
        (place,) = re.findall(r"^\$\{\{ (\S+) \}\}$", expression)
        kind, *_, name = place.split(".")
        return self.inputs[name] if kind == "inputs" else self.outputs()[name]

    def outputs(self) -> dict[str, str]:
        lines = (self.temporary / "output").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines)

    def summary(self) -> str:
        return (self.temporary / "summary").read_text()

    def calls(self) -> list[list[str]]:
        path = self.temporary / "calls"
        calls = path.read_text().split("\036")[:-1] if path.exists() else []
        return [call.split("\037")[:-1] for call in calls]


def called(runner: Runner, name: str) -> dict[str, Any]:
    """What handbill reads from the one call of a step."""
    before = len(runner.calls())
    done = runner.run(name)
    assert done.returncode == 0, done.stderr
    (call,) = runner.calls()[before:]
    return understood(call)


def test_every_input_is_used_and_every_used_input_declared() -> None:
    used = re.findall(r"inputs\.([\w-]+)", str(ACTION["runs"]))
    assert used and set(used) == set(ACTION["inputs"])


def test_every_output_of_a_step_that_is_used_is_made(tmp_path: Path) -> None:
    used = re.findall(r"steps\.(\w+)\.outputs\.(\w+)", str(ACTION))
    scripts = {each["id"]: each["run"] for each in ACTION["runs"]["steps"] if "id" in each}
    assert used
    assert [name for place, name in used if f'echo "{name}=' not in scripts[place]] == []


def test_readme_tells_every_input_of_the_action() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.split("\n## In CI\n")[1].split("\n## ")[0]
    told = dict(re.findall(r"^\| `([a-z-]+)` \| (?:`([^`]*)`|nothing) \|", section, re.MULTILINE))
    assert told == {name: known["default"] for name, known in ACTION["inputs"].items()}


def test_the_action_sets_handbill_up_from_its_own_folder(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    (runner.action / ".ci").mkdir()
    (runner.action / ".ci" / "setup").write_text('echo "$0 $* $HANDBILL_PYTHON" >"$CALLS"')
    for name in ("content", "generator", "templates"):
        shutil.copytree(ROOT / name, runner.action / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", runner.action)
    keys = []
    for _ in range(2):
        done = runner.run("Set up handbill and Pango")
        assert done.returncode == 0, done.stderr
        keys.append(runner.outputs())
        (runner.action / "content" / "new.md").write_text("text")
    assert (runner.temporary / "calls").read_text() == f"{runner.action}/.ci/setup run python\n"
    assert re.fullmatch(r"handbill-Linux-\S+-X64-Python-3\.\d+\.\d+\S*", keys[0]["machine"])
    assert re.fullmatch("[0-9a-f]{64}", keys[0]["sources"])
    assert keys[0]["sources"] != keys[1]["sources"]


def test_the_cache_that_the_action_keeps_is_handbills(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    (cache,) = [each for each in ACTION["runs"]["steps"] if "actions/cache@" in each.get("uses", "")]
    assert Path(cache["with"]["path"]).expanduser() == Workspace.find().cache


def test_without_inputs_the_action_builds_everything(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    read = called(runner, "Build")
    assert (read["games"], read["paper"], read["output"]) == ((), "all", Path("build"))
    assert read["house_rules"] is None
    read = called(runner, "Check")
    assert (read["words"], read["output"], read["strict"], read["form"]) == (
        (),
        Path("build"),
        False,
        "github",
    )


def test_the_inputs_of_the_action_reach_handbill(tmp_path: Path) -> None:
    runner = Runner(
        tmp_path,
        games="maid mlwm",
        paper="a4",
        output="our handouts",
        house_rules="rules/ours.yaml",
        characters="party guests/igor.yaml",
        strict="true",
    )
    read = called(runner, "Build")
    assert (read["games"], read["paper"]) == (("maid", "mlwm"), "a4")
    assert (read["output"], read["house_rules"]) == (Path("our handouts"), "rules/ours.yaml")
    read = called(runner, "Check")
    assert (read["output"], read["house_rules"]) == (Path("our handouts"), "rules/ours.yaml")
    assert (read["words"], read["strict"]) == (("party", "guests/igor.yaml"), True)


def test_an_input_is_never_run_nor_read_as_an_option(tmp_path: Path) -> None:
    evil = "--force $(touch${IFS}ran) `touch${IFS}ran` ;touch ran * "
    runner = Runner(tmp_path, games=evil, characters=evil, house_rules="$(touch ran)", output="a; touch ran")
    for name in ("Build", "Check"):
        assert runner.run(name).returncode == 0
    words = evil.split()
    assert [call[-len(words) - 1 :] for call in runner.calls()] == [["--", *words]] * 2
    assert [path.name for path in tmp_path.rglob("ran")] == []


def test_with_mode_check_the_output_folder_is_left_alone(tmp_path: Path) -> None:
    runner = Runner(tmp_path, mode="check")
    assert called(runner, "Build")["output"] == runner.temporary / "handbill-now"
    assert called(runner, "Check")["output"] == Path("build")


def test_another_mode_is_refused(tmp_path: Path) -> None:
    runner = Runner(tmp_path, mode="chekc")
    done = runner.run("Build")
    assert done.returncode == 2 and done.stdout.startswith("::error ")
    assert runner.calls() == []


def test_the_summary_compares_with_the_folder_as_it_was(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    (runner.folder / "build").mkdir()
    (runner.folder / "build" / "manifest.json").write_text("as it was")
    called(runner, "Build")
    called(runner, "Tell what changed")
    command, *words = runner.calls()[-1]
    assert (command, words[-2:]) == ("diff", [str(runner.temporary / "handbill-before"), "build"])
    assert (runner.temporary / "handbill-before" / "manifest.json").read_text() == "as it was"
    assert runner.summary() == "what changed\n"


def test_the_summary_compares_with_what_is_named(tmp_path: Path) -> None:
    runner = Runner(tmp_path, compare_with="0a1b2c3")
    called(runner, "Build")
    called(runner, "Tell what changed")
    assert runner.calls()[-1][-2:] == ["0a1b2c3", "build"]


def test_the_summary_says_that_there_was_nothing_to_compare_with(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    called(runner, "Build")
    assert runner.run("Tell what changed").returncode == 0
    assert "no earlier build" in runner.summary()


def test_a_comparison_that_fails_is_told(tmp_path: Path) -> None:
    runner = Runner(tmp_path, compare_with="0a1b2c3")
    called(runner, "Build")
    called(runner, "Tell what changed")
    assert runner.run("Tell what changed", FAILS="yes").returncode == 1


def test_findings_do_not_keep_the_summary_and_the_upload_back() -> None:
    for name in ("Tell what changed", "Upload what was built"):
        assert step(name)["if"].startswith("${{ !cancelled() && steps.build.outcome == 'success'")
