"""Imports point down the layers, each third party has one home, and only the cli package prints."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = (
    "cli",
    "serving",
    "checking",
    "diffing",
    "build",
    "making",
    "reading",
    "batch",
    "filling",
    "outputs",
    "render",
    "content",
    "sheets",
    "rules",
    "dice",
    "workspace",
    "problems",
)
"""From top to bottom. A module imports from its own layer and from those below."""
ALONE = {"workspace": {"workspace"}, "problems": {"problems"}}
PURE = {
    "dice": {"dice", "problems"},
    "rules": {"rules", "dice", "problems"},
    "sheets": {"sheets", "rules", "dice", "problems"},
}
"""Layers that reach less than all that lies below them."""
IMPURE = set(
    "asyncio builtins datetime glob http io logging multiprocessing os pathlib random "
    "secrets shutil socket subprocess sys tempfile threading time urllib uuid".split()
)
"""Standard modules that bring files, a clock, randomness or the machine into a pure layer."""
HOMES = {
    "click": {"cli"},
    "rich": {"cli"},
    "weasyprint": {"outputs"},
    "pydyf": {"outputs"},
    "pypdf": {"outputs"},
    "fontTools": {"outputs"},
    "uharfbuzz": {"outputs"},
    "jinja2": {"render"},
    # Outputs and filling hand finished parts of a page to a template.
    "markupsafe": {"render", "outputs", "filling"},
    "markdown": {"render"},
    "pymdownx": {"render"},
    "yaml": {"content"},
    "ruamel": {"content"},
    "pydantic": {"content"},
    "pydantic_core": {"content"},
    "watchfiles": {"serving"},
    "pypdfium2": {"diffing"},
    "PIL": {"diffing"},
}


def modules() -> dict[str, str]:
    """The dotted name (a package's ends in ``__init__``) and the text of every module."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "generator").rglob("*.py"))
    }


def layer(module: str) -> str:
    """The layer of a dotted name; ``__init__`` and ``__main__`` of the package stand above all others."""
    return module.split(".")[1]


