"""Reads the packs of a game (text and data files) into checked values."""
