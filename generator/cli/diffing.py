"""The command `diff`."""

# As in commands.py: whatever is slow to import is imported inside the command that needs it.
from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import click

from generator.cli.options import OneOf
from generator.cli.progress import progress as showing
from generator.cli.telling import SCHEMA_VERSION, fail, say
from generator.problems import HandbillError
from generator.workspace import Workspace

if TYPE_CHECKING:
    from generator.diffing.builds import Build
    from generator.diffing.report import Report


@click.command(options_metavar="[options]")
@click.argument("old")
@click.argument("new", required=False)
@click.option(
    "--format", "form", type=OneOf("text", "markdown", "json"), default="text", help="Form of the report."
)
@click.option(
    "--images", metavar="DIR", type=Path, help="Write a PNG of each changed page, old and new laid over."
)
@click.option("-o", "--output", metavar="FILE", type=Path, help="Write the report there, not to the screen.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors; the exit status tells.")
def diff(old: str, new: str | None, form: str, images: Path | None, output: Path | None, quiet: bool) -> int:
    """Tell what differs between two builds: rules, sentences, cells, form fields.

    OLD and NEW are build folders, files of house rules ('none' for the published rules), or git
    revisions of the checkout that handbill runs from, each built by its own code in a folder of its own.
    A folder or file of that name comes before a revision.

    Without NEW, a folder or a revision is compared with what a build gives now, and a file of house rules
    with the rules in force now: 'handbill diff none' tells what your house rules change.

    Exits with 0 where nothing differs, and with 1 where something does.
    """
    from generator.diffing.report import diff as compared
    from generator.diffing.sides import pair

    if images:
        from generator.diffing.overlays import refuse_without_libraries

        refuse_without_libraries()
    try:
        with showing(quiet=quiet, verbose=False) as progress:
            before, after = pair(Workspace.find(), old, new, progress)
            report = compared(before, after)
    except HandbillError as error:
        return fail(error)
    if images:
        _draw(report, before, after, images, quiet)
    text = _told(report, form)
    if output:
        _write(output, text.encode())
    elif not quiet:
        print(text, end="")
    return 1 if report.differs else 0


def _told(report: Report, form: str) -> str:
    if form == "json":
        import json

        from generator.diffing.data import as_data

        content = {"schema_version": SCHEMA_VERSION, **as_data(report)}
        return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    if form == "markdown":
        from generator.diffing.markdown import as_markdown

        return as_markdown(report)
    from generator.diffing.text import as_text

    return as_text(report)


def _draw(report: Report, before: Build, after: Build, folder: Path, quiet: bool) -> None:
    from generator.diffing.overlays import overlays

    for name, data in overlays(report, before, after):
        _write(folder / name, data)
        if not quiet:
            say(f"{(folder / name).as_posix()}")


def _write(path: Path, data: bytes) -> None:
    from generator.outputs.artifact import Artifact
    from generator.outputs.writer import put

    put(Artifact(PurePosixPath(path.name), data), path.parent)
