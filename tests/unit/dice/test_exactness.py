"""Dice and rules never touch a float, a file, a clock or chance."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import generator

PACKAGE = Path(generator.__file__).parent
EXACT_MATH = {"ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "prod"}
WORLD = {
    "datetime",
    "io",
    "numpy",
    "os",
    "pathlib",
    "random",
    "secrets",
    "statistics",
    "time",
    "cmath",
    "decimal",
}
FOLDERS = ("dice", "rules")


def faults(tree: ast.AST, division: bool) -> Iterator[str]:
    """What makes a module inexact or impure. ``division`` says whether ``/`` may be written."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float() | complex()):
                yield f"{node.lineno}: the number {node.value}"
            case ast.Name(id="float" | "complex" | "open" as name):
                yield f"{node.lineno}: the name {name}"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()) if not division:
                yield f"{node.lineno}: a true division; write Fraction(a, b) or //"
            case ast.Import(names=names):
                yield from (
                    f"{node.lineno}: import {alias.name}"
                    for alias in names
                    if alias.name.split(".")[0] in WORLD | {"math"}
                )
            case ast.ImportFrom(module="math", names=names):
                yield from (
                    f"{node.lineno}: math.{alias.name}" for alias in names if alias.name not in EXACT_MATH
                )
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] in WORLD:
                yield f"{node.lineno}: from {module}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_float_file_clock_or_chance_in_the_exact_folders(folder: str) -> None:
    modules = sorted((PACKAGE / folder).rglob("*.py"))
    assert modules, f"the guard saw no module in {folder}"
    if folder == "dice":
        assert {"contests.py", "distribution.py", "pools.py", "rounding.py"} <= {
            path.name for path in modules
        }
    # A rule may divide one Fraction by another; in dice there is no need to.
    found = [
        f"{folder}/{path.name}:{fault}"
        for path in modules
        for fault in faults(ast.parse(path.read_text(encoding="utf-8")), division=folder == "rules")
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "x = 0.5",
        "float(1)",
        "a / b",
        "a /= b",
        "import math",
        "from math import sqrt",
        "import random",
        "open('x')",
    ],
)
def test_the_guard_finds_each_fault_that_it_looks_for(source: str) -> None:
    assert list(faults(ast.parse(source), division=False))


def test_the_guard_leaves_exact_code_alone() -> None:
    source = "from math import comb, lcm\nfrom fractions import Fraction\nx = Fraction(1, 2) + 3 // 2"
    assert list(faults(ast.parse(source), division=False)) == []
