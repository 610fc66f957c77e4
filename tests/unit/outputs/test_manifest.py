"""The manifest tells what was made, of what and with what, in one documented form, and reads back."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator, ValidationError

from generator.outputs import pdf
from generator.outputs.artifact import Artifact
from generator.outputs.forms import versions
from generator.outputs.manifest import (
    HouseRecord,
    Manifest,
    environment,
    manifest,
    manifest_schema,
    parse_manifest,
    read_manifest,
)
from generator.rules.changes import Change
from tests.unit.outputs.writing import artifact, manifest_of, write_all, write_files

ROOT = Path(__file__).parents[3]
SCHEMA = json.loads(manifest_schema().data)
SPIRIT = Change("MAID-DER-1", "", "Spirit", "10 × Will", "8 × Will")
HEADDRESS = Change("MAID-UNI", "penalty", "Uniform", "2", "1")
HOUSE = HouseRecord("house-rules.yaml", "c" * 64, (SPIRIT, HEADDRESS))
PRINTED = replace(
    artifact("pdf/maid-maid-a4.pdf", b"%PDF"),
    pages=2,
    sources=("content/maid/sheets/maid.yaml",),
    document="maid-maid",
    paper="a4",
    edition="standard",
    rules=("MAID-DER-1", "MAID-DER-2"),
    fields=41,
    smallest_pt=7.5,
)
BARE = artifact("odds/maid/spirit.csv", b"a,b\n")


def full(*artifacts: Artifact, house: HouseRecord | None = HOUSE) -> Manifest:
    return manifest(
        artifacts or (PRINTED, BARE),
        environment=environment(["EB Garamond"]),
        inputs={"content/maid/game.yaml": "b" * 64, "content/a.md": "a" * 64},
        house_rules=house,
        rules={"maid": {"MAID-DER-1": "8 × Will", "MAID-UNI.headdress": "1"}},
    )


def validate(found: Any) -> None:
    Draft7Validator(SCHEMA).validate(found)


def test_the_schema_is_one_of_draft_7() -> None:
    assert SCHEMA["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert str(manifest_schema().path) == "schemas/manifest.json"
    Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("house", [HOUSE, None])
def test_a_manifest_keeps_to_its_schema_and_reads_back(house: HouseRecord | None) -> None:
    made = full(house=house)
    data = made.artifact().data
    validate(json.loads(data))
    assert parse_manifest(data) == made


def objects(schema: Any) -> list[dict[str, Any]]:
    """Every schema of an object within."""
    if not isinstance(schema, dict | list):
        return []
    values = schema.values() if isinstance(schema, dict) else schema
    inner = [found for value in values for found in objects(value)]
    return [schema, *inner] if isinstance(schema, dict) and schema.get("type") == "object" else inner


def test_the_schema_allows_no_key_that_it_does_not_tell_of() -> None:
    records = [found for found in objects(SCHEMA) if "properties" in found]
    assert len(records) == 5 and all(found["additionalProperties"] is False for found in records)
    for place in ([], ["environment"], ["house_rules"], ["house_rules", "changes", 0], ["artifacts", 0]):
        data = json.loads(full().artifact().data)
        inner = data
        for key in place:
            inner = inner[key]
        inner["more"] = "1"
        with pytest.raises(ValidationError):
            validate(data)
        if place != ["environment"]:  # of which a later version may tell more
            assert parse_manifest(json.dumps(data).encode()) is None


def test_every_key_of_the_schema_is_described_in_the_docstring() -> None:
    from generator.outputs import manifest as package

    keys = {key for found in objects(SCHEMA) for key in found.get("properties", {})}
    told = set(re.findall(r"``([a-z_0-9]+)``", package.__doc__ or ""))
    own = {"id", "cell", "title", "published", "now"}  # those of a change, which its class tells
    packages = set(SCHEMA["properties"]["environment"]["properties"])
    assert len(keys) > 20
    assert keys - own - packages <= told


def test_a_line_holds_one_key_so_that_a_difference_is_readable() -> None:
    before, after = (
        full().artifact().data.decode(),
        full(replace(PRINTED, pages=3), BARE).artifact().data.decode(),
    )
    lines = [line for line in after.splitlines() if line not in before.splitlines()]
    assert lines == ['   "pages": 3,']
    assert '   "rules": ["MAID-DER-1", "MAID-DER-2"],' in after.splitlines()
    assert max(map(len, after.splitlines())) < 120


def test_the_order_in_which_things_were_made_does_not_show() -> None:
    one, other = full(), full(BARE, PRINTED)
    turned = replace(
        other,
        environment=dict(reversed(list(other.environment.items()))),
        inputs=dict(reversed(list(other.inputs.items()))),
        rules={game: dict(reversed(list(values.items()))) for game, values in other.rules.items()},
    )
    assert one.artifact().data == turned.artifact().data


def test_what_does_not_apply_to_an_artifact_is_left_out() -> None:
    listed = {entry["path"]: entry for entry in json.loads(full().artifact().data)["artifacts"]}
    assert listed["odds/maid/spirit.csv"].keys() == {"path", "sha256", "bytes"}
    assert len(listed["pdf/maid-maid-a4.pdf"]) == 11
    assert full(replace(BARE, fields=0)).get("odds/maid/spirit.csv").as_data()["fields"] == 0  # type: ignore[union-attr]


@pytest.mark.needs("sha256sum")
def test_sha256sum_accepts_the_sums_and_finds_what_was_changed(tmp_path: Path) -> None:
    write_files({"a": b"1", "site/b c.html": "ü".encode(), "pdf/d": b""}, tmp_path)
    command = ["sha256sum", "-c", "--strict", "SHA256SUMS"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"{path}: OK" for path in ("a", "manifest.json", "pdf/d", "site/b c.html")
    ]
    (tmp_path / "a").write_bytes(b"2")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1 and "a: FAILED" in done.stdout


def test_house_rules_of_the_same_file_are_gathered_over_partial_builds(tmp_path: Path) -> None:
    def build(house: HouseRecord | None, *, whole: bool = False) -> HouseRecord | None:
        write_all([BARE], tmp_path, house_rules=house, whole=whole)
        found = read_manifest(tmp_path)
        assert found is not None
        return found.house_rules

    assert build(replace(HOUSE, changes=(SPIRIT,)), whole=True) == replace(HOUSE, changes=(SPIRIT,))
    assert build(replace(HOUSE, changes=(HEADDRESS,))) == HOUSE
    assert build(replace(HOUSE, changes=(HEADDRESS,), sha256="d" * 64)) == replace(
        HOUSE, changes=(HEADDRESS,), sha256="d" * 64
    )
    assert build(None) is None


DAMAGES: list[tuple[list[Any], Any]] = [
    (["schema_version"], 1),
    (["schema_version"], 3),
    (["schema_version"], True),
    (["schema_version"], "2"),
    (["handbill"], None),
    (["environment"], []),
    (["environment", "python"], 3),
    (["inputs", "content/a.md"], "short"),
    (["house_rules"], {}),
    (["house_rules", "changes"], {}),
    (["house_rules", "changes", 0], "MAID-DER-1"),
    (["house_rules", "changes", 0, "now"], None),
    (["rules"], None),
    (["rules", "maid"], []),
    (["artifacts"], {}),
    (["artifacts", 0], None),
    (["artifacts", 0, "path"], "../out"),
    (["artifacts", 0, "path"], "/etc/passwd"),
    (["artifacts", 0, "path"], "C:x"),
    (["artifacts", 0, "path"], "a\\b"),
    (["artifacts", 0, "path"], "a//b"),
    (["artifacts", 0, "path"], "a\nb"),
    (["artifacts", 0, "path"], ""),
    (["artifacts", 0, "path"], "\ud800"),
    (["artifacts", 0, "path"], "pdf/maid-maid-a4.pdf"),
    (["artifacts", 0, "sha256"], "G" * 64),
    (["artifacts", 0, "bytes"], -1),
    (["artifacts", 0, "bytes"], True),
    (["artifacts", 0, "bytes"], 1.5),
    (["artifacts", 1, "pages"], None),
    (["artifacts", 1, "paper"], 4),
    (["artifacts", 1, "rules"], "MAID-DER-1"),
    (["artifacts", 1, "rules"], [1]),
    (["artifacts", 1, "smallest_pt"], "7.5"),
    (["artifacts", 1, "smallest_pt"], float("nan")),
]


@pytest.mark.parametrize("place, value", DAMAGES)
def test_a_damaged_manifest_is_none(tmp_path: Path, place: list[Any], value: Any) -> None:
    data = json.loads(full().artifact().data)
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    assert inner[place[-1]] != value
    inner[place[-1]] = value
    (tmp_path / "manifest.json").write_text(json.dumps(data), encoding="utf-8")
    assert read_manifest(tmp_path) is None


def test_no_manifest_is_none(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) is None
    assert read_manifest(tmp_path / "nowhere") is None
    (tmp_path / "manifest.json").mkdir()
    assert read_manifest(tmp_path) is None


KEYS = st.text() | st.sampled_from(sorted(full().as_data()))
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
)


@given(st.binary(max_size=40) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_nothing_that_stands_in_the_file_raises(data: bytes) -> None:
    assert parse_manifest(data) is None


@given(st.integers(0, 3000), st.binary(max_size=3), st.integers(0, 3))
def test_a_manifest_cut_or_changed_anywhere_reads_or_is_none(place: int, put: bytes, taken: int) -> None:
    whole = full().artifact().data
    found = parse_manifest(whole[:place] + put + whole[place + taken :])
    assert found is None or parse_manifest(found.artifact().data) == found


def test_deep_nesting_is_none() -> None:
    for opened in (b"[", b'{"a":'):
        assert parse_manifest(opened * 200_000) is None


PEEK = """
import sys
from generator.outputs.manifest import environment, manifest, read_manifest
found = environment(["EB Garamond", "No Such Family"])
print(*(f"{name}={version}" for name, version in found.items()), sep="\\n")
assert not {"weasyprint", "pydyf", "fontTools", "pypdf", "importlib.metadata"} & sys.modules.keys()
"""


def test_the_environment_is_told_without_importing_what_lays_out() -> None:
    from importlib.metadata import version

    done = subprocess.run([sys.executable, "-c", PEEK], cwd=ROOT, capture_output=True, text=True, check=True)
    found = dict(line.split("=") for line in done.stdout.splitlines())
    for name in ("weasyprint", "pydyf", "fonttools", "jinja2", "markdown", "pypdf", "fontpkg-eb-garamond"):
        assert found[name] == version(name)
    assert found["python"] == ".".join(map(str, sys.version_info[:3]))
    assert found["fontpkg-no-such-family"] == "unknown"
    allowed = re.compile(SCHEMA["properties"]["handbill"]["pattern"])
    assert [name for name, told in found.items() if not allowed.fullmatch(told)] == []


@pytest.mark.skipif(environment()["pango"] == "unknown", reason="libraries elsewhere")
def test_the_versions_of_libraries_are_those_that_they_tell_themselves() -> None:
    import ctypes

    harfbuzz = ctypes.CDLL("libharfbuzz.so.0")
    harfbuzz.hb_version_string.restype = ctypes.c_char_p
    found = environment()
    assert found["pango"] == pdf.probe().pango
    assert found["harfbuzz"] == harfbuzz.hb_version_string().decode()


@pytest.mark.parametrize(
    "path, told",
    [
        ("/usr/lib/libpango-1.0.so.0.5000.12", "1.50.12"),
        ("/usr/lib/libpango-1.0.so.0.5600.1", "1.56.1"),
        ("/usr/lib/libharfbuzz.so.0.20704.0", "2.7.4"),
        ("/usr/lib/libharfbuzz.so.0.61010.0", "6.10.10"),
        ("/opt/homebrew/Cellar/pango/1.56.3/lib/libpango-1.0.0.dylib", "1.56.3"),
        ("/opt/homebrew/Cellar/harfbuzz/11.2.1/lib/libharfbuzz.0.dylib", "11.2.1"),
        ("/usr/lib/libpango-1.0.so.0", ""),
        ("/somewhere/libharfbuzz.so.0.0.1", ""),
    ],
)
def test_a_library_tells_its_version_by_its_name_or_not_at_all(path: str, told: str) -> None:
    assert versions._told_by(path) == told


def test_the_manifest_of_a_write_is_the_one_that_stands_there(tmp_path: Path) -> None:
    made = [PRINTED, BARE]
    assert write_all(made, tmp_path).manifest == manifest_of(made) == read_manifest(tmp_path)
