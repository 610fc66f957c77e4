"""The table's own rules: ``house-rules.yaml``, a line for each rule that is played otherwise."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from generator.content.source import Source, decode, read_bytes
from generator.problems import USAGE, HandbillError, Problem, nearest
from generator.rules import Rules, declared, games, load, load_or_empty
from generator.rules.house import Fault, Refused, nearest_key
from generator.workspace import Workspace

if TYPE_CHECKING:
    from generator.content.located import Located

DOCUMENT = "house-rules"
"""What the document is called that lists all house rules of a game."""

LARGEST = 100_000
"""Bytes that a file of house rules may have: every rule of every game fits in far less."""


@dataclass(frozen=True)
class HouseRules:
    """The rules of one table. ``path`` is shown in messages, ``digest`` is the sha256 of the file's bytes;
    both are empty where the published rules count."""

    path: str = ""
    digest: str = ""
    located: Located | None = None
    _published: dict[str, Rules] = field(default_factory=dict, init=False, repr=False, compare=False)

    def rules(self, game: str) -> Rules:
        """A game's rules as this table plays them, the same value at every call.

        HandbillError with every problem of the file, whichever game it is of. A game that is text only has
        rules without any.
        """
        if self.located is not None and game in self._changed:
            return self._changed[game]
        made = self._published.get(game)
        if made is None or type(made) is not (declared(game) or Rules):
            made = self._published[game] = load_or_empty(game)
        return made

    def check(self) -> None:
        """Look at the whole file: HandbillError with every problem, each with its place."""
        if self.located is not None:
            assert self._changed

    @cached_property
    def _changed(self) -> Mapping[str, Rules]:
        """The rules of every game that has any, changed as the file says."""
        assert self.located is not None
        located, published = self.located, {game: load(game) for game in games()}
        problems = list(_unnamed(located, published))
        made = {}
        for game, rules in published.items():
            own = {key: value for key, value in located.value.items() if rules.names(key)}
            try:
                made[game] = load(game, own) if own else rules
            except Refused as refused:
                problems += (_placed(located, fault) for fault in refused.faults)
        if problems:
            raise HandbillError(problems)
        return made


PUBLISHED = HouseRules()
"""No house rules."""


def house_rules(workspace: Workspace) -> HouseRules:
    """The house rules of a workspace, or none; HandbillError with every problem of the file."""
    file = workspace.house_rules
    if file is None:
        return PUBLISHED
    house = read_house_rules(file, workspace.shown(file))
    house.check()
    return house


def read_house_rules(path: Path, shown: str) -> HouseRules:
    """The house rules in a file, whose name messages show as ``shown``; HandbillError for what is no plain
    YAML of keys and values. What they say is looked at by ``check`` and ``rules``."""
    from generator.content.located import parse  # it imports YAML, which a build by the book may not need

    if not path.exists():
        near = nearest(path.name, (each.name for each in path.parent.glob("*.y*ml")))
        raise HandbillError(Problem("missing-file", "there is no such file", shown, hint=near), USAGE)
    data = read_bytes(path, shown, LARGEST, "house rules")
    source = decode(data, shown)
    digest = hashlib.sha256(data).hexdigest()
    # A file whose lines are all set off with '#' is a table's way to play by the book for once.
    return HouseRules(shown, digest, None if _is_bare(source) else parse(source))


def _is_bare(source: Source) -> bool:
    return all(not line.strip() or line.lstrip().startswith("#") for line in source.lines)


def _unnamed(located: Located, published: Mapping[str, Rules]) -> Iterator[Problem]:
    """The keys that name no rule of any game, or rules of two."""
    for key in located.value:
        found = [game for game, rules in published.items() if rules.names(key)]
        if not found:
            known = (each for rules in published.values() for each in rules.keys_for_house_rules())
            hint = nearest_key(key, known) or "'handbill rules' lists what can be replaced"
            message = f"{key}: this is no rule that can be replaced"
            yield located.problem("unknown-rule", message, (key,), key=True, hint=hint)
        elif len(found) > 1:
            message = f"{key}: this names a rule of {' and one of '.join(found)}"
            yield located.problem("unclear-rule", message, (key,), key=True, hint="write the rule's id")


def _placed(located: Located, fault: Fault) -> Problem:
    """The problem of an override at its place in the file; inside a formula at what goes wrong there."""
    problem, path = fault.problem, fault.path
    while path not in located.values:
        path = path[:-1]
    made = located.problem(problem.code, problem.message, path, key=fault.at_key, hint=problem.hint)
    value = located.at(path)
    if fault.column is None or not isinstance(value, str) or made.column is None:
        return made
    place = located.values[path]
    line = located.source.lines[place.line - 1]
    start = line.find(value, place.column - 1)
    if start < 0:  # folded, or written with escapes: the value's own place must do
        return made
    return made._replace(column=start + fault.column, length=1)
