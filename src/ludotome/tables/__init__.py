"""Tables: games between several people. Each sees only their own view; events are on disk before they are sent.

A table is an append-only list of events (`events`). `Table` computes from them who sits where, the state of the game
and pending requests. A `Store` saves the events; `Host` joins both and notifies viewers after the store has confirmed.

| module | question |
|---|---|
| `events` | what can happen at a table? |
| `table` | what do the events mean, and what may happen next? |
| `seen` | what is sent to one seat, or to somebody who only watches? |
| `store`, `postgres_store` | where are the events, and when are they safe? |
| `strangers`, `limited` | how is a document of somebody unknown checked and loaded? |
| `computing` | in which threads are games loaded and computed, and for how long? |
| `host` | which tables are open, who watches them, and when do agents decide? |

This package does not know rules, pages or sockets.
"""

from ludotome.tables.host import Host, Turn
from ludotome.tables.open_store import open_store
from ludotome.tables.refusals import TableError
from ludotome.tables.store import SqliteStore, StaleError, Store, StoreError, store_path
from ludotome.tables.table import AGENTS, PHRASES, WATCHER, Table

__all__ = [
    "AGENTS",
    "PHRASES",
    "WATCHER",
    "Host",
    "SqliteStore",
    "Store",
    "StaleError",
    "StoreError",
    "Table",
    "TableError",
    "Turn",
    "open_store",
    "store_path",
]
