"""A sheet becomes HTML whose controls are the form's widgets, for paper and for the screen."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from generator.content.packs import Pack, load_pack
from generator.content.sheets import bind_sheet, read_sheet
from generator.content.source import Source
from generator.problems import HandbillError
from generator.render.environment import Environment
from generator.render.house import stamp
from generator.render.personal import personal_page
from generator.render.sheet import Copy, RenderedSheet, render_sheet, sheet_html
from generator.rules import load, load_or_empty
from generator.sheets import KINDS, Form, Sheet
from tests.unit.sheets.toy_sheet import TEXT, ToyRules

ROOT = Path(__file__).parents[3]
SHEETS = sorted((file.parts[-3], file.stem) for file in ROOT.glob("content/*/sheets/*.yaml"))
MEDIA = ({"medium": "print", "paper": "a4"}, {"medium": "print", "paper": "letter"}, {"medium": "screen"})


class Controls(HTMLParser):
    """Every control of a page: its name, what it holds, and whether it has a name that can be read out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.values: dict[str, str | bool] = {}
        self.boxes: list[str] = []
        self.unnamed: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.forms = 0
        self.outside: list[str] = []
        self._open = False
        self._text = ""
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if "id" in about:
            self.ids.append(about["id"])
        if tag == "form":
            self.forms, self._open = self.forms + 1, True
        elif tag == "label" and "for" in about:
            self.targets.append(about["for"])
        elif tag == "option" and "selected" in about:
            self.values[self._select] = about["value"]
        elif tag in ("input", "textarea", "select"):
            self._control(tag, about)

    def _control(self, tag: str, about: dict[str, str]) -> None:
        name, kind = about["name"], about.get("type", tag)
        self.boxes.append(name)
        if not about.get("title"):
            self.unnamed.append(name)
        if not self._open:
            self.outside.append(name)
        if kind == "checkbox":
            self.values[name] = "checked" in about
        elif kind == "radio":
            self.values.setdefault(name, "")
            if "checked" in about:
                self.values[name] = about["value"]
        else:
            self.values[name] = about.get("value", "")
        self._text = name if tag == "textarea" else self._text
        self._select = name if tag == "select" else self._select

    def handle_data(self, data: str) -> None:
        if self._text:
            assert data.startswith("\n"), "browsers drop the first line end of a textarea"
            self.values[self._text] = str(self.values[self._text]) + data[1:]

    def handle_endtag(self, tag: str) -> None:
        self._text = "" if tag == "textarea" else self._text
        self._open = self._open and tag != "form"

    @property
    def names(self) -> list[str]:
        """The widgets in the order of the page, a radio's boxes told once."""
        return list(dict.fromkeys(self.boxes))


@pytest.fixture(scope="module")
def environment() -> Environment:
    return Environment(ROOT / "templates", lambda path: path.relative_to(ROOT).as_posix())


@cache
def pack_of(game: str) -> Pack:
    return load_pack(ROOT / "content", game)


def toy(environment: Environment, text: str = TEXT) -> RenderedSheet:
    pack = pack_of("mlwm")
    sheet = bind_sheet(read_sheet("toy", "hero", Source("content/toy/sheets/hero.yaml", text)), ToyRules())
    return render_sheet(environment, pack, sheet, ToyRules())


PLAIN = TEXT.replace("    draw: moon\n", "")


def bound(game: str, name: str) -> tuple[Pack, Sheet]:
    pack = pack_of(game)
    source = next(sheet for sheet in pack.sheets if sheet.name == name)
    return pack, bind_sheet(source, load_or_empty(game))


def filled(rendered: RenderedSheet, values: dict[str, Any], prefix: str = "", more: Any = ()) -> Copy:
    sheet = rendered.sheet
    checked, faults = sheet.check(values)
    assert not faults
    form = sheet.form(sheet.slots_for(checked), more, prefix)
    return Copy(rendered, form, form.values(checked), str(values.get("name", "")))


HERO: dict[str, Any] = {
    "name": "<b>{{ Zoë }}</b> & 'Łódź'",
    "look": "\nFirst line,\n  and a </textarea> second.",
    "first_suit": "moon",
    "second_suit": "sun",
    "stress": 7,
    "captured": True,
    "rank": 2,
    "deeds": [{"tie": f"Deed {n}", "love": n, "suit": "sun", "done": True} for n in range(1, 6)],
    "hearts": {"columns": ["Ann", ""], "rows": [{"name": "Ben", "values": [1, None]}]},
}


def test_every_kind_has_a_macro_of_its_name(environment: Environment) -> None:
    module = environment.get_template("macros/fields.html").module
    assert len(KINDS) >= 10
    assert [kind for kind in KINDS if not callable(getattr(module, kind, None))] == []


