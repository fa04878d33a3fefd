"""Play games: play many games of one game, for statistics.

Games between random players run in bulk on the fastest kernel available, and a smaller number of them is also watched
decision by decision; games between other agents (`play_agents`) are always watched.

Invariants:
    * the same game, numbers and seed give the same games; different agents with one seed get the same deals;
    * after an interrupt, the games played so far are kept.

This module computes no statistics and prints nothing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludotome.agents import Agent, RandomAgent
from ludotome.gamedef import callable_or_none, checked_seed, from_one, of_kind, whole_number
from ludotome.play import BackendName, Game, Playouts
from ludotome.simulate.far_games import far_agents, far_random
from ludotome.simulate.play_agents import MOST_GAMES, Progress, agent_games, as_playouts
from ludotome.simulate.table import seated
from ludotome.simulate.watch import WatchedGame, watch_games

_WATCHED = 200  # games of random players that are watched: enough for a precision of a few per cent

_HURRY = 0.3  # seconds for watching after an interrupt


@dataclass(frozen=True, slots=True)
class Played:
    """The games played: the `results` of all of them, and the data observed in the watched ones.

    If all players are random, the watched games are not those of `results`, unless decisions were requested.
    """

    game: Game
    asked: int
    agents: tuple[Agent, ...]  # one per seat, as in the first game
    seed: int
    seats: int
    results: Playouts
    watched: tuple[WatchedGame, ...]
    seconds: float
    has_decisions: bool = False  # the watched games contain every decision

    @property
    def is_random(self) -> bool:
        """Whether all players were random."""
        return all(isinstance(agent, RandomAgent) for agent in self.agents)

    @property
    def has_all_watched(self) -> bool:
        """Whether the watched games are those of `results`."""
        return not self.is_random or self.has_decisions

    @property
    def is_interrupted(self) -> bool:
        """Whether the run was interrupted: fewer games were played or watched than requested."""
        return self.results.interrupted or len(self.watched) < min(self.asked, _WATCHED)


def checked_played(played: Any) -> Played:
    """Return *played*, which must be a `Played`."""
    return of_kind("played", played, Played, "write games, as `play_games` gives them")


def play_games(
    game: Game,
    n: int,
    *,
    agents: Sequence[Agent | str] | Agent | str | None = None,
    seed: int = 1,
    players: int | None = None,
    threads: int | None = None,
    processes: int | None = None,
    max_plies: int | None = None,
    backend: BackendName = "auto",
    decisions: bool = False,
    ray: str | None = None,
    progress: Progress | None = None,
) -> Played:
    """Return *n* games of *game*; with *decisions* each with every decision, for `decision_table`.

    *agents* is one for all seats or one per seat, as objects or names (`mcts:100`; default: random); they change
    seats from game to game. *threads* and *processes* are as for `play_agents`. With *ray* the games are
    played on the Ray cluster at that address, `local` for one on this machine. *progress* is called with the number of
    games played so far.
    """
    started = time.perf_counter()
    seats = of_kind("game", game, Game, "write a game, as `load` gives it").seats_for(players)
    n = whole_number("n", n, 1, MOST_GAMES, f"write how many games to play, from 1 to {MOST_GAMES}")
    seed, threads, max_plies = checked_seed(seed), from_one("threads", threads), from_one("max_plies", max_plies)
    callable_or_none("progress", progress, "write a function of the number of games played")
    table = seated(agents, seats)
    if all(isinstance(agent, RandomAgent) for agent in table) and not decisions:
        if ray is not None:
            results = far_random(game, n, ray, progress, seats, seed=seed, max_plies=max_plies, backend=backend)
        else:
            results = game.playouts(n, seed, threads, max_plies, backend, players=seats, progress=progress)
        some = min(n, _WATCHED, len(results.plies))
        # After an interrupt, finish quickly and report the games so far.
        seconds = _HURRY if results.interrupted else None
        watched = watch_games(
            game, some, table, seed=seed, players=seats, max_plies=max_plies, backend=backend, seconds=seconds
        )
    else:
        how: dict[str, Any] = {
            "seed": seed, "players": seats, "max_plies": max_plies, "backend": backend, "decisions": decisions,
        }  # fmt: skip
        if ray is not None:
            watched, interrupted = far_agents(game, n, table, ray, progress, **how)
        else:
            watched, interrupted = agent_games(
                game, n, table, threads=threads, processes=processes, progress=progress, **how
            )
        results = as_playouts(watched, seats, interrupted=interrupted)
    return Played(game, n, table, seed, seats, results, watched, time.perf_counter() - started, decisions)
