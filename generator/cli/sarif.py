"""Tells problems as SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from generator import __version__
from generator.problems import Problem

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(problems: Sequence[Problem]) -> str:
    """One run of handbill as a SARIF log; files are named as seen from the current folder."""
    codes = list(dict.fromkeys(problem.code for problem in problems))
    rules = [{"id": code, "shortDescription": {"text": code.replace("-", " ")}} for code in codes]
    run = {
        "tool": {"driver": {"name": "handbill", "version": __version__, "rules": rules}},
        # Columns count characters, as in every other form.
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, codes.index(problem.code)) for problem in problems],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _result(problem: Problem, rule: int) -> dict[str, Any]:
    lines = [problem.message, *problem.details, *([f"hint: {problem.hint}"] if problem.hint else [])]
    return {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": problem.level,
        "message": {"text": "\n".join(lines)},
        **({"locations": [_location(problem, problem.path)]} if problem.path else {}),
    }


def _location(problem: Problem, path: str) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(path)}}
    if problem.line is not None:
        place["region"] = {"startLine": problem.line}
        if problem.column is not None:
            end = problem.column + max(1, problem.length)
            place["region"] |= {"startColumn": problem.column, "endColumn": end}
    return {"physicalLocation": place}


def _uri(path: str) -> str:
    """Relative wherever the file lies below the current folder."""
    found = Path(path)
    if found.is_absolute() and not found.is_relative_to(Path.cwd()):
        return found.as_uri()
    return quote((found.relative_to(Path.cwd()) if found.is_absolute() else found).as_posix())
