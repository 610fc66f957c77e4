"""A sheet as HTML: its texts rendered once, then any number of copies from their forms and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NoReturn

from markupsafe import Markup

from generator.content.packs import Pack
from generator.content.sheets import bind_sheet
from generator.problems import HandbillError, Problem
from generator.render.continued import continued
from generator.render.environment import Environment
from generator.render.facts import Facts
from generator.render.markdown import fragment
from generator.render.views import View, Views
from generator.rules.formula import Formula
from generator.rules.registry import Rules, recording
from generator.sheets import Form, FormValue, Section, Sheet
from generator.sheets.field import Field
from generator.sheets.kinds.derived import Derived
from generator.sheets.kinds.rows import Rows


@dataclass(frozen=True)
class Text:
    """A section's own text, and the citation that stands beside its heading."""

    cite: Markup
    body: Markup


@dataclass(frozen=True)
class RenderedSheet:
    """A sheet with its texts and formulas set, the rules that it rests on, those that house rules changed.

    ``formulas`` are the printed ones of derived fields (``LIST.COLUMN`` in a list); ``facts`` is what a
    game's own macros may ask.
    """

    pack: Pack
    sheet: Sheet
    texts: Mapping[str, Text]
    formulas: Mapping[str, Markup]
    facts: Mapping[str, object]
    reads: frozenset[str] = frozenset()
    changed: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """``mlwm-minion``."""
        return f"{self.pack.id}-{self.sheet.name}"


@dataclass(frozen=True)
class Copy:
    """One copy of a sheet. ``values`` are the form's, by full names; None is a blank. ``title`` names the
    character, and ``extra`` are pages that follow the copy."""

    rendered: RenderedSheet
    form: Form
    values: Mapping[str, FormValue] | None = None
    title: str = ""
    extra: Sequence[Markup] = ()


@dataclass(frozen=True)
class SectionView:
    """A section as the template reads it; ``f`` are its fields by name, ``draw`` names its own macro."""

    id: str
    anchor: str
    title: str
    cite: Markup
    text: Markup
    lines: Sequence[Sequence[View]]
    f: Mapping[str, View]
    draw: str


def render_sheet(environment: Environment, pack: Pack, sheet: Sheet, rules: Rules) -> RenderedSheet:
    """The sheet, every fact asked and every claim borne out; HandbillError with all its problems."""
    facts = Facts(environment, rules)
    source = next((source for source in pack.sheets if source.name == sheet.name), None)
    with recording() as reads:
        if source:
            bind_sheet(source, rules)  # notes what bounds, choices and formulas of fields rest on
        texts = _texts(environment, source.path if source else sheet.id, sheet, facts.names())
        plain = RenderedSheet(pack, sheet, texts, _formulas(sheet, facts), facts.names())
        # A game's macros ask facts while a copy is made: one blank copy notes what they read.
        sheet_html(environment, [Copy(plain, sheet.form())], medium="screen", paper="", site=_NOWHERE)
    known = frozenset(reads)
    changed = tuple(sorted(rule_id for rule_id in known if rules.rule(rule_id).changed))
    return replace(plain, reads=known, changed=changed)


_NOWHERE: Mapping[str, Any] = {"faces": "", "papers": ()}


def sheet_html(
    environment: Environment,
    copies: Sequence[Copy],
    *,
    medium: str = "print",
    paper: str = "a4",
    site: Mapping[str, Any] | None = None,
) -> str:
    """The whole HTML of one or more copies of sheets of one game, each in a form of its own.

    ``medium`` is ``print`` (laid out on ``paper``) or ``screen``; ``site`` holds what the site knows.
    """
    pack = copies[0].rendered.pack
    return environment.call_template(
        "sheet.html",
        medium=medium,
        paper=paper,
        site=site or _NOWHERE,
        pack=pack,
        title=_title(pack, copies),
        drawing=any(section.draw for copy in copies for section in copy.rendered.sheet.sections.values()),
        copies=[_copy(copy) for copy in copies],
    )


def _title(pack: Pack, copies: Sequence[Copy]) -> str:
    names = [copy.title or copy.rendered.sheet.title for copy in copies]
    sheet = copies[0].rendered.sheet.title
    return f"{pack.title}: {sheet}" if names == [sheet] else f"{', '.join(names)} ({pack.title})"


def _texts(environment: Environment, path: str, sheet: Sheet, facts: Mapping[str, object]) -> dict[str, Text]:
    made: dict[str, Text] = {}
    problems: list[Problem] = []
    for section in sheet.sections.values():
        try:
            text = environment.call_text(section.text, path, section.line or 1, facts)
        except HandbillError as error:
            problems += error.problems
            continue
        cite, body = fragment(text)
        made[section.id] = Text(Markup(cite), Markup(body))  # noqa: S704 - our own content, rendered
    if problems:
        raise HandbillError(problems)
    return made


def _formulas(sheet: Sheet, facts: Facts) -> dict[str, Markup]:
    """The formula of every derived field that has one, as a page sets it."""
    found: list[tuple[str, Field]] = []
    for field in sheet.fields.values():
        found.append((field.name, field))
        if isinstance(field, Rows):
            found += [(f"{field.name}.{column.name}", column) for column in field.columns]
    return {
        name: facts.formula(field.formula)
        for name, field in found
        if isinstance(field, Derived) and isinstance(field.formula, Formula)
    }


def _copy(copy: Copy) -> dict[str, object]:
    rendered, form = copy.rendered, copy.form
    sheet = rendered.sheet
    # What reads nothing (a limit that the rules name) stands in a blank too.
    values = form.values({}) if copy.values is None else copy.values
    views = Views(form, values, rendered.formulas)
    sections = {
        section.id: _section(rendered, section, views, form.prefix) for section in sheet.sections.values()
    }
    return {
        "sheet": sheet,
        "title": copy.title,
        "changed": rendered.changed,
        "facts": rendered.facts,
        "no_macro": partial(_no_macro, rendered.pack),
        "pages": [_page(page.rows, sections) for page in sheet.pages],
        "more": continued(views, sheet.fields.values()),
        "extra": copy.extra,
    }


def _page(rows: Sequence[Any], sections: Mapping[str, SectionView]) -> list[list[dict[str, object]]]:
    made = []
    for row in rows:
        widths = row.widths or (1,) * len(row.columns)
        columns = zip(row.columns, widths, strict=True)
        made.append(
            [
                {"sections": [sections[id] for id in ids], "share": width, "of": sum(widths)}
                for ids, width in columns
            ]
        )
    return made


def _section(rendered: RenderedSheet, section: Section, views: Views, prefix: str) -> SectionView:
    text = rendered.texts[section.id]
    lines = views.lines(section.fields)
    return SectionView(
        section.id, prefix + section.id, section.title, text.cite, text.body, lines,
        {view.name: view for line in lines for view in line if view.name},
        section.draw,
    )  # fmt: skip


def _no_macro(pack: Pack, section: SectionView) -> NoReturn:
    """A section asks to be drawn by a macro that the game has not."""
    message = f"section '{section.id}' is drawn by '{section.draw}', but no macro of that name is there"
    hint = f"write the macro in templates/{pack.id}/sections.html, or take 'draw' away"
    raise HandbillError(Problem("unknown-macro", message, hint=hint))
