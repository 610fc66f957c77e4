"""A document becomes one page for paper and one for the screen, with the same words, and knows its rules."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from generator.content.packs import Pack, load_pack
from generator.problems import HandbillError
from generator.render.environment import Environment
from generator.render.house import News, stamp
from generator.render.page import Rendered, print_html, render_document, screen_html
from generator.rules import load
from tests.unit.small_tree import DOCUMENT, GAME, GLOSSARY


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return make_pack(tmp_path)


def make_pack(folder: Path, last: str = "Nothing more.", glossary: str = GLOSSARY) -> Pack:
    game = folder / "content" / "mlwm"
    (game / "reference").mkdir(parents=True, exist_ok=True)
    (game / "game.yaml").write_text(GAME, encoding="utf-8")
    (game / "glossary.yaml").write_text(glossary, encoding="utf-8")
    (game / "reference" / "dice.md").write_text(DOCUMENT.replace("LAST", last), encoding="utf-8")
    return load_pack(folder / "content", "mlwm")


def rendered(environment: Environment, pack: Pack, **overrides: object) -> Rendered:
    return render_document(environment, pack, pack.documents[0], load("mlwm", overrides))


def on_screen(environment: Environment, page: Rendered) -> str:
    return screen_html(environment, page, {"faces": "", "papers": [], "meanings": page.meanings})


def test_a_document_knows_the_rules_that_it_rests_on(environment: Environment, tmp_path: Path) -> None:
    plain = rendered(environment, make_pack(tmp_path))
    assert plain.name == "mlwm-dice" and list(plain.blocks) == ["roll", "notes"]
    assert plain.reads == {"MLWM-DICE-1", "MLWM-DICE-2"}
    more = rendered(environment, make_pack(tmp_path, "{{ formula('MLWM-CAP-1') }}"))
    assert more.reads == plain.reads | {"MLWM-CAP-1"}


def test_a_rule_that_only_a_remembered_answer_rests_on_is_known_too(
    environment: Environment, tmp_path: Path
) -> None:
    pack = make_pack(tmp_path, "{{ rules.contest(1, 1).win }}")
    rules = load("mlwm")
    first = render_document(environment, pack, pack.documents[0], rules)
    assert render_document(environment, pack, pack.documents[0], rules).reads == first.reads
    assert len(first.reads) > 2


def test_only_a_document_that_rests_on_a_changed_rule_is_marked(environment: Environment, pack: Pack) -> None:
    plain = rendered(environment, pack)
    other = rendered(environment, pack, **{"MLWM-CAP-1": "weariness > 2 * reason"})
    mine = rendered(environment, pack, **{"MLWM-DICE-1": {"sides": 6}})
    assert print_html(environment, other, "a4") == print_html(environment, plain, "a4")
    assert [change.id for change in mine.changed] == ["MLWM-DICE-1"] and mine.may_run_over
    assert not plain.changed and not plain.may_run_over
    for html in (print_html(environment, mine, "a4"), on_screen(environment, mine)):
        assert f"house rules {stamp(mine.changed)}" in html and "d6s" in html and "as published" not in html
    for html in (print_html(environment, plain, "a4"), on_screen(environment, plain)):
        assert "house rule" not in html and "as published" in html


def test_a_changed_rule_is_told_once_at_the_block_that_cites_it_or_else_at_the_end(
    environment: Environment, tmp_path: Path
) -> None:
    pack = make_pack(tmp_path, "{{ formula('MLWM-CAP-1') }}")
    house = {"MLWM-DICE-1": {"sides": 6}, "MLWM-CAP-1": "weariness > 2 * reason"}
    page = rendered(environment, pack, **house)
    assert [change.id for change in page.changed] == ["MLWM-CAP-1", "MLWM-DICE-1"]
    assert [change.id for change in page.untold] == ["MLWM-CAP-1"]
    for html in (print_html(environment, page, "a4"), on_screen(environment, page)):
        blocks = re.findall(r'<section class="block.*?</section>', html, re.DOTALL)
        roll, _, last = (unescape(" ".join(re.sub(r"<[^>]+>", "", block).split())) for block in blocks)
        assert "house rule · published 4" in roll.replace("\u00a0", " ")
        assert last.startswith("House rules") and last.endswith("published Weariness > Reason MLWM-CAP-1")
        assert "here Weariness > 2 × Reason," in last
    only_marked = rendered(environment, pack, **{"MLWM-DICE-1": {"sides": 6}})
    assert only_marked.untold == () and "<h2>House rules" not in print_html(environment, only_marked, "a4")


def test_news_stand_at_the_end_of_a_document_that_reads_their_rules(
    environment: Environment, pack: Pack
) -> None:
    news = [
        News("MLWM-DICE-1.sides", "A pool: sides", "6", "4"),
        News("MLWM-CAP-1", "Captured", "Weariness > 9", "Weariness > Reason"),
    ]
    page = render_document(environment, pack, pack.documents[0], load("mlwm"), news)
    assert page.news == (news[0],) and page.may_run_over
    html = print_html(environment, page, "a4")
    assert "What changed" in html and "6 → <b" in html and "as published" in html
    assert "What changed" not in print_html(environment, rendered(environment, pack), "a4")


def test_paper_and_screen_hold_the_same_blocks_in_the_same_order(
    environment: Environment, pack: Pack
) -> None:
    page = rendered(environment, pack)
    print_blocks = _blocks(print_html(environment, page, "a4"))
    assert print_blocks == _blocks(on_screen(environment, page)) != []
    assert print_blocks == _blocks(print_html(environment, page, "letter"))


def _blocks(html: str) -> list[str]:
    found = re.findall(r"<section class=\"block.*?</section>", html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", block).split()) for block in found]


def test_the_papers_differ_in_their_style_alone(environment: Environment, pack: Pack) -> None:
    page = rendered(environment, pack)
    a4, letter = (print_html(environment, page, paper) for paper in ("a4", "letter"))
    assert a4 != letter
    assert "size: 210mm 297mm" in a4 and "size: 215.9mm 279.4mm" in letter
    assert _without_style(a4) == _without_style(letter)


def _without_style(html: str) -> str:
    return re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)


def test_a_word_of_the_glossary_is_explained_with_its_facts(environment: Environment, tmp_path: Path) -> None:
    glossary = (
        'Die:\n  means: \'A {{ rules["MLWM-DICE-1"].sides | die }} & no <b>. {{ formula("MLWM-CAP-1") }}\'\n'
    )
    page = rendered(environment, make_pack(tmp_path, glossary=glossary))
    assert page.reads >= {"MLWM-CAP-1"}
    html = on_screen(environment, page)
    (meaning,) = re.findall(r"<dd>(.*?)</dd>", html)
    assert meaning.startswith("A d4 &amp; no &lt;b&gt;. <span")
    assert "&lt;span" not in meaning


def test_a_fault_in_the_glossary_names_the_file_and_the_word(
    environment: Environment, tmp_path: Path
) -> None:
    with pytest.raises(HandbillError) as refused:
        rendered(environment, make_pack(tmp_path, glossary="Die:\n  means: '{{ nothing }}'\n"))
    (problem,) = refused.value.problems
    assert (problem.code, problem.path) == ("unknown-fact", "content/mlwm/glossary.yaml")
    assert problem.message.startswith("Die: ")
