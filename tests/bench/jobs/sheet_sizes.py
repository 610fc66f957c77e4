"""Each sheet of every game with the number of its widgets."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from generator.content.shelf import Shelf  # noqa: E402
from generator.workspace import Workspace  # noqa: E402

if __name__ == "__main__":
    shelf = Shelf(Workspace.find().content)
    for name in shelf.ids():
        print(name, len(shelf.sheet(name).form().widgets))
