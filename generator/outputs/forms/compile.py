"""Lay a form out once, and make the template that all its sheets are written from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.outputs.fonts import Face
from generator.outputs.forms import store
from generator.outputs.forms.fallback import CJK_FAMILY, cjk_face, is_eastern
from generator.outputs.forms.font import form_face
from generator.outputs.forms.plan import FormInfo
from generator.outputs.forms.template import Setting, Template
from generator.outputs.measures.limits import STANDARD, Measures
from generator.sheets.widget import Widget

if TYPE_CHECKING:
    from generator.outputs.pdf.printing import Printed


def compile_form(
    html: str,
    faces: Sequence[Face],
    name: str,
    widgets: Sequence[Widget],
    about: FormInfo,
    *,
    calculated: Sequence[str] = (),
    scripts: bool = True,
    archival: bool = False,
    measures: Measures = STANDARD,
    cache: Path | None = None,
    anew: bool = False,
) -> Template:
    """The template of a page whose controls are these widgets.

    ``archival`` makes PDF/A-3 besides PDF/UA-1, which allows no script. ``cache`` is where templates
    are kept: a form that was compiled before is read from there, and WeasyPrint is not even imported;
    with ``anew`` it is compiled all the same.
    Raises HandbillError for every fault of the page, and where page and form differ.
    """
    scripts = scripts and not archival
    face = form_face(cache)
    key = store.key_of(html, faces, face, name, widgets, about, calculated, scripts, archival, measures)
    if cache and not anew and (kept := store.load(cache, key)):
        return Template(kept)
    from generator.outputs.forms.layout import lay_out  # what lays out is slow to import

    plan = lay_out(html, (*faces, face), name, widgets, about, calculated, scripts, archival, measures, cache)
    if cache:
        store.keep(cache, key, plan)
    return Template(plan)


def print_flat(
    html: str,
    faces: Sequence[Face],
    name: str,
    measures: Measures = STANDARD,
    *,
    settings: Mapping[str, Setting] | None = None,
    cache: Path | None = None,
) -> Printed:
    """The page with its controls' values as plain text, in the form font, and no form left.

    ``settings`` are those of ``Template.settings``, so that a long text has the room that it has in a form.
    """
    from generator.outputs.pdf.printing import print_pdf

    used = (*faces, form_face(cache), *_eastern(html))
    styles = "".join(_style(name, setting) for name, setting in (settings or {}).items())
    return print_pdf(html, used, name, measures, styles=styles, cache=cache)


def _style(name: str, setting: Setting) -> str:
    rules = f"font-size: {setting.size:g}pt !important; line-height: {setting.pitch:.2f}pt !important"
    return f'[name="{name}"] {{ {rules} }}\n'


def _eastern(html: str) -> tuple[Face, ...]:
    """The optional face, where the page needs it: Pango then finds it by itself."""
    path = cjk_face() if any(is_eastern(character) for character in set(html)) else None
    return (Face(CJK_FAMILY, "normal", (400, 400), path, ""),) if path else ()
