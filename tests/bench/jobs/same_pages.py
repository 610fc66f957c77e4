"""The HTML of every PDF of a build, in files: `same_pages.py FOLDER [GAME]...`.

Prints a JSON line for each: its name in a build, the file, the fonts' configuration in which WeasyPrint finds
its faces, and whether it has a form. handbill makes all of it; only what is made from it is measured.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

sys.path.insert(0, str(Path(__file__).parents[3]))

from generator.content.characters import read_character  # noqa: E402
from generator.content.packs import Pack, load_packs  # noqa: E402
from generator.filling import Filler  # noqa: E402
from generator.outputs import site  # noqa: E402
from generator.outputs.artifact import PAPERS, filled_path, pdf_path  # noqa: E402
from generator.outputs.fonts import faces_for, use_bundled_fonts  # noqa: E402
from generator.outputs.forms.font import form_face  # noqa: E402
from generator.render.environment import Environment  # noqa: E402
from generator.render.page import print_html, render_document  # noqa: E402
from generator.render.sheet import sheet_html  # noqa: E402
from generator.workspace import Workspace  # noqa: E402

Page = tuple[PurePosixPath, str, bool]


def pages_of(workspace: Workspace, pack: Pack) -> Iterator[Page]:
    """Each page with its path in a build and whether it is a form; a sample stands in its fields."""
    environment = Environment(workspace.templates, workspace.shown)
    filler = Filler(workspace, environment=environment)
    game = filler.shelf.game(pack.id)
    samples = [(path.stem, read_character(path, filler.shelf.sheet, str(path))) for path in pack.characters]
    for document in pack.documents:
        rendered = render_document(environment, pack, document, game.rules)
        for paper in PAPERS:
            path = pdf_path(pack.id, document.name, paper)
            yield path, print_html(environment, rendered, paper), False
    for sheet in game.sheets.values():
        copies = [("", filler.copy(sheet, None))]
        copies += [(name, filler.copy(sheet, each)) for name, each in samples if each.sheet.id == sheet.id]
        for name, copy in copies:
            for paper in PAPERS:
                words = (pack.id, sheet.name, name, paper)
                path = filled_path(*words) if name else pdf_path(pack.id, sheet.name, paper)
                yield path, sheet_html(environment, [copy], medium="print", paper=paper), True


def main() -> None:
    folder, workspace = Path(sys.argv[1]), Workspace.find()
    for pack in load_packs(workspace.content, sys.argv[2:]):
        faces = faces_for(site.families(pack))
        plain = use_bundled_fonts(faces, workspace.cache)
        typed = use_bundled_fonts((*faces, form_face(workspace.cache)), workspace.cache)
        for path, html, is_form in pages_of(workspace, pack):
            file = folder / f"{path.stem}.html"
            file.write_text(html, encoding="utf-8")
            fonts = str(typed if is_form else plain)
            print(json.dumps({"path": str(path), "html": str(file), "fonts": fonts, "form": is_form}))


if __name__ == "__main__":
    main()
