"""Character files as YAML text: written anew, or an existing one changed where its values change.

The only user of ruamel.yaml. It sees just the lines of a field (or of a list's row) that changes; all other
lines stay as they are, byte for byte.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from io import StringIO
from itertools import zip_longest
from textwrap import indent
from typing import Any, TypeVar

import yaml

from generator.content.located import Located, parse
from generator.content.places import Path, Value
from generator.content.source import UNSEEN, Source
from generator.problems import HandbillError

_COMMENT = re.compile("#.*")
_NOT_AS_IT_IS = re.compile(rf"{UNSEEN.pattern}|\r")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NAME = "character.yaml"
_T = TypeVar("_T")


def written(values: Mapping[str, Value], header: str = "") -> str:
    """A new file: the header's lines, then each value in the order given; it reads back as ``values``."""
    return header + _dump({name: _node(value) for name, value in values.items()})


def rewritten(text: str, changes: Mapping[str, Value], inherited: Collection[str] = ()) -> str:
    """A file's text with some fields changed, which then reads as the old values and the changes.

    ``text`` must be readable by ``located.parse``. A field of None is taken out; one that the base
    character has as well (``inherited``) becomes ``null``. Comments, order, quotation marks and blank lines
    stay, also inside lists; a comment on what is taken out stays on a line of its own. A list's rows are
    matched to the old ones by what stands in them. At least one field must be left.
    """
    if "\r\n" in text:
        return rewritten(text.replace("\r\n", "\n"), changes, inherited).replace("\n", "\r\n")
    if (values := _json(text)) is not None:
        wanted = _changed(values, changes, inherited)
        return json.dumps(wanted, ensure_ascii=False, indent=2 if "\n" in text.strip() else None) + "\n"
    old = parse(Source(_NAME, text))
    wanted = _tuples(_changed(old.value, changes, inherited))
    if wanted == old.value:
        return text
    for way in (_by_lines, _whole):
        new = _tried(way, old, wanted)
        if new is not None and _reads_as(new, wanted):
            return new
    return "".join(f"{comment}\n" for comment in _comments(text)) + written(wanted)


