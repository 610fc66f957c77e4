"""Characters on sheets: a sheet is laid out once for each shape, then every character is bytes around it."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.content.characters import Character
from generator.content.shelf import Shelf
from generator.outputs import site
from generator.outputs.fonts import Face, faces_for
from generator.outputs.forms.attachments import Attachment
from generator.outputs.forms.compile import compile_form, print_flat
from generator.outputs.forms.fit import Overflow
from generator.outputs.forms.plan import FormInfo
from generator.outputs.forms.template import Setting, Template, Typeset
from generator.outputs.measures.limits import RUN_OVER, STANDARD, Measures
from generator.outputs.pdf import Printed
from generator.problems import USAGE, HandbillError, Problem
from generator.render.environment import Environment
from generator.render.personal import personal_page
from generator.render.sheet import Copy, Extra, RenderedSheet, render_sheet, sheet_html
from generator.sheets import Form, FormValue, Sheet
from generator.workspace import Workspace

_KEPT = 16
"""Laid out shapes that are kept at once: a batch mostly needs one or two."""


@dataclass(frozen=True)
class Style:
    """How sheets are printed. ``scripts`` make them calculate, ``flat`` leaves no form, ``reference`` adds
    a page of the character's own odds, ``strict`` refuses what has no room in its place on the sheet."""

    paper: str = "a4"
    scripts: bool = True
    flat: bool = False
    reference: bool = False
    strict: bool = False


@dataclass(frozen=True)
class Filled:
    """A finished PDF, and a sentence for each value that goes on elsewhere than in its place.

    ``fields`` is the number of its form fields, None where no form is left; ``smallest_pt`` its smallest
    type in points, that of the values included.
    """

    data: bytes
    pages: int
    notes: tuple[str, ...] = ()
    fields: int | None = None
    smallest_pt: float | None = None


@dataclass(frozen=True)
class _Part:
    """One character's share of a PDF; ``character`` is None for a blank sheet."""

    sheet: Sheet
    form: Form
    character: Character | None

    def values(self) -> dict[str, FormValue]:
        """What stands in each widget, by its full name."""
        return self.form.values(self.character.values if self.character else {})

    @property
    def title(self) -> str:
        return self.character.title if self.character else ""

    def more(self, names: Sequence[str]) -> _Part:
        """The same with room for the rest of these widgets on a page of its own."""
        sheet, form = self.sheet, self.form
        mine = [name.removeprefix(form.prefix) for name in names if name.startswith(form.prefix)]
        return _Part(sheet, sheet.form(form.slots, mine, form.prefix), self.character) if mine else self


