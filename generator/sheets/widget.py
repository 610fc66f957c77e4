"""What stands in a form: one widget for each box that can be typed in, ticked or chosen from."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

FormValue: TypeAlias = str | bool
"""What a widget holds: a bool for a check; text for all others, "" where nothing is typed or chosen."""


class Choice(NamedTuple):
    """One of the values that can be chosen. ``value`` is the PDF state or export value: ``[a-z0-9_-]+``."""

    value: str
    label: str


class Scripts(NamedTuple):
    """PDF JavaScript of a widget, '' for none."""

    keystroke: str = ""
    format: str = ""
    validate: str = ""
    calculate: str = ""


NO_SCRIPTS = Scripts()


class Widget(NamedTuple):
    """One input of a form.

    ``name`` is ASCII and stable, ``label`` the tooltip ("Connection 2: Love"), ``lines`` means several lines
    of text, ``longest`` the characters that fit (0: no limit), ``derived`` that the engine computes it.
    Nothing chosen in a ``radio`` or ``choice`` is "", which ``choices`` does not list.
    """

    name: str
    type: Literal["text", "check", "radio", "choice"]
    label: str
    lines: bool = False
    longest: int = 0
    align: Literal["left", "center", "right"] = "left"
    required: bool = False
    comb: bool = False
    choices: tuple[Choice, ...] = ()
    scripts: Scripts = NO_SCRIPTS
    derived: bool = False
