"""Strangers: games of documents from untrusted visitors.

A document is checked and compiled by a process with limits (`limited`), a few at a time. Only then is its game loaded
here, as WebAssembly in a sandbox. Machine code made from it never runs in this process.

Invariants:
    * at most `MOST_AT_ONCE` documents are checked at a time and `MOST_WAITING` wait; one more is refused at once;
    * the process has an environment with only the paths of programs and of the cache, and a folder of its own;
    * a position has at most `MOST_POSITION` bytes, so that many tables of one document need little memory;
    * a process that takes longer than `WALL_SECONDS` is killed with everything it started.

This module does not know tables.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from typing import Any

import msgspec

from ludotome.play import Game, load_text
from ludotome.tables.events import Opened
from ludotome.tables.refusals import TableError
from ludotome.toolchain import ToolError, cache_folder, time_limit

MOST_AT_ONCE = 2
MOST_WAITING = 16
MOST_DOCUMENT = 200_000  # characters
WALL_SECONDS = 60.0
CALL_SECONDS = 1.0  # seconds for one call into the sandbox
CALL_MEMORY = 64 * 2**20
MOST_POSITION = 128 * 2**10  # bytes; every table keeps one, and the largest of our own documents has 37 KB
LOAD_SECONDS = 10.0  # seconds for loading a checked document
_START = "import sys; sys.path[:] = {path!r}; from ludotome.tables.limited import main; main()"


class Strangers:
    """Checks and loads the documents of strangers."""

    def __init__(self) -> None:
        self._turns = threading.BoundedSemaphore(MOST_AT_ONCE)
        self._lock = threading.Lock()
        self.waiting = 0
        """How many documents are being checked or wait for it."""

    def load(self, opened: Opened) -> Game:
        """Return the game of a stranger's document; raise `TableError` if it cannot be played."""
        if len(opened.document) > MOST_DOCUMENT:
            message = f"the document has {len(opened.document):,} characters; this site takes up to {MOST_DOCUMENT:,}"
            raise TableError("too-large", message)
        with self._lock:
            if self.waiting >= MOST_AT_ONCE + MOST_WAITING:
                raise TableError("busy", "too many documents are being checked; try again in a minute")
            self.waiting += 1
        try:
            with self._turns:
                self._check(opened)
        finally:
            with self._lock:
                self.waiting -= 1
        try:
            with time_limit(LOAD_SECONDS, "loading the document"):
                game = load_text(opened.document, parameters=opened.settings)
                size = game.prepare_sandbox(
                    opened.players or None, "explicit", seconds=CALL_SECONDS, memory=CALL_MEMORY
                )
        except ToolError as problem:
            raise TableError(problem.code, f"the document cannot be played here ({problem.code})") from None
        if size > MOST_POSITION:
            message = f"a position of the game takes {size:,} bytes; this site takes up to {MOST_POSITION:,}"
            raise TableError("too-large", message)
        return game

    def _check(self, opened: Opened) -> None:
        """Check a document in a process with limits; raise `TableError` if it has errors."""
        asked = {"document": opened.document, "settings": opened.settings, "players": opened.players}
        with tempfile.TemporaryDirectory(prefix="ludotome-stranger-") as folder:
            process = subprocess.Popen(
                [sys.executable, "-I", "-c", _START.format(path=sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env=_environment(folder),
                start_new_session=True,
            )
            try:
                out, _ = process.communicate(msgspec.json.encode(asked), timeout=WALL_SECONDS)
            except subprocess.TimeoutExpired:
                message = f"checking the document took longer than {WALL_SECONDS:g} s, more than this site allows"
                raise TableError("too-long", message) from None
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        problem = _problem(process.returncode, out)
        if problem is not None:
            raise TableError(*problem)


def _environment(folder: str) -> dict[str, str]:
    given = {"PATH": os.environ.get("PATH", os.defpath), "HOME": folder, "LANG": "C.UTF-8"}
    return given | {"LUDOTOME_CACHE": str(cache_folder())}


def _problem(status: int, out: bytes) -> tuple[str, str] | None:
    """Return the code and message that a process reported or that ended it; None if the document is fine."""
    if status == -signal.SIGXCPU or status == -signal.SIGKILL:
        return "too-long", "checking the document took more processor time than this site allows"
    try:
        found: Any = msgspec.json.decode(out)
        error = found.get("error")
        return None if error is None else (str(error["code"]), str(error["message"]))
    except (msgspec.DecodeError, AttributeError, KeyError, TypeError):
        return "stopped", "checking the document was stopped by a limit of this site"
