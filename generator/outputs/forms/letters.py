"""Which face draws a character, and how wide it is; what no face can draw is told, never drawn wrong."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from generator.outputs.forms import fallback
from generator.outputs.forms.font import FormFont
from generator.problems import Problem

FORM, SPACE, NOTHING = -1, -2, -3
"""Where a character comes from besides the fallback faces (0, 1 …): the form font, its space, nowhere."""

_JOINED = ((0x0900, 0x10A0), (0x1200, 0x1380), (0x1780, 0x18B0), (0x1950, 0x1AB0), (0x1B00, 0x1C50))
"""Scripts whose letters change shape or place beside each other; no bundled face has them either."""
_TOLD = 3


class Letters:
    """Grows with the characters that it is asked for. ``widths`` is in 1/1000 em of the type size; ``own``
    are the characters of the form font, all of WinAnsi."""

    def __init__(self, font: FormFont) -> None:
        self.font = font
        self.widths: dict[str, int] = {c: width for c, (_, width) in font.glyphs.items()}
        self.source: dict[str, int] = dict.fromkeys(font.glyphs, FORM)
        self.own = frozenset(font.glyphs)

    def learn(self, text: str) -> list[str]:
        """Look up what is new in the text; returns the characters that nothing can draw."""
        return [c for c in sorted(set(text) - self.widths.keys()) if not self._find(c)]

    def is_foreign(self, text: str) -> bool:
        """Whether any character, all of them learnt, needs a fallback face."""
        return not self.own.issuperset(text) and any(self.source[c] >= 0 for c in text)

    def foreign(self, texts: Iterable[str]) -> Mapping[int, frozenset[str]]:
        """The characters that need each fallback face; all of them have been learnt."""
        needed: dict[int, set[str]] = {}
        for character in set().union(*texts) - self.own:
            if self.source[character] >= 0:
                needed.setdefault(self.source[character], set()).add(character)
        return {face: frozenset(characters) for face, characters in sorted(needed.items())}

    def _find(self, character: str) -> bool:
        found = _place(character)
        if found is None:
            return False
        self.source[character], width = found
        self.widths[character] = self.widths[" "] if found[0] == SPACE else width
        return True


def _place(character: str) -> tuple[int, int] | None:
    category = unicodedata.category(character)
    if category == "Cf" or _selects_a_variant(character) or character in "\n\r":
        return NOTHING, 0
    if character == "\t" or category == "Zs":
        return SPACE, 0
    if category[0] in "CMZ" or _needs_shaping(character):
        return None
    for index, path in enumerate(_faces()):
        width = fallback.advance(path, character)
        if width is not None:
            return index, width
    return None


@lru_cache(maxsize=1)
def _faces() -> tuple[Path, ...]:
    return fallback.faces()


def face_of(index: int) -> Path:
    """The file of a fallback face."""
    return _faces()[index]


def _selects_a_variant(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _needs_shaping(character: str) -> bool:
    code = ord(character)
    return unicodedata.bidirectional(character) in ("R", "AL", "AN") or any(a <= code < b for a, b in _JOINED)


def missing(characters: Sequence[str], label: str, name: str) -> Problem:
    """What to tell of the characters of one text that nothing can draw."""
    shown = [_named(character) for character in characters[:_TOLD]]
    more = [f"{len(characters) - _TOLD} more"] if len(characters) > _TOLD else []
    noun = "character" if len(characters) == 1 else "characters"
    message = f"{label}: no face has the {noun} {' and '.join([', '.join(shown), *more])}"
    return Problem("missing-glyph", message, name, hint=_hint(characters[0]))


def _named(character: str) -> str:
    code = f"U+{ord(character):04X}"
    mark = unicodedata.category(character)[0] == "M"
    return f"{character!r} ({code})" if character.isprintable() and not mark else code


def _hint(character: str) -> str:
    category = unicodedata.category(character)
    if _needs_shaping(character):
        return (
            "its script needs joined letters or another direction, which a form cannot set: use Latin letters"
        )
    if category.startswith("M"):
        return "no single character stands for this letter with its mark: write it another way"
    if category.startswith("C"):
        return "leave it out: it is no letter or sign"
    if fallback.is_eastern(character):
        return f'python -m pip install "handbill[{fallback.CJK_EXTRA}]"'
    return "write it in words"
