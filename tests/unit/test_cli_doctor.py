"""`handbill doctor`: what it looks for, and what it says of what is missing."""

from __future__ import annotations

import importlib.metadata
import json
from pathlib import Path

import pytest

from generator import cli
from generator.outputs import doctor
from generator.outputs.doctor import Finding
from generator.workspace import Workspace

LACKING = (
    Finding("Python", True, True, "3.11.7"),
    Finding("Pango", False, True, "cannot be loaded", "apt-get install libpango-1.0-0"),
    Finding("qpdf", False, False, "not installed", "apt install qpdf"),
)


def run(*args: str) -> int:
    with pytest.raises(SystemExit) as ended:
        cli.main(["doctor", *args])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def workspace(cache: Path) -> Workspace:
    return Workspace(Path("templates"), Path("content"), Path("build"), cache)


def test_what_is_missing_comes_with_the_command_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "examine", lambda workspace: LACKING)
    assert run() == 3
    captured = capsys.readouterr()
    assert (
        captured.out
        == """\
ok       Python  3.11.7
missing  Pango   cannot be loaded
                 to mend: apt-get install libpango-1.0-0
missing  qpdf    not installed (optional)
                 to mend: apt install qpdf
"""
    )
    assert captured.err == "1 thing missing\n"


def test_what_is_optional_may_be_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "examine", lambda workspace: (LACKING[0], LACKING[2]))
    assert run() == 0
    assert capsys.readouterr().err == ""


def test_the_findings_can_be_had_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "examine", lambda workspace: LACKING)
    assert run("--json") == 3
    told = json.loads(capsys.readouterr().out)
    assert told["schema_version"] == 1
    assert told["findings"][1] == {
        "name": "Pango",
        "ok": False,
        "needed": True,
        "found": "cannot be loaded",
        "mend": "apt-get install libpango-1.0-0",
    }


def test_every_required_package_is_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wanted = ["click>=8", "no-such-package>=2,<3; python_version > '3'", "pytest>=9; extra == 'test'"]
    monkeypatch.setattr(importlib.metadata, "requires", lambda name: wanted)
    found = {finding.name: finding for finding in doctor.examine(workspace(tmp_path))}
    assert found["click"].ok and found["click"].found == importlib.metadata.version("click")
    assert found["no-such-package"] == Finding(
        "no-such-package", False, True, "not installed", "pip install 'no-such-package>=2,<3'"
    )
    assert "pytest" not in found
    assert {"Python", "Pango", "cache", "qpdf", "pdftoppm", "gs"} <= found.keys()


def test_a_cache_that_cannot_be_made_is_told_but_is_not_needed(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    [cache] = [f for f in doctor.examine(workspace(file / "cache")) if f.name == "cache"]
    assert (cache.ok, cache.needed, cache.found) == (False, False, "cannot be written")
    [cache] = [f for f in doctor.examine(workspace(tmp_path / "a" / "b")) if f.name == "cache"]
    assert (cache.ok, cache.found) == (True, str(tmp_path / "a" / "b"))
