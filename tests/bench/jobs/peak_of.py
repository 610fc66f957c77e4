"""Runs handbill in this process, ``peak_of.py fill igor.yaml -q``, and prints its peak of memory in KiB."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from run import peak  # noqa: E402

from generator import cli  # noqa: E402


def main() -> None:
    try:
        cli.main(sys.argv[1:])
    except SystemExit as ended:
        if ended.code:
            raise
    print(peak())


if __name__ == "__main__":
    main()
