"""What the peers fill, from the first characters of a table: `same_sheets.py TABLE COUNT FOLDER`.

Writes a JSON line for each character, with the sheet's HTML and the value of each widget, the blank form, and
the path of the fonts' configuration. handbill makes all of it; only the filling is measured.
"""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from generator.content.sources import characters  # noqa: E402
from generator.filling import Filler, Style  # noqa: E402
from generator.outputs import site  # noqa: E402
from generator.outputs.fonts import faces_for, use_bundled_fonts  # noqa: E402
from generator.outputs.forms.font import form_face  # noqa: E402
from generator.render.environment import Environment  # noqa: E402
from generator.render.sheet import sheet_html  # noqa: E402
from generator.workspace import Workspace  # noqa: E402


def main() -> None:
    table, count, folder = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    workspace = Workspace.find()
    environment = Environment(workspace.templates, workspace.shown)
    filler = Filler(workspace, environment=environment)
    lines = []
    for loaded in islice(characters([table], filler.shelf.sheet), count):
        assert loaded.character is not None, loaded.error
        sheet = loaded.character.sheet
        copy = filler.copy(sheet, loaded.character)
        html = sheet_html(environment, [copy], medium="print", paper="a4")
        lines.append(json.dumps({"html": html, "values": copy.values}))
    (folder / "sheets.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "blank.pdf").write_bytes(filler.blank(sheet.id, Style()).data)
    faces = (*faces_for(site.families(filler.shelf.game(sheet.game).pack)), form_face(workspace.cache))
    print(use_bundled_fonts(faces, workspace.cache))


if __name__ == "__main__":
    main()
