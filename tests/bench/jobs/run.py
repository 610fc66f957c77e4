"""Run jobs of one engine: ``run.py handbill mlwm tsoy``; with ``--told`` print a sum of all their values.

Without it, print the peak of the resident memory in KiB.
"""

from __future__ import annotations

import sys
from importlib import import_module


def main() -> None:
    engine, *names = sys.argv[1:]
    module = import_module(f"{engine}_jobs")
    if names == ["--told"]:
        import hashlib

        for name, values in module.told().items():
            sum_of = hashlib.sha256("\n".join(" ".join(map(str, row)) for row in values).encode())
            print(name, len(values), sum_of.hexdigest())
        return
    for name in names:
        module.JOBS[name]()
    print(peak())


def peak() -> int:
    """Linux knows the peak of this program; getrusage also counts the parent's, from which it was forked."""
    try:
        with open("/proc/self/status", encoding="ascii") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        from resource import RUSAGE_SELF, getrusage

        return getrusage(RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()
