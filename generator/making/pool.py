"""Does tasks in as many processes as the machine has processors, or in this one."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from generator.problems import MACHINE, HandbillError, Problem

T = TypeVar("T")
R = TypeVar("R")

_work: Callable[[Any], Any] | None = None
"""What a worker does with a task; set once in each process."""

_SELDOM = (100_000, 20, 20)
"""Thresholds of the garbage collector: a tenth less CPU for a build, and some 60 MB more."""


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def each(
    tasks: Sequence[T], work: Callable[[T], R], anew: Callable[[], Callable[[T], R]], jobs: int
) -> Iterator[tuple[int, R]]:
    """Each task's number and what ``work`` made of it, as they are done; what raises ends all.

    Where a process cannot be forked from this one, with all that is loaded here, ``anew`` gives what does
    the work there: it and the tasks must be picklable, and so must all results.
    """
    jobs = min(jobs, len(tasks))
    with _seldom_collected():
        if jobs <= 1:
            yield from ((number, work(task)) for number, task in enumerate(tasks))
        else:
            yield from _side_by_side(tasks, work, anew, jobs)


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Garbage is looked for seldom: a page laid out makes much that lives for long, and little garbage.

    A process that is forked meanwhile does the same.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _side_by_side(
    tasks: Sequence[T], work: Callable[[T], R], anew: Callable[[], Callable[[T], R]], jobs: int
) -> Iterator[tuple[int, R]]:
    # Slow to import, and not needed where nothing changed.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool

    forks = sys.platform == "linux"
    context = multiprocessing.get_context("fork" if forks else "spawn")
    start = partial(_start_with, work) if forks else partial(_start, anew)
    pool = ProcessPoolExecutor(jobs, context, initializer=start)
    try:
        waiting = {pool.submit(_do, task): number for number, task in enumerate(tasks)}
        for done in as_completed(waiting):
            yield waiting[done], done.result()
    except BrokenProcessPool as error:
        hint = "memory may have run out: try again with --jobs 1"
        problem = Problem("worker-lost", "a process of the build ended all at once", hint=hint)
        raise HandbillError(problem, MACHINE) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start_with(work: Callable[[Any], Any]) -> None:
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it at once; the first process tells of it
    _end_with_parent()


def _end_with_parent() -> None:
    """A process that is killed cannot end its workers, and these would wait for tasks for ever."""
    import multiprocessing
    import threading

    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def _start(anew: Callable[[], Callable[[Any], Any]]) -> None:
    _start_with(anew())


def _do(task: Any) -> Any:
    assert _work is not None
    return _work(task)
