"""Two small builds: Spirit is 10 times Will in one and 8 times in the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path, PurePosixPath

from generator.diffing.builds import Build
from generator.outputs.artifact import Artifact
from generator.outputs.fonts import faces_for
from generator.outputs.manifest import manifest
from generator.outputs.pdf import print_pdf

SPIRIT = ("MAID-DER-1",)
FOOT = "<footer>Maid · {}</footer>"
REFERENCE = "<h2>Stress</h2><p>Spirit is {m} × Will.</p><p>Nobody leaves.</p>" + FOOT
PAGES = "<p>The roll stays. · {foot}</p><p style='break-before: page'>Spirit is {m} × Will. · {foot}</p>"
ODDS = (
    "<h2>Contests</h2><table><caption>Until somebody explodes</caption><tr><th></th><th>1</th><th>2</th></tr>"
    "<tr><th>1</th><td>{a}</td><td>{b}</td></tr></table>"
)
STYLE = "@page { size: 210mm 297mm; margin: 10mm } body { margin: 0; font: 9.25pt/12pt 'Alegreya Sans' }"


@cache
def printed(body: str) -> bytes:
    html = (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>A page</title>"
        f"<style>{STYLE}</style></head><body>{body}</body></html>"
    )
    return print_pdf(html, faces_for(["Alegreya Sans"]), "page.pdf").data


def artifact(path: str, text: str | bytes, rules: Sequence[str] = (), document: str = "") -> Artifact:
    data = text.encode() if isinstance(text, str) else text
    return Artifact(PurePosixPath(path), data, rules=tuple(rules), document=document)


def artifacts(number: int, foot: str = "as published", note: str = "Rest well.") -> list[Artifact]:
    """A reference on two papers and on the web, an odds page with its table, a sheet that uses no rule."""
    pages = printed(PAGES.format(m=number, foot=foot))
    return [
        artifact("pdf/maid-reference-a4.pdf", pages, SPIRIT, "maid-reference"),
        artifact("pdf/maid-reference-letter.pdf", pages, SPIRIT, "maid-reference"),
        artifact(
            "site/maid/reference.html",
            f"<body>{REFERENCE.format(foot, m=number)}</body>",
            SPIRIT,
            "maid-reference",
        ),
        artifact("site/maid/odds.html", ODDS.format(a=number, b=2 * number), SPIRIT, "maid-odds"),
        artifact("odds/maid/fair.csv", f"will,measure.room\n1,{number}\n", SPIRIT),
        artifact("site/maid/npc.html", f"<h1>Guests</h1><p>{note}</p>", ("MAID-ATT",), "maid-npc"),
        artifact("schemas/maid-npc.json", "{}"),
    ]


def made_of(name: str, made: Sequence[Artifact], values: Mapping[str, str], pango: str = "1.50.12") -> Build:
    """The build of these artifacts with its manifest, of rules with these printed values."""
    found = manifest(made, environment={"pango": pango}, inputs={}, rules={"maid": values})
    return Build.of(name, made, found)


def build(number: int, name: str = "", **more: str) -> Build:
    pango = more.pop("pango", "1.50.12")
    values = {"MAID-DER-1": f"{number} × Will", "MAID-ATT": "2"}
    return made_of(name or f"times-{number}", artifacts(number, **more), values, pango)


def written(folder: Path, number: int, **more: str) -> Path:
    """A build folder with that build."""
    made = build(number, **more)
    assert made.manifest
    listing = made.manifest.artifact()
    for name, data in {**made.files, listing.path: listing.data}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder
