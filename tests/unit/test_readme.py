"""What README says is true: its commands run, its files are made, its Python gives what it shows."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SECTIONS = README.split("\n## ")
BLOCKS = [
    ([line.removeprefix("$ ") for line in block.splitlines()], section)
    for section in SECTIONS
    for block in re.findall(r"```console\n(.*?)```", section, re.DOTALL)
]
COMMANDS = [command for block, _ in BLOCKS for command in block]


def files_of(section: str) -> dict[str, str]:
    """The files that a section of README writes, by the name in their first line."""
    return dict(re.findall(r"```yaml\n# (\S+)\n(.*?)```", section, re.DOTALL))


def test_readme_shows_commands() -> None:
    assert COMMANDS[:2] == ["make", "make test"] and len(COMMANDS) > 5
    assert {name for section in SECTIONS for name in files_of(section)} == {"igor.yaml", "house-rules.yaml"}


@pytest.mark.parametrize(
    ("block", "section"), [pair for pair in BLOCKS if pair[0][0].startswith("handbill ")]
)
def test_the_commands_of_readme_run_one_after_the_other(
    block: list[str], section: str, tmp_path: Path
) -> None:
    for name, text in files_of(section).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for command in block:
        words = [sys.executable, "-m", "generator", *command.split()[1:]]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stderr}"


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("make")])
def test_a_make_target_of_readme_exists(command: str) -> None:
    done = subprocess.run(
        ["make", "--dry-run", *command.split()[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_python_of_readme_gives_what_it_shows() -> None:
    tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried.attempted >= 5 and tried.failed == 0


def test_every_pdf_of_readme_is_a_document_of_a_game() -> None:
    listed = set(re.findall(r"`build/pdf/([a-z]+)-([a-z]+)-a4\.pdf`", README))
    patterns = ("reference/*.md", "odds/*.md", "sheets/*.yaml")
    sources = [file for pattern in patterns for file in ROOT.glob(f"content/*/{pattern}")]
    found = {(file.parts[-3], file.stem) for file in sources}
    assert listed == found


def test_every_picture_and_link_of_readme_leads_to_a_file() -> None:
    targets = re.findall(r"\]\(([^)]+)\)", README)
    assert len(targets) >= 5
    assert [target for target in targets if not (ROOT / target).is_file()] == []