def imports(module: str, source: str) -> Iterator[tuple[int, str, str]]:
    """Line, module and name of every import, wherever it stands; ``name`` is empty for ``import x``.

    ``import_module("x")`` counts too. A name that is computed does not: rules are found that way.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")[: -node.level] if node.level else []
            target = ".".join([*base, *filter(None, [node.module])])
            yield from ((node.lineno, target, alias.name) for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
            if node.args and isinstance(node.args[0], ast.Constant):
                yield node.lineno, str(node.args[0].value), ""


def faults(module: str, source: str) -> list[str]:
    """Every breach in one module, as ``module:line: what``."""
    here = layer(module)
    found = [
        f"{module}:{line}: {fault}"
        for line, target, name in imports(module, source)
        if (fault := _ours(here, target, name) or _theirs(here, target))
    ]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            if here != "cli":
                found.append(f"{module}:{node.lineno}: only the cli package prints")
        elif here in PURE and _is_float(node):
            found.append(f"{module}:{getattr(node, 'lineno', 0)}: a float in {here}")
    return found


def _ours(here: str, target: str, name: str) -> str | None:
    if target.split(".")[0] != "generator":
        return None
    if target == "generator":
        return None if name == "__version__" else "imports the package root"
    there = layer(target)
    if there not in LAYERS:
        return f"imports {there}, which is no layer"
    below = set(LAYERS[LAYERS.index(here) :]) if here in LAYERS else set(LAYERS)
    allowed = (ALONE | PURE).get(here, below)
    return None if there in allowed else f"{here} imports {there}"


def _theirs(here: str, target: str) -> str | None:
    top = target.split(".")[0]
    if top == "generator":
        return None
    if top in sys.stdlib_module_names:
        return f"{here} imports {top}" if here in PURE and top in IMPURE else None
    if top not in HOMES:
        return f"{top} has no home"
    return None if here in HOMES[top] else f"{top} is imported outside {' and '.join(HOMES[top])}"


def _is_float(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float)
    return isinstance(node, ast.Name) and node.id == "float" and isinstance(node.ctx, ast.Load)


def test_every_module_keeps_to_its_layer_and_every_third_party_to_its_home() -> None:
    sources = modules()
    seen = [entry for name, source in sources.items() for entry in imports(name, source)]
    assert len(sources) >= 8 and len(seen) > 20, "the guard looked at nothing"
    assert any(target.startswith("generator.") for _, target, _ in seen)
    assert [fault for name, source in sources.items() for fault in faults(name, source)] == []


@pytest.mark.parametrize("folder", sorted({layer(name) for name in modules()} - {"__init__", "__main__"}))
def test_every_part_of_the_package_is_a_layer(folder: str) -> None:
    assert folder in LAYERS


def test_no_modules_import_each_other_in_a_circle() -> None:
    sources = modules()
    graph: dict[str, set[str]] = {}
    for name, source in sources.items():
        pairs = {(target, f"{target}.{member}") for _, target, member in imports(name, source)}
        wanted = {full if full in sources else target for target, full in pairs}
        graph[name] = {
            found for target in wanted for found in (target, f"{target}.__init__")
        } & sources.keys()
    assert sum(map(len, graph.values())) > 5, "the guard looked at nothing"
    list(TopologicalSorter(graph).static_order())


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("generator.rules.mlwm", "from generator.render import facts", "rules imports render"),
        ("generator.rules.mlwm", "from ..content import packs", "rules imports content"),
        ("generator.dice.pools", "def f():\n    import generator.rules.chart", "dice imports rules"),
        ("generator.dice.pools", "from generator.workspace import Workspace", "dice imports workspace"),
        ("generator.dice.pools", "import random", "dice imports random"),
        ("generator.rules.tsoy", "from pathlib import Path", "rules imports pathlib"),
        ("generator.rules.tsoy", "HALF = 0.5", "a float in rules"),
        ("generator.rules.tsoy", "def f(x): return float(x)", "a float in rules"),
        ("generator.problems", "from generator.workspace import Workspace", "problems imports workspace"),
        ("generator.workspace", "from generator.problems import Problem", "workspace imports problems"),
        ("generator.build", "from generator import cli", "imports the package root"),
        ("generator.build", "import generator", "imports the package root"),
        ("generator.build", "from generator.cli import main", "build imports cli"),
        ("generator.build", "import generator.utils", "imports utils, which is no layer"),
        ("generator.render.charts", "import weasyprint.css", "weasyprint is imported outside outputs"),
        ("generator.outputs.pdf", "from yaml import safe_load", "yaml is imported outside content"),
        ("generator.outputs.pdf", "import numpy", "numpy has no home"),
        ("generator.build", "importlib.import_module('yaml')", "yaml is imported outside content"),
        ("generator.build", "print('done')", "only the cli package prints"),
    ],
)
def test_a_breach_is_seen(module: str, source: str, fault: str) -> None:
    assert [line.split(": ", 1)[1] for line in faults(module, source)] == [fault]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("generator.cli.commands", "from generator import __version__\nimport click\nprint(__version__)"),
        ("generator.render.facts", "from generator.rules.registry import load\nfrom . import numbers"),
        ("generator.rules.tsoy", "from fractions import Fraction\nfrom generator.problems import Problem"),
    ],
)
def test_an_allowed_import_is_no_fault(module: str, source: str) -> None:
    assert faults(module, source) == []


def test_every_third_party_is_a_declared_dependency() -> None:
    """Those that are not named are brought by one that is."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = [*project["dependencies"], *project["optional-dependencies"]["images"]]
    names = {line.split(">")[0] for line in declared}
    brought = {
        "markupsafe": "jinja2",
        "pydantic_core": "pydantic",
        "pydyf": "weasyprint",
        "fontTools": "weasyprint",
    }
    called = {"PIL": "pillow", "pymdownx": "pymdown-extensions", "ruamel": "ruamel.yaml", "yaml": "pyyaml"}
    assert {brought.get(top) or called.get(top, top) for top in HOMES} <= names
