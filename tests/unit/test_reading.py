"""Sheets read back: what is told of them, and sheets whose own word is gone or wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from generator.batch import Batch
from generator.filling import Style
from generator.problems import HandbillError
from generator.reading import ReadBack, Reader
from generator.sheets import Difference, Reading, Sheet
from generator.workspace import Workspace
from tests.unit.sheets.toy_sheet import toy_sheet

Change = Callable[[pikepdf.Pdf], None]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    found = Workspace.find()
    return Workspace(found.templates, found.content, found.output, tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def blank(workspace: Workspace, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("blank") / "blank.pdf"
    made = Batch(workspace, Style(), str(path)).blank("mlwm/minion")
    assert not made.problems
    return path


def changed(blank: Path, folder: Path, change: Change, name: str = "igor.pdf") -> Path:
    """A copy of the blank that another program changed."""
    with pikepdf.open(blank) as pdf:
        change(pdf)
        pdf.save(folder / name)
    return folder / name


def say(sheets: str) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.docinfo["/HandbillSheets"] = sheets

    return change


def type_name(pdf: pikepdf.Pdf, name: str = "Igor") -> None:
    next(field for field in pdf.Root.AcroForm.Fields if field.T == "name").V = name


def test_notes_say_what_differs_and_what_was_kept_aside() -> None:
    sheet: Sheet = toy_sheet()
    reading = Reading({}, {"extra": "a\x1bb"}, (Difference("pool", "Dice", "9", "2"),), ())
    assert ReadBack("igor.pdf", "igor", sheet, reading).notes() == (
        "igor.pdf: Dice says '9', but the rules make it '2'",
        "igor.pdf: 'extra' is kept aside: 'a\\x1bb'",
    )


def test_a_sheet_of_another_version_is_refused(blank: Path, workspace: Workspace, tmp_path: Path) -> None:
    path = changed(blank, tmp_path, say("mlwm/minion/9"))
    with pytest.raises(HandbillError) as refused:
        Reader(workspace).read(path)
    (problem,) = refused.value.problems
    assert (problem.code, problem.path) == ("wrong-version", path.as_posix())
    assert problem.message == "this is version 9 of mlwm/minion, and this handbill knows version 1"


@pytest.mark.parametrize(
    ("sheets", "code"),
    [
        ("mlwm/minon/1", "unknown-sheet"),
        ("../../etc/1", "foreign-pdf"),
        ("nonsense", "foreign-pdf"),
        ("mlwm/minion/x", "foreign-pdf"),
    ],
)
def test_a_sheet_that_nobody_knows_is_refused(
    sheets: str, code: str, blank: Path, workspace: Workspace, tmp_path: Path
) -> None:
    path = changed(blank, tmp_path, say(sheets))
    with pytest.raises(HandbillError) as refused:
        Reader(workspace).read(path)
    (problem,) = refused.value.problems
    assert (problem.code, problem.path, refused.value.exit_status) == (code, path.as_posix(), 1)


def test_a_sheet_that_lost_its_own_word_is_read_as_it_is_told(
    blank: Path, workspace: Workspace, tmp_path: Path
) -> None:
    def forget(pdf: pikepdf.Pdf) -> None:
        type_name(pdf)
        for key in ("/HandbillForm", "/HandbillSheets"):
            del pdf.docinfo[key]

    path = changed(blank, tmp_path, forget)
    with pytest.raises(HandbillError):
        Reader(workspace).read(path)
    (back,) = Reader(workspace, "mlwm/minion").read(path)
    assert (back.stem, back.sheet.id, back.reading.values) == ("igor", "mlwm/minion", {"name": "Igor"})


def test_a_name_in_a_sheet_leads_nowhere_but_into_the_folder(
    blank: Path, workspace: Workspace, tmp_path: Path
) -> None:
    path = changed(blank, tmp_path, lambda pdf: type_name(pdf, "../../escaped"))
    done = Reader(workspace).into_files([str(path)], str(tmp_path / "out"))
    assert [file.path for file in done.files] == [(tmp_path / "out" / "igor.yaml").as_posix()]
    assert "name: ../../escaped" in (tmp_path / "out" / "igor.yaml").read_text("utf-8")


def test_one_damaged_sheet_stops_no_other(blank: Path, workspace: Workspace, tmp_path: Path) -> None:
    good = changed(blank, tmp_path, type_name, "good.pdf")
    (tmp_path / "cut.pdf").write_bytes(good.read_bytes()[:20_000])
    words = [str(tmp_path / name) for name in ("cut.pdf", "good.pdf", "missing.pdf")]
    done = Reader(workspace).into_files(words, str(tmp_path / "out"))
    assert [Path(file.path).name for file in done.files] == ["good.yaml"]
    assert [Path(str(problem.path)).name for problem in done.problems] == ["cut.pdf", "missing.pdf"]
