"""Far games: play a series of games in parts on the nodes of a Ray cluster.

The game (its definition with its document) and the agents are sent once. Each process of a node keeps the game, and the
node's cache keeps its machine code, which only one process at a time compiles.

Invariant: rows do not depend on how games are split, where they are played, or which nodes die in the meantime.

This module computes no statistics and prints nothing.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import lru_cache
from itertools import takewhile
from typing import Any, Generic, TypeVar

from ludotome import workers
from ludotome.agents import Agent
from ludotome.play import Game, Playouts
from ludotome.simulate.play_agents import agent_games, join_playouts
from ludotome.simulate.watch import WatchedGame

Row = TypeVar("Row")
_PARTS = 200
"""Number of parts of a series: enough for every processor, and little is lost with a node."""
_LEAST_RANDOM = 1000  # games of random players per part: fewer would take less time than their transfer


class _Sent:
    """A game that is sent, and kept by each process of a node."""

    def __init__(self, game: Game) -> None:
        self.packed = pickle.dumps(game)

    def game(self) -> Game:
        return _unpacked(self.packed)


@lru_cache(4)
def _unpacked(packed: bytes) -> Game:
    game = pickle.loads(packed)
    assert isinstance(game, Game)
    return game


class RandomGames(_Sent):
    """A job: games of a range between random players, as `Game.playouts` plays them."""

    def __init__(self, game: Game, how: dict[str, Any]) -> None:
        super().__init__(game)
        self.how = how

    def __call__(self, part: range) -> Playouts:
        """Return the results of the games."""
        return self.game().playouts(len(part), threads=1, first=part.start, **self.how)


class AgentGames(_Sent):
    """A job: games of a range between agents, as `play_agents` plays them."""

    def __init__(self, game: Game, table: tuple[Agent, ...], how: dict[str, Any]) -> None:
        super().__init__(game)
        self.table, self.how = table, how

    def __call__(self, part: range) -> tuple[WatchedGame, ...]:
        """Return the data observed in the games."""
        return agent_games(self.game(), len(part), self.table, threads=1, first=part.start, **self.how)[0]


class Far(Generic[Row]):
    """Plays a series on the cluster at an address; an interrupt keeps the games before the first missing one."""

    def __init__(self, job: Callable[[range], Row], n: int, least: int, progress: Callable[[int], None] | None) -> None:
        size = max(-(-n // _PARTS), least)
        self.job, self.progress = job, progress
        self.parts = [range(first, min(first + size, n)) for first in range(0, n, size)]
        self.rows: dict[int, Row] = {}
        self.interrupted = False

    def run(self, address: str) -> list[Row]:
        """Return the rows of each part, in order."""
        try:
            workers.run(self.job, self.parts, "ray", done=self._note, address=address)
        except KeyboardInterrupt:
            self.interrupted = True
        return [self.rows[place] for place in takewhile(self.rows.__contains__, range(len(self.parts)))]

    def _note(self, place: int, row: Row) -> None:
        self.rows[place] = row
        if self.progress is not None:
            self.progress(sum(len(self.parts[one]) for one in self.rows))


def far_random(
    game: Game, n: int, address: str, progress: Callable[[int], None] | None, seats: int, **how: Any
) -> Playouts:
    """Return games 0 … n - 1 between random players, played at *address*."""
    far = Far(RandomGames(game, {"players": seats, **how}), n, _LEAST_RANDOM, progress)
    parts = far.run(address)
    return join_playouts(parts or [game.playouts(0, players=seats)], interrupted=far.interrupted)


def far_agents(
    game: Game, n: int, table: tuple[Agent, ...], address: str, progress: Callable[[int], None] | None, **how: Any
) -> tuple[tuple[WatchedGame, ...], bool]:
    """Return the data observed in games 0 … n - 1 between agents at *address*, and whether they were interrupted."""
    far = Far(AgentGames(game, table, how), n, 1, progress)
    return tuple(one for part in far.run(address) for one in part), far.interrupted
