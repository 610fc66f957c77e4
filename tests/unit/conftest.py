"""A small tree to build in a process of its own."""

from __future__ import annotations

import pytest

from tests.unit.small_tree import Tree


@pytest.fixture(scope="module")
def kept_tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return Tree(tmp_path_factory.mktemp("tree"))


@pytest.fixture
def tree(kept_tree: Tree) -> Tree:
    """A copy of the package with one small game, unbroken, whose output folder an earlier build filled."""
    kept_tree.restore()
    return kept_tree
