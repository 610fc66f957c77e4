"""Reads the sheets of a game, and binds them to its rules; whatever is wrong is told at its place."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, create_model

from generator.content import digits
from generator.content.checked import checked
from generator.content.located import Located, Path, parse
from generator.content.models import Model, Page, Text, filled, page
from generator.content.source import Source
from generator.problems import HandbillError, Problem, nearest
from generator.rules.registry import Rules
from generator.sheets import (
    KINDS,
    RESERVED,
    Field,
    Head,
    Misdeclared,
    Read,
    Section,
    Sheet,
    SheetPage,
    SheetRow,
)

_FIELD_NAME = re.compile(r"[a-z][a-z0-9_]*")
_WORDED, _ASKED = ("label", "help"), re.compile(r"\{(\w+)\}")
"""What may ask the rules for words, and how."""

_SHOWN = ("title", "subtitle", "summary", "label", "help", "row_label", "column_label", "text")
"""Keys whose texts are printed, and so hold no typed number."""


class _Section(Model):
    """A section as written; ``fields`` are checked one by one, each by its kind."""

    title: str = ""
    text: str = ""
    draw: str = ""
    fields: tuple[dict[str, Any], ...] = ()


class _Sheet(Model):
    """A sheet's file as a whole."""

    title: Text
    subtitle: str = ""
    summary: Text
    audience: Literal["players", "gm", "all"] = "all"
    version: int = 1
    named_by: str = ""
    pages: Annotated[tuple[Annotated[Page, BeforeValidator(page)], ...], AfterValidator(filled)]
    reads: dict[str, Any] = {}
    sections: dict[str, _Section]


class _Common(Model):
    """The keys that fields of all kinds have."""

    name: Text
    kind: str
    label: Text
    help: str = ""
    span: int = 12
    required: bool = False
    within: dict[str, int] = {}


@dataclass(frozen=True)
class Declared:
    """A field as declared: the common keys, its kind's own keys, and where it stands.

    The field is there where each of the rules' bounds that ``within`` names reaches so far.
    """

    kind: type[Field]
    about: Mapping[str, Any]
    keys: Mapping[str, Any]
    path: Path
    columns: tuple[Declared, ...] = ()
    within: tuple[tuple[str, int], ...] = ()

    @property
    def name(self) -> str:
        return str(self.about["name"])

    def is_there(self, located: Located, rules: Rules) -> bool:
        """Whether the rules want this field; an unknown bound as a HandbillError."""
        for bound, number in self.within:
            try:
                _, most = rules.bounds(bound)
            except HandbillError as error:
                (fault,) = error.problems
                path = (*self.path, "within", bound)
                raise HandbillError(_placed(located, path, fault.code, fault.message, fault.hint)) from None
            if most is not None and number > most:
                return False
        return True

    def field(self, located: Located, rules: Rules) -> Field:
        """The field; its problems as a HandbillError."""
        problems: list[Problem] = []
        columns: list[Field] = []
        for column in self.columns:
            try:
                if column.is_there(located, rules):
                    columns.append(column.field(located, rules))
            except HandbillError as error:
                problems += error.problems
        keys = {**self.keys, "columns": tuple(columns)} if self.columns else self.keys
        about = dict(self.about)
        for key in _WORDED:
            try:
                about[key] = _ASKED.sub(lambda asked: rules.wording(asked[1]), about[key])
            except HandbillError as error:
                problems += [
                    _placed(located, (*self.path, key), fault.code, fault.message, fault.hint)
                    for fault in error.problems
                ]
        if not problems:
            try:
                return self.kind.declared(about, keys, rules)
            except Misdeclared as error:
                problems += [
                    _placed(located, (*self.path, *fault.path), fault.code, fault.message, fault.hint)
                    for fault in error.faults
                ]
        raise HandbillError(problems)


@dataclass(frozen=True)
class SheetSource:
    """A sheet as its file holds it, checked as far as that goes without rules."""

    game: str
    name: str
    located: Located
    head: Head
    pages: tuple[Page, ...]
    sections: Mapping[str, tuple[_Section, tuple[Declared, ...]]]
    reads: Mapping[str, Read]

    @property
    def path(self) -> str:
        """The file, as messages show it."""
        return self.located.source.path

    @property
    def title(self) -> str:
        return self.head.title


