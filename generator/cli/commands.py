"""The commands as click reads them. Each makes one call and prints what came of it."""

# `--help` must be quick: whatever is slow to import is imported inside the command that needs it.
from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator import __version__
from generator.cli import checking, diffing, rules, serving, sheets
from generator.cli.options import Misspelt, OneOf, house_rules
from generator.cli.progress import progress as showing
from generator.cli.telling import INTERRUPTED, count, fail, heard, print_json, say, size
from generator.outputs.artifact import PAPERS
from generator.problems import FORMATS, MACHINE, USAGE, HandbillError, Problem, nearest, tell
from generator.workspace import Workspace

if TYPE_CHECKING:
    from generator.build import Outcome
    from generator.outputs.artifact import Artifact
    from generator.outputs.writer import Written


def run(words: Sequence[str]) -> object:
    """Do what the words ask; the exit status, where it is a number."""
    try:
        # The name is told, whatever name it was started by.
        return main.main(list(words), prog_name="handbill", standalone_mode=False)
    except click.ClickException as error:
        say(tell([_usage_problem(error)]))
        return USAGE
    except click.Abort:
        return INTERRUPTED


class Handbill(click.Group):
    """The group of all commands, with errors told in handbill's way instead of click's."""

    def invoke(self, ctx: click.Context) -> Any:
        invoke = super().invoke
        return heard(lambda: invoke(ctx))  # before click, which would end with 1, sees that nobody reads

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise Misspelt(f"there is no command '{args[0]}'", args[0], list(self.commands))
        return super().resolve_command(ctx, args)


def _usage_problem(error: click.ClickException) -> Problem:
    hint = getattr(error, "hint", None)
    message = getattr(error, "message", "") or error.format_message()
    context = getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption):
        message = f"there is no option '{error.option_name}'"
        hint = nearest(error.option_name, _options(context))
    if hint is None:
        hint = f"'{context.command_path if context else 'handbill'} --help' shows what can be written"
    return Problem("usage", message[:1].lower() + message[1:].rstrip("."), hint=hint)


def _options(context: click.Context | None) -> Iterator[str]:
    for parameter in context.command.get_params(context) if context else ():
        yield from parameter.opts


