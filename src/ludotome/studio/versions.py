"""Versions: every text of a document that was saved, in one SQLite file.

Invariants:
    * `keep` returns after the text is on disk (WAL, `synchronous=FULL`), so a killed process loses no version;
    * nothing is ever changed or deleted;
    * the file is created by the first `keep`: opening a folder writes nothing.

Each version has an origin: `saved` by the user, `found` on disk after a change by another program, `refused` because
another version was saved meanwhile.

This module does not know the content of the texts.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal

from msgspec import Struct

Origin = Literal["saved", "found", "refused"]

_TABLE = """
CREATE TABLE IF NOT EXISTS versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('saved', 'found', 'refused')),
    at TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS versions_by_name ON versions (name, id);
"""


class Version(Struct, frozen=True):
    """One version: its number, the `version_of` its text, the time and the origin."""

    id: int
    version: str
    origin: str
    at: str
    characters: int


def version_of(text: str) -> str:
    """Return a short digest of a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]


class Versions:
    """The versions in one file. `path(True)` returns its path and makes its folder; `path(False)` may return None."""

    def __init__(self, path: Callable[[bool], str | None]) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._lock = threading.RLock()

    def keep(self, name: str, text: str, origin: Origin) -> int:
        """Save a version and return its number.

        A text equal to the newest version of the document (if refused: the newest refused one) is not saved again.
        """
        with self._lock:
            connection = self._opened(make=True)
            assert connection is not None
            newest = connection.execute(
                "SELECT id, version FROM versions WHERE name = ? AND (origin = 'refused') = ? ORDER BY id DESC LIMIT 1",
                (name, origin == "refused"),
            ).fetchone()
            if newest is not None and newest[1] == version_of(text):
                return int(newest[0])
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            with connection:
                made = connection.execute(
                    "INSERT INTO versions (name, version, origin, at, text) VALUES (?, ?, ?, ?, ?)",
                    (name, version_of(text), origin, now, text),
                )
            assert made.lastrowid is not None
            return made.lastrowid

    def listed(self, name: str, most: int = 500) -> tuple[Version, ...]:
        """Return the newest versions of a document, newest first."""
        rows = self._rows(
            "SELECT id, version, origin, at, length(text) FROM versions WHERE name = ? ORDER BY id DESC LIMIT ?",
            (name, most),
        )
        return tuple(Version(*row) for row in rows)

    def text(self, name: str, number: int) -> str | None:
        """Return the text of a version of a document; None if there is none."""
        rows = self._rows("SELECT text FROM versions WHERE name = ? AND id = ?", (name, number))
        return rows[0][0] if rows else None

    def newest(self, name: str) -> tuple[int, str] | None:
        """Return the number and text of the newest version that was saved or found; None if there is none."""
        rows = self._rows(
            "SELECT id, text FROM versions WHERE name = ? AND origin != 'refused' ORDER BY id DESC LIMIT 1", (name,)
        )
        return (rows[0][0], rows[0][1]) if rows else None

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _rows(self, query: str, values: tuple[str | int, ...]) -> list[Any]:
        with self._lock:
            connection = self._opened(make=False)
            return [] if connection is None else connection.execute(query, values).fetchall()

    def _opened(self, *, make: bool) -> sqlite3.Connection | None:
        if self._connection is None:
            path = self._path(make)
            if path is None:
                return None
            connection = sqlite3.connect(path, check_same_thread=False, timeout=10)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.executescript(_TABLE)
            self._connection = connection
        return self._connection
