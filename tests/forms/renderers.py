"""Programs that draw a PDF: each gives every page as a grey picture, at the same resolution."""

from __future__ import annotations

import io
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pypdfium2
from PIL import Image

from tests.forms.browser import ask_lab

Draw = Callable[[bytes, int], list[Image.Image]]


def by_poppler(pdf: bytes, dpi: int) -> list[Image.Image]:
    with tempfile.TemporaryDirectory() as folder:
        command = ["pdftoppm", "-r", str(dpi), "-gray", "-", f"{folder}/page"]
        said = subprocess.run(command, input=pdf, capture_output=True, check=True).stderr
        assert not said, f"poppler: {said.decode()}"
        return _pages(folder)


def by_pdfium(pdf: bytes, dpi: int) -> list[Image.Image]:
    opened = pypdfium2.PdfDocument(pdf)
    opened.init_forms()
    return [
        page.render(scale=dpi / 72, grayscale=True, may_draw_forms=True).to_pil().convert("L")
        for page in opened
    ]


def by_mupdf(pdf: bytes, dpi: int) -> list[Image.Image]:
    with pymupdf.open(stream=pdf) as opened:
        drawn = [page.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY, annots=True) for page in opened]
        return [Image.frombytes("L", (one.width, one.height), one.samples) for one in drawn]


def by_ghostscript(pdf: bytes, dpi: int) -> list[Image.Image]:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "form.pdf")
        source.write_bytes(pdf)
        subprocess.run(
            ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=pnggray", f"-r{dpi}"]
            + ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"]
            + [f"-sOutputFile={folder}/page-%03d.png", str(source)],
            capture_output=True,
            check=True,
        )
        return _pages(folder, ".png")


def by_pdfjs(pdf: bytes, dpi: int) -> list[Image.Image]:
    return [Image.open(io.BytesIO(page)).convert("L") for page in ask_lab("draw", pdf, dpi)]


RENDERERS: dict[str, Draw] = {
    "poppler": by_poppler,
    "PDFium": by_pdfium,
    "MuPDF": by_mupdf,
    "pdf.js": by_pdfjs,
    "Ghostscript": by_ghostscript,
}


def _pages(folder: str, ending: str = ".pgm") -> list[Image.Image]:
    found = sorted(Path(folder).glob(f"page-*{ending}"))
    pictures = [Image.open(path) for path in found]
    for picture in pictures:
        picture.load()
    return pictures
