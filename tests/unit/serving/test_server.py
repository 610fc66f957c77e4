"""The server over real HTTP: for this machine alone, reading alone, and told of every build."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.problems import MACHINE, HandbillError
from generator.serving.board import Board
from generator.serving.server import ADDRESS, Server, open_server, running

PAGE = b"<html><body>Wells</body></html>"
PROBLEM = {"path": "a.md", "line": 3, "column": 1, "code": "typed", "message": "<b>m</b>", "hint": None}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_bytes(PAGE)
    (tmp_path / "secret.pdf").write_bytes(b"%PDF")
    server = open_server(0, tmp_path, Board())
    with running(server):
        yield server


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(ADDRESS, server.server_address[1], timeout=20)
    connection.request(method, path, headers=headers)
    return connection.getresponse()


def raw(server: Server, request: bytes) -> bytes:
    with socket.create_connection((ADDRESS, server.server_address[1]), timeout=20) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def events(response: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    while line := response.readline():
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


def test_a_page_comes_fresh_and_may_run_nothing_but_our_script(server: Server) -> None:
    page = ask(server, "/site/index.html")
    assert (page.status, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    policy = page.headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"} <= set(policy)
    body = page.read()
    assert len(body) == int(page.headers["Content-Length"]) and b"/-/live.js" in body
    assert b"EventSource" in ask(server, "/-/live.js").read()


def test_a_head_is_the_page_without_its_body(server: Server) -> None:
    page, head = ask(server, "/site/index.html"), ask(server, "/site/index.html", "HEAD")
    assert dict(page.headers) | {"Date": ""} == dict(head.headers) | {"Date": ""}
    assert head.read() == b"" and page.headers["ETag"]


def test_a_pdf_has_no_policy_that_would_stop_its_viewer(server: Server) -> None:
    pdf = ask(server, "/secret.pdf")
    assert pdf.headers["Content-Security-Policy"] is None and pdf.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:9"])
def test_this_machine_is_answered_by_its_names(host: str, server: Server) -> None:
    assert ask(server, "/site/index.html", Host=host).status == 200


@pytest.mark.parametrize(
    "host", ["example.com", "example.com:8000", "localhost.example.com", "127.0.0.1.example.com", "", "[::1]"]
)
def test_another_name_that_leads_here_is_refused(host: str, server: Server) -> None:
    for path in ("/site/index.html", "/-/events", "/secret.pdf"):
        refused = ask(server, path, Host=host)
        assert refused.status == 421 and PAGE not in refused.read()


def test_a_request_without_one_name_is_refused(server: Server) -> None:
    assert b" 421 " in raw(server, b"GET /secret.pdf HTTP/1.0\r\n\r\n")
    two = b"GET /secret.pdf HTTP/1.0\r\nHost: localhost\r\nHost: example.com\r\n\r\n"
    assert b" 421 " in raw(server, two)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_nothing_can_be_written(method: str, server: Server) -> None:
    refused = ask(server, "/secret.pdf", method)
    assert (refused.status, refused.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "path", ["/../secret", "/..%2f..%2fetc/passwd", "//etc/passwd", "http://localhost/secret.pdf", "/site/"]
)
def test_no_address_leads_out_of_the_folder(path: str, server: Server) -> None:
    request = f"GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode()
    assert b" 404 " in raw(server, request).split(b"\r\n")[0]


@pytest.mark.parametrize(
    "request_", [b"\r\n\r\n", b"\x16\x03\x01\0\xff\r\n\r\n", b"FETCH / HTTP/1.0\r\n\r\n"]
)
def test_what_is_no_request_of_a_browser_harms_nothing(
    request_: bytes, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    raw(server, request_)
    assert ask(server, "/site/index.html").status == 200
    assert capsys.readouterr() == ("", "")


def test_a_page_hears_of_every_build_from_the_latest_on(server: Server) -> None:
    heard = events(ask(server, "/-/events"))
    assert next(heard) == {"build": 0, "problems": []}
    server.board.post([PROBLEM])
    shown = {"place": "a.md:3:1", "code": "typed", "message": "<b>m</b>", "hint": ""}
    assert next(heard) == {"build": 1, "problems": [shown]}
    assert next(events(ask(server, "/-/events"))) == {"build": 1, "problems": [shown]}
    server.board.post((), ["site/index.html"])
    assert next(heard) == {"build": 2, "problems": []}


def test_a_failed_build_leaves_the_list_of_what_was_made() -> None:
    board = Board()
    board.post((), ["site/index.html"])
    board.post([PROBLEM])
    assert board.latest.made == ("site/index.html",)
    assert board.after(board.latest.number, 0.01) is None


def test_pages_that_wait_do_not_hold_up_the_end(tmp_path: Path) -> None:
    server = open_server(0, tmp_path, Board())
    with running(server):
        waiting = ask(server, "/-/events")
        assert waiting.readline().startswith(b"data: ")
    assert b"data: " not in waiting.read()
    with pytest.raises(ConnectionRefusedError):
        ask(server, "/")


def test_a_port_that_is_taken_is_refused_in_one_sentence(server: Server, tmp_path: Path) -> None:
    port = int(server.server_address[1])
    with pytest.raises(HandbillError) as refused:
        open_server(port, tmp_path, Board())
    assert refused.value.exit_status == MACHINE
    assert str(refused.value) == f"port {port} cannot be used: another program has taken it"


def test_without_a_port_the_next_free_one_is_taken(tmp_path: Path) -> None:
    first = open_server(None, tmp_path, Board())
    second = open_server(None, tmp_path, Board())
    assert 8000 <= first.server_address[1] < second.server_address[1] < 8100
    first.server_close()
    second.server_close()


def test_only_this_machine_is_listened_to(server: Server) -> None:
    assert server.socket.getsockname()[0] == "127.0.0.1"
