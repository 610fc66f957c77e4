"""Finds the games in a content folder, and loads one as a frozen pack with every file checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from generator.content import digits
from generator.content.checked import checked
from generator.content.documents import Document, read_document
from generator.content.games import NAME, bad_name, games_of
from generator.content.house_rules import DOCUMENT
from generator.content.located import Located, parse
from generator.content.models import Game, Term
from generator.content.sheets import SheetSource, read_sheet
from generator.content.source import read
from generator.problems import HandbillError, Problem, nearest

T = TypeVar("T")

_ENTRIES = ("game.yaml", "glossary.yaml", "reference", "sheets", "odds", "characters")
_DOCUMENTS = {"reference": ("a reference", "charts.md"), "odds": ("an odds page", "odds.md")}
_SHEETS = ("a sheet", "hero.yaml")
_CHARACTERS = ("a character", "igor.yaml")
_DIGITS_ALLOWED = ("credit", "rules")  # bibliography: a year or an edition is no rule


@dataclass(frozen=True)
class Pack:
    """A game as its folder holds it: text and data, with no rule and nothing rendered.

    ``glossary`` has the terms in the file's order, ``documents`` are references, then
    odds pages, each sorted by name, ``sheets`` are sorted too; ``characters`` are the files
    of sample characters, not read yet.
    """

    id: str
    meta: Game
    glossary: Mapping[str, Term]
    documents: tuple[Document, ...]
    sheets: tuple[SheetSource, ...] = ()
    characters: tuple[Path, ...] = ()

    @property
    def title(self) -> str:
        return self.meta.title

    @property
    def short(self) -> str:
        return self.meta.short


def load_pack(content_root: Path, game: str) -> Pack:
    """A game's pack; all problems of all files in one HandbillError. An unknown game is wrong usage."""
    games_of(content_root, (game,))
    return _Loader(content_root, game).pack()


def load_packs(content_root: Path, games: Iterable[str] = ()) -> tuple[Pack, ...]:
    """The packs of the games named, or of all, in the site's order; all problems in one HandbillError."""
    packs: list[Pack] = []
    problems: list[Problem] = []
    for game in games_of(content_root, games):
        try:
            packs.append(load_pack(content_root, game))
        except HandbillError as error:
            problems += error.problems
    if problems:
        raise HandbillError(problems)
    return tuple(sorted(packs, key=lambda pack: (pack.meta.order is None, pack.meta.order or 0, pack.id)))


class _Loader:
    """Loads what it can and keeps the problems of the rest, so that all can be told at once."""

    def __init__(self, root: Path, game: str) -> None:
        self.root = root
        self.game = game
        self.problems: list[Problem] = []
        self.statuses: set[int] = set()

    def pack(self) -> Pack:
        self.problems += _strangers(self.root / self.game, self._shown(""))
        meta = self._try(self._game)
        glossary = self._try(self._glossary)
        files = self._files()
        documents = [self._try(partial(self._document, file)) for file in files if file.suffix == ".md"]
        sheets = [self._try(partial(self._sheet, file)) for file in files if file.suffix == ".yaml"]
        characters = tuple(self._in_folder("characters", *_CHARACTERS))
        if self.problems or meta is None or glossary is None:
            raise HandbillError(self.problems, max(self.statuses, default=1))
        return Pack(
            self.game,
            meta,
            MappingProxyType(glossary),
            tuple(document for document in documents if document is not None),
            tuple(sheet for sheet in sheets if sheet is not None),
            characters,
        )

    def _try(self, step: Callable[[], T]) -> T | None:
        try:
            return step()
        except HandbillError as error:
            self.problems += error.problems
            self.statuses.add(error.exit_status)
            return None

    def _shown(self, name: str) -> str:
        return f"{self.root.name}/{self.game}/{name}".rstrip("/")

    def _yaml(self, name: str) -> Located:
        return parse(read(self.root / self.game / name, self._shown(name)))

    def _game(self) -> Game:
        located = self._yaml("game.yaml")
        for path in located.values:
            if path[:1] not in [(key,) for key in _DIGITS_ALLOWED]:
                self.problems += digits.check_value(located, path)
        return checked(Game, located)

    def _glossary(self) -> dict[str, Term]:
        if not (self.root / self.game / "glossary.yaml").exists():
            return {}
        located = self._yaml("glossary.yaml")
        terms = {word: self._try(lambda word=word: checked(Term, located, (word,))) for word in located.value}  # type: ignore[misc]
        for word in located.value:
            self.problems += digits.check_key(located, (word,))
            self.problems += (
                digits.check_value(located, (word, "means")) if (word, "means") in located.values else []
            )
        return {word: term for word, term in terms.items() if term is not None}

    def _files(self) -> list[Path]:
        """Every file of a document or sheet, folder by folder; no two may make the same output."""
        taken = {DOCUMENT: "the page of all house rules"}
        found = []
        for folder, (kind, example) in {**_DOCUMENTS, "sheets": _SHEETS}.items():
            for file in self._in_folder(folder, kind, example):
                shown = self._shown(f"{folder}/{file.name}")
                if file.stem in taken:
                    message = f"'{file.stem}' is the name of {taken[file.stem]} too"
                    self.problems.append(Problem("doubled-name", message, shown, hint="rename this one"))
                else:
                    taken[file.stem] = shown
                    found.append(file)
        return found

    def _in_folder(self, name: str, kind: str, example: str) -> Iterator[Path]:
        """The files of a folder that are what it is for; others are told."""
        folder = self.root / self.game / name
        for file in sorted(folder.iterdir()) if folder.is_dir() else ():
            if file.name.startswith("."):
                continue
            shown = self._shown(f"{name}/{file.name}")
            if file.suffix != Path(example).suffix:
                hint = f"{kind} is a file such as '{example}'; move anything else elsewhere"
                message = f"'{file.name}' is no {kind.partition(' ')[2]}"
                self.problems.append(Problem("stray-file", message, shown, hint=hint))
            elif not NAME.fullmatch(file.stem):
                self.problems.append(bad_name(shown, "file", file.stem))
            else:
                yield file

    def _sheet(self, file: Path) -> SheetSource:
        return read_sheet(self.game, file.stem, read(file, self._shown(f"sheets/{file.name}")))

    def _document(self, file: Path) -> Document:
        return read_document(file.stem, read(file, self._shown(f"{file.parent.name}/{file.name}")))


def _strangers(folder: Path, shown: str) -> Iterator[Problem]:
    """Entries of a game's folder whose name is nearly, but not, one that is read."""
    for entry in sorted(folder.iterdir()):
        if entry.name not in _ENTRIES and (hint := nearest(entry.name, _ENTRIES)):
            yield Problem("stray-file", f"nothing reads '{entry.name}'", f"{shown}/{entry.name}", hint=hint)
