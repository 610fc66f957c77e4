"""The command on a machine that lacks something: Pango, a library beside it, every font."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from generator.outputs.pdf import system_command
from tests.unit.small_tree import BEFORE, Tree

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the loader of Linux")


def without(library: str, folder: Path) -> dict[str, str]:
    """Surroundings in which the loader finds a broken library first, so that it truly cannot be loaded; and
    in which no earlier build kept what it printed."""
    (folder / library).write_bytes(b"")
    return {"LD_LIBRARY_PATH": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}


@linux
@pytest.mark.parametrize("library", ["libpango-1.0.so.0", "libpangoft2-1.0.so.0"])
def test_without_pango_the_web_pages_are_built_and_each_pdf_not_made_is_named_with_what_mends_it(
    tree: Tree, tmp_path: Path, library: str
) -> None:
    told = tree.run("build", **without(library, tmp_path))
    assert told.status == 3
    assert "Traceback" not in told.err
    for paper in ("a4", "letter"):
        assert f"pdf/mlwm-dice-{paper}.pdf: error[pango-missing]: not made" in told.err
    assert told.err.count(f"hint: {system_command()}\n") == 2
    assert told.err.endswith("2 PDFs not made; everything else was written\n")
    made = tree.files()
    assert {"site/mlwm/dice.html", "site/index.html"} <= made.keys()
    assert any(name.endswith(".woff2") for name in made)
    # A PDF of an earlier build stays: it is older, and it is whole.
    assert made["pdf/mlwm-dice-a4.pdf"] == BEFORE["pdf/mlwm-dice-a4.pdf"]
    assert "pdf/mlwm-dice-letter.pdf" not in made
    assert "site/mlwm/dice.html" in told.out and "pdf/" not in told.out


@linux
def test_the_web_pages_made_without_pango_are_those_made_with_it(tree: Tree, tmp_path: Path) -> None:
    assert tree.run("build", "-o", "out").status == 0
    assert tree.run("build", **without("libpango-1.0.so.0", tmp_path)).status == 3
    whole = {name: data for name, data in tree.files("out").items() if name.startswith("site/")}
    assert whole and {name: data for name, data in tree.files().items() if name.startswith("site/")} == whole


@linux
def test_without_pango_faults_in_the_files_are_told_first(tree: Tree, tmp_path: Path) -> None:
    tree.last("{{ rulez }}")
    told = tree.run("build", **without("libpango-1.0.so.0", tmp_path))
    assert told.status == 1 and "error[unknown-fact]" in told.err and "pango" not in told.err
    assert tree.files() == BEFORE


@linux
def test_the_doctor_names_what_is_missing_and_what_mends_it(tree: Tree, tmp_path: Path) -> None:
    told = tree.run("doctor", **without("libpango-1.0.so.0", tmp_path))
    assert told.status == 3 and "Traceback" not in told.err
    assert f"to mend: {system_command()}" in told.out


@pytest.mark.skipif(sys.platform == "win32", reason="needs Fontconfig")
@pytest.mark.parametrize("configuration", ["empty", "nowhere", "broken"])
def test_without_any_font_of_the_system_a_build_is_a_normal_build(
    tree: Tree, tmp_path: Path, configuration: str
) -> None:
    path = tmp_path / "fonts.conf"
    if configuration == "empty":
        path.write_text('<?xml version="1.0"?><fontconfig></fontconfig>')
    elif configuration == "broken":
        path.write_text("<fontconfig><dir>")
    home = tmp_path / "home"
    home.mkdir()
    surroundings = {
        "FONTCONFIG_FILE": str(path),
        "FONTCONFIG_PATH": str(tmp_path / "no-such-folder"),
        "XDG_DATA_DIRS": str(tmp_path / "no-data"),
        "XDG_DATA_HOME": str(tmp_path / "no-data"),
        "HOME": str(home),
        "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache"),
    }
    normal = tree.run("build", "--paper", "a4", "-o", "out")
    bare = tree.run("build", "--paper", "a4", **surroundings)
    assert (normal.status, normal.err, bare.status, bare.err) == (0, "", 0, "")
    made = tree.files()
    assert [name for name, data in tree.files("out").items() if made[name] != data] == []
