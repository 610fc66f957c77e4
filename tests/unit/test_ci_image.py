"""The image: what the Dockerfile says agrees with set-up and the package, and its sources are enough."""

from __future__ import annotations

import re
import shutil
import sys
from fnmatch import fnmatch
from pathlib import Path

from tests.unit.ci_files import ROOT, run

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def instructions(word: str) -> list[str]:
    """What stands after an instruction of the Dockerfile, each joined to one line."""
    joined = re.sub(r"\\\n\s*", "", DOCKERFILE)
    found = re.findall(rf"^{word} (.+)$", joined, re.MULTILINE)
    assert found, word
    return found


def copied() -> list[str]:
    """The sources that the Dockerfile copies from the tree."""
    lines = [line.split() for line in instructions("COPY") if not line.startswith("--from")]
    return [source for line in lines for source in line[:-1]]


def test_the_image_installs_the_libraries_that_set_up_installs() -> None:
    (wanted,) = re.findall(r'^pango="(.+)"$', (ROOT / ".ci" / "setup").read_text("utf-8"), re.MULTILINE)
    (install,) = [line for line in instructions("RUN") if "apt-get" in line]
    assert f"--no-install-recommends {wanted} &&" in install
    assert "rm -rf /var/lib/apt/lists/*" in install


def test_the_image_runs_handbill_and_not_as_root() -> None:
    assert instructions("ENTRYPOINT") == ['["handbill"]']
    assert instructions("USER") == ["1000:1000"]
    assert instructions("WORKDIR")[-1] == "/work"


def test_the_image_rests_on_one_debian_and_a_tested_python() -> None:
    bases = {base.split()[0] for base in instructions("FROM")}
    assert len(bases) == 1
    (version,) = re.fullmatch(r"python:(3\.\d+)-slim-[a-z]+", bases.pop()).groups()  # type: ignore[union-attr]
    assert f'Python :: {version}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_docker_is_given_what_the_image_copies_and_nothing_more() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    assert patterns[0] == "*"
    allowed = [pattern.removeprefix("!") for pattern in patterns if pattern.startswith("!")]
    assert all((ROOT / name).exists() for name in copied())
    assert sorted(allowed) == sorted(copied())
    refused = [pattern for pattern in patterns[1:] if not pattern.startswith("!")]
    assert any(fnmatch("generator/__pycache__", pattern) for pattern in refused)


def test_what_the_image_copies_is_enough_to_install_handbill(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for name in copied():
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        hidden = shutil.ignore_patterns("__pycache__")
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=hidden)
        else:
            shutil.copy(ROOT / name, target)
    done = run(
        sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path, source, cwd=tmp_path
    )
    assert done.returncode == 0, done.stdout + done.stderr
    site = tmp_path / "site"
    (wheel,) = tmp_path.glob("*.whl")
    pip = ["-m", "pip", "install", "--no-deps", "--no-index", "--quiet", "--target", site, wheel]
    assert run(sys.executable, *pip, cwd=tmp_path).returncode == 0
    told = run(sys.executable, "-m", "generator", "list", cwd=tmp_path, PYTHONPATH=str(site))
    assert told.returncode == 0 and "mlwm" in told.stdout, told.stderr
