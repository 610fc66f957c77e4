"""A report as data for JSON, with every difference of every file."""

from __future__ import annotations

from typing import Any

from generator.diffing.report import ChangedRule, Handout, Report
from generator.outputs.comparing import Difference


def as_data(report: Report) -> dict[str, Any]:
    """All of the report; lists are sorted, "" stands for what there is not."""
    return {
        "before": report.before,
        "after": report.after,
        "differs": report.differs,
        "rules": [_rule(rule) for rule in report.rules],
        "documents": [_handout(each) for each in report.handouts],
        "added": [str(path) for path in report.added],
        "removed": [str(path) for path in report.removed],
        "environment": [
            {"name": name, "before": before, "after": after} for name, before, after in report.environment
        ],
        "notes": list(report.notes),
    }


def _rule(rule: ChangedRule) -> dict[str, Any]:
    used = [
        {"document": each.name, "pages": list(each.pages), "cells": each.count("cell")}
        for each in rule.handouts
    ]
    told = {"id": rule.id, "title": rule.title, "before": rule.before, "after": rule.after}
    return {**told, "documents": used}


def _handout(handout: Handout) -> dict[str, Any]:
    files = [
        {
            "path": str(each.path),
            "paper": each.paper,
            "differences": [_difference(found) for found in each.differences],
        }
        for each in handout.files
    ]
    return {
        "document": handout.name,
        "kind": handout.kind,
        "rules": list(handout.rules),
        "pages": list(handout.pages),
        "files": files,
    }


def _difference(each: Difference) -> dict[str, Any]:
    return {**each._asdict()}
