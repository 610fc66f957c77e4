"""What a build rests on is all summed, and nothing else."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from generator.making.inputs import Inputs, read_inputs
from generator.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    for name in (
        "content/tea/game.yaml",
        "content/cup/game.yaml",
        "templates/tea/theme.css",
        "templates/a.html",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return Workspace(tmp_path / "templates", tmp_path / "content", tmp_path / "out", tmp_path / "cache")


def test_files_are_told_by_the_same_paths_everywhere(workspace: Workspace) -> None:
    (workspace.content / "tea" / ".tea.md.swp").write_text("an editor's own")
    found = read_inputs(workspace)
    assert list(found.files) == [
        "content/cup/game.yaml", "content/tea/game.yaml", "templates/a.html", "templates/tea/theme.css",
    ]  # fmt: skip
    assert found.stamps.keys() == found.files.keys()


def test_a_game_rests_on_no_file_of_another_game(workspace: Workspace) -> None:
    before = read_inputs(workspace)
    (workspace.content / "tea" / "game.yaml").write_text("changed")
    (workspace.templates / "tea" / "theme.css").write_text("changed")
    after = read_inputs(workspace)

    def sums(found: Inputs, game: str) -> tuple[object, ...]:
        return (found.content(game), found.templates(game, ("tea", "cup")), found.of([game]).get("x"))

    assert sums(before, "cup") == sums(after, "cup")
    assert sums(before, "tea") != sums(after, "tea")
    assert before.engine == after.engine


def test_a_file_that_goes_another_way_and_comes_back_has_another_stamp(workspace: Workspace) -> None:
    before, path = read_inputs(workspace), workspace.content / "tea" / "game.yaml"
    os.utime(path, (1, 1))
    after = read_inputs(workspace)
    assert before.files == after.files and before != after


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_links_are_followed_once_and_those_into_nothing_are_no_input(workspace: Workspace) -> None:
    (workspace.content / "tea" / "again").symlink_to("../../content", target_is_directory=True)
    (workspace.content / "tea" / "nothing.md").symlink_to("nowhere")
    found = read_inputs(workspace)
    assert found.files["content/tea/nothing.md"] == ""
    assert "content/tea/nothing.md" not in found.of(["tea"])
    assert [name for name in found.of(["tea"]) if name.count("again") > 1] == []
