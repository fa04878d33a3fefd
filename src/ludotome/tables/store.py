"""Store: save the events of tables and say when they are on disk.

Invariants:
    * an `append` completes after its events are on disk: WAL, `synchronous=FULL`, one writer, several appends per
      commit;
    * an append is atomic and says which event it follows: of two that say the same, the later raises `StaleError`;
    * a full or read-only disk raises `StoreError`, and saved events stay readable.

This module does not know what events mean.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
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
_READ = "SELECT data FROM events WHERE table_id = ? AND number >= ? ORDER BY number"


class StoreError(Exception):
    """The store cannot save or read events; nothing of this append is saved."""


class StaleError(StoreError):
    """Another append came first."""


class Store(Protocol):
    """The interface of stores."""

    def append(self, table: str, after: int, events: Sequence[bytes]) -> Future[None]:
        """Save *events* after the first *after* events of a table; the future is done when they are on disk."""

    def events(self, table: str, after: int = 0) -> list[bytes]:
        """Return the events of a table except the first *after*; empty if there is no such table."""

    def leases(self, table: str) -> bool:
        """Return whether this process runs the agents of a table; only one process may."""

    def release(self, table: str) -> None:
        """Let another process lease a table."""

    def follow(self, told: Callable[[str], None]) -> None:
        """Call *told*, in another thread, with each table to which another process has appended."""

    def close(self) -> None:
        """Save pending events, then close."""


class Append(NamedTuple):
    """Events to save after the first *after* of a table, and the future for the caller."""

    table: str
    after: int
    events: Sequence[bytes]
    kept: Future[None]


class OneWriter:
    """The one thread that writes: it saves waiting appends as one batch with *commit*, and calls *end* at the end.

    *commit* returns for each append of a batch why it was not saved, None if it was.
    """

    def __init__(self, commit: Callable[[list[Append]], list[StoreError | None]], end: Callable[[], None]) -> None:
        self._commit, self._end = commit, end
        self._asked: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._write, name="ludotome-tables", daemon=True)
        self._thread.start()

    def append(self, table: str, after: int, events: Sequence[bytes]) -> Future[None]:
        """Request that *events* are saved; the future is done when they are on disk."""
        kept: Future[None] = Future()
        with self._closing:
            if self._is_closed:
                kept.set_exception(StoreError("the store is closed"))
            else:
                self._asked.put(Append(table, after, tuple(events), kept))
        return kept

    def close(self) -> None:
        """Save pending events, then end."""
        with self._closing:
            if not self._is_closed:
                self._is_closed = True
                self._asked.put(None)
        self._thread.join()

    def _write(self) -> None:
        try:
            while (first := self._asked.get()) is not None:
                waiting, is_last = self._batch(first)
                # The caller may have cancelled; from here on that is too late.
                batch = [one for one in waiting if one.kept.set_running_or_notify_cancel()]
                for one, answer in zip(batch, self._commit(batch) if batch else (), strict=True):
                    if answer is None:
                        one.kept.set_result(None)
                    else:
                        one.kept.set_exception(answer)
                if is_last:
                    return
        finally:
            self._end()

    def _batch(self, first: Append) -> tuple[list[Append], bool]:
        """Return the waiting appends, and whether the store is to be closed after them."""
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


class SqliteStore:
    """A store in one SQLite file. *path* is created if it does not exist; *most_pages* limits its size."""

    def __init__(self, path: str | Path, *, most_pages: int | None = None) -> None:
        self._path = str(path)
        self._most_pages = most_pages
        self._reader = self._connection()
        self._reading = threading.Lock()
        self._writing = self._connection()
        self._writer = OneWriter(self._commit, self._writing.close)

    def append(self, table: str, after: int, events: Sequence[bytes]) -> Future[None]:
        """Save *events* after the first *after* events of a table; the future is done when they are on disk."""
        return self._writer.append(table, after, events)

    def events(self, table: str, after: int = 0) -> list[bytes]:
        """Return the events of a table except the first *after*; empty if there is no such table."""
        try:
            with self._reading:
                return [bytes(row[0]) for row in self._reader.execute(_READ, (table, after))]
        except sqlite3.Error as problem:
            raise StoreError(f"cannot read `{self._path}`: {problem}") from None

    def leases(self, table: str) -> bool:
        """Return True: one process has the file."""
        del table
        return True

    def release(self, table: str) -> None:
        """Do nothing: nobody else leases."""
        del table

    def follow(self, told: Callable[[str], None]) -> None:
        """Do nothing: nobody else appends."""
        del told

    def close(self) -> None:
        """Save pending events, then close."""
        self._writer.close()
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

    def _commit(self, batch: list[Append]) -> list[StoreError | None]:
        """Save a batch in one transaction; a failed commit saves none of it."""
        connection = self._writing
        try:
            connection.execute("BEGIN IMMEDIATE")
            answers = [_insert(connection, one) for one in batch]
            connection.execute("COMMIT")
        except sqlite3.Error as problem:
            if connection.in_transaction:
                connection.rollback()
            return [StoreError(f"cannot write `{self._path}`: {problem}") for _ in batch]
        return answers


def store_path(address: str) -> str:
    """Return the file of a store given as a path or as `sqlite:///path`; raise `StoreError` for anything else."""
    scheme, mark, rest = address.partition(":///")
    if mark and scheme == "sqlite" and rest:
        return rest
    if "://" in address or not address.strip():
        raise StoreError(f"`{address}` is not a store: write the path of a file, or postgresql://…")
    return address


def _insert(connection: sqlite3.Connection, asked: Append) -> StoreError | None:
    """Insert the events of one append; return why it fails, or None."""
    (count,) = connection.execute(_COUNT, (asked.table,)).fetchone()
    if count != asked.after:
        return StaleError(f"the table has {count} events, not {asked.after}")
    rows: list[tuple[Any, ...]] = [(asked.table, asked.after + place, data) for place, data in enumerate(asked.events)]
    connection.executemany(_INSERT, rows)
    return None