@pytest.mark.parametrize(("game", "name"), SHEETS)
@pytest.mark.parametrize("medium", MEDIA, ids=lambda how: "-".join(how.values()))
def test_the_controls_of_a_page_are_the_widgets_of_its_form(
    environment: Environment, game: str, name: str, medium: dict[str, Any]
) -> None:
    pack, sheet = bound(game, name)
    rendered = render_sheet(environment, pack, sheet, load_or_empty(game))
    form = sheet.form()
    page = Controls(sheet_html(environment, [Copy(rendered, form)], **medium))
    radios = {widget.name: len(widget.choices) for widget in form.widgets if widget.type == "radio"}
    assert sorted(page.names) == sorted(widget.name for widget in form.widgets)
    assert [name for name in page.names if page.boxes.count(name) != radios.get(name, 1)] == []
    assert page.unnamed == [] and page.outside == [] and page.forms == 1
    assert len(set(page.ids)) == len(page.ids) and set(page.targets) <= set(page.ids)
    assert {name: value for name, value in page.values.items() if value} == {
        name: value for name, value in form.values({}).items() if value
    }


@pytest.mark.parametrize("medium", MEDIA, ids=lambda how: "-".join(how.values()))
def test_whatever_a_character_holds_stands_in_the_controls(
    environment: Environment, medium: dict[str, Any]
) -> None:
    copy = filled(toy(environment, PLAIN), HERO)
    html = sheet_html(environment, [copy], **medium)
    assert Controls(html).values == copy.values
    assert "{{" not in html.replace("&lt;b&gt;{{ Zoë }}&lt;/b&gt;", "")
    assert "<script" not in html and "None" not in html


def test_copies_of_a_party_share_no_name(environment: Environment) -> None:
    rendered = toy(environment, PLAIN)
    copies = [filled(rendered, {"name": f"Hero {n}", "fear": n}, f"{n}-") for n in (1, 2, 3)]
    page = Controls(sheet_html(environment, copies))
    assert page.forms == 3 and len(set(page.ids)) == len(page.ids)
    assert [page.values[f"{n}-fear"] for n in (1, 2, 3)] == ["1", "2", "3"]
    assert page.names == [widget.name for copy in copies for widget in _read(page, copy.form)]


def _read(page: Controls, form: Form) -> list[Any]:
    """The form's widgets, in the order of the page."""
    known = {widget.name: widget for widget in form.widgets}
    return [known[name] for name in page.names if name in known]


def test_rows_and_texts_without_room_go_on_on_a_page_of_their_own(environment: Environment) -> None:
    copy = filled(toy(environment, PLAIN), HERO, more=("look", "deeds-2-tie"))
    html = sheet_html(environment, [copy])
    sheet, _, further = html.partition('<div class="continued">')
    names = Controls(f"<form>{further}").names
    columns = ("tie", "love", "rank", "suit", "done", "net", "chances")
    assert names == [f"deeds-{n}-{column}" for n in (4, 5) for column in columns] + [
        "look-more",
        "deeds-2-tie-more",
    ]
    assert "Deeds, continued" in further and "Deeds, continued" not in sheet
    assert sorted(Controls(html).names) == sorted(widget.name for widget in copy.form.widgets)
    assert '<div class="continued">' not in sheet_html(environment, [Copy(copy.rendered, toy_form(copy))])


def toy_form(copy: Copy) -> Form:
    return copy.rendered.sheet.form()


def test_a_grid_goes_on_with_its_columns_numbered(environment: Environment) -> None:
    rows = [{"name": f"P{n}", "values": [n]} for n in range(1, 6)]
    copy = filled(toy(environment, PLAIN), {"name": "X", "hearts": {"columns": ["Ann"], "rows": rows}})
    further = sheet_html(environment, [copy]).partition('<div class="continued">')[2]
    assert Controls(f"<form>{further}").names == [
        "hearts-row-4", "hearts-4-1", "hearts-4-2", "hearts-row-5", "hearts-5-1", "hearts-5-2",
    ]  # fmt: skip
    assert "Hero 1" in further and "Hero 2" in further


def test_fields_stand_in_lines_of_twelve_spans(environment: Environment) -> None:
    html = sheet_html(environment, [Copy(toy(environment, PLAIN), toy(environment, PLAIN).sheet.form())])
    first = html.partition('data-block="who"')[2].partition("</section>")[0]
    assert '<div class="cell" style="--w: 50.00%; --s: 6"><div class="field text" data-field="name">' in first
    # The next field wants a whole line: what is left of the first stays empty.
    assert first.count('<div class="fields">') == 6 and 'style="--w: 50.00%; --s: 6"></div></div>' in first


