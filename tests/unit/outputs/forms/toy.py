"""A page with every kind of widget, and the form that it declares."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from generator.outputs.fonts import faces_for
from generator.outputs.forms.compile import compile_form
from generator.outputs.forms.plan import FormInfo
from generator.outputs.forms.template import Template
from generator.sheets.widget import Choice, Scripts, Widget

STYLE = """@page { size: 210mm 297mm; margin: 10mm }
body { margin: 0; font: 9.25pt/12pt 'Alegreya Sans' }
p { margin: 0 0 3mm }
input, select, textarea { font-family: 'Sheet Form'; font-size: 10pt; line-height: 7mm; color: #000;
  padding: 0; margin: 0; border: 0; background: none; display: inline-block; box-sizing: border-box }
.line { height: 7mm; width: 60mm }
.short { height: 7mm; width: 12mm }
.box { width: 4mm; height: 4mm }
textarea { display: block; width: 90mm; height: 21mm }
.free { height: 24mm; line-height: 1.2 }
select { height: 7mm; width: 40mm }"""

WIDGETS = (
    Widget("name", "text", "Name", longest=60, required=True),
    Widget("level", "text", "Level", align="center", scripts=Scripts(validate="event.rc = true;")),
    Widget("notes", "text", "Notes", lines=True),
    Widget("story", "text", "Story", lines=True),
    Widget("dead", "check", "Dead"),
    Widget("kind", "radio", "Kind", choices=(Choice("pure", "Pure"), Choice("cool", "Cool (very)"))),
    Widget("mood", "choice", "Mood", choices=(Choice("a", "Alpha"), Choice("b", "Beta (ß)"))),
    Widget("code", "text", "Code", comb=True, longest=8),
    Widget(
        "double",
        "text",
        "Double",
        align="right",
        derived=True,
        scripts=Scripts(calculate="event.value = 2 * Number(this.getField('level').value);"),
    ),
)

BODY = """<h1>A sheet</h1><form>
<p><label for="name">Name</label> <input class="line" id="name" name="name"></p>
<p><label for="level">Level</label> <input class="short" id="level" name="level"></p>
<p><label for="notes">Notes</label></p><textarea id="notes" name="notes"></textarea>
<p><label for="story">Story</label></p><textarea class="free" id="story" name="story"></textarea>
<p><label for="dead">Dead</label> <input class="box" type="checkbox" id="dead" name="dead"></p>
<p>Kind <input class="box" type="radio" name="kind" value="pure" title="Pure">
<input class="box" type="radio" name="kind" value="cool" title="Cool"></p>
<p><label for="mood">Mood</label> <select id="mood" name="mood"><option value="a">Alpha</option></select></p>
<p><label for="code">Code</label> <input class="line" id="code" name="code"></p>
<p><label for="double">Double</label> <input class="line" id="double" name="double"></p></form>"""

ABOUT = FormInfo(("toy/toy/1",))


def page(body: str = BODY, style: str = "", title: str = "A <toy> & more") -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE} {style}</style></head><body>{body}</body></html>"
    )


def compiled(
    cache: Path, html: str | None = None, widgets: Sequence[Widget] = WIDGETS, **more: object
) -> Template:
    more.setdefault("calculated", ("double",))
    html = page() if html is None else html
    return compile_form(html, faces_for(["Alegreya Sans"]), "toy.pdf", widgets, ABOUT, cache=cache, **more)  # type: ignore[arg-type]
