"""Play games: many games of one game, for what they say about it.

Games between random players are played all at once by the fastest kernel there is; a smaller number of them, and all
games between other agents, are watched decision by decision for what only that shows.

Invariants:
    * the same game, numbers and seed give the same games; two tables of agents on one seed meet the same deals;
    * an interrupt keeps what was played until then.

This module counts nothing and prints nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotome.agents import AGENTS, Agent, RandomAgent, parse_agent
from ludotome.gamedef import (
    OUTCOMES,
    PlayError,
    bad_argument,
    callable_or_none,
    checked_seed,
    from_one,
    of_kind,
    whole_number,
)
from ludotome.play import BackendName, Game, Playouts
from ludotome.simulate.watch import CUT, FAULT, WatchedGame, watch_games

Progress = Callable[[int], None]
MOST_GAMES = 10_000_000
FAULT_CODE = -2
OUTCOME_OF_CODE = dict(enumerate(OUTCOMES)) | {-1: CUT, FAULT_CODE: FAULT}
_WATCHED = 200  # games of random players that are watched: enough for a share to within a few per cent

_HURRY = 0.3  # seconds for watching after an interrupt


@dataclass(frozen=True, slots=True)
class Played:
    """Games that were played: `results` of all of them, and what was seen of those that were watched.

    Where all players are random the watched games are others than those of `results`.
    """

    game: Game
    asked: int
    agents: tuple[Agent, ...]  # one a seat, as they sit in the first game
    seed: int
    seats: int
    results: Playouts
    watched: tuple[WatchedGame, ...]
    seconds: float

    @property
    def is_random(self) -> bool:
        """Whether nobody but random players played."""
        return all(isinstance(agent, RandomAgent) for agent in self.agents)

    @property
    def is_interrupted(self) -> bool:
        """Whether somebody would not wait: there are fewer games than asked for, or fewer were watched than meant."""
        return self.results.interrupted or len(self.watched) < min(self.asked, _WATCHED)


def checked_played(played: Any) -> Played:
    """Return *played*, which must be games that were played."""
    return of_kind("played", played, Played, "write games, as `play_games` gives them")


def play_games(
    game: Game,
    n: int,
    *,
    agents: Sequence[Agent | str] | Agent | str | None = None,
    seed: int = 1,
    players: int | None = None,
    threads: int | None = None,
    max_plies: int | None = None,
    backend: BackendName = "auto",
    progress: Progress | None = None,
) -> Played:
    """Return *n* games of *game*.

    *agents* are one for all seats or one a seat, themselves or by name (`mcts:100`), random unless given; they change
    seats from game to game. *progress* is called with the number of games played so far.
    """
    started = time.perf_counter()
    seats = of_kind("game", game, Game, "write a game, as `load` gives it").seats_for(players)
    n = whole_number("n", n, 1, MOST_GAMES, f"write how many games to play, from 1 to {MOST_GAMES}")
    seed, threads, max_plies = checked_seed(seed), from_one("threads", threads), from_one("max_plies", max_plies)
    callable_or_none("progress", progress, "write a function of the number of games played")
    table = _seated(_listed(agents), seats)
    if all(isinstance(agent, RandomAgent) for agent in table):
        results = game.playouts(n, seed, threads, max_plies, backend, players=seats, progress=progress)
        some = min(n, _WATCHED, len(results.plies))
        # Whoever has interrupted wants an end, and the report of what there is.
        seconds = _HURRY if results.interrupted else None
        watched = watch_games(
            game, some, table, seed=seed, players=seats, max_plies=max_plies, backend=backend, seconds=seconds
        )
    else:
        watched = watch_games(
            game, n, table, seed=seed, players=seats, max_plies=max_plies, backend=backend, progress=progress
        )
        results = _as_playouts(watched, seats, interrupted=len(watched) < n)
    return Played(game, n, table, seed, seats, results, watched, time.perf_counter() - started)


def _listed(agents: Any) -> list[Agent | str]:
    """Return the agents that were given, or the only one; random unless given."""
    if isinstance(agents, str) and "," in agents:
        raise bad_argument("agents", agents, f"write a list, as {[name.strip() for name in agents.split(',')]}")
    if isinstance(agents, str) or _chooses(agents):
        return [agents]
    if agents is not None and not isinstance(agents, Iterable):
        raise bad_argument("agents", agents, f"write agents, or their names: {', '.join(AGENTS)}")
    return list(agents or (RandomAgent(),))


def _seated(agents: list[Agent | str], seats: int) -> tuple[Agent, ...]:
    """Return one agent a seat."""
    if len(agents) not in (1, seats):
        raise PlayError("bad-argument", f"{len(agents)} agents for {seats} seats; name one, or one for each seat")
    return tuple(map(_agent, agents if len(agents) == seats else agents * seats))


def _agent(given: Agent | str) -> Agent:
    """Return an agent given as itself or by its name."""
    if isinstance(given, str):
        try:
            return parse_agent(given)
        except ValueError as problem:
            raise PlayError("bad-argument", str(problem)) from None
    if not _chooses(given):
        raise PlayError("bad-argument", f"{given!r} is no agent; write one, or its name: {', '.join(AGENTS)}")
    if isinstance(given, type):
        raise bad_argument("an agent", given, f"write an agent of that class, as `{given.__name__}()`")
    if not isinstance(getattr(given, "name", None), str):
        raise bad_argument("an agent", given, "give it a `name`, the text that reports call it by")
    return given


def _chooses(given: Any) -> bool:
    return callable(getattr(given, "choose", None))


def _as_playouts(watched: tuple[WatchedGame, ...], seats: int, *, interrupted: bool) -> Playouts:
    """Return the results of watched games as columns."""
    code = {name: code for code, name in OUTCOME_OF_CODE.items()}
    return Playouts(
        np.array([game.returns or (0.0,) * seats for game in watched]).reshape(len(watched), seats),
        np.array([game.plies for game in watched], np.int32),
        np.array([code[game.outcome] for game in watched], np.int8),
        np.array([-1 if game.condition is None else game.condition for game in watched], np.int32),
        interrupted=interrupted,
    )
