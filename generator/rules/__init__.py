"""The rules core: every rule of a game declared once, read through one frozen value."""

from generator.rules.registry import Rules, load, load_or_empty, recording

__all__ = ["Rules", "load", "load_or_empty", "recording"]
