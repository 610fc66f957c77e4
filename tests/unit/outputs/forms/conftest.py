"""One compiled toy form for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.outputs.forms.template import Template
from tests.unit.outputs.forms.toy import compiled


@pytest.fixture(scope="session")
def form_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("forms")


@pytest.fixture(scope="session")
def toy(form_cache: Path) -> Template:
    return compiled(form_cache)
