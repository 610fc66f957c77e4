"""Compares a folder of outputs with all that a build makes now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.build import Made
from generator.checking.extent import Extent
from generator.checking.folder import Folder, differing
from generator.checking.listed import edited, outdated, unlisted
from generator.checking.mending import Mending
from generator.checking.report import Findings
from generator.checking.surroundings import Version, only_bytes, other_versions
from generator.checking.telling import Teller
from generator.outputs.manifest import MANIFEST, SUMS
from generator.problems import MACHINE, Problem


def compare_folder(folder: Folder, made: Made, holds: Extent, mending: Mending, found: Findings) -> int:
    """Keep all that is not as it should be; how many files were looked at."""
    artifacts = [each for each in made.artifacts if holds.holds(each)]
    unmade = [problem.path for problem in made.unmade if problem.path]
    listed = folder.manifest.artifacts if folder.manifest else ()
    if not listed and not any(folder.read(str(each.path)) is not None for each in artifacts):
        message = "nothing is built here"
        found.add([Problem("nothing-built", message, folder.shown, hint=mending.all)])
        return 0
    house = folder.manifest.house_rules if folder.manifest else None
    mending = replace(mending, together=house != made.manifest.house_rules)
    states = list(differing(folder, artifacts, [path for path in unmade if holds.whole or path in listed]))
    versions = other_versions(folder.manifest, made.manifest.environment)
    accepted = {each.entry.path for each in states if only_bytes(each)} if versions else set()
    states = [each for each in states if each.entry.path not in accepted]
    told = [
        *unlisted(folder, mending.all),
        *Teller(folder.shown, mending, folder.manifest, made.manifest).problems(states),
        *edited(folder, mending.all),
    ]
    if not told and not unmade and holds.whole:
        machine = {each.name for each in versions}
        told += outdated(folder, made.manifest, accepted, machine, mending.all)
    found.add(told)
    if versions:
        found.add([_elsewhere(folder, versions, len(accepted), mending)])
    if made.unmade:
        found.add([_uncompared(made.unmade)], MACHINE)
    return len(artifacts) + (0 if folder.lost else len((MANIFEST, SUMS)))


def _elsewhere(folder: Folder, versions: Sequence[Version], accepted: int, mending: Mending) -> Problem:
    """That the folder was made with other versions, and what follows from that."""
    said = ", ".join(f"{each.name} {each.then} (here {each.now})" for each in versions)
    files = "1 file differs" if accepted == 1 else f"{accepted} files differ"
    outcome = f"{files} in nothing but that" if accepted else "no file differs in nothing but that"
    message = f"made with {said}; text, pages and places of fields were compared instead of bytes"
    return Problem(
        "other-versions",
        message,
        f"{folder.shown}/{MANIFEST}",
        hint=mending.all,
        details=(outcome,),
        level="note",
    )


def _uncompared(unmade: Sequence[Problem]) -> Problem:
    """That PDFs cannot be made here, and so not compared."""
    reason = unmade[0].message.removeprefix("not made, since ")
    number = "1 PDF was" if len(unmade) == 1 else f"{len(unmade)} PDFs were"
    message = f"{number} not compared, since {reason}; everything else was"
    return Problem(unmade[0].code, message, hint=unmade[0].hint)
