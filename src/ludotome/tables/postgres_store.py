"""PostgreSQL: a store that several server processes share.

Invariants:
    * those of `store`; an append is answered after its transaction is committed;
    * every append is announced to the other processes, so that they can notify their viewers;
    * a table is leased to one process at a time, which runs its agents. The lease is a lock of the database session, so
      it ends with the process, however that ends.

This module does not know what events mean.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ludotome.tables.store import Append, OneWriter, StaleError, StoreError
from ludotome.toolchain import start_thread

if TYPE_CHECKING:
    from psycopg import Connection

CONNECT_SECONDS = 10
LISTEN_SECONDS = 1.0  # between checks whether the store is closed
_CHANNEL = "ludotome_tables"
_TABLES = """
CREATE TABLE IF NOT EXISTS events (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (table_id, number)
)
"""
# Two kinds of locks: one for the duration of an append, one for the lifetime of a process.
_APPENDING, _LEASED = 1, 2
_LOCK = "SELECT pg_advisory_xact_lock(%s, hashtext(%s))"
_LEASE = "SELECT pg_try_advisory_lock(%s, hashtext(%s))"
_RELEASE = "SELECT pg_advisory_unlock(%s, hashtext(%s))"
_COUNT = "SELECT coalesce(max(number) + 1, 0) FROM events WHERE table_id = %s"
_INSERT = "INSERT INTO events (table_id, number, data) VALUES (%s, %s, %s)"
_READ = "SELECT data FROM events WHERE table_id = %s AND number >= %s ORDER BY number"
_TELL = "SELECT pg_notify(%s, %s)"


class PostgresStore:
    """A store in the PostgreSQL database at *address*; its table is created if it does not exist."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._own = secrets.token_hex(8)
        self._leased: set[str] = set()
        self._lock = threading.Lock()
        self._reader: Connection[Any] | None = None
        self._is_closed = threading.Event()
        self._told: Callable[[str], None] | None = None
        with self._connected() as first:
            with suppress(Exception):  # two processes that start at once may both try
                first.execute(_TABLES)
            first.execute("SELECT number FROM events LIMIT 0")
        self._writing: Connection[Any] | None = None
        self._writer = OneWriter(self._commit, self._end_writing)

    def append(self, table: str, after: int, events: Sequence[bytes]) -> Future[None]:
        """Save *events* after the first *after* events of a table; the future is done when they are on disk."""
        return self._writer.append(table, after, events)

    def events(self, table: str, after: int = 0) -> list[bytes]:
        """Return the events of a table except the first *after*; empty if there is no such table."""
        rows = self._asked(_READ, (table, after))
        return [bytes(row[0]) for row in rows]

    def leases(self, table: str) -> bool:
        """Return whether this process runs the agents of a table; it takes the lease if it is free."""
        if table in self._leased:
            return True
        ((is_ours,),) = self._asked(_LEASE, (_LEASED, table))
        if is_ours:
            self._leased.add(table)
        return bool(is_ours)

    def release(self, table: str) -> None:
        """Let another process lease a table."""
        if table in self._leased:
            self._leased.discard(table)
            self._asked(_RELEASE, (_LEASED, table))

    def follow(self, told: Callable[[str], None]) -> None:
        """Call *told*, in another thread, with each table to which another process has appended."""
        self._told = told
        start_thread(self._listen)

    def close(self) -> None:
        """Save pending events, then close; leases end."""
        self._is_closed.set()
        self._writer.close()
        with self._lock:
            if self._reader is not None:
                self._reader.close()
                self._reader = None

    # ── connections ──

    def _connected(self) -> Connection[Any]:
        import psycopg

        try:
            return psycopg.connect(self._address, autocommit=True, connect_timeout=CONNECT_SECONDS)
        except psycopg.Error as problem:
            raise StoreError(f"cannot open the database: {_words(problem)}") from None

    def _asked(self, statement: Any, values: tuple[Any, ...]) -> list[Any]:
        """Return the rows of a statement on the connection whose session holds the leases."""
        import psycopg

        with self._lock:
            if self._is_closed.is_set():
                raise StoreError("the store is closed")
            if self._reader is None or self._reader.closed:
                self._leased.clear()  # the leases of a lost session are gone
                self._reader = self._connected()
            try:
                return list(self._reader.execute(statement, values))
            except psycopg.Error as problem:
                self._reader.close()
                raise StoreError(f"cannot read the database: {_words(problem)}") from None

    def _listen(self) -> None:
        """Wait for announcements of other processes until the store is closed; reconnect after a lost connection."""
        import psycopg

        while not self._is_closed.is_set():
            with suppress(psycopg.Error, StoreError), self._connected() as listening:
                listening.execute(f"LISTEN {_CHANNEL}")
                while not self._is_closed.is_set():
                    for one in listening.notifies(timeout=LISTEN_SECONDS):
                        sender, _, table = one.payload.partition(" ")
                        if sender != self._own and self._told is not None:
                            self._told(table)
            self._is_closed.wait(LISTEN_SECONDS / 10)

    # ── the one writer ──

    def _commit(self, batch: list[Append]) -> list[StoreError | None]:
        """Save a batch in one transaction; a failed commit saves none of it."""
        import psycopg

        answers: dict[int, StoreError | None] = {}
        try:
            if self._writing is None or self._writing.closed:
                self._writing = self._connected()
            with self._writing.transaction():
                # All processes take locks in the same order, so that there is no deadlock.
                for place, one in sorted(enumerate(batch), key=lambda each: each[1].table):
                    answers[place] = self._insert(self._writing, one)
        except StoreError as problem:
            return [problem for _ in batch]
        except psycopg.Error as problem:
            if self._writing is not None:
                self._writing.close()
            return [StoreError(f"cannot write the database: {_words(problem)}") for _ in batch]
        return [answers[place] for place in range(len(batch))]

    def _insert(self, connection: Connection[Any], asked: Append) -> StoreError | None:
        connection.execute(_LOCK, (_APPENDING, asked.table))
        row = connection.execute(_COUNT, (asked.table,)).fetchone()
        count = row[0] if row is not None else 0
        if count != asked.after:
            return StaleError(f"the table has {count} events, not {asked.after}")
        rows = [(asked.table, asked.after + place, data) for place, data in enumerate(asked.events)]
        with connection.cursor() as cursor:
            cursor.executemany(_INSERT, rows)
        connection.execute(_TELL, (_CHANNEL, f"{self._own} {asked.table}"))
        return None

    def _end_writing(self) -> None:
        if self._writing is not None:
            self._writing.close()


def _words(problem: Exception) -> str:
    """Return the message of a database error in one line."""
    return " ".join(str(problem).split())[:300]
