"""Text fits its rectangle: nothing is lost, nothing stands out, and words stay whole where they can."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from generator.outputs.forms import fit
from generator.outputs.forms.fit import Room

GROUPS = {0: "\n\u200d", 250: " il.,", 500: "abcdefn-…", 900: "mwW漢字か"}
WIDTHS = {character: width for width, group in GROUPS.items() for character in group}
texts = st.text(st.sampled_from(sorted(WIDTHS)), max_size=300)
SIZES = st.sampled_from([7.5, 8, 9.25, 10, 10.5, 14])
rooms = st.one_of(
    st.builds(
        lambda width, height, size, lead: Room(width, height, size, size * lead),
        st.floats(20, 400), st.floats(20, 200), SIZES, st.floats(1.1, 1.4),
    ),
    st.builds(
        lambda width, size, lead, lines: Room(width, size * lead * lines, size, size * lead, ruled=True),
        st.floats(20, 400), SIZES, st.floats(1.5, 4), st.integers(1, 12),
    ),
)  # fmt: skip


def width(text: str, size: float) -> float:
    return sum(WIDTHS[c] for c in text) * size / 1000


@given(texts, rooms)
def test_each_line_fits_the_width_and_all_lines_the_height(text: str, room: Room) -> None:
    fitted = fit.fit(text, room, WIDTHS)
    assert min(fit.FLOOR, room.size) <= fitted.size <= room.size
    for start, end in fitted.lines:
        assert width(text[start:end], fitted.size) <= room.width - 2 * room.inset() + 1e-6 or end == start + 1
    for baseline in fit.baselines(room, fitted):
        assert baseline >= -0.6
        assert baseline + fit.ASCENT * fitted.size <= room.height + 0.6


@given(texts, rooms)
def test_lines_hold_all_of_the_text_but_the_spaces_where_it_was_broken(text: str, room: Room) -> None:
    fitted = fit.fit(text, room, WIDTHS)
    kept = "".join(text[start:end] for start, end in fitted.lines)
    assert "".join(kept.split()) == "".join(text[: fitted.end].split())


@given(texts)
def test_a_word_is_broken_only_where_no_line_holds_it(text: str) -> None:
    lines = fit.wrap(text, 3000, WIDTHS)
    for (_, end), (start, _) in zip(lines, lines[1:], strict=False):
        if end == start and not {text[end - 1 : end], text[end : end + 1]} & set("漢字か\n"):
            before, after = re.split(r"[\s漢字か]", text[:end])[-1], re.split(r"[\s漢字か]", text[end:])[0]
            word = before + after
            assert sum(WIDTHS[c] for c in word) > 3000


@given(texts, rooms)
def test_a_division_leaves_room_for_what_says_that_it_goes_on(text: str, room: Room) -> None:
    for place in (room, room._replace(pitch=0.0, ruled=False)):
        several = bool(place.pitch)
        text = fit.shown(text, several)
        found = fit.divide(text, place, WIDTHS)
        if found and place.width > 60:
            head = text[: found[0]]
            assert 0 <= found[0] < len(text)
            again = head.rstrip() + fit.ELLIPSIS
            assert fit.fit(again, place, WIDTHS).end == len(again)


@given(
    st.text(st.sampled_from("a\u0301e\u0323o\u0308\r\n x"), max_size=40), st.integers(0, 40), st.booleans()
)
def test_a_place_in_the_drawn_text_is_a_place_in_the_value(value: str, at: int, several: bool) -> None:
    drawn = fit.shown(value, several)
    at = min(at, len(drawn))
    place = fit.original(value, several, at)
    assert 0 <= place <= len(value)
    assert len(fit.shown(value[:place], several)) >= at or place == len(value)


def test_a_text_is_set_smaller_before_it_is_cut_and_closer_on_printed_lines() -> None:
    room = Room(100, 40, 10, 20, ruled=True)
    assert fit.fit("n" * 10, room, WIDTHS)[:2] == (10, 20)
    assert fit.fit("nnnn " * 10, room, WIDTHS)[:2] == (8.5, 20)
    assert fit.fit("nnnn " * 16, room, WIDTHS)[:2] == (8, 10)
    assert fit.fit("n" * 22, room._replace(pitch=0, ruled=False), WIDTHS).size == 8.5
