"""The tag tree of a form is thin, and says all that it said."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from generator.outputs.fonts import faces_for
from generator.outputs.forms.font import form_face
from generator.outputs.forms.template import Template
from generator.outputs.pdf import print_form
from tests.unit.outputs.forms.toy import WIDGETS
from tests.unit.outputs.forms.toy import page as page_of_toy


def elements(node: Any) -> Iterator[Any]:
    """Every element of the tree, in the order of reading."""
    yield node
    for kid in node["/K"]:
        child = kid.get_object()
        if isinstance(child, dict) and "/S" in child:
            assert child["/P"].get_object() is node
            yield from elements(child)


def test_what_means_something_is_kept_and_wrappers_are_gone(toy: Template) -> None:
    root: Any = PdfReader(io.BytesIO(toy.set({}).write())).trailer["/Root"]
    roles = Counter(str(element["/S"]) for element in elements(root["/StructTreeRoot"]["/K"][0].get_object()))
    assert roles["/Form"] == len(WIDGETS) + 1 and roles["/H1"] == 1 and roles["/P"] == 9
    assert roles["/NonStruct"] + roles["/Div"] + roles["/Span"] <= 4


def test_every_piece_of_text_and_every_widget_finds_its_element(toy: Template) -> None:
    reader = PdfReader(io.BytesIO(toy.set({}).write()))
    tree: Any = reader.trailer["/Root"]["/StructTreeRoot"]  # type: ignore[index]
    numbers = dict(zip(*[iter(tree["/ParentTree"]["/Nums"])] * 2, strict=True))
    for number, page in enumerate(reader.pages):
        owners = numbers[number].get_object()
        assert len(owners) >= 9
        for mcid, owner in enumerate(owners):
            assert mcid in owner.get_object()["/K"]
        for entry in page["/Annots"]:  # type: ignore[attr-defined]
            form = numbers[entry.get_object()["/StructParent"]].get_object()
            (kid,) = form["/K"]
            assert form["/S"] == "/Form" and kid["/Obj"].get_object() == entry.get_object()


def test_all_is_read_in_the_order_that_it_had(toy: Template, form_cache: Path) -> None:
    faces = (*faces_for(["Alegreya Sans"]), form_face(form_cache))
    raw = print_form(page_of_toy(), faces, "raw.pdf", lambda document, pdf: None, cache=form_cache)

    def order(data: bytes) -> list[int]:
        root: Any = PdfReader(io.BytesIO(data)).trailer["/Root"]
        return list(texts(root["/StructTreeRoot"]["/K"][0].get_object()))

    assert order(toy.set({}).write()) == order(raw.data) and len(order(raw.data)) > 9


def texts(node: Any) -> Iterator[int]:
    """The numbers of the pieces of text, in the order of reading."""
    for kid in node["/K"]:
        child = kid if isinstance(kid, int) else kid.get_object()
        if isinstance(child, int):
            yield child
        elif "/S" in child:
            yield from texts(child)
