"""handbill: printable references and sheets for tabletop games, computed from their rules."""

__version__ = "0.1.0"
