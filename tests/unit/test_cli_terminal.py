"""What a build shows on a terminal: a bar while it works, then one line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

ROOT = Path(__file__).parents[2]
BUILD = """
import sys, types, pathlib
from dataclasses import make_dataclass
from generator.outputs.artifact import Artifact
Request = make_dataclass("Request", ["games", "papers", "only", "jobs", "force", "since"])
Outcome = make_dataclass("Outcome", ["artifacts", "unmade", "written"])
Written = make_dataclass("Written", ["changed", "removed", "kept"])
def build(workspace, request, progress, tell):
    progress("well [red]on a4", 1, 2)
    progress("the site", 2, 2)
    return Outcome((Artifact(pathlib.PurePosixPath("site/index.html"), b"x", None),), (), Written((), (), ()))
module = types.ModuleType("generator.build")
module.__dict__.update(Request=Request, build=build)
sys.modules["generator.build"] = module
from generator import cli
cli.main(sys.argv[1:])
"""


def on_terminal(*args: str, **environment: str) -> str:
    """Everything that a terminal of 80 columns receives."""
    master, slave = pty.openpty()
    command = [sys.executable, "-c", BUILD, *args]
    settings = {**os.environ, "TERM": "xterm", "COLUMNS": "80", **environment}
    done = subprocess.Popen(command, cwd=ROOT, env=settings, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    received = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        received += part
    os.close(master)
    assert done.wait() == 0
    return received.decode()


COLOUR = re.compile("\x1b\\[[0-9;]*[0-9]m")


def test_a_terminal_sees_a_bar_and_then_one_line() -> None:
    shown = on_terminal("build")
    assert "━" in shown and "2/2 the site" in COLOUR.sub("", shown)
    assert COLOUR.search(shown)
    assert shown.endswith("1 file in build\r\n")


def test_no_color_is_respected() -> None:
    shown = on_terminal("build", NO_COLOR="1")
    assert "━" in shown
    assert not [code for code in COLOUR.findall(shown) if code != "\x1b[0m"]


def test_quiet_is_quiet_on_a_terminal_too() -> None:
    assert on_terminal("build", "-q") == ""
