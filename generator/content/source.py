"""A text file as it was read: UTF-8, one kind of line end, and where in it a mistake stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from generator.problems import MACHINE, HandbillError, Problem

LARGEST = 1_000_000
"""Bytes that a content file may have; a larger one is a mistake, or made to do harm."""

UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")
"""Controls, and the marks that turn the writing direction of all that follows them: no file holds one."""


@dataclass(frozen=True)
class Source:
    """The text of a file, with ``\\n`` for every line end, and its path as messages show it."""

    path: str
    text: str

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their ends; the first is line 1 in messages."""
        return tuple(self.text.split("\n"))

    def problem(
        self,
        code: str,
        message: str,
        line: int,
        column: int | None = None,
        *,
        hint: str | None = None,
        length: int = 1,
    ) -> Problem:
        """A problem at a line and column (both from 1) of this file, which shows the line itself."""
        # A terminal must not obey what stands in a stranger's file.
        text = (
            UNSEEN.sub("\N{REPLACEMENT CHARACTER}", self.lines[line - 1]) if line <= len(self.lines) else ""
        )
        return Problem(code, message, self.path, line, column, hint=hint, source=text, length=length)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of a character of the text, counted from 0."""
        return self.text.count("\n", 0, offset) + 1, offset - self.text.rfind("\n", 0, offset)


def read(file: Path, path: str) -> Source:
    """The file's text; a HandbillError when it cannot be read, is too large, or is no plain UTF-8.

    ``path`` is the name that messages show. A byte order mark and Windows line ends are accepted.
    """
    return decode(read_bytes(file, path), path)


def read_bytes(file: Path, path: str, largest: int = LARGEST, kind: str = "content") -> bytes:
    """What stands in the file; a HandbillError when it cannot be read, or has more than ``largest`` bytes."""
    try:
        size = file.stat().st_size
        data = file.read_bytes() if size <= largest else b""
    except FileNotFoundError as error:
        raise HandbillError(Problem("missing-file", "there is no such file", path)) from error
    except OSError as error:
        reason = (error.strerror or "the system refused").lower()
        hint = "give yourself the right to read it"
        raise HandbillError(
            Problem("unreadable", f"this file cannot be read: {reason}", path, hint=hint), MACHINE
        ) from error
    if max(size, len(data)) > largest:
        message = f"this file has {size:,} bytes, and {kind} may have {largest:,}"
        raise HandbillError(Problem("too-large", message, path, hint="split it into smaller files"))
    return data


def decode(data: bytes, path: str) -> Source:
    """The bytes of a file as a Source; see ``read``."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        message = f"byte {data[error.start]:#04x} is not UTF-8 text"
        raise HandbillError(
            Problem(
                "not-utf8",
                message,
                path,
                before.count(b"\n") + 1,
                hint="save the file as UTF-8 in your editor",
            )
        ) from error
    source = Source(path, text.replace("\r\n", "\n").replace("\r", "\n"))
    found = [
        source.problem(
            "unseen-character",
            f"an unseen character (U+{ord(match[0]):04X}) stands here",
            *source.place(match.start()),
            hint="delete it; it may have come along when text was pasted",
        )
        for match in UNSEEN.finditer(source.text)
    ]
    if found:
        raise HandbillError(found)
    return source
