"""What a check says of a folder of outputs: in which state each file is, what differs, and what mends it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from pathlib import Path, PurePosixPath

import pytest
from pypdf import PdfWriter

from generator.checking.comparing import compare_folder
from generator.checking.extent import Extent, extent
from generator.checking.folder import Folder
from generator.checking.mending import Mending
from generator.checking.report import Findings
from generator.checking.wording import lines
from generator.outputs.artifact import Artifact
from generator.outputs.comparing import Difference
from generator.outputs.links import broken_links
from generator.outputs.manifest import Manifest, manifest
from generator.outputs.placing import placed
from generator.outputs.writer import write
from generator.problems import HandbillError, Problem

MACHINE = {"pango": "1.52.1", "python": "3.11.2"}
RULES = {"maid": {"MAID-DER-1": "10 × Will", "MAID-UNI.cap.penalty": "1"}}


def page(name: str, *sentences: str, rules: tuple[str, ...] = ()) -> Artifact:
    """A web page of a document with these sentences."""
    text = "".join(f"<p>{each}</p>" for each in sentences)
    html = f"<!doctype html><html><head><title>{name}</title></head><body><h1>{name}</h1>{text}</body></html>"
    path = PurePosixPath(f"site/maid/{name}.html")
    return Artifact(path, html.encode(), document=f"maid-{name}", rules=rules)


def table(number: int) -> Artifact:
    return Artifact(PurePosixPath("odds/maid/stress.csv"), f"roll,chance\n1,{number}\n".encode())


FIRST = Artifact(PurePosixPath("site/index.html"), b"<!doctype html><title>All</title><p>All.")
ARTIFACTS = (
    FIRST,
    page("reference", "Spirit is 30.", rules=("MAID-DER-1",)),
    page("maid", "A maid."),
    table(3),
)


class Made:
    """What a build makes now, as far as a comparison asks for it."""

    def __init__(
        self,
        artifacts: Iterable[Artifact] = ARTIFACTS,
        *,
        machine: dict[str, str] = MACHINE,
        inputs: str = "0" * 64,
        rules: dict[str, dict[str, str]] = RULES,
        unmade: tuple[Problem, ...] = (),
    ) -> None:
        self.artifacts = tuple(artifacts)
        self.manifest: Manifest = manifest(
            self.artifacts, environment=machine, inputs={"content/maid/game.yaml": inputs}, rules=rules
        )
        self.unmade = unmade


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder that holds a build of ``ARTIFACTS``."""
    made = Made()
    write(made.artifacts, tmp_path / "build", made.manifest, whole=True)
    return tmp_path / "build"


def checked(out: Path, made: Made, *, strict: bool = False) -> tuple[Problem, ...]:
    """What is found, with paths as seen from the folder."""
    folder = Folder.at(out)
    found = Findings(strict)
    holds = extent(folder.manifest, ["maid"])
    compare_folder(folder, made, holds, Mending(["maid"], ("a4", "letter"), holds.words), found)  # type: ignore[arg-type]
    problems = found.report(0, "").problems
    return tuple(
        problem._replace(path=Path(problem.path).relative_to(out.parent).as_posix() if problem.path else None)
        for problem in problems
    )


def changed(*artifacts: Artifact) -> list[Artifact]:
    """``ARTIFACTS`` with these in place of those of the same path, or beside them."""
    return list({each.path: each for each in (*ARTIFACTS, *artifacts)}.values())


def test_a_folder_that_is_as_a_build_makes_it_has_no_finding(out: Path) -> None:
    assert checked(out, Made()) == checked(out, Made(), strict=True) == ()


def test_files_of_others_in_the_folder_are_no_finding(out: Path) -> None:
    (out / "mine.txt").write_text("mine")
    assert checked(out, Made()) == ()


def test_a_file_that_is_gone_is_missing(out: Path) -> None:
    (out / "site/maid/reference.html").unlink()
    (problem,) = checked(out, Made())
    assert problem == Problem(
        "missing-artifact",
        "this file is missing",
        "build/site/maid/reference.html",
        hint="handbill build maid --only reference",
    )


def test_a_file_that_a_build_now_makes_otherwise_is_stale_and_what_differs_is_told(out: Path) -> None:
    (problem,) = checked(out, Made(changed(page("maid", "A good maid."))))
    assert problem == Problem(
        "stale-artifact",
        "this is out of date: a build now makes it otherwise",
        "build/site/maid/maid.html",
        hint="handbill build maid --only maid",
        details=("maid: A maid. → A good maid.",),
    )


