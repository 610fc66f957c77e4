"""Keep a file in a cache: whole or not at all, since another run may be reading it."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def keep(path: Path, data: bytes) -> None:
    """Write the file beside its place and move it there; OSError, with nothing left, where that fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    try:
        os.replace(file.name, path)
    except OSError:
        with suppress(OSError):
            os.unlink(file.name)
        raise
