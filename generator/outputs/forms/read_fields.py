"""The fields of an open PDF form by their full names, with what was typed, ticked or chosen in each."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import Any, NamedTuple

from pypdf.generic import (
    FloatObject,
    IndirectObject,
    NameObject,
    NumberObject,
    StreamObject,
    TextStringObject,
)

from generator.sheets.widget import FormValue

MOST_FIELDS = 20_000
_DEEPEST = 32
_LONGEST_NAME = 1_000
_RADIO, _PUSH = 1 << 15, 1 << 16


class Unreadable(Exception):
    """A form that no program would have made from a sheet; the text goes on after the file's name."""


class _Node(NamedTuple):
    """A dictionary of the field tree, with what it has from those above it."""

    found: Any
    name: str
    inherited: dict[str, Any]
    depth: int


_INHERITED = ("/FT", "/Ff", "/V", "/Opt")


def field_values(reader: Any) -> dict[str, FormValue]:
    """Every field's value: a bool for a check box, else text with ``\\n`` line ends, "" where nothing stands.

    A radio group has its state's export value, a menu what stands in the file (export value or label). Push
    buttons and signatures have none and are left out. Where two fields share a name (programs that join
    files do that) and differ, the second is called ``NAME#2``. A value of a type that no field can have
    counts as empty. Appearances are never looked at.
    """
    found: dict[str, FormValue] = {}
    seen: set[int] = set()
    waiting = [_Node(kid, "", {}, 0) for kid in reversed(_top(reader))]
    while waiting:
        node = waiting.pop()
        if isinstance(node.found, IndirectObject):
            if node.found.idnum in seen:
                continue  # a circle, or a field that is listed twice
            seen.add(node.found.idnum)
        waiting.extend(reversed(_visit(node, found)))
        if len(waiting) + len(seen) > MOST_FIELDS:
            raise Unreadable(f"has more than {MOST_FIELDS:,} fields")
    return found


def _top(reader: Any) -> list[Any]:
    form = resolved(reader.root_object.get("/AcroForm"))
    fields = resolved(form.get("/Fields")) if isinstance(form, dict) else None
    return list(fields) if isinstance(fields, list) else []


def _visit(node: _Node, found: dict[str, FormValue]) -> list[_Node]:
    """Notes a field's value, or gives the fields below it."""
    here = resolved(node.found)
    if not isinstance(here, dict):
        raise Unreadable("is damaged: a field of its form is missing")
    part = _text(resolved(here.get("/T")))
    name = f"{node.name}.{part}" if node.name and part else part or node.name
    if len(name) > _LONGEST_NAME or node.depth > _DEEPEST:
        raise Unreadable("has a form that no sheet has: its names or levels do not end")
    own = {key: here[key] for key in _INHERITED if key in here}
    inherited = {**node.inherited, **own}
    kids = resolved(here.get("/Kids"))
    kids = kids if isinstance(kids, list) else []
    below = [kid for kid in kids if _is_field(kid)]
    if below:
        return [_Node(kid, name, inherited, node.depth + 1) for kid in below]
    value = _value(here, inherited, kids)
    if name and value is not None:
        _note(found, name, value)
    return []


def _is_field(kid: Any) -> bool:
    """Whether a kid is a field of its own; one without a name only shows its parent's value."""
    kid = resolved(kid)
    return isinstance(kid, dict) and ("/T" in kid or "/Kids" in kid)


def _note(found: dict[str, FormValue], name: str, value: FormValue) -> None:
    there = found.get(name)
    if not there or there == value:
        found[name] = value
    elif value:
        number = 2
        while (other := f"{name}#{number}") in found:
            number += 1
        found[other] = value


def _value(here: dict[str, Any], inherited: dict[str, Any], kids: list[Any]) -> FormValue | None:
    kind, value = resolved(inherited.get("/FT")), resolved(inherited.get("/V"))
    if kind in ("/Tx", "/Ch"):
        return _text(value)
    if kind != "/Btn":
        return None
    flags = resolved(inherited.get("/Ff"))
    flags = int(flags) if isinstance(flags, int) else 0
    if flags & _PUSH:
        return None
    # pypdf stores a radio's choice as the text "/ours", where a name is due.
    state = _text(value).removeprefix("/")
    state = state or next(filter(None, (_shown(widget) for widget in (here, *kids))), "")
    if not flags & _RADIO:
        return state not in ("", "Off")
    return "" if state == "Off" else _exported(state, resolved(inherited.get("/Opt")))


def _shown(widget: Any) -> str:
    """The state that a button's widget shows; "" for Off: used where a program set no value."""
    widget = resolved(widget)
    state = _text(resolved(widget.get("/AS"))) if isinstance(widget, dict) else ""
    return "" if state == "Off" else state


def _exported(state: str, options: Any) -> str:
    """The export value of a radio state: with /Opt, states are numbers of its entries."""
    if isinstance(options, list) and state.isdecimal() and len(state) < 6 and int(state) < len(options):
        return _text(resolved(options[int(state)]))
    return state


def _text(value: Any) -> str:
    """The text of a PDF string, name, number, stream, or of the only entry of an array; else ""."""
    value = resolved(value)
    if isinstance(value, list) and len(value) == 1:
        value = resolved(value[0])
    if isinstance(value, StreamObject):
        value = value.get_data()
    if isinstance(value, TextStringObject) and value.original_bytes.startswith(BOM_UTF8):
        value = value.original_bytes  # pypdf before 7.1 does not know the mark
    if isinstance(value, bytes):
        value = decoded(value)
    elif isinstance(value, NameObject):
        value = value.removeprefix("/")
    elif isinstance(value, (NumberObject, FloatObject)):
        value = str(value)
    return str(value).replace("\r\n", "\n").replace("\r", "\n") if isinstance(value, str) else ""


def decoded(data: bytes) -> str:
    """Bytes as text: UTF-16 or UTF-8 as marked, else UTF-8, else Latin-1, where every byte has a meaning."""
    if data[:2] in (b"\xfe\xff", b"\xff\xfe"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def resolved(value: Any) -> Any:
    """What a reference leads to; anything else as it is."""
    for _ in range(_DEEPEST):
        if not isinstance(value, IndirectObject):
            return value
        value = value.get_object()
    return None
