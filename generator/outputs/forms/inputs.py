"""The controls of a page as it was laid out, matched with the widgets that the form declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from generator.outputs.forms.fit import ASCENT, DESCENT, FLOOR, Room, largest_size
from generator.outputs.forms.font import FORM_FAMILY
from generator.problems import HandbillError, Problem
from generator.sheets.widget import Widget

_PX = 0.75
_RULED = 1.5
_MM = 72 / 25.4
_TOUCH = 0.3
_NAMED = 8


class Input(NamedTuple):
    """One control: its box, its annotation, its rectangle in points from the page's lower left corner."""

    box: Any
    annotation: Any
    page: int
    rect: tuple[float, float, float, float]

    @property
    def width(self) -> float:
        """In points."""
        return self.rect[2] - self.rect[0]

    @property
    def height(self) -> float:
        """In points."""
        return self.rect[3] - self.rect[1]


def inputs_of(document: Any, widgets: Sequence[Widget], name: str) -> dict[str, list[Input]]:
    """The controls of each widget, in the order of the page: one, or a radio's one for each choice.

    Raises HandbillError where page and form differ, and for controls that lie over each other.
    """
    found: dict[str, list[Input]] = {}
    kinds: dict[str, set[str]] = {}
    for number, page in enumerate(document.pages, 1):
        for inputs in page.forms.values():
            for box, _ in inputs:
                if annotation := box.widget_annotation:
                    key = box.element.get("name", "")
                    found.setdefault(key, []).append(_input(box, annotation, number))
                    kinds.setdefault(key, set()).add(_kind(box.element))
    problems = _differences(found, kinds, {widget.name: widget for widget in widgets}, name)
    problems += _overlaps([entry for entries in found.values() for entry in entries], name)
    if problems:
        raise HandbillError(problems)
    return found


def _input(box: Any, annotation: Any, page: int) -> Input:
    left, top, right, bottom = annotation["Rect"]
    rect = (min(left, right), min(top, bottom), max(left, right), max(top, bottom))
    return Input(box, annotation, page, tuple(round(float(edge), 2) for edge in rect))  # type: ignore[arg-type]


def _kind(element: Any) -> str:
    if element.tag == "input":
        kind = element.get("type", "text")
        return {"checkbox": "check", "radio": "radio"}.get(
            kind, "text" if kind == "text" else f"<input {kind}>"
        )
    return {"textarea": "lines", "select": "choice"}.get(element.tag, f"<{element.tag}>")


def _differences(
    found: Mapping[str, Sequence[Input]],
    kinds: Mapping[str, set[str]],
    widgets: Mapping[str, Widget],
    name: str,
) -> list[Problem]:
    problems = []
    page_only, form_only = sorted(found.keys() - widgets.keys()), sorted(widgets.keys() - found.keys())
    if page_only or form_only:
        parts = (_listed("on the page only", page_only), _listed("in the form only", form_only))
        message = "page and form differ: " + "; ".join(part for part in parts if part)
        problems.append(Problem("form-mismatch", message, name, hint="print each widget of the form once"))
    for key in sorted(found.keys() & widgets.keys()):
        problems += _difference(widgets[key], found[key], kinds[key], name)
    return problems


def _listed(where: str, names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{where}: {', '.join(names[:_NAMED])}{more}" if names else ""


def _difference(widget: Widget, inputs: Sequence[Input], kinds: set[str], name: str) -> list[Problem]:
    wanted = "lines" if widget.lines and widget.type == "text" else widget.type
    if kinds != {wanted}:
        message = f"'{widget.name}' is printed as {' and '.join(sorted(kinds))}, but declared as {wanted}"
        return [Problem("form-mismatch", message, name)]
    printed = [entry.box.element.get("value", "") for entry in inputs]
    if widget.type == "radio" and sorted(printed) != sorted(choice.value for choice in widget.choices):
        declared = ", ".join(choice.value for choice in widget.choices)
        message = f"'{widget.name}' is printed with {', '.join(printed)}, but declared with {declared}"
        return [Problem("form-mismatch", message, name)]
    if widget.type != "radio" and len(inputs) > 1:
        return [Problem("form-mismatch", f"'{widget.name}' is printed {len(inputs)} times", name)]
    return []


def _overlaps(inputs: Sequence[Input], name: str) -> list[Problem]:
    problems = []
    for one, other in combinations(inputs, 2):
        if one.page == other.page and _touch(one.rect, other.rect):
            names = " and ".join(f"'{entry.box.element.get('name')}'" for entry in (one, other))
            problems.append(Problem("form-overlap", f"page {one.page}: {names} lie over each other", name))
    return problems


def _touch(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    up = min(one[3], other[3]) - max(one[1], other[1])
    return across > _TOUCH and up > _TOUCH


def room_of(entry: Input, several: bool, name: str) -> Room:
    """The room for typed text: at the size of the page's styles, or as much as the height allows."""
    from weasyprint.text.line_break import strut

    style = entry.box.style
    wanted = style["font_size"] * _PX
    if not several:
        size = largest_size(entry.height, wanted)
        _refuse_small(entry, wanted, size, name)
        return Room(entry.width, entry.height, round(size, 2))
    _refuse_small(entry, wanted, wanted, name)
    pitch = strut(style)[0] * _PX
    return Room(
        entry.width, entry.height, wanted, pitch, ruled=_is_length(style["line_height"], pitch, wanted)
    )


def _is_length(line_height: Any, pitch: float, size: float) -> bool:
    """Whether lines are printed at this distance: a length was given, and a wide one."""
    return not isinstance(line_height, (str, int, float)) and pitch >= _RULED * size


def _refuse_small(entry: Input, wanted: float, size: float, name: str) -> None:
    key = entry.box.element.get("name")
    family = entry.box.style["font_family"][0]
    if family != FORM_FAMILY:
        message = f"page {entry.page}: the control '{key}' is set in {family}"
        raise HandbillError(Problem("foreign-font", message, name, hint=f'font-family: "{FORM_FAMILY}"'))
    if wanted < FLOOR - 0.01:
        message = f"page {entry.page}: the control '{key}' is set in {wanted:g} pt"
        raise HandbillError(Problem("small-type", message, name, hint=f"at least {FLOOR:g} pt"))
    if size < FLOOR - 0.01:
        least = FLOOR * (ASCENT + DESCENT) / _MM
        message = f"page {entry.page}: the control '{key}' is {entry.height / _MM:.1f} mm high"
        raise HandbillError(Problem("low-control", message, name, hint=f"at least {least:.1f} mm"))
