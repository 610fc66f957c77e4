"""Whoever draws a filled form, each value's ink lies inside its own field, whole."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from tests.forms.forms import FormUnderTest, filled_by_us, form_of, programs, sample_first
from tests.forms.ink import ink, mark_of
from tests.forms.people import PLAIN, WIDE, person
from tests.forms.placed import Placed, placed_widgets
from tests.forms.renderers import RENDERERS

DPI = 100
LEAST = 5
"""Pixels that the smallest value, a 1 or a dash, leaves at the least."""


@pytest.mark.parametrize("sheet_id", sample_first())
@pytest.mark.parametrize("program", programs(RENDERERS))
def test_a_values_ink_is_whole_inside_its_own_field(program: str, sheet_id: str) -> None:
    form = form_of(sheet_id)
    values = person(form.sheet, 1, PLAIN + WIDE)
    widgets = placed_widgets(form.pdf)
    draw = RENDERERS[program]
    seen = ink(draw(form.pdf, DPI), draw(filled_by_us(form.sheet, values), DPI), widgets, DPI)
    shown = changed(form, values, widgets)
    assert len(shown) > 20
    assert {mark for mark, pixels in seen.marked.items() if pixels >= LEAST} == shown
    assert not any(seen.edges.values()), "a value runs to the edge of its field, where it is cut"
    assert not seen.astray


def changed(form: FormUnderTest, values: dict[str, object], widgets: list[Placed]) -> set[str]:
    """The marks of the widgets that show something else than in the blank form."""
    before, after = form.form.values({}), form.form.values(values)
    return {
        mark_of(widget)
        for widget in widgets
        if after[widget.name] != before[widget.name]
        and (widget.kind != "radio" or after[widget.name] == widget.state)
    }


def test_ink_is_told_by_widget_edge_and_place() -> None:
    blank = Image.new("L", (100, 100), 255)
    filled = blank.copy()
    pen = ImageDraw.Draw(filled)
    pen.rectangle((12, 62, 15, 65), fill=0)  # inside the first
    pen.rectangle((50, 62, 53, 65), fill=0)  # on the left edge of the second
    pen.point((90, 5), fill=0)  # beside both
    first = Placed("first", 0, (10, 20, 40, 40), "text", "")
    second = Placed("second", 0, (50, 20, 80, 40), "radio", "on")
    seen = ink([blank], [filled], [first, second], 72)
    assert seen.marked == {"first": 16, "second=on": 16}
    assert seen.edges == {"first": 0, "second=on": 4}
    assert seen.astray == {0: (90, 5, 91, 6)}
