"""All that differs between two readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from generator.outputs.comparing.difference import MOST, Difference, Kind
from generator.outputs.comparing.reading import PLACE, Grid, Reading, free
from generator.outputs.comparing.wording import changed_sentences, changed_words


def differences(before: Reading, after: Reading) -> tuple[Difference, ...]:
    """All that differs, at most ``MOST`` and a last one that says how many there were."""
    found = list(_all(before, after))
    if len(found) > MOST:
        more = Difference("bytes", f"{len(found) - MOST:,} more differences", "", "")
        return (*found[:MOST], more)
    return tuple(found)


def _all(before: Reading, after: Reading) -> Iterator[Difference]:
    if before.pages != after.pages:
        yield Difference("pages", "", _pages(before.pages), _pages(after.pages))
    texts = changed_words if before.flows else changed_sentences
    changed = list(texts(before.lines, after.lines))
    yield from changed
    yield from _grid_differences(before.grids, after.grids)
    yield from _entries("cell", before.values, after.values)
    yield from _field_differences(before.fields, after.fields)
    told = {each.where for each in changed}
    for each in _entries("image", before.images, after.images):
        gone = not each.before or not each.after  # what stands on it is told
        if each.where not in told and not gone:  # where text changed, something is drawn otherwise anyhow
            yield Difference("image", each.where, "drawn", "drawn otherwise", _page(each.where))


def _pages(number: int | None) -> str:
    return "1 page" if number == 1 else f"{number} pages"


def _entries(kind: Kind, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Difference]:
    """What went or changed in the order of before, then what came."""
    for where in [*before, *(each for each in after if each not in before)]:
        was, now = before.get(where, ""), after.get(where, "")
        if was != now:
            yield Difference(kind, where, was, now)


def _field_differences(
    before: Mapping[str, Mapping[str, str]], after: Mapping[str, Mapping[str, str]]
) -> Iterator[Difference]:
    """A field that went or came is told once, one that changed by its parts."""
    for name in [*before, *(each for each in after if each not in before)]:
        was, now = before.get(name), after.get(name)
        page = _page((now or was or {}).get(PLACE, ""))
        if was is None or now is None:
            yield Difference("field", name, _summary(was), _summary(now), page)
            continue
        for each in _entries("field", was, now):
            kind: Kind = "place" if each.where == PLACE else "field"
            yield Difference(kind, f"{name} ({each.where})", each.before, each.after, page)


def _summary(parts: Mapping[str, str] | None) -> str:
    return "" if parts is None else parts.get("label") or parts.get("kind") or "a field"


def _page(where: str) -> int | None:
    """The number of the page that a place begins with."""
    words = where.replace(",", " ").split()
    return int(words[1]) if words[:1] == ["page"] and words[1:] and words[1].isdecimal() else None


def _grid_differences(before: Sequence[Grid], after: Sequence[Grid]) -> Iterator[Difference]:
    """Tables go together by heading and order, since their captions may hold numbers that change."""
    old, new = _by_order(before), _by_order(after)
    # A heading that was changed leaves its tables alone on both sides.
    alone = zip([key for key in old if key not in new], [key for key in new if key not in old], strict=False)
    partners = {key: key for key in old if key in new} | dict(alone)
    for key, was in old.items():
        if key in partners:
            yield from _cell_differences(was, new.pop(partners[key]))
        else:
            yield Difference("cell", f"{was.name}: the table", _size(was), "")
    for now in new.values():
        yield Difference("cell", f"{now.name}: the table", "", _size(now))


def _by_order(grids: Sequence[Grid]) -> dict[tuple[str, int], Grid]:
    counts: Counter[str] = Counter()
    found = {}
    for grid in grids:
        counts[grid.where] += 1
        found[grid.where, counts[grid.where]] = grid
    return found


def _size(grid: Grid) -> str:
    return f"{grid.rows} rows of {grid.columns}"


def _cell_differences(before: Grid, after: Grid) -> Iterator[Difference]:
    """By place where the tables have one shape, else by the heads."""
    if before.caption != after.caption:
        yield Difference("sentence", after.where, before.caption, after.caption)
    if _shape(before) == _shape(after):
        for was, now in zip(before.cells, after.cells, strict=True):
            if was.text != now.text:
                yield Difference("cell", f"{after.name}: {now.name}", was.text, now.text)
    else:
        yield from _entries("cell", _by_name(before, after), _by_name(after, after))


def _shape(grid: Grid) -> list[tuple[int, int]]:
    return [(cell.row, cell.column) for cell in grid.cells]


def _by_name(grid: Grid, named: Grid) -> dict[str, str]:
    found: dict[str, str] = {}
    for cell in grid.cells:
        found[free(f"{named.name}: {cell.name}", found)] = cell.text
    return found
