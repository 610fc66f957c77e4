"""Whatever happened to a file on its way: it is read or refused, soon and in little memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from generator.content.characters import read_character
from generator.filling import Filler, Style
from generator.workspace import Workspace
from tests.unit.outputs.forms.raw_pdf import form, packed, text, update, utf16
from tests.unit.outputs.forms.test_read_hostile import object_stream

ROOT = Path(__file__).parents[2]


def fuzz(kind: str, seconds: float, seed: int, folder: Path, files: list[Path]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.laws.fuzz_child", kind, str(seconds), str(seed), folder, *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=20 * seconds + 60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told["faults"] == [], "\n".join(told["faults"])
    assert told["refused"] > 10 * seconds and told["read"] > seconds, (
        "the fuzzer was stopped by the first check"
    )


@pytest.fixture(scope="module")
def characters() -> list[Path]:
    """The sample characters of every game."""
    found = sorted((ROOT / "content").glob("*/characters/*.yaml"))
    assert len(found) > 5
    return found


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Good forms, written in every way that a program writes them."""
    plain = form(
        text("name", "(Igor)"),
        text("look", utf16("Żółć\nx")),
        text("notes", "9 0 R"),
        "<</FT/Btn/T(fear-1)/V/Yes/AS/Yes/AP<</N<</Yes 9 0 R/Off 9 0 R>>>>>>",
        "<</FT/Btn/Ff 49152/T(more)/V/b/Opt[(a)(b)]/Kids[<</AS/Off/Parent 14 0 R>> <</AS/b>>]>>",
        "<</FT/Ch/Ff 131072/T(kind)/V(x)/Opt[[(x)(X)][(y)(Y)]]>>",
        "<</T(a)/FT/Tx/Kids[<</T(b)/V(1)>> <</T(c)/V(2)>>]>>",
        more={9: packed(b"long text\r" * 20)},
    )
    made = {
        "plain": plain,
        "updated": update(update(plain, {10: text("name", "(Fritz)")}), {11: text("look", "(small)")}),
        "packed": object_stream(1, text("name", "(Igor)")),
    }
    folder = tmp_path_factory.mktemp("forms")
    for name, data in made.items():
        (folder / name).write_bytes(data)
    return [folder / name for name in made]


@pytest.fixture(scope="module")
def sheet(characters: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sample character on its sheet, as handbill fills it."""
    filler, file = Filler(Workspace.find()), tmp_path_factory.mktemp("sheet") / "sheet.pdf"
    character = read_character(characters[0], filler.shelf.sheet)
    file.write_bytes(filler.fill(character, Style()).data)
    return file


def test_a_form_with_faults_is_read_or_refused(forms: list[Path], sheet: Path, tmp_path: Path) -> None:
    fuzz("pdf", 4, 1, tmp_path, [*forms, sheet])


def test_a_character_file_with_faults_is_read_or_refused(characters: list[Path], tmp_path: Path) -> None:
    fuzz("character", 3, 1, tmp_path, characters)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
def test_a_form_with_faults_is_read_or_refused_for_minutes(
    seed: int, forms: list[Path], sheet: Path, tmp_path: Path
) -> None:
    fuzz("pdf", 60, seed, tmp_path, [*forms, sheet] if seed % 2 else forms)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 5))
def test_a_character_file_with_faults_is_read_or_refused_for_minutes(
    seed: int, characters: list[Path], tmp_path: Path
) -> None:
    fuzz("character", 60, seed, tmp_path, characters)
