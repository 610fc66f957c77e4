"""Fillable PDF forms: finished, filled and read back."""

from __future__ import annotations

FORM = "1"
"""The version of a form's own conventions, in its document information as ``/HandbillForm``."""