def _json(text: str) -> dict[str, Any] | None:
    """The values of a JSON file; None for any other."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _changed(
    values: Mapping[str, Any], changes: Mapping[str, Any], inherited: Collection[str]
) -> dict[str, Any]:
    gone = {name for name, value in changes.items() if value is None and name not in inherited}
    return {name: value for name, value in {**values, **changes}.items() if name not in gone}


def _tried(way: Callable[..., _T], *arguments: Any) -> _T | None:
    """What a way gives; None where ruamel.yaml gives up, which it does with any exception."""
    try:
        return way(*arguments)
    except Exception:
        return None


def _reads_as(text: str, value: dict[str, Value]) -> bool:
    try:
        return parse(Source(_NAME, text)).value == value
    except HandbillError:
        return False


def _tuples(value: Any) -> Any:
    """The value as our reader gives it: lists are tuples."""
    if isinstance(value, Mapping):
        return {key: _tuples(item) for key, item in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, (list, tuple)) else value


def _by_lines(old: Located, wanted: dict[str, Value]) -> str | None:
    """Changes the lines of changed fields only; None where fields do not begin lines."""
    names = list(old.value)
    if any(old.keys[(name,)].column != 1 for name in names) or old.source.text.lstrip().startswith("{"):
        return None
    lines = old.source.lines
    starts = [old.keys[(name,)].line - 1 for name in names]
    parts = list(lines[: starts[0]])
    for name, start, after in zip(names, starts, [*starts[1:], len(lines)], strict=True):
        end = _end(old, (name,))
        body: Sequence[str] = lines[start:end]
        tail = lines[end:after]
        if name not in wanted:
            body = _comments_of(body)
        elif wanted[name] != old.value[name]:
            body = _field(old, name, start, end, wanted[name])
        parts += body
        if name == names[-1]:
            new = {key: value for key, value in wanted.items() if key not in old.value}
            parts += written(new).splitlines() if new else ()
        parts += tail
    return "\n".join(parts) + ("" if parts[-1:] == [""] else "\n")


def _whole(old: Located, wanted: dict[str, Value]) -> str:
    """Changes a file of another layout as one piece: a mapping in braces, or indented."""
    return "\n".join(_piece(old.source.text.split("\n"), (), old.value, wanted)) + "\n"


def _field(old: Located, name: str, start: int, end: int, value: Value) -> Sequence[str]:
    """The lines of a field with another value, written anew if they cannot be changed faithfully."""
    new = _tried(_changed_field, old, name, start, end, value)
    if new is not None and _reads_as("\n".join(new), {name: value}):
        return new
    return [*_comments_of(old.source.lines[start:end]), *written({name: value}).splitlines()]


def _changed_field(old: Located, name: str, start: int, end: int, value: Value) -> Sequence[str]:
    before = old.value[name]
    rows = [_row_start(old, (name, at)) for at in range(len(before))] if isinstance(before, tuple) else []
    if not rows or None in rows or not isinstance(value, tuple) or not value:
        return _piece(old.source.lines[start:end], (name,), before, value)
    return _rows(old, name, [row for row in rows if row is not None], (start, end), value)


def _rows(
    old: Located, name: str, rows: list[int], span: tuple[int, int], value: tuple[Value, ...]
) -> list[str]:
    """The lines of a block list: rows that stay stay, others are changed in place, taken out or put in."""
    lines, before = old.source.lines, old.value[name]
    assert isinstance(before, tuple)
    ends = [_end(old, (name, at)) for at in range(len(before))]
    bodies: list[Sequence[str]] = [lines[start:end] for start, end in zip(rows, ends, strict=True)]
    tails = [lines[end:after] for end, after in zip(ends, [*rows[1:], span[1]], strict=True)]
    margin = " " * (len(lines[rows[0]]) - len(lines[rows[0]].lstrip(" ")))
    added: dict[int, list[str]] = {}
    for _, i1, i2, j1, j2 in SequenceMatcher(None, *_labels(before, value), autojunk=False).get_opcodes():
        for i, j in zip_longest(range(i1, i2), range(j1, j2)):
            if i is None:
                new = indent(_dump([_node(value[j])], offset=0), margin).splitlines()
                added.setdefault(max(i2, i1) - 1, []).extend(new)
            elif j is None:
                bodies[i] = [margin + comment for comment in _comments_of(bodies[i])]
            elif before[i] != value[j]:
                bodies[i] = _piece(bodies[i], (0,), before[i], value[j])
    result = [*lines[span[0] : rows[0]], *added.get(-1, ())]
    for at, (body, tail) in enumerate(zip(bodies, tails, strict=True)):
        result += [*body, *added.get(at, ()), *tail]
    return result


def _labels(before: Sequence[Value], value: Sequence[Value]) -> tuple[list[str], list[str]]:
    """What tells the rows of two lists apart: their first column (a name, mostly), else all of a row."""
    firsts = Counter(next(iter(row)) for row in value if isinstance(row, dict) and row)
    column = max(firsts, key=firsts.__getitem__, default="")

    def label(row: Value) -> str:
        return json.dumps(row[column] if isinstance(row, dict) and row.get(column) else row)

    return [label(row) for row in before], [label(row) for row in value]


def _row_start(old: Located, path: Path) -> int | None:
    """The index of the line where a block list's item has its dash; None when the list stands in brackets."""
    place = old.values[path]
    line = place.line - 1
    if old.source.lines[line][: place.column - 1].strip() == "-":
        return line
    while line and not old.source.lines[line].strip():
        line -= 1
    return line if re.fullmatch(r"\s*-(\s*|\s+#.*)", old.source.lines[line - 1]) else None


def _end(old: Located, path: Path) -> int:
    """The index of the line after a value; comments and blank lines that follow it do not count."""
    place, value = old.values[path], old.at(path)
    first = old.source.lines[place.line - 1][place.column - 1 : place.column]
    if isinstance(value, (tuple, dict)) and value and first not in ("[", "{"):
        steps: Iterable[str | int] = value if isinstance(value, dict) else range(len(value))
        return max(_end(old, (*path, step)) for step in steps)
    if first not in ("|", ">") or place.end_line == place.line:
        return place.end_line
    end = min(place.end_line - (place.end_column == 1), len(old.source.lines))
    header = old.source.lines[place.line - 1][place.column - 1 :].split("#")[0]
    while "+" not in header and end > place.line and not old.source.lines[end - 1].strip():
        end -= 1
    return end


# Pieces: a few lines that ruamel.yaml reads, changes and writes.


def _piece(lines: Sequence[str], path: Path, before: Value, value: Value) -> Sequence[str]:
    """The lines with the value at ``path`` (from their own top) changed."""
    margin = " " * (len(lines[0]) - len(lines[0].lstrip(" ")))
    text = _moved_left(lines, len(margin))
    top: Any = _ruamel(text).load(text)
    if path:
        top[path[0]] = _merged(top[path[0]], before, value)
    else:
        top = _merged(top, before, value)
    new = _by(_ruamel(text), top)
    lost = Counter(_comments(text)) - Counter(_comments(new))
    rescued = "".join(f"{comment}\n" for comment in lost.elements())
    return indent(new + rescued, margin).rstrip("\n").split("\n")


