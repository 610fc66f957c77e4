"""What is answered to an address: files of the output folder, whole and as they are, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.serving.answers import FIRST, SCRIPT, answer
from generator.serving.board import Latest

PAGE = b"<!DOCTYPE html><html><body><p>Wells</p></body></html>\n"
MADE = Latest(1, made=(FIRST, "site/well/a.html", "pdf/well-a-a4.pdf"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "build"
    for name, data in {
        FIRST: PAGE,
        "site/well/a.html": PAGE,
        "site/fonts/a.woff2": b"wOF2",
        "pdf/well-a-a4.pdf": b"%PDF",
        "schemas/well.json": b"{}",
        "odds/well/a.csv": b"a,b\n",
        "SHA256SUMS": b"0\n",
        ".handbill-1-1.tmp": b"half",
        "site/.hidden": b"secret",
        "odd.bin": b"\0",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    (tmp_path / "secret.txt").write_bytes(b"secret")
    (tmp_path / "build-too").mkdir()
    (tmp_path / "build-too" / "secret.txt").write_bytes(b"secret")
    return root


@pytest.mark.parametrize(
    ("path", "kind", "data"),
    [
        ("/pdf/well-a-a4.pdf", "application/pdf", b"%PDF"),
        ("/site/fonts/a.woff2", "font/woff2", b"wOF2"),
        ("/schemas/well.json?x=1", "application/json", b"{}"),
        ("/odds/well/a.csv", "text/csv; charset=utf-8", b"a,b\n"),
        ("/odds/w%65ll/a.csv", "text/csv; charset=utf-8", b"a,b\n"),
        ("/SHA256SUMS", "text/plain; charset=utf-8", b"0\n"),
        ("/odd.bin", "application/octet-stream", b"\0"),
    ],
)
def test_a_file_is_given_as_it_is_with_its_type(path: str, kind: str, data: bytes, root: Path) -> None:
    made = answer(path, root, MADE)
    assert (made.status, made.type, made.body, made.tag) == (200, kind, data, "")


def test_a_page_is_given_with_the_script_and_the_name_of_its_content(root: Path) -> None:
    made = answer("/site/well/a.html", root, MADE)
    script = f'<script src="{SCRIPT}" data-page="{made.tag}" defer></script>'.encode()
    assert made.tag and made.body == PAGE.replace(b"</body>", script + b"</body>")
    assert (root / "site/well/a.html").read_bytes() == PAGE
    (root / "site/well/a.html").write_bytes(PAGE.replace(b"Wells", b"Springs"))
    assert answer("/site/well/a.html", root, MADE).tag != made.tag


def test_a_page_without_a_body_gets_the_script_at_its_end(root: Path) -> None:
    (root / FIRST).write_bytes(b"<p>Wells")
    assert answer(f"/{FIRST}", root, MADE).body.startswith(b"<p>Wells<script ")


OUTSIDE = [
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/%2E%2E%2Fsecret.txt",
    "/..%2fsecret.txt",
    "/..%5csecret.txt",
    "/..\\secret.txt",
    "/site/../../secret.txt",
    "/site/..%2f..%2fsecret.txt",
    "/%252e%252e/secret.txt",
    "/../build-too/secret.txt",
    "//etc/passwd",
    "/%2fetc/passwd",
    "/etc/passwd",
    "../secret.txt",
    "secret.txt",
    "http://127.0.0.1/secret.txt",
    "/C:/secret.txt",
    "/C:secret.txt",
    "/secret.txt%00.html",
    "/\0",
    "/%00",
    "/%ff",
    "/.handbill-1-1.tmp",
    "/%2ehandbill-1-1.tmp",
    "/site/.hidden",
    "/site/.%68idden",
    "/link",
    "/folder/secret.txt",
    "/circle",
    "/pipe",
    "/" + "a" * 5000,
    "/" + "a/" * 3000,
    "",
    "?",
    "*",
]


@pytest.mark.skipif(os.name == "nt", reason="needs links and pipes")
@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_output_folder_is_given(path: str, root: Path) -> None:
    (root / "link").symlink_to(root.parent / "secret.txt")
    (root / "folder").symlink_to(root.parent)
    (root / "circle").symlink_to(root / "circle")
    os.mkfifo(root / "pipe")
    made = answer(path, root, MADE)
    assert (made.status, made.tag) == (404, "")
    assert b"secret" not in made.body and b"half" not in made.body


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_a_link_that_stays_inside_and_an_output_folder_that_is_a_link_are_followed(root: Path) -> None:
    (root / "again.pdf").symlink_to(root / "pdf" / "well-a-a4.pdf")
    (root.parent / "out").symlink_to(root)
    assert answer("/again.pdf", root.parent / "out", MADE).body == b"%PDF"


@pytest.mark.parametrize("path", ["/site", "/site/", "/pdf/", "/site/well/", "//", "/.", "/-/", "/-/other"])
def test_a_folder_is_not_listed(path: str, root: Path) -> None:
    made = answer(path, root, MADE)
    assert made.status == 404 and b"a.html" not in made.body


def test_the_first_address_leads_to_the_sites_first_page(root: Path) -> None:
    made = answer("/?a=1", root, MADE)
    assert (made.status, made.location) == (302, f"/{FIRST}")


@pytest.mark.parametrize("latest", [MADE, Latest(), Latest(1)])
def test_what_an_earlier_build_left_is_shown_until_another_is_done(latest: Latest, root: Path) -> None:
    assert b"Wells" in answer(f"/{FIRST}", root, latest).body


def test_where_only_some_games_were_built_the_first_page_lists_what_there_is(root: Path) -> None:
    latest = Latest(1, made=("odds/well/a.csv", "pdf/well-a-a4.pdf", "site/well/a.html"))
    made = answer(f"/{FIRST}", root, latest)
    assert made.status == 200 and made.tag and b"Wells" not in made.body
    assert made.body.index(b"/site/well/a.html") < made.body.index(b"/pdf/well-a-a4.pdf")
    assert b"a.csv" not in made.body


def test_where_nothing_was_built_a_page_waits(tmp_path: Path) -> None:
    for path, status in ((f"/{FIRST}", 503), ("/site/well/a.html", 404)):
        made = answer(path, tmp_path / "none", Latest(1))
        assert (made.status, made.tag) == (status, "")
        assert b'data-page=""' in made.body
