"""Characters out of what the command line names: files, folders, patterns, CSV and JSON lines, one by one."""

from __future__ import annotations

import csv
import glob
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.content.characters import Character, Find, character_from_values, read_character
from generator.content.source import LARGEST
from generator.problems import MACHINE, USAGE, HandbillError, Problem, nearest

SUFFIXES = (".yaml", ".yml", ".json")
TABLES = (".csv", ".jsonl", ".ndjson")


@dataclass(frozen=True)
class Loaded:
    """One character as it came: ``stem`` names its output; a character that is no good has ``error``."""

    stem: str
    character: Character | None
    error: HandbillError | None = None


def files(words: Iterable[str]) -> list[Path]:
    """The files that the words name, in order: a folder stands for the characters in it, a pattern for what
    it matches. HandbillError (exit 2) for every word that names nothing."""
    found: list[Path] = []
    problems = []
    for word in words:
        some = list(_matching(word))
        found += some
        if not some:
            problems.append(_nothing(word))
    if problems:
        raise HandbillError(problems, USAGE)
    return list(dict.fromkeys(found))


def _matching(word: str) -> Iterator[Path]:
    path = Path(word)
    if path.is_dir():
        yield from sorted(each for each in path.iterdir() if each.suffix.lower() in SUFFIXES)
    elif path.exists():
        yield path
    elif glob.has_magic(word):
        yield from (Path(each) for each in sorted(glob.glob(word, recursive=True)) if Path(each).is_file())


def _nothing(word: str) -> Problem:
    path = Path(word)
    if path.is_dir():
        return Problem(
            "no-character", "no character stands in this folder", word, hint="a character is a YAML file"
        )
    if glob.has_magic(word):
        return Problem("no-character", "no file matches this", word)
    folder = path.parent
    names = [each.name for each in folder.iterdir()] if folder.is_dir() else []
    return Problem("no-character", "there is no such file", word, hint=nearest(path.name, names))


def characters(paths: Iterable[Path], find: Find, sheet_id: str = "") -> Iterator[Loaded]:
    """Each character of the files, as it is read; tables are never held whole.

    ``sheet_id`` is the sheet of rows that name none. A file that is no good yields its error, and the
    others go on.
    """
    for path in paths:
        if path.suffix.lower() in TABLES:
            yield from _rows(path, find, sheet_id)
        else:
            yield _file(path, find)


def _file(path: Path, find: Find) -> Loaded:
    try:
        return Loaded(path.stem, read_character(path, find))
    except HandbillError as error:
        return Loaded(path.stem, None, error)


def _rows(path: Path, find: Find, sheet_id: str) -> Iterator[Loaded]:
    """Each row; a table that cannot be read any further ends in an error."""
    reader = _csv_rows if path.suffix.lower() == ".csv" else _json_rows
    shown = path.as_posix()
    try:
        for line, row in reader(path):
            yield _row(row, shown, line, path, find, sheet_id)
    except HandbillError as error:
        yield Loaded(path.stem, None, error)
    except OSError as error:
        message = f"this file cannot be read: {(error.strerror or 'the system refused').lower()}"
        yield Loaded(path.stem, None, HandbillError(Problem("unreadable", message, shown), MACHINE))
    except UnicodeDecodeError:
        problem = Problem("not-utf8", "this is not UTF-8 text", shown, hint="save the file as UTF-8")
        yield Loaded(path.stem, None, HandbillError(problem))


def _row(
    row: Mapping[str, Any] | Problem, shown: str, line: int, path: Path, find: Find, sheet_id: str
) -> Loaded:
    stem = f"{path.stem}-{line}"
    try:
        if isinstance(row, Problem):
            raise HandbillError(row)
        texts = path.suffix.lower() == ".csv"
        made = character_from_values(row, find, shown, line, sheet=sheet_id, stem=stem, texts=texts)
    except HandbillError as error:
        return Loaded(stem, None, error)
    return Loaded(made.title, made)


def _csv_rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any] | Problem]]:
    """The cells of each row by the names in the first, with the line's number."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file, strict=True)
        try:
            names = [name.strip() for name in next(reader, [])]
            if not names or len(set(names)) < len(names) or not all(names):
                hint = "the first row names the fields, each once: sheet,name,self_loathing,…"
                message = "the first row does not name every column, or one twice"
                raise HandbillError(Problem("csv", message, path.as_posix(), 1, hint=hint))
            for cells in reader:
                if len(cells) > len(names):
                    message = f"this row has {len(cells)} cells under {len(names)} names"
                    yield reader.line_num, Problem("csv", message, path.as_posix(), reader.line_num)
                elif any(cells):
                    yield reader.line_num, dict(zip(names, cells, strict=False))
        except csv.Error as error:
            problem = Problem("csv", f"this row is not CSV: {error}", path.as_posix(), reader.line_num)
            raise HandbillError(problem) from error


def _json_rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any] | Problem]]:
    """The mapping of each line that is not empty, with the line's number."""
    with path.open(encoding="utf-8-sig") as lines:
        number = 0
        while line := lines.readline(LARGEST + 1):
            number += 1
            if len(line) > LARGEST:
                message = f"this line has more than {LARGEST:,} characters"
                raise HandbillError(Problem("too-large", message, path.as_posix(), number))
            if line.strip():
                yield number, _json_row(line, path, number)


def _json_row(line: str, path: Path, number: int) -> Mapping[str, Any] | Problem:
    try:
        row = json.loads(line, object_pairs_hook=_unique, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        message = f"this line is not JSON: {error.msg.lower()}"
        return Problem("json", message, path.as_posix(), number, error.colno)
    except (ValueError, RecursionError) as error:
        message = str(error) if isinstance(error, ValueError) else "this line is nested too deeply"
        return Problem("json", message, path.as_posix(), number)
    if not isinstance(row, dict):
        hint = 'a line holds one character: {"sheet": "mlwm/minion", "name": …}'
        return Problem("json", "this line holds no mapping", path.as_posix(), number, hint=hint)
    return row


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"'{twice}' is given twice")
    return made


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number that a sheet can hold")
