"""All sheets of all games, each game read when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.content.packs import Pack, discover, load_pack
from generator.content.sheets import SheetSource, bind_sheet
from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.rules import Rules, load_or_empty
from generator.sheets import Sheet


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

    def __init__(self, content: Path, games: Iterable[Game] = ()) -> None:
        """``games`` are those that are loaded already."""
        self._content = content
        self._games = {game.pack.id: game for game in games}

    def game(self, game: str) -> Game:
        """A game of that id; HandbillError (exit 2) with the nearest one."""
        if game not in self._games:
            self._games[game] = Game.of(load_pack(self._content, game), load_or_empty(game))
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
