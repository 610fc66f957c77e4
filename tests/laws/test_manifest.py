"""What the manifest of a build says of each file is what the file itself shows."""

from __future__ import annotations

import json
import re
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from pypdf import PdfReader

from tests.laws.found import CONTENT, GAMES, PDFS, ROOT, files
from tests.laws.ink import texts_on

MANIFEST, SUMS = "manifest.json", "SHA256SUMS"


@pytest.fixture(scope="module")
def manifest(built: Path) -> dict[str, Any]:
    found = json.loads((built / MANIFEST).read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.fixture(scope="module")
def listed(manifest: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {entry["path"]: entry for entry in manifest["artifacts"]}


def test_it_keeps_to_the_schema_that_is_built_beside_it(built: Path, manifest: dict[str, Any]) -> None:
    schema = json.loads((built / "schemas" / "manifest.json").read_text(encoding="utf-8"))
    Draft7Validator.check_schema(schema)
    Draft7Validator(schema).validate(manifest)


def test_it_lists_every_file_with_its_sum(built: Path, listed: dict[str, dict[str, Any]]) -> None:
    found = {name: data for name, data in files(built).items() if name not in (MANIFEST, SUMS)}
    assert found
    assert list(listed) == sorted(found)
    assert {name: (entry["bytes"], entry["sha256"]) for name, entry in listed.items()} == {
        name: (len(data), sha256(data).hexdigest()) for name, data in found.items()
    }


@pytest.mark.needs("sha256sum")
def test_sha256sum_accepts_all_sums(built: Path) -> None:
    done = subprocess.run(["sha256sum", "-c", "--strict", SUMS], cwd=built, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == len(files(built)) - 1


def test_every_pdf_is_told_with_its_paper_pages_fields_and_smallest_type(
    built: Path, listed: dict[str, dict[str, Any]]
) -> None:
    wrong = []
    for name in PDFS:
        reader, told = PdfReader(built / name), listed[name]
        sizes = [text.size for sheet in reader.pages for text in texts_on(sheet)] + list(_typed(reader))
        shown = {
            "paper": name.removesuffix(".pdf").rpartition("-")[2],
            "pages": len(reader.pages),
            "fields": len(reader.get_fields() or {}) or None,
            "smallest_pt": round(min(sizes), 1),
        }
        # A size that is a half of a tenth may go either way.
        if abs(told.get("smallest_pt", 0) - min(sizes)) < 0.0501:
            shown["smallest_pt"] = told["smallest_pt"]
        if shown != {key: told.get(key) for key in shown}:
            wrong.append((name, shown, {key: told.get(key) for key in shown}))
    assert wrong == []


def _typed(reader: PdfReader) -> list[float]:
    """The sizes of what stands in the fields of a form, as their appearances set it."""
    found: list[float] = []
    for sheet in reader.pages:
        for widget in (each.get_object() for each in sheet.get("/Annots", [])):
            if widget.get("/FT") in ("/Tx", "/Ch"):
                drawn = widget["/AP"]["/N"].get_data()
                found += [float(size) for size in re.findall(rb"([\d.]+) Tf", drawn) if b"Tj" in drawn]
    return found


def test_every_handout_is_told_with_its_document_edition_sources_and_rules(
    listed: dict[str, dict[str, Any]],
) -> None:
    for name in PDFS:
        told = listed[name]
        assert Path(name).name.startswith(told["document"])
        assert told["edition"] == "standard"
        assert told["sources"] and all((ROOT / source).is_file() for source in told["sources"])
        assert told.get("rules", []) == sorted(set(told.get("rules", [])))
    assert any("rules" in listed[name] for name in PDFS)
    assert all(entry.get("paper") is None for name, entry in listed.items() if not name.endswith(".pdf"))


def test_it_tells_the_inputs_with_their_sums_and_the_printed_rules(manifest: dict[str, Any]) -> None:
    for path, digest in manifest["inputs"].items():
        assert sha256((ROOT / path).read_bytes()).hexdigest() == digest, path
    sources = {source for entry in manifest["artifacts"] for source in entry.get("sources", ())}
    assert sources and sources <= manifest["inputs"].keys()
    content = {path.relative_to(ROOT).as_posix() for path in CONTENT.glob("*/*/*") if path.is_file()}
    assert content <= manifest["inputs"].keys()
    assert manifest["rules"].keys() <= set(GAMES) and any(manifest["rules"].values())


def test_it_says_nothing_of_the_machine_but_versions(built: Path, manifest: dict[str, Any]) -> None:
    versions = {name: told for name, told in manifest["environment"].items() if told != "unknown"}
    assert {"python", "weasyprint", "pango", "harfbuzz"} <= versions.keys()
    assert all(re.fullmatch(r"\d[\w.+!-]*", told) for told in versions.values())
    texts = [(built / name).read_text(encoding="utf-8") for name in (MANIFEST, SUMS)]
    marks = [str(folder) for folder in (ROOT, Path.home(), built)]
    assert [mark for mark in marks if any(mark in text for text in texts)] == []
