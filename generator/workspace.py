"""Where things lie: templates, content and the places that may be written.

In a checkout ``templates/`` and ``content/`` stand beside the package; in an installed
wheel they lie in ``generator/data/``. Imports nothing of ours.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _data_root() -> Path:
    packed = _PACKAGE / "data"
    return packed if packed.is_dir() else _PACKAGE.parent


def _cache_root() -> Path:
    configured = os.environ.get("XDG_CACHE_HOME")
    if configured:
        return Path(configured) / "handbill"
    try:
        return Path.home() / ".cache" / "handbill"
    except RuntimeError:  # a user without a home: the cache is then one that cannot be written
        return Path("/nonexistent/handbill")


HOUSE_RULES = Path("house-rules.yaml")
"""The house rules of the current folder."""

PUBLISHED = "none"
"""Said in place of a file: the rules as published."""


def _house_rules(named: str | Path | None) -> Path | None:
    if named is None:
        return HOUSE_RULES if HOUSE_RULES.exists() else None
    return None if str(named) == PUBLISHED else Path(named)


@dataclass(frozen=True)
class Workspace:
    """The folders of one run. ``output`` may not exist yet; ``cache`` may be unwritable.

    ``house_rules`` is the file of the table's own rules, None for the published ones.
    """

    templates: Path
    content: Path
    output: Path
    cache: Path
    house_rules: Path | None = None

    @classmethod
    def find(cls, output: Path | None = None, house_rules: str | Path | None = None) -> Workspace:
        """The workspace of this installation; without ``output``, ``build`` in the current folder.

        ``house_rules`` is a file, or ``none`` for the published rules; without it ``house-rules.yaml`` of
        the current folder counts, where there is one.
        """
        root = _data_root()
        return cls(
            templates=root / "templates",
            content=root / "content",
            output=output or Path("build"),
            cache=_cache_root(),
            house_rules=_house_rules(house_rules),
        )

    def shown(self, path: Path) -> str:
        """The path as a message shows it: relative to the data root or the current folder."""
        for base in (self.content.parent, Path.cwd()):
            try:
                return path.resolve().relative_to(base.resolve()).as_posix()
            except ValueError:
                continue
        return path.as_posix()
