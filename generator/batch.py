"""Many characters to many PDFs: each by itself, so that one bad one stops no other."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from generator.content.characters import Character
from generator.content.sources import TABLES, Loaded, characters
from generator.filling import Filled, Filler, Style
from generator.outputs.artifact import Artifact
from generator.outputs.forms.seal import untouched
from generator.outputs.writer import put
from generator.problems import USAGE, USER_FAULT, Gathered, HandbillError, Problem
from generator.workspace import Workspace


@dataclass(frozen=True)
class File:
    """A PDF that was written; ``path`` as it is told."""

    path: str
    pages: int
    bytes: int


@dataclass
class Made(Gathered):
    """What a batch came to: the files, what goes on elsewhere than in its place, what went wrong."""

    files: list[File] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class Batch:
    """Fills characters in one style. ``output`` is a file for one PDF, else a folder; None is this folder."""

    def __init__(
        self, workspace: Workspace, style: Style, output: str | None, *, force: bool = False
    ) -> None:
        self._filler = Filler(workspace)
        self._style = style
        self._output = output
        self._force = force
        self._taken: set[str] = set()

    def blank(self, sheet_id: str) -> Made:
        """The sheet without a character: ``mlwm-minion.pdf``."""
        made = Made()
        self._write(self._filler.blank(sheet_id, self._style), sheet_id.replace("/", "-"), made, alone=True)
        return made

    def each(self, found: Sequence[Path], sheet_id: str, step: Callable[[str], None]) -> Made:
        """A PDF for each character of these files; ``step`` hears of each when it is done."""
        made = Made()
        alone = len(found) == 1 and found[0].suffix.lower() not in TABLES
        if not alone and self._is_file():
            message = f"'{self._output}' is one PDF, and there may be many characters"
            raise HandbillError(Problem("usage", message, hint="name a folder, or add --party"), USAGE)
        for loaded in characters(found, self._filler.shelf.sheet, sheet_id):
            try:
                character = _loaded(loaded)
                filled = self._filled(character, loaded.line)
                made.notes += (f"{character.path}: {note}" for note in filled.notes)
                self._write(filled, loaded.stem, made, alone=alone)
            except HandbillError as error:
                made.fail(error)
            step(loaded.stem)
        return made

    def party(self, found: Sequence[Path], sheet_id: str) -> Made:
        """One PDF of all characters of these files: ``party.pdf``."""
        made = Made()
        members = []
        for loaded in characters(found, self._filler.shelf.sheet, sheet_id):
            try:
                members.append(_loaded(loaded))
            except HandbillError as error:
                made.fail(error)
        if not made.problems:
            filled = self._filler.party(members, self._style)
            made.notes += filled.notes
            self._write(filled, "party", made, alone=True)
        return made

    def _filled(self, character: Character, line: int | None) -> Filled:
        """The character's PDF; what is wrong with it is told at its own place."""
        try:
            return self._filler.fill(character, self._style)
        except HandbillError as error:
            if error.exit_status != USER_FAULT:
                raise
            problems = (problem._replace(path=character.path, line=line) for problem in error.problems)
            raise HandbillError(problems) from error

    def _write(self, filled: Filled, stem: str, made: Made, *, alone: bool) -> None:
        target = self._target(stem, alone)
        if not self._force:
            _refuse_filled_in(target, filled.data)
        put(Artifact(PurePosixPath(target.name), filled.data, filled.pages), target.parent)
        made.files.append(File(target.as_posix(), filled.pages, len(filled.data)))

    def _target(self, stem: str, alone: bool) -> Path:
        """Where the PDF goes: no two of a batch go to one place, also where case does not count."""
        output = self._output
        if output and alone and self._is_file():
            return Path(output)
        return Path(output or ".") / f"{free_name(file_name(stem), self._taken)}.pdf"

    def _is_file(self) -> bool:
        output = self._output or ""
        return output.lower().endswith(".pdf") and not Path(output).is_dir()


def expected(found: Sequence[Path]) -> int:
    """About how many characters the files hold; at least a bar's worth where a table is among them."""
    return sum(1_000 if path.suffix.lower() in TABLES else 1 for path in found)


def _loaded(loaded: Loaded) -> Character:
    if loaded.character is None:
        assert loaded.error is not None
        raise loaded.error
    return loaded.character


_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_LONGEST = 80


def file_name(text: str) -> str:
    """A name for a file, on every system, of what somebody called a character.

    >>> file_name("Igor the Lesser"), file_name("../../etc/passwd"), file_name("CON"), file_name("愛子")
    ('Igor-the-Lesser', 'etc-passwd', 'CON-', '愛子')
    """
    plain = unicodedata.normalize("NFC", text)
    kept = re.sub(r"[^\w.]+", "-", plain).strip("-._")[:_LONGEST].rstrip("-._")
    while len(kept.encode()) > 200:
        kept = kept[:-1]
    if _RESERVED.fullmatch(kept):
        return f"{kept}-"
    return kept or "character"


def free_name(name: str, taken: set[str]) -> str:
    """The name, numbered where it is taken already, also where case does not count; it is taken then.

    >>> taken: set[str] = set()
    >>> free_name("hero", taken), free_name("Hero", taken)
    ('hero', 'Hero-2')
    """
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name}-{number}"
    taken.add(free.casefold())
    return free


def _refuse_filled_in(target: Path, data: bytes) -> None:
    """Raise where the PDF that stands there is not as handbill wrote it: somebody's values would be lost."""
    try:
        found = target.read_bytes()
    except OSError:
        return  # there is none, or writing will tell why it cannot be replaced
    if found == data or untouched(found):
        return
    hint = f"read it back with 'handbill read {target.as_posix()}', or replace it with --force"
    message = "this PDF was filled in or changed since handbill made it"
    raise HandbillError(Problem("filled-in", message, target.as_posix(), hint=hint))
