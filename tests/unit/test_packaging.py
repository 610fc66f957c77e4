"""The wheel holds what the checkout holds, and an installed wheel makes what the checkout makes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from generator import __version__

ROOT = Path(__file__).parents[2]
DATA = ("templates", "content")
NO_NETWORK = ("NewConnectionError", "Temporary failure in name resolution", "Network is unreachable")


def call(*command: str | Path, cwd: Path) -> str:
    """What a command printed. Fails with its error output; skips where pip reaches no registry."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    told = done.stdout + done.stderr
    if done.returncode and any(sign in told for sign in NO_NETWORK):
        pytest.skip("the package registry is out of reach")
    assert done.returncode == 0, f"{command}\n{told}"
    return done.stdout


def build(source: Path, kind: str, into: Path) -> Path:
    """The one distribution of ``kind`` (``wheel`` or ``sdist``) made from ``source``."""
    call(
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        f"--{kind}",
        "--outdir",
        into,
        source,
        cwd=into.parent,
    )
    (made,) = into.iterdir()
    return made


def files_under(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder`` by its relative path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel") / "dist")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the wheel is made from, in a folder with a space in its name."""
    copy = tmp_path / "a copy"
    hidden = shutil.ignore_patterns("__pycache__", ".venv*", ".git", ".*_cache", ".hypothesis", "tests")
    shutil.copytree(ROOT, copy, ignore=hidden)
    return copy


def new_environment(folder: Path) -> Path:
    """The interpreter of an empty virtual environment."""
    call(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def pip(python: Path, *arguments: str | Path) -> None:
    pip_here = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    call(*pip_here, "install", "--quiet", *arguments, cwd=python.parent)


def test_the_wheel_holds_every_template_and_content_file_as_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    for folder in DATA:
        wanted = {
            f"generator/data/{folder}/{name}": data for name, data in files_under(ROOT / folder).items()
        }
        assert wanted, f"{folder} holds no file"
        assert {n: d for n, d in packed.items() if n.startswith(f"generator/data/{folder}/")} == wanted


def test_the_wheel_holds_nothing_but_the_package_and_its_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names} == {"generator", f"handbill-{__version__}.dist-info"}
    code = [
        name for name in names if name.startswith("generator/") and not name.startswith("generator/data/")
    ]
    assert "generator/content/__init__.py" in code
    # What a page that is served asks for stands beside the server.
    assert [name for name in code if not name.endswith(".py")] == ["generator/serving/live.js"]


def test_a_wheel_from_the_sdist_is_the_wheel_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    sdist = build(ROOT, "sdist", tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        if hasattr(tarfile, "data_filter"):  # Python 3.11.4 and later
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(tmp_path / "unpacked")
    (source,) = (tmp_path / "unpacked").iterdir()
    assert build(source, "wheel", tmp_path / "again").read_bytes() == wheel.read_bytes()


def test_the_installed_version_is_the_version_of_the_package() -> None:
    assert metadata.version("handbill") == __version__


def test_an_editable_install_sees_an_edited_content_file(checkout: Path, tmp_path: Path) -> None:
    python = new_environment(tmp_path / "environment")
    pip(python, "--no-deps", "--editable", checkout)
    assert not (checkout / "generator" / "data").exists()
    edited = next(iter(sorted((checkout / "content").rglob("*.md"))))
    edited.write_text("edited", encoding="utf-8")
    ask = "from generator.workspace import Workspace; print(Workspace.find().content)"
    seen = Path(call(python, "-c", ask, cwd=tmp_path).strip()) / edited.relative_to(checkout / "content")
    assert seen.read_text(encoding="utf-8") == "edited"


def assert_same_handouts(wheel: Path, tmp_path: Path, *chosen: str) -> None:
    """Builds with the checkout and with the wheel in an empty environment, and compares every file.

    Both use the same versions of what they rest on, for another version may lay out otherwise.
    """
    pins = tmp_path / "constraints.txt"
    there = (dist for dist in metadata.distributions() if dist.name != "handbill")
    pins.write_text("".join(sorted(f"{dist.name}=={dist.version}\n" for dist in there)), encoding="utf-8")
    python = new_environment(tmp_path / "environment")
    pip(python, "--constraint", pins, wheel)
    call(python, "-m", "generator", "build", *chosen, "-o", tmp_path / "installed", cwd=tmp_path)
    call(sys.executable, "-m", "generator", "build", *chosen, "-o", tmp_path / "checkout", cwd=ROOT)
    wanted = files_under(tmp_path / "checkout")
    made = files_under(tmp_path / "installed")
    assert any(name.endswith(".pdf") for name in wanted), "the checkout built no PDF"
    assert made.keys() == wanted.keys()
    assert [name for name in wanted if made[name] != wanted[name]] == []


def test_an_installed_wheel_builds_a_handout_with_the_same_bytes_as_the_checkout(
    wheel: Path, tmp_path: Path
) -> None:
    assert_same_handouts(wheel, tmp_path, "mlwm", "--only", "reference", "--paper", "a4")


@pytest.mark.long
def test_an_installed_wheel_builds_every_handout_with_the_same_bytes_as_the_checkout(
    wheel: Path, tmp_path: Path
) -> None:
    assert_same_handouts(wheel, tmp_path)
