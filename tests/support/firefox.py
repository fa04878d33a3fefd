"""Firefox: a second real browser, driven by its Marionette protocol, without further programs.

`$LUDOTOME_FIREFOX` names the program; otherwise it is searched on the PATH. `FirefoxPage` has the methods of a
Playwright page that `PlayerPage` uses, so that the same clicks are made in both browsers.

Invariant: nothing waits without a limit, and the browser is closed whatever happens.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.browser import SECONDS

NAMES = ("firefox-esr", "firefox")
START_SECONDS = 5 * SECONDS  # until a new Firefox with an empty profile answers
MISSING = "no Firefox found: install one (on Debian: apt install firefox-esr), or set LUDOTOME_FIREFOX to its path"
_PREFERENCES = {
    "marionette.port": 0,  # any free port, which it writes to its profile
    "network.proxy.type": 1,  # a dead proxy, so that pages have no network
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
}


class Mouse:
    """The mouse of a page."""

    def __init__(self, page: FirefoxPage) -> None:
        self._page = page

    def click(self, x: float, y: float) -> None:
        """Press and release the first button at a place of the page."""
        place = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"}
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self._page.command("WebDriver:PerformActions", {"actions": [{**pointer, "actions": [place, *press]}]})


class FirefoxPage:
    """The one page of a Firefox that was started with Marionette."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._buffer = b""
        self._last = 0
        self._read()  # its greeting
        self.mouse = Mouse(self)
        self.command("WebDriver:NewSession", {"timeouts": {"script": SECONDS * 1000, "pageLoad": SECONDS * 1000}})

    def command(self, name: str, parameters: dict[str, Any] | None = None) -> Any:
        """Return Firefox's response to a WebDriver command."""
        self._last += 1
        text = json.dumps([0, self._last, name, parameters or {}]).encode()
        self._connection.sendall(f"{len(text)}:".encode() + text)
        _, _, error, result = self._read()
        assert error is None, error
        return result

    def _read(self) -> Any:
        """Return the next message: its length, a colon, and JSON."""
        while b":" not in self._buffer:
            self._buffer += self._received()
        length, _, self._buffer = self._buffer.partition(b":")
        while len(self._buffer) < int(length):
            self._buffer += self._received()
        text, self._buffer = self._buffer[: int(length)], self._buffer[int(length) :]
        return json.loads(text)

    def _received(self) -> bytes:
        data = self._connection.recv(65536)
        assert data, "Firefox has closed the connection"
        return data

    def goto(self, address: str) -> None:
        """Open an address and wait until it is loaded."""
        self.command("WebDriver:Navigate", {"url": address})

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """Evaluate a function or an expression in the page and return its value."""
        called = f"({script})(arguments[0])" if "=>" in script else script
        return self.command("WebDriver:ExecuteScript", {"script": f"return {called};", "args": [argument]})["value"]

    def wait_for_selector(self, selector: str, state: str = "attached") -> None:
        """Wait until there is a matching element."""
        assert state == "attached"
        limit = time.monotonic() + SECONDS
        while not self.query_selector(selector):
            assert time.monotonic() < limit, f"no {selector} within {SECONDS} s"
            self.wait_for_timeout(10)

    def query_selector(self, selector: str) -> bool | None:
        """Return True if there is a matching element, otherwise None."""
        found = self.evaluate(f"document.querySelector({json.dumps(selector)}) !== null")
        return True if found else None

    def get_attribute(self, selector: str, name: str) -> str | None:
        """Return an attribute of the first matching element."""
        found = self.evaluate(f"document.querySelector({json.dumps(selector)}).getAttribute({json.dumps(name)})")
        return None if found is None else str(found)

    def inner_text(self, selector: str) -> str:
        """Return the text of the first matching element."""
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText"))

    def wait_for_timeout(self, milliseconds: float) -> None:
        """Wait, as the method of Playwright's page does."""
        time.sleep(milliseconds / 1000)

    def on(self, event: str, call: Callable[..., object]) -> None:
        """Do nothing: Marionette has no events; `FirefoxPlayer` reads the errors from the page."""

    def add_init_script(self, script: str) -> None:
        """Do nothing: Marionette cannot run scripts before a page."""


def find_firefox() -> str | None:
    """Return the path of Firefox, or None."""
    named = os.environ.get("LUDOTOME_FIREFOX")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def firefox_page(width: int = 1280, height: int = 900) -> Iterator[FirefoxPage]:
    """Yield an empty page of a new Firefox without network access."""
    firefox = find_firefox()
    assert firefox is not None, MISSING
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        profile = Path(folder)
        written = "".join(f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in _PREFERENCES.items())
        (profile / "user.js").write_text(written, encoding="utf-8")
        words = ["--headless", "--marionette", "--no-remote", "--profile", folder, f"--width={width}"]
        quiet = subprocess.DEVNULL
        command = [firefox, *words, f"--height={height}", "about:blank"]
        with subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet) as process:
            try:
                with socket.create_connection(
                    ("127.0.0.1", _port(profile, process)), timeout=START_SECONDS
                ) as connection:
                    yield FirefoxPage(connection)
            finally:
                process.terminate()
                try:
                    process.wait(SECONDS)
                except subprocess.TimeoutExpired:
                    process.kill()


def _port(profile: Path, process: subprocess.Popen[bytes]) -> int:
    """Wait until Marionette listens and return the port that it wrote to its profile."""
    limit = time.monotonic() + START_SECONDS
    file = profile / "MarionetteActivePort"
    while not (file.exists() and file.read_text()):
        assert process.poll() is None, "Firefox has ended"
        assert time.monotonic() < limit, f"Firefox did not listen within {START_SECONDS} s"
        time.sleep(0.05)  # another process writes the file
    return int(file.read_text())