class Filler:
    """Fills sheets of all games; what was laid out once is used again."""

    def __init__(
        self,
        workspace: Workspace,
        shelf: Shelf | None = None,
        environment: Environment | None = None,
        *,
        anew: bool = False,
    ) -> None:
        """With ``anew`` no layout is used that an earlier run kept."""
        self._workspace, self._anew = workspace, anew
        self.shelf = shelf or Shelf.of(workspace)
        self._environment = environment or Environment(workspace.templates, workspace.shown)
        self._rendered: dict[str, RenderedSheet] = {}
        self._templates: OrderedDict[object, Template] = OrderedDict()

    def blank(self, sheet_id: str, style: Style) -> Filled:
        """The sheet without values."""
        sheet = self.shelf.sheet(sheet_id)
        return self._made((_Part(sheet, sheet.form(), None),), style)

    def fill(self, character: Character, style: Style) -> Filled:
        """The character's sheet. HandbillError for a value that cannot be shown, with the field's name."""
        return self._made((self._part(character, ""),), style)

    def party(self, characters: Sequence[Character], style: Style) -> Filled:
        """The sheets of several characters of one game in one PDF, a bookmark each, no field name twice."""
        games = sorted({character.sheet.game for character in characters})
        if len(games) > 1:
            hint = "make a PDF for each game"
            message = f"one PDF holds sheets of one game, but these are of {' and '.join(games)}"
            raise HandbillError(Problem("mixed-games", message, hint=hint), USAGE)
        parts = [self._part(each, f"{number}-") for number, each in enumerate(characters, 1)]
        return self._made(parts, style)

    def _part(self, character: Character, prefix: str) -> _Part:
        sheet = character.sheet
        return _Part(sheet, sheet.form(sheet.slots_for(character.values), (), prefix), character)

    def _made(self, parts: Sequence[_Part], style: Style) -> Filled:
        template = self._template(parts, style)
        values = _together(part.values() for part in parts)
        typeset = template.set(values)
        overflows = typeset.overflows
        if unshown := [each for each in overflows if _is_derived(parts, each.widget)]:
            raise HandbillError(_too_wide(parts, overflow) for overflow in unshown)
        told = [line for part in parts for line in _longer(part, len(parts) > 1)]
        told += (_said(parts, each) for each in overflows)
        if told and style.strict:
            raise _refused(told)
        notes = tuple(f"{line}, and goes on on a further page" for line in told)
        if not overflows:
            return self._written(typeset, parts, values, style, notes)
        names = [overflow.widget for overflow in overflows]
        parts = [part.more(names) for part in parts]
        known = {widget.name for part in parts for widget in part.form.widgets}
        if fixed := [each for each in overflows if f"{each.widget}-more" not in known]:
            raise _refused(_said(parts, each) for each in fixed)
        template = self._template(parts, style)
        values = _together(part.values() for part in parts)
        for overflow in overflows:
            values |= {overflow.widget: overflow.head, f"{overflow.widget}-more": overflow.tail}
        typeset = template.set(values)
        if left := typeset.overflows:
            raise _refused(f"{_said(parts, each)} even on a page of its own" for each in left)
        return self._written(typeset, parts, values, style, notes)

    def _written(
        self,
        typeset: Typeset,
        parts: Sequence[_Part],
        values: Mapping[str, FormValue],
        style: Style,
        notes: tuple[str, ...] = (),
    ) -> Filled:
        if style.flat:
            printed = self._flat(parts, values, typeset.settings, style)
            return Filled(printed.data, printed.pages, notes, smallest_pt=printed.smallest_pt)
        filled = [part.character for part in parts if part.character]
        attachments = [_attachment(character, number) for number, character in enumerate(filled, 1)]
        names = ", ".join(part.title for part in parts)
        title = f"{names} ({self.shelf.game(parts[0].sheet.game).pack.title})" if filled else None
        data = typeset.write(title=title, attachments=attachments)
        return Filled(data, typeset.pages, notes, typeset.fields, typeset.smallest_pt)

    def _template(self, parts: Sequence[_Part], style: Style) -> Template:
        if len(parts) > 1 or style.reference:
            return self._laid_out(parts, style)  # it holds what belongs to these characters alone
        key = (parts[0].sheet.id, parts[0].form, style.paper, style.scripts)
        known = self._templates.get(key)
        if known is None:
            known = self._laid_out(parts, style)
            self._templates[key] = known
            while len(self._templates) > _KEPT:
                self._templates.popitem(last=False)
        self._templates.move_to_end(key)
        return known

    def _laid_out(self, parts: Sequence[_Part], style: Style) -> Template:
        return compile_form(
            self._html(parts, style),
            self._faces(parts),
            _name(parts),
            [widget for part in parts for widget in part.form.widgets],
            FormInfo(tuple(f"{part.sheet.id}/{part.sheet.version}" for part in parts)),
            calculated=[name for part in parts for name in part.form.calculated],
            scripts=style.scripts,
            archival=not style.scripts,
            measures=self._measures(parts),
            cache=self._workspace.cache,
            anew=self._anew,
        )

    def _flat(
        self,
        parts: Sequence[_Part],
        values: Mapping[str, FormValue],
        settings: Mapping[str, Setting],
        style: Style,
    ) -> Printed:
        html = self._html(parts, style, values)
        return print_flat(
            html,
            self._faces(parts),
            _name(parts),
            self._measures(parts),
            settings=settings,
            cache=self._workspace.cache,
        )

    def _measures(self, parts: Sequence[_Part]) -> Measures:
        """Sheets that house rules made longer may run over their pages."""
        return RUN_OVER if any(self.rendered(part.sheet).may_run_over for part in parts) else STANDARD

    def _faces(self, parts: Sequence[_Part]) -> tuple[Face, ...]:
        return faces_for(site.families(self.shelf.game(parts[0].sheet.game).pack))

    def _html(
        self,
        parts: Sequence[_Part],
        style: Style,
        values: Mapping[str, FormValue] | None = None,
    ) -> str:
        # One character's form is laid out for all who come after, so no name stands on the page itself.
        named = values is not None or len(parts) > 1 or style.reference
        copies = [
            Copy(
                self.rendered(part.sheet),
                part.form,
                values,
                part.title if named else "",
                self._own(part) if style.reference else (),
            )
            for part in parts
        ]
        return sheet_html(self._environment, copies, medium="print", paper=style.paper)

    def _own(self, part: _Part) -> Sequence[Extra]:
        """The pages of a character's own odds."""
        if part.character is None:
            return ()
        rules, values = self.shelf.game(part.sheet.game).rules, part.character.values
        return (personal_page(self._environment, rules, part.sheet, values, part.title),)

    def rendered(self, sheet: Sheet) -> RenderedSheet:
        """The sheet's own text, rendered once."""
        if sheet.id not in self._rendered:
            game = self.shelf.game(sheet.game)
            self._rendered[sheet.id] = render_sheet(self._environment, game.pack, sheet, game.rules)
        return self._rendered[sheet.id]

    def copy(self, sheet: Sheet, character: Character | None) -> Copy:
        """A copy of a sheet for the screen: all rows that the character needs, nothing goes on elsewhere."""
        part = self._part(character, "") if character else _Part(sheet, sheet.form(), None)
        return Copy(self.rendered(sheet), part.form, part.values() if character else None, part.title)


