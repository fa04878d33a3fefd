"""Store: where the events of tables are, and when they are safe.

Invariants:
    * an `append` is answered after its events are on disk: WAL, `synchronous=FULL`, one writer, many appends in a
      commit;
    * an append is whole or not there, and says which event it comes after: of two that say the same, the later is a
      `StaleError`;
    * a disk that is full or read-only is a `StoreError`, and what was kept stays readable.

This module does not know what events mean.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple, Protocol

MOST_IN_A_COMMIT = 500
_TABLES = """
CREATE TABLE IF NOT EXISTS events (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
"""
_INSERT = "INSERT INTO events (table_id, number, data) VALUES (?, ?, ?)"
_COUNT = "SELECT coalesce(max(number) + 1, 0) FROM events WHERE table_id = ?"
_READ = "SELECT data FROM events WHERE table_id = ? ORDER BY number"


class StoreError(Exception):
    """The store cannot keep or read events; nothing of what was asked is kept."""


class StaleError(StoreError):
    """Somebody else appended in between."""


class Store(Protocol):
    """What keeps the events of tables."""

    def append(self, table: str, after: int, events: Sequence[bytes]) -> Future[None]:
        """Keep *events* after the first *after* of a table; the future is done when they are safe."""

    def events(self, table: str) -> list[bytes]:
        """Return the events of a table; none if there is no such table."""

    def close(self) -> None:
        """Keep what was asked for, then close."""


class _Append(NamedTuple):
    table: str
    after: int
    events: Sequence[bytes]
    kept: Future[None]


class SqliteStore:
    """A store in one SQLite file. *path* is made if it is not there; *most_pages* bounds its size."""

    def __init__(self, path: str | Path, *, most_pages: int | None = None) -> None:
        self._path = str(path)
        self._most_pages = most_pages
        self._asked: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._reader = self._connection()
        self._reading = threading.Lock()
        self._writer = threading.Thread(target=self._write, name="ludotome-tables", daemon=True)
        self._writer.start()

    def append(self, table: str, after: int, events: Sequence[bytes]) -> Future[None]:
        """Keep *events* after the first *after* of a table; the future is done when they are safe."""
        kept: Future[None] = Future()
        with self._closing:
            if self._is_closed:
                kept.set_exception(StoreError("the store is closed"))
            else:
                self._asked.put(_Append(table, after, tuple(events), kept))
        return kept

    def events(self, table: str) -> list[bytes]:
        """Return the events of a table; none if there is no such table."""
        try:
            with self._reading:
                return [bytes(row[0]) for row in self._reader.execute(_READ, (table,))]
        except sqlite3.Error as problem:
            raise StoreError(f"cannot read `{self._path}`: {problem}") from None

    def close(self) -> None:
        """Keep what was asked for, then close."""
        with self._closing:
            if self._is_closed:
                return
            self._is_closed = True
            self._asked.put(None)
        self._writer.join()
        with self._reading:
            self._reader.close()

    def _connection(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(self._path, check_same_thread=False, timeout=10, isolation_level=None)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.executescript(_TABLES)
            if self._most_pages is not None:
                connection.execute(f"PRAGMA max_page_count={int(self._most_pages)}")
        except sqlite3.Error as problem:
            raise StoreError(f"cannot open `{self._path}`: {problem}") from None
        return connection

    # ── the one writer ──

    def _write(self) -> None:
        connection = self._connection()
        try:
            while (first := self._asked.get()) is not None:
                batch, is_last = self._batch(first)
                self._commit(connection, batch)
                if is_last:
                    return
        finally:
            connection.close()

    def _batch(self, first: _Append) -> tuple[list[_Append], bool]:
        """Return what is waiting, and whether the store is to be closed after it."""
        batch = [first]
        while len(batch) < MOST_IN_A_COMMIT:
            try:
                following = self._asked.get_nowait()
            except queue.Empty:
                break
            if following is None:
                return batch, True
            batch.append(following)
        return batch, False

    def _commit(self, connection: sqlite3.Connection, batch: list[_Append]) -> None:
        """Keep a batch in one transaction, then answer each append; a failed commit keeps none of them."""
        answers: list[StoreError | None] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            answers = [_kept(connection, one) for one in batch]
            connection.execute("COMMIT")
        except sqlite3.Error as problem:
            if connection.in_transaction:
                connection.rollback()
            answers = [StoreError(f"cannot write `{self._path}`: {problem}") for _ in batch]
        for one, answer in zip(batch, answers, strict=True):
            if answer is None:
                one.kept.set_result(None)
            else:
                one.kept.set_exception(answer)


def store_path(address: str) -> str:
    """Return the file of a store that is given as a path or as `sqlite:///path`; a `StoreError` for any other kind."""
    scheme, mark, rest = address.partition(":///")
    if mark and scheme == "sqlite" and rest:
        return rest
    if "://" in address or not address.strip():
        raise StoreError(f"`{address}` is no store: write the path of a file; other databases are not available yet")
    return address


def _kept(connection: sqlite3.Connection, asked: _Append) -> StoreError | None:
    """Insert the events of one append; return why it cannot be."""
    (count,) = connection.execute(_COUNT, (asked.table,)).fetchone()
    if count != asked.after:
        return StaleError(f"the table has {count} events, not {asked.after}")
    rows: list[tuple[Any, ...]] = [(asked.table, asked.after + place, data) for place, data in enumerate(asked.events)]
    connection.executemany(_INSERT, rows)
    return None
