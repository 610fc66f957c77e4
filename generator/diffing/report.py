"""What differs between two builds, as a value: rules, documents, files, environment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import NamedTuple

from generator.diffing.builds import Build, handout_of
from generator.outputs.comparing import Difference, compare
from generator.rules import names_part_of, titles


class ChangedFile(NamedTuple):
    """One file that both builds have, and what differs in it."""

    path: PurePosixPath
    paper: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class Handout:
    """A document, on all its papers and as a web page, that changed; ``rules`` are the changed ones it uses.

    ``pages`` are those of its PDFs that differ in more than what runs at the foot of every page.
    """

    name: str
    kind: str
    files: tuple[ChangedFile, ...]
    rules: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()

    @property
    def papers(self) -> tuple[str, ...]:
        """The papers on which it changed."""
        return tuple(each.paper for each in self.files if each.paper)

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Each thing once: words and cells of the web page, where there is one, fields of the form."""
        web = [each for each in self.files if not each.paper]
        printed = [each for each in self.files if each.paper]
        words = next((each.differences for each in [*web, *printed]), ())
        forms = next((each.differences for each in [*printed, *web]), ())
        found = [each for each in words if each.kind in _READ and not runs(each)]
        found += [each for each in forms if each.kind not in _READ]
        return tuple(found) or next((each.differences for each in self.files), ())

    def count(self, *kinds: str) -> int:
        """How many differences are of these kinds."""
        return sum(each.kind in kinds for each in self.differences)


_READ = ("sentence", "cell")
_STAMP = re.compile(r"as published|house rules [0-9a-f]{6}")


class ChangedRule(NamedTuple):
    """A rule with its printed values, "" where it is not declared; ``handouts`` use it and changed."""

    id: str
    title: str
    before: str
    after: str
    handouts: tuple[Handout, ...]


@dataclass(frozen=True)
class Report:
    """Everything that differs; ``environment`` holds name, version before and version after."""

    before: str
    after: str
    rules: tuple[ChangedRule, ...] = ()
    handouts: tuple[Handout, ...] = ()
    added: tuple[PurePosixPath, ...] = ()
    removed: tuple[PurePosixPath, ...] = ()
    environment: tuple[tuple[str, str, str], ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def differs(self) -> bool:
        """Whether anything but the environment differs."""
        return bool(self.rules or self.handouts or self.added or self.removed)


def diff(before: Build, after: Build) -> Report:
    """What differs between two builds, sorted; of what a hand edited in them too."""
    values = _values(before), _values(after)
    keys = sorted(key for key in {*values[0], *values[1]} if values[0].get(key) != values[1].get(key))
    handouts = tuple(_handouts(before, after, keys))
    called = _titles((before, after)) if keys else {}
    rules = tuple(
        ChangedRule(
            key,
            called.get(key, ""),
            values[0].get(key, ""),
            values[1].get(key, ""),
            tuple(each for each in handouts if key in each.rules),
        )
        for key in keys
    )
    return Report(
        before.name,
        after.name,
        rules,
        handouts,
        tuple(sorted(after.files.keys() - before.files.keys())),
        tuple(sorted(before.files.keys() - after.files.keys())),
        tuple(_environment(before, after)),
        tuple(_notes(before, after)),
    )


def _values(build: Build) -> dict[str, str]:
    rules = build.manifest.rules if build.manifest else {}
    return {key: value for game in rules.values() for key, value in game.items()}


def _titles(builds: Sequence[Build]) -> dict[str, str]:
    """What the rules are called today: no manifest says that of rules that are as published."""
    return titles(sorted({game for build in builds if build.manifest for game in build.manifest.rules}))


def _handouts(before: Build, after: Build, keys: Sequence[str]) -> Iterator[Handout]:
    files: dict[str, list[ChangedFile]] = {}
    filled = {handout_of(path)[0] for path in after.files if path.parts[0] == "filled"}
    for path in sorted(before.files.keys() & after.files.keys()):
        if before.files[path] != after.files[path]:
            name, paper = handout_of(path)
            found = compare(before.files[path], after.files[path], path)
            files.setdefault(name, []).append(ChangedFile(path, paper, found))
    for name, changed in sorted(files.items()):
        used = {rule for each in changed for build in (before, after) for rule in build.rules_of(each.path)}
        kind = "filled" if name in filled else _kind(changed[0].path)
        rules = tuple(key for key in keys if names_part_of(key, used))
        pages = {page for each in changed for page in _pages(each.differences)}
        yield Handout(name, kind, tuple(changed), rules, tuple(sorted(pages)))


def _kind(path: PurePosixPath) -> str:
    """What the file is part of: "handout", "odds" for tables of data, else "file"."""
    if path.suffix in (".pdf", ".html") and path.name != "index.html":
        return "handout"
    return "odds" if path.parts[0] == "odds" else "file"


def _pages(differences: Sequence[Difference]) -> set[int]:
    """The pages that differ; those whose foot alone does, where nothing else differs on any."""
    pages = {each.page for each in differences if each.page is not None and not runs(each)}
    return pages or {each.page for each in differences if each.page is not None}


def runs(difference: Difference) -> bool:
    """Whether all that differs is the stamp of house rules, which stands at the foot of every page.

    >>> runs(Difference("sentence", "page 2", "Maid · as published", "Maid · house rules 1a2b3c", 2))
    True
    """
    before, after = (_STAMP.sub("", text) for text in (difference.before, difference.after))
    return difference.kind == "sentence" and before == after


def _environment(before: Build, after: Build) -> Iterator[tuple[str, str, str]]:
    if not before.manifest or not after.manifest:
        return
    old = {"handbill": before.manifest.handbill, **before.manifest.environment}
    new = {"handbill": after.manifest.handbill, **after.manifest.environment}
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            yield name, old.get(name, ""), new.get(name, "")


def _notes(before: Build, after: Build) -> Iterator[str]:
    for build in (before, after):
        yield from build.notes
        if build.files and build.manifest is None:
            yield f"{build.name} has no manifest that this handbill reads: which rules changed is not told"


def counted(handouts: Sequence[Handout]) -> Mapping[str, int]:
    """How many handouts there are of each kind."""
    found: dict[str, int] = {}
    for each in handouts:
        found[each.kind] = found.get(each.kind, 0) + 1
    return found
