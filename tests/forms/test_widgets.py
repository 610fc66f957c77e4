"""A form has exactly the widgets that its sheet declares, each in a place of its own on the page."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.forms.forms import SHEETS, form_of
from tests.forms.placed import Placed, page_sizes, placed_widgets

MM = 72 / 25.4
SMALLEST_TICK = 3.5 * MM
PAPERS = ["a4", pytest.param("letter", marks=pytest.mark.long)]

pytestmark = [pytest.mark.parametrize("paper", PAPERS), pytest.mark.parametrize("sheet_id", SHEETS)]


def test_the_widgets_are_the_declared_ones(sheet_id: str, paper: str) -> None:
    form = form_of(sheet_id, paper)
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for widget in placed_widgets(form.pdf):
        kind, values = found.get(widget.name, (widget.kind, ()))
        assert kind == widget.kind
        assert widget.kind == "radio" or widget.name not in found, f"two widgets are called {widget.name}"
        own = (widget.state,) if widget.kind == "radio" else widget.menu
        found[widget.name] = kind, values + tuple(each for each in own if each.strip())
    assert found == {
        widget.name: (widget.type, tuple(choice.value for choice in widget.choices))
        for widget in form.form.widgets
    }


def test_no_widget_lies_over_another_or_leaves_the_page(sheet_id: str, paper: str) -> None:
    form = form_of(sheet_id, paper)
    widgets, sizes = placed_widgets(form.pdf), page_sizes(form.pdf)
    assert widgets
    for widget in widgets:
        left, bottom, right, top = widget.rect
        assert 0 <= left < right <= sizes[widget.page][0], widget
        assert 0 <= bottom < top <= sizes[widget.page][1], widget
    assert [pair for pair in combinations(widgets, 2) if overlap(*pair)] == []


def test_a_pencil_can_tick_every_box(sheet_id: str, paper: str) -> None:
    for widget in placed_widgets(form_of(sheet_id, paper).pdf):
        left, bottom, right, top = widget.rect
        if widget.kind in ("check", "radio"):
            assert min(right - left, top - bottom) >= SMALLEST_TICK - 0.01, widget


def overlap(one: Placed, other: Placed) -> bool:
    """Whether two widgets share more than a hair's breadth of paper."""
    left, bottom = max(one.rect[0], other.rect[0]), max(one.rect[1], other.rect[1])
    right, top = min(one.rect[2], other.rect[2]), min(one.rect[3], other.rect[3])
    return one.page == other.page and right - left > 0.01 and top - bottom > 0.01
