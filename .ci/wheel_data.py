"""Build hook: the standard wheel carries templates and content as ``generator/data``.

A plain ``force-include`` would put copies into an editable install too, where they hide every later edit.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DATA = ("templates", "content")


class WheelData(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the data folders to the standard wheel and to no other."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a build; ``version`` is ``standard`` or ``editable``."""
        if version != "standard":
            return
        for folder in DATA:
            build_data["force_include"][str(Path(self.root, folder))] = f"generator/data/{folder}"
