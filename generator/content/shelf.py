"""All sheets of all games, each game read when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.content.games import discover
from generator.content.house_rules import PUBLISHED, HouseRules, house_rules
from generator.content.packs import Pack, load_pack
from generator.content.sheets import SheetSource, bind_sheet
from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.rules import Rules
from generator.sheets import Sheet
from generator.workspace import Workspace


@dataclass(frozen=True)
class Game:
    """A game with its rules, and its sheets by name, bound to them."""

    pack: Pack
    rules: Rules
    sheets: Mapping[str, Sheet]

    @classmethod
    def of(cls, pack: Pack, rules: Rules) -> Game:
        """The pack's sheets bound to these rules; HandbillError with the problems of all of them."""
        sheets: dict[str, Sheet] = {}
        problems: list[Problem] = []
        for source in pack.sheets:
            try:
                sheets[source.name] = bind_sheet(source, rules)
            except HandbillError as error:
                problems += error.problems
        if problems:
            raise HandbillError(problems)
        return cls(pack, rules, sheets)

    def source(self, name: str) -> SheetSource:
        """The file of a sheet."""
        return next(source for source in self.pack.sheets if source.name == name)


class Shelf:
    """Finds sheets by their ids, ``mlwm/minion``."""

    def __init__(self, content: Path, games: Iterable[Game] = (), house: HouseRules = PUBLISHED) -> None:
        """``games`` are those that are loaded already; the others are played by the ``house``'s rules."""
        self._content = content
        self._house = house
        self._games = {game.pack.id: game for game in games}

    @classmethod
    def of(cls, workspace: Workspace) -> Shelf:
        """The sheets of a workspace, by its house rules."""
        return cls(workspace.content, house=house_rules(workspace))

    def game(self, game: str) -> Game:
        """A game of that id; HandbillError (exit 2) with the nearest one."""
        if game not in self._games:
            self._games[game] = Game.of(load_pack(self._content, game), self._house.rules(game))
        return self._games[game]

    def sheet(self, sheet_id: str) -> Sheet:
        """The sheet of that id; HandbillError (exit 2) with the nearest one."""
        game, _, name = sheet_id.partition("/")
        if game in discover(self._content) and name in self.game(game).sheets:
            return self.game(game).sheets[name]
        known = self.ids()
        hint = nearest(sheet_id, known) or f"the sheets are {', '.join(known)}"
        raise HandbillError(Problem("unknown-sheet", f"there is no sheet '{sheet_id}'", hint=hint), USAGE)

    def ids(self) -> tuple[str, ...]:
        """The ids of all sheets of all games."""
        return tuple(
            sheet.id for game in discover(self._content) for sheet in self.game(game).sheets.values()
        )
