"""An incremental build makes what one with an empty cache makes, byte for byte, and makes no more
anew than rests on what changed."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from generator.making import maker
from generator.outputs.cached import keep_sealed
from generator.problems import HandbillError
from tests.laws.found import ROOT, files
from tests.laws.workshop import DICE, HOUSE, Workshop, web_faces

SHEETS = {("sheet", "mlwm-servant"), ("copy", "mlwm-servant")}
ANN, BOB = "content/mlwm/characters/ann.yaml", "content/mlwm/characters/bob.yaml"
DICE_FILE, TEA_FILE = "content/mlwm/reference/dice.md", "content/tea/reference/tea.md"


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the web faces in it."""
    return web_faces(tmp_path_factory.mktemp("fonts"))


@pytest.fixture
def shop(tmp_path: Path, fonts: Path) -> Workshop:
    """The workshop, unbuilt."""
    return Workshop(tmp_path / "shop", fonts)


@pytest.fixture(scope="module")
def kept_shop(tmp_path_factory: pytest.TempPathFactory, fonts: Path) -> Workshop:
    shop = Workshop(tmp_path_factory.mktemp("kept") / "shop", fonts)
    shop.build()
    return shop


@pytest.fixture
def built_shop(kept_shop: Workshop, tmp_path: Path) -> Workshop:
    """The workshop, built, and its cache warm."""
    return kept_shop.copy(tmp_path / "shop")


# Sequences of changes


def swap(name: str, old: str, new: str) -> Callable[[Workshop], None]:
    """There and back: what is not changed is changed, and the other way round."""

    def swapped(shop: Workshop) -> None:
        text = shop.read(name)
        assert (old in text) != (new in text)
        shop.write(name, text.replace(old, new) if old in text else text.replace(new, old))

    return swapped


def come_and_go(name: str, text: str) -> Callable[[Workshop], None]:
    def changed(shop: Workshop) -> None:
        if (shop.root / name).exists():
            (shop.root / name).unlink()
        else:
            shop.write(name, text)

    return changed


def rename(one: str, other: str) -> Callable[[Workshop], None]:
    def renamed(shop: Workshop) -> None:
        first, second = shop.root / one, shop.root / other
        os.replace(*((first, second) if first.exists() else (second, first)))

    return renamed


CHANGES: dict[str, Callable[[Workshop], None]] = {
    "a sentence": swap(DICE_FILE, "A quiet evening", "A loud night"),
    "a title": swap(DICE_FILE, "title: Dice", "title: Bones"),
    "a glossary's word": swap("content/mlwm/glossary.yaml", "the castle is full of", "you feel at night"),
    "a template": swap("templates/reference.html", "<main>", '<main data-x="1">'),
    "a style": swap("templates/styles/print.css", "margin: 10mm 10mm 16.5mm", "margin: 10mm 10mm 17mm"),
    "a sheet's label": swap("content/mlwm/sheets/servant.yaml", "label: Weariness", "label: Sleepiness"),
    "a sample": swap(BOB, "name: Bob", "name: Robert"),
    "a sample's base": swap(ANN, "self_loathing: 1", "self_loathing: 3"),
    "a game's credit": swap("content/tea/game.yaml", "Made for tests.", "Made for tea."),
    "a game's short name": swap("content/mlwm/game.yaml", "short: Castle", "short: Keep"),
    "a new sample": come_and_go("content/mlwm/characters/cy.yaml", "based_on: bob.yaml\nname: Cy\n"),
    "a new document": come_and_go("content/mlwm/reference/more.md", DICE.replace(": Dice", ": More")),
    "a renamed document": rename(TEA_FILE, "content/tea/reference/pot.md"),
    "house rules": come_and_go(HOUSE, "MLWM-DICE-1.sides: 6\nMLWM-VIO.you: fear + 2 * self_loathing\n"),
    "bare house rules": come_and_go(HOUSE, "# MLWM-DICE-1.sides: 6\n"),
}  # fmt: skip


