"""Tells files that are not as they should be as problems: what is wrong, what differs, and what mends it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from generator.checking.folder import Found, State, sum_of
from generator.checking.mending import Mending
from generator.checking.wording import lines
from generator.outputs.comparing import Difference, compare
from generator.outputs.manifest import Entry, Manifest
from generator.problems import Problem
from generator.rules import names_part_of, titles

_SAID: Mapping[State, str] = {
    "missing": "this file is missing",
    "stale": "this is out of date: a build now makes it otherwise",
    "edited": "this was changed by hand after it was built; a build writes over it",
    "differing": "this is not what a build makes now",
    "unsourced": "nothing makes this file any more; a build removes it",
}
_KEPT = "nothing makes this file any more, and it was changed by hand; a build keeps it, and lists it no more"
_READ = (".html", ".pdf", ".json", ".csv")
"""Files of which one can say what a person reads in them."""


@dataclass(frozen=True)
class Teller:
    """``shown`` is the folder as messages show it, ``then`` its manifest, ``now`` that of a build now."""

    shown: str
    mending: Mending
    then: Manifest | None
    now: Manifest

    def problems(self, found: Iterable[Found]) -> list[Problem]:
        """A problem for each file; the paper copies of one document are one where they differ alike."""
        alike: dict[tuple[object, ...], list[tuple[Entry, Problem]]] = {}
        for each in found:
            problem = self._problem(each)
            key = (each.state, _without_paper(each.entry), problem.details, problem.hint)
            alike.setdefault(key, []).append((each.entry, problem))
        return [_together(group) for group in alike.values()]

    def _problem(self, found: Found) -> Problem:
        entry = found.entry
        return Problem(
            f"{found.state}-artifact",
            self._said(found),
            f"{self.shown}/{entry.path}",
            hint=self._hint(found),
            details=self._details(found),
        )

    def _said(self, found: Found) -> str:
        if found.state == "unsourced" and sum_of(found.before) != found.entry.sha256:
            return _KEPT
        return _SAID[found.state]

    def _hint(self, found: Found) -> str:
        if found.state == "unsourced":  # only a build of everything knows that nothing makes it
            return self.mending.whole
        return self.mending.of(found.entry.path, found.entry.document)

    def _details(self, found: Found) -> tuple[str, ...]:
        if found.before is None or found.after is None:
            return ()
        differences = compare(found.before, found.after, PurePosixPath(found.entry.path))
        rules = tuple(self._rules(found.entry))
        if all(each.kind == "bytes" for each in differences):
            return (*rules, _of_bytes(differences, found))
        return (*rules, *lines(differences))

    def _rules(self, entry: Entry) -> Iterator[str]:
        """The rules that this artifact rests on and that changed since it was built."""
        if self.then is None:
            return
        listed = self.then.get(entry.path)
        used = {*entry.rules, *(listed.rules if listed else ())}
        called = titles(self.now.rules)
        for game, values in sorted(self.now.rules.items()):
            before = self.then.rules.get(game, {})
            for key in sorted(before.keys() & values.keys()):
                if before[key] != values[key] and names_part_of(key, used):
                    named = f"{key} {called[key]}" if called.get(key) else key
                    yield f"{named}: {before[key]} → {values[key]}"


def _of_bytes(differences: Sequence[Difference], found: Found) -> str:
    """What is said where nothing differs that one could read."""
    if any(each.where for each in differences):
        return "what stands there cannot be read"
    if PurePosixPath(found.entry.path).suffix in _READ:
        return "all that one reads in it is the same; other bytes differ"
    return lines(differences)[0]


def _without_paper(entry: Entry) -> str:
    return entry.path.replace(f"-{entry.paper}.", ".") if entry.paper else entry.path


def _together(group: Sequence[tuple[Entry, Problem]]) -> Problem:
    (_, first), *others = group
    names = ", ".join(PurePosixPath(entry.path).name for entry, _ in others)
    return first._replace(message=f"{first.message} (the same with {names})") if names else first
