"""`handbill fill`, `read`, `validate`, `schema`, `odds --character`: what is written and said."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pypdf
import pytest

from generator import cli

IGOR = """\
sheet: mlwm/minion
name: Igor
fear: 2
reason: 3
self_loathing: 4
connections:
  - {name: Elsa, love: 2}
"""
FRITZ = IGOR.replace("Igor", "Fritz")
QUILL = """\
sheet: tsoy/character
name: Quill
abilities:
  - {name: Boatcraft, pool: instinct, rank: 2}
  - {name: Haggle, pool: reason, rank: 1}
"""


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str

    @property
    def files(self) -> list[str]:
        """The paths that were told, without pages and sizes."""
        return [line.split("  ")[0] for line in self.out.splitlines()]


Run = Callable[..., Result]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every sheet is laid out once for all tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def run(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Run handbill in an empty folder with these characters: igor.yaml."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    write("igor.yaml", IGOR)

    def call(*args: str) -> Result:
        with pytest.raises(SystemExit) as ended:
            cli.main(list(args))
        captured = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Result(ended.value.code, captured.out, captured.err)

    return call


def write(name: str, text: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def values(name: str) -> dict[str, str]:
    """What stands in the fields of a PDF, as another program reads it."""
    fields = pypdf.PdfReader(name).get_fields() or {}
    return {key: str(field.get("/V", "")) for key, field in fields.items()}


def type_in(name: str, **typed: str) -> None:
    """Fill in a form as somebody else's program does."""
    with pikepdf.open(name, allow_overwriting_input=True) as pdf:
        for field in pdf.Root.AcroForm.Fields:
            if str(field.T) in typed:
                field.V = typed[str(field.T)]
        pdf.save(name)


# One character.


def test_a_character_becomes_a_pdf_of_its_name_in_this_folder(run: Run) -> None:
    told = run("fill", "igor.yaml")
    assert (told.status, told.err) == (0, "")
    assert re.fullmatch(r"igor\.pdf   2 pages  +\d+ kB\n", told.out)
    assert values("igor.pdf")["name"] == "Igor" and values("igor.pdf")["love"] == "2"
    assert sorted(path.name for path in Path().iterdir()) == ["igor.pdf", "igor.yaml"]


def test_quiet_fills_without_a_word(run: Run) -> None:
    assert run("fill", "igor.yaml", "-q") == Result(0, "", "")
    assert Path("igor.pdf").exists()


@pytest.mark.parametrize("output", ["far/off/sheet.pdf", "sheet.PDF"])
def test_output_may_name_the_file(output: str, run: Run) -> None:
    assert run("fill", "igor.yaml", "-o", output).files == [output]
    assert Path(output).exists() and not Path("igor.pdf").exists()


def test_output_may_name_a_folder(run: Run) -> None:
    Path("old.pdf").mkdir()
    assert run("fill", "igor.yaml", "-o", "new").files == ["new/igor.pdf"]
    assert run("fill", "igor.yaml", "-o", "old.pdf").files == ["old.pdf/igor.pdf"]


def test_json_is_read_as_yaml_is(run: Run) -> None:
    write("elsa.json", '{"sheet": "mlwm/minion", "name": "Elsa \\ud83d\\ude00"}')
    told = run("fill", "elsa.json")
    assert told.status == 1 and "elsa.json: error[missing-glyph]: Name: " in told.err
    write("elsa.json", '{"sheet": "mlwm/minion", "name": "Elsa"}')
    assert run("fill", "elsa.json").files == ["elsa.pdf"]


def test_a_blank_has_no_value(run: Run) -> None:
    told = run("fill", "--blank", "mlwm/minion")
    assert (told.status, told.files, told.err) == (0, ["mlwm-minion.pdf"], "")
    assert not any(values("mlwm-minion.pdf")[name] for name in ("name", "fear", "love", "notes"))
    assert run("fill", "--blank", "mlwm/minion", "-o", "blank.pdf").files == ["blank.pdf"]