def _merged(node: Any, before: Value, value: Value) -> Any:
    """The ruamel node, changed from one value to the other; a new node where the kinds differ."""
    if before == value and type(before) is type(value):
        return node
    if isinstance(before, dict) and isinstance(value, dict) and before and value:
        for key in before.keys() - value.keys():
            del node[key]
        for key, item in value.items():
            node[key] = _merged(node[key], before[key], item) if key in before else _node(item)
        return node
    if isinstance(before, tuple) and isinstance(value, tuple) and before and value:
        del node[len(value) :]
        for at, item in enumerate(value):
            if at < len(before):
                node[at] = _merged(node[at], before[at], item)
            else:
                node.append(_node(item))
        return node
    return _node(value)


def _node(value: Value) -> Any:
    """A value as ruamel writes it so that our reader, and any other, reads the same."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString

    if isinstance(value, Mapping):
        return CommentedMap({key: _node(item) for key, item in value.items()})
    if isinstance(value, (list, tuple)):
        items = CommentedSeq(map(_node, value))
        if not any(isinstance(item, (Mapping, list, tuple)) for item in value):
            items.fa.set_flow_style()
        return items
    if not isinstance(value, str):
        return json.dumps(value)
    # Empty lines at the end of a block could not be told from those between two fields.
    several = "\n" in value.rstrip("\n") and not value.endswith("\n\n")
    if several and value[0] not in " \n\t" and not _NOT_AS_IT_IS.search(value):
        return LiteralScalarString(value)
    return value if _is_plain(value) else DoubleQuotedScalarString(value)


def _is_plain(text: str) -> bool:
    """Whether a text needs no quotation marks: nobody reads it as a number, a date, a word of YAML.

    >>> [_is_plain(text) for text in ("Igor", "no", "+3", "1:30", "012", "3 rats", "a: b", "")]
    [True, False, False, False, False, True, False, False]
    """
    if text != text.strip() or re.search(r"^$|: |:$| #|[\t\n]", text) or _NOT_AS_IT_IS.search(text):
        return False
    if text[0] in "-?:,[]{}#&*!|>'\"%@`=~<" or text.startswith(("---", "...")):
        return False
    words = {"yes", "no", "on", "off", "true", "false", "null", "y", "n"}
    return text.lower() not in words and not re.fullmatch(r"[-+.\d][-+.:,_\w]*([ tT][\d:.+Zz -]*)?", text)


def _dump(value: Any, offset: int = 2) -> str:
    writer = _ruamel("")
    writer.indent(mapping=2, sequence=2 + offset, offset=offset)
    return _by(writer, value)


def _by(writer: Any, value: Any) -> str:
    """What ruamel writes; it leaves some unseen characters as they are, all of them in double quotes."""
    text = StringIO()
    writer.dump(value, text)
    return UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04X}", text.getvalue())


def _ruamel(text: str) -> Any:
    """ruamel.yaml set to leave all words as they are, and to indent lists as the text does."""
    from ruamel.yaml import YAML
    from ruamel.yaml.resolver import VersionedResolver

    class AllText(VersionedResolver):  # type: ignore[misc, unused-ignore]
        """Takes every word for text: 012 and 1_000 stay as they were written."""

        def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
            scalar = kind.__name__ == "ScalarNode"
            return self.DEFAULT_SCALAR_TAG if scalar else super().resolve(kind, value, implicit)

    work = YAML(typ="rt", pure=True)
    work.Resolver = AllText
    work.preserve_quotes = True
    work.width = 1_000_000
    dash = re.search(r"^( *)-( +)\S", text, re.MULTILINE)
    if dash:
        work.indent(mapping=2, sequence=len(dash[1]) + 1 + len(dash[2]), offset=len(dash[1]))
    return work


def _comments_of(lines: Sequence[str]) -> list[str]:
    return _comments(_moved_left(lines, len(lines[0]) - len(lines[0].lstrip(" "))))


def _moved_left(lines: Sequence[str], margin: int) -> str:
    """The lines without their common margin; a comment that stands further left goes to the edge."""
    return "".join(re.sub(f"^ {{0,{margin}}}", "", line) + "\n" for line in lines)


def _comments(text: str) -> list[str]:
    """The comments of a piece of YAML, in order: what begins with '#' outside of all texts."""
    rest, lines = list(text), [0, *(match.end() for match in re.finditer("\n", text))]
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.ScalarEvent):
            start, end = (mark.index if mark else 0 for mark in (event.start_mark, event.end_mark))
            if event.style in ("|", ">"):
                start = next((at for at in lines if at > start), end)
            rest[start:end] = ("\n" if character == "\n" else "_" for character in rest[start:end])
    return _COMMENT.findall("".join(rest))