def test_changed_rules_come_first_and_only_for_what_rests_on_them(out: Path) -> None:
    rules = {"maid": {"MAID-DER-1": "8 × Will", "MAID-UNI.cap.penalty": "2"}}
    made = Made(
        changed(
            page("reference", "Spirit is 24.", rules=("MAID-DER-1",)),
            page("maid", "Not a maid.", rules=("MAID-UNI.cap",)),
            table(4),
        ),
        rules=rules,
    )
    told = {problem.path: problem.details for problem in checked(out, made)}
    assert told == {
        "build/site/maid/reference.html": (
            "MAID-DER-1 Spirit: 10 × Will → 8 × Will",
            "reference: Spirit is 30. → Spirit is 24.",
        ),
        "build/site/maid/maid.html": ("MAID-UNI.cap.penalty: 1 → 2", "maid: A maid. → Not a maid."),
        "build/odds/maid/stress.csv": ("row 1, chance: 3 → 4",),
    }


def test_a_file_that_is_not_what_the_manifest_lists_was_changed_by_hand(out: Path) -> None:
    path = out / "site/maid/maid.html"
    path.write_bytes(path.read_bytes().replace(b"A maid", b"My maid"))
    (problem,) = checked(out, Made())
    assert problem.code == "edited-artifact" and "by hand" in problem.message
    assert problem.details == ("maid: My maid. → A maid.",)
    assert problem.hint == "handbill build maid --only maid"


def test_a_file_whose_bytes_alone_differ_says_so(out: Path) -> None:
    path = out / "site/maid/maid.html"
    path.write_bytes(path.read_bytes().replace(b"<p>", b"<p >"))
    (problem,) = checked(out, Made())
    assert problem.details == ("all that one reads in it is the same; other bytes differ",)


def test_a_listed_file_that_nothing_makes_any_more_is_told_until_it_is_gone(out: Path) -> None:
    made = Made(each for each in ARTIFACTS if each.document != "maid-maid")
    (problem,) = checked(out, made)
    assert (problem.code, problem.path) == ("unsourced-artifact", "build/site/maid/maid.html")
    assert problem.hint == "handbill build" and "a build removes it" in problem.message
    write(made.artifacts, out, made.manifest, whole=True)
    assert checked(out, made) == ()


def test_a_file_that_nothing_makes_and_a_hand_changed_is_kept_by_a_build_and_then_nobodys(out: Path) -> None:
    (out / "site/maid/maid.html").write_text("mine")
    made = Made(each for each in ARTIFACTS if each.document != "maid-maid")
    (problem,) = checked(out, made)
    assert problem.code == "unsourced-artifact" and "a build keeps it" in problem.message
    write(made.artifacts, out, made.manifest, whole=True)
    assert checked(out, made) == () and (out / "site/maid/maid.html").read_text() == "mine"


def test_without_a_manifest_the_last_build_did_not_end_and_files_are_compared_all_the_same(out: Path) -> None:
    (out / "manifest.json").unlink()
    assert [(problem.code, problem.hint) for problem in checked(out, Made())] == [
        ("unfinished-build", "handbill build")
    ]
    told = checked(out, Made(changed(page("maid", "A good maid."))))
    assert {problem.code for problem in told} == {"unfinished-build", "differing-artifact"}


@pytest.mark.parametrize("data", [b"", b"{}", b"[", b'{"schema_version": 1}'])
def test_a_damaged_manifest_is_told_and_files_are_compared_all_the_same(out: Path, data: bytes) -> None:
    (out / "manifest.json").write_bytes(data)
    (problem,) = checked(out, Made())
    assert (problem.code, problem.path) == ("damaged-manifest", "build/manifest.json")


def test_a_manifest_or_sums_that_a_hand_changed_are_told(out: Path) -> None:
    listed, sums = out / "manifest.json", out / "SHA256SUMS"
    whole = listed.read_bytes(), sums.read_bytes()
    listed.write_bytes(whole[0] + b"\n")
    assert [problem.code for problem in checked(out, Made())] == ["edited-artifact"]
    listed.write_bytes(whole[0])
    sums.write_bytes(whole[1] + b"\n")
    assert [(problem.code, problem.path) for problem in checked(out, Made())] == [
        ("edited-artifact", "build/SHA256SUMS")
    ]
    sums.unlink()
    assert [problem.code for problem in checked(out, Made())] == ["missing-artifact"]


def test_a_source_that_changed_no_artifact_makes_the_manifest_stale(out: Path) -> None:
    (problem,) = checked(out, Made(inputs="1" * 64))
    assert (problem.code, problem.path) == ("stale-artifact", "build/manifest.json")
    assert problem.details == ("source content/maid/game.yaml: changed",)


def test_a_manifest_that_only_follows_another_finding_is_not_told_too(out: Path) -> None:
    made = Made(changed(page("maid", "A good maid.")), inputs="1" * 64)
    assert [problem.path for problem in checked(out, made)] == ["build/site/maid/maid.html"]


