"""The rules core: every rule of a game declared once, read through one frozen value."""

from generator.rules.registry import (
    Rules,
    declared,
    games,
    load,
    load_or_empty,
    names_part_of,
    recording,
    titles,
)

__all__ = ["Rules", "declared", "games", "load", "load_or_empty", "names_part_of", "recording", "titles"]
