"""A track: boxes to tick, whose count is one number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from generator.rules.registry import Rules
from generator.sheets import scripts
from generator.sheets.faults import Fault, Misdeclared, Path
from generator.sheets.field import Field, Making, bounds_of
from generator.sheets.found import Found
from generator.sheets.kinds.numbers import LIMIT, checked_number, read_number
from generator.sheets.widget import FormValue, Widget


@dataclass(frozen=True)
class Track(Field):
    """As many boxes ticked as the number says, from the first on; 0 is empty.

    With ``beyond`` a number beside the boxes is added to those ticked: what lies past them, or below 0.
    """

    boxes: int = 1
    beyond: bool = False
    least: int = 0
    per_row: int = 0

    kind: ClassVar[str] = "track"
    keys: ClassVar[Mapping[str, Any]] = {
        "boxes": int, "bounds": str, "beyond": bool, "least": int, "per_row": int,
    }  # fmt: skip
    most_boxes: ClassVar[int] = 100

    @classmethod
    def declared(cls, about: Mapping[str, Any], keys: Mapping[str, Any], rules: Rules) -> Self:
        least, most = bounds_of({"least": keys.get("least"), "bounds": keys.get("bounds")}, rules)
        boxes = keys.get("boxes", most)
        if boxes is None or not 1 <= boxes <= cls.most_boxes:
            hint = "give 'boxes', or 'bounds' that have an upper limit"
            raise Misdeclared(Fault((), "wrong-value", f"a track has 1 to {cls.most_boxes} boxes", hint))
        beyond = keys.get("beyond", False)
        least = least or 0
        if least > 0 or (least < 0 and not beyond):
            hint = "'beyond: true' makes room for a number below 0" if least < 0 else "delete it"
            raise Misdeclared(Fault(("least",), "wrong-value", f"a track cannot begin at {least}", hint))
        return cls(**about, boxes=boxes, beyond=beyond, least=least, per_row=keys.get("per_row", 0))

    @property
    def most(self) -> int:
        return LIMIT if self.beyond else self.boxes

    def widgets(self, name: str, label: str, making: Making) -> Iterator[Widget]:
        for box in range(1, self.boxes + 1):
            yield Widget(f"{name}-{box}", "check", self.tooltip(f"{label}, box {box}"))
        if self.beyond:
            below = " or below 0" if self.least < 0 else ""
            script = scripts.number(self.least, LIMIT)
            yield Widget(
                f"{name}-beyond",
                "text",
                f"{label}, past the boxes{below}",
                longest=max(4, len(str(self.least))) if self.least > -LIMIT else 7,
                align="center",
                scripts=script,
            )

    def check(self, value: Any, path: Path, faults: list[Fault]) -> int | None:
        return checked_number(value, self.least, self.most, self.label, path, faults) or None

    def to_form(self, name: str, value: Any, form: dict[str, FormValue]) -> None:
        for box in range(1, min(value, self.boxes) + 1):
            form[f"{name}-{box}"] = True
        if not 0 <= value <= self.boxes:
            form[f"{name}-beyond"] = str(value if value < 0 else value - self.boxes)

    def from_form(self, name: str, path: Path, found: Found) -> int | None:
        ticked = [box for box in range(1, self.boxes + 1) if found.ticked(f"{name}-{box}")]
        if ticked and ticked[-1] != len(ticked):
            message = f"{self.label} has gaps between its boxes: {len(ticked)} are ticked"
            found.faults.append(Fault(path, "gap", message, f"it was read as {len(ticked)}"))
        if not self.beyond:
            return len(ticked) or None
        beyond = f"{name}-beyond"
        least, most = self.least - len(ticked), LIMIT - len(ticked)
        more = read_number(found.text(beyond, path), least, most, self.label, beyond, path, found)
        return len(ticked) + (more or 0) or None

    def schema(self) -> dict[str, Any]:
        return {"type": ["integer", "null"], "minimum": self.least, "maximum": self.most}
