"""How much of all that can be built a folder holds: its own manifest says so."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from generator.outputs.artifact import PAPERS, Artifact
from generator.outputs.manifest import Manifest
from generator.outputs.site import INDEX


@dataclass(frozen=True)
class Extent:
    """A folder that is not ``whole`` holds what is ``listed``, and what was made since of these ``games``.

    Where ``documents`` are named (``maid-reference``), it holds these alone of them.
    """

    whole: bool = True
    papers: tuple[str, ...] = tuple(PAPERS)
    games: tuple[str, ...] = ()
    documents: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()

    def holds(self, artifact: Artifact) -> bool:
        """Whether the artifact is to be there."""
        path = str(artifact.path)
        if self.whole or path in self.listed:
            return True
        if self.documents:
            return artifact.document in self.documents
        return any(
            artifact.document.startswith(f"{game}-") or path.startswith(f"odds/{game}/")
            for game in self.games
        )

    @property
    def words(self) -> tuple[str, ...]:
        """What a build of just this is called with."""
        names = {_name(document, self.games) for document in self.documents}
        return (*self.games, *(word for name in sorted(names) for word in ("--only", name)))


def extent(manifest: Manifest | None, known: Collection[str]) -> Extent:
    """What the builds into a folder were asked for; everything where that is not known.

    ``known`` are the games that there are. A build of some games alone makes no first page of the site, and
    one of some documents alone no files of odds.
    """
    if manifest is None:
        return Extent()
    listed = manifest.artifacts.values()
    papers = tuple(paper for paper in PAPERS if any(each.paper == paper for each in listed))
    papers = papers or tuple(PAPERS)
    if manifest.get(INDEX):
        return Extent(papers=papers)
    games = tuple(game for game in sorted(manifest.rules) if game in known)
    only = not any(each.path.startswith("odds/") for each in listed)
    documents = frozenset(each.document for each in listed if only and _name(each.document, games))
    return Extent(False, papers, games, documents, frozenset(manifest.artifacts))


def _name(document: str, games: Collection[str]) -> str:
    """The document's name within its game; "" for one of another game.

    >>> _name("maid-reference", ["maid"]), _name("", ["maid"])
    ('reference', '')
    """
    return next((document.removeprefix(f"{game}-") for game in games if document.startswith(f"{game}-")), "")
