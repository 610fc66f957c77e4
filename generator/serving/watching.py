"""What a build is made of, watched: content, templates, house rules and, in a checkout, the code."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread

import watchfiles

from generator.problems import MACHINE, HandbillError, Problem
from generator.workspace import Workspace

_PACKAGE = Path(__file__).resolve().parents[1]
_HINT = "the reason above is the system's; on Linux, 'fs.inotify.max_user_watches' may be too low"
Found = set[tuple[watchfiles.Change, str]]


@dataclass(frozen=True)
class Sources:
    """The folders that are watched with all that is in them, and the house rules, which may not exist."""

    folders: tuple[Path, ...]
    house_rules: frozenset[Path]
    output: Path

    @classmethod
    def of(cls, workspace: Workspace, house_rules: Path | None) -> Sources:
        """Those of a workspace; all paths are made absolute, links followed, as watchers tell them."""
        folders = [workspace.content.resolve(), workspace.templates.resolve()]
        if _PACKAGE.parent == workspace.content.resolve().parent:
            folders.append(_PACKAGE)
        # A link is watched in its own place, where another may come, and what it leads to.
        rules = (
            [house_rules.parent.resolve() / house_rules.name, house_rules.resolve()] if house_rules else []
        )
        return cls(tuple(folders), frozenset(rules), workspace.output.resolve())

    def counts(self, path: Path) -> bool:
        """Whether a file in one of the folders is a source: no output, no editor's or Python's own file."""
        folder = next((each for each in self.folders if path.is_relative_to(each)), None)
        if folder is None or folder in self.output.parents and path.is_relative_to(self.output):
            return False
        return not any(map(_is_aside, path.relative_to(folder).parts))

    @property
    def single(self) -> frozenset[Path]:
        """What is watched from the folder above, since it may come and go: house rules, whole folders."""
        return self.house_rules.union(self.folders)


def _is_aside(name: str) -> bool:
    return name.startswith((".", "#")) or name.endswith(("~", ".pyc", ".tmp")) or name == "__pycache__"


@dataclass
class Changes:
    """The changed sources, gathered by two threads: one looks into folders, one at what comes and goes."""

    sources: Sources
    _found: Queue[set[Path] | Exception] = field(default_factory=Queue)
    _over: Event = field(default_factory=Event)
    _turn: Event = field(default_factory=Event)
    """Set when the folders themselves are others than before: they are watched anew."""

    def __enter__(self) -> Changes:
        self._threads = [Thread(target=look, daemon=True) for look in (self._into, self._at)]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._turn.set()
        for thread in self._threads:
            thread.join(1)

    def wait(self) -> tuple[Path, ...]:
        """The sources that changed since the last call, sorted; waits until there are some.

        Raises HandbillError, exit status 3, where the system does not let us watch.
        """
        gathered: set[Path] = set()
        while not gathered:
            # On Windows only a wait that ends by itself lets Ctrl-C through.
            with suppress(Empty):
                gathered |= self._next(1)
        with suppress(Empty):
            while True:
                gathered |= self._next(0)
        return tuple(sorted(gathered))

    def _next(self, patience: int) -> set[Path]:
        found = self._found.get(timeout=patience) if patience else self._found.get_nowait()
        if isinstance(found, Exception):
            raise HandbillError(Problem("not-watched", f"cannot watch: {found}", hint=_HINT), MACHINE)
        return found

    def _into(self) -> None:
        while not self._over.is_set():
            self._turn.clear()
            folders = [folder for folder in self.sources.folders if folder.is_dir()]
            if not folders:
                self._turn.wait(1)
                continue
            self._follow(folders, self._turn, recursive=True)

    def _at(self) -> None:
        above = {path.parent for path in self.sources.single if path.parent.is_dir()}
        self._follow(above, self._over, recursive=False)

    def _follow(self, folders: Iterable[Path], stop: Event, *, recursive: bool) -> None:
        def wanted(_: watchfiles.Change, path: str) -> bool:
            return self.sources.counts(Path(path)) if recursive else Path(path) in self.sources.single

        try:
            for found in watchfiles.watch(
                *folders, watch_filter=wanted, stop_event=stop, recursive=recursive
            ):
                self._keep(found)
        except FileNotFoundError:  # gone since we looked: the next turn finds out
            self._over.wait(0.1)
        except Exception as error:
            self._found.put(error)
            self._over.set()

    def _keep(self, found: Found) -> None:
        paths = {Path(path) for _, path in found}
        self._found.put(paths)
        if paths & set(self.sources.folders):
            self._turn.set()