def test_a_flat_sheet_shows_the_values_and_has_no_field(run: Run) -> None:
    assert run("fill", "igor.yaml", "--flat").status == 0
    pdf = pypdf.PdfReader("igor.pdf")
    assert not pdf.get_fields() and not any(page.annotations for page in pdf.pages)
    assert "Elsa" in pdf.pages[0].extract_text()


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_the_paper_is_as_asked_for(paper: str, size: tuple[int, int], run: Run) -> None:
    assert run("fill", "igor.yaml", "--paper", paper).status == 0
    box = pypdf.PdfReader("igor.pdf").pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


def test_scripts_calculate_unless_left_out(run: Run) -> None:
    run("fill", "igor.yaml", "-q")
    with pikepdf.open("igor.pdf") as pdf:
        assert len(pdf.Root.AcroForm.CO) > 10
    run("fill", "igor.yaml", "-q", "--no-script")
    with pikepdf.open("igor.pdf") as pdf:
        assert "/CO" not in pdf.Root.AcroForm
        assert not any("/AA" in field for field in pdf.Root.AcroForm.Fields)
    assert values("igor.pdf")["love"] == "2"


def test_a_reference_adds_pages_of_the_character_s_own_odds(run: Run) -> None:
    assert run("fill", "igor.yaml", "--reference").status == 0
    pages = pypdf.PdfReader("igor.pdf").pages
    assert len(pages) > 2
    assert "%" in pages[2].extract_text()


LONG = IGOR + "notes: " + "word " * 700 + "\n"


def test_what_has_no_room_goes_on_and_is_told(run: Run) -> None:
    write("long.yaml", LONG)
    told = run("fill", "long.yaml")
    assert told.status == 0 and "  3 pages" in told.out
    assert re.fullmatch(
        r"note: long\.yaml: .+ is \d+ lines too long at 7\.5 pt, and goes on on a further page\n", told.err
    )
    found = values("long.pdf")
    assert (found["notes"] + found["notes-more"]).split() == ["word"] * 700


def test_strict_refuses_what_has_no_room(run: Run) -> None:
    write("long.yaml", LONG)
    told = run("fill", "long.yaml", "--strict")
    assert (told.status, told.out) == (1, "")
    assert re.fullmatch(
        r"long\.yaml: error\[too-long\]: .+ is \d+ lines too long at 7\.5 pt\n"
        r"    hint: shorten it\n1 problem; nothing was written\n",
        told.err,
    )
    assert not Path("long.pdf").exists()


def test_a_list_longer_than_its_lines_goes_on_and_is_told(run: Run) -> None:
    rows = ", ".join(f"{{name: friend {number}}}" for number in range(20))
    write("friends.yaml", f"sheet: mlwm/minion\nname: Igor\nconnections: [{rows}]\n")
    said = "Connections has 20 rows, where 7 have room"
    told = run("fill", "friends.yaml")
    assert (told.status, told.err) == (0, f"note: friends.yaml: {said}, and goes on on a further page\n")
    found = values("friends.pdf")
    assert [found[f"connections-{number}-name"] for number in (1, 20)] == ["friend 0", "friend 19"]
    told = run("fill", "friends.yaml", "--strict", "--force")
    assert told.status == 1 and told.err.startswith(f"friends.yaml: error[too-long]: {said}\n")


def test_no_sheet_of_a_batch_names_another_character(run: Run) -> None:
    write("fritz.yaml", FRITZ)
    run("fill", "igor.yaml", "fritz.yaml", "-q")
    for page in pypdf.PdfReader("fritz.pdf").pages:
        assert "Igor" not in page.extract_text()
    assert "Fritz" in pypdf.PdfReader("fritz.pdf").metadata.title


# Many characters.


def test_a_folder_stands_for_the_characters_in_it(run: Run) -> None:
    write("town/igor.yaml", IGOR)
    write("town/fritz.yml", FRITZ)
    write("town/elsa.json", '{"sheet": "mlwm/minion", "name": "Elsa"}')
    write("town/notes.md", "# no character")
    assert run("fill", "town", "-o", "out").files == ["out/elsa.pdf", "out/fritz.pdf", "out/igor.pdf"]


def test_a_pattern_stands_for_what_it_matches_also_below(run: Run) -> None:
    write("town/a/igor.yaml", IGOR)
    write("town/fritz.yaml", FRITZ)
    assert run("fill", "town/*.yaml", "-o", "out").files == ["out/fritz.pdf"]
    assert sorted(run("fill", "town/**/*.yaml", "-o", "out").files) == ["out/fritz.pdf", "out/igor.pdf"]


