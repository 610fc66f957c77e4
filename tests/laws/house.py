"""All that a game says by one set of rules, and every value of them that house rules may replace.

A game's pages are looked at as HTML, and its forms as scripts, before they are laid out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from generator.content.characters import read_character
from generator.content.packs import Pack, load_pack
from generator.content.shelf import Game, Shelf
from generator.problems import HandbillError, Problem
from generator.render.environment import Environment
from generator.render.house import blamed
from generator.render.page import print_html, render_document
from generator.render.sheet import Copy, render_sheet, sheet_html
from generator.rules import Rules, load
from generator.rules.changes import Replaceable
from generator.workspace import Workspace

WORKSPACE = Workspace.find(house_rules="none")


@dataclass(frozen=True)
class Said:
    """One document: its HTML with all scripts of its form, and the rules it read; or why it cannot be."""

    html: str = ""
    reads: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()

    @property
    def body(self) -> str:
        """What it says but for marks, stamps and lists of house rules."""
        text = re.sub(r'<span class="house-mark.*?</span>', "", self.html, flags=re.DOTALL)
        text = re.sub(r'<section class="block changes".*?</section>', "", text, flags=re.DOTALL)
        text = re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
        text = re.sub(r'<(p class="line"|footer)>.*?</(p|footer)>', "", text, flags=re.DOTALL)
        # What held nothing but a mark is empty now.
        empty = re.compile(r"<(p|div)\b[^>]*>\s*</\1>")
        while empty.search(text):
            text = empty.sub("", text)
        return re.sub(r"\s+", "", text)


@lru_cache
def pack_of(game: str) -> Pack:
    return load_pack(WORKSPACE.content, game)


def said(game: str, rules: Rules) -> dict[str, Said]:
    """Every document and sheet of a game by its name, by these rules."""
    pack = pack_of(game)
    made = {}
    for document in pack.documents:
        made[f"{game}-{document.name}"] = _said(
            rules, lambda by, document=document: _document(pack, document, by)
        )
    for source in pack.sheets:
        made[f"{game}-{source.name}"] = _said(rules, lambda by, name=source.name: _sheet(pack, name, by))
    return made


def _said(rules: Rules, render: Callable[[Rules], Said]) -> Said:
    try:
        return render(rules)
    except Exception as error:
        told = blamed(error, rules, render)
        if not isinstance(told, HandbillError):
            raise
        return Said(problems=told.problems)


def _document(pack: Pack, document: Any, rules: Rules) -> Said:
    environment = Environment(WORKSPACE.templates, WORKSPACE.shown)
    page = render_document(environment, pack, document, rules)
    return Said(print_html(environment, page, "a4"), page.reads)


def _sheet(pack: Pack, name: str, rules: Rules) -> Said:
    environment = Environment(WORKSPACE.templates, WORKSPACE.shown)
    game = Game.of(pack, rules)
    sheet = game.sheets[name]
    rendered = render_sheet(environment, pack, sheet, rules)
    parts = [sheet_html(environment, [Copy(rendered, sheet.form())], paper="a4")]
    parts += [repr(widget.scripts) for widget in sheet.form().widgets]
    parts.append(repr(sheet.schema()))
    shelf = Shelf(WORKSPACE.content, [game])
    for path in pack.characters:
        character = read_character(path, shelf.sheet, WORKSPACE.shown(path))
        if character.sheet is sheet:
            parts.append(repr(sheet.derive(character.values)))
    return Said("\n".join(parts), rendered.reads)


@lru_cache
def published(game: str) -> dict[str, Said]:
    """A game's documents by the published rules; they are all in order."""
    made = said(game, load(game))
    assert made
    assert not [each.problems for each in made.values() if each.problems]
    return made


def replaceable(game: str) -> list[Replaceable]:
    found = list(load(game).replaceable())
    assert len(found) > 20
    return found
