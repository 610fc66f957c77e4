"""What game.yaml, glossary.yaml and a reference's head refuse, in the words that a person reads."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pydantic import BaseModel, ValidationError

from generator.content.checked import checked
from generator.content.located import parse
from generator.content.models import Front, Game, Page, Term
from generator.content.source import Source

Refused = Callable[[Callable[[], object]], str]

GAME = """\
title: The Well
short: WELL
subtitle: A game of ropes
credit: Ada
rules: first text
theme: {display: Fredoka, text: Alegreya Sans}
"""

FRONT = """\
title: The Well
subtitle: Quick reference
summary: All of it.
pages:
  - - [[dice], [falling, water]]
    - {columns: [[rope], [bucket]], widths: [3, 2]}
"""


def load(model: type[BaseModel], text: str) -> BaseModel:
    return checked(model, parse(Source("f.yaml", text)))


def test_a_row_is_a_list_of_columns_or_columns_with_widths() -> None:
    front = load(Front, FRONT)
    assert isinstance(front, Front)
    rows = front.pages[0].rows
    assert [row.columns for row in rows] == [(("dice",), ("falling", "water")), (("rope",), ("bucket",))]
    assert [row.widths for row in rows] == [(), (3, 2)]
    assert front.pages[0].blocks == ("dice", "falling", "water", "rope", "bucket")
    assert front.audience == "all"


def test_what_was_read_does_not_change_later() -> None:
    game = load(Game, GAME)
    with pytest.raises(ValidationError):
        game.title = "Other"  # type: ignore[attr-defined]


CASES: list[tuple[type[BaseModel], str, str]] = [
    (
        Game,
        GAME.replace("subtitle:", "subtitel:"),
        """\
f.yaml:1: error[missing-key]: 'subtitle' is missing
    1 | title: The Well
    hint: add a line 'subtitle: …'
f.yaml:3:1: error[unknown-key]: 'subtitel' is not known here
    3 | subtitel: A game of ropes
      | ^^^^^^^^
    hint: did you mean 'subtitle'?""",
    ),
    (
        Game,
        GAME + "colour: red\n",
        """\
f.yaml:7:1: error[unknown-key]: 'colour' is not known here
    7 | colour: red
      | ^^^^^^
    hint: the keys here are 'title', 'short', 'subtitle', 'credit', 'rules', 'theme' and 'order'""",
    ),
    (
        Game,
        GAME.replace("text: Alegreya Sans", "txt: Alegreya Sans"),
        """\
f.yaml:6:1: error[missing-key]: 'text' is missing in 'theme'
    6 | theme: {display: Fredoka, txt: Alegreya Sans}
      | ^^^^^
    hint: add a line 'text: …'
f.yaml:6:27: error[unknown-key]: 'txt' is not known here
    6 | theme: {display: Fredoka, txt: Alegreya Sans}
      |                           ^^^
    hint: did you mean 'text'?""",
    ),
    (
        Game,
        GAME.replace("first text", "2003"),
        """\
f.yaml:5:8: error[wrong-type]: 'rules' should be text, but it is the number 2003
    5 | rules: 2003
      |        ^^^^
    hint: put it in quotes: '2003'""",
    ),
    (
        Game,
        GAME.replace("title: The Well", "title: true"),
        """\
f.yaml:1:8: error[wrong-type]: 'title' should be text, but it is the word true
    1 | title: true
      |        ^^^^
    hint: put it in quotes: 'true'""",
    ),
    (
        Game,
        GAME.replace("credit: Ada", "credit:"),
        """\
f.yaml:4:8: error[wrong-type]: 'credit' is empty, but it should be text
    4 | credit:
      |        ^
    hint: write it, or delete the key""",
    ),
    (
        Game,
        GAME.replace("credit: Ada", "credit: ' '"),
        """\
f.yaml:4:9: error[empty-text]: this text is empty
    4 | credit: ' '
      |         ^^^
    hint: write the text, or delete the key""",
    ),
    (
        Game,
        GAME + "order: +3\n",
        """\
f.yaml:7:8: error[wrong-type]: 'order' should be a whole number, but it is the text '+3'
    7 | order: +3
      |        ^^""",
    ),
    (
        Game,
        GAME.replace("{display: Fredoka, text: Alegreya Sans}", "Fredoka"),
        """\
