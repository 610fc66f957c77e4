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
from generator.render.house import stamp
from generator.render.markdown import fragment
from generator.render.marks import mark, untold
from generator.render.views import View, Views
from generator.rules.changes import Change
from generator.rules.formula import Formula
from generator.rules.registry import Rules, recording
from generator.sheets import Form, FormValue, Section, Sheet
from generator.sheets.field import Field
from generator.sheets.kinds.derived import Derived
from generator.sheets.kinds.rows import Rows


@dataclass(frozen=True)
class Text:
    """A section's own text, the citation that stands beside its heading, and the mark of house rules."""

    cite: Markup
    body: Markup
    mark: Markup = Markup()


@dataclass(frozen=True)
class RenderedSheet:
    """A sheet with its texts and formulas set, the rules that it rests on, what house rules changed of those.

    ``formulas`` are the printed ones of derived fields (``LIST.COLUMN`` in a list); ``facts`` is what a
    game's own macros may ask. ``untold`` are the changes that nothing on the sheet marks: they stand at its
    end.
    """

    pack: Pack
    sheet: Sheet
    texts: Mapping[str, Text]
    formulas: Mapping[str, Markup]
    facts: Mapping[str, object]
    reads: frozenset[str] = frozenset()
    changed: tuple[Change, ...] = ()
    untold: tuple[Change, ...] = ()

    @property
    def may_run_over(self) -> bool:
        """Whether it holds more than its pages were laid out for, so that one may need a further sheet."""
        return bool(self.changed)

    @property
    def name(self) -> str:
        """``mlwm-minion``."""
        return f"{self.pack.id}-{self.sheet.name}"


@dataclass(frozen=True)
class Extra:
    """A page that follows a sheet, and what house rules changed of the rules that it rests on."""

    body: Markup
    changed: tuple[Change, ...] = ()


@dataclass(frozen=True)
class Copy:
    """One copy of a sheet. ``values`` are the form's, by full names; None is a blank. ``title`` names the
    character, and ``extra`` are pages that follow the copy."""

    rendered: RenderedSheet
    form: Form
    values: Mapping[str, FormValue] | None = None
    title: str = ""
    extra: Sequence[Extra] = ()

    @property
    def changed(self) -> tuple[Change, ...]:
        """What house rules changed of all that it rests on, by the rules' ids."""
        everything = {*self.rendered.changed, *(each for page in self.extra for each in page.changed)}
        return tuple(sorted(everything, key=lambda change: (change.id, change.cell)))


@dataclass(frozen=True)
class SectionView:
    """A section as the template reads it; ``f`` are its fields by name, ``draw`` names its own macro."""

    id: str
    anchor: str
    title: str
    cite: Markup
    text: Markup
    mark: Markup
    lines: Sequence[Sequence[View]]
    f: Mapping[str, View]
    draw: str


def render_sheet(environment: Environment, pack: Pack, sheet: Sheet, rules: Rules) -> RenderedSheet:
    """The sheet, every fact asked and every claim borne out; HandbillError with all its problems."""
    source = next((source for source in pack.sheets if source.name == sheet.name), None)
    with recording() as reads:
        facts = Facts(environment, rules, reads)
        if source:
            bind_sheet(source, rules)  # notes what bounds, choices and formulas of fields rest on
        texts = _texts(environment, source.path if source else sheet.id, sheet, facts.names())
        plain = RenderedSheet(pack, sheet, texts, _formulas(sheet, facts, rules), facts.names())
        # A game's macros ask facts while a copy is made: one blank copy notes what they read.
        page = sheet_html(environment, [Copy(plain, sheet.form())], medium="screen", paper="")
    changed = rules.changes(reads)
    return replace(plain, reads=frozenset(reads), changed=changed, untold=untold(changed, [page]))


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
        marked=any(copy.changed for copy in copies),
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
        cite, body, mark = fragment(text)
        made[section.id] = Text(Markup(cite), Markup(body), Markup(mark))  # noqa: S704 - our own content, rendered
    if problems:
        raise HandbillError(problems)
    return made


def _formulas(sheet: Sheet, facts: Facts, rules: Rules) -> dict[str, Markup]:
    """The formula of every derived field that has one, as a page sets it, marked where it is changed."""
    found: list[tuple[str, Field]] = []
    for field in sheet.fields.values():
        found.append((field.name, field))
        if isinstance(field, Rows):
            found += [(f"{field.name}.{column.name}", column) for column in field.columns]
    return {
        name: facts.formula(field.formula) + _mark(field, rules)
        for name, field in found
        if isinstance(field, Derived) and isinstance(field.formula, Formula)
    }


def _mark(field: Derived, rules: Rules) -> Markup:
    with recording() as reads:
        rules.derived(field.rule)
    made = mark(rules, sorted(reads), field.label)
    return Markup(" ") + made if made else made


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
        "stamp": stamp(copy.changed),
        "untold": rendered.untold,
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
        section.id, prefix + section.id, section.title, text.cite, text.body, text.mark, lines,
        {view.name: view for line in lines for view in line if view.name},
        section.draw,
    )  # fmt: skip


def _no_macro(pack: Pack, section: SectionView) -> NoReturn:
    """A section asks to be drawn by a macro that the game has not."""
    message = f"section '{section.id}' is drawn by '{section.draw}', but no macro of that name is there"
    hint = f"write the macro in templates/{pack.id}/sections.html, or take 'draw' away"
    raise HandbillError(Problem("unknown-macro", message, hint=hint))
