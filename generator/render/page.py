"""A document of a pack as HTML: its blocks in their places, for print and for the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.content.packs import Document, Pack
from generator.problems import HandbillError, Problem, nearest
from generator.render.environment import Environment
from generator.render.facts import Facts
from generator.render.markdown import Block, blocks
from generator.rules.registry import Rules, recording


@dataclass(frozen=True)
class Rendered:
    """One document, rendered: its blocks by id, the rules that they rest on, and those that house rules changed."""

    pack: Pack
    document: Document
    blocks: Mapping[str, Block]
    reads: frozenset[str]
    changed: tuple[str, ...]

    @property
    def name(self) -> str:
        """``mlwm-reference``."""
        return f"{self.pack.id}-{self.document.name}"


def render_document(environment: Environment, pack: Pack, document: Document, rules: Rules) -> Rendered:
    """The document with every fact asked and every claim borne out; HandbillError with all problems of the text."""
    facts = Facts(environment, rules).names()
    with recording() as reads:
        text = environment.call_text(document.body, document.path, document.body_line, **facts)
    made = {block.id: block for block in blocks(text)}
    missing = [block_id for block_id in document.block_ids if block_id not in made]
    if missing:
        raise HandbillError(
            Problem("unknown-block", f"no heading has the id '{block_id}'", document.path, hint=nearest(block_id, made))
            for block_id in missing
        )
    changed = tuple(sorted(rule_id for rule_id in reads if rules.rule(rule_id).changed))
    return Rendered(pack, document, made, frozenset(reads), changed)


def print_html(environment: Environment, page: Rendered, paper: str, margin: str = "standard") -> str:
    """The whole HTML that is laid out on ``paper``."""
    return environment.call_template("reference.html", medium="print", paper=paper, margin=margin, **_values(page))


def screen_html(environment: Environment, page: Rendered, site: Mapping[str, Any]) -> str:
    """The whole HTML of the web page; ``site`` holds what the site knows (faces, links)."""
    return environment.call_template("reference.html", medium="screen", site=site, **_values(page))


def _values(page: Rendered) -> dict[str, object]:
    return {"pack": page.pack, "document": page.document, "blocks": page.blocks, "changed": page.changed}
