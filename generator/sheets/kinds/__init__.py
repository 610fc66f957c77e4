"""Every kind of field: a module for one, or for a few that are alike. Importing it registers them all."""

from __future__ import annotations

from generator.sheets.kinds import derived, grid, numbers, picks, rows, texts, track

__all__ = ["derived", "grid", "numbers", "picks", "rows", "texts", "track"]
