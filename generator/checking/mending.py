"""The command that makes one artifact as it should be, and nothing more than its document needs."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from generator.content.house_rules import DOCUMENT
from generator.outputs.artifact import PAPERS


@dataclass(frozen=True)
class Mending:
    """``games`` are all that there are; ``papers`` those that the folder holds, since a page of the site
    leads to each of them. ``extent`` are the words that a build of all that the folder holds needs, ``given``
    the options that the check was given and a build must be given too. What must be made ``together``, since
    other house rules count now, is made by no command for one document.
    """

    games: Collection[str] = ()
    papers: Sequence[str] = tuple(PAPERS)
    extent: Sequence[str] = ()
    given: Sequence[str] = ()
    together: bool = False

    @property
    def all(self) -> str:
        """Makes all that the folder holds.

        >>> Mending(given=("-o", "my sheets")).all
        "handbill build -o 'my sheets'"
        """
        return self._command(*self.extent)

    @property
    def whole(self) -> str:
        """Makes everything, on all papers, which alone removes what nothing makes any more."""
        return shlex.join(("handbill", "build", *self.given))

    def of(self, path: str, document: str) -> str:
        """Makes the artifact of that path, which shows the document, where it shows one.

        >>> Mending(["maid"], ["a4"]).of("pdf/maid-reference-a4.pdf", "maid-reference")
        'handbill build maid --only reference --paper a4'
        >>> Mending(["maid"]).of("odds/maid/stress.csv", "")
        'handbill build maid'
        """
        if self.together:
            return self.all
        for game in sorted(self.games, key=len, reverse=True):
            if path.startswith(f"odds/{game}/") or document == f"{game}-{DOCUMENT}":
                return self._command(game)
            if document.startswith(f"{game}-"):
                return self._command(game, "--only", document.removeprefix(f"{game}-"))
        return self.all

    def _command(self, *words: str) -> str:
        (*others, last) = self.papers
        paper = () if others else ("--paper", last)
        return shlex.join(("handbill", "build", *words, *paper, *self.given))
