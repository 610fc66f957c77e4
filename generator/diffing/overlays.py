"""Pictures of changed pages: what is only before in one tone, what is only after in another."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from generator.diffing.builds import Build
from generator.diffing.report import Report
from generator.problems import MACHINE, HandbillError, Problem

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfDocument

_DPI = 110
_GREY, _BEFORE, _AFTER = (150, 150, 150), (213, 94, 0), (0, 90, 181)
"""Vermilion and blue, which all common kinds of colour blindness tell apart, and which differ in light."""
_TILE = 12
"""Pixels: what differs less far apart than that is in one box."""
_FAINT = 48
"""Of 255: lighter differences come of smoothing."""
_LEGEND = 26


def refuse_without_libraries() -> None:
    """HandbillError (3) where what draws is not installed."""
    missing = [name for name in ("pypdfium2", "PIL") if find_spec(name) is None]
    if missing:
        hint = 'python -m pip install "handbill[images]"'
        raise HandbillError(Problem("no-images", "'--images' needs pypdfium2 and Pillow", hint=hint), MACHINE)


def overlays(report: Report, before: Build, after: Build) -> Iterator[tuple[str, bytes]]:
    """A name and a PNG for each changed page: ``maid-reference-a4-p2.png``."""
    for handout in report.handouts:
        for file in handout.files:
            if not file.paper:
                continue
            documents = _document(before.files[file.path]), _document(after.files[file.path])
            for page in handout.pages:
                images = [_page(document, page) for document in documents]
                if any(images) and images[0] != images[1]:
                    yield f"{file.path.stem}-p{page}.png", _png(_overlay(*images))


def _document(data: bytes) -> PdfDocument | None:
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        document = PdfDocument(data)
        document.init_forms()
    except PdfiumError:
        return None
    return document


def _page(document: PdfDocument | None, number: int) -> Image | None:
    """The page in shades of grey, with what stands in its fields."""
    if document is None or number > len(document):
        return None
    drawn: Image = document[number - 1].render(scale=_DPI / 72, may_draw_forms=True).to_pil()
    return drawn.convert("L")


def _overlay(before: Image | None, after: Image | None) -> Image:
    from PIL import Image, ImageChops, ImageDraw

    size = tuple(max(side) for side in zip(*(image.size for image in (before, after) if image), strict=True))
    old, new = (_ink(image, size) for image in (before, after))
    both = ImageChops.darker(old, new)
    gone, come = ImageChops.subtract(old, both), ImageChops.subtract(new, both)
    canvas = Image.new("RGB", (size[0], size[1] + _LEGEND), "white")
    for tone, mask in ((_GREY, both), (_BEFORE, gone), (_AFTER, come)):
        canvas.paste(tone, (0, _LEGEND, size[0], size[1] + _LEGEND), mask)
    pen = ImageDraw.Draw(canvas)
    for left, top, right, bottom in _boxes(ImageChops.lighter(gone, come)):
        pen.rectangle(
            (left - 3, top - 3 + _LEGEND, right + 3, bottom + 3 + _LEGEND), outline="black", width=2
        )
    _legend(pen)
    return canvas


def _ink(image: Image | None, size: tuple[int, ...]) -> Image:
    """How dark each point is, on paper of that size."""
    from PIL import Image, ImageOps

    canvas = Image.new("L", (size[0], size[1]), 255)
    if image:
        canvas.paste(image, (0, 0))
    return ImageOps.invert(canvas)


def _boxes(changed: Image) -> Iterator[tuple[int, int, int, int]]:
    """The rectangles, in pixels, around each region that differs."""
    from PIL import Image

    marked = changed.point(lambda value: 255 if value > _FAINT else 0)
    size = (-(-changed.width // _TILE), -(-changed.height // _TILE))
    padded = Image.new("L", (size[0] * _TILE, size[1] * _TILE))
    padded.paste(marked, (0, 0))
    tiles = padded.reduce(_TILE).point(lambda value: 255 if value else 0)
    left = {(x, y) for x in range(size[0]) for y in range(size[1]) if tiles.getpixel((x, y))}
    while left:
        region = _region(left)
        left -= region
        across, down = [x for x, _ in region], [y for _, y in region]
        box = (min(across), min(down), max(across) + 1, max(down) + 1)
        tight = marked.crop(tuple(_TILE * side for side in box)).getbbox()  # type: ignore[arg-type]
        if tight:
            x, y = box[0] * _TILE, box[1] * _TILE
            yield x + tight[0], y + tight[1], x + tight[2], y + tight[3]


def _region(tiles: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The tiles that hang together with the first one."""
    found: set[tuple[int, int]] = set()
    waiting = [min(tiles)]
    while waiting:
        x, y = waiting.pop()
        if (x, y) in tiles and (x, y) not in found:
            found.add((x, y))
            waiting += [(x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
    return found


def _legend(pen: object) -> None:
    from PIL import ImageDraw, ImageFont

    assert isinstance(pen, ImageDraw.ImageDraw)
    font, x = ImageFont.load_default(15), 8
    for tone, word in ((_BEFORE, "only before"), (_AFTER, "only after"), (_GREY, "both")):
        pen.rectangle((x, 6, x + 14, 20), fill=tone)
        pen.text((x + 20, 4), word, fill="black", font=font)
        x += 130


def _png(image: Image) -> bytes:
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()
