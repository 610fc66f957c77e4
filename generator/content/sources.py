"""Characters out of what the command line names: files, folders, patterns, CSV and JSON lines, one by one."""

from __future__ import annotations

import csv
import glob
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TextIO

from generator.content.characters import Character, Find, character_from_values, read_character
from generator.content.source import LARGEST
from generator.problems import MACHINE, USAGE, HandbillError, Problem, nearest

SUFFIXES = (".yaml", ".yml", ".json")
TABLES = (".csv", ".jsonl", ".ndjson")
_MOST_KEYS = 4_000
"""Columns of a row; more than any sheet has, and few enough to look each up."""
_LONGEST_CELL = 100_000
_LONGEST_NUMBER = 18


@dataclass(frozen=True)
class Loaded:
    """One character as it came: ``stem`` names its output; a character that is no good has ``error``.

    ``line`` is its row's, where it came from a table.
    """

    stem: str
    character: Character | None
    error: HandbillError | None = None
    line: int | None = None


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
    """Each row; a table that cannot be read any further ends in an error, and so does one without rows."""
    reader = _csv_rows if path.suffix.lower() == ".csv" else _json_rows
    shown = path.as_posix()
    found = False
    try:
        for line, row in reader(path):
            found = True
            yield _row(row, shown, line, path, find, sheet_id)
        if not found:
            raise HandbillError(Problem("no-character", "no character stands in this table", shown))
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
        if len(row) > _MOST_KEYS:
            message = f"this row has {len(row):,} columns, and no sheet has {_MOST_KEYS:,}"
            raise HandbillError(Problem("too-large", message, shown, line))
        texts = path.suffix.lower() == ".csv"
        made = character_from_values(row, find, shown, line, sheet=sheet_id, stem=stem, texts=texts)
    except HandbillError as error:
        return Loaded(stem, None, error)
    return Loaded(made.title, made, None, line)


def _csv_rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any] | Problem]]:
    """The cells of each row by the names in the first, with the number of the line where the row begins."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        first = file.readline(LARGEST)
        file.seek(0)
        lines = (line for _, line in _lines(file, path))
        csv.field_size_limit(_LONGEST_CELL)
        reader = csv.reader(lines, delimiter=max(",;\t", key=first.count), strict=True)
        number = 1
        try:
            names = [name.strip() for name in next(reader, [])]
            if len(set(names)) < len(names) or not all(names):
                hint = "the first row names the fields, each once: sheet,name,self_loathing,…"
                message = "the first row does not name every column, or one twice"
                raise HandbillError(Problem("csv", message, path.as_posix(), 1, hint=hint))
            number = reader.line_num + 1
            for cells in reader:
                if len(cells) > len(names):
                    message = f"this row has {len(cells)} cells under {len(names)} names"
                    yield number, Problem("csv", message, path.as_posix(), number)
                elif any(cells):
                    yield number, dict(zip(names, cells, strict=False))
                number = reader.line_num + 1
        except csv.Error as error:
            message, hint = _not_csv(str(error))
            raise HandbillError(Problem("csv", message, path.as_posix(), number, hint=hint)) from error


def _not_csv(reason: str) -> tuple[str, str]:
    """What Python says of a row, in words of ours: what is wrong, and what to do."""
    if "field limit" in reason:
        hint = "shorten it, or close a quotation mark before it"
        return f"a cell in this row has more than {_LONGEST_CELL:,} characters", hint
    if "unexpected end" in reason:
        return "a quotation mark that opens in this row is never closed", 'end the cell with "'
    return f"this row is not CSV: {reason}", 'write a quotation mark inside a cell as ""'


def _lines(file: TextIO, path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, none of which may be longer than a whole character file."""
    number = 0
    while line := file.readline(LARGEST + 1):
        number += 1
        if len(line) > LARGEST:
            message = f"this line has more than {LARGEST:,} characters"
            hint = "a line holds one character"
            raise HandbillError(Problem("too-large", message, path.as_posix(), number, hint=hint))
        yield number, line


def _json_rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any] | Problem]]:
    """The mapping of each line that is not empty, with the line's number."""
    with path.open(encoding="utf-8-sig") as file:
        for number, line in _lines(file, path):
            if line.strip():
                yield number, _json_row(line, path, number)


def _json_row(line: str, path: Path, number: int) -> Mapping[str, Any] | Problem:
    try:
        row = _JSON.decode(line)
    except json.JSONDecodeError as error:
        message = f"this line is not JSON: {error.msg.lower().removesuffix(' at')}"
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
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"'{twice[:40]}' is given twice")
    return made


def _whole(text: str) -> int:
    return int(text) if len(text) <= _LONGEST_NUMBER else _no_number(text)


def _fraction(text: str) -> float:
    return float(text) if math.isfinite(float(text)) else _no_number(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text if len(text) <= 20 else text[:19] + '…'} is no number that a sheet can hold")


_JSON = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=_whole, parse_float=_fraction, parse_constant=_no_number
)