def _together(each: Iterable[Mapping[str, FormValue]]) -> dict[str, FormValue]:
    made: dict[str, FormValue] = {}
    for values in each:
        made |= values
    return made


def _name(parts: Sequence[_Part]) -> str:
    """What problems of the layout name: ``mlwm-minion``."""
    return parts[0].sheet.id.replace("/", "-")


def _attachment(character: Character, number: int) -> Attachment:
    """The character itself, so that a PDF holds what it was made from."""
    sheet = character.sheet
    content = {"sheet": sheet.id, "version": sheet.version, **character.values}
    # A line a field, as people read it; json's own indenting takes ten times as long.
    lines = (f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in content.items())
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    name = "character.json" if number == 1 else f"character-{number}.json"
    return Attachment(name, text.encode(), f"The character that this sheet was filled from: {sheet.id}")


def _label(parts: Sequence[_Part], widget: str) -> str:
    """What a widget is called, and whose it is where there are several characters."""
    for part in parts:
        name = widget.removeprefix(part.form.prefix)
        if widget.startswith(part.form.prefix) and name in part.form:
            label = part.form.widget(name).label
            return f"{part.title}, {label}" if len(parts) > 1 else label
    return widget


def _is_derived(parts: Sequence[_Part], widget: str) -> bool:
    return any(each.name == widget and each.derived for part in parts for each in part.form.widgets)


def _too_wide(parts: Sequence[_Part], overflow: Overflow) -> Problem:
    """A computed number that has no room, which no further page could show in its place."""
    value = overflow.head + overflow.tail
    message = f"{_label(parts, overflow.widget)} comes to {value}, which is {overflow.amount}"
    return Problem("too-long", message, hint="make the numbers smaller that it is computed from")


def _longer(part: _Part, named: bool) -> Iterator[str]:
    """A sentence for each list and grid that has more rows or columns than are printed on the sheet."""
    printed = part.sheet.form().slots
    if part.form.slots == printed:
        return
    for name, size in part.form.slots.items():
        if size > printed[name]:
            field, _, what = name.partition(".")
            whose = f"{part.title}, " if named else ""
            label = part.sheet.fields[field].label
            yield f"{whose}{label} has {size} {what or 'rows'}, where {printed[name]} have room"


def _said(parts: Sequence[_Part], overflow: Overflow) -> str:
    """``Notes is 3 lines too long at 7.5 pt``."""
    return f"{_label(parts, overflow.widget)} is {overflow.amount}"


def _refused(lines: Iterable[str]) -> HandbillError:
    return HandbillError(Problem("too-long", line, hint="shorten it") for line in lines)
