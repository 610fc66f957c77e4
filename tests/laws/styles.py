"""The custom properties and colours of a page's style sheet, in one scheme."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import tinycss2

from tests.laws.colours import Colour, of_hex

LIGHT, DARK, PAPER = "light", "dark", "paper"
_MEDIA = {
    "(prefers-color-scheme: dark)": {DARK},
    "(prefers-color-scheme: light)": {LIGHT},
    "print": {PAPER},
    "screen": {LIGHT, DARK},
}


@dataclass(frozen=True)
class Scheme:
    """A style sheet as it reads in one scheme: each custom property's last value on ``:root``."""

    properties: dict[str, str]
    declared: tuple[tuple[str, str, str], ...]
    """Selector, property and value of each other declaration."""

    def resolved(self, value: str) -> str:
        """The value with every ``var(--x, fallback)`` put in."""
        made = ""
        for token in tinycss2.parse_component_value_list(value):
            if token.type == "function" and token.lower_name == "var":
                name, _, rest = tinycss2.serialize(token.arguments).partition(",")
                made += self.resolved(self.properties.get(name.strip(), rest.strip()))
            else:
                made += token.serialize()
        return made.strip()

    def colour(self, value: str) -> Colour:
        return of_hex(self.resolved(value))

    def values(self, *names: str) -> set[tuple[str, str]]:
        """Selector and resolved value of every declaration of these properties."""
        return {(where, self.resolved(value)) for where, name, value in self.declared if name in names}


def scheme(css: str, name: str) -> Scheme:
    """The style sheet in a scheme; rules for widths of the window count in every scheme."""
    properties: dict[str, str] = {}
    declared = []
    for selector, declaration in _declarations(tinycss2.parse_stylesheet(css, True, True), name):
        value = tinycss2.serialize(declaration.value).strip()
        if declaration.name.startswith("--"):
            if selector == ":root":
                properties[declaration.name] = value
        else:
            declared.append((selector, declaration.lower_name, value))
    return Scheme(properties, tuple(declared))


def _declarations(rules: list[Any], name: str) -> Iterator[tuple[str, Any]]:
    for rule in rules:
        assert rule.type != "error", rule.message
        if rule.type == "at-rule" and rule.lower_at_keyword == "media":
            query = tinycss2.serialize(rule.prelude).strip()
            if name in _MEDIA.get(query, {LIGHT, DARK, PAPER}):
                yield from _declarations(tinycss2.parse_rule_list(rule.content, True, True), name)
        elif rule.type == "qualified-rule":
            selector = tinycss2.serialize(rule.prelude).strip()
            for declaration in tinycss2.parse_blocks_contents(rule.content, True, True):
                assert declaration.type == "declaration", f"{selector}: {declaration.serialize()}"
                yield selector, declaration


def faces(css: str) -> Iterator[dict[str, str]]:
    """The descriptors of each ``@font-face``."""
    for rule in tinycss2.parse_stylesheet(css, True, True):
        if rule.type == "at-rule" and rule.lower_at_keyword == "font-face":
            yield {
                item.lower_name: tinycss2.serialize(item.value).strip()
                for item in tinycss2.parse_blocks_contents(rule.content, True, True)
            }
