"""Which games there are: each is a folder of content that holds a ``game.yaml``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from generator.problems import USAGE, HandbillError, Problem, nearest

NAME = re.compile(r"[a-z][a-z0-9-]*")
"""What a game, and a file of one, may be called."""

SHARED = ("macros", "shared", "site", "styles")
"""Folders of content and of templates that are for all games, so that none is called so."""


def discover(content_root: Path) -> tuple[str, ...]:
    """The ids of all games, sorted; HandbillError for folders that are not called as games are."""
    games = sorted(entry.parent.name for entry in content_root.glob("*/game.yaml"))
    misnamed = [
        bad_name(f"{content_root.name}/{name}", "folder", name) for name in games if not NAME.fullmatch(name)
    ]
    misnamed += [_taken(f"{content_root.name}/{name}", name) for name in games if name in SHARED]
    if misnamed:
        raise HandbillError(misnamed)
    return tuple(games)


def games_of(content_root: Path, wanted: Iterable[str] = ()) -> tuple[str, ...]:
    """The games named, or all; HandbillError (exit 2) for one that is not there, or where there is none."""
    games = discover(content_root)
    chosen = tuple(dict.fromkeys(wanted))
    unknown = [_unknown(game, games) for game in chosen if game not in games]
    if unknown:
        raise HandbillError(unknown, USAGE)
    if not chosen and not games:
        hint = "a game is a folder that holds a game.yaml"
        raise HandbillError(Problem("no-games", "there is no game here", content_root.name, hint=hint))
    return chosen or games


def owner(path: str) -> str | None:
    """The game that a file of ``content/`` or ``templates/`` belongs to; ``path`` is seen from there.

    None for one that is for all games.
    """
    folder, parted, _ = path.partition("/")
    return folder if parted and folder not in SHARED else None


def _taken(shown: str, name: str) -> Problem:
    hint = f"rename it, to '{name}-game' say"
    return Problem(
        "bad-name", f"a game cannot be called '{name}': all games share what is called so", shown, hint=hint
    )


def _unknown(game: str, games: tuple[str, ...]) -> Problem:
    hint = nearest(game, games) or (f"the games are {', '.join(games)}" if games else "no game was found")
    return Problem("unknown-game", f"there is no game '{game}'", hint=hint)


def bad_name(shown: str, kind: str, name: str) -> Problem:
    """That a game's folder, or a file of one, is not called as it should be."""
    better = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    hint = f"rename it, to '{better}' say" if NAME.fullmatch(better) else "rename it"
    message = (
        f"a {kind}'s name has small letters, digits and '-' only, with a letter first, but this is '{name}'"
    )
    return Problem("bad-name", message, shown, hint=hint)