def test_each_row_of_a_csv_becomes_a_pdf(run: Run) -> None:
    write("town.csv", "sheet,name,fear,connections-1-name,connections-1-love\nmlwm/minion,Igor,2,Elsa,3\n")
    assert run("fill", "town.csv").files == ["Igor.pdf"]
    found = values("Igor.pdf")
    assert [found[name] for name in ("fear", "connections-1-name", "love")] == ["2", "Elsa", "3"]


def test_a_csv_may_have_semicolons_and_the_sheet_may_be_an_option(run: Run) -> None:
    write("town.csv", '\ufeffname;fear\r\n"Igor; the\r\nSmall";2\r\nFritz;3\r\n')
    told = run("fill", "town.csv", "--sheet", "mlwm/minion")
    assert (told.status, told.files) == (0, ["Igor-the-Small.pdf", "Fritz.pdf"])
    assert values("Igor-the-Small.pdf")["name"] == "Igor; the Small"


def test_each_line_of_json_becomes_a_pdf(run: Run) -> None:
    lines = [
        {"sheet": "mlwm/minion", "name": name, "connections": [{"name": "X", "love": 1}]} for name in "ABC"
    ]
    write("town.jsonl", "\n\n".join(map(json.dumps, lines)))
    assert run("fill", "town.jsonl", "-o", "out").files == ["out/A.pdf", "out/B.pdf", "out/C.pdf"]
    assert values("out/C.pdf")["love"] == "1"


def test_names_never_collide(run: Run) -> None:
    for name in ("a/hero", "b/hero", "c/Hero"):
        write(f"{name}.yaml", IGOR)
    told = run("fill", "a/hero.yaml", "b/hero.yaml", "c/Hero.yaml", "-o", "out")
    assert told.files == ["out/hero.pdf", "out/hero-2.pdf", "out/Hero-3.pdf"]
    assert sorted(path.name for path in Path("out").iterdir()) == ["Hero-3.pdf", "hero-2.pdf", "hero.pdf"]


def test_one_bad_character_stops_no_other_and_is_told_at_the_end(run: Run) -> None:
    write("bad.yaml", IGOR.replace("fear: 2", "feer: 2"))
    write("fritz.yaml", FRITZ)
    told = run("fill", "igor.yaml", "bad.yaml", "fritz.yaml")
    assert (told.status, told.files) == (1, ["igor.pdf", "fritz.pdf"])
    assert told.err == (
        "bad.yaml:3:1: error[unknown-field]: 'feer' is not a field of mlwm/minion\n"
        "    3 | feer: 2\n"
        "      | ^^^^\n"
        "    hint: did you mean 'fear'?\n"
        "1 problem; 2 files written\n"
    )


