"""Looks whether sources, links and outputs are as they should be, and tells all that is not at once.

Nothing is written but the cache. Outputs are made in memory and compared with a folder:

- a file is *missing*; *stale*: as the manifest lists it, but a build now makes it otherwise; *edited* by
  hand: not as the manifest lists it; *differing*: no manifest says who made it so; *unsourced*: listed, and
  nothing makes it any more. Files that no build made are nobody's business here.
- Where the folder was made with other versions (of Pango, say), text, pages, form fields and their places are
  compared instead of bytes.
- A folder that was made of some games, papers or documents alone is held to these.
"""

from __future__ import annotations

from generator.checking.looking import check
from generator.checking.report import Report

__all__ = ["Report", "check"]
