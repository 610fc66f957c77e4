"""The output folder over HTTP, for this machine alone."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from generator.problems import MACHINE, HandbillError, Problem
from generator.serving.answers import EVENTS, HTML, Answer, answer
from generator.serving.board import Board

ADDRESS = "127.0.0.1"
USUAL_PORT = 8000
_TRIED = 100
_HOSTS = {"127.0.0.1", "localhost"}
_HEARTBEAT = 15.0
"""Seconds after which a page that waits is written to, so that one that has gone is noticed."""
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "style-src 'unsafe-inline'",  # every page brings its own style
        "font-src 'self' data:",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_REFUSED = "text/plain; charset=utf-8"


class Server(ThreadingHTTPServer):
    """Serves one output folder; each request has a thread of its own, which ends with the program."""

    # On Windows, to use an address again means to take it from another program.
    allow_reuse_address = os.name != "nt"
    allow_reuse_port = False
    daemon_threads = True

    def __init__(self, port: int, root: Path, board: Board) -> None:
        self.root, self.board = root, board
        super().__init__((ADDRESS, port), _Handler)

    @property
    def url(self) -> str:
        return f"http://{ADDRESS}:{self.server_address[1]}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away is no error; anything else is a bug of ours, and is told."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def open_server(port: int | None, root: Path, board: Board) -> Server:
    """A server at this port, or at the first free one from ``USUAL_PORT``; it answers once it is run.

    Raises HandbillError, exit status 3, where the port is taken or may not be used.
    """
    wanted = [port] if port is not None else range(USUAL_PORT, USUAL_PORT + _TRIED)
    taken = wanted[0]
    for each in wanted:
        try:
            return Server(each, root, board)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _unusable(each, error.strerror or str(error)) from error
    if port is None:
        raise _unusable(taken, f"it and the {_TRIED - 1} after it are taken")
    raise _unusable(taken, "another program has taken it")


def _unusable(port: int, reason: str) -> HandbillError:
    hint = "leave '--port' out to take the next free one"
    return HandbillError(Problem("port", f"port {port} cannot be used: {reason}", hint=hint), MACHINE)


@contextmanager
def running(server: Server) -> Iterator[None]:
    """The server answers while the block runs."""
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.board.close()
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Server
    server_version = "handbill"
    sys_version = ""
    timeout = 60

    def do_GET(self) -> None:
        if not self._is_for_us():
            refused = b"This server answers to 127.0.0.1 and localhost only.\n"
            self._send(Answer(refused, _REFUSED, 421))
        elif self.path.partition("?")[0] == EVENTS:
            self._tell_events()
        else:
            self._send(answer(self.path, self.server.root, self.server.board.latest))

    do_HEAD = do_GET

    def _refuse(self) -> None:
        self._send(Answer(b"Pages are read here, and nothing is written: GET or HEAD.\n", _REFUSED, 405))

    do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_TRACE = do_CONNECT = _refuse

    def _is_for_us(self) -> bool:
        """A page elsewhere whose name was made to lead here (DNS rebinding) asks by that name."""
        hosts = self.headers.get_all("Host") or []
        return len(hosts) == 1 and hosts[0].partition(":")[0].lower() in _HOSTS

    def _send(self, made: Answer) -> None:
        self.send_response(made.status)
        self.send_header("Content-Type", made.type)
        self.send_header("Content-Length", str(len(made.body)))
        if made.type == HTML:
            self.send_header("Content-Security-Policy", _POLICY)
        if made.status == 405:
            self.send_header("Allow", "GET, HEAD")
        if made.tag:
            self.send_header("ETag", f'"{made.tag}"')
        if made.location:
            self.send_header("Location", made.location)
        self._end()
        if self.command != "HEAD":
            self.wfile.write(made.body)

    def _end(self) -> None:
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()

    def _tell_events(self) -> None:
        """The state now and after every build, as server-sent events, until the page goes."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self._end()
        board, seen = self.server.board, -1
        while self.command != "HEAD" and not board.closed:
            latest = board.after(seen, _HEARTBEAT)
            if latest is None:
                self.wfile.write(b": still here\n\n")
                continue
            seen = latest.number
            state = {"build": seen, "problems": latest.problems}
            self.wfile.write(f"data: {json.dumps(state)}\n\n".encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not told: the terminal tells of builds."""