def test_a_bad_row_is_told_with_its_line(run: Run) -> None:
    write(
        "town.jsonl",
        '{"sheet": "mlwm/minion", "name": "Igor"}\n\n{"sheet": "mlwm/minion", "name": "\U000130c0"}\n',
    )
    told = run("fill", "town.jsonl")
    assert (told.status, told.files) == (1, ["Igor.pdf"])
    assert told.err.startswith("town.jsonl:3: error[missing-glyph]: Name: ")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ("fill", "error[usage]: name characters, or a sheet with '--blank'\n"),
        ("fill igor.yaml --blank mlwm/minion", "error[usage]: name characters, or a sheet with '--blank'\n"),
        (
            "fill --blank mlwm/minion --party",
            "error[usage]: '--blank' has no character for '--party' or '--reference'\n",
        ),
        (
            "read igor.pdf --diff igor.yaml -o x",
            "error[usage]: '--diff' writes nothing, so it needs no '--output'\n",
        ),
    ],
)
def test_what_makes_no_sense_together_is_refused(args: str, told: str, run: Run) -> None:
    result = run(*args.split())
    hint = f"    hint: 'handbill {args.split()[0]} --help' shows what can be written\n"
    assert result == Result(2, "", told + hint)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (
            "fill igr.yaml",
            "igr.yaml: error[no-character]: there is no such file\n    hint: did you mean 'igor.yaml'?\n",
        ),
        ("fill x/*.yaml", "x/*.yaml: error[no-character]: no file matches this\n"),
        (
            "fill empty",
            "empty: error[no-character]: no character stands in this folder\n"
            "    hint: a character is a YAML file\n",
        ),
        (
            "fill --blank mlwm/minon",
            "error[unknown-sheet]: there is no sheet 'mlwm/minon'\n    hint: did you mean 'mlwm/minion'?\n",
        ),
        (
            "fill igor.yaml fritz.yaml -o one.pdf",
            "error[usage]: 'one.pdf' is one PDF, and there may be many characters\n"
            "    hint: name a folder, or add --party\n",
        ),
        (
            "read a.pdf b.pdf -o one.yaml",
            "error[usage]: 'one.yaml' is one character file, and there are 2 PDFs\n    hint: name a folder\n",
        ),
        (
            "schema mlwm/minon",
            "error[unknown-sheet]: there is no sheet 'mlwm/minon'\n    hint: did you mean 'mlwm/minion'?\n",
        ),
        (
            "odds mlwm overture --of Elsa",
            "error[usage]: '--of' says which row of a character is meant\n    hint: add --character FILE\n",
        ),
        ("odds mlwm overture --character", "error[usage]: '--character' needs a file, such as igor.yaml\n"),
        (
            "odds tsoy check --character igor.yaml",
            "igor.yaml: error[other-game]: this is a character of mlwm, but the question is one of tsoy\n",
        ),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_to_write(args: str, told: str, run: Run) -> None:
    write("fritz.yaml", FRITZ)
    Path("empty").mkdir()
    result = run(*args.split())
    assert (result.status, result.out) == (2, "")
    assert result.err.removesuffix("1 problem\n").removesuffix("1 problem; nothing was written\n") == told
    assert not Path("one.pdf").exists() and not Path("one.yaml").exists()


# A party.


def test_a_party_is_one_pdf_with_a_bookmark_for_each(run: Run) -> None:
    write("fritz.yaml", FRITZ)
    told = run("fill", "--party", "igor.yaml", "fritz.yaml")
    assert (told.status, told.files, told.err) == (0, ["party.pdf"], "")
    pdf = pypdf.PdfReader("party.pdf")
    assert [item.title for item in pdf.outline if not isinstance(item, list)] == ["Igor", "Fritz"]
    found = values("party.pdf")
    assert (found["1-name"], found["2-name"]) == ("Igor", "Fritz")
    assert pdf.root_object["/Lang"] and pdf.root_object["/MarkInfo"]["/Marked"]
    assert run("fill", "--party", "igor.yaml", "-o", "mine.pdf").files == ["mine.pdf"]


def test_a_party_with_a_bad_character_is_not_made(run: Run) -> None:
    write("bad.yaml", "sheet: mlwm/minion\n")
    told = run("fill", "--party", "igor.yaml", "bad.yaml")
    assert (told.status, told.out) == (1, "")
    assert told.err.startswith("bad.yaml:1:8: error[missing-field]: a mlwm/minion needs 'name'\n")
    assert told.err.endswith("1 problem; nothing was written\n")


def test_a_party_is_of_one_game(run: Run) -> None:
    write("quill.yaml", QUILL)
    told = run("fill", "--party", "igor.yaml", "quill.yaml")
    assert told.status == 2
    assert told.err.startswith(
        "error[mixed-games]: one PDF holds sheets of one game, but these are of mlwm and tsoy\n"
        "    hint: make a PDF for each game\n"
    )


# Somebody's values.


def test_a_pdf_that_was_filled_in_by_hand_is_not_replaced(run: Run) -> None:
    run("fill", "igor.yaml", "-q")
    type_in("igor.pdf", fear="5")
    typed = Path("igor.pdf").read_bytes()
    told = run("fill", "igor.yaml")
    assert (told.status, told.out) == (1, "")
    assert told.err == (
        "igor.pdf: error[filled-in]: this PDF was filled in or changed since handbill made it\n"
        "    hint: read it back with 'handbill read igor.pdf', or replace it with --force\n"
        "1 problem; nothing was written\n"
    )
    assert Path("igor.pdf").read_bytes() == typed
    assert run("fill", "igor.yaml", "--force").status == 0
    assert values("igor.pdf")["fear"] == "2"


