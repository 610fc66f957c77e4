"""Faces come from packages only; Fontconfig sees them and nothing else; web subsets are repeatable."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont

from generator.outputs.cached import keep_sealed, load_sealed
from generator.outputs.fonts import Face, faces_for, font_face_css, use_bundled_fonts
from generator.outputs.webfonts import FEATURES, woff2
from generator.problems import MACHINE, HandbillError

ROOT = Path(__file__).parents[3]
ALL = ["Alegreya Sans", "Atkinson Hyperlegible", "EB Garamond", "Fredoka", "Marcellus", "Cinzel"]


@pytest.fixture
def fontconfig(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the variable back that `use_bundled_fonts` sets."""
    monkeypatch.setenv("FONTCONFIG_FILE", os.environ.get("FONTCONFIG_FILE", ""))


def test_every_family_of_the_look_is_there_in_the_weights_that_pages_use() -> None:
    faces = faces_for(ALL)
    assert all(face.path.is_file() for face in faces)
    assert {face.slug for face in faces} == {
        *(f"alegreya-sans-{weight}" for weight in ("400", "500", "700", "800", "400-italic", "700-italic")),
        *(f"atkinson-hyperlegible-{weight}" for weight in ("400", "700", "400-italic", "700-italic")),
        "eb-garamond-400-800",
        "eb-garamond-400-800-italic",
        "fredoka-300-700",
        "marcellus-400",
        "cinzel-400-900",
    }
    assert [face.slug for face in faces if face.variable] == [
        "eb-garamond-400-800",
        "eb-garamond-400-800-italic",
        "fredoka-300-700",
        "cinzel-400-900",
    ]


def test_every_missing_family_is_named_with_the_command_that_brings_it() -> None:
    with pytest.raises(HandbillError) as refused:
        faces_for(["Alegreya Sans", "No Such Face", "Nor This"])
    assert refused.value.exit_status == MACHINE
    assert [(problem.code, problem.hint) for problem in refused.value.problems] == [
        ("font-missing", "python -m pip install fontpkg-no-such-face"),
        ("font-missing", "python -m pip install fontpkg-nor-this"),
    ]


def test_a_style_sheet_names_each_face_with_its_weights() -> None:
    css = font_face_css(faces_for(["Marcellus", "EB Garamond"]), lambda face: f"fonts/{face.slug}.woff2")
    assert css.splitlines() == [
        '@font-face { font-family: "Marcellus"; font-style: normal; font-weight: 400; font-display: swap; '
        'src: url("fonts/marcellus-400.woff2") format("woff2"); }',
        '@font-face { font-family: "EB Garamond"; font-style: normal; font-weight: 400 800; '
        'font-display: swap; src: url("fonts/eb-garamond-400-800.woff2") format("woff2"); }',
        '@font-face { font-family: "EB Garamond"; font-style: italic; font-weight: 400 800; '
        'font-display: swap; src: url("fonts/eb-garamond-400-800-italic.woff2") format("woff2"); }',
    ]


@pytest.mark.usefixtures("fontconfig")
def test_fontconfig_is_told_of_the_packages_and_of_nothing_else(tmp_path: Path) -> None:
    faces = faces_for(["EB Garamond"])
    path = use_bundled_fonts(faces, tmp_path / "a & b")
    root = ElementTree.parse(path).getroot()
    folders = [element.text for element in root.iter("dir")]
    text_face = faces_for(["Alegreya Sans"])[0]
    assert folders == sorted([str(text_face.path.parent), str(faces[0].path.parent)])
    assert [element.text for element in root.iter("cachedir")] == [str(path.parent)]
    assert {element.tag for element in root} == {"dir", "cachedir", "match"}
    assert os.environ["FONTCONFIG_FILE"] == str(path)
    assert path.is_relative_to(tmp_path)


@pytest.mark.usefixtures("fontconfig")
@pytest.mark.parametrize("cache", [None, Path("/proc/handbill"), Path(os.devnull) / "x"])
def test_a_cache_that_cannot_be_written_is_done_without(cache: Path | None) -> None:
    path = use_bundled_fonts((), cache)
    assert path.is_file() and "handbill-fonts-" in str(path)


ENVIRONMENT = """
import os, sys
from generator.outputs.fonts import faces_for, use_bundled_fonts
print(use_bundled_fonts(faces_for(["Marcellus"])).is_file())
"""


def test_fonts_are_found_without_a_home_and_the_temporary_folder_goes_away(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENVIRONMENT],
        cwd=ROOT,
        env={"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "True\n"
    assert list(tmp_path.iterdir()) == []


def face(family: str) -> Face:
    return faces_for([family])[0]


def test_a_web_font_holds_the_characters_asked_for_and_the_features_of_our_styles() -> None:
    data = woff2(face("Alegreya Sans"), "Fear 12½ −")
    font = TTFont(io.BytesIO(data))
    assert font.flavor == "woff2"
    assert {chr(code) for code in font.getBestCmap()} == set("Fear 12½−")
    tags = {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
    assert {"smcp", "lnum", "tnum"} <= tags <= set(FEATURES)
    assert len(data) < 12_000


def test_a_web_font_keeps_its_licence_and_gives_up_its_name() -> None:
    font = TTFont(io.BytesIO(woff2(face("Marcellus"), "Moon")))
    names = {record.nameID: str(record) for record in font["name"].names}
    assert {names[number] for number in (1, 4, 6)} == {"HandbillSubset"}
    assert "Astigmatic" in names[0]
    assert "scripts.sil.org/OFL" in names[14]


def test_a_variable_web_font_keeps_its_weights_and_only_those() -> None:
    font = TTFont(io.BytesIO(woff2(face("Fredoka"), "Maid")))
    assert [axis.axisTag for axis in font["fvar"].axes] == ["wght"]


WOFF2 = """
import hashlib
from generator.outputs.fonts import faces_for
from generator.outputs.webfonts import woff2
for family in ("Alegreya Sans", "Fredoka"):
    print(hashlib.sha256(woff2(faces_for([family])[0], "Maid ½ fi")).hexdigest())
"""


def test_a_web_font_is_the_same_bytes_in_every_run() -> None:
    seen = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC+{seed}"}
        done = subprocess.run(
            [sys.executable, "-c", WOFF2], cwd=ROOT, env=environment, capture_output=True, check=True
        )
        seen.add(done.stdout)
        time.sleep(1)  # The date in a font has a resolution of a second.
    assert len(seen) == 1


def test_a_cached_web_font_is_the_one_that_would_be_made(tmp_path: Path) -> None:
    made = woff2(face("Marcellus"), "Moon", tmp_path)
    (kept,) = (tmp_path / "webfonts").iterdir()
    whole = kept.read_bytes()
    assert load_sealed(kept) == made == woff2(face("Marcellus"), "Moon")
    keep_sealed(kept, b"another")
    assert woff2(face("Marcellus"), "oonM", tmp_path) == b"another", "the cache was not read"
    for damaged in (whole[:-7], whole[:-1] + bytes([whole[-1] ^ 1]), b""):
        kept.write_bytes(damaged)
        assert woff2(face("Marcellus"), "Moon", tmp_path) == made
        assert kept.read_bytes() == whole


def test_a_web_font_needs_no_cache(tmp_path: Path) -> None:
    (tmp_path / "webfonts").write_bytes(b"in the way")
    assert woff2(face("Marcellus"), "Moon", tmp_path) == woff2(face("Marcellus"), "Moon")
