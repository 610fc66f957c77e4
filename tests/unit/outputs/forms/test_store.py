"""A compiled form is kept: the next run lays nothing out and imports no layout; damaged, it is made anew."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from generator.outputs.forms import store
from generator.outputs.forms.template import Template
from tests.unit.outputs.forms.test_write import FILLED
from tests.unit.outputs.forms.toy import WIDGETS, compiled, page

ROOT = Path(__file__).parents[4]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The file of the toy form in a cache of its own."""
    compiled(tmp_path)
    (path,) = (tmp_path / "forms").iterdir()
    return path


def test_a_kept_form_writes_the_same_bytes_and_imports_no_layout(toy: Template, form_cache: Path) -> None:
    code = (
        "import sys; from pathlib import Path;"
        "from tests.unit.outputs.forms.toy import compiled;"
        "slow = {'weasyprint', 'pydyf', 'fontTools'}; before = slow & set(sys.modules);"
        "sys.stdout.buffer.write(compiled(Path(sys.argv[1])).set({'name': 'Igor'}).write());"
        "assert not (slow & set(sys.modules)) - before, sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code, form_cache], cwd=ROOT, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == toy.set({"name": "Igor"}).write()


@pytest.mark.parametrize("damage", ["cut", "changed", "empty"])
def test_a_damaged_form_is_compiled_again(toy: Template, tmp_path: Path, kept: Path, damage: str) -> None:
    good = kept.read_bytes()
    kept.write_bytes({"cut": good[:-40], "changed": good[:500] + b"x" + good[501:], "empty": b""}[damage])
    assert store.load(tmp_path, kept.name) is None
    assert compiled(tmp_path).set(FILLED).write() == toy.set(FILLED).write()
    assert kept.read_bytes() == good


def test_what_changes_the_form_changes_its_key(tmp_path: Path, kept: Path) -> None:
    compiled(tmp_path)
    assert [kept] == list((tmp_path / "forms").iterdir())
    compiled(tmp_path, html=page(title="Another"))
    compiled(tmp_path, widgets=[widget._replace(required=False) for widget in WIDGETS])
    compiled(tmp_path, scripts=False)
    compiled(tmp_path, archival=True)
    assert len(list((tmp_path / "forms").iterdir())) == 5


def test_a_form_is_compiled_where_nothing_can_be_kept(toy: Template, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert compiled(blocked).set(FILLED).write() == toy.set(FILLED).write()