def walk(shop: Workshop, steps: int, seed: int) -> None:
    chance = random.Random(seed)
    shop.build()
    for number in range(steps):
        told = chance.sample(sorted(CHANGES), chance.choice((1, 1, 2)))
        for each in told:
            CHANGES[each](shop)
        shop.build(jobs=chance.choice((1, 2)))
        assert_as_from_scratch(shop, f"step {number}: {', '.join(told)}")


def assert_as_from_scratch(shop: Workshop, told: str = "", **asked: Any) -> None:
    """The output folder holds what a build with an empty cache makes, manifest and sums included."""
    now, wanted = shop.files(), shop.from_scratch(**asked)
    assert len(wanted) > 10
    differing = [name for name in sorted(now.keys() | wanted.keys()) if now.get(name) != wanted.get(name)]
    # The stale artifacts of other papers stay in a build of one paper, and stay listed.
    assert differing == [], f"{told} → {differing}"


@pytest.fixture
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build on one paper counts as whole, so that a walk need not print all twice."""
    monkeypatch.setattr("generator.build.PAPERS", ("a4",))


@pytest.mark.usefixtures("clean")
def test_after_any_changes_an_incremental_build_is_one_from_scratch(shop: Workshop) -> None:
    walk(shop, 4, 1)


@pytest.mark.long
@pytest.mark.usefixtures("clean")
@pytest.mark.parametrize("seed", range(2, 6))
def test_after_many_changes_an_incremental_build_is_one_from_scratch(shop: Workshop, seed: int) -> None:
    walk(shop, 40, seed)


@pytest.mark.long
@pytest.mark.usefixtures("clean")
@pytest.mark.parametrize("told", sorted(CHANGES))
def test_after_each_change_and_back_an_incremental_build_is_one_from_scratch(
    built_shop: Workshop, told: str
) -> None:
    before = built_shop.files()
    CHANGES[told](built_shop)
    built_shop.build()
    assert_as_from_scratch(built_shop, told)
    CHANGES[told](built_shop)
    built_shop.build()
    assert built_shop.made == []
    assert built_shop.files() == before


def test_any_number_of_processes_makes_the_same(built_shop: Workshop, tmp_path: Path) -> None:
    for jobs in (2, 3):
        built_shop.build(f"out{jobs}", jobs=jobs, force=True)
        assert built_shop.files(f"out{jobs}") == built_shop.files()


# Only what rests on the change


def test_nothing_is_made_where_nothing_changed(built_shop: Workshop) -> None:
    def stamps() -> dict[Path, object]:
        """When each file was written, but for those of the cache: there the time is that of the last use."""
        found = {path: path.stat() for path in built_shop.root.rglob("*")}
        return {
            path: state.st_ino if built_shop.cache in path.parents else state.st_mtime_ns
            for path, state in found.items()
        }

    before = stamps()
    built_shop.build()
    assert built_shop.made == []
    built_shop.build(jobs=2)
    assert stamps() == before


def test_a_file_that_is_touched_is_not_changed(built_shop: Workshop) -> None:
    for path in (built_shop.root / "content").rglob("*.*"):
        os.utime(path, (1, 1))
    built_shop.build()
    assert built_shop.made == []


def test_a_sentence_makes_its_document_anew_and_no_other(built_shop: Workshop) -> None:
    CHANGES["a sentence"](built_shop)
    built_shop.build()
    assert built_shop.anew == {
        ("listing", "mlwm-", ""), ("document", "mlwm-dice", ""), ("page", "mlwm-dice", ""),
    }  # fmt: skip


def test_a_sample_makes_what_is_based_on_it_anew_and_no_other(built_shop: Workshop) -> None:
    CHANGES["a sample"](built_shop)
    built_shop.build()
    bob = {("sheet", "mlwm-servant", "bob"), ("copy", "mlwm-servant", "bob")}
    assert built_shop.anew == {("listing", "mlwm-", ""), *bob}
    CHANGES["a sample's base"](built_shop)
    built_shop.build()
    ann = {("sheet", "mlwm-servant", "ann"), ("copy", "mlwm-servant", "ann")}
    assert built_shop.anew == {("listing", "mlwm-", ""), *ann, *bob}


def test_a_new_sample_is_made_alone(built_shop: Workshop) -> None:
    CHANGES["a new sample"](built_shop)
    built_shop.build()
    cy = {("sheet", "mlwm-servant", "cy"), ("copy", "mlwm-servant", "cy")}
    assert built_shop.anew == {("listing", "mlwm-", ""), *cy}


def test_a_changed_rule_makes_anew_what_reads_it_and_nothing_of_another_game(built_shop: Workshop) -> None:
    built_shop.write(HOUSE, "MLWM-DICE-2.face: 3\n")
    before = built_shop.files()
    built_shop.build()
    reading = {
        (entry.document, entry.path)
        for entry in built_shop.build().written.manifest.artifacts.values()
        if "MLWM-DICE-2" in entry.rules
    }
    assert {document for document, _ in reading} >= {"mlwm-dice"}
    changed = {name for name, data in built_shop.files().items() if before.get(name) != data}
    assert not [name for name in changed if "tea" in name]
    built_shop.write(HOUSE, "MLWM-VIO.win: {weariness: 1}\n")
    built_shop.build()
    assert {unit.game for unit in built_shop.made} == {"mlwm"}
    assert ("document", "mlwm-dice", "") not in built_shop.anew
    (built_shop.root / HOUSE).unlink()
    built_shop.build()
    assert built_shop.made == []


def test_a_template_of_another_game_makes_nothing_anew(built_shop: Workshop) -> None:
    built_shop.write("templates/tea/theme.css", "h1 { color: black }\n")
    built_shop.build()
    assert {unit.game for unit in built_shop.made} == {"tea"}
    built_shop.write("templates/styles/tokens.css", built_shop.read("templates/styles/tokens.css") + "\n")
    built_shop.build()
    assert {unit.game for unit in built_shop.made} == {"tea", "mlwm"}


def test_what_looks_the_same_is_not_laid_out_again(
    built_shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def laid_out(*_: object, **__: object) -> None:
        raise AssertionError("laid out again")

    monkeypatch.setattr(maker.pdf, "print_pdf", laid_out)
    built_shop.change(DICE_FILE, "A quiet evening.\n", "A quiet evening.\n\n\n")
    built_shop.build()
    assert ("document", "mlwm-dice", "") in built_shop.anew
    built_shop.change(DICE_FILE, "A quiet evening.", "Another evening.")
    with pytest.raises(AssertionError, match="again"):
        built_shop.build()


def test_what_is_made_no_more_goes_and_is_told(built_shop: Workshop) -> None:
    papers = ("a4", "letter")
    built_shop.build(papers=papers)
    CHANGES["a renamed document"](built_shop)
    (built_shop.root / BOB).unlink()
    written = built_shop.build(papers=papers).written
    gone = {"site/tea/tea.html", "site/mlwm/servant-bob.html"}
    gone |= {f"pdf/tea-tea-{paper}.pdf" for paper in papers}
    gone |= {f"filled/mlwm-servant-bob-{paper}.pdf" for paper in papers}
    assert set(map(str, written.removed)) == gone
    assert gone.isdisjoint(built_shop.files())
    assert_as_from_scratch(built_shop, papers=papers)


NOTHING_ANEW = """
import sys
from pathlib import Path
from generator.build import Request, build
from generator.workspace import Workspace
root = Path(sys.argv[1])
where = Workspace(root / "templates", root / "content", root / "out", root / "cache")
outcome = build(where, Request(papers=("a4",)))
assert outcome.artifacts and not outcome.written.changed
slow = {"weasyprint", "jinja2", "pydantic", "yaml", "markdown", "pypdf", "fontTools", "multiprocessing"}
print(sorted(slow & sys.modules.keys()))
"""


def test_where_nothing_changed_nothing_slow_is_imported(built_shop: Workshop) -> None:
    done = subprocess.run(
        [sys.executable, "-c", NOTHING_ANEW, str(built_shop.root)],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("[]\n", "")


# A cache that is damaged


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0x80]) + data[middle + 1 :]


def rewrite(how: Callable[[bytes], bytes], path: Path) -> None:
    path.write_bytes(how(path.read_bytes()))


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGE: dict[str, Callable[[Path], None]] = {
    "flipped": partial(rewrite, flipped),
    "cut": partial(rewrite, lambda data: data[: len(data) // 2]),
    "emptied": partial(rewrite, lambda data: b""),
    "longer": partial(rewrite, lambda data: data + b"\0"),
    "other bytes": partial(rewrite, lambda data: b"\xff" * len(data)),
    "a folder": replace_by_folder,
    "a link into nothing": lambda path: (path.unlink(), path.symlink_to("nowhere")) and None,
    "unreadable": lambda path: path.chmod(0),
}


def in_cache(cache: Path) -> Iterator[Path]:
    """All files, Fontconfig's own among them."""
    found = [path for path in sorted(cache.rglob("*")) if path.is_file()]
    assert {path.relative_to(cache).parts[0] for path in found} >= {"made", "webfonts", "forms", "fontconfig"}
    yield from found


