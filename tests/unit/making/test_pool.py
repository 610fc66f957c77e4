"""Tasks are done by several processes as by one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import pytest

from generator.making import pool
from generator.problems import MACHINE, HandbillError


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def squares() -> Callable[[int], tuple[int, int]]:
    return square


def end(number: int) -> tuple[int, int]:
    os._exit(9)


def fail(number: int) -> tuple[int, int]:
    raise ValueError("a bug is no problem of the user's")


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_task_is_done_once_whoever_does_it(jobs: int) -> None:
    done = dict(pool.each(range(7), square, squares, jobs))
    assert {number: result for number, (result, _) in done.items()} == {n: n * n for n in range(7)}
    here = {process for _, process in done.values()}
    assert (here == {os.getpid()}) is (jobs == 1)


def test_one_task_needs_no_other_process() -> None:
    assert list(pool.each([3], square, squares, 8)) == [(0, (9, os.getpid()))]
    assert list(pool.each([], square, squares, 8)) == []


@pytest.mark.skipif(sys.platform != "linux", reason="forks only there")
def test_where_nothing_is_forked_each_process_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    done = dict(pool.each([1, 2, 3], fail, squares, 2))
    assert {number: result for number, (result, _) in done.items()} == {0: 1, 1: 4, 2: 9}


def test_a_process_that_ends_is_told() -> None:
    with pytest.raises(HandbillError) as told:
        list(pool.each([1, 2], end, squares, 2))
    assert told.value.exit_status == MACHINE
    assert told.value.problems[0].code == "worker-lost"


def test_a_bug_in_a_process_keeps_its_traceback() -> None:
    with pytest.raises(ValueError, match="a bug"):
        list(pool.each([1, 2], fail, squares, 2))
