"""Makes the pictures of README from build/: the first page of each A4 handout, sheets filled in, small."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / ".github" / "pictures"
DOTS_PER_INCH = 72
COLOURS = 48


def draw(pdf: Path, picture: Path) -> None:
    """The first page of ``pdf`` as a PNG with few colours, so that it may be committed."""
    with tempfile.TemporaryDirectory() as folder:
        stem = Path(folder, "page")
        command = ["pdftoppm", "-png", "-singlefile", "-f", "1", "-r", str(DOTS_PER_INCH * 2)]
        subprocess.run([*command, str(pdf), str(stem)], check=True)
        with Image.open(stem.with_suffix(".png")) as page:
            small = page.convert("RGB").resize((page.width // 2, page.height // 2), Image.Resampling.LANCZOS)
            small.quantize(COLOURS, dither=Image.Dither.NONE).save(picture, optimize=True)


def main() -> int:
    """Draws every A4 handout anew and removes pictures of handouts that are gone."""
    handouts = sorted((ROOT / "build" / "pdf").glob("*-a4.pdf"))
    if not handouts:
        print("build/pdf holds no A4 handout: run `make` first", file=sys.stderr)
        return 1
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.png"):
        old.unlink()
    for pdf in handouts:
        picture = PICTURES / f"{pdf.stem.removesuffix('-a4')}.png"
        filled = sorted((ROOT / "build" / "filled").glob(f"{pdf.stem.removesuffix('-a4')}-*-a4.pdf"))
        draw(filled[0] if filled else pdf, picture)
        print(f"{picture.relative_to(ROOT)}: {picture.stat().st_size // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
