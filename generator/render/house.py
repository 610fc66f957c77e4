"""House rules of a whole document or game: their stamp, the page that lists them, and which made it fail."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.content.house_rules import DOCUMENT
from generator.content.packs import Pack
from generator.problems import USER_FAULT, HandbillError, Problem
from generator.render.environment import Environment
from generator.rules.changes import Change
from generator.rules.registry import Rules, recording


class News(NamedTuple):
    """A rule that reads otherwise than in an earlier build: what it is called, and both values as printed."""

    id: str
    title: str
    before: str
    after: str

    def concerns(self, rule_ids: Iterable[str]) -> bool:
        """Whether it tells of one of these rules; ``id`` may name a cell (``MAID-UNI.headdress.penalty``)."""
        return not {self.id, self.id.rpartition(".")[0]}.isdisjoint(rule_ids)


def stamp(changes: Iterable[Change]) -> str:
    """Six hexadecimal digits that stand for these changes, in whatever order; "" for none."""
    told = sorted({(change.id, change.cell, change.now) for change in changes})
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:6] if told else ""


@dataclass(frozen=True)
class Listed:
    """All house rules of one game, and the titles of the documents that use each, by the rule's id."""

    pack: Pack
    changes: Sequence[Change]
    used_by: Mapping[str, Sequence[str]]

    @property
    def name(self) -> str:
        """``maid-house-rules``."""
        return f"{self.pack.id}-{DOCUMENT}"


_NOWHERE: Mapping[str, Any] = {"faces": "", "papers": ()}


def house_page(
    environment: Environment,
    listed: Listed,
    *,
    medium: str = "print",
    paper: str = "a4",
    site: Mapping[str, Any] | None = None,
) -> str:
    """The whole HTML of the page that lists every house rule of a game; on paper as long as it must be.

    ``medium`` is ``print`` (laid out on ``paper``) or ``screen``; ``site`` holds what the site knows.
    """
    return environment.call_template(
        "house.html",
        medium=medium,
        paper=paper,
        site=site or _NOWHERE,
        pack=listed.pack,
        changes=listed.changes,
        used_by=listed.used_by,
        stamp=stamp(listed.changes),
        marked=True,
    )


def blamed(
    error: Exception, rules: Rules, render: Callable[[Rules], object], path: str = "house-rules.yaml"
) -> Exception:
    """The error, the hint of each problem naming the house rules without which it would not be there.

    ``render`` renders the document for the rules that it is given; ``path`` is the file of house rules.
    What happens under the published rules too stays as it is.
    """
    if not rules.overridden:
        return error
    published = _failure(render, type(rules)())
    found = _problems(error)
    if set(found) <= set(published):
        return error
    with recording() as reads:
        _failure(render, rules)
    suspects = [(alone, _failure(render, alone)) for alone in _one_by_one(rules, reads)]
    told = (_accused(problem, suspects, rules, path) for problem in found if problem not in published)
    kept = (problem for problem in found if problem in published)
    return HandbillError([*told, *kept], getattr(error, "exit_status", USER_FAULT))


def _problems(error: Exception) -> tuple[Problem, ...]:
    """What went wrong; whatever is no fault of the user's files would be ours under the published rules."""
    if isinstance(error, HandbillError):
        return error.problems
    reason = str(error) or "no reason given"
    return (Problem("house-rule", f"the rules cannot be followed: {reason} ({type(error).__name__})"),)


def _failure(render: Callable[[Rules], object], rules: Rules) -> tuple[Problem, ...]:
    try:
        render(rules)
    except Exception as error:
        return _problems(error)
    return ()


def _one_by_one(rules: Rules, reads: Collection[str]) -> Iterator[Rules]:
    """The published rules with one changed rule each, of those that were read."""
    for rule_id, value in rules.overridden.items():
        if rule_id in reads and rules.rule(rule_id).kind != "chart":  # a chart is its rows
            try:
                yield type(rules)({rule_id: json.loads(value)})
            except HandbillError:
                continue  # it holds beside others only


def _accused(
    problem: Problem, suspects: Sequence[tuple[Rules, Sequence[Problem]]], rules: Rules, path: str
) -> Problem:
    """The problem with the rules in its hint that bring it about alone, or else all that were read."""

    def guilty(alike: Callable[[Problem], bool]) -> list[Rules]:
        return [alone for alone, found in suspects if any(map(alike, found))]

    place = (problem.code, problem.path, problem.line)
    made = guilty(lambda other: other == problem) or guilty(
        lambda other: (other.code, other.path, other.line) == place  # its words may hold a number
    )
    named = made or [alone for alone, _ in suspects] or [rules]
    changes = [f"{change.id} ({change.now})" for each in named for change in each.changes()]
    them = "that rule" if len(changes) == 1 else "one of these rules"
    together = "" if made or len(changes) == 1 else " together"
    hint = f"{_listed(changes)} in {path}{together} made it "
    if problem.code == "false-claim":
        hint += f'false: change {them}, or give the sentence another reading with otherwise="…"'
    else:
        hint += f"so: change {them}"
    return problem._replace(hint=hint)


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