def test_a_pdf_of_handbill_s_own_is_replaced(run: Run) -> None:
    run("fill", "igor.yaml", "-q")
    write("igor.yaml", IGOR.replace("fear: 2", "fear: 5"))
    assert run("fill", "igor.yaml", "-q") == Result(0, "", "")
    assert values("igor.pdf")["fear"] == "5"


def test_a_pdf_reads_back_as_its_character(run: Run) -> None:
    run("fill", "igor.yaml", "-q")
    assert run("read", "igor.pdf") == Result(0, "igor.yaml  as it was\n", "")
    assert run("read", "igor.pdf", "-o", "new.yaml") == Result(0, "new.yaml  new\n", "")
    assert Path("igor.yaml").read_text("utf-8") == IGOR
    assert run("read", "igor.pdf", "--diff", "new.yaml") == Result(0, "", "")


def test_comments_stay_where_a_character_file_is_changed(run: Run) -> None:
    write("igor.yaml", "# My minion.\n" + IGOR.replace("fear: 2", "fear: 2  # the village's"))
    run("fill", "igor.yaml", "-q")
    type_in("igor.pdf", fear="5")
    told = run("read", "igor.pdf")
    assert (told.status, told.out) == (0, "igor.yaml  1 changed: fear\n")
    assert Path("igor.yaml").read_text("utf-8") == "# My minion.\n" + IGOR.replace(
        "fear: 2", "fear: 5  # the village's"
    )


def test_a_derived_value_that_the_rules_see_otherwise_is_told(run: Run) -> None:
    run("fill", "igor.yaml", "-q")
    type_in("igor.pdf", love="9")
    told = run("read", "igor.pdf", "-q")
    assert (told.status, told.out) == (0, "")
    assert told.err == "note: igor.pdf: Love says '9', but the rules make it '2'\n"


def test_what_cannot_be_read_is_kept_aside_and_told(run: Run) -> None:
    run("fill", "igor.yaml", "-q")
    type_in("igor.pdf", fear="many")
    told = run("read", "igor.pdf")
    assert told.status == 1
    assert "note: igor.pdf: 'fear' is kept aside: 'many'\n" in told.err
    assert "aside:\n  fear: many\n" in Path("igor.yaml").read_text("utf-8")
    assert run("validate", "igor.yaml").status == 0


def test_a_difference_is_a_line_and_ends_with_1(run: Run) -> None:
    write("old.yaml", IGOR.replace("fear: 2", "fear: 1").replace("reason: 3\n", ""))
    run("fill", "igor.yaml", "-q")
    assert run("read", "igor.pdf", "--diff", "old.yaml") == Result(1, "Fear: 1 → 2\nReason: – → 3\n", "")
    assert Path("igor.yaml").read_text("utf-8") == IGOR


def test_a_party_reads_back_as_its_characters(run: Run) -> None:
    write("fritz.yaml", FRITZ)
    run("fill", "--party", "-q", "igor.yaml", "fritz.yaml")
    assert run("read", "party.pdf", "-o", "back") == Result(
        0, "back/Igor.yaml  new\nback/Fritz.yaml  new\n", ""
    )
    run("fill", "back", "-o", "again", "-q")
    assert values("again/Fritz.pdf")["name"] == "Fritz"
    told = run("read", "party.pdf", "--diff", "igor.yaml")
    assert (told.status, told.err) == (
        2,
        "error[usage]: party.pdf holds 2 characters; '--diff' compares one\n1 problem\n",
    )


def test_a_sheet_is_not_read_onto_a_character_of_another(run: Run) -> None:
    run("fill", "igor.yaml", "-q")
    write("quill.yaml", QUILL)
    told = run("read", "igor.pdf", "-o", "quill.yaml")
    assert told.status == 1
    assert told.err.startswith(
        "quill.yaml: error[other-sheet]: this is a tsoy/character, but igor.pdf holds a mlwm/minion\n"
        "    hint: choose another file with -o\n"
    )
    assert Path("quill.yaml").read_text("utf-8") == QUILL