@pytest.mark.parametrize("empty", [True, False])
def test_where_nothing_is_built_one_finding_says_so(tmp_path: Path, empty: bool) -> None:
    if empty:
        (tmp_path / "build").mkdir()
    assert checked(tmp_path / "build", Made()) == (
        Problem("nothing-built", "nothing is built here", "build", hint="handbill build"),
    )


# Other versions


NEWER = {**MACHINE, "pango": "1.56.0"}


def respelt(artifact: Artifact) -> Artifact:
    """The same text in other bytes."""
    return replace(artifact, data=artifact.data.replace(b"<p>", b"<p >"))


def test_with_another_version_the_same_text_in_other_bytes_is_a_note_alone(out: Path) -> None:
    made = Made(map(respelt, ARTIFACTS), machine=NEWER)
    (note,) = checked(out, made)
    assert (note.level, note.code, note.path) == ("note", "other-versions", "build/manifest.json")
    assert note.message.startswith("made with pango 1.52.1 (here 1.56.0); ")
    assert note.details == ("3 files differ in nothing but that",)
    (finding,) = checked(out, made, strict=True)
    assert finding == note._replace(level="error")


def test_without_another_version_the_same_text_in_other_bytes_is_stale(out: Path) -> None:
    assert {problem.code for problem in checked(out, Made(map(respelt, ARTIFACTS)))} == {"stale-artifact"}


def test_with_another_version_a_changed_sentence_is_stale_as_ever(out: Path) -> None:
    told = checked(out, Made(changed(page("maid", "A good maid.")), machine=NEWER))
    assert [(problem.level, problem.code) for problem in told] == [
        ("note", "other-versions"),
        ("error", "stale-artifact"),
    ]


def test_with_another_version_what_a_hand_changed_is_told_even_where_the_text_is_the_same(out: Path) -> None:
    path = out / "site/maid/maid.html"
    path.write_bytes(path.read_bytes().replace(b"<p>", b"<p >"))
    told = checked(out, Made(machine=NEWER))
    assert {problem.code for problem in told} == {"other-versions", "edited-artifact"}


def titled(producer: str, title: str) -> Artifact:
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_metadata({"/Producer": producer, "/Title": title})
    made = BytesIO()
    writer.write(made)
    return printed("maid", "a4", made.getvalue())


@pytest.mark.parametrize(("title", "codes"), [("Maid", set()), ("Maids", {"stale-artifact"})])
def test_a_pdf_may_name_another_version_that_made_it_and_nothing_else(
    tmp_path: Path, title: str, codes: set[str]
) -> None:
    made = Made([FIRST, titled("WeasyPrint 68.1", "Maid")])
    write(made.artifacts, tmp_path / "build", made.manifest, whole=True)
    now = Made([FIRST, titled("WeasyPrint 70.0", title)], machine=NEWER)
    told = checked(tmp_path / "build", now)
    assert {problem.code for problem in told} == {"other-versions", *codes}


def test_a_version_that_was_not_found_is_not_known_to_differ(out: Path) -> None:
    told = checked(out, Made(machine={**MACHINE, "pango": "unknown"}))
    assert [(problem.code, problem.details) for problem in told] == [
        ("stale-artifact", ("version pango: 1.52.1 → unknown",))
    ]


# Papers, extent, commands


def printed(document: str, paper: str, data: bytes) -> Artifact:
    path = PurePosixPath(f"pdf/maid-{document}-{paper}.pdf")
    return Artifact(path, data, 1, document=f"maid-{document}", paper=paper)


def test_the_paper_copies_of_a_document_are_one_finding_where_they_differ_alike(out: Path) -> None:
    both = [printed("maid", paper, b"%PDF-") for paper in ("a4", "letter")]
    (problem,) = checked(out, Made([*ARTIFACTS, *both]))
    assert problem.path == "build/pdf/maid-maid-a4.pdf"
    assert problem.message == "this file is missing (the same with maid-maid-letter.pdf)"
    made = Made([*ARTIFACTS, *both])
    write(made.artifacts, out, made.manifest, whole=True)
    (out / "pdf/maid-maid-letter.pdf").unlink()
    (out / "pdf/maid-maid-a4.pdf").write_bytes(b"mine")
    assert [problem.code for problem in checked(out, made)] == ["edited-artifact", "missing-artifact"]


def test_a_folder_of_one_document_is_held_to_that_document(tmp_path: Path) -> None:
    one = Made([page("maid", "A maid.")])
    write(one.artifacts, tmp_path / "build", one.manifest, whole=False)
    assert checked(tmp_path / "build", Made()) == ()
    (problem,) = checked(tmp_path / "build", Made(changed(page("maid", "A good maid."))))
    assert problem.hint == "handbill build maid --only maid"


