"""The values of a form that came back, taken one by one; what is left over, or unreadable, is kept aside."""

from __future__ import annotations

from collections.abc import Mapping

from generator.sheets.faults import Fault, Path
from generator.sheets.widget import FormValue
from generator.sheets.words import canonical, unseen, visible

_OFF = frozenset(("", "off", "no", "false", "0"))


class Found:
    """The values of a form by widget name, without prefix.

    ``aside`` has the text of what could not be placed by widget name, ``faults`` why. ``rows`` has for each
    list which rows of the form (from 1) became its rows.
    """

    def __init__(self, values: Mapping[str, FormValue]) -> None:
        self._left: dict[str, FormValue] = dict(values)
        self.aside: dict[str, str] = {}
        self.faults: list[Fault] = []
        self.rows: dict[str, list[int]] = {}

    def names(self) -> list[str]:
        """The names that nobody took yet."""
        return list(self._left)

    def text(self, name: str, path: Path = ()) -> str:
        """The canonical text of a widget and, where it goes on, of its ``-more``."""
        raw = _raw(self._left.pop(name, "")) + _raw(self._left.pop(f"{name}-more", ""))
        text = canonical(raw)
        if bad := unseen(text):
            message = f"an unseen character ({bad}) stood in this text"
            self.faults.append(Fault(path, "unseen-character", message, "it was left out"))
            text = canonical(visible(text))
        return text

    def ticked(self, name: str) -> bool:
        """Whether a check is ticked, by whatever name a program gives that state."""
        value = self._left.pop(name, False)
        return value if isinstance(value, bool) else value.strip().lower() not in _OFF

    def refuse(self, name: str, text: str, path: Path, message: str, hint: str | None = None) -> None:
        """Keep a text aside, since it cannot be the value at a path."""
        self.aside[name] = text
        self.faults.append(Fault(path, "unreadable-value", message, hint))

    def rest(self) -> None:
        """Keep aside all that nobody took; blank values are dropped."""
        for name in sorted(self._left):
            value = self._left[name]
            text = "yes" if value is True else canonical(visible(_raw(value)))
            if text and text.lower() != "off":
                self.aside[name] = text
                message = f"the form has a field '{name}', which the sheet does not know"
                self.faults.append(Fault((name,), "unknown-widget", message))


def _raw(value: FormValue) -> str:
    return value if isinstance(value, str) else ""
