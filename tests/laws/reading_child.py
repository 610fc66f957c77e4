"""A program of its own: reads each file in a process with little memory, and tells as JSON how that ended."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from pathlib import Path

from generator.outputs.forms.read import read_form_file
from generator.problems import HandbillError

MEMORY = 300 << 20
_KILLED_AFTER = 20


def limit_memory() -> None:
    """Lets this process have 300 MiB more than it has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def outcome(path: Path) -> dict[str, object]:
    """Code and message of the problem, or the number of values; with the CPU seconds it took."""
    start = time.process_time()
    result: dict[str, object]
    try:
        result = {"values": len(read_form_file(path, path.name).values)}
    except HandbillError as error:
        (problem,) = error.problems
        result = {"code": problem.code, "message": problem.message}
    return {**result, "cpu": time.process_time() - start}


def in_a_child(path: Path) -> dict[str, object]:
    """The outcome of a file, or {} when the process died of it or had to be killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (_KILLED_AFTER, _KILLED_AFTER))
        limit_memory()
        os.write(writing, json.dumps(outcome(path)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return json.loads(told) if told else {}


if __name__ == "__main__":
    print(json.dumps({path: in_a_child(Path(path)) for path in sys.argv[1:]}))
