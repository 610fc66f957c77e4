"""What the tests of the files for continuous integration share: steps, programs, handbill's words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from generator.cli import commands

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(sys.executable).parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


def steps() -> list[dict[str, Any]]:
    """Every step of the workflows and of the action."""
    jobs = [job for path in WORKFLOWS for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values()]
    found = [step for job in [*jobs, ACTION["runs"]] for step in job["steps"]]
    assert len(found) > 10
    return found


def step(name: str) -> dict[str, Any]:
    (found,) = [each for each in steps() if each.get("name") == name]
    return found


def run(*words: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program of this environment, with what it said."""
    path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**os.environ, "PATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def understood(words: list[str]) -> dict[str, Any]:
    """The parameters that handbill reads from these words; fails where it would not take them."""
    command = commands.main.commands[words[0]]
    with command.make_context(words[0], list(words[1:])) as context:
        return context.params
