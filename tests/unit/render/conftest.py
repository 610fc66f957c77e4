"""An environment over the real templates, and the facts of a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.render.environment import Environment
from generator.render.facts import Facts
from generator.rules import load, recording

ROOT = Path(__file__).parents[3]

Ask = Callable[..., str]


@pytest.fixture
def environment() -> Environment:
    return Environment(ROOT / "templates", lambda path: path.relative_to(ROOT).as_posix())


@pytest.fixture
def ask(environment: Environment) -> Ask:
    """Render a text as content of My Life with Master that begins in line 5 of ``a.md``."""

    def call(text: str, **overrides: object) -> str:
        with recording() as reads:
            names = Facts(environment, load("mlwm", overrides), reads).names()
            return environment.call_text(text, "a.md", 5, names)

    return call