def read_sheet(game: str, name: str, source: Source) -> SheetSource:
    """The sheet in a source; all its problems as a HandbillError."""
    located = parse(source)
    problems = list(_typed_digits(located))
    try:
        made = checked(_Sheet, located)
    except HandbillError as error:
        raise HandbillError([*problems, *error.problems]) from error
    sections = {}
    for key, section in made.sections.items():
        fields, told = _fields(located, ("sections", key, "fields"), section.fields)
        sections[key] = (section, fields)
        problems += told
    reads = _reads(located, made.reads, problems)
    problems += _placements(located, made)
    problems += _doubled(located, [field for _, fields in sections.values() for field in fields])
    problems += _named_by(located, made, sections)
    if problems:
        raise HandbillError(problems)
    keys = ("title", "subtitle", "summary", "audience", "version", "named_by")
    head = Head(game, name, **{key: getattr(made, key) for key in keys})
    return SheetSource(game, name, located, head, made.pages, sections, reads)


def bind_sheet(source: SheetSource, rules: Rules) -> Sheet:
    """The sheet with the bounds, choices and formulas of these rules; problems as a HandbillError."""
    located = source.located
    problems: list[Problem] = []
    sections: dict[str, Section] = {}
    left_out: set[str] = set()
    for key, (section, declared) in source.sections.items():
        fields: list[Field] = []
        for each in declared:
            try:
                if each.is_there(located, rules):
                    fields.append(each.field(located, rules))
                else:
                    left_out.add(each.name)
            except HandbillError as error:
                problems += error.problems
        line = located.values[("sections", key, "text")].line if section.text else 0
        sections[key] = Section(key, section.title, tuple(fields), section.text, line, section.draw)
    if problems:
        raise HandbillError(problems)
    pages = [
        SheetPage(tuple(SheetRow(row.columns, row.widths) for row in page.rows)) for page in source.pages
    ]
    try:
        return Sheet(source.head, pages, sections, _without(source.reads, left_out))
    except Misdeclared as error:
        places = _places(source)
        raise HandbillError(
            _placed(located, _where(places, fault.path), fault.code, fault.message, fault.hint)
            for fault in error.faults
        ) from error


def _without(reads: Mapping[str, Read], left_out: set[str]) -> dict[str, Read]:
    """The reads of fields that are there; those of none are left out with them."""
    made = {}
    for name, read in reads.items():
        count = tuple(each for each in read.count if each not in left_out)
        if count or not read.count:
            made[name] = replace(read, count=count)
    return made


def _fields(
    located: Located, path: Path, given: tuple[dict[str, Any], ...], inside: bool = False
) -> tuple[tuple[Declared, ...], list[Problem]]:
    """The fields declared under a path, and the problems of those that are none."""
    fields: list[Declared] = []
    problems: list[Problem] = []
    for index, keys in enumerate(given):
        try:
            fields.append(_field(located, (*path, index), keys))
        except HandbillError as error:
            problems += error.problems
    if inside:
        problems += _doubled(located, fields)
    return tuple(fields), problems


def _field(located: Located, path: Path, keys: Mapping[str, Any]) -> Declared:
    kind = keys.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        if "kind" not in keys:
            checked(_Common, located, path)
        hint = (isinstance(kind, str) and nearest(kind, KINDS)) or f"the kinds are {', '.join(sorted(KINDS))}"
        problem = located.problem("unknown-kind", f"there is no kind '{kind}'", (*path, "kind"), hint=hint)
        raise HandbillError(problem)
    made = checked(_model(kind), located, path)
    problems = list(_bad_name(located, path, keys["name"]))
    own = {key: getattr(made, key) for key in KINDS[kind].keys if key in keys}
    columns: tuple[Declared, ...] = ()
    if KINDS[kind].keys.get("columns") is tuple and "columns" in own:
        columns, told = _fields(located, (*path, "columns"), own["columns"], inside=True)
        problems += told
    if not 1 <= keys.get("span", 12) <= 12:
        message = f"'span' is 1 to 12, the parts of a line, but this is {keys['span']}"
        problems.append(located.problem("wrong-value", message, (*path, "span")))
    if problems:
        raise HandbillError(problems)
    about = {key: getattr(made, key) for key in ("name", "label", "help", "span", "required")}
    return Declared(KINDS[kind], about, own, path, columns, tuple(keys.get("within", {}).items()))


@cache
def _model(kind: str) -> type[Model]:
    """The model of a kind's declaration: the common keys, and its own, all of which may be left out."""
    own: dict[str, Any] = {}
    for key, what in KINDS[kind].keys.items():
        own[key] = ((tuple[dict[str, Any], ...] if what is tuple else what) | None, None)
    return create_model(kind, __base__=_Common, **own)


def _bad_name(located: Located, path: Path, name: str) -> Iterator[Problem]:
    if not _FIELD_NAME.fullmatch(name):
        letters = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
        better = re.sub(r"[^a-z0-9]+", "_", letters).strip("_")
        hint = f"write '{better}'" if _FIELD_NAME.fullmatch(better) else "choose another name"
        message = (
            f"a field's name has small letters, digits and '_' only, with a letter first, unlike '{name}'"
        )
        yield located.problem("bad-name", message, (*path, "name"), hint=hint)
    elif name in RESERVED and "columns" not in path:
        message = f"'{name}' is a key of every character file, so no field can be called that"
        yield located.problem("bad-name", message, (*path, "name"), hint="choose another name")


