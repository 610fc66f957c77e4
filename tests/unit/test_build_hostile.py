"""Hostile text in content reaches nothing outside its page, and is never run."""

from __future__ import annotations

import re

import pytest

from tests.unit.small_tree import BEFORE, DICE_FILE, GAME, GAME_FILE, HERE, Tree, assert_refused

REFUSED = [
    ('<img src="file:///etc/passwd" alt="x">', "file:///etc/passwd"),
    ('<img src="http://127.0.0.1:9/x.png" alt="x">', "http://127.0.0.1:9/x.png"),
    ('<img src="../../../secret.png" alt="x">', "../../../secret.png"),
    ("![x](file:///etc/passwd)", "file:///etc/passwd"),
    ("![x](../secret.png)", "../secret.png"),
    ('<link rel="attachment" href="file:///etc/passwd">', "file:///etc/passwd"),
    ('<link rel="stylesheet" href="http://127.0.0.1:9/x.css">', "http://127.0.0.1:9/x.css"),
    ('<span style="background: url(file:///etc/passwd)">x</span>', "file:///etc/passwd"),
    ('<object data="file:///etc/passwd">x</object>', "file:///etc/passwd"),
    ('<iframe src="http://127.0.0.1:9/"></iframe>', "<iframe>"),
    ("<script>alert(document.title)</script>", "<script>"),
    ('<b onclick="alert(document.title)">x</b>', "onclick"),
    ("[x](javascript:alert(document.title))", "javascript:alert(document.title)"),
    ('<base href="http://127.0.0.1:9/">', "<base>"),
]


@pytest.mark.parametrize("text, what", REFUSED, ids=[text[:28] for text, _ in REFUSED])
def test_what_reaches_out_of_the_page_is_refused(tree: Tree, text: str, what: str) -> None:
    tree.write("content/secret.png", "secret")
    hidden = re.sub(r"[0-9]", "x", text)  # a typed number would be refused before
    tree.last(hidden)
    told = tree.run("build", "--paper", "a4")
    assert_refused(tree, told)
    assert "asset-refused" in told.err
    assert re.sub(r"[0-9]", "x", what) in told.err


@pytest.mark.parametrize(
    "text",
    [
        "{{ ''.__class__ }}",
        "{{ rules.__class__.__init__.__globals__ }}",
        "{{ cite.__globals__ }}",
        "{{ rules._memory }}",
        "{{ rules.contest.__wrapped__ }}",
        "{{ self.__init__ }}",
        "{% include '/etc/passwd' %}",
        "{% include '../content/mlwm/game.yaml' %}",
        "{% import 'os' as os %}",
        "{% for a in range(999999999) %}x{% endfor %}",
    ],
)
def test_what_reaches_into_the_machinery_is_refused(tree: Tree, text: str) -> None:
    tree.last(text)
    told = tree.run("build", "--paper", "a4", timeout=60)
    assert "root:" not in told.err and "wrapper" not in told.err
    if not text.startswith("{% for"):
        assert_refused(tree, told)
        # Jinja works out ''.__class__ while it compiles, when no line is known.
        assert told.err.startswith(DICE_FILE if text == "{{ ''.__class__ }}" else HERE)
    else:
        assert told.status == 1 and tree.files() == BEFORE


def test_text_from_yaml_is_escaped_and_never_run(tree: Tree) -> None:
    hostile = "<b>&{{ rules }}<script>alert(document.title)</script>"
    tree.write(GAME_FILE, GAME.replace("The Castle", f"'{hostile}'").replace("Made for tests.", hostile))
    told = tree.run("build", "--paper", "a4", "-o", "out")
    assert (told.status, told.err) == (0, "")
    shown = "&lt;b&gt;&amp;{{ rules }}&lt;script&gt;"
    pages = [data.decode() for name, data in tree.files("out").items() if name.endswith(".html")]
    assert len(pages) == 2
    for page in pages:
        assert shown in page and "<script" not in page


def test_a_head_is_escaped_and_never_run(tree: Tree) -> None:
    tree.change(DICE_FILE, "what is rolled", "'<i>&{{ rules }}'")
    told = tree.run("build", "--paper", "a4", "-o", "out")
    assert (told.status, told.err) == (0, "")
    assert "&lt;i&gt;&amp;{{ rules }}" in tree.files("out")["site/mlwm/dice.html"].decode()
