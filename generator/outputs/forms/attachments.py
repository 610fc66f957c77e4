"""Files that a form carries inside it, with a fixed date, so that the same sheet gives the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from generator.outputs.forms.embedding import Add
from generator.outputs.forms.syntax import name, stream, text_string

_DATE = "(D:20000101000000Z)"
_TYPES = {"json": "application/json", "yaml": "application/yaml", "txt": "text/plain"}


class Attachment(NamedTuple):
    """A file inside the form, made from what the form was filled from."""

    name: str
    data: bytes
    description: str


def attach(files: Sequence[Attachment], add_stream: Add, add: Add) -> tuple[str, str]:
    """Add the files; returns the name tree's entries and the references of all of them, by name."""
    names, references = [], []
    for file in sorted(files, key=lambda file: file.name.encode("utf-16-be")):
        number = add(_specification(file, add_stream(_embedded(file))))
        names.append(f"{text_string(file.name)} {number} 0 R")
        references.append(f"{number} 0 R")
    return " ".join(names), " ".join(references)


def _embedded(file: Attachment) -> bytes:
    kind = _TYPES.get(file.name.rpartition(".")[2].lower(), "application/octet-stream")
    sum_ = hashlib.md5(file.data, usedforsecurity=False).hexdigest()
    dates = f"/CreationDate{_DATE}/ModDate{_DATE}"
    entries = (
        f"/Type/EmbeddedFile/Subtype{name(kind)}/Params<</Size {len(file.data)}{dates}/CheckSum<{sum_}>>>"
    )
    return stream(entries, file.data)


def _specification(file: Attachment, number: int) -> bytes:
    shown = text_string(file.name)
    about = f"/Desc{text_string(file.description)}/AFRelationship/Source"
    inner = f"/EF<</F {number} 0 R/UF {number} 0 R>>"
    return f"<</Type/Filespec/F{shown}/UF{shown}{about}{inner}>>".encode("ascii")
