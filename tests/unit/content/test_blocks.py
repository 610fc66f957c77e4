"""Headings of a body, and the pages that place them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from generator.content.blocks import Block, blocks_of
from generator.content.documents import read_document
from generator.content.source import Source

Refused = Callable[[Callable[[], object]], str]


def document(body: str, pages: str = "[[[[dice], [water]]]]") -> Callable[[], object]:
    text = f"---\ntitle: t\nsubtitle: s\nsummary: u\npages: {pages}\n---\n{body}"
    return lambda: read_document("reference", Source("r.md", text))


def test_a_block_is_a_second_level_heading_with_an_id() -> None:
    body = "# Title\n## Dice {#dice}\ntext\n### Part {#part}\n##  {{ f('x') }} fall  {#fall-two}  \n##no\n"
    assert blocks_of(body) == (Block("dice", "Dice", 2, 11), Block("fall-two", "{{ f('x') }} fall", 5, 26))


@pytest.mark.parametrize(
    "body",
    [
        "```\n## A {#a}\n```\n",
        "~~~~ md\n## A {#a}\n~~~\n## B {#b}\n~~~~\n",
        "```\n## A {#a}\n",
        "{# hidden\n## A {#a}\n#}\n",
    ],
)
def test_headings_in_code_and_comments_are_no_blocks(body: str) -> None:
    assert [block.id for block in blocks_of(body + "\n## Out {#out}\n")] in (["out"], [])
    assert "a" not in [block.id for block in blocks_of(body)]


def test_code_in_one_line_opens_no_fence() -> None:
    assert [block.id for block in blocks_of("```x```\n## A {#a}\n")] == ["a"]


def test_a_document_whose_pages_list_each_block_once_is_read() -> None:
    document("## Dice {#dice}\n## Water {#water}\n")()


@pytest.mark.parametrize(
    ("body", "pages", "told"),
    [
        (
            "## Dice {#dice}\n## Water {#watr}\n",
            "[[[[dice], [water]]]]",
            """\
r.md:5:20: error[unknown-block]: no heading below has the id 'water'
    5 | pages: [[[[dice], [water]]]]
      |                    ^^^^^
    hint: did you mean 'watr'?
r.md:8:12: error[unlisted-block]: no page lists the block 'watr', so it would not be printed
    8 | ## Water {#watr}
      |            ^^^^
    hint: did you mean 'water'?""",
        ),
        (
            "## Dice {#dice}\n## Water {#water}\n",
            "[[[[dice], [water, dice]]]]",
            """\
r.md:5:27: error[duplicate-block]: the block 'dice' is listed twice: line 5, column 12 lists it too
    5 | pages: [[[[dice], [water, dice]]]]
      |                           ^^^^
    hint: a block is printed once; delete one of the two""",
        ),
        (
            "## Dice {#dice}\n## Water {#water}\n## More {#dice}\n",
            "[[[[dice], [water]]]]",
            """\
r.md:9:11: error[duplicate-id]: the block id 'dice' is taken: line 7 has it too
    9 | ## More {#dice}
      |           ^^^^
    hint: give each heading an id of its own""",
        ),
        (
            "## Dice {#dice}\n## Water {#water}\n## Deep Water\n",
            "[[[[dice], [water]]]]",
            """\
r.md:9:1: error[missing-id]: this heading has no id
    9 | ## Deep Water
      | ^^^^^^^^^^^^^
    hint: end the line with an id such as {#deep-water}""",
        ),
        (
            "## Dice {#dice}\n## Water {#water}\n## Deep {#Deep}\n",
            "[[[[dice], [water]]]]",
            """\
r.md:9:11: error[bad-id]: 'Deep' cannot be a block's id
    9 | ## Deep {#Deep}
      |           ^^^^
    hint: use small letters, digits and '-', with a letter first""",
        ),
        (
            "{# note #}\nHello.\n## Dice {#dice}\n## Water {#water}\n",
            "[[[[dice], [water]]]]",
            """\
r.md:8:1: error[stray-text]: this text stands before the first '## ' heading, so no page would show it
    8 | Hello.
      | ^^^^^^
    hint: move it below a heading""",
        ),
    ],
)
def test_pages_and_headings_that_differ_are_told(body: str, pages: str, told: str, refused: Refused) -> None:
    assert refused(document(body, pages)) == told
