"""How a text stands in a widget: fitted once, drawn at once unless its sheet must cut a face for it."""

from __future__ import annotations

from typing import NamedTuple

from generator.outputs.forms import fit
from generator.outputs.forms.appearance import EMPTY, SIMPLE, Pen, appearance
from generator.outputs.forms.fit import Fitted
from generator.outputs.forms.letters import Letters
from generator.outputs.forms.plan import Slot
from generator.outputs.forms.syntax import number, text_string


class Look(NamedTuple):
    """A value in its widget.

    ``entries`` are those of the widget's dictionary; ``drawn`` is its appearance, empty where ``text`` has
    characters of a face that is cut for each sheet. ``over`` tells where to divide a value that has no room,
    and by how much it is too long; ``missing`` are the characters that no face has.
    """

    entries: bytes
    text: str
    fitted: Fitted
    drawn: bytes = b""
    over: tuple[int, str] | None = None
    missing: tuple[str, ...] = ()


class Looks:
    """Sets texts for one slot, and for all that are like it."""

    def __init__(self, slot: Slot, letters: Letters, resources: int) -> None:
        self._slot, self._letters, self._resources = slot, letters, resources
        self._pen = Pen(letters, {})

    def of(self, value: str, continued: bool) -> Look:
        """The look of a value; ``continued`` if another widget holds its rest."""
        slot = self._slot
        text = slot.choices.get(value, value) if slot.choices else fit.shown(value, slot.several)
        missing = tuple(self._letters.learn(text))
        if missing or not text.strip():
            look = Look(b"", "", Fitted(slot.room.size, 0, (), 0), missing=missing)
        else:
            look = self._comb(value, text) if slot.kind == "comb" else self._lines(value, text, continued)
        style = f"/V{text_string(value)}/DA(/{SIMPLE} {number(look.fitted.size)} Tf 0 g)"
        drawn = b"" if self._letters.is_foreign(look.text) else self.draw(look, self._pen)
        return look._replace(entries=style.encode(), drawn=drawn)

    def draw(self, look: Look, pen: Pen) -> bytes:
        """The appearance, by a pen that has all faces which it needs."""
        slot, room = self._slot, self._slot.room
        if not look.text:
            content = EMPTY
        elif slot.kind == "comb":
            content = pen.comb(look.text, room, room.size, slot.cells)
        else:
            content = pen.lines(look.text, room, look.fitted, slot.align)
        return appearance(room.width, room.height, self._resources, content)

    def _comb(self, value: str, text: str) -> Look:
        cells, over = self._slot.cells, len(text) - self._slot.cells
        told = f"{over} character{'s' if over > 1 else ''} too long"
        at = fit.original(value, False, cells)
        fitted = Fitted(self._slot.room.size, 0, (), cells)
        return Look(b"", text[:cells], fitted, over=(at, told) if over > 0 else None)

    def _lines(self, value: str, text: str, continued: bool) -> Look:
        slot, room, widths = self._slot, self._slot.room, self._letters.widths
        drawn = text.rstrip("\n ") if slot.several else text
        if continued:
            drawn = text.rstrip() + fit.ELLIPSIS
        fitted = fit.fit(drawn, room, widths)
        whole = fitted.end >= len(drawn)
        found = None if whole and drawn == text else fit.divide(text, room, widths)
        over = (fit.original(value, slot.several, found[0]), found[1]) if found else None
        if not whole and (cut := fit.divide(drawn, room, widths)):
            drawn = drawn[: cut[0]].rstrip() + fit.ELLIPSIS
            fitted = fit.fit(drawn, room, widths)
        return Look(b"", drawn, fitted, over=over)
