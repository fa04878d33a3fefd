"""Open store: the store at an address: a file, or a PostgreSQL database."""

from __future__ import annotations

from ludotome.tables.store import SqliteStore, Store, StoreError, store_path

_DATABASES = ("postgresql://", "postgres://")


def open_store(address: str) -> Store:
    """Return the store at *address*: a path, `sqlite:///path` or `postgresql://…`; raise `StoreError` if that fails."""
    if not address.startswith(_DATABASES):
        return SqliteStore(store_path(address))
    try:
        from ludotome.tables.postgres_store import PostgresStore

        return PostgresStore(address)
    except ImportError as problem:
        if problem.name != "psycopg":
            raise
        raise StoreError('a PostgreSQL store needs `psycopg`: `pip install "ludotome[postgres]"`') from None
