"""Thin out the tag tree: wrappers that mean nothing give their content to the element around them.

WeasyPrint tags each box of the layout. On a sheet full of controls two tags in three are such wrappers, a
fifth of the file. What a screen reader says stays the same: the order, and every tag that means something.
"""

from __future__ import annotations

from typing import Any

_WRAPPERS = frozenset({"/NonStruct", "/Div", "/Span"})
_PLAIN = frozenset({"Type", "S", "P", "K", "Pg"})
_TAKES_TEXT = _WRAPPERS | {
    "/P", "/H1", "/H2", "/H3", "/H4", "/H5", "/H6", "/TD", "/TH", "/Caption", "/LBody", "/Lbl", "/Link",
}  # fmt: skip


def thin_out(pdf: Any) -> None:
    """Take the wrappers out of the tree of a tagged document that WeasyPrint has built."""
    root = _at(pdf, pdf.catalog["StructTreeRoot"])
    moved: dict[bytes, bytes] = {}
    _thin(pdf, _at(pdf, root["K"][0]), moved)
    for entry in _at(pdf, root["ParentTree"])["Nums"][1::2]:
        if isinstance(entry, list):
            entry[:] = [_last(moved, reference) for reference in entry]


def _at(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]


def _thin(pdf: Any, element: Any, moved: dict[bytes, bytes]) -> None:
    """Thin out what lies under an element, from the leaves up."""
    kids: list[Any] = []
    for kid in element["K"]:
        child = _at(pdf, kid) if isinstance(kid, bytes) else None
        if child is None:
            kids.append(kid)
        elif child["Type"] == "/OBJR":
            if child.get("Pg") == element.get("Pg"):
                child.pop("Pg", None)
            kids.append(child)  # as it stands: it needs no object of its own
        else:
            _thin(pdf, child, moved)
            if _means_nothing(child, element):
                moved[kid] = element.reference
                kids += child["K"]
                for grandchild in child["K"]:
                    if isinstance(grandchild, bytes):
                        _at(pdf, grandchild)["P"] = element.reference
            else:
                kids.append(kid)
    element["K"][:] = kids
    del element["Type"]  # there is no other type in the tree


def _means_nothing(child: Any, parent: Any) -> bool:
    """Whether a wrapper can go: its text may stand in the element around it, on the same page."""
    if child["S"] not in _WRAPPERS or child.keys() - _PLAIN:
        return False
    texts = any(not isinstance(kid, bytes) for kid in child["K"])
    return not texts or (parent["S"] in _TAKES_TEXT and parent.get("Pg") == child.get("Pg"))


def _last(moved: dict[bytes, bytes], reference: bytes) -> bytes:
    """The element that what belonged to this one belongs to now."""
    while reference in moved:
        reference = moved[reference]
    return reference
