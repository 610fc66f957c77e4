"""The pieces of a build: each is made on its own, from files and rules that are known by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from generator.content.house_rules import DOCUMENT
from generator.making.listing import Listing
from generator.outputs.artifact import filled_path, pdf_path


class Unit(NamedTuple):
    """One piece: ``kind`` says which method of ``Maker`` makes it.

    ``name`` is the document's, sheet's or question's, or a family of faces (of no game); ``sample`` is a
    character's file, ``files`` are what it is read from.
    """

    kind: str
    game: str
    name: str
    files: tuple[str, ...] = ()
    paper: str = ""
    sample: str = ""

    @property
    def prints(self) -> bool:
        """Whether it is a PDF."""
        return bool(self.paper)

    @property
    def path(self) -> PurePosixPath:
        """Where a PDF goes."""
        if self.sample:
            return filled_path(self.game, self.name, self.sample, self.paper)
        return pdf_path(self.game, self.name, self.paper)

    @property
    def task(self) -> tuple[str, str, str]:
        """Pieces of one task share work, so that one process makes them."""
        return (self.game, self.name, self.paper if self.kind == "sheet" else "")


def units_of(listing: Listing, papers: tuple[str, ...], only: tuple[str, ...]) -> Iterator[Unit]:
    """Every piece of a game, or those of the documents and sheets named alone."""

    def wanted(name: str) -> bool:
        return not only or name in only

    game = listing.game
    pack = (f"content/{game}/game.yaml",)
    for each in listing.documents:
        if wanted(each.name):
            files = (*pack, f"content/{game}/glossary.yaml", each.path)
            yield from (Unit("document", game, each.name, files, paper) for paper in papers)
            yield Unit("page", game, each.name, files)
    for each in listing.sheets:
        if wanted(each.name):
            copies: list[tuple[str, tuple[str, ...]]] = [("", (*pack, each.path))]
            copies += [
                (sample.name, (*pack, each.path, *sample.files)) for sample in listing.samples_of(each.name)
            ]
            for name, sources in copies:
                yield from (Unit("sheet", game, each.name, sources, paper, name) for paper in papers)
                yield Unit("copy", game, each.name, sources, sample=name)
            yield Unit("schema", game, each.name, (*pack, each.path))
    if not only:
        yield from (Unit("odds", game, question) for question in listing.questions)


def faces_of(listings: Iterable[Listing]) -> list[Unit]:
    """The web faces of games, by family."""
    families = dict.fromkeys(family for listing in listings for family in listing.faces)
    return [Unit("face", "", family) for family in families]


def house_units(game: str, papers: Iterable[str]) -> list[Unit]:
    """The PDFs that list all house rules of a game."""
    return [Unit("house", game, DOCUMENT, paper=paper) for paper in papers]
