"""The hooks for pre-commit run on the files that they are for, and say what handbill says."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
import yaml

from tests.unit.ci_files import PROGRAMS, ROOT, run, understood

HOOKS = {
    hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}
IGOR = "sheet: mlwm/minion\nname: Igor\nfear: 4\nreason: 3\nself_loathing: 2\nweariness: 1\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository that uses the hooks, with handbill as it is here instead of one that pip installs."""
    hooks = [{**hook, "language": "system"} for hook in HOOKS.values()]
    folder = tmp_path / "repository"
    folder.mkdir()
    (folder / ".pre-commit-config.yaml").write_text(
        yaml.safe_dump({"repos": [{"repo": "local", "hooks": hooks}]}), encoding="utf-8"
    )
    assert run("git", "init", "--quiet", cwd=folder).returncode == 0
    return folder


def commit_with(repository: Path, hook: str, files: dict[str, str], **environment: str) -> tuple[int, str]:
    """What pre-commit answers when these files stand in the repository."""
    for name, text in files.items():
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        (repository / name).write_text(text, encoding="utf-8")
    assert run("git", "add", ".", cwd=repository).returncode == 0
    environment["PRE_COMMIT_HOME"] = str(repository.parent / "home")
    done = run("pre-commit", "run", "--all-files", "--verbose", hook, cwd=repository, **environment)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("hook", HOOKS)
def test_the_entry_of_a_hook_is_understood(hook: str) -> None:
    program, *words = shlex.split(HOOKS[hook]["entry"])
    scripts = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("[project.scripts]")[1]
    assert f"\n{program} = " in scripts
    takes_files = HOOKS[hook].get("pass_filenames", True)
    assert understood([*words, *(["igor.yaml"] if takes_files else [])])


@pytest.mark.needs("git")
def test_the_validate_hook_lets_right_characters_through(repository: Path) -> None:
    files = {"characters/igor.yaml": IGOR, "notes.yaml": "fear: none", "characters/notes.txt": "none"}
    status, told = commit_with(repository, "handbill-validate", files)
    assert status == 0 and "Passed" in told, told


@pytest.mark.needs("git")
def test_the_validate_hook_stops_a_wrong_character(repository: Path) -> None:
    files = {"house/characters/igor.yaml": IGOR.replace("weariness", "wearyness")}
    status, told = commit_with(repository, "handbill-validate", files)
    assert status == 1 and "house/characters/igor.yaml:6" in told and "'weariness'" in told, told


@pytest.mark.needs("git")
@pytest.mark.parametrize("name", ["house-rules.yaml", "group/house-rules.yaml", "build/manifest.json"])
def test_the_check_hook_runs_once_when_what_it_looks_at_has_changed(repository: Path, name: str) -> None:
    stand_in = repository.parent / "programs" / "handbill"
    stand_in.parent.mkdir()
    stand_in.write_text('#!/bin/sh\necho "called with $*."\n')
    stand_in.chmod(0o755)
    path = os.pathsep.join([str(stand_in.parent), str(PROGRAMS), os.environ["PATH"]])
    status, told = commit_with(repository, "handbill-check", {name: "{}"}, PATH=path)
    assert status == 0 and told.count("called with check.") == 1, told


@pytest.mark.needs("git")
def test_the_check_hook_does_not_run_for_other_files(repository: Path) -> None:
    status, told = commit_with(repository, "handbill-check", {"characters/igor.yaml": IGOR})
    assert status == 0 and "Skipped" in told, told
