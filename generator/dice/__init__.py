"""Exact probability with the standard library alone: distributions, pools, contests, rounding."""
