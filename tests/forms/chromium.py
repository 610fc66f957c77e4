"""Debian's Chromium without a window, spoken to over two pipes: no driver program, no port, no network."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from typing import Any

FLAGS = (
    "--headless=new",
    "--no-sandbox",  # tests run as root on a fresh machine; every page that is opened is ours
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=OptimizationHints,MediaRouter,Translate",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--allow-file-access-from-files",
    "--force-device-scale-factor=1",
    "--window-size=1000,1400",
    "--lang=en",
)

PATIENCE = 60.0
"""Seconds that an answer may take: a busy machine is slow, but a lost answer never comes."""


class ChromiumError(Exception):
    """What Chromium answered instead of a result, or that it answered nothing."""


class Chromium:
    """One process. `close` ends it and removes its profile."""

    def __init__(self) -> None:
        self._profile = tempfile.mkdtemp(prefix="handbill-chromium-")
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        # Chromium's ends must be 3 and 4; bash can put them there, whatever numbers they have here.
        command = f'exec "$0" "$@" 3<&{theirs_in} 4>&{theirs_out}'
        self._process = subprocess.Popen(
            ["bash", "-c", command, "chromium", *FLAGS, f"--user-data-dir={self._profile}", "about:blank"],
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._number = 0
        self._rest = b""
        self._events: list[dict[str, Any]] = []

    def call(self, method: str, session: str = "", **params: Any) -> Any:
        """One command of the DevTools protocol, and its answer."""
        self._number += 1
        said = {"id": self._number, "method": method, "params": params}
        if session:
            said["sessionId"] = session
        self._write(said)
        deadline = time.monotonic() + PATIENCE
        while True:
            heard = self._hear(deadline, method)
            if heard.get("id") != self._number:
                self._events.append(heard)
            elif "error" in heard:
                raise ChromiumError(f"{method}: {heard['error']['message']}")
            else:
                return heard["result"]

    def event(self, method: str, session: str = "", patience: float = PATIENCE) -> dict[str, Any]:
        """The parameters of the next event of that kind, also of one that came before."""
        deadline = time.monotonic() + patience
        while True:
            for index, heard in enumerate(self._events):
                if heard.get("method") == method and heard.get("sessionId", "") == session:
                    del self._events[index]
                    return dict(heard["params"])
            self._events.append(self._hear(deadline, method))

    def page(self, address: str) -> Page:
        """A new page at this address, loaded."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        page = Page(self, self.attach(target), target)
        page.go(address)
        return page

    def attach(self, target: str) -> str:
        return str(self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])

    def targets(self) -> list[dict[str, Any]]:
        filters = [{"exclude": False}]
        return list(self.call("Target.getTargets", filter=filters)["targetInfos"])

    def close(self) -> None:
        os.close(self._out)
        self._process.terminate()
        self._process.wait(PATIENCE)
        os.close(self._in)
        shutil.rmtree(self._profile, ignore_errors=True)

    def _write(self, said: dict[str, Any]) -> None:
        left = memoryview(json.dumps(said).encode() + b"\0")
        while left:
            left = left[os.write(self._out, left) :]

    def _hear(self, deadline: float, about: str) -> dict[str, Any]:
        """The next message, whatever it is about."""
        pieces = [self._rest]
        while b"\0" not in pieces[-1]:
            ready, _, _ = select.select([self._in], [], [], max(0.0, deadline - time.monotonic()))
            piece = os.read(self._in, 1 << 20) if ready else b""
            if not piece:
                self._rest = b"".join(pieces)
                raise ChromiumError(f"no answer to {about}")
            pieces.append(piece)
        message, _, self._rest = b"".join(pieces).partition(b"\0")
        return dict(json.loads(message))


class Page:
    """A tab: goes to addresses, runs JavaScript, takes keys, clicks and pictures."""

    def __init__(self, chromium: Chromium, session: str, target: str) -> None:
        self.chromium, self.session, self.target = chromium, session, target
        self.call("Page.enable")

    def call(self, method: str, **params: Any) -> Any:
        return self.chromium.call(method, self.session, **params)

    def go(self, address: str) -> None:
        self.call("Page.navigate", url=address)
        self.chromium.event("Page.loadEventFired", self.session)

    def run(self, expression: str) -> Any:
        """The value of a JavaScript expression; a promise is awaited."""
        return evaluate(self.chromium, self.session, expression)

    def click(self, x: float, y: float) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            held = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **held)

    def key(self, key: str, code: int) -> None:
        """A key that is no letter, with the number that keyboards of PCs gave it."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code)

    def letter(self, letter: str) -> None:
        """A key that types this letter; one that no keyboard has is typed as by an input method."""
        code = ord(letter.upper()) if letter.isascii() and (letter.isalnum() or letter in " \r") else 231
        shared = {"key": letter, "text": letter, "unmodifiedText": letter, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", **shared)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=letter, windowsVirtualKeyCode=code)

    def to_front(self) -> None:
        """A tab behind another draws nothing."""
        self.call("Page.bringToFront")

    def picture(self) -> bytes:
        """A PNG of what the tab shows."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def close(self) -> None:
        self.chromium.call("Target.closeTarget", targetId=self.target)


def evaluate(chromium: Chromium, session: str, expression: str) -> Any:
    answer = chromium.call(
        "Runtime.evaluate", session, expression=expression, awaitPromise=True, returnByValue=True
    )
    if "exceptionDetails" in answer:
        details = answer["exceptionDetails"]
        raise ChromiumError(details.get("exception", {}).get("description") or details["text"])
    return answer["result"].get("value")


def wait_until(holds: Callable[[], object], what: str, patience: float = PATIENCE) -> Any:
    """What `holds` gives once that is true."""
    deadline = time.monotonic() + patience
    while not (found := holds()):
        if time.monotonic() > deadline:
            raise ChromiumError(f"waited in vain for {what}")
        time.sleep(0.02)
    return found