def assert_damage_is_noticed(shop: Workshop, damage: Callable[[Path], None], fonts: bool) -> None:
    before = shop.files()
    for path in in_cache(shop.cache):
        if fonts or "webfonts" not in path.parts:
            damage(path)
    shop.build()
    assert ("document", "mlwm-dice", "") in shop.anew or os.geteuid() == 0
    assert shop.files() == before


@pytest.mark.parametrize("how", ["flipped", "other bytes", "a folder"])
def test_a_damaged_cache_is_noticed_and_made_again(built_shop: Workshop, how: str) -> None:
    assert_damage_is_noticed(built_shop, DAMAGE[how], fonts=False)


@pytest.mark.long
@pytest.mark.parametrize("how", sorted(DAMAGE))
def test_a_cache_damaged_in_any_way_is_noticed_and_made_again(built_shop: Workshop, how: str) -> None:
    assert_damage_is_noticed(built_shop, DAMAGE[how], fonts=True)


def test_a_web_face_of_which_one_bit_is_wrong_is_cut_again(built_shop: Workshop) -> None:
    before = built_shop.files()
    path = sorted(path for path in (built_shop.cache / "webfonts").iterdir() if "400-" in path.name)[0]
    rewrite(flipped, path)
    built_shop.build()
    assert built_shop.files() == before


