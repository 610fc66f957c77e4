"""Text: one line, or several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

from generator.problems import describe
from generator.rules.registry import Rules
from generator.sheets.faults import Fault, Misdeclared, Path
from generator.sheets.field import Field, Making
from generator.sheets.found import Found
from generator.sheets.widget import FormValue, Widget
from generator.sheets.words import UNSEEN, canonical, unseen


@dataclass(frozen=True)
class Text(Field):
    """One line of text. ``comb`` sets each character in a box of its own."""

    longest: int = 60
    comb: bool = False
    align: Literal["left", "center", "right"] = "left"

    kind: ClassVar[str] = "text"
    keys: ClassVar[Mapping[str, Any]] = {
        "longest": int, "comb": bool, "align": Literal["left", "center", "right"],
    }  # fmt: skip
    cap: ClassVar[int] = 400
    """Characters that ``longest`` can allow."""
    lines_allowed: ClassVar[bool] = False

    @classmethod
    def declared(cls, about: Mapping[str, Any], keys: Mapping[str, Any], rules: Rules) -> Self:
        longest = keys.get("longest", 1)
        if not 1 <= longest <= cls.cap:
            message = f"'longest' is 1 to {cls.cap}, but this is {longest}"
            raise Misdeclared(Fault(("longest",), "wrong-value", message))
        return cls(**about, **keys)

    def widgets(self, name: str, label: str, making: Making) -> Iterator[Widget]:
        widget = Widget(
            name,
            "text",
            self.tooltip(label),
            lines=self.lines_allowed,
            longest=self.longest,
            align=self.align,
            required=self.required,
            comb=self.comb,
        )
        yield widget
        if name in making.more:
            yield Widget(f"{name}-more", "text", f"{label}, continued", lines=True, longest=self.longest)

    def check(self, value: Any, path: Path, faults: list[Fault]) -> str | None:
        if value is None:
            return None
        if not isinstance(value, str):
            hint = f"put it in quotes: '{str(value).lower()}'" if isinstance(value, int) else None
            message = f"{self.label} should be text, but it is {describe(value)}"
            faults.append(Fault(path, "wrong-type", message, hint))
            return None
        text = canonical(value)
        fault = self._fault(text)
        if fault:
            faults.append(Fault(path, *fault))
            return None
        return text or None

    def _fault(self, text: str) -> tuple[str, str, str] | None:
        if bad := unseen(text):
            message = f"an unseen character ({bad}) stands in {self.label}"
            return "unseen-character", message, "delete it; it may have come along when text was pasted"
        if len(text) > self.longest:
            message = f"{self.label} has {len(text):,} characters, and {self.longest:,} have room"
            return "too-long", message, "shorten it"
        if "\n" in text and not self.lines_allowed:
            return "several-lines", f"{self.label} is one line, but this text has several", "join the lines"
        return None

    def to_form(self, name: str, value: Any, form: dict[str, FormValue]) -> None:
        form[name] = value

    def from_form(self, name: str, path: Path, found: Found) -> str | None:
        text = found.text(name, path)
        if not self.lines_allowed and "\n" in text:
            text = canonical(" ".join(line.strip() for line in text.split("\n")))
        if len(text) > self.longest:
            found.refuse(name, text, path, *self._fault(text)[1:])  # type: ignore[index]
            return None
        return text or None

    def schema(self) -> dict[str, Any]:
        unwanted = UNSEEN if self.lines_allowed else UNSEEN + "\n"
        pattern = f"^[^{unwanted}]*$".encode("unicode_escape").decode()
        return {"type": ["string", "null"], "maxLength": self.longest, "pattern": _escaped(pattern)}


def _escaped(pattern: str) -> str:
    """Escapes that regular expressions of every language know."""
    import re

    return re.sub(r"\\x([0-9a-f]{2})", r"\\u00\1", pattern)


@dataclass(frozen=True)
class Prose(Text):
    """Several lines of text; ``lines`` are printed."""

    longest: int = 4000
    lines: int = 3

    kind: ClassVar[str] = "prose"
    keys: ClassVar[Mapping[str, Any]] = {"lines": int, "longest": int}
    cap: ClassVar[int] = 4000
    lines_allowed: ClassVar[bool] = True