def test_a_section_without_its_macro_is_told(environment: Environment) -> None:
    with pytest.raises(HandbillError) as caught:
        toy(environment)
    assert caught.value.problems[0].code == "unknown-macro"
    assert caught.value.problems[0].message == (
        "section 'scores' is drawn by 'moon', but no macro of that name is there"
    )
    assert caught.value.problems[0].hint == (
        "write the macro in templates/mlwm/sections.html, or take 'draw' away"
    )


def test_a_false_claim_in_a_section_is_told_at_its_line(environment: Environment) -> None:
    text = PLAIN.replace("Some **words** before.", "'{{ claim(\"Two is three.\", false) }}'")
    with pytest.raises(HandbillError) as caught:
        toy(environment, text)
    problem = caught.value.problems[0]
    line = text[: text.index("claim(")].count("\n") + 1
    assert (problem.code, problem.line) == ("false-claim", line)


def test_a_sheet_knows_the_rules_that_its_text_its_fields_and_its_drawings_rest_on(
    environment: Environment,
) -> None:
    pack, sheet = bound("mlwm", "master")
    rendered = render_sheet(environment, pack, sheet, load("mlwm"))
    assert rendered.name == "mlwm-master"
    assert {"MLWM-CMD-3", "MLWM-ENDGAME", "MLWM-INN-2", "MLWM-SCORES.fear", "MLWM-TYPE"} <= rendered.reads
    assert "MLWM-EPI-1" not in rendered.reads and rendered.changed == ()


def test_only_a_sheet_that_rests_on_a_changed_rule_is_marked(environment: Environment) -> None:
    rules = load("mlwm", {"MLWM-EPI-1": {"condition": "weariness > 2 * reason"}})
    pack = pack_of("mlwm")
    made = {
        source.name: render_sheet(environment, pack, bind_sheet(source, rules), rules)
        for source in pack.sheets
    }
    assert made["minion"].changed and not made["master"].changed
    pages = {name: sheet_html(environment, [Copy(each, each.sheet.form())]) for name, each in made.items()}
    assert f"house rules {stamp(made['minion'].changed)}" in pages["minion"]
    assert "house rule" not in pages["master"] and "as published" in pages["master"]
    plain = {
        source.name: render_sheet(environment, pack, bind_sheet(source, load("mlwm")), load("mlwm"))
        for source in pack.sheets
    }
    before = sheet_html(environment, [Copy(plain["master"], plain["master"].sheet.form())])
    assert before == pages["master"]


HOUSE = {"MAID-DER-1": "8 * will", "MAID-UNI.headdress": {"penalty": 1}}


def maid(environment: Environment, **overrides: object) -> RenderedSheet:
    pack, rules = pack_of("maid"), load("maid", overrides)
    source = next(source for source in pack.sheets if source.name == "maid")
    return render_sheet(environment, pack, bind_sheet(source, rules), rules)


@pytest.mark.parametrize("where", MEDIA)
def test_a_sheet_marks_a_changed_formula_beside_its_field_and_tells_the_rest_at_its_end(
    environment: Environment, where: dict[str, str]
) -> None:
    made = maid(environment, **HOUSE)
    assert [change.id for change in made.changed] == sorted(HOUSE) and made.may_run_over
    assert [change.id for change in made.untold] == ["MAID-UNI.headdress"]
    html = sheet_html(environment, [Copy(made, made.sheet.form())], **where)
    field = html.partition('name="spirit"')[2].partition("</div>")[0].replace("\u00a0", " ")
    assert "house rule</b> · published <b>10 × Will</b>" in field
    assert html.count("<h2>House rules</h2>") == 1
    assert html.index("<h2>House rules</h2>") > html.index('data-block="notes"')
    plain = maid(environment)
    assert "house rule" not in sheet_html(environment, [Copy(plain, plain.sheet.form())], **where)


def test_a_character_s_own_odds_tell_the_house_rules_that_they_rest_on(environment: Environment) -> None:
    values = {"will_base": 3, "name": "Pip"}
    for overrides in ({}, HOUSE):
        rules, rendered = load("maid", overrides), maid(environment, **overrides)
        page = personal_page(environment, rules, rendered.sheet, values, "Pip")
        assert [change.id for change in page.changed] == sorted(overrides)
        copy = Copy(rendered, rendered.sheet.form(), extra=(page,))
        assert copy.changed == page.changed
        mark = stamp(page.changed)
        assert ("house rule" in page.body) == bool(overrides)
        assert not overrides or page.body.count(f"house rules {mark}") == 1
        assert not overrides or f"house rules {mark}" in sheet_html(environment, [copy])
