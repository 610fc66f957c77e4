"""The command that tells whether sources and outputs are as they should be."""

# As in commands.py: whatever is slow to import is imported inside the command that needs it.
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.options import OneOf
from generator.cli.progress import progress as showing
from generator.cli.sarif import sarif
from generator.cli.telling import count
from generator.problems import FORMATS, tell
from generator.workspace import Workspace

if TYPE_CHECKING:
    from generator.checking import Report


@click.command(options_metavar="[options]")
@click.argument("words", metavar="[FILE|FOLDER]...", nargs=-1)
@click.option("-o", "--output", metavar="DIR", type=Path, help="Folder to look at (default: build).")
@click.option("--strict", is_flag=True, help="Count what is only a note as a finding too.")
@click.option(
    "--format", "form", type=OneOf(*FORMATS, "sarif"), default="human", help="How findings are told."
)
@click.option(
    "--house-rules", metavar="FILE|none", help="House rules, or 'none' (default: house-rules.yaml)."
)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes that make PDFs at once.")
def check(
    words: tuple[str, ...],
    output: Path | None,
    strict: bool,
    form: str,
    house_rules: str | None,
    jobs: int | None,
) -> int:
    """Look whether everything is right and the outputs are as a build makes them now; write nothing.

    Looks at content, templates, house rules, sample characters and each FILE or FOLDER of characters,
    follows every link of the site, makes all in memory and compares it with the folder of outputs.
    Each finding comes with the command that mends it. Exit status 1 where there is one.
    """
    from generator.checking import check as look

    given = [
        *(["-o", str(output)] if output else []),
        *(["--house-rules", house_rules] if house_rules else []),
    ]
    workspace = Workspace.find(output, house_rules)
    with showing(quiet=False, verbose=False) as progress:
        report = look(workspace, words, given=given, jobs=jobs, strict=strict, progress=progress)
    _tell(report, workspace.output, form)
    return report.status


def _tell(report: Report, folder: Path, form: str) -> None:
    """What was found is what the command is for: it goes to standard output in every form."""
    if form in ("json", "sarif"):
        print(sarif(report.problems) if form == "sarif" else tell(report.problems, form))
        return
    if report.problems:
        print(tell(report.problems, form))
    if report.findings:
        print(f"{count(report.findings, 'problem')}{_mending(report)}")
    else:
        print(f"everything in {folder.as_posix()} is as the rules make it: {count(report.files, 'file')}")


def _mending(report: Report) -> str:
    """The one command that makes all anew, where several findings each have one."""
    hints = {problem.hint or "" for problem in report.problems}
    mended = all(hint.startswith("handbill build") for hint in hints)
    return f"; '{report.mend}' mends all of them" if mended and len(hints) > 1 else ""
