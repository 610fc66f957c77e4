"""Characters as JSON lines, no two alike, every field filled: `many_characters.py SHEET COUNT`."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from generator.content.shelf import Shelf  # noqa: E402
from generator.sheets import Field, Sheet  # noqa: E402
from generator.sheets.kinds.grid import Grid  # noqa: E402
from generator.sheets.kinds.numbers import Number, Rating  # noqa: E402
from generator.sheets.kinds.picks import Check, Pick  # noqa: E402
from generator.sheets.kinds.rows import Rows  # noqa: E402
from generator.sheets.kinds.texts import Prose, Text  # noqa: E402
from generator.sheets.kinds.track import Track  # noqa: E402
from generator.workspace import Workspace  # noqa: E402

WORDS = "Ada Béla Ciara Dörte Łucja Žofie rope well crow lamp salt oak debt moth ash wolf tin bell".split()
SEED = 20_000
A_LINE = 6
"""Words that every writing line of the sheets has room for."""


def characters(sheet: Sheet, count: int) -> Iterator[dict[str, Any]]:
    """Each has a number in its name and a value in every field that stores one."""
    chosen = random.Random(SEED)
    for number in range(count):
        values = {name: _value(field, chosen) for name, field in sheet.fields.items() if field.stored}
        yield {"sheet": sheet.id, **values, sheet.head.named_by: f"{chosen.choice(WORDS)} {number}"}


def _words(chosen: random.Random, count: int) -> str:
    return " ".join(chosen.choice(WORDS) for _ in range(count))


def _value(field: Field, chosen: random.Random) -> Any:
    match field:
        case Prose():
            return _words(chosen, A_LINE * min(field.lines, 4))
        case Text():
            return _words(chosen, 1 if field.longest < 30 or field.span < 4 else 2)[: field.longest]
        case Number() | Rating():
            return chosen.randint(field.least, min(field.most, 12))
        case Track():
            return chosen.randint(field.least, field.boxes)
        case Check():
            return chosen.random() < 0.5
        case Pick():
            return chosen.choice(field.choices).value
        case Rows():
            columns = [column for column in field.columns if column.stored]
            return [{column.name: _value(column, chosen) for column in columns} for _ in range(field.rows)]
        case Grid():
            names = [_words(chosen, 1) for _ in range(field.columns)]
            rows = [
                {"name": _words(chosen, 1), "values": [chosen.randint(0, 3) for _ in names]}
                for _ in range(field.rows)
            ]
            return {"columns": names, "rows": rows}
    raise AssertionError(field.kind)


def main() -> None:
    sheet = Shelf(Workspace.find().content).sheet(sys.argv[1])
    for character in characters(sheet, int(sys.argv[2])):
        print(json.dumps(character, ensure_ascii=False))


if __name__ == "__main__":
    main()
