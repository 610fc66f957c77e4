"""Every reference of a page leads to a file of the build and to a part that is there."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from generator.outputs.artifact import Artifact
from generator.outputs.links import broken_links

OTHER = Artifact(PurePosixPath("site/maid/reference.html"), b'<h1 id="stress">Stress</h1>')
PDF = Artifact(PurePosixPath("pdf/maid-reference-a4.pdf"), b"%PDF-")
FACE = Artifact(PurePosixPath("site/fonts/face.woff2"), b"wOF2")


def found(body: str, *also: str) -> list[tuple[int, str, str, str | None]]:
    """Line, code, message and hint of all that is wrong with a page of this body."""
    page = Artifact(PurePosixPath("site/mlwm/dice.html"), f"<html>\n{body}\n</html>".encode())
    broken = broken_links([page, OTHER, PDF, FACE], [PurePosixPath(path) for path in also])
    assert all(each.page is page for each in broken)
    return [(each.line, each.code, each.message, each.hint) for each in broken]


@pytest.mark.parametrize(
    "body",
    [
        '<a href="../maid/reference.html">',
        '<a href="../maid/reference.html#stress">',
        '<a href="../maid/ref%65rence.html#str%65ss">',
        '<a href="dice.html#roll"><b id="roll">',
        '<b id="roll"><a href="#roll">',
        '<a href="#"><a href="#top"><a href="">',
        '<a href="../../pdf/maid-reference-a4.pdf#page=2">',
        '<a href="https://example.org/no#where"><a href="//example.org"><a href="mailto:a@example.org">',
        '<img src="data:image/png;base64,xx">',
        "<style>@font-face { src: url(../fonts/face.woff2) }</style>",
        '<input id="x"><label for="x"><p id="y"><b aria-describedby="x y">',
        '<svg><g id="a"/><use href="#a"/><use xlink:href="#a"/><rect fill="url(#a)"/></svg>',
        "<script>const text = '<a href=\"nowhere.html\">'</script>",
    ],
)
def test_what_leads_somewhere_is_no_fault(body: str) -> None:
    assert found(body) == []


@pytest.mark.parametrize(
    ("body", "message", "hint"),
    [
        (
            '<a href="../maid/referense.html">',
            "'../maid/referense.html' leads to no file of the build",
            "did you mean '../maid/reference.html'?",
        ),
        (
            '<a href="../maid/reference.html#stres">',
            "'../maid/reference.html#stres' leads nowhere: "
            "nothing on site/maid/reference.html has the id 'stres'",
            "did you mean '../maid/reference.html#stress'?",
        ),
        (
            '<b id="roll"><a href="#rolls">',
            "'#rolls' leads nowhere: nothing on this page has the id 'rolls'",
            "did you mean '#roll'?",
        ),
        (
            '<a href="/site/index.html">',
            "'/site/index.html' is found on a server only, and only at its top",
            "write it as seen from this page: ../index.html",
        ),
        ('<img src="zzz">', "'zzz' leads to no file of the build", None),
        ('<img srcset="a.png 1x, ">', "'a.png' leads to no file of the build", None),
        ("<style>a { src: url(qq) }</style>", "'qq' leads to no file of the build", None),
        ('<p style="background: url(qq)">', "'qq' leads to no file of the build", None),
        ('<rect fill="url(#qq)"/>', "'#qq' leads nowhere: nothing on this page has the id 'qq'", None),
        ('<label for="x">', "nothing on this page has the id 'x', which is named here", None),
        (
            '<b id="about" aria-labelledby="about abuot">',
            "nothing on this page has the id 'abuot', which is named here",
            "did you mean 'about'?",
        ),
    ],
)
def test_what_leads_nowhere_is_told_with_its_line_and_the_nearest(
    body: str, message: str, hint: str | None
) -> None:
    assert found(body) == [(2, "broken-link", message, hint)]


def test_an_id_that_stands_twice_is_told_at_each_place_but_the_first() -> None:
    assert found('<a id="x">\n<a id="x">\n<a id="x">') == [
        (line, "doubled-id", "the id 'x' stands 3 times on this page", None) for line in (3, 4)
    ]


def test_a_file_that_this_machine_cannot_make_is_there_all_the_same() -> None:
    body = '<a href="../../pdf/mlwm-dice-a4.pdf">'
    assert len(found(body)) == 1
    assert found(body, "pdf/mlwm-dice-a4.pdf") == []


def test_faults_are_told_in_the_order_of_their_lines() -> None:
    lines = [line for line, *_ in found('<a href="no">\n<a id="x">\n<a id="x">\n<b for="y">\n<a href="#z">')]
    assert lines == [2, 4, 5, 6]
