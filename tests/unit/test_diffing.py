"""A report tells changed rules first, with where they are used, and then all else that differs."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from io import BytesIO
from pathlib import Path, PurePosixPath

import pytest
from markdown_it import MarkdownIt
from PIL import Image

from generator.diffing import overlays
from generator.diffing.builds import Build, read_build
from generator.diffing.data import as_data
from generator.diffing.markdown import as_markdown
from generator.diffing.report import Report, diff
from generator.diffing.text import as_text
from generator.outputs.artifact import Artifact
from generator.problems import HandbillError
from tests.unit.builds_to_compare import artifact, artifacts, build, made_of, written

RULES = ["MAID-DER-1"]


@pytest.fixture(scope="module")
def report() -> Report:
    return diff(build(10), build(8, foot="house rules 1a2b3c"))


def test_a_build_does_not_differ_from_itself() -> None:
    found = diff(build(10), build(10, name="again"))
    assert not found.differs and as_text(found) == "times-10 → again: no difference\n"


def test_a_changed_rule_names_the_pages_and_cells_that_it_changed(report: Report) -> None:
    lines = as_text(report).splitlines()
    assert lines[2].startswith("MAID-DER-1 ") and lines[2].endswith(": 10 × Will → 8 × Will;")
    assert lines[3] == "    on 2 cells of maid-odds, maid-reference p2, 1 table of odds"


def test_the_stamp_at_the_foot_of_every_page_makes_no_page_another(report: Report) -> None:
    handout = next(each for each in report.handouts if each.name == "maid-reference")
    assert handout.pages == (2,)
    assert all("as published" not in each.before for each in handout.differences)


def test_where_nothing_but_the_stamp_differs_its_pages_are_told() -> None:
    found = diff(build(10), build(10, foot="house rules 1a2b3c"))
    assert [(each.name, each.pages) for each in found.handouts] == [("maid-reference", (1, 2))]


def test_all_papers_of_a_document_and_its_web_page_are_told_as_one(report: Report) -> None:
    handout = next(each for each in report.handouts if each.name == "maid-reference")
    assert [str(each.path) for each in handout.files] == [
        "pdf/maid-reference-a4.pdf",
        "pdf/maid-reference-letter.pdf",
        "site/maid/reference.html",
    ]
    assert handout.papers == ("a4", "letter")
    assert as_text(report).count("Spirit is 10 × Will") == 1


def test_a_document_that_uses_no_changed_rule_comes_before_those_that_do() -> None:
    text = as_text(diff(build(10), build(8, note="Rest badly.")))
    alone, explained = text.index("Changed without a changed rule"), text.index("Changed with a rule")
    assert alone < text.index("Guests: Rest well. → Rest badly.") < explained < text.index("  maid-odds:")


def test_many_differences_are_cut_and_counted() -> None:
    long = [
        artifact("site/maid/npc.html", "".join(f"<p>No {n}{mark}.</p>" for n in range(30))) for mark in "ab"
    ]
    text = as_text(diff(*(made_of(name, [made], {}) for name, made in zip("ab", long, strict=True))))
    assert "      and 18 more\n" in text and text.count("No ") == 24


def test_a_rule_that_is_a_row_or_a_cell_finds_the_documents_that_use_its_row() -> None:
    sides = []
    for number in ("1", "2"):
        made = [artifact("site/maid/npc.html", f"<p>Minus {number}.</p>", ["MAID-UNI.headdress"])]
        sides.append(made_of(number, made, {"MAID-UNI.headdress.penalty": number}))
    assert [each.name for each in diff(*sides).rules[0].handouts] == ["maid-npc"]


def test_files_that_came_and_went_are_listed() -> None:
    more = [*artifacts(10), artifact("site/maid/new.html", "<p>New.</p>")]
    values = {"MAID-DER-1": "10 × Will", "MAID-ATT": "2"}
    grown = made_of("grown", more, values)
    assert diff(build(10), grown).added == (PurePosixPath("site/maid/new.html"),)
    assert "Removed:\n  site/maid/new.html\n" in as_text(diff(grown, build(10)))


def test_another_environment_is_told_and_is_no_difference() -> None:
    found = diff(build(10), build(10, pango="1.56.1"))
    assert not found.differs and "Environment:\n  pango 1.50.12 → 1.56.1\n" in as_text(found)


def test_a_build_without_a_manifest_is_compared_by_its_files() -> None:
    found = diff(replace(build(10), manifest=None), build(10, note="Other."))
    assert [each.name for each in found.handouts] == ["maid-npc"]
    assert "times-10 has no manifest that this handbill reads" in as_text(found)


def test_a_file_that_a_hand_damaged_is_told_by_its_bytes(tmp_path: Path) -> None:
    folder = written(tmp_path / "build", 10)
    (folder / "pdf/maid-reference-a4.pdf").write_bytes(b"%PDF-rubbish")
    (folder / "manifest.json").write_text('{"schema_version": 2, "rules": []}')
    found = diff(build(10), read_build(folder, "build"))
    assert [each.kind for each in found.handouts[0].files[0].differences] == ["bytes"]


def test_a_folder_that_cannot_be_read_is_a_problem_and_no_traceback(tmp_path: Path) -> None:
    folder = written(tmp_path / "build", 10)
    (folder / "manifest.json").unlink()
    (folder / "manifest.json").symlink_to(folder / "site/maid/npc.html/none")
    assert read_build(folder, "build").manifest is None
    (folder / "site/maid/npc.html").unlink()
    (folder / "site/maid/npc.html").mkdir()
    assert PurePosixPath("site/maid/npc.html") not in read_build(folder, "build").files


def test_text_fits_eighty_columns_and_commands_no_terminal() -> None:
    note = "A very long sentence that goes on and on " * 5 + "\x1b[31mred\x1b[0m."
    text = as_text(diff(build(10), build(8, note=note)))
    assert max(map(len, text.splitlines())) <= 80 and "\x1b" not in text and "red" in text


def test_what_a_handout_says_is_no_markup_in_markdown() -> None:
    note = "a|b *c* &lt;script&gt;x&lt;/script&gt; [d](http://e) `f` # g"
    text = as_markdown(diff(build(10), build(8, note=note)))
    html = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)
    assert "<script>" not in html and "<a " not in html and "<code>" not in html
    assert "a|b *c* <script>x</script> [d](http://e) `f` # g" in unescape(html)


def test_markdown_fits_a_comment_and_keeps_its_tags_whole() -> None:
    sides = []
    for mark in "ab":
        body = "".join(f"<p>Sentence number {n} {mark * 300}.</p>" for n in range(20))
        made = [artifact(f"site/maid/page-{n}.html", body) for n in range(60)]
        sides.append(made_of(mark, made, {}))
    text = as_markdown(diff(*sides))
    assert 50_000 < len(text) < 65_536 and "--format json" in text
    assert text.count("<details>") == text.count("</details>")


def test_data_for_json_holds_every_difference_of_every_file(report: Report) -> None:
    data = json.loads(json.dumps(as_data(report)))
    assert data["differs"] and [each["id"] for each in data["rules"]] == RULES
    paths = [file["path"] for each in data["documents"] for file in each["files"]]
    assert len(paths) == len(set(paths)) == 5
    cells = [
        (found["before"], found["after"])
        for each in data["documents"]
        if each["document"] == "maid-odds"
        for file in each["files"]
        for found in file["differences"]
    ]
    assert cells == [("10", "8"), ("20", "16")]


def test_an_overlay_shows_what_went_what_came_and_what_stayed(report: Report) -> None:
    drawn = dict(overlays.overlays(report, build(10), build(8, foot="house rules 1a2b3c")))
    assert sorted(drawn) == ["maid-reference-a4-p2.png", "maid-reference-letter-p2.png"]
    image = Image.open(BytesIO(drawn["maid-reference-a4-p2.png"])).convert("RGB")
    body = image.crop((0, 30, image.width, image.height))
    shades = {colour for _, colour in body.getcolors(1 << 24) or ()}
    assert any(red > blue + 80 for red, _, blue in shades), "nothing is marked as gone"
    assert any(blue > red + 80 for red, _, blue in shades), "nothing is marked as come"
    assert (0, 0, 0) in shades, "no box around what differs"
    assert any(red == green == blue and 100 < red < 240 for red, green, blue in shades), "nothing stayed"


def test_an_overlay_is_the_same_bytes_each_time(report: Report) -> None:
    sides = build(10), build(8, foot="house rules 1a2b3c")
    assert list(overlays.overlays(report, *sides)) == list(overlays.overlays(report, *sides))


def test_pictures_without_the_libraries_are_refused_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlays, "find_spec", lambda name: None)
    with pytest.raises(HandbillError) as refused:
        overlays.refuse_without_libraries()
    assert refused.value.exit_status == 3
    assert refused.value.problems[0].hint == 'python -m pip install "handbill[images]"'


def test_the_report_is_the_same_whatever_order_the_files_come_in() -> None:
    def turned(made: list[Artifact]) -> Build:
        return made_of("x", made, {"MAID-DER-1": "1"})

    one = diff(turned(artifacts(10)), turned(artifacts(8)))
    assert as_data(one) == as_data(diff(turned(artifacts(10)[::-1]), turned(artifacts(8)[::-1])))
    assert not re.search(r"\bset\(", repr(one))
