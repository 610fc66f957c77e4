"""The JavaScript of a widget as the actions that viewers run."""

from __future__ import annotations

from generator.outputs.forms.syntax import text_string
from generator.sheets.widget import Scripts

_EVENTS = (("K", "keystroke"), ("F", "format"), ("V", "validate"), ("C", "calculate"))


def actions(scripts: Scripts) -> str:
    """A dictionary of additional actions, or '' where the widget has no script."""
    found = [(key, getattr(scripts, event)) for key, event in _EVENTS]
    entries = "".join(f"/{key}<</S/JavaScript/JS{text_string(text)}>>" for key, text in found if text)
    return f"<<{entries}>>" if entries else ""