def test_a_whole_file_of_the_cache_that_lies_under_another_key_is_a_lie_that_only_force_ignores(
    built_shop: Workshop,
) -> None:
    """That the cache is used at all, or the tests above would show nothing."""
    before, store = built_shop.files(), built_shop.cache / "made"
    kept = [path for path in store.iterdir() if b"site/tea/tea.html" in path.read_bytes()]
    assert kept
    for path in kept:
        data = path.read_bytes()
        magic = data[: data.index(b"\n") + 1]
        keep_sealed(path, data[len(magic) + 32 :].replace(b"Warm them first", b"Warm them LAST!"), magic)
    built_shop.build()
    assert built_shop.files() != before
    built_shop.build(force=True)
    assert built_shop.files() == before


@pytest.mark.parametrize("place", ["a file", "below a file", "full"])
def test_where_the_cache_cannot_be_written_the_build_is_the_same(
    built_shop: Workshop, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, cache = built_shop.files(), built_shop.root / "elsewhere"
    if place == "full":
        built_shop.warm(cache)

        original = os.replace

        def replace(source: Any, target: Any) -> None:
            if Path(target).is_relative_to(cache):
                raise OSError(28, "No space left on device")
            original(source, target)

        monkeypatch.setattr("os.replace", replace)
    else:
        cache.write_text("in the way")
        if place == "below a file":
            cache = cache / "cache"
        monkeypatch.setattr("generator.making.maker.web_fonts", lambda *_: [])
    outcome = built_shop.build("other", cache=cache, only=["dice"])
    assert any(str(made.path).endswith(".pdf") for made in outcome.artifacts)
    assert all(before[str(made.path)] == made.data for made in outcome.artifacts)
    assert not list(built_shop.root.rglob(".handbill-*"))


# Files that change while they are read


def meddle(monkeypatch: pytest.MonkeyPatch, when: Callable[[Any], bool], change: Callable[[], None]) -> None:
    """Change files once, just before a piece is made, or at a unit's ``kind``."""
    original, left = maker.Maker.game, [change]

    def game(self: maker.Maker, name: str) -> Any:
        made = original(self, name)
        if left and when(name):
            left.pop()()
        return made

    monkeypatch.setattr(maker.Maker, "game", game)


def test_a_file_that_changes_while_it_is_read_leaves_no_cache_that_lies(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    meddle(monkeypatch, lambda name: name == "mlwm", lambda: CHANGES["a sentence"](shop))
    shop.build()
    assert b"A loud night" in shop.files()["site/mlwm/dice.html"]
    assert_as_from_scratch(shop)
    shop.build()
    assert shop.made == []


def test_a_file_that_changes_and_is_changed_back_leaves_no_cache_that_lies(
    shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, times = maker.load_pack, []

    def load_pack(content: Path, game: str) -> Any:
        times.append(game)
        if times.count("mlwm") != 1 or game != "mlwm":
            return original(content, game)
        CHANGES["a sentence"](shop)
        try:
            return original(content, game)
        finally:
            CHANGES["a sentence"](shop)

    monkeypatch.setattr(maker, "load_pack", load_pack)
    shop.build()
    assert times.count("mlwm") == 2
    assert b"A quiet evening" in shop.files()["site/mlwm/dice.html"]
    assert_as_from_scratch(shop)


def test_house_rules_that_change_while_they_are_read_leave_no_manifest_that_lies(
    built_shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    from generator import build as building

    one, other = "MLWM-DICE-1.sides: 6\n", "MLWM-DICE-1.sides: 8\n"
    for text in (other, one):
        built_shop.write(HOUSE, text)
        built_shop.build()
    original, left = building.house_rules, [other]

    def house_rules(workspace: Any) -> Any:
        if left:
            built_shop.write(HOUSE, left.pop())
        return original(workspace)

    monkeypatch.setattr(building, "house_rules", house_rules)
    built_shop.build()
    assert_as_from_scratch(built_shop)


def test_files_that_never_come_to_rest_are_told_and_nothing_is_written(
    built_shop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, original, words = built_shop.files(), maker.load_pack, iter("abcdefgh")

    def load_pack(content: Path, game: str) -> Any:
        built_shop.write(TEA_FILE, built_shop.read(TEA_FILE) + f"\nCup {next(words)}.\n")
        return original(content, game)

    monkeypatch.setattr(maker, "load_pack", load_pack)
    CHANGES["a sentence"](built_shop)
    with pytest.raises(HandbillError) as told:
        built_shop.build()
    assert [problem.code for problem in told.value.problems] == ["changing"]
    assert built_shop.files() == before
    monkeypatch.undo()
    built_shop.build()
    assert_as_from_scratch(built_shop)


# What a build rests on, however it comes in


def test_a_game_behind_a_link_is_followed(shop: Workshop) -> None:
    shutil.move(shop.root / "content/tea", shop.root / "tea-of-mine")
    (shop.root / "content/tea").symlink_to("../tea-of-mine", target_is_directory=True)
    shop.build()
    shop.change("tea-of-mine/reference/tea.md", "Warm them first", "Warm them last")
    shop.build()
    assert b"Warm them last" in shop.files()["site/tea/tea.html"]
    assert "content/tea/reference/tea.md" in shop.build().written.manifest.inputs


def test_a_link_that_leads_nowhere_is_no_input(built_shop: Workshop) -> None:
    (built_shop.root / "templates/nothing.css").symlink_to("nowhere")
    built_shop.build()
    assert_as_from_scratch(built_shop)
    from generator.outputs.manifest import read_manifest

    assert read_manifest(built_shop.root / "out")


@pytest.mark.usefixtures("clean")
def test_a_renamed_file_of_house_rules_is_told_by_its_new_name(built_shop: Workshop) -> None:
    built_shop.write(HOUSE, "MLWM-DICE-1.sides: 6\n")
    built_shop.build()
    from dataclasses import replace

    from generator.build import Request, build

    os.replace(built_shop.root / HOUSE, built_shop.root / "other.yaml")
    where = replace(built_shop.workspace(), house_rules=built_shop.root / "other.yaml")
    build(where, Request(papers=("a4",), jobs=1))
    build(replace(where, output=built_shop.root / "forced"), Request(papers=("a4",), jobs=1, force=True))
    assert built_shop.files() == built_shop.files("forced")


# Parts


def test_a_build_of_a_part_leaves_the_rest_and_the_manifest_true(built_shop: Workshop) -> None:
    import json

    papers = ("a4", "letter")
    built_shop.build(papers=papers)
    before = built_shop.files()
    built_shop.write(HOUSE, "MLWM-DICE-1.sides: 6\n")
    parts = ({"only": ["dice"]}, {"games": ["mlwm"]}, {"games": ["tea"]}, {"only": ["tea"]})
    for asked in (*parts, {"papers": ["letter"]}):
        built_shop.build(**{"papers": papers, **asked})  # type: ignore[arg-type]
        now = built_shop.files()
        assert now.keys() >= before.keys()
        listed = {entry["path"] for entry in json.loads(now["manifest.json"])["artifacts"]}
        assert listed == now.keys() - {"manifest.json", "SHA256SUMS"}
        assert_sums(built_shop.root / "out")
        assert now["site/tea/tea.html"] == before["site/tea/tea.html"] or asked == {"papers": ["letter"]}
    built_shop.build(papers=papers)
    assert_as_from_scratch(built_shop, papers=papers)


def assert_sums(folder: Path) -> None:
    from hashlib import sha256

    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert lines
    for line in lines:
        digest, _, name = line.partition("  ")
        assert sha256((folder / name).read_bytes()).hexdigest() == digest, name


# Two at once


BUILD = """
import sys
from pathlib import Path
from generator.build import Request, build
from generator.workspace import Workspace
root, house = Path(sys.argv[1]), Path(sys.argv[2])
where = Workspace(root / "templates", root / "content", root / "both", root / "cache", house)
print("ready", flush=True)
sys.stdin.readline()
build(where, Request(papers=("a4", "letter"), jobs=1))
"""


def test_of_two_builds_at_once_one_stands_there_whole(built_shop: Workshop) -> None:
    papers, wanted = ("a4", "letter"), {}
    for sides in (6, 8):
        built_shop.write(f"{sides}.yaml", f"MLWM-DICE-1.sides: {sides}\n")
        child = start(built_shop.root, built_shop.root / f"{sides}.yaml")
        assert end(child) == 0
        wanted[sides] = files(built_shop.root / "both")
        shutil.rmtree(built_shop.root / "both")
    assert wanted[6] != wanted[8]
    seen = []
    for _ in range(4):
        children = [start(built_shop.root, built_shop.root / f"{sides}.yaml") for sides in (6, 8)]
        threads = [threading.Thread(target=end, args=(child,)) for child in children]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [child.returncode for child in children] == [0, 0]
        found = files(built_shop.root / "both")
        (sides,) = [sides for sides, made in wanted.items() if made == found]
        seen.append(sides)
    assert papers and seen


def start(root: Path, house: Path) -> subprocess.Popen[str]:
    """A build that waits for a line before it begins."""
    child = subprocess.Popen(
        [sys.executable, "-c", BUILD, str(root), str(house)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout and child.stdout.readline() == "ready\n"
    return child


def end(child: subprocess.Popen[str]) -> int:
    child.communicate("go\n", timeout=120)
    return child.returncode
