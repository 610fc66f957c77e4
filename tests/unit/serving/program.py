"""`handbill serve` or `watch`, running in a tree of its own as somebody at a terminal runs it."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

PATIENCE = 90.0
"""Seconds that a line may take: a busy machine is slow, but a lost line never comes."""


_START = """
import runpy, signal
signal.signal(signal.SIGHUP, signal.SIG_DFL)
runpy.run_module("generator", run_name="__main__", alter_sys=True)
"""
"""The command as a terminal starts it: under nohup the tests themselves do not hear of a terminal's end."""


@dataclass
class Program:
    """A run of the command; what it prints can be waited for."""

    root: Path
    words: tuple[str, ...]
    told: list[str] = field(default_factory=list)

    def __enter__(self) -> Program:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START, *self.words],
            cwd=self.root,
            env={**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(self.root)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        if error:
            error.add_note("\n".join(["the program said:", *self.told]))

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as out:
            for text in out:
                self._lines.put(text.rstrip("\n"))
        self._lines.put("(the end)")

    def until(self, part: str) -> str:
        """The next line that has this in it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                text = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"waited in vain for {part!r}") from None
            self.told.append(text)
            if part in text:
                return text
            assert text != "(the end)", f"ended before it said {part!r}"

    def serving(self) -> str:
        """The address that it serves at, without the last slash."""
        return self.until("serving http://").split("serving ")[1].split("/ ")[0]

    def end(self, number: int = signal.SIGINT) -> int:
        """Its exit status, once it has ended by this signal."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def children(self) -> list[int]:
        """The processes that it has started and that run now, by Linux's account."""
        tasks = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(number) for number in tasks.read_text().split()]


def get(address: str) -> tuple[int, bytes]:
    """Status and body."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def hear(url: str) -> Iterator[dict[str, Any]]:
    """What an open page hears, from the latest build on."""
    with urllib.request.urlopen(f"{url}/-/events", timeout=PATIENCE) as heard:
        for text in heard:
            if text.startswith(b"data: "):
                yield json.loads(text[6:])
