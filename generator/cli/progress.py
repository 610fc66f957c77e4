"""What a long command shows while it works: a bar on a terminal, timed lines with -v, else nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from generator.cli.telling import say

Progress = Callable[[str, int, int], None]


@contextmanager
def progress(*, quiet: bool, verbose: bool) -> Iterator[Progress]:
    """What the build calls at each step: a bar on a terminal, timed lines with -v, else nothing."""
    if verbose:
        yield _timed_lines()
    elif quiet or not sys.stderr.isatty():
        yield lambda what, done, total: None
    else:
        yield from _bar()


def _timed_lines() -> Progress:
    start = time.monotonic()

    def step(what: str, done: int, total: int) -> None:
        say(f"{time.monotonic() - start:7.2f} s  {done}/{total}  {what}")

    return step


def _bar() -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total)


@contextmanager
def bar_for(*, quiet: bool, total: int) -> Iterator[Callable[[str], None]]:
    """What a batch calls with each thing that it has done; a bar where there are many."""
    done = 0
    with progress(quiet=quiet or total < 3, verbose=False) as step:

        def one_more(what: str) -> None:
            nonlocal done
            done += 1
            step(what, done, max(done, total))

        yield one_more
