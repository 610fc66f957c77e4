"""One sheet as a file: new objects behind the plan's, the bundle of what changed, and the table of all."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from generator.outputs.forms.appearance import SIMPLE, Pen, foreign
from generator.outputs.forms.attachments import Attachment, attach
from generator.outputs.forms.embedding import embed_cut
from generator.outputs.forms.fallback import cut
from generator.outputs.forms.letters import Letters, face_of
from generator.outputs.forms.looks import Look, Looks
from generator.outputs.forms.plan import ROW, Plan, Slot, row
from generator.outputs.forms.syntax import differences, indirect, packed_objects, stream, text_string

_PACKING = (5, 4)
"""Level and memory of zlib: more of the one, or less of the other, takes twice the time for 1 %."""


class Entry(NamedTuple):
    """A slot's value, or the state of its button; a text has its look, and what draws others like it."""

    slot: Slot
    value: str
    look: Look | None = None
    looks: Looks | None = None


class Sheet:
    """One file that is being written: its new objects, numbered on from those of the plan."""

    def __init__(self, plan: Plan, letters: Letters, entries: Sequence[Entry]) -> None:
        self._plan = plan
        self._next = plan.objects
        self._parts: list[bytes] = []
        self._offset = len(plan.body)
        self._rows = bytearray(plan.rows)
        self._extra: list[tuple[int, bytes]] = []
        texts = [look.text for _, _, look, _ in entries if look and not look.drawn]
        cuts = {face: cut(face_of(face), needed) for face, needed in letters.foreign(texts).items()}
        self._pen = Pen(letters, cuts)
        fonts = {foreign(face): embed_cut(made, self._add_any) for face, made in cuts.items()}
        fonts[SIMPLE] = plan.simple
        self._resources = "".join(f"/{key} {value} 0 R" for key, value in fonts.items())
        self._widgets = [widget for entry in entries for widget in self._objects(entry)]

    def _objects(self, entry: Entry) -> list[tuple[int, bytes]]:
        """The objects of a widget, with its value in."""
        slot, value, look, looks = entry
        if look and looks:
            self._place(slot.look, look.drawn or looks.draw(look, self._pen))
            return [(slot.number, b"%b%b>>" % (slot.head.encode(), look.entries))]
        if slot.kind == "check":
            return [(slot.number, f"{slot.head}/V/{value}/AS/{value}>>".encode())]
        kids = [(kid.number, _kid(kid.head, value if kid.state == value else "Off")) for kid in slot.kids]
        return [(slot.number, f"{slot.head}/V/{value}>>".encode()), *kids]

    def _add_any(self, data: bytes) -> int:
        return self._add_stream(data) if data.endswith(b"endstream") else self._add_packed(data)

    def _add_stream(self, data: bytes) -> int:
        """An object of its own."""
        key = self._next
        self._next += 1
        self._rows += bytes(ROW)
        self._place(key, data)
        return key

    def _add_packed(self, data: bytes) -> int:
        """An object in the bundle, behind those of the plan."""
        key = self._next
        self._next += 1
        self._rows += row(2, self._plan.bundle, self._plan.bundled + len(self._extra))
        self._extra.append((key, data))
        return key

    def _place(self, key: int, data: bytes) -> None:
        """An object that has its number already."""
        self._rows[key * ROW : (key + 1) * ROW] = row(1, self._offset)
        part = indirect(key, data)
        self._parts.append(part)
        self._offset += len(part)

    def finish(self, title: str | None, attachments: Sequence[Attachment], summed: hashlib._Hash) -> bytes:
        """The whole file. ``summed`` is the sum of the plan's body; it goes on with what follows."""
        plan = self._plan
        title = plan.title if title is None else "".join(c for c in title if c.isprintable())
        names, files = attach(attachments, self._add_stream, self._add_packed)
        metadata = (plan.before + escape(title, quote=False) + plan.after).encode()
        self._place(plan.metadata, stream("/Type/Metadata/Subtype/XML", metadata, 0))
        info = f"{plan.info_head}/Title{text_string(title)}>>".encode("ascii")
        resources = f"<</Font<<{self._resources}>>>>".encode("ascii")
        others = ((plan.catalog, self._catalog(names, files)), (plan.info, info), (plan.resources, resources))
        self._place(plan.bundle, packed_objects([*self._widgets, *others, *self._extra], *_PACKING))
        return self._closed(summed)

    def _catalog(self, names: str, files: str) -> bytes:
        plan = self._plan
        inner = f"/Names<</EmbeddedFiles<</Names[{names}]>>>>" if names else ""
        linked = f"/AF[{files}]" if files else ""
        return f"{plan.catalog_head}{inner}{linked}>>".encode("ascii")

    def _closed(self, summed: hashlib._Hash) -> bytes:
        """The file with its cross-reference stream; its identifier is the sum of all before it."""
        body = b"".join(self._parts)
        summed.update(body)
        key, start = self._next, self._offset
        entries = (
            f"/Type/XRef/Size {key + 1}/W[1 4 2]/Root {self._plan.catalog} 0 R/Info {self._plan.info} 0 R"
            f"/ID[<{summed.hexdigest()}><{summed.hexdigest()}>]"
            f"/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns {ROW}>>"
        )
        rows = differences(bytes(self._rows + row(1, start)), ROW)
        table = stream(entries, zlib.compress(rows), 0)
        foot = b"startxref\n%d\n%%%%EOF\n" % start
        return b"".join([self._plan.body, body, indirect(key, table), foot])


def _kid(head: str, state: str) -> bytes:
    return f"{head}/AS/{state}>>".encode()
