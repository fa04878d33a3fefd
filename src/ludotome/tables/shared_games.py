"""Shared games: the games of documents, each loaded once for all tables that play it.

Invariants:
    * if several callers request the same game at the same time, one loads it and the others wait;
    * a game is found as long as any table has it; of the games that no table has, the *most* most recently requested
      are kept.

This module does not know how a game is loaded.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from ludotome.play import Game


class SharedGames:
    """Games by their keys; at most *most* are kept for further tables."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._used: WeakValueDictionary[bytes, Game] = WeakValueDictionary()
        self._kept: OrderedDict[bytes, Game] = OrderedDict()
        self._loading: WeakValueDictionary[bytes, threading.Lock] = WeakValueDictionary()

    def get(self, key: bytes, load: Callable[[], Game]) -> Game:
        """Return the game of *key*; it is loaded by *load* if it is not here."""
        with self._lock:
            loading = self._loading.setdefault(key, threading.Lock())
        with loading:
            with self._lock:
                game = self._used.get(key)
            if game is None:
                game = load()
            self.put(key, game)
        return game

    def put(self, key: bytes, game: Game) -> None:
        """Add *game* under *key*."""
        with self._lock:
            self._used[key] = self._kept[key] = game
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
