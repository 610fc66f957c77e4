"""Whatever stands in a character file: it is told clearly, soon, in little memory, and reaches nothing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pypdf
import pytest

from generator import cli
from generator.content.sources import characters
from generator.filling import Filler
from generator.render.environment import Environment
from generator.render.sheet import sheet_html
from generator.workspace import Workspace

ROOT = Path(__file__).parents[2]
SECONDS, MEMORY = 2.0, 300 << 10
"""CPU seconds and KiB that a refusal may take."""

HEAD = "sheet: mlwm/minion\nname: Igor\n"
ROW = '{"sheet": "mlwm/minion", "name": '


@dataclass(frozen=True)
class Told:
    status: int
    out: str
    err: str
    seconds: float


Run = Callable[..., Told]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def folder(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, empty, with others above it."""
    made = tmp_path / "deep" / "here"
    made.mkdir(parents=True)
    monkeypatch.chdir(made)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    return made


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command in that folder; what it said, and what it took."""

    def call(*args: str) -> Told:
        start = time.process_time()
        with pytest.raises(SystemExit) as ended:
            cli.main(list(args))
        seconds = time.process_time() - start
        said = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Told(ended.value.code, said.out, said.err, seconds)

    return call


def nested(opening: str, closing: str, times: int) -> str:
    return opening * times + closing * times


REFUSED = {
    "bomb.yaml": (
        HEAD + "a: &a [x, x]\n" + "".join(f"k{n}: &b{n} [*a, *a, *a]\n" for n in range(30)),
        "bomb.yaml:3:4: error[yaml-alias]: '&a' names a part to repeat it",
    ),
    "tag.yaml": (
        HEAD + 'look: !!python/object/apply:os.system ["touch pwned"]\n',
        "tag.yaml:3:7: error[yaml-tag]: the tag '!!python/object/apply:os.system' is not known here",
    ),
    "deep.yaml": (HEAD + f"look: {nested('[', ']', 5_000)}\n", "deep.yaml:3:"),
    "deeper.yaml": (HEAD + f"look: {'{a: ' * 200_000}\n", "deeper.yaml:3:"),
    "flat.yaml": (
        HEAD + f"look: {nested('[', ']', 40)}\n",
        "flat.yaml:3:36: error[too-deep]: more than 30 levels of lists and mappings",
    ),
    "keys.yaml": (
        HEAD + "".join(f"k{n}: 1\n" for n in range(60_000)),
        "keys.yaml:3:1: error[unknown-field]: 'k0' is not a field of mlwm/minion",
    ),
    "rows.yaml": (HEAD + "connections:\n" + "- {name: x}\n" * 30_000, "rows.yaml:4:1: error[too-many]: "),
    "long.yaml": (HEAD + f"notes: {'word ' * 190_000}\n", "long.yaml:3:8: error[too-long]: "),
    "control.yaml": (HEAD + "look: a\x1b[31mb\n", "control.yaml:3:8: error[unseen-character]: "),
    "escaped.yaml": (HEAD + 'look: "a\\x1b[31mb"\n', "escaped.yaml:3:7: error[unseen-character]: "),
    "turned.yaml": (HEAD + "look: a\u202eb\n", "turned.yaml:3:8: error[unseen-character]: "),
    "nul.yaml": (HEAD + "look: a\0b\n", "nul.yaml:3:8: error[unseen-character]: "),
    "half.json": (ROW + '"a\\ud800b"}', "half.json:1:"),
    "sheet.yaml": ("sheet: ../../etc/passwd\n", "sheet.yaml:1:8: error[unknown-sheet]: "),
    "based.yaml": ("based_on: /etc/passwd\n", "based.yaml:1:11: error[bad-path]: "),
    "up.yaml": ("based_on: ../../../../etc/passwd.yaml\n", "up.yaml:1:11: error[bad-path]: "),
    "circle.yaml": ("based_on: circle.yaml\n", "circle.yaml:1:11: error[circular]: "),
    "list.yaml": ("- a\n", "list.yaml:1: error[wrong-type]: "),
    "empty.yaml": ("", "empty.yaml:1: error[empty-file]: nothing is written here"),
    "nul.csv": ("sheet,name\nmlwm/minion,a\0b\n", "nul.csv:2: error[unseen-character]: "),
    "open.csv": (
        'sheet,name\n\nmlwm/minion,"Fritz\n' + "mlwm/minion,x\n" * 50,
        "open.csv:3: error[csv]: a quotation mark that opens in this row is never closed",
    ),
    "cell.csv": (
        f"sheet,name\nmlwm/minion,{'x' * 500_000}\n",
        "cell.csv:2: error[csv]: a cell in this row has more than 100,000 characters",
    ),
    "line.csv": (
        f"sheet,name\nmlwm/minion,{'x' * 10_000_000}\n",
        "line.csv:2: error[too-large]: this line has more than 1,000,000 characters",
    ),
    "wide.csv": (
        f"sheet,name{''.join(f',a{n}' for n in range(5_000))}\nmlwm/minion,x{',1' * 5_000}\n",
        "wide.csv:2: error[too-large]: this row has ",
    ),
    "twice.csv": ("sheet,name,name\n", "twice.csv:1: error[csv]: the first row does not name every column"),
    "more.csv": (
        "sheet,name\nmlwm/minion,x,y\n",
        "more.csv:2: error[csv]: this row has 3 cells under 2 names",
    ),
    "head.csv": ("sheet,name\n", "head.csv: error[no-character]: no character stands in this table"),
    "nan.jsonl": (
        ROW + '"x", "fear": NaN}\n',
        "nan.jsonl:1: error[json]: NaN is no number that a sheet can hold",
    ),
    "huge.jsonl": (
        ROW + '"x", "fear": 1e999}\n',
        "huge.jsonl:1: error[json]: 1e999 is no number that a sheet can",
    ),
    "digits.jsonl": (
        ROW + f'"x", "fear": {"9" * 900_000}}}\n',
        "digits.jsonl:1: error[json]: 9999999999999999999… is no number that a sheet can hold",
    ),
    "deep.jsonl": (ROW + "[" * 500_000 + "\n", "deep.jsonl:1: error[json]: this line is nested too deeply"),
    "twice.jsonl": (
        "{" + ",".join(f'"a{n}":1' for n in range(60_000)) + ',"z":1,"z":2}\n',
        "twice.jsonl:1: error[json]: 'z' is given twice",
    ),
    "line.jsonl": (
        ROW + f'"{"x" * 10_000_000}"}}\n',
        "line.jsonl:1: error[too-large]: this line has more than 1,000,000 characters",
    ),
    "wide.jsonl": (
        "{" + ",".join(f'"a{n}":1' for n in range(60_000)) + ',"sheet":"mlwm/minion"}\n',
        "wide.jsonl:1: error[too-large]: this row has 60,001 columns",
    ),
    "half.jsonl": (ROW + '"a\\ud800b"}\n', "half.jsonl:1: error[unseen-character]: "),
    "kinds.jsonl": (ROW + '{"a": [1]}}\n', "kinds.jsonl:1: error[wrong-type]: name: Name should be text, "),
    "none.jsonl": ("\n" * 100_000, "none.jsonl: error[no-character]: no character stands in this table"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_character_is_is_refused_soon_and_clearly(name: str, folder: Path, run: Run) -> None:
    text, message = REFUSED[name]
    (folder / name).write_text(text, encoding="utf-8", newline="")
    told = run("fill", name, "-o", "out")
    assert (told.status, told.out) == (1, "")
    assert told.err.startswith(message)
    assert "Traceback" not in told.err and "\x1b" not in told.err and "\0" not in told.err
    assert re.search(r"\n\d+ problems?; nothing was written\n\Z", told.err)
    assert told.err.count("\n") < 500
    assert told.seconds < SECONDS
    assert [path.name for path in folder.iterdir()] == [name]


BIG = ("big.yaml", "big.json", "big.csv", "big.jsonl")


def big(path: Path) -> None:
    """A file of 100 MB without any."""
    with path.open("wb") as file:
        file.truncate(100 << 20)


@pytest.mark.parametrize("name", BIG)
def test_a_file_of_100_megabytes_is_refused_unread(name: str, folder: Path, run: Run) -> None:
    big(folder / name)
    told = run("fill", name, "-o", "out")
    assert told.status == 1 and re.match(rf"{name}(:1)?: error\[too-large\]: this ", told.err)
    assert told.seconds < SECONDS


def test_all_of_it_together_takes_little_memory(folder: Path) -> None:
    for name, (text, _) in REFUSED.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    for name in BIG:
        big(folder / name)
    # Not the peak that the system counts for a child: that begins with the size of this process.
    code = (
        "import sys\nfrom generator import cli\n"
        "try:\n    cli.main(sys.argv[1:])\n"
        "finally:\n    print(*(line for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code, "validate", *REFUSED, *BIG],
        env=surroundings, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert int(done.stdout.split()[1]) < MEMORY
    found = done.stderr
    assert "Traceback" not in found
    assert all(f"\n{name}:" in f"\n{found}" for name in (*REFUSED, *BIG))


@pytest.mark.parametrize("kind", ["yaml", "csv", "jsonl"])
@pytest.mark.parametrize("coding", ["latin-1", "utf-16"])
def test_what_is_no_utf8_is_refused(coding: str, kind: str, folder: Path, run: Run) -> None:
    (folder / f"igor.{kind}").write_bytes("sheet,name\nmlwm/minion,Jürgen\n".encode(coding))
    told = run("validate", f"igor.{kind}", "--format", "short")
    assert told.status == 1
    shown = r"error\[not-utf8\]: .+ is not UTF-8 text\n1 problem\n"
    assert re.fullmatch(rf"igor\.{kind}(:\d)?: {shown}", told.err)


NAMES = [
    "../../up",
    "/etc/passwd",
    "..",
    ".",
    "a\\b",
    "C:\\x",
    "~/x",
    "-rf",
    ".hidden",
    "CON",
    "con",
    "nul.txt",
    "x" * 60,
]


def test_no_name_leads_out_of_the_folder(tmp_path: Path, folder: Path, run: Run) -> None:
    rows = [json.dumps({"sheet": "mlwm/minion", "name": name}) for name in NAMES]
    (folder / "names.jsonl").write_text("\n".join(rows), encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    told = run("fill", "names.jsonl", "-o", "out", "-q")
    assert told.status == 0
    made = set(tmp_path.rglob("*")) - set(before)
    assert {path.relative_to(folder).parts[0] for path in made} == {"out"}
    assert len(list((folder / "out").glob("*.pdf"))) == len(NAMES)
    titles = {pypdf.PdfReader(path).metadata.title for path in (folder / "out").iterdir()}
    assert titles == {f"{name} (My Life With Master)" for name in NAMES}


MARKUP = "<b>&amp; {{ 7*7 }} {% include 'x' %} (a) \\n %PDF"
TAGS = "</textarea></form><script>alert(1)</script><img src=file:///etc/passwd><link rel=attachment href=x>"


def test_markup_and_templates_in_values_are_shown_as_they_are(folder: Path, run: Run) -> None:
    character = {
        "sheet": "mlwm/minion",
        "name": MARKUP,
        "look": TAGS,
        "connections": [{"name": "<i>{{ x }}</i>"}],
    }
    (folder / "igor.json").write_text(json.dumps(character), encoding="utf-8")
    for number, options in enumerate(([], ["--flat"], ["--reference"], ["--party"])):
        output = folder / f"{number}.pdf"
        told = run("fill", "igor.json", "-o", output.name, *options)
        assert (told.status, told.err) == (0, "")
        pdf = pypdf.PdfReader(output)
        values = {
            name.removeprefix("1-"): field.get("/V") for name, field in (pdf.get_fields() or {}).items()
        }
        assert not values or (values["name"], values["look"]) == (MARKUP, TAGS)
        text = "".join(page.extract_text() for page in pdf.pages).replace("\n", "")
        assert options != ["--flat"] or ("{{ 7*7 }}" in text and "<script>alert(1)</script>" in text)
        assert "root:" not in text and set(pdf.attachments) <= {"character.json"}


def test_markup_and_templates_in_values_are_escaped_on_the_page(tmp_path: Path) -> None:
    workspace = Workspace.find()
    environment = Environment(workspace.templates, workspace.shown)
    filler = Filler(workspace, environment=environment)
    (tmp_path / "igor.json").write_text(
        json.dumps({"sheet": "mlwm/minion", "name": MARKUP, "look": TAGS}), encoding="utf-8"
    )
    (loaded,) = characters([tmp_path / "igor.json"], filler.shelf.sheet)
    assert loaded.character
    copy = filler.copy(loaded.character.sheet, loaded.character)
    page = sheet_html(environment, [copy], medium="screen", paper="")
    assert page.count("{{ 7*7 }}") >= 2 and "&lt;script&gt;alert(1)" in page
    for tag in (
        "<script>alert",
        "</textarea></form>",
        "<img src=file:",
        "<b>&amp; {{",
        "<link rel=attachment",
    ):
        assert tag not in page


@pytest.mark.parametrize(
    "text",
    [
        "שלום עולם",
        "مرحبا",
        "a\u200bb",
        "a\u200db",
        "e\u0301",
        "a" + "\u0301" * 30,
        "\u2066a\u2069",
        "👨\u200d👩",
        "नमस्ते",
    ],
)
def test_text_of_any_script_is_shown_or_refused_by_name(text: str, folder: Path, run: Run) -> None:
    character = {"sheet": "mlwm/minion", "name": "Igor", "look": text}
    (folder / "igor.json").write_text(json.dumps(character), encoding="utf-8")
    told = run("fill", "igor.json")
    if told.status == 0:
        back = run("read", "igor.pdf", "-o", "back.yaml")
        assert (back.status, back.err) == (0, "")
        differing = run("read", "igor.pdf", "--diff", "igor.json")
        assert (differing.status, differing.out) == (0, "")
    else:
        assert told.status == 1 and re.search(
            r"igor\.json(:1:\d+)?: error\[(missing-glyph|unseen-character)\]", told.err
        )
        named = {int(code, 16) for code in re.findall(r"U\+([0-9A-F]+)", told.err)}
        assert named and named <= set(map(ord, text)) | {0x301}
        assert not (folder / "igor.pdf").exists()
