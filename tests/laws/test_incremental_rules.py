"""Whatever rule a table changes, an incremental build makes the pages and forms that a forced one makes.

Compared before they are laid out: the HTML, the values and the calculations of a form.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from generator.content.games import discover
from generator.content.house_rules import house_rules
from generator.filling import Style, _Part
from generator.making.inputs import read_inputs
from generator.making.maker import Maker
from generator.making.units import Unit, units_of
from generator.making.work import Work
from generator.outputs.artifact import Artifact
from generator.outputs.pdf import Printed
from generator.problems import HandbillError
from generator.rules import games, load
from generator.workspace import Workspace
from tests.another_value import another_value

PUBLISHED = Workspace.find(house_rules="none")


def _printed(self: Maker, html: str, families: Sequence[str], name: str, *, run_over: bool) -> Printed:
    return Printed((repr((families, name, run_over)) + html).encode(), 1)


def _sheet(self: Maker, unit: Unit) -> list[Artifact]:
    """What a sheet is laid out from, and what is then put into it."""
    rendered = self._rendered_sheet(unit)
    if unit.sample:
        part = self.filler._part(self.samples(unit.game)[unit.sample], "")
    else:
        part = _Part(rendered.sheet, rendered.sheet.form(), None)
    html = self.filler._html((part,), Style(unit.paper))
    form = repr((sorted(part.values().items(), key=repr), part.form.calculated))
    return [Artifact(unit.path, (html + form).encode(), rules=tuple(sorted(rendered.reads)))]


def made(game: str, house: Path | None, cache: Path, *, force: bool = False) -> object:
    """Every piece of a game, or the problems that a claim made false leads to."""
    workspace = replace(PUBLISHED, cache=cache, house_rules=house)
    work = Work(
        workspace, house_rules(workspace), read_inputs(workspace), discover(workspace.content), ("a4",), {},
        jobs=1, force=force,
    )  # fmt: skip
    try:
        (listing,) = work.listings([game])
        found = work.make(list(units_of(listing, ("a4",), ())))
    except HandbillError as error:
        return error.problems
    work.keep()
    return {unit: each.artifacts for unit, each in found.items()}


def assert_followed(game: str, count: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Maker, "printed", _printed)
    monkeypatch.setattr(Maker, "_sheet", _sheet)
    keys = [each.key for each in load(game).replaceable()]
    assert isinstance(made(game, None, folder / "cache"), dict)
    for key in random.Random(game).sample(keys, min(count, len(keys))):
        house = folder / "house-rules.yaml"
        house.write_text(yaml.safe_dump(another_value(game, key)), encoding="utf-8")
        found = [made(game, house, folder / "cache") for _ in range(2)]
        wanted = made(game, house, folder / key, force=True)
        assert found == [wanted, wanted], key


@pytest.mark.parametrize("game", games()[:1])
def test_a_changed_rule_is_followed_by_an_incremental_build(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_followed(game, 1, tmp_path, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_many_changed_rules_are_followed_by_incremental_builds(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_followed(game, 40, tmp_path, monkeypatch)
