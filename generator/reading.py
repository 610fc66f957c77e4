"""Filled sheets back into character files, whoever filled them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from generator.batch import file_name, free_name
from generator.content.characters import Character, read_character
from generator.content.rewriting import rewritten, written
from generator.content.shelf import Shelf
from generator.outputs.artifact import Artifact
from generator.outputs.forms.read import read_form_file
from generator.outputs.writer import put
from generator.problems import USAGE, Gathered, HandbillError, Problem
from generator.sheets import Reading, Sheet
from generator.workspace import Workspace


@dataclass(frozen=True)
class ReadBack:
    """One character of a PDF; ``stem`` is the name that its file would have."""

    source: str
    stem: str
    sheet: Sheet
    reading: Reading

    def notes(self) -> tuple[str, ...]:
        """Derived values that the rules see otherwise, and what was put aside."""
        derived = (
            f"{self.source}: {each.label} says {each.found!r}, but the rules make it {each.computed!r}"
            for each in self.reading.differences
        )
        aside = (
            f"{self.source}: '{name}' is kept aside: {value!r}" for name, value in self.reading.aside.items()
        )
        return (*derived, *aside)


@dataclass(frozen=True)
class File:
    """A character file that was written: its path, what was done, and notes."""

    path: str
    said: str
    notes: tuple[str, ...]


@dataclass
class Done(Gathered):
    """What came of it: the files, and what went wrong."""

    files: list[File] = field(default_factory=list)


class Reader:
    """Reads PDFs of all games. ``sheet_id`` is the sheet of a PDF that does not say its own."""

    def __init__(self, workspace: Workspace, sheet_id: str = "") -> None:
        self._shelf = Shelf.of(workspace)
        self._sheet_id = sheet_id

    def read(self, path: Path) -> list[ReadBack]:
        """The characters of a PDF. HandbillError for what is no sheet of ours."""
        shown = path.as_posix()
        named = [f"{self._sheet_id}/{self._shelf.sheet(self._sheet_id).version}"] if self._sheet_id else None
        form = read_form_file(path, shown, named)
        found: list[ReadBack] = []
        for part in form.parts:
            sheet = self._sheet(part.sheet, shown)
            if part.version != sheet.version:
                raise _other_version(shown, part.version, sheet)
            reading = sheet.read(part.values)
            named_by = str(reading.values.get(sheet.named_by) or "")
            stem = (
                path.stem if len(form.parts) == 1 else file_name(named_by or f"{path.stem}-{len(found) + 1}")
            )
            found.append(ReadBack(shown, stem, sheet, reading))
        return found

    def _sheet(self, sheet_id: str, shown: str) -> Sheet:
        """The sheet that a PDF names."""
        try:
            return self._shelf.sheet(sheet_id)
        except HandbillError as error:
            raise HandbillError(problem.at(shown) for problem in error.problems) from error

    def into_files(self, words: Sequence[str], output: str | None) -> Done:
        """A character file for each character; one that is there already is changed where it differs."""
        done, taken = Done(), set[str]()
        if len(words) > 1 and _is_file(output):
            message = f"'{output}' is one character file, and there are {len(words)} PDFs"
            raise HandbillError(Problem("usage", message, hint="name a folder"), USAGE)
        for word in words:
            try:
                found = self.read(Path(word))
            except HandbillError as error:
                done.fail(error)
                continue
            alone = len(words) == len(found) == 1
            for back in found:
                try:
                    target = _target(back.stem, output, alone, taken)
                    done.files.append(File(target.as_posix(), self._put(back, target), back.notes()))
                    done.problems += (problem.at(back.source) for problem in _unread(back))
                except HandbillError as error:
                    done.fail(error)
        return done

    def differences(self, words: Sequence[str], against: str) -> list[str]:
        """A line for each field in which a PDF and a character file differ."""
        if len(words) != 1:
            raise HandbillError(Problem("usage", "'--diff' compares one PDF with one character"), USAGE)
        character = read_character(Path(against), self._shelf.sheet)
        found = self.read(Path(words[0]))
        if len(found) != 1:
            message = f"{words[0]} holds {len(found)} characters; '--diff' compares one"
            raise HandbillError(Problem("usage", message), USAGE)
        back = found[0]
        if back.sheet.id != character.sheet.id:
            message = f"{words[0]} is a {back.sheet.id}, but {against} is a {character.sheet.id}"
            raise HandbillError(Problem("other-sheet", message), USAGE)
        lines = list(_compared(back.sheet, character.values, back.reading.values))
        return [*lines, *back.notes()]

    def _put(self, back: ReadBack, target: Path) -> str:
        """Write the character; what was done, in words."""
        values = dict(back.reading.values)
        if not target.exists():
            text = written(_entries(back.sheet, values, back.reading.aside), "")
            said = "new"
        else:
            known = self._same_sheet(back, target)
            before = {**known.values, **({"aside": dict(known.aside)} if known.aside else {})}
            after = {**values, **({"aside": dict(back.reading.aside)} if back.reading.aside else {})}
            changes = {
                name: after.get(name) for name in (*before, *after) if before.get(name) != after.get(name)
            }
            if not changes:
                return "as it was"
            text = rewritten(target.read_text(encoding="utf-8-sig"), changes, inherited=known.inherited)
            said = f"{len(changes)} changed: {', '.join(changes)}"
        put(Artifact(PurePosixPath(target.name), text.encode()), target.parent)
        return said

    def _same_sheet(self, back: ReadBack, target: Path) -> Character:
        known = read_character(target, self._shelf.sheet)
        if known.sheet.id != back.sheet.id:
            message = f"this is a {known.sheet.id}, but {back.source} holds a {back.sheet.id}"
            hint = "choose another file with -o"
            raise HandbillError(Problem("other-sheet", message, target.as_posix(), hint=hint))
        return known


def _target(stem: str, output: str | None, alone: bool, taken: set[str]) -> Path:
    """Where a character file goes; no two of a run go to one place."""
    if output and alone and _is_file(output):
        return Path(output)
    return Path(output or ".") / f"{free_name(stem, taken)}.yaml"


def _is_file(output: str | None) -> bool:
    return bool(output) and str(output).lower().endswith((".yaml", ".yml")) and not Path(str(output)).is_dir()


def _entries(sheet: Sheet, values: Mapping[str, Any], aside: Mapping[str, str]) -> dict[str, Any]:
    """What a new character file holds, in the order of the sheet."""
    ordered = {name: values[name] for name in sheet.fields if name in values}
    kept = {"aside": dict(aside)} if aside else {}
    return {"sheet": sheet.id, "version": sheet.version, **ordered, **kept}


def _compared(sheet: Sheet, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """``Weariness: 2 → 3`` for each field that differs."""
    for name, shown in sheet.fields.items():
        old, new = before.get(name), after.get(name)
        if old != new:
            yield f"{shown.label}: {_said(old)} → {_said(new)}"


def _said(value: object) -> str:
    """A value on one line; what is empty is a dash."""
    if value is None:
        return "–"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    line = " / ".join(str(text).splitlines())
    return line if len(line) <= 200 else f"{line[:199]}…"


def _unread(back: ReadBack) -> Iterator[Problem]:
    for fault in back.reading.faults:
        yield Problem(fault.code, fault.message, back.source, hint=fault.hint or "it was kept under 'aside'")


def _other_version(shown: str, version: int, sheet: Sheet) -> HandbillError:
    message = f"this is version {version} of {sheet.id}, and this handbill knows version {sheet.version}"
    return HandbillError(Problem("wrong-version", message, shown))
