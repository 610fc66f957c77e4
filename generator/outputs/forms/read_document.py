"""Opens a stranger's PDF inside limits of size, memory and time."""

from __future__ import annotations

import gc
import logging
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import NoReturn

from pypdf import PdfReader, apply_configuration
from pypdf.generic import IndirectObject, PdfObject, StreamObject, read_object

from generator.problems import HandbillError, Problem

LARGEST = 20_000_000
"""Bytes of a PDF. A sheet has 0.1 MB, but some programs embed whole fonts in it, and parties add up."""
_SECONDS = 1.3
_DECODED = 5_000_000
_LIMITS = {
    "maximum_declared_stream_length": LARGEST,
    "array_based_stream_maximum_output_length": _DECODED,
    "array_maximum_element_count": 25_000,
    "dictionary_maximum_element_count": 25_000,
    "lzw_maximum_output_length": _DECODED,
    "run_length_maximum_output_length": _DECODED,
    "zlib_maximum_output_length": _DECODED,
    "zlib_maximum_recovery_input_length": 200_000,
    "stream_decoding_work_maximum_length": 4 * _DECODED,
}
_XREF_ENTRIES = 100_000
# What pypdf logs when it had to search for objects: it then takes the first or a packed one, not the newest.
_SEARCHED = re.compile("parsing for Object Streams|ref repaired|wrong pointing|obj.* found")
_OBJECT = re.compile(rb"\d\s+\d+\s+ob")
_AGAIN = "open it in the program that filled it, and save it again"


def refuse(shown: str, code: str, message: str, hint: str | None = None) -> NoReturn:
    """Raises the one problem that ends the reading of a PDF; the message begins with the file's name."""
    raise HandbillError(Problem(code, f"{shown} {message}", shown, hint=hint))


def too_large(shown: str, size: int) -> NoReturn:
    """Refuses a PDF by its size in bytes."""
    refuse(shown, "pdf-too-large", f"has {size:,} bytes, and a filled sheet may have {LARGEST:,}")


@contextmanager
def opened(data: bytes, shown: str, seconds: float = _SECONDS) -> Iterator[PdfReader]:
    """The PDF as a pypdf reader, to be used inside the block; whatever its bytes cause is a HandbillError.

    pypdf's limits bound the memory but not the time (many streams, objects that have to be searched for), so
    the block ends after so many seconds of CPU. That last net needs the main thread and a system with
    ``setitimer``; elsewhere the size of the file alone bounds the time.
    """
    _check_ends(data, shown)
    try:
        with _uncollected(), _deadline(seconds), _quiet() as log:
            yield from _read(data, shown)
        if log.searched and data.count(b"%%EOF") > 1:
            refuse(
                shown, "pdf-broken", "is damaged: its newest values cannot be told from older ones", _AGAIN
            )
    except _TooSlow as error:
        hint = "if it is a party of many characters, fill it as several files"
        raise _refused(shown, "pdf-too-slow", "takes longer to read than any sheet", hint) from error
    except MemoryError as error:
        raise _refused(shown, "pdf-too-large", "takes more memory to read than any sheet") from error
    except HandbillError:
        raise
    except Exception as error:  # a library meets a stranger's bytes here, and raises whatever comes of that
        raise _refused(shown, "pdf-broken", "is damaged: it cannot be read as a PDF", _AGAIN) from error


def _refused(shown: str, code: str, message: str, hint: str | None = None) -> HandbillError:
    return HandbillError(Problem(code, f"{shown} {message}", shown, hint=hint))


def _check_ends(data: bytes, shown: str) -> None:
    if not data:
        refuse(shown, "not-a-pdf", "is empty")
    if len(data) > LARGEST:
        too_large(shown, len(data))
    if b"%PDF-" not in data[:1024]:
        refuse(shown, "not-a-pdf", "is no PDF")
    # Objects after the last end mark: new values, appended by a program, of which the end is missing.
    end = data.rfind(b"%%EOF")
    if end < 0 or _OBJECT.search(data, end):
        refuse(shown, "pdf-cut", "is cut off: its end is missing", "copy, fetch or save it again")


def _read(data: bytes, shown: str) -> Iterator[PdfReader]:
    with apply_configuration(None, **_LIMITS):
        try:
            reader = _Reader(BytesIO(data), xref_stream_maximum_entries=_XREF_ENTRIES)
        except Exception:
            if b"/Encrypt" in data:  # by a method that pypdf knows only with other packages
                _encrypted(shown)
            raise
        if reader.is_encrypted:
            _encrypted(shown)
        yield reader


class _Reader(PdfReader):
    """pypdf parses all that an object stream holds when one object is wanted; this one parses that object.

    A sheet's fields are a small part of its objects. Should pypdf rename the method, all is read as before.
    """

    def _get_object_from_stream(self, indirect_reference: IndirectObject) -> PdfObject:
        number = indirect_reference.idnum
        holder, _ = self.xref_objStm[number]
        opened = self.__dict__.setdefault("object_streams", {})
        if holder not in opened:
            opened[holder] = _places(IndirectObject(holder, 0, self).get_object())
        content, places = opened[holder]
        content.seek(places[number])
        found = read_object(content, self)
        self.cache_indirect_object(0, number, found)
        return found


def _places(holder: object) -> tuple[BytesIO, dict[int, int]]:
    """The content of an object stream, and where in it each object begins."""
    if not isinstance(holder, StreamObject):
        raise ValueError("an object stream is something else")
    count, first = (int(str(holder[key])) for key in ("/N", "/First"))
    if not 0 <= count <= _XREF_ENTRIES:
        raise ValueError("an object stream holds too much")
    content = holder.get_data()
    numbers = list(map(int, content[:first].split(None, 2 * count)[: 2 * count]))
    return BytesIO(content), {
        number: first + offset for number, offset in zip(numbers[::2], numbers[1::2], strict=True)
    }


def _encrypted(shown: str) -> NoReturn:
    refuse(shown, "pdf-encrypted", "is encrypted", "save a copy without a password and without restrictions")


class _TooSlow(BaseException):
    """The deadline has passed. Not an Exception, because pypdf goes on after most of those."""


@contextmanager
def _uncollected() -> Iterator[None]:
    """No search for garbage meanwhile: in a large process each takes longer than a whole sheet."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@contextmanager
def _deadline(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: object) -> NoReturn:
        raise _TooSlow

    before = signal.signal(signal.SIGPROF, end)
    # Again and again: an exception in a destructor is lost.
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class _Log(logging.Handler):
    """Notes whether pypdf had to search for objects."""

    searched = False

    def emit(self, record: logging.LogRecord) -> None:
        self.searched = self.searched or bool(_SEARCHED.search(str(record.msg)))


@contextmanager
def _quiet() -> Iterator[_Log]:
    """Keeps pypdf's complaints from the terminal: ours are told instead."""
    logger, log = logging.getLogger("pypdf"), _Log()
    propagated, level = logger.propagate, logger.level
    logger.propagate = False
    logger.setLevel(logging.WARNING)
    logger.addHandler(log)
    try:
        yield log
    finally:
        logger.removeHandler(log)
        logger.setLevel(level)
        logger.propagate = propagated