def test_a_foreign_pdf_is_refused_in_one_sentence_and_others_are_read(run: Run) -> None:
    run("fill", "igor.yaml", "-q")
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save("letter.pdf")
    write("text.pdf", "no PDF at all")
    told = run("read", "letter.pdf", "text.pdf", "igor.pdf", "-o", "back")
    assert (told.status, told.out) == (1, "back/igor.yaml  new\n")
    letter, text, closing = [line for line in told.err.splitlines() if not line.startswith("    hint:")]
    assert letter.startswith("letter.pdf: error[") and text.startswith("text.pdf: error[")
    assert closing == "2 problems; 1 file written"


def test_characters_of_one_name_are_read_into_files_of_their_own(run: Run) -> None:
    for folder in ("a", "b"):
        run("fill", "igor.yaml", "-q", "-o", folder)
    assert run("read", "a/igor.pdf", "b/igor.pdf", "-o", "back").files == [
        "back/igor.yaml",
        "back/igor-2.yaml",
    ]


# Looking, without making.


def test_validate_counts_what_is_right(run: Run) -> None:
    write("town/fritz.yaml", FRITZ)
    write("town.csv", "sheet,name\nmlwm/minion,Elsa\n")
    assert run("validate", "igor.yaml", "town", "town.csv") == Result(0, "3 characters, no problem\n", "")
    assert run("validate", "igor.yaml", "-q") == Result(0, "", "")
    assert json.loads(run("validate", "igor.yaml", "--format", "json").out)["problems"] == []


def test_validate_tells_every_problem_of_every_file(run: Run) -> None:
    write("bad.yaml", "sheet: mlwm/minion\nname: Igor\nfear: many\nfeer: 2\n")
    write("town.jsonl", '{"sheet": "mlwm/minon", "name": "x"}\n{"sheet": "mlwm/minion"}\n')
    told = run("validate", "bad.yaml", "igor.yaml", "town.jsonl", "--format", "short")
    assert (told.status, told.out) == (1, "")
    assert told.err == (
        "bad.yaml:3:7: error[wrong-type]: Fear should be a whole number, but it is the text 'many'\n"
        "bad.yaml:4:1: error[unknown-field]: 'feer' is not a field of mlwm/minion\n"
        "town.jsonl:1: error[unknown-sheet]: there is no sheet 'mlwm/minon'\n"
        "town.jsonl:2: error[missing-field]: a mlwm/minion needs 'name'\n"
        "4 problems\n"
    )
    problems = json.loads(run("validate", "bad.yaml", "--format", "json").err)["problems"]
    assert [problem["code"] for problem in problems] == ["wrong-type", "unknown-field"]


def test_the_schema_is_one_of_json_schema_and_names_every_field(run: Run) -> None:
    told = run("schema", "mlwm/minion")
    found = json.loads(told.out)
    assert (told.status, told.err) == (0, "")
    assert found["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert {"sheet", "version", "based_on", "name", "fear", "connections"} <= found["properties"].keys()
    assert "love" not in found["properties"] and found["additionalProperties"] is False


def test_odds_take_what_they_ask_from_the_character(run: Run) -> None:
    told = run("odds", "mlwm", "overture", "--character", "igor.yaml")
    assert (told.status, told.err) == (0, "")
    assert "Reason: 3; Self-Loathing: 4; Fear: 2;" in told.out
    other = run("odds", "mlwm", "overture", "--fear", "7", "--character", "igor.yaml")
    assert "Reason: 3; Self-Loathing: 4; Fear: 7;" in other.out


def test_odds_ask_which_row_is_meant(run: Run) -> None:
    write("quill.yaml", QUILL)
    asked = ("odds", "tsoy", "check", "--character", "quill.yaml")
    told = run(*asked)
    assert told.status == 2
    assert told.err == (
        "error[parameter]: your rank could be read from 2 places of the sheet\n"
        "    hint: say which with --of: Boatcraft, Haggle\n"
        "1 problem\n"
    )
    assert "your rank: 2;" in run(*asked, "--of", "Boatcraft").out
    assert "hint: did you mean 'Haggle'?" in run(*asked, "--of", "Hagle").err
