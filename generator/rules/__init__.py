"""The rules core: every rule of a game declared once, read through one frozen value."""

from generator.rules.registry import Rules, declared, games, load, load_or_empty, recording, titles

__all__ = ["Rules", "declared", "games", "load", "load_or_empty", "recording", "titles"]
