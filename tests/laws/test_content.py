"""What holds for the content of every game: its words rest on the rules, and say so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jinja2 import nodes

from generator.content import digits
from generator.content.packs import Pack, load_pack
from generator.content.source import read
from generator.render.environment import Environment
from generator.render.facts import Facts
from generator.render.page import Rendered, render_document
from generator.rules import Rules, load
from tests.laws.found import CONTENT, DOCUMENTS, GAMES, ROOT, Handout
from tests.laws.web import read_page

every_game = pytest.mark.parametrize("game", GAMES)
every_handout = pytest.mark.parametrize("handout", DOCUMENTS, ids=lambda handout: handout.name)

NOT_PRINTED: dict[str, str] = {}
"""Numbered rules that no document of their game uses, each with the reason."""


@cache
def pack_of(game: str) -> Pack:
    return load_pack(CONTENT, game)


@cache
def rules_of(game: str) -> Rules:
    return load(game)


@cache
def environment() -> Environment:
    return Environment(ROOT / "templates", lambda path: path.name)


@cache
def rendered(game: str) -> tuple[Rendered, ...]:
    pack = pack_of(game)
    return tuple(render_document(environment(), pack, it, rules_of(game)) for it in pack.documents)


def numbered(game: str) -> list[str]:
    """The ids of the specification, as a list of their own."""
    listed = ROOT / "tests" / "games" / f"ids_{game}.txt"
    return listed.read_text(encoding="utf-8").split()


@every_game
def test_every_numbered_rule_stands_on_a_page_or_is_left_out_for_a_reason(game: str) -> None:
    read_by = frozenset[str]().union(*(page.reads for page in rendered(game)))
    wanted = numbered(game)
    assert len(wanted) > 20
    assert [rule_id for rule_id in wanted if rule_id not in read_by | NOT_PRINTED.keys()] == []


def test_no_rule_is_excused_that_needs_no_excuse() -> None:
    read_by = frozenset[str]().union(*(page.reads for game in GAMES for page in rendered(game)))
    assert [rule_id for rule_id in NOT_PRINTED if rule_id in read_by] == []
    assert all(len(reason.split()) > 3 for reason in NOT_PRINTED.values())


@every_handout
def test_every_block_cites_rules_of_its_game(handout: Handout, built: Path) -> None:
    page = read_page(built / handout.page)
    blocks = [block for level, _, block in page.headings if level == 2 and block]
    assert blocks and len(page.cited) >= len(blocks)
    cited = [rule_id for ids in page.cited for rule_id in expanded(ids)]
    assert cited
    assert [rule_id for rule_id in cited if rule_id not in rules_of(handout.game)] == []


def expanded(ids: str) -> Iterator[str]:
    """The ids that a citation draws together.

    >>> list(expanded("MLWM-CMD, -END-1–3, -EPI-7"))
    ['MLWM-CMD', 'MLWM-END-1', 'MLWM-END-2', 'MLWM-END-3', 'MLWM-EPI-7']
    """
    code = ids.strip().partition("-")[0]
    for part in (piece.strip() for piece in ids.split(",")):
        whole = code + part if part.startswith("-") else part
        run = re.fullmatch(r"(.*?)(\d+)–(\d+)", whole)
        if run:
            yield from (f"{run[1]}{number}" for number in range(int(run[2]), int(run[3]) + 1))
        else:
            yield whole


@every_handout
def test_the_rules_that_a_page_cites_are_rules_that_it_reads(handout: Handout, built: Path) -> None:
    (page,) = (page for page in rendered(handout.game) if page.name == handout.name)
    cited = {rule_id for ids in read_page(built / handout.page).cited for rule_id in expanded(ids)}
    assert cited and cited <= page.reads


# Claims


@every_game
def test_every_game_claims_something_and_the_rules_bear_it_out(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, object]] = []
    monkeypatch.setattr(
        Facts, "claim", lambda self, sentence, holds, *_, **__: asked.append((sentence, holds)) or ""
    )
    fresh = Environment(ROOT / "templates", lambda path: path.name)
    for document in pack_of(game).documents:
        render_document(fresh, pack_of(game), document, rules_of(game))
    assert asked
    assert [sentence for sentence, holds in asked if holds is not True] == []


def test_no_claim_is_true_by_its_own_words() -> None:
    looked = 0
    for handout in DOCUMENTS:
        body = re.sub(r"\{#[\w-]+\}", "", handout.source.read_text(encoding="utf-8"))
        for call in environment().parse(body).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "claim":
                looked += 1
                _, holds, *_ = call.args
                names = {
                    name.name for name in [*holds.find_all(nodes.Name), holds] if isinstance(name, nodes.Name)
                }
                assert names, f"{handout.name}: a claim that asks nothing: {call.args[0]}"
    assert looked >= len(GAMES)


# Digits


def test_no_digit_is_typed_in_any_document() -> None:
    for handout in DOCUMENTS:
        source = read(handout.source, handout.name)
        end = source.lines.index("---", 1) + 1
        assert digits.check_markdown(source, end + 1) == []


def test_a_digit_typed_into_any_paragraph_of_any_document_is_found() -> None:
    tried = 0
    for handout in DOCUMENTS:
        text = handout.source.read_text(encoding="utf-8").split("---\n", 2)[2]
        assert list(digits.typed(text, markdown=True)) == []
        for paragraph in re.finditer(r"(?<=\n\n)(?=[A-Z][a-z])", text):
            at = paragraph.start()
            assert list(digits.typed(text[:at] + "27.5 " + text[at:], markdown=True)) == [(at, at + 4)]
            tried += 1
    assert tried >= len(DOCUMENTS)


# Words


@every_game
def test_the_rules_that_the_glossary_names_are_rules(game: str) -> None:
    glossary = pack_of(game).glossary
    assert glossary
    named = [rule_id for term in glossary.values() for rule_id in term.rules]
    assert named and [rule_id for rule_id in named if rule_id not in rules_of(game)] == []


def _plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split()).casefold()


@every_game
def test_every_document_says_for_whom_it_is_and_what_it_is_about_in_a_line(game: str) -> None:
    documents = pack_of(game).documents
    assert documents
    for document in documents:
        assert document.audience in ("players", "gm", "all")
        assert 20 <= len(document.summary) <= 160 and document.summary.endswith(".")
        assert document.title != document.subtitle


@every_game
def test_every_id_on_a_page_in_the_text_is_a_rule(game: str) -> None:
    found: Any = set()
    for page in rendered(game):
        for block in page.blocks.values():
            found |= set(re.findall(r"\b(?:MLWM|MAID|TSOY)(?:-[A-Z0-9]+)+\b", _plain(block.body).upper()))
    assert [rule_id for rule_id in sorted(found) if rule_id not in rules_of(game)] == []
