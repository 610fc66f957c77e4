"""While somebody writes, the pages follow: a change is shown, a mistake is told and gone when mended."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import time
from pathlib import Path
from urllib.parse import urljoin

import pytest

from tests.forms.browser import chromium
from tests.forms.chromium import Page, wait_until
from tests.kills import kills
from tests.laws.found import OURS
from tests.unit.serving.program import Program, get, hear
from tests.unit.small_tree import DICE_FILE, HERE, Tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs signals and /proc")

PAGE = "site/mlwm/dice.html"
MARKUP = "<img src=x>"
BROKEN = f"{{{{ rules['{MARKUP}'] }}}}"
"""A mistake whose message quotes what a browser would obey."""
ARGUMENTS = ("--paper", "a4", "-o", "out")
BUILD = ("build", *ARGUMENTS, "-q")
SERVE = ("serve", "--port", "0", *ARGUMENTS)
WATCH = ("watch", *ARGUMENTS)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return Tree(tmp_path_factory.mktemp("served"))


@pytest.fixture
def tree(kept: Tree) -> Tree:
    """A small tree, of which nothing is built."""
    kept.restore()
    (kept.root / "house-rules.yaml").unlink(missing_ok=True)
    return kept


def test_the_pages_follow_what_is_written(tree: Tree) -> None:
    with Program(tree.root, SERVE) as program:
        url = program.serving()
        program.until(" in out, ")
        heard = hear(url)
        assert next(heard) == {"build": 1, "problems": []}
        assert b"Nothing more." in get(f"{url}/{PAGE}")[1]
        tree.last("The first change.")
        assert next(heard) == {"build": 2, "problems": []}
        assert b"The first change." in get(f"{url}/{PAGE}")[1]
        told = program.until("→")
        assert re.fullmatch(rf"{DICE_FILE} → .*{PAGE}.*, \d+\.\d s", told) and "pdf/mlwm-dice-a4.pdf" in told
        assert program.end() == 0
        with pytest.raises(OSError):
            get(url)


def test_every_link_of_a_served_page_leads_somewhere(tree: Tree) -> None:
    with Program(tree.root, SERVE) as program:
        url = program.serving()
        program.until(" in out, ")
        page = get(f"{url}/")[1].decode()
        links = re.findall(r'href="([^"#:]+)"', page)
        assert {"../pdf/mlwm-dice-a4.pdf", "mlwm/dice.html"} <= set(links)
        assert {get(urljoin(f"{url}/site/", link))[0] for link in links} == {200}
        assert get(f"{url}/pdf/mlwm-dice-a4.pdf")[1].startswith(b"%PDF")


def test_the_files_on_disk_are_as_a_build_leaves_them(tree: Tree) -> None:
    assert tree.run(*BUILD).status == 0
    before = tree.files("out")
    with Program(tree.root, SERVE) as program:
        url = program.serving()
        program.until(" in out, ")
        assert b"live.js" in get(f"{url}/{PAGE}")[1]
        tree.last("Changed.")
        program.until("→")
        tree.last("Nothing more.")
        program.until("→")
    assert tree.files("out") == before and len(before) > 10


def test_a_mistake_is_told_the_last_good_page_stays_and_mending_it_is_enough(tree: Tree) -> None:
    with Program(tree.root, SERVE) as program:
        url = program.serving()
        program.until(" in out, ")
        heard = hear(url)
        next(heard)
        tree.last(BROKEN)
        state = next(heard)
        assert [problem["place"].startswith(HERE) for problem in state["problems"]] == [True]
        assert b"Nothing more." in get(f"{url}/{PAGE}")[1]
        program.until(f"{HERE}")
        program.until("1 problem; nothing was written")
        program.until(f"{DICE_FILE} → not built, ")
        tree.last("Mended.")
        assert next(heard)["problems"] == []
        assert b"Mended." in get(f"{url}/{PAGE}")[1]


def test_where_even_the_first_build_fails_a_page_waits_and_mends_itself(tree: Tree) -> None:
    tree.last(BROKEN)
    with Program(tree.root, SERVE) as program:
        url = program.serving()
        program.until("not built, ")
        status, body = get(url)
        assert status == 503 and b"live.js" in body
        heard = hear(url)
        assert len(next(heard)["problems"]) == 1
        tree.last("Mended.")
        assert next(heard)["problems"] == []
        assert get(url)[0] == 200 and b"Mended." in get(f"{url}/{PAGE}")[1]


def test_changed_code_is_run(tree: Tree) -> None:
    page = tree.root / "generator" / "render" / "page.py"
    code = page.read_text(encoding="utf-8")
    try:
        with Program(tree.root, SERVE) as program:
            url = program.serving()
            program.until(" in out, ")
            heard = hear(url)
            next(heard)
            page.write_text("if:\n", encoding="utf-8")
            assert "SyntaxError" in next(heard)["problems"][0]["message"]
            page.write_text(code, encoding="utf-8")
            assert next(heard)["problems"] == []
    finally:
        page.write_text(code, encoding="utf-8")


def test_house_rules_count_as_soon_as_they_come_and_no_longer_when_they_go(tree: Tree) -> None:
    house, page = tree.root / "house-rules.yaml", tree.root / "out" / PAGE
    with Program(tree.root, WATCH) as program:
        program.until(" in out, ")
        published = page.read_bytes()
        house.write_text("MLWM-DICE-1.sides: 6\n")
        assert PAGE in program.until("house-rules.yaml → ")
        assert b"Roll d6s" in page.read_bytes() and b"Roll d6s" not in published
        house.unlink()
        program.until("house-rules.yaml → ")
        assert page.read_bytes() == published


def test_watch_tells_each_build_and_goes_on_after_a_mistake(tree: Tree) -> None:
    with Program(tree.root, WATCH) as program:
        assert "Ctrl-C ends" in program.until("building")
        assert re.fullmatch(r"\d+ files in out, \d+\.\d s", program.until(" in out"))
        tree.last(BROKEN)
        program.until("error[")
        program.until(f"{DICE_FILE} → not built, ")
        tree.last("Mended.")
        program.until(PAGE)
        assert "Mended." in (tree.root / "out" / PAGE).read_text(encoding="utf-8")
        assert program.end(signal.SIGTERM) == 0


def test_a_misspelt_game_ends_at_once(tree: Tree) -> None:
    told = tree.run("serve", "mlvm", "--port", "0", "-o", "out")
    assert told.status == 2
    assert "error[unknown-game]" in told.err and "did you mean 'mlwm'?" in told.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_end_in_the_middle_of_a_build_ends_the_build_too(number: int, tree: Tree) -> None:
    with Program(tree.root, SERVE) as program:
        program.serving()
        children = wait_until(program.children, "a build to begin")
        time.sleep(0.3)
        assert program.end(number) == 0
        assert not [child for child in children if Path(f"/proc/{child}/cmdline").is_file()]
        program.until("(the end)")
        assert not [text for text in program.told if "Traceback" in text or "error" in text]
    assert not [name for name in tree.files("out") if ".tmp" in name]


TEXTS = ("The first text.", "Another text.", "The last text, and the longest.")


def kill_many_times(tree: Tree, times: int) -> None:
    """Save files and kill the watch with all that it started, at random moments; look at every file."""
    chance = random.Random(5)
    good: dict[str, set[bytes]] = {}
    for text in TEXTS:
        tree.last(text)
        assert tree.run(*BUILD).status == 0
        for name, data in tree.files("out").items():
            good.setdefault(name, set()).add(data)
    in_a_build, text = list[bool](), TEXTS[-1]
    for number in kills(times, lambda: sum(in_a_build) >= times / 4):
        with Program(tree.root, WATCH) as program:
            until = time.monotonic() + chance.uniform(0.2, 2.0)
            while time.monotonic() < until or (number % 3 and not program.children()):
                text = chance.choice([other for other in TEXTS if other != text])
                tree.last(text)
                time.sleep(chance.uniform(0.01, 0.7))
            time.sleep(chance.uniform(0, 0.2))
            in_a_build.append(bool(program.children()))
            for child in program.children():
                os.killpg(child, signal.SIGKILL)
            program.process.kill()
        for name, data in tree.files("out").items():
            assert Path(name).name.startswith(OURS) or data in good[name], f"{name} is torn"
    assert sum(in_a_build) >= times / 4, "no kill came in the middle of a build"
    tree.last(TEXTS[0])
    assert tree.run(*BUILD).status == 0
    assert {name: data in good[name] for name, data in tree.files("out").items()} == dict.fromkeys(good, True)


def test_a_watch_killed_while_files_are_saved_leaves_whole_files_only(tree: Tree) -> None:
    kill_many_times(tree, 4)


@pytest.mark.long
def test_a_watch_killed_two_hundred_times_leaves_whole_files_only(tree: Tree) -> None:
    kill_many_times(tree, 200)


PANEL = "document.querySelector('#handbill-problems')?.shadowRoot.querySelector('section')"


def text(page: Page) -> str:
    """What the page says; nothing while it is loaded."""
    return str(page.run("document.body?.innerText ?? ''"))


def problems(page: Page) -> str:
    """What is laid over the page; nothing where nothing is."""
    return str(page.run(f"{PANEL}?.innerText ?? ''"))


@pytest.mark.needs("chromium")
def test_an_open_page_reloads_where_it_was_and_shows_problems_as_text(tree: Tree) -> None:
    tree.last("Long. " * 300)
    with Program(tree.root, SERVE) as program:
        url = program.serving()
        program.until(" in out, ")
        page = chromium().page(f"{url}/{PAGE}")
        try:
            page.call(
                "Emulation.setDeviceMetricsOverride", width=390, height=600, deviceScaleFactor=1, mobile=True
            )
            faces = set(page.run("document.fonts.ready.then(() => [...document.fonts].map(f => f.status))"))
            assert "loaded" in faces and "error" not in faces
            page.run("window.scrollTo(0, 300)")
            tree.last("Longer. " * 300)
            wait_until(lambda: "Longer." in text(page), "the page to reload")
            wait_until(lambda: page.run("Math.round(scrollY)") == 300, "the page to be where it was")
            tree.last(BROKEN)
            said = wait_until(lambda: problems(page), "the problems to be shown")
            assert HERE in said and MARKUP in said
            assert "1 problem. This page is as it was last built." in said
            assert page.run(f"{PANEL}.querySelector('img')") is None
            page.run(f"{PANEL}.querySelector('button').click()")
            assert problems(page) == ""
            tree.last("{{ nothing }}")
            wait_until(lambda: "nothing" in problems(page), "other problems to be shown")
            tree.last("Mended. " * 300)
            wait_until(lambda: "Mended." in text(page), "the mended page")
            assert problems(page) == ""
        finally:
            page.close()
