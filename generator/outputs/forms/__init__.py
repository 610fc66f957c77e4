"""Fillable PDF forms: finished, filled and read back."""
