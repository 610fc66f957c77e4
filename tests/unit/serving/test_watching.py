"""Which changes count, and that none of them is missed."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.problems import MACHINE, HandbillError
from generator.serving import watching
from generator.serving.watching import Changes, Sources
from generator.workspace import Workspace


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    root = tmp_path.resolve() / ".venv" / "data"  # an installation may lie in a folder with a dot
    for name in ("content/well/a.md", "templates/base.html"):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text("old")
    workspace = Workspace(root / "templates", root / "content", root / "content" / "out", root / "cache")
    return Sources.of(workspace, root / "house-rules.yaml")


@pytest.fixture
def changes(sources: Sources) -> Iterator[Changes]:
    with Changes(sources) as changes:
        probe = sources.folders[0] / "probe"
        _until_seen(changes, lambda number: probe.write_text(str(number)))
        _until_seen(changes, lambda number: sources_house(sources).write_text(str(number)))
        sources_house(sources).unlink()
        probe.unlink()
        time.sleep(0.3)
        changes.wait()
        yield changes


def sources_house(sources: Sources) -> Path:
    (house,) = sources.house_rules
    return house


def _until_seen(changes: Changes, touch: Callable[[int], object]) -> None:
    """A watch takes a moment to begin; nothing but what it sees tells that it has."""
    for number in range(200):
        touch(number)
        time.sleep(0.05)
        if not changes._found.empty():
            changes.wait()
            return
    raise AssertionError("nothing was seen in ten seconds")


def seen(changes: Changes) -> list[str]:
    return [path.name for path in changes.wait()]


def test_a_change_a_new_file_and_one_that_goes_are_seen(changes: Changes) -> None:
    content = changes.sources.folders[0]
    (content / "well" / "a.md").write_text("new")
    assert seen(changes) == ["a.md"]
    (content / "well" / "new").mkdir()
    assert seen(changes) == ["new"]
    (content / "well" / "new" / "b.md").write_text("new")
    assert seen(changes) == ["b.md"]
    (content / "well" / "a.md").unlink()
    assert seen(changes) == ["a.md"]


def test_a_file_that_is_replaced_as_editors_do_is_seen(changes: Changes) -> None:
    page = changes.sources.folders[0] / "well" / "a.md"
    (page.parent / ".a.md.swp").write_text("new")
    (page.parent / ".a.md.swp").rename(page)
    assert seen(changes) == ["a.md"]


def test_house_rules_are_seen_coming_changing_and_going(changes: Changes) -> None:
    house = sources_house(changes.sources)
    house.write_text("a: 1")
    assert seen(changes) == [house.name]
    house.write_text("a: 2")
    assert seen(changes) == [house.name]
    house.unlink()
    assert seen(changes) == [house.name]


def test_what_is_no_source_is_not_seen(changes: Changes) -> None:
    content = changes.sources.folders[0]
    (content / "out").mkdir()
    (content / "out" / "page.html").write_text("built")
    (content.parent / "house-rules.yaml.bak").write_text("kept")
    (content.parent / "notes.txt").write_text("mine")
    for name in ("a.md~", ".a.md.swp", ".#a.md", "#a.md#", "a.pyc"):
        (content / "well" / name).write_text("aside")
    (content / "well" / "last.md").write_text("new")
    assert seen(changes) == ["last.md"]


def test_changes_that_come_together_are_told_together(changes: Changes) -> None:
    names = [f"{number:03}.md" for number in range(200)]
    for name in names:
        (changes.sources.folders[0] / "well" / name).write_text("new")
    found: set[str] = set()
    waits = 0
    while len(found) < len(names):
        found.update(seen(changes))
        waits += 1
    assert found == set(names) and waits < 20


def test_a_folder_that_is_put_in_the_place_of_another_is_watched(changes: Changes) -> None:
    content = changes.sources.folders[0]
    shutil.copytree(content, content.parent / "other")
    shutil.rmtree(content)
    time.sleep(0.2)
    (content.parent / "other").rename(content)
    time.sleep(0.5)
    changes.wait()
    _until_seen(changes, lambda number: (content / "well" / "a.md").write_text(str(number)))


def test_an_output_folder_around_the_sources_hides_none_of_them(sources: Sources) -> None:
    content = sources.folders[0]
    around = Sources(sources.folders, sources.house_rules, content.parent)
    assert around.counts(content / "well" / "a.md") and not sources.counts(content / "out" / "a.html")


def test_house_rules_that_are_a_link_are_watched_at_both_its_ends(sources: Sources, tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "house-rules.yaml").symlink_to(tmp_path / "rules" / "ours.yaml")
    workspace = Workspace.find(tmp_path / "build")
    found = Sources.of(workspace, tmp_path / "house-rules.yaml").house_rules
    root = tmp_path.resolve()
    assert found == {root / "house-rules.yaml", root / "rules" / "ours.yaml"}


def test_the_code_is_watched_in_a_checkout_alone(sources: Sources, tmp_path: Path) -> None:
    here = Workspace.find(tmp_path)
    package = Path(watching.__file__).resolve().parents[1]
    assert package in Sources.of(here, None).folders
    assert package not in sources.folders


def test_a_system_that_lets_nobody_watch_is_told(sources: Sources, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> Iterator[object]:
        raise OSError("OS file watch limit reached")
        yield

    monkeypatch.setattr(watching.watchfiles, "watch", refuse)
    with Changes(sources) as changes, pytest.raises(HandbillError) as refused:
        changes.wait()
    assert refused.value.exit_status == MACHINE
    assert str(refused.value) == "cannot watch: OS file watch limit reached"