@click.group(
    cls=Handbill,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    options_metavar="[options]",
    subcommand_metavar="COMMAND [options]",
)
@click.version_option(__version__, "--version", prog_name="handbill", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> int:
    """Make printable references for tabletop games, with every number computed from the rules."""
    if context.invoked_subcommand is None:
        say(context.get_help())
        return USAGE
    return 0


@main.command(options_metavar="[options]")
@click.argument("games", metavar="[GAME]...", nargs=-1)
@click.option("--paper", type=OneOf(*PAPERS, "all"), default="all", help="Paper of the PDFs (default: all).")
@click.option(
    "--only", metavar="DOCUMENT", multiple=True, help="Make this document alone; may be given again."
)
@click.option("-o", "--output", metavar="DIR", type=Path, help="Folder to write to (default: build).")
@house_rules
@click.option(
    "--what-changed",
    "since",
    metavar="DIR",
    type=Path,
    help="Print at the end of each reference how its rules differ from this earlier build.",
)
@click.option("--jobs", metavar="N", type=click.IntRange(1), help="Processes (default: all processors).")
@click.option("--force", is_flag=True, help="Make everything anew, whatever was made before.")
@click.option("--json", "as_json", is_flag=True, help="Print what was made as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@click.option("-v", "--verbose", is_flag=True, help="Print each step, with its time.")
@click.option("--format", "form", type=OneOf(*FORMATS), default="human", help="How errors are printed.")
def build(
    games: tuple[str, ...],
    paper: str,
    only: tuple[str, ...],
    output: Path | None,
    house_rules: str | None,
    since: Path | None,
    jobs: int | None,
    force: bool,
    as_json: bool,
    quiet: bool,
    verbose: bool,
    form: str,
) -> int:
    """Make the handouts of every game, or of each GAME given.

    Only what changed is made anew.
    """
    if quiet and verbose:
        raise click.UsageError("'-q' and '-v' contradict each other")
    from generator.build import Request
    from generator.build import build as make

    workspace = Workspace.find(output, house_rules)
    papers = tuple(PAPERS) if paper == "all" else (paper,)
    request = Request(games, papers, only, jobs, force, since)
    try:
        with showing(quiet=quiet, verbose=verbose) as progress:
            outcome = make(workspace, request, progress, lambda text: None if quiet else say(text))
    except HandbillError as error:
        if as_json:
            print_json(_made((), error.problems))
        return fail(error, form, "; nothing was written")
    if as_json:
        print_json(_made(outcome.artifacts, outcome.unmade, outcome.written))
    elif not quiet:
        _list_made(outcome.artifacts, workspace.output)
        _tell_stale(outcome.written, workspace.output)
    return _tell_unmade(outcome, form)


def _made(
    artifacts: Sequence[Artifact], problems: Sequence[Problem], written: Written | None = None
) -> dict[str, object]:
    import json

    changed = set(written.changed) if written else set()
    rows = [
        {
            "path": str(made.path),
            "pages": made.pages,
            "bytes": len(made.data),
            "changed": made.path in changed,
        }
        for made in artifacts
    ]
    return {
        "artifacts": rows,
        "removed": [str(path) for path in written.removed] if written else [],
        "kept": [str(path) for path in written.kept] if written else [],
        "problems": json.loads(tell(problems, "json"))["problems"],
    }


def _tell_stale(written: Written, output: Path) -> None:
    """What earlier builds left, and became of it."""
    for path in written.removed:
        say(f"note: {(output / path).as_posix()} is removed, since nothing makes it any more")
    for path in written.kept:
        say(f"note: {(output / path).as_posix()} stays: nothing makes it any more, but it was edited by hand")


def _list_made(artifacts: Sequence[Artifact], output: Path) -> None:
    """A line per artifact; on a terminal, where the bar has shown them, only how many there are."""
    if sys.stdout.isatty():
        print(f"{count(len(artifacts), 'file')} in {output}")
        return
    paths = [(output / made.path).as_posix() for made in artifacts]
    width = max(map(len, paths), default=0)
    for path, made in zip(paths, artifacts, strict=True):
        pages = count(made.pages, "page") if made.pages is not None else ""
        print(f"{path:<{width}}  {pages:>8}  {size(len(made.data)):>8}")


def _tell_unmade(outcome: Outcome, form: str) -> int:
    if not outcome.unmade:
        return 0
    say(tell(outcome.unmade, form))
    if form != "json":
        say(f"{count(len(outcome.unmade), 'PDF')} not made; everything else was written")
    return MACHINE


@main.command("list", options_metavar="[options]")
@click.option("--json", "as_json", is_flag=True, help="Print the games as JSON.")
def list_games(as_json: bool) -> None:
    """Show the games, and the documents of each."""
    from generator.content.packs import load_packs

    packs = load_packs(Workspace.find().content)
    if as_json:
        games = [
            {
                "game": pack.id,
                "title": pack.title,
                "documents": [{"name": item.name, "title": item.title} for item in pack.documents],
            }
            for pack in packs
        ]
        print_json({"games": games})
        return
    width = max((len(item.name) for pack in packs for item in pack.documents), default=0)
    for pack in packs:
        print(f"{pack.id}: {pack.title}")
        for item in pack.documents:
            print(f"  {item.name:<{width}}  {item.title}")


@main.command(
    options_metavar="[options]",
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument("game", metavar="[GAME]", required=False)
@click.argument("question", metavar="[QUESTION]", required=False)
@click.argument("words", metavar="[--PARAMETER VALUE]...", nargs=-1, type=click.UNPROCESSED)
@click.option("--exact", is_flag=True, help="Print every number as a fraction, n/d.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer, or what can be asked, as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the answer as CSV.")
@house_rules
@click.option("-h", "--help", "wants_help", is_flag=True, help="Show this text, or what a question asks for.")
@click.pass_context
def odds(
    context: click.Context,
    game: str | None,
    question: str | None,
    words: tuple[str, ...],
    exact: bool,
    as_json: bool,
    as_csv: bool,
    house_rules: str | None,
    wants_help: bool,
) -> None:
    """Answer a question about a game's chances, exactly.

    Without a QUESTION this lists what can be asked. 'handbill odds GAME QUESTION --help' shows the
    parameters of a question; '--character FILE' reads them from a character.
    """
    if as_json and as_csv:
        raise click.UsageError("'--json' and '--csv' contradict each other")
    if wants_help and not question:
        print(context.get_help())
        return
    from generator.cli.odds import ask, list_questions

    if not game or not question:
        list_questions(game, as_json, house_rules)
        return
    chosen = {"--exact": exact, "--json": as_json, "--csv": as_csv, "--help": wants_help}
    ask(game, question, words, [name for name, given in chosen.items() if given], house_rules)


@main.command(options_metavar="[options]")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def doctor(as_json: bool) -> int:
    """Look whether this machine has all that handbill needs.

    What is missing comes with the command that brings it.
    """
    from dataclasses import asdict

    from generator.outputs.doctor import examine

    findings = examine(Workspace.find())
    missing = [finding for finding in findings if finding.needed and not finding.ok]
    if as_json:
        print_json({"findings": [asdict(finding) for finding in findings]})
        return MACHINE if missing else 0
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        state = "ok" if finding.ok else "missing"
        optional = "" if finding.ok or finding.needed else " (optional)"
        print(f"{state:<7}  {finding.name:<{width}}  {finding.found}{optional}")
        if not finding.ok and finding.mend:
            print(f"{'':7}  {'':{width}}  to mend: {finding.mend}")
    if missing:
        say(f"{count(len(missing), 'thing')} missing")
    return MACHINE if missing else 0


main.add_command(diffing.diff)
main.add_command(rules.rules)
for _command in (
    *(sheets.fill, sheets.read, sheets.validate, sheets.schema),
    *(checking.check, serving.watch, serving.serve),
):
    main.add_command(_command)
