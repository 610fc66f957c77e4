"""The rules core: every rule of a game declared once, read through one frozen value."""