def test_a_folder_of_one_game_is_held_to_that_game_with_what_was_made_since(tmp_path: Path) -> None:
    one = Made(ARTIFACTS[1:])
    write(one.artifacts, tmp_path / "build", one.manifest, whole=False)
    assert checked(tmp_path / "build", Made()) == ()
    other = Artifact(PurePosixPath("site/mlwm/minion.html"), b"<p>", document="mlwm-minion")
    (problem,) = checked(tmp_path / "build", Made([*ARTIFACTS, other, page("new", "New.")]))
    assert problem.path == "build/site/maid/new.html"


def test_a_folder_of_one_paper_is_held_to_that_paper(out: Path) -> None:
    made = Made([*ARTIFACTS, printed("maid", "letter", b"%PDF-")])
    write(made.artifacts, out, made.manifest, whole=True)
    found = extent(Folder.at(out).manifest, ["maid"])
    assert found == Extent(papers=("letter",))
    assert Mending(["maid"], found.papers).all == "handbill build --paper letter"


@pytest.mark.parametrize(
    ("path", "document", "command"),
    [
        ("site/index.html", "", "handbill build"),
        ("odds/maid/stress.csv", "", "handbill build maid"),
        ("pdf/maid-ref-a4.pdf", "maid-ref", "handbill build maid --only ref"),
        ("pdf/maid-two-ref-a4.pdf", "maid-two-ref", "handbill build maid-two --only ref"),
    ],
)
def test_the_command_that_mends_is_as_small_as_can_be(path: str, document: str, command: str) -> None:
    assert Mending(["maid", "maid-two"]).of(path, document) == command
    given = Mending(["maid", "maid-two"], given=["-o", "a b", "--house-rules", "none"])
    assert given.of(path, document) == f"{command} -o 'a b' --house-rules none"


# What differs, in words


def sentence(before: str, after: str) -> Difference:
    return Difference("sentence", "", before, after)


def test_five_differences_are_told_and_the_others_counted() -> None:
    assert lines([sentence(f"a{n}", f"b{n}") for n in range(6)]) == tuple(f"a{n} → b{n}" for n in range(6))
    told = lines([sentence(f"a{n}", f"b{n}") for n in range(17)])
    assert told == (*(f"a{n} → b{n}" for n in range(5)), "and 12 more")


def test_a_difference_that_comes_again_is_told_once() -> None:
    assert lines([sentence("a", "b")] * 9) == ("a → b",)


def test_of_a_long_sentence_the_words_around_the_change_are_told() -> None:
    words = [f"word{number}" for number in range(40)]
    other = [*words[:20], "changed", *words[21:]]
    assert lines([sentence(" ".join(words), " ".join(other))]) == (
        "… word17 word18 word19 word20 word21 word22 word23 … → "
        "… word17 word18 word19 changed word21 word22 word23 …",
    )
    (line,) = lines([sentence("", " ".join(words))])
    assert line.startswith("+ word0 ") and line.endswith("…") and len(line) < 100


# Links


def test_a_broken_link_is_told_at_its_place_in_the_source(tmp_path: Path) -> None:
    source = tmp_path / "content/maid/reference/a.md"
    source.parent.mkdir(parents=True)
    source.write_text("---\n---\nSee [that](#rol).\n", encoding="utf-8")
    html = b'<h1 id="roll">\n<a href="#rol">\n<a href="../no.html">'
    made = Artifact(PurePosixPath("site/maid/a.html"), html, sources=("content/maid/reference/a.md",))
    first, second = placed(broken_links([made]), tmp_path, "build")
    assert first.place == "content/maid/reference/a.md:3:12"
    assert (first.source, first.length) == ("See [that](#rol).", 4)
    assert first.hint == "did you mean '#roll'?" and first.details == ("on site/maid/a.html",)
    assert second.place == "build/site/maid/a.html:3"
    assert second.details == ("this page is made from content/maid/reference/a.md",)


# Status


@pytest.mark.parametrize(
    ("statuses", "ends"), [([], 0), ([1], 1), ([3], 3), ([1, 3], 1), ([2, 3], 3), ([1, 2], 1)]
)
def test_that_something_is_wrong_says_more_than_that_something_was_not_looked_at(
    statuses: list[int], ends: int
) -> None:
    found = Findings()
    for status in statuses:
        with found.going_on():
            raise HandbillError(Problem("x", "m"), status)
    assert found.report(0, "").status == ends


def test_a_note_is_a_finding_only_where_it_is_strict() -> None:
    note = Problem("x", "m", level="note")
    for strict in (False, True):
        found = Findings(strict)
        found.add([note])
        report = found.report(0, "")
        assert (report.status, report.findings) == (int(strict), int(strict)) and len(report.problems) == 1
