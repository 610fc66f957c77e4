"""What a check found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from generator.problems import USER_FAULT, HandbillError, Problem


@dataclass(frozen=True)
class Report:
    """All that was found, sorted by place: findings, and notes that are none.

    ``status`` is the exit status, ``files`` how many files of the folder were looked at, ``mend`` the
    command that mends all that a build can.
    """

    problems: tuple[Problem, ...]
    status: int
    files: int = 0
    mend: str = ""

    @property
    def findings(self) -> int:
        """How many of the problems are more than a note."""
        return sum(problem.level == "error" for problem in self.problems)


@dataclass
class Findings:
    """What is found while everything else goes on; with ``strict`` a note is a finding."""

    strict: bool = False
    problems: list[Problem] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)

    def add(self, problems: Sequence[Problem], status: int = USER_FAULT) -> None:
        """Keep them; ``status`` is the exit status that they end with."""
        told = [problem._replace(level="error") if self.strict else problem for problem in problems]
        self.problems += told
        if any(problem.level == "error" for problem in told):
            self.statuses.add(status)

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """What goes wrong in it is kept, and the rest goes on."""
        try:
            yield
        except HandbillError as error:
            self.add(error.problems, error.exit_status)

    def report(self, files: int, mend: str) -> Report:
        """All of it."""
        # That something is wrong says more than that something could not be looked at.
        status = USER_FAULT if USER_FAULT in self.statuses else max(self.statuses, default=0)
        problems = HandbillError(self.problems).problems if self.problems else ()
        return Report(problems, status, files, mend)
