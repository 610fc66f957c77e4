"""One sheet as a file: new objects behind the plan's, the bundle of what changed, and the table of all."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from generator.outputs.forms import fit
from generator.outputs.forms.appearance import COMPOSITE, SIMPLE, Pen, appearance, foreign
from generator.outputs.forms.attachments import Attachment, attach
from generator.outputs.forms.embedding import embed_cut
from generator.outputs.forms.fallback import cut
from generator.outputs.forms.letters import Letters, face_of
from generator.outputs.forms.plan import ROW, Plan, Slot, row
from generator.outputs.forms.syntax import differences, indirect, number, packed_objects, stream, text_string

_LEVEL = 7


class Drawn(NamedTuple):
    """A text as it is set: its size in points, and the content of its appearance."""

    size: float
    content: bytes


Draw = Callable[[Slot, str, bool, Pen, bool], Drawn]
"""Sets a text in a slot: whether it is continued elsewhere, with which pen, and whether to keep it."""


class Sheet:
    """One file that is being written: its new objects, numbered on from those of the plan."""

    def __init__(self, plan: Plan, letters: Letters, draw: Draw, texts: Iterable[str]) -> None:
        """``texts`` are those outside ASCII that will stand in it: their faces are cut first."""
        self._plan, self._draw = plan, draw
        self._next = plan.objects
        self._bundled = len(plan.heads())
        self._parts: list[bytes] = []
        self._offset = len(plan.body)
        self._rows: list[bytes] = []
        self._extra: list[tuple[int, bytes]] = []
        self._known: dict[tuple[float, float, bytes], int] = {}
        cuts = {face: cut(face_of(face), needed) for face, needed in letters.foreign(texts).items()}
        self._pen = Pen(letters, cuts)
        self._resources = plan.resources
        if cuts:
            self._resources = self._embed(
                {face: embed_cut(made, self._add_any) for face, made in cuts.items()}
            )

    def _embed(self, fonts: Mapping[int, int]) -> int:
        known = {SIMPLE: self._plan.simple, COMPOSITE: self._plan.composite}
        known |= {foreign(face): key for face, key in fonts.items()}
        entries = "".join(f"/{key} {value} 0 R" for key, value in known.items())
        return self._add_packed(f"<</Font<<{entries}>>>>".encode())

    def widget(self, slot: Slot, value: str | bool | None, continued: bool) -> list[tuple[int, bytes]]:
        """The objects of a widget, with its value in; ``continued`` if another widget holds its rest."""
        if slot.kind == "check":
            state = "Yes" if value else "Off"
            return [(slot.number, f"{slot.head}/V/{state}/AS/{state}>>".encode())]
        text = value if isinstance(value, str) else ""
        if slot.kind == "radio":
            kids = [(kid.number, _kid(kid.head, kid.state == text and kid.state)) for kid in slot.kids]
            return [(slot.number, f"{slot.head}/V/{text or 'Off'}>>".encode()), *kids]
        size, look = self._look(slot, text, continued)
        style = f"/DA(/{SIMPLE} {number(size)} Tf 0 g)/AP<</N {look} 0 R>>"
        return [(slot.number, f"{slot.head}/V{text_string(text)}{style}>>".encode())]

    def _look(self, slot: Slot, text: str, continued: bool) -> tuple[float, int]:
        """The type size and the appearance of a text."""
        shown = slot.choices[text] if slot.choices and text else fit.shown(text, slot.several)
        if not shown.strip():
            return slot.room.size, slot.blank
        # Where faces were cut for this sheet alone, what was drawn is no use to another.
        keep = self._resources == self._plan.resources
        drawn = self._draw(slot, shown, continued, self._pen, keep)
        width, height = slot.room.width, slot.room.height
        key = width, height, drawn.content
        if key not in self._known:
            look = appearance(width, height, self._resources, drawn.content)
            self._known[key] = self._add_stream(look)
        return drawn.size, self._known[key]

    def _add_any(self, data: bytes) -> int:
        return self._add_stream(data) if data.endswith(b"endstream") else self._add_packed(data)

    def _add_stream(self, data: bytes) -> int:
        """An object of its own."""
        key = self._next
        self._next += 1
        self._rows.append(row(1, self._offset))
        self._put(key, data)
        return key

    def _add_packed(self, data: bytes) -> int:
        """An object in the bundle, behind those of the plan."""
        key = self._next
        self._next += 1
        self._rows.append(row(2, self._plan.bundle, self._bundled + len(self._extra)))
        self._extra.append((key, data))
        return key

    def _put(self, key: int, data: bytes) -> None:
        self._parts.append(indirect(key, data))
        self._offset += len(self._parts[-1])

    def finish(
        self,
        widgets: list[tuple[int, bytes]],
        title: str | None,
        attachments: Sequence[Attachment],
        summed: hashlib._Hash,
    ) -> bytes:
        """The whole file. ``summed`` is the sum of the plan's body; it goes on with what follows."""
        plan = self._plan
        title = plan.title if title is None else "".join(c for c in title if c.isprintable())
        names, files = attach(attachments, self._add_stream, self._add_packed)
        rows = bytearray(plan.rows)
        rows[plan.metadata * ROW : (plan.metadata + 1) * ROW] = row(1, self._offset)
        metadata = (plan.before + escape(title, quote=False) + plan.after).encode()
        self._put(plan.metadata, stream("/Type/Metadata/Subtype/XML", metadata, 0))
        rows[plan.bundle * ROW : (plan.bundle + 1) * ROW] = row(1, self._offset)
        info = f"{plan.info_head}/Title{text_string(title)}>>".encode("ascii")
        bundle = [*widgets, (plan.catalog, self._catalog(names, files)), (plan.info, info), *self._extra]
        self._put(plan.bundle, packed_objects(bundle, _LEVEL))
        return self._closed(bytes(rows), summed)

    def _catalog(self, names: str, files: str) -> bytes:
        plan = self._plan
        inner = f"/Names<</EmbeddedFiles<</Names[{names}]>>>>" if names else ""
        linked = f"/AF[{files}]" if files else ""
        return f"{plan.catalog_head}{inner}{linked}>>".encode("ascii")

    def _closed(self, rows: bytes, summed: hashlib._Hash) -> bytes:
        """The file with its cross-reference stream; its identifier is the sum of all before it."""
        body = b"".join(self._parts)
        summed.update(body)
        key, start = self._next, self._offset
        entries = (
            f"/Type/XRef/Size {key + 1}/W[1 4 2]/Root {self._plan.catalog} 0 R/Info {self._plan.info} 0 R"
            f"/ID[<{summed.hexdigest()}><{summed.hexdigest()}>]"
            f"/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns {ROW}>>"
        )
        rows = differences(b"".join([rows, *self._rows, row(1, start)]), ROW)
        table = stream(entries, zlib.compress(rows, _LEVEL), 0)
        foot = b"startxref\n%d\n%%%%EOF\n" % start
        return b"".join([self._plan.body, body, indirect(key, table), foot])


def _kid(head: str, state: str | bool) -> bytes:
    return f"{head}/AS/{state or 'Off'}>>".encode()
