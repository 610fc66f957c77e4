"""The peers that handbill is measured beside, each kind in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
WANTED = {
    "odds": ("icepool>=2.1,<2.3", "dyce>=0.7,<0.8"),
    "sheets": ("pypdf>=7.0", "fonttools>=4.50", "pikepdf>=10.0,<11"),
    "dungeons": ("dungeonsheets==0.19.0",),
}


def peers_python(kind: str = "odds") -> Path:
    """The interpreter that has the peers of a kind, of the same version as this one; made when it is missing.

    CalledProcessError where pip cannot install them.
    """
    name = ".venv-peers" if kind == "odds" else f".venv-peers-{kind}"
    folder = Path(os.environ.get("HANDBILL_PEERS", ROOT)) / name
    python, stamp = folder / "bin" / "python", folder / ".handbill-peers"
    wanted = "\n".join((sys.version, *WANTED[kind]))
    if not (stamp.exists() and stamp.read_text(encoding="utf-8") == wanted):
        print(f"handbill: installing {' and '.join(WANTED[kind])} into {folder}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "-qq"]
        subprocess.run([*pip, *WANTED[kind]], check=True, stdin=subprocess.DEVNULL)
        stamp.write_text(wanted, encoding="utf-8")
    return python
