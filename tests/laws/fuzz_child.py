"""A program of its own: mutates good files for some CPU seconds, reads each, and tells the faults as JSON.

`python -m tests.laws.fuzz_child KIND SECONDS SEED FOLDER FILE…`; what breaks a reader is kept in FOLDER.
"""

from __future__ import annotations

import json
import random
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from generator.problems import HandbillError
from tests.laws.reading_child import limit_memory

SLOWEST = 2.0
"""CPU seconds that one file may take."""
TOKENS: dict[str, tuple[bytes, ...]] = {
    "pdf": tuple(
        b"<<|>>|[|]|(|)|obj|endobj|stream\n|endstream|xref|trailer|startxref|%%EOF|10 0 R|1 0 R|0 0 R|-1|"
        b"99999999999|4294967296|0.5|null|true|/Kids|/Parent|/T|/V|/FT|/Ff|/Opt|/AS|/Fields|/AcroForm|/Root|"
        b"/Info|/Prev 9|/Size|/Length|/Filter/FlateDecode|/DecodeParms|/Predictor 12|/Type/ObjStm|/Type/XRef|"
        b"/W[1 4 1]|/Index|/Encrypt|/First|/N|/Extends|<FEFFD800>|(\xff\xfe\x00\xd8)|\\ddd|/Off|%".split(b"|")
    ),
    "character": tuple(
        b"\n|: |- |  |#|'|\"|{|}|[|]|,|&a |*a|!!python/object/apply:os.system |<<: |? |---\n|...\n|%YAML 9\n|"
        b"\t|\\u0000|\0|\xff|\xc3|\xe2\x80\xa8|\xef\xbb\xbf|null|~|true|-1|99999999999999999999|1e999|.nan|"
        b"based_on: x.yaml\n|based_on: ../../etc/passwd\n|sheet: a/b\n|version: 99\n|aside: |\r|@|`|>|".split(
            b"|"
        )
    ),
}


def mutated(good: bytes, tokens: tuple[bytes, ...], chance: random.Random) -> bytes:
    """The file with one to eight faults: bytes flipped, put in, taken out or doubled, or words spliced in."""
    data = bytearray(good)
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at = chance.randrange(len(data) + 1)
        length = chance.choice((1, 2, 10, 100, 1000))
        way = chance.randrange(6)
        if way == 0:
            data[at : at + 1] = bytes([chance.randrange(256)])
        elif way == 1:
            data[at:at] = chance.randbytes(min(length, 10))
        elif way == 2:
            del data[at : at + length]
        elif way == 3:
            data[at:at] = data[at : at + length] * chance.choice((1, 1, 50))
        elif way == 4:
            data[at : at + chance.choice((0, 1, 4))] = chance.choice(tokens)
        else:
            other = chance.randrange(len(data) + 1)
            data[at : at + length] = data[other : other + length]
        data = data or bytearray(b"x")
    return bytes(data)


def reader(kind: str) -> Callable[[Path], object]:
    """What reads a file of this kind."""
    if kind == "pdf":
        from generator.outputs.forms.read import read_form_file

        return lambda path: read_form_file(path, path.name)
    from generator.content.characters import read_character
    from generator.content.shelf import Shelf
    from generator.workspace import Workspace

    shelf = Shelf(Workspace.find().content)
    return lambda path: read_character(path, shelf.sheet)


def run(kind: str, seconds: float, seed: int, folder: Path, files: list[Path]) -> dict[str, object]:
    """How many files were read and refused, the slowest, and each fault with the file that shows it."""
    read, chance, good = reader(kind), random.Random(seed), [file.read_bytes() for file in files]
    count = {"read": 0, "refused": 0}
    slowest, faults, end = 0.0, [], time.process_time() + seconds
    trial = folder / (f"{kind}-{seed}" if kind == "pdf" else f"{seed}.yaml")
    for file in files:
        read(file)  # loads what is loaded once
    limit_memory()
    while time.process_time() < end and len(faults) < 5:
        trial.write_bytes(mutated(chance.choice(good), TOKENS[kind], chance))
        start = time.process_time()
        fault = ""
        try:
            read(trial)
            count["read"] += 1
        except HandbillError:
            count["refused"] += 1
        except BaseException:
            fault = traceback.format_exc()
        took = time.process_time() - start
        slowest = max(slowest, took)
        if took > SLOWEST:
            fault = fault or f"took {took:.1f} s"
        if fault:
            kept = trial.rename(folder / f"fault-{len(faults)}-{trial.name}")
            faults.append(f"{kept}: {fault}")
    return {**count, "slowest": slowest, "faults": faults}


if __name__ == "__main__":
    kind, seconds, seed, folder, *files = sys.argv[1:]
    print(json.dumps(run(kind, float(seconds), int(seed), Path(folder), [Path(file) for file in files])))
