"""Turns a pack and its rules into HTML."""
