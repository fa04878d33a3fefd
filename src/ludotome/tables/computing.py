"""Computing: the threads that load and compute the games of tables, and their time limits.

Loading reads, checks and compiles a document, which takes seconds. The person who opens a table waits; players at other
tables must not. So neither the event loop nor the shared threads load anything.

Invariants:
    * tables of one document with the same settings share its game; at most `MOST_KEPT` are kept for further tables, and
      `MOST_STRANGE_KEPT` of strangers' documents;
    * a stranger's game computes in one of `STRANGERS_AT_ONCE` threads, for at most `STRANGER_SECONDS`, or
      `READ_SECONDS` where a table is opened or read back.

This module does not know stores or sockets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludotome.gamedef import PlayError
from ludotome.play import Game, load_text
from ludotome.tables.events import Opened
from ludotome.tables.refusals import TableError
from ludotome.tables.shared_games import SharedGames
from ludotome.tables.strangers import MOST_AT_ONCE, MOST_WAITING, Strangers
from ludotome.toolchain import ToolError, time_limit

MOST_KEPT = 200
MOST_STRANGE_KEPT = 16
LOADS_AT_ONCE = 2  # games of the site's own documents
STRANGERS_AT_ONCE = 4
STRANGER_SECONDS = 3.0  # for everything that follows from one request
READ_SECONDS = 30.0
Load = Callable[[Opened], Game]
_T = TypeVar("_T")


class Computing:
    """The games and threads of a host; *load* makes the game of one of the site's own documents."""

    def __init__(self, load: Load | None = None) -> None:
        self.strangers = Strangers()
        self._load = load or game_of
        self._own = SharedGames(MOST_KEPT)
        self._strange = SharedGames(MOST_STRANGE_KEPT)
        self._loads = ThreadPoolExecutor(LOADS_AT_ONCE, "ludotome-loads")
        # One thread more than may wait, so that the first document above the limit is refused at once.
        self._strange_loads = ThreadPoolExecutor(MOST_AT_ONCE + MOST_WAITING + 1, "ludotome-strange-loads")
        self._aside = ThreadPoolExecutor(STRANGERS_AT_ONCE, "ludotome-strangers")

    async def with_game(self, opened: Opened, work: Callable[[Game], _T]) -> _T:
        """Return the result of *work*, which may compile the game of a table."""
        run = asyncio.get_running_loop().run_in_executor
        if opened.sandboxed:
            game = await run(self._strange_loads, self._game, opened)
            return await self._limited(lambda: work(game), READ_SECONDS)
        return await run(self._loads, lambda: work(self._game(opened)))

    async def computed(self, opened: Opened, work: Callable[[], _T]) -> _T:
        """Return the result of *work*; a stranger's game runs in one of few threads with a time limit."""
        return await self._limited(work, STRANGER_SECONDS) if opened.sandboxed else work()

    async def aside(self, opened: Opened, work: Callable[[], _T]) -> _T:
        """Return the result of *work*, computed while other tables continue."""
        if opened.sandboxed:
            return await self._limited(work, STRANGER_SECONDS)
        return await asyncio.get_running_loop().run_in_executor(self._loads, work)

    def close(self) -> None:
        """Start no more work."""
        for threads in (self._loads, self._strange_loads, self._aside):
            threads.shutdown(wait=False, cancel_futures=True)

    async def _limited(self, work: Callable[[], _T], seconds: float) -> _T:
        def limited() -> _T:
            with time_limit(seconds, "what follows from it"):
                return work()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._aside, limited)
        except ToolError as problem:
            raise TableError(problem.code, f"the game was stopped by a limit of this site ({problem.code})") from None

    def _game(self, opened: Opened) -> Game:
        key = game_key(opened)
        if not opened.sandboxed:
            return self._own.get(key, lambda: self._load(opened))
        game = self._strange.get(key, lambda: self.strangers.load(opened))
        if not opened.players:  # it was loaded for the minimum; tables that name this number share it
            self._strange.put(game_key(replace(opened, players=game.game_def.metadata.players.min)), game)
        return game


def game_key(opened: Opened) -> bytes:
    """Return what tables that share a game have in common.

    A stranger's game is compiled, checked and limited for one number of players.
    """
    players = opened.players if opened.sandboxed else None
    return sha256(msgspec.json.encode((opened.document, opened.files, opened.settings, players))).digest()


def game_of(opened: Opened) -> Game:
    """Return the game of a table; a `SpecError` if its document has errors."""

    def read_file(name: str) -> str:
        if name not in opened.files:
            raise FileNotFoundError(name)
        return opened.files[name]

    try:
        return load_text(opened.document, read=read_file, parameters=opened.settings)
    except PlayError as problem:
        raise TableError(problem.code, str(problem)) from None
