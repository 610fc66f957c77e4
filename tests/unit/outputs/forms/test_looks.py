"""What is typed is seen: in every renderer, inside its own rectangle, whole, and nowhere else."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from pypdf import PdfReader

from generator.outputs.forms.template import Template

DPI = 216
VALUES = {
    "name": "Łódź gÅjpq (Igor) ≥ Ωж ế", "level": "12", "notes": "The master said: go to the village. " * 7,
    "story": "Ång\nTwo — three\ngpq", "dead": True, "kind": "cool", "mood": "b", "code": "AB12WÅ",
    "double": "24",
}  # fmt: skip


def by_poppler(path: Path) -> Image.Image:
    options = ["-r", str(DPI), "-gray", "-singlefile"]
    subprocess.run(["pdftoppm", *options, path, path.with_suffix("")], check=True)
    return Image.open(path.with_suffix(".pgm"))


def by_mupdf(path: Path) -> Image.Image:
    out = path.with_suffix(".png")
    options = ["-q", "-c", "gray", "-r", str(DPI)]
    subprocess.run(["mutool", "draw", *options, "-o", out, path, "1"], check=True, capture_output=True)
    return Image.open(out).convert("L")


def by_ghostscript(path: Path) -> Image.Image:
    out = path.with_suffix(".gs.png")
    options = ["-q", "-dSAFER", "-sDEVICE=pnggray", f"-r{DPI}", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"]
    subprocess.run(["gs", *options, "-o", out, path], check=True, capture_output=True)
    return Image.open(out).convert("L")


def by_pdfium(path: Path) -> Image.Image:
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    document.init_forms()
    picture: Image.Image = document[0].render(scale=DPI / 72, may_draw_forms=True).to_pil().convert("L")
    return picture


RENDERERS: list[Any] = [
    pytest.param(by_poppler, marks=pytest.mark.needs("pdftoppm"), id="poppler"),
    pytest.param(by_mupdf, marks=pytest.mark.needs("mutool"), id="mupdf"),
    pytest.param(by_ghostscript, marks=pytest.mark.needs("gs"), id="ghostscript"),
    pytest.param(by_pdfium, id="pdfium"),
]


def boxes(data: bytes) -> dict[str, tuple[int, int, int, int]]:
    """The rectangle of each widget on the picture; a radio's are named by their states."""
    reader = PdfReader(io.BytesIO(data))
    height, scale, found = float(reader.pages[0].mediabox.height), DPI / 72, {}
    for entry in reader.pages[0]["/Annots"]:  # type: ignore[attr-defined]
        widget = entry.get_object()
        name = str(widget["/T"] if "/T" in widget else widget["/TU"])
        left, foot, right, top = (float(edge) for edge in widget["/Rect"])
        found[name] = tuple(round(e * scale) for e in (left, height - top, right, height - foot))
    return found  # type: ignore[return-value]


@pytest.mark.parametrize("render", RENDERERS)
def test_every_value_is_seen_whole_in_its_own_rectangle_and_nowhere_else(
    toy: Template, tmp_path: Path, render: Callable[[Path], Image.Image]
) -> None:
    pictures = []
    for name, values in (("blank", {}), ("filled", VALUES)):
        (tmp_path / f"{name}.pdf").write_bytes(toy.set(values).write())
        pictures.append(render(tmp_path / f"{name}.pdf"))
    changed = ImageChops.difference(*pictures).point(lambda shade: 255 if shade > 40 else 0)
    places = boxes(toy.set(VALUES).write())
    seen = {name for name, box in places.items() if changed.crop(box).getbbox()}
    assert seen == {name for name in places if name != "Kind: Pure"}
    for name, box in places.items():
        inner = changed.crop(box).getbbox()
        if inner:  # nothing is cut off at an edge
            assert inner[0] > 0 and inner[1] > 0, name
            assert inner[2] < box[2] - box[0] and inner[3] < box[3] - box[1]
        changed.paste(0, box)
    assert changed.getbbox() is None


@pytest.mark.parametrize("render", RENDERERS)
def test_typed_lines_stand_on_the_printed_lines(
    toy: Template, tmp_path: Path, render: Callable[[Path], Image.Image]
) -> None:
    """The notes' lines are 7 mm apart: each text line ends just above the foot of its own."""
    pictures = []
    for name, values in (("blank", {}), ("filled", {"notes": "mmm\nmmm\nmmm"})):
        (tmp_path / f"{name}.pdf").write_bytes(toy.set(values).write())
        pictures.append(render(tmp_path / f"{name}.pdf"))
    changed = ImageChops.difference(*pictures).point(lambda shade: 255 if shade > 90 else 0)
    left, top, right, foot = boxes(toy.set({}).write())["notes"]
    step = (foot - top) / 3
    for line in range(3):
        first, last = round(top + line * step), round(top + (line + 1) * step)
        inner = changed.crop((left, first, right, last)).getbbox()
        assert inner is not None and 0.75 * step < inner[3] < 0.95 * step
