"""The peers of handbill's dice, icepool and dyce, in an environment of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
WANTED = ("icepool>=2.1,<2.3", "dyce>=0.7,<0.8")


def peers_python() -> Path:
    """The interpreter that has the peers, of the same version as this one; made when it is missing."""
    folder = Path(os.environ.get("HANDBILL_PEERS", ROOT / ".venv-peers"))
    python, stamp = folder / "bin" / "python", folder / ".handbill-peers"
    wanted = "\n".join((sys.version, *WANTED))
    if not (stamp.exists() and stamp.read_text(encoding="utf-8") == wanted):
        print(f"handbill: installing {' and '.join(WANTED)} into {folder}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        subprocess.run([*pip, *WANTED], check=True, stdin=subprocess.DEVNULL)
        stamp.write_text(wanted, encoding="utf-8")
    return python
