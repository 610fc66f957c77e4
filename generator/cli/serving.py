"""The commands that go on: watch builds after each change, serve also shows the pages in a browser."""

# As in commands.py: whatever is slow to import is imported inside the command that needs it.
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator.cli.options import OneOf
from generator.cli.options import house_rules as rules_option
from generator.cli.telling import count, say
from generator.outputs.artifact import PAPERS
from generator.problems import USAGE
from generator.workspace import HOUSE_RULES, Workspace

if TYPE_CHECKING:
    from generator.serving.rebuilding import Rebuilt

F = TypeVar("F", bound=Callable[..., Any])
Hear = Callable[["Rebuilt"], None]

_LISTED = 4
"""Files that a line names before it counts the rest."""


def _shared(command: F) -> F:
    """What both commands can be told about the builds, as ``build`` is told it."""
    for option in (
        rules_option,
        click.option("--paper", type=OneOf(*PAPERS, "all"), default="all", help="Paper of the PDFs."),
        click.option("-o", "--output", metavar="DIR", type=Path, help="Folder to write to (default: build)."),
        click.argument("games", metavar="[GAME]...", nargs=-1),
    ):
        command = option(command)
    return command


@click.command(options_metavar="[options]")
@_shared
def watch(games: tuple[str, ...], output: Path | None, paper: str, house_rules: str | None) -> int:
    """Build, and build again what is affected by each change.

    Content, templates and house rules are watched, and in a checkout the code too.
    """
    from generator.serving.rebuilding import until_stopped

    _print("building; then again after every change — Ctrl-C ends")
    return until_stopped(lambda: _follow(games, output, paper, house_rules, []))


@click.command(options_metavar="[options]")
@_shared
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="Port (default: 8000 or the next free one)."
)
@click.option("--open", "opens", is_flag=True, help="Open the browser when the first build is done.")
def serve(
    games: tuple[str, ...],
    output: Path | None,
    paper: str,
    house_rules: str | None,
    port: int | None,
    opens: bool,
) -> int:
    """Show the handouts in a browser, and keep them fresh.

    What 'watch' does, with the pages served to this machine alone: an open page reloads when it changed,
    and the problems of a failed build are laid over the last good page.
    """
    from generator.serving.board import Board
    from generator.serving.rebuilding import until_stopped
    from generator.serving.server import USUAL_PORT, open_server, running

    board = Board()
    server = open_server(port, Workspace.find(output).output, board)
    moved = port is None and server.server_address[1] != USUAL_PORT

    def post(rebuilt: Rebuilt) -> None:
        board.post(() if rebuilt.stands else rebuilt.problems, rebuilt.made)

    def show(_: Rebuilt) -> None:
        nonlocal opens
        if opens:
            import webbrowser

            opens = False
            webbrowser.open(server.url)

    def work() -> int:
        with running(server):
            before = f"port {USUAL_PORT} is taken; " if moved else ""
            _print(f"{before}serving {server.url} — Ctrl-C ends")
            return _follow(games, output, paper, house_rules, [post, show])

    return until_stopped(work)


def _follow(
    games: Sequence[str], output: Path | None, paper: str, house_rules: str | None, heard_by: Sequence[Hear]
) -> int:
    """Build and go on until something raises; a misspelt game ends it at once, with its status."""
    from generator.serving.rebuilding import Builder, follow
    from generator.serving.watching import Changes, Sources

    workspace = Workspace.find(output, house_rules)
    watched = HOUSE_RULES if house_rules is None else workspace.house_rules
    words = [*games, "--paper", paper, "-o", str(workspace.output)]
    words += ["--house-rules", house_rules] if house_rules else []

    said = ""

    def hear(changed: tuple[Path, ...], rebuilt: Rebuilt) -> None:
        nonlocal said
        if rebuilt.told and not (rebuilt.stands and rebuilt.told == said):  # lacking Pango is told once
            say(rebuilt.told.rstrip("\n"))
        said = rebuilt.told
        if not changed and rebuilt.status == USAGE:
            raise _Refused
        for each in heard_by:
            each(rebuilt)
        _print(line([workspace.shown(path) for path in changed], rebuilt, str(workspace.output)))

    try:
        with Changes(Sources.of(workspace, watched)) as changes:
            follow(Builder(words).build, changes.wait, hear)
    except _Refused:
        return USAGE


class _Refused(Exception):
    """The words of the command are wrong, and no change of a file mends them."""


def line(changed: Sequence[str], rebuilt: Rebuilt, output: str) -> str:
    """What changed, what was built of it and how long that took."""
    cause = f"{_named(changed)} → " if changed else ""
    # The files at the top of the folder account for the others, and change with every one.
    files = [path for path in rebuilt.changed if "/" in path]
    files += [f"{path} (removed)" for path in rebuilt.gone]
    if not rebuilt.stands:
        result = "not built"
    elif not changed:
        result = f"{count(len(rebuilt.made), 'file')} in {output}"
    else:
        result = _named(files) or "nothing changed"
    return f"{cause}{result}, {rebuilt.seconds:.1f} s"


def _named(names: Sequence[str]) -> str:
    more = len(names) - _LISTED
    if more <= 1:  # to count one is no shorter than to name it
        return ", ".join(names)
    return f"{', '.join(names[:_LISTED])} and {more} more"


def _print(text: str) -> None:
    """Print a line now: whoever reads it waits for it."""
    print(text, flush=True)
