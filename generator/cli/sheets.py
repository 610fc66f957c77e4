"""The commands about characters: fill, read, validate and schema."""

# As in commands.py: whatever is slow to import is imported inside the command that needs it.
from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from generator.cli.options import OneOf, house_rules
from generator.cli.progress import bar_for
from generator.cli.telling import count, fail, say, size
from generator.outputs.artifact import PAPERS
from generator.problems import FORMATS, HandbillError, Problem, tell
from generator.workspace import Workspace

if TYPE_CHECKING:
    from generator.batch import Made


@click.command(options_metavar="[options]")
@click.argument("words", metavar="CHARACTER...", nargs=-1)
@click.option("--blank", metavar="GAME/SHEET", help="Make this sheet without a character.")
@click.option("-o", "--output", metavar="PATH", help="File, or folder, to write to (default: this folder).")
@click.option("--paper", type=OneOf(*PAPERS), default="a4", help="Paper of the PDF (default: a4).")
@click.option("--party", is_flag=True, help="Make one PDF of all characters.")
@click.option("--flat", is_flag=True, help="Leave no form: a PDF to print and keep.")
@click.option("--reference", is_flag=True, help="Add the character's own odds and thresholds.")
@click.option("--no-script", is_flag=True, help="Leave out what calculates; the file is PDF/A then.")
@click.option(
    "--strict", is_flag=True, help="Refuse what does not fit its place, instead of going on elsewhere."
)
@click.option("--sheet", metavar="GAME/SHEET", default="", help="The sheet of table rows that name none.")
@click.option("--force", is_flag=True, help="Replace PDFs even where somebody filled them in by hand.")
@house_rules
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@click.option("--format", "form", type=OneOf(*FORMATS), default="human", help="How errors are printed.")
def fill(
    words: tuple[str, ...],
    blank: str | None,
    output: str | None,
    paper: str,
    party: bool,
    flat: bool,
    reference: bool,
    no_script: bool,
    strict: bool,
    sheet: str,
    force: bool,
    house_rules: str | None,
    quiet: bool,
    form: str,
) -> int:
    """Fill characters into their sheets, a PDF each.

    A CHARACTER is a YAML or JSON file, a folder of them, a pattern such as 'party/*.yaml', or a table
    of many: CSV or JSON lines. 'igor.yaml' becomes 'igor.pdf'.
    """
    if bool(words) == bool(blank):
        raise click.UsageError("name characters, or a sheet with '--blank'")
    if blank and (party or reference):
        raise click.UsageError("'--blank' has no character for '--party' or '--reference'")
    from generator.batch import Batch, expected
    from generator.content.sources import files
    from generator.filling import Style

    found = files(words)
    style = Style(paper, not no_script, flat, reference, strict)
    try:
        batch = Batch(Workspace.find(house_rules=house_rules), style, output, force=force)
    except HandbillError as error:
        return fail(error, form, "; nothing was written")
    if blank:
        made = batch.blank(blank)
    elif party:
        made = batch.party(found, sheet)
    else:
        with bar_for(quiet=quiet, total=expected(found)) as step:
            made = batch.each(found, sheet, step)
    return _tell_made(made, quiet, form)


def _tell_made(made: Made, quiet: bool, form: str) -> int:
    """A line per file, and at the end every problem; 1 where there was one."""
    for note in made.notes:
        say(f"note: {note}")
    if not quiet:
        width = max((len(each.path) for each in made.files), default=0)
        for each in made.files if not sys.stdout.isatty() or len(made.files) <= 20 else ():
            print(f"{each.path:<{width}}  {count(each.pages, 'page'):>8}  {size(each.bytes):>8}")
        if len(made.files) > 20 and sys.stdout.isatty():
            print(count(len(made.files), "file"))
    if not made.problems:
        return 0
    closing = f"; {count(len(made.files), 'file')} written" if made.files else "; nothing was written"
    return fail(HandbillError(made.problems, made.status), form, closing)


@click.command(options_metavar="[options]")
@click.argument("words", metavar="PDF...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="PATH", help="File, or folder, to write to (default: this folder).")
@click.option("--diff", "against", metavar="CHARACTER", help="Show what differs from this file only.")
@click.option(
    "--sheet", metavar="GAME/SHEET", default="", help="Read as this sheet, if the PDF does not say."
)
@house_rules
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@click.option("--format", "form", type=OneOf(*FORMATS), default="human", help="How errors are printed.")
def read(
    words: tuple[str, ...],
    output: str | None,
    against: str | None,
    sheet: str,
    house_rules: str | None,
    quiet: bool,
    form: str,
) -> int:
    """Read filled sheets back into character files, whatever program filled them.

    'igor.pdf' becomes 'igor.yaml'. A character file that is there already is changed where the sheet
    differs; its comments stay.
    """
    if against and output:
        raise click.UsageError("'--diff' writes nothing, so it needs no '--output'")
    from generator.reading import Reader

    try:
        reader = Reader(Workspace.find(house_rules=house_rules), sheet)
    except HandbillError as error:
        return fail(error, form, "; nothing was written")
    if against:
        return _show_differences(reader.differences(words, against))
    done = reader.into_files(words, output)
    for each in done.files:
        for line in each.notes:
            say(f"note: {line}")
        if not quiet:
            print(f"{each.path}  {each.said}")
    if not done.problems:
        return 0
    return fail(
        HandbillError(done.problems, done.status), form, f"; {count(len(done.files), 'file')} written"
    )


def _show_differences(lines: Sequence[str]) -> int:
    """Each difference; 1 where there is one, as diff does."""
    for line in lines:
        print(line)
    return 1 if lines else 0


@click.command(options_metavar="[options]")
@click.argument("words", metavar="FILE...", nargs=-1, required=True)
@click.option("--sheet", metavar="GAME/SHEET", default="", help="The sheet of table rows that name none.")
@house_rules
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@click.option("--format", "form", type=OneOf(*FORMATS), default="human", help="How errors are printed.")
def validate(words: tuple[str, ...], sheet: str, house_rules: str | None, quiet: bool, form: str) -> int:
    """Look whether characters are right, without making anything.

    A FILE is what 'handbill fill' takes: YAML, JSON, a folder, a pattern, CSV or JSON lines.
    """
    from generator.content.shelf import Shelf
    from generator.content.sources import characters, files

    try:
        shelf = Shelf.of(Workspace.find(house_rules=house_rules))
    except HandbillError as error:
        return fail(error, form)
    right, statuses = 0, [1]
    problems: list[Problem] = []
    for loaded in characters(files(words), shelf.sheet, sheet):
        if loaded.error is None:
            right += 1
        else:
            problems += loaded.error.problems
            statuses.append(loaded.error.exit_status)
    if problems:
        return fail(HandbillError(problems, max(statuses)), form)
    if form == "json":
        print(tell((), "json"))
    elif not quiet:
        print(f"{count(right, 'character')}, no problem")
    return 0


@click.command(options_metavar="[options]")
@click.argument("sheet", metavar="GAME/SHEET")
@house_rules
def schema(sheet: str, house_rules: str | None) -> None:
    """Print the JSON Schema of a sheet's character files, for editors.

    In an editor that reads YAML schemas, a file that begins with '# yaml-language-server: $schema=PATH'
    is then checked while it is typed.
    """
    import json

    from generator.content.shelf import Shelf

    found = Shelf.of(Workspace.find(house_rules=house_rules)).sheet(sheet)
    print(json.dumps(found.schema(), indent=2, ensure_ascii=False))
