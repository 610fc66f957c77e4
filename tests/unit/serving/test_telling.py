"""The line that a terminal gets for each build."""

from __future__ import annotations

import pytest

from generator.cli.serving import line
from generator.serving.rebuilding import Rebuilt

MADE = ("site/a.html", "manifest.json")


@pytest.mark.parametrize(
    ("changed", "rebuilt", "said"),
    [
        ([], Rebuilt(0, 41.23, MADE, MADE), "2 files in build, 41.2 s"),
        ([], Rebuilt(1, 0.6), "not built, 0.6 s"),
        (["a.md"], Rebuilt(0, 1.0, MADE, MADE), "a.md → site/a.html, 1.0 s"),
        (["a.md"], Rebuilt(0, 0.26, MADE), "a.md → nothing changed, 0.3 s"),
        (["a.md", "b.md"], Rebuilt(1, 0.6), "a.md, b.md → not built, 0.6 s"),
        (["a.md"], Rebuilt(0, 1.0, MADE, (), ("site/b.html",)), "a.md → site/b.html (removed), 1.0 s"),
        (["1", "2", "3", "4", "5"], Rebuilt(1, 0.6), "1, 2, 3, 4, 5 → not built, 0.6 s"),
        (["1", "2", "3", "4", "5", "6"], Rebuilt(1, 0.6), "1, 2, 3, 4 and 2 more → not built, 0.6 s"),
    ],
)
def test_a_build_is_told_in_one_line(changed: list[str], rebuilt: Rebuilt, said: str) -> None:
    assert line(changed, rebuilt, "build") == said
