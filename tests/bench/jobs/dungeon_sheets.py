"""The form path of dungeonsheets with a bard: `dungeon_sheets.py pdftk|pdfrw COUNT`.

With pdftk three forms (character, personality, spells); without it dungeonsheets fills only the first.
Prints CPU seconds a character. The first character is not counted, nor are imports.
"""

from __future__ import annotations

import os
import sys
import tempfile
import warnings
from pathlib import Path

warnings.simplefilter("ignore")

from dungeonsheets import fill_pdf_template as forms  # noqa: E402
from dungeonsheets.character import Character  # noqa: E402

BARD = {
    "classes": ["Bard"],
    "levels": [3],
    "race": "half-elf",
    "background": "acolyte",
    "strength": 10,
    "dexterity": 14,
    "constitution": 12,
    "intelligence": 11,
    "wisdom": 9,
    "charisma": 16,
    "weapons": ["rapier", "dagger"],
    "spells": ["vicious mockery", "healing word"],
    "spells_prepared": ["healing word"],
}


def spent() -> float:
    """CPU seconds of this process and of the programs that it ran."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> None:
    way, count = sys.argv[1], int(sys.argv[2])
    if way == "pdfrw":
        forms.PDFTK_CMD = "there is none"
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count + 1):
            if number == 1:
                start = spent()
            bard = Character(name=f"Inara {number}", **BARD)
            forms.create_character_pdf_template(bard, os.path.join(folder, f"character-{number}"))
            if way == "pdftk":
                forms.create_personality_pdf_template(bard, os.path.join(folder, f"personality-{number}"))
                forms.create_spells_pdf_template(bard, os.path.join(folder, f"spells-{number}"))
        cost = spent() - start
        assert Path(folder, f"character-{count}.pdf").stat().st_size > 100_000
    print(cost / count)


if __name__ == "__main__":
    main()
