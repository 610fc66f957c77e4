"""What a PDF itself says of its form, read by pikepdf: where each widget lies, what each field holds."""

from __future__ import annotations

import io
from typing import Literal, NamedTuple

import pikepdf

Rect = tuple[float, float, float, float]
"""Left, bottom, right, top in points from the page's lower left corner."""

RADIO = 1 << 15


class Placed(NamedTuple):
    """One widget. ``state``: what a box or a radio is when it is on; ``menu``: the values of a choice,
    ``chosen`` the number of the one that is chosen, -1 for none."""

    name: str
    page: int
    rect: Rect
    kind: Literal["text", "check", "radio", "choice"]
    state: str
    menu: tuple[str, ...] = ()
    chosen: int = -1


def placed_widgets(pdf: bytes) -> list[Placed]:
    """The widgets of all pages, in the order in which the pages hold them."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return [
            _placed(annotation, number)
            for number, page in enumerate(opened.pages)
            for annotation in page.obj.get("/Annots", [])
            if annotation.Subtype == "/Widget"
        ]


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of each page in points."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        boxes = [[float(side) for side in page.mediabox] for page in opened.pages]
    assert all(left == bottom == 0 for left, bottom, _, _ in boxes)
    return [(right, top) for _, _, right, top in boxes]


def held(pdf: bytes) -> dict[str, str]:
    """What each field holds, as it stands in the file; nothing, and a box that is not ticked, are ""."""
    found = {}
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        for field in opened.Root.AcroForm.Fields:
            value = str(field.get("/V", ""))
            found[str(field.T)] = "" if value == "/Off" else value.removeprefix("/")
    return found


def _placed(annotation: pikepdf.Object, page: int) -> Placed:
    field = annotation if "/T" in annotation else annotation.Parent
    kind = {"/Tx": "text", "/Ch": "choice", "/Btn": "check"}[str(field.FT)]
    if kind == "check" and int(field.get("/Ff", 0)) & RADIO:
        kind = "radio"
    left, bottom, right, top = (float(side) for side in annotation.Rect)
    state = ""
    if kind in ("check", "radio"):
        (state,) = {name.removeprefix("/") for name in annotation.AP.N.keys()} - {"Off"}
    options = field.get("/Opt", []) if kind == "choice" else []
    menu = tuple(str(one[0] if isinstance(one, pikepdf.Array) else one) for one in options)
    rect = min(left, right), min(bottom, top), max(left, right), max(bottom, top)
    value = str(field.get("/V", ""))
    chosen = menu.index(value) if value in menu else -1
    return Placed(str(field.T), page, rect, kind, state, menu, chosen)  # type: ignore[arg-type]
