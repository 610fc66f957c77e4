"""Checks located YAML against a model, and tells what is wrong in our own words, each thing at its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from generator.content.located import Located, Path, Value, describe
from generator.problems import HandbillError, Problem, nearest

M = TypeVar("M", bound=BaseModel)

# What would be right, by pydantic's name for the fault or by the model's.
_RIGHT = {
    "string_type": "text",
    "int_type": "a whole number",
    "tuple_type": "a list",
    "Theme": "a mapping with 'display' and 'text'",
    "Term": "a mapping with 'means'",
    "Page": "a list of rows",
    "Row": "a list of columns, or a mapping with 'columns' and 'widths'",
}


def checked(model: type[M], located: Located, path: Path = ()) -> M:
    """The model's value for the mapping at a path; all its problems as a HandbillError."""
    try:
        return model.model_validate(located.at(path))
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        raise HandbillError(_problem(model, located, path, detail) for detail in details) from error


def _problem(model: type[BaseModel], located: Located, base: Path, detail: Any) -> Problem:
    kind, loc = detail["type"], detail["loc"]
    path = _path_in_file(located, base, loc)
    if kind == "missing":
        return _missing(located, path, str(loc[-1]))
    if kind == "extra_forbidden":
        known = list(_fields(model, loc[:-1]))
        hint = nearest(str(loc[-1]), known) or f"the keys here are {_listed(known)}"
        return located.problem("unknown-key", f"'{loc[-1]}' is not known here", path, key=True, hint=hint)
    value = located.at(path)
    context = detail.get("ctx", {})
    if kind == "literal_error":
        known = [word.strip("' ") for word in context["expected"].replace(" or ", ",").split(",")]
        hint = isinstance(value, str) and nearest(value, known) or f"write one of {_listed(known)}"
        return located.problem("wrong-value", f"{_name(path)} cannot be {describe(value)}", path, hint=hint)
    if right := _RIGHT.get(context.get("class_name", kind)):
        return located.problem(
            "wrong-type", _wrong_type(path, right, value), path, hint=_quoting(located, path, right, value)
        )
    return located.problem(kind, detail["msg"], path, hint=context.get("hint"))


def _path_in_file(located: Located, base: Path, loc: tuple[str | int, ...]) -> Path:
    """The path as the file has it: a model may name a step (``rows``) that the short form leaves out."""
    path = base
    for step in loc:
        if (*path, step) in located.values:
            path = (*path, step)
    return path


def _missing(located: Located, path: Path, key: str) -> Problem:
    hint = f"add a line '{key}: …'"
    if path:
        return located.problem(
            "missing-key", f"'{key}' is missing in {_name(path)}", path, key=True, hint=hint
        )
    line = min(place.line for place in located.values.values())
    return located.source.problem("missing-key", f"'{key}' is missing", line, hint=hint)


def _wrong_type(path: Path, right: str, value: Value) -> str:
    if value is None:
        return f"{_name(path)} is empty, but it should be {right}"
    return f"{_name(path)} should be {right}, but it is {describe(value)}"


def _quoting(located: Located, path: Path, right: str, value: Value) -> str | None:
    if right == "text" and isinstance(value, int):
        place = located.values[path]
        written = located.source.lines[place.line - 1][place.column - 1 : place.end_column - 1]
        return f"put it in quotes: '{written}'"
    if right == "a list" and isinstance(value, str):
        return f"write it in brackets: [{value}]"
    if value is None:
        return "write it, or delete the key"
    return None


def _name(path: Path) -> str:
    """A path as messages name it; the place and caret tell the rest.

    >>> _name(("title",)), _name(("theme", "text")), _name(("rules", 0)), _name(("pages", 0, 1))
    ("'title'", "'text' in 'theme'", "item 1 of 'rules'", 'this item')
    """
    above = path[-2] if len(path) > 1 else None
    match path[-1] if path else None:
        case str(key):
            return f"'{key}' in '{above}'" if isinstance(above, str) else f"'{key}'"
        case int(index):
            return f"item {index + 1} of '{above}'" if isinstance(above, str) else "this item"
    return "this"


def _fields(model: type[BaseModel], loc: tuple[str | int, ...]) -> Iterator[str]:
    """The keys that a model knows at a place inside it."""
    current = model
    for step in loc:
        if isinstance(step, str) and step in current.model_fields:
            current = next(_models_in(current.model_fields[step].annotation), current)
    return iter(current.model_fields)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)


def _listed(words: list[str]) -> str:
    quoted = [f"'{word}'" for word in words]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else quoted[0]