def _doubled(located: Located, fields: list[Declared]) -> Iterator[Problem]:
    first: dict[str, Path] = {}
    for field in fields:
        place = (*field.path, "name")
        if field.name in first:
            line = located.values[first[field.name]].line
            message = f"the field '{field.name}' is declared twice: line {line} has it too"
            yield located.problem("doubled-field", message, place, hint="give each field a name of its own")
        first.setdefault(field.name, place)


def _placements(located: Located, made: _Sheet) -> Iterator[Problem]:
    """Sections that no page lists, that pages list twice, or that are none."""
    listed: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(located.values, key=lambda p: (located.values[p].line, located.values[p].column)):
        value = located.at(path)
        if path[:1] == ("pages",) and "widths" not in path and isinstance(value, str):
            listed[value].append(path)
    for key in made.sections:
        if key not in listed:
            hint = nearest(key, set(listed) - set(made.sections)) or "add it to 'pages'"
            message = f"no page lists the section '{key}', so it would not be printed"
            yield located.problem("unlisted-section", message, ("sections", key), key=True, hint=hint)
    for key, paths in listed.items():
        if key not in made.sections:
            hint = nearest(key, made.sections) or f"write it below 'sections': {key}: …"
            for path in paths:
                yield located.problem("unknown-section", f"there is no section '{key}'", path, hint=hint)
        for path in paths[1:]:
            place = located.values[paths[0]]
            message = (
                f"the section '{key}' is listed twice: line {place.line}, column {place.column} lists it too"
            )
            yield located.problem(
                "doubled-section", message, path, hint="a section is printed once; delete one of the two"
            )


def _reads(located: Located, given: Mapping[str, Any], problems: list[Problem]) -> dict[str, Read]:
    made = {}
    for name, keys in given.items():
        path = ("reads", name)
        if not isinstance(keys, dict) or ("sum" in keys) == ("count" in keys):
            hint = "write {sum: LIST.COLUMN}, or {count: [FIELD, …], is: VALUE}"
            message = f"'{name}' is either a sum or a count"
            problems.append(located.problem("wrong-value", message, path, hint=hint))
            continue
        known = ("sum", "count", "is")
        unknown = [key for key in keys if key not in known]
        for key in unknown:
            hint = nearest(key, known) or "the keys here are 'sum', 'count' and 'is'"
            message = f"'{key}' is not known here"
            problems.append(located.problem("unknown-key", message, (*path, key), key=True, hint=hint))
        count = keys.get("count", ())
        right = isinstance(count, tuple) and all(isinstance(each, str) for each in count)
        if not right or not isinstance(keys.get("sum", ""), str) or not isinstance(keys.get("is", ""), str):
            message = f"'{name}' names fields and a value by text"
            problems.append(located.problem("wrong-type", message, path, hint="{count: [harm_4], is: vigor}"))
        elif not unknown:
            made[name] = Read(keys.get("sum", ""), count, keys.get("is", ""))
    return made


def _named_by(
    located: Located, made: _Sheet, sections: Mapping[str, tuple[_Section, tuple[Declared, ...]]]
) -> Iterator[Problem]:
    texts = [f.name for _, fields in sections.values() for f in fields if f.kind.kind == "text"]
    if made.named_by and made.named_by not in texts:
        hint = nearest(made.named_by, texts) or f"the fields of kind text are {', '.join(texts) or 'none'}"
        message = f"'{made.named_by}' is no field of kind text, so it can name nobody"
        yield located.problem("unknown-field", message, ("named_by",), hint=hint)


def _typed_digits(located: Located) -> Iterator[Problem]:
    for path in located.values:
        if path and path[-1] in _SHOWN:
            yield from digits.check_value(located, path)


def _places(source: SheetSource) -> dict[Path, Path]:
    """Where in the file each field and column is declared."""
    places: dict[Path, Path] = {}
    for _, fields in source.sections.values():
        for field in fields:
            places[(field.name,)] = field.path
            places |= {(field.name, column.name): column.path for column in field.columns}
    return places


def _where(places: Mapping[Path, Path], path: Path) -> Path:
    for length in (2, 1):
        if path[:length] in places:
            return (*places[path[:length]], *path[length:])
    return path


def _placed(located: Located, path: Path, code: str, message: str, hint: str | None) -> Problem:
    """A problem at a path, or at the nearest thing above it that the file has."""
    while path not in located.values:
        path = path[:-1]
    return located.problem(code, message, path, hint=hint)
