"""Compares the manifest and the sums of a folder with those of now: the parts that no other finding tells."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from generator.checking.folder import Folder, sum_of
from generator.outputs.manifest import MANIFEST, SUMS, Manifest
from generator.problems import Problem


def unlisted(folder: Folder, mend: str) -> Iterator[Problem]:
    """That the last build was killed, or that there is no manifest that says what it made."""
    path = f"{folder.shown}/{MANIFEST}"
    if folder.lost and folder.read(str(MANIFEST)) is not None:
        message = "this manifest is damaged, or that of another version of handbill"
        yield Problem("damaged-manifest", message, path, hint=mend)
    elif folder.lost:
        message = "there is no manifest: the last build into this folder did not end"
        yield Problem("unfinished-build", message, path, hint=mend)
    elif folder.unfinished:
        yield Problem("unfinished-build", "the last build into this folder did not end", path, hint=mend)


def edited(folder: Folder, mend: str) -> Iterator[Problem]:
    """Manifest and sums that do not agree, so that one of them was changed by hand."""
    if folder.manifest is None or folder.lost or folder.unfinished:
        return
    sums, listed = folder.read(str(SUMS)), folder.read(str(MANIFEST))
    own = f"{sum_of(listed)}  {MANIFEST}"
    if sums is None:
        yield Problem("missing-artifact", "this file is missing", f"{folder.shown}/{SUMS}", hint=mend)
    elif own not in sums.decode("utf-8", "replace").splitlines():
        message = (
            f"this does not agree with {SUMS}: one of them was changed by hand; a build writes over both"
        )
        yield Problem("edited-artifact", message, f"{folder.shown}/{MANIFEST}", hint=mend)
    elif sums != folder.manifest.sums().data:
        message = f"this does not agree with {MANIFEST}: it was changed by hand; a build writes over it"
        yield Problem("edited-artifact", message, f"{folder.shown}/{SUMS}", hint=mend)


def outdated(
    folder: Folder, now: Manifest, accepted: Collection[str], machine: Collection[str], mend: str
) -> Iterator[Problem]:
    """What the manifest says otherwise than that of now, where all that it lists is as it should be.

    ``accepted`` are artifacts whose bytes may differ, ``machine`` names whose versions may.
    """
    if folder.manifest is None:
        return
    if details := tuple(_differences(folder.manifest, now, accepted, machine)):
        message = "this is out of date: a build now lists other things"
        yield Problem("stale-artifact", message, f"{folder.shown}/{MANIFEST}", hint=mend, details=details)


def _differences(
    then: Manifest, now: Manifest, accepted: Collection[str], machine: Collection[str]
) -> Iterator[str]:
    if then.handbill != now.handbill:
        yield f"handbill: {then.handbill} → {now.handbill}"
    yield from _changed("version", then.environment, now.environment, machine)
    yield from _changed("source", then.inputs, now.inputs)
    if then.house_rules != now.house_rules:
        yield "the house rules"
    for game in sorted({*then.rules, *now.rules}):
        yield from _changed("rule", then.rules.get(game, {}), now.rules.get(game, {}))
    yield from _changed("artifact", then.artifacts, now.artifacts, accepted)


def _changed(
    what: str, then: Mapping[str, object], now: Mapping[str, object], ignored: Collection[str] = ()
) -> Iterator[str]:
    for name in sorted({*then, *now}.difference(ignored)):
        if name not in then:
            yield f"{what} {name}: new"
        elif name not in now:
            yield f"{what} {name}: gone"
        elif then[name] != now[name]:
            texts = isinstance(then[name], str) and what != "source"
            yield f"{what} {name}: {then[name]} → {now[name]}" if texts else f"{what} {name}: changed"
