"""A document of a pack as HTML: its blocks in their places, for print and for the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.content.documents import Document
from generator.content.packs import Pack
from generator.problems import HandbillError
from generator.render.environment import Environment
from generator.render.facts import Facts
from generator.render.markdown import Block, blocks
from generator.rules.registry import Rules, recording


@dataclass(frozen=True)
class Rendered:
    """One document, rendered: blocks by id, the rules that they rest on, those that house rules changed."""

    pack: Pack
    document: Document
    blocks: Mapping[str, Block]
    meanings: Mapping[str, str]
    reads: frozenset[str]
    changed: tuple[str, ...]

    @property
    def name(self) -> str:
        """``mlwm-reference``."""
        return f"{self.pack.id}-{self.document.name}"


def render_document(environment: Environment, pack: Pack, document: Document, rules: Rules) -> Rendered:
    """The document, every fact asked and every claim borne out; HandbillError with all its problems."""
    facts = Facts(environment, rules).names()
    with recording() as reads:
        text = environment.call_text(document.body, document.path, document.body_line, facts)
        words = _meanings(environment, pack, rules, facts)
    made = {block.id: block for block in blocks(text)}
    changed = tuple(sorted(rule_id for rule_id in reads if rules.rule(rule_id).changed))
    return Rendered(pack, document, made, words, frozenset(reads), changed)


def _meanings(
    environment: Environment, pack: Pack, rules: Rules, facts: Mapping[str, object]
) -> dict[str, str]:
    """What each word of the glossary means, its rules read and its facts asked."""
    made = {}
    path = f"content/{pack.id}/glossary.yaml"
    for word, term in pack.glossary.items():
        try:
            for rule_id in term.rules:
                rules.rule(rule_id)
            made[word] = environment.call_text(term.means, word, 1, facts, plain=True)
        except HandbillError as error:
            raise HandbillError(
                p._replace(path=path, line=None, message=f"{word}: {p.message}") for p in error.problems
            ) from error
    return made


def print_html(environment: Environment, page: Rendered, paper: str) -> str:
    """The whole HTML that is laid out on ``paper``."""
    values = _values(page)
    return environment.call_template("reference.html", medium="print", paper=paper, **values)


def screen_html(environment: Environment, page: Rendered, site: Mapping[str, Any]) -> str:
    """The whole HTML of the web page; ``site`` holds what the site knows (faces, links)."""
    return environment.call_template("reference.html", medium="screen", paper="", site=site, **_values(page))


def _values(page: Rendered) -> dict[str, object]:
    return {"pack": page.pack, "document": page.document, "blocks": page.blocks, "changed": page.changed}