f.yaml:6:8: error[wrong-type]: 'theme' should be a mapping with 'display' and 'text', but \
it is the text 'Fredoka'
    6 | theme: Fredoka
      |        ^^^^^^^""",
    ),
    (
        Game,
        GAME.replace("Alegreya Sans", "[Alegreya]"),
        """\
f.yaml:6:33: error[wrong-type]: 'text' in 'theme' should be text, but it is a list
    6 | theme: {display: Fredoka, text: [Alegreya]}
      |                                 ^^^^^^^^^^""",
    ),
    (
        Front,
        FRONT + "audience: player\n",
        """\
f.yaml:7:11: error[wrong-value]: 'audience' cannot be the text 'player'
    7 | audience: player
      |           ^^^^^^
    hint: did you mean 'players'?""",
    ),
    (
        Front,
        FRONT + "audience: no\n",
        """\
f.yaml:7:11: error[wrong-value]: 'audience' cannot be the text 'no'
    7 | audience: no
      |           ^^
    hint: write one of 'players', 'gm' and 'all'""",
    ),
    (
        Front,
        FRONT.replace("[rope], ", "rope, "),
        """\
f.yaml:6:18: error[wrong-type]: item 1 of 'columns' should be a list, but it is the text 'rope'
    6 |     - {columns: [rope, [bucket]], widths: [3, 2]}
      |                  ^^^^
    hint: write it in brackets: [rope]""",
    ),
    (
        Front,
        FRONT.replace("[3, 2]", "[3]"),
        """\
f.yaml:6:7: error[wrong-value]: the columns of this row number 2, but its widths 1
    6 |     - {columns: [[rope], [bucket]], widths: [3]}
      |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    hint: give one width for each column, or none""",
    ),
    (
        Front,
        FRONT.replace("[3, 2]", "[3, 0]"),
        """\
f.yaml:6:49: error[wrong-value]: a width is 1 or more, but this is 0
    6 |     - {columns: [[rope], [bucket]], widths: [3, 0]}
      |                                                 ^
    hint: widths are shares: [3, 2] is three fifths and two fifths""",
    ),
    (
        Front,
        FRONT.replace("widths", "wides"),
        """\
f.yaml:6:37: error[unknown-key]: 'wides' is not known here
    6 |     - {columns: [[rope], [bucket]], wides: [3, 2]}
      |                                     ^^^^^
    hint: did you mean 'widths'?""",
    ),
    (
        Front,
        FRONT.replace("dice", "Dice Rolls"),
        """\
f.yaml:5:9: error[bad-id]: 'Dice Rolls' cannot be a block's id
    5 |   - - [[Dice Rolls], [falling, water]]
      |         ^^^^^^^^^^
    hint: use small letters, digits and '-', with a letter first""",
    ),
    (
        Front,
        FRONT.split("pages:")[0] + "pages: []\n",
        """\
f.yaml:4:8: error[empty-list]: this list is empty
    4 | pages: []
      |        ^^
    hint: write at least one item""",
    ),
    (
        Front,
        FRONT.split("pages:")[0] + "pages: [dice]\n",
        """\
f.yaml:4:9: error[wrong-type]: item 1 of 'pages' should be a list of rows, but it is the text 'dice'
    4 | pages: [dice]
      |         ^^^^""",
    ),
    (
        Term,
        "means: A hole.\nrules: [MLWM-VIO, vio]\n",
        """\
f.yaml:2:19: error[bad-id]: 'vio' does not look like the id of a rule
    2 | rules: [MLWM-VIO, vio]
      |                   ^^^
    hint: write it as the rules do: MLWM-VIO, MAID-UNI.headdress""",
    ),
    (
        Term,
        "means: A hole.\nrules: MLWM-VIO\n",
        """\
f.yaml:2:8: error[wrong-type]: 'rules' should be a list, but it is the text 'MLWM-VIO'
    2 | rules: MLWM-VIO
      |        ^^^^^^^^
    hint: write it in brackets: [MLWM-VIO]""",
    ),
]


@pytest.mark.parametrize(("model", "text", "told"), CASES)
def test_a_mistake_is_told_at_its_place_with_what_would_be_right(
    model: type[BaseModel], text: str, told: str, refused: Refused
) -> None:
    assert refused(lambda: load(model, text)) == told


def test_an_empty_page_is_no_page() -> None:
    with pytest.raises(ValidationError):
        Page.model_validate({"rows": ()})
