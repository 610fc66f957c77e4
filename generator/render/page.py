"""A document of a pack as HTML: its blocks in their places, for print and for the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.content.documents import Document
from generator.content.packs import Pack
from generator.problems import HandbillError
from generator.render.environment import Environment
from generator.render.facts import Facts
from generator.render.house import News, stamp
from generator.render.markdown import Block, blocks
from generator.render.marks import untold
from generator.rules.changes import Change
from generator.rules.registry import Rules, recording


@dataclass(frozen=True)
class Rendered:
    """One document, rendered: blocks by id, the rules that they rest on, what house rules changed of those.

    ``untold`` are the changes that no block marks, ``news`` what else its rules said before: both stand at
    its end.
    """

    pack: Pack
    document: Document
    blocks: Mapping[str, Block]
    meanings: Mapping[str, str]
    reads: frozenset[str]
    changed: tuple[Change, ...] = ()
    untold: tuple[Change, ...] = ()
    news: tuple[News, ...] = ()

    @property
    def may_run_over(self) -> bool:
        """Whether it holds more than its pages were laid out for, so that one may need a further sheet."""
        return bool(self.changed or self.news)

    @property
    def name(self) -> str:
        """``mlwm-reference``."""
        return f"{self.pack.id}-{self.document.name}"


def render_document(
    environment: Environment, pack: Pack, document: Document, rules: Rules, news: Sequence[News] = ()
) -> Rendered:
    """The document, every fact asked and every claim borne out; HandbillError with all its problems.

    Of the ``news`` it tells what concerns a rule that it reads.
    """
    with recording() as reads:
        facts = Facts(environment, rules, reads).names()
        text = environment.call_text(document.body, document.path, document.body_line, facts)
        words = _meanings(environment, pack, rules, facts)
    made = {block.id: block for block in blocks(text)}
    changed = rules.changes(reads)
    left = untold(changed, (part for block in made.values() for part in (block.mark, block.body)))
    told = tuple(each for each in news if each.concerns(reads))
    return Rendered(pack, document, made, words, frozenset(reads), changed, left, told)


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
            made[word] = environment.call_text(term.means, path, 1, facts, plain=True)
        except HandbillError as error:
            raise HandbillError(
                p._replace(path=path, line=None, message=f"{word}: {p.message}") for p in error.problems
            ) from error
    return made


def print_html(environment: Environment, page: Rendered, paper: str) -> str:
    """The whole HTML that is laid out on ``paper``."""
    return _html(environment, page, medium="print", paper=paper)


def screen_html(environment: Environment, page: Rendered, site: Mapping[str, Any]) -> str:
    """The whole HTML of the web page; ``site`` holds what the site knows (faces, links)."""
    return _html(environment, page, medium="screen", paper="", site=site)


def _html(environment: Environment, page: Rendered, **values: object) -> str:
    return environment.call_template(
        "reference.html",
        pack=page.pack,
        document=page.document,
        blocks=page.blocks,
        stamp=stamp(page.changed),
        untold=page.untold,
        news=page.news,
        marked=page.may_run_over,
        **values,
    )
