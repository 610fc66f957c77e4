"""Reads a character file: values for the fields of one sheet, checked at their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.content.located import Located, Value, describe, parse
from generator.content.located import Path as Steps
from generator.content.source import Source, read
from generator.problems import HandbillError, Problem
from generator.sheets import RESERVED, Fault, Sheet

Find = Callable[[str], Sheet]
"""Finds a sheet by its id, or raises HandbillError."""

_SUFFIXES = (".yaml", ".yml", ".json")
_DEEPEST = 10
"""How many files one character can be based on, one on the other."""
_PAIR = re.compile(r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.IGNORECASE)


@dataclass(frozen=True)
class Character:
    """A sheet's canonical values. ``path`` is the file as messages show it, ``title`` the character's name.

    ``aside`` has by widget name what an earlier reading could not place, ``inherited`` the fields that the
    file which this one is based on has, ``sources`` all files that it was read from, its own first.
    """

    sheet: Sheet
    values: Mapping[str, Any]
    path: str
    title: str
    aside: Mapping[str, str] = field(default_factory=dict)
    inherited: frozenset[str] = frozenset()
    sources: tuple[str, ...] = ()


@dataclass
class _Raw:
    """Values as written, and the file from which each came."""

    values: dict[str, Any]
    files: dict[str, Located]
    own: Located
    sheet: str
    sources: tuple[str, ...]
    inherited: frozenset[str] = frozenset()


def read_character(path: Path, find: Find | Mapping[str, Sheet], shown: str | None = None) -> Character:
    """The character in a file; all its problems as a HandbillError. ``shown`` is the path for messages."""
    shown = path.as_posix() if shown is None else shown
    root = path.resolve().parent.parent
    raw = _loaded(path, shown, root, ())
    sheet = _sheet(raw, find)
    checked, faults = sheet.check(raw.values)
    problems = [_problem(raw, sheet, fault) for fault in faults]
    problems += _reserved(raw.own, sheet)
    if problems:
        raise HandbillError(problems)
    aside: Any = raw.own.value.get("aside") or {}
    title = _title(sheet, checked, path.stem)
    return Character(sheet, checked, shown, title, aside, raw.inherited, raw.sources)


def character_from_values(
    values: Mapping[str, Any],
    find: Find | Mapping[str, Sheet],
    shown: str,
    line: int | None = None,
    *,
    sheet: str = "",
    stem: str = "",
    texts: bool = False,
) -> Character:
    """The character in a row of a table; problems name the row (``line`` of the file ``shown``) and the key.

    ``sheet`` is the sheet of rows that name none, ``stem`` the title of those without a name. With ``texts``
    every value is text, as in CSV, and the parts of lists go by the names of their widgets.
    """

    def refused(code: str, message: str, hint: str | None = None) -> Problem:
        return Problem(code, message, shown, line, hint=hint)

    named = values.get("sheet") or sheet
    if not isinstance(named, str) or not named:
        hint = "add 'sheet', such as mlwm/minion"
        raise HandbillError(refused("missing-key", "this row does not say which sheet it is for", hint))
    found = _found(named, find, refused)
    problems = [
        refused("bad-key", f"a row cannot have '{key}'", "leave it out")
        for key in ("based_on", "aside")
        if values.get(key)
    ]
    version = str(values.get("version") or found.version)
    if version != str(found.version):
        problems.append(refused("wrong-version", *_of_version(found, version)))
    fields = {key: value for key, value in values.items() if key not in RESERVED}
    faults: tuple[Fault, ...] = ()
    if texts:
        fields, faults = found.typed({str(key): str(value or "") for key, value in fields.items()})
    checked, more = found.check(fields)
    for fault in (*faults, *more):
        problems.append(refused(fault.code, f"{_at(fault)}{fault.message}", fault.hint))
    if problems:
        raise HandbillError(problems)
    return Character(found, checked, shown, _title(found, checked, stem or shown))


def _at(fault: Fault) -> str:
    """The path of a value in a row, as a message begins with it: ``connections[2].love: ``."""
    steps = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in fault.path)
    return "" if fault.key or fault.code == "missing-field" else f"{steps.lstrip('.')}: "


def _title(sheet: Sheet, values: Mapping[str, Any], stem: str) -> str:
    return str(values.get(sheet.named_by) or stem)


def _loaded(path: Path, shown: str, root: Path, above: tuple[Path, ...]) -> _Raw:
    """The values of a file laid over those that it is based on; null takes a value away."""
    located = parse(_json_escapes(read(path, shown)))
    above = (*above, path.resolve())
    based_on = located.value.get("based_on")
    base = None
    if based_on is not None:
        file = _base(located, based_on, path, root, above)
        base = _loaded(file, _beside(shown, str(based_on)), root, above)
    own = {key: value for key, value in located.value.items() if key not in RESERVED}
    values = {**(base.values if base else {}), **own}
    files = {**(base.files if base else {}), **dict.fromkeys(own, located)}
    sheet = located.value.get("sheet")
    if base is None:
        return _Raw(values, files, located, _named(located, sheet), (shown,))
    if sheet is not None and sheet != base.sheet:
        message = f"this is a character of {sheet}, but it is based on one of {base.sheet}"
        raise HandbillError(
            located.problem("other-sheet", message, ("based_on",), hint="both must be on the same sheet")
        )
    return _Raw(
        {key: value for key, value in values.items() if value is not None},
        files,
        located,
        base.sheet,
        (shown, *base.sources),
        frozenset(base.values),
    )


def _named(located: Located, sheet: Value) -> str:
    if isinstance(sheet, str):
        return sheet
    hint = "add a line such as 'sheet: mlwm/minion'"
    if "sheet" in located.value:
        message = f"'sheet' should name a sheet, but it is {describe(sheet)}"
        raise HandbillError(located.problem("wrong-type", message, ("sheet",), hint=hint))
    line = min((place.line for place in located.keys.values()), default=1)
    raise HandbillError(located.source.problem("missing-key", "'sheet' is missing", line, hint=hint))


def _base(located: Located, based_on: Value, path: Path, root: Path, above: tuple[Path, ...]) -> Path:
    """The file that a character is based on, which lies in the same tree of folders."""

    def refused(code: str, message: str, hint: str | None = None) -> HandbillError:
        return HandbillError(located.problem(code, message, ("based_on",), hint=hint))

    if not isinstance(based_on, str) or not based_on.strip():
        hint = "write the file's name: based_on: igor.yaml"
        raise refused(
            "wrong-type", f"'based_on' should be a file's name, but it is {describe(based_on)}", hint
        )
    if "\\" in based_on or ":" in based_on or based_on.startswith(("/", "~")):
        hint = "write it as seen from this file, with '/': ../igor.yaml"
        raise refused("bad-path", f"'{based_on}' is no relative path", hint)
    if any(part.startswith(".") and part not in (".", "..") for part in based_on.split("/")):
        raise refused("bad-path", f"'{based_on}' is hidden", "give it a name without a dot in front")
    file = (path.parent / based_on).resolve()
    if not file.is_relative_to(root):
        hint = "move the file nearer: at most one folder above this one"
        raise refused("bad-path", f"'{based_on}' lies outside the characters' folders", hint)
    if file.suffix not in _SUFFIXES:
        raise refused("bad-path", f"'{based_on}' is no character file", "its name ends in .yaml or .json")
    if file in above:
        circle = " → ".join(each.name for each in (*above[above.index(file) :], file))
        raise refused("circular", f"this character is based on itself: {circle}")
    if len(above) > _DEEPEST:
        raise refused("too-deep", f"more than {_DEEPEST} files are based on each other")
    if not file.is_file():
        raise refused("missing-file", f"there is no file '{based_on}' beside this one")
    return file


def _beside(shown: str, based_on: str) -> str:
    """A path relative to a file, as messages show it."""
    parts = shown.split("/")[:-1]
    for step in based_on.split("/"):
        if step == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif step not in (".", ""):
            parts.append(step)
    return "/".join(parts)


def _json_escapes(source: Source) -> Source:
    """JSON writes what lies beyond the first plane as two escapes, YAML as one."""
    if not source.text.lstrip().startswith("{") or not _PAIR.search(source.text):
        return source

    def joined(pair: re.Match[str]) -> str:
        code = 0x10000 + ((int(pair[1], 16) - 0xD800) << 10) + int(pair[2], 16) - 0xDC00
        return f"\\U{code:08x}"

    return Source(source.path, _PAIR.sub(joined, source.text))


def _sheet(raw: _Raw, find: Find | Mapping[str, Sheet]) -> Sheet:
    located = raw.own

    def refused(code: str, message: str, hint: str | None = None) -> Problem:
        path: Steps = ("sheet",) if "sheet" in located.value else ("based_on",)
        return located.problem(code, message, path, hint=hint)

    return _found(raw.sheet, find, refused)


def _found(
    named: str, find: Find | Mapping[str, Sheet], refused: Callable[[str, str, str | None], Problem]
) -> Sheet:
    """The sheet of that id; what the finder says becomes a problem of the file that names it."""
    if isinstance(find, Mapping):
        if named in find:
            return find[named]
        raise HandbillError(
            refused("unknown-sheet", f"there is no sheet '{named}'", f"the sheets are {', '.join(find)}")
        )
    try:
        return find(named)
    except HandbillError as error:
        if any(problem.path for problem in error.problems):
            raise
        raise HandbillError(refused(p.code, p.message, p.hint) for p in error.problems) from error


def _problem(raw: _Raw, sheet: Sheet, fault: Fault) -> Problem:
    """The fault at its place, in whichever file the value came from."""
    path: Steps = fault.path
    located = raw.files.get(str(path[0]), raw.own)
    while path and path not in located.values:
        path = path[:-1]
    if not path:
        path = ("sheet",) if "sheet" in located.value else ("based_on",)
    return located.problem(fault.code, fault.message, path, key=fault.key, hint=fault.hint)


def _reserved(located: Located, sheet: Sheet) -> Iterator[Problem]:
    version = located.value.get("version")
    if version is not None and version != sheet.version:
        message, hint = _of_version(sheet, version)
        yield located.problem("wrong-version", message, ("version",), hint=hint)
    aside = located.value.get("aside")
    if aside is not None and not isinstance(aside, dict):
        message = f"'aside' should be a mapping of texts, but it is {describe(aside)}"
        yield located.problem("wrong-type", message, ("aside",))
    for key, value in aside.items() if isinstance(aside, dict) else ():
        if not isinstance(value, str):
            message = f"'{key}' should be text, but it is {describe(value)}"
            yield located.problem("wrong-type", message, ("aside", key), hint="put it in quotes")


def _of_version(sheet: Sheet, version: object) -> tuple[str, str]:
    text = str(version)
    newer = text.isdigit() and int(text) > sheet.version
    message = f"this character is for version {text[:20]} of {sheet.id}, and this is version {sheet.version}"
    hint = "update handbill" if newer else f"see what changed, then write 'version: {sheet.version}'"
    return message, hint
