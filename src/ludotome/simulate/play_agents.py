"""Play agents: play many games between agents, as arrays or with the data observed in each.

If the game is compiled and the agents are built-in ones, whole games are played in machine code, unless the game has
chance or hidden information and asks players to choose in the middle of a decision. All others are played decision by
decision in Python, in several processes if requested.

Invariants:
    * game i of a seed is the same game on any kernel: an agent's random numbers for a decision come from
      `mix(seed, game, ply)` alone, so results do not depend on threads, processes or machine code;
    * an agent with a time limit is the exception: its decisions depend on the machine.

This module computes no statistics and prints nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

import numpy as np

from ludotome import workers
from ludotome.agents import Agent, GreedyAgent, MctsAgent, RandomAgent
from ludotome.chance import mix
from ludotome.gamedef import OUTCOMES, callable_or_none, checked_seed, from_one, of_kind, whole_number
from ludotome.native import Chooser, Contest
from ludotome.play import BackendName, Game, Playouts, PlayoutStats
from ludotome.simulate.table import seated
from ludotome.simulate.watch import CUT, FAULT, WatchedGame, deals_of, watch_game

Progress = Callable[[int], None]
MOST_GAMES = 10_000_000
FAULT_CODE = -2
OUTCOME_OF_CODE = dict(enumerate(OUTCOMES)) | {-1: CUT, FAULT_CODE: FAULT}
_ALONE = 1.0  # seconds to play in this process before starting others, which takes about as long


def play_agents(
    game: Game,
    n: int,
    agents: Sequence[Agent | str] | Agent | str,
    seed: int = 1,
    threads: int | None = None,
    processes: int | None = None,
    *,
    first: int = 0,
    rotate: bool = False,
    players: int | None = None,
    max_plies: int | None = None,
    backend: BackendName = "auto",
    stats: bool = False,
    progress: Progress | None = None,
) -> Playouts:
    """Return the results of games first … first + n - 1 between *agents*, as `Game.playouts` does for random players.

    *agents* is one for all seats or one per seat, as objects or names (`mcts:100`). With *rotate* they change seats
    from game to game: agent (seat + game) modulo seats plays a seat, and if agents differ, the games of one round begin
    alike. *threads* is how many games run in parallel in machine code (default: the number of processors), *processes*
    how many in Python (default: 1). Neither changes a result.
    """
    seats = of_kind("game", game, Game, "write a game, as `load` gives it").seats_for(players)
    table = seated(agents, seats)
    watched, interrupted = agent_games(
        game, n, table, seed=seed, threads=threads, processes=processes, first=first, rotate=rotate, players=seats,
        max_plies=max_plies, backend=backend, progress=progress,
    )  # fmt: skip
    results = as_playouts(watched, seats, interrupted=interrupted)
    return with_stats(game, results, watched) if stats else results


def agent_games(
    game: Game,
    n: int,
    table: tuple[Agent, ...],
    *,
    seed: int = 1,
    threads: int | None = None,
    processes: int | None = None,
    first: int = 0,
    rotate: bool = True,
    players: int,
    max_plies: int | None = None,
    backend: BackendName = "auto",
    decisions: bool = False,
    progress: Progress | None = None,
) -> tuple[tuple[WatchedGame, ...], bool]:
    """Return the data observed in games first … first + n - 1, and whether they were interrupted.

    With *decisions* they are played in Python, where every decision can be observed.
    """
    n = whole_number("n", n, 0, MOST_GAMES, f"write how many games to play, up to {MOST_GAMES}")
    first = whole_number("first", first, 0, 2**62, "write the number of the first game, from 0")
    seed, max_plies = checked_seed(seed), from_one("max_plies", max_plies)
    threads, processes = from_one("threads", threads), from_one("processes", processes)
    callable_or_none("progress", progress, "write a function of the number of games played")
    how = {"seed": seed, "rotate": rotate, "players": players, "max_plies": max_plies, "backend": backend}
    if decisions:
        how["decisions"] = True
        return _play_in_python(game, range(first, first + n), table, processes or 1, progress, how)
    choosers = [_chooser(agent) for agent in table]
    known = [chooser for chooser in choosers if chooser is not None]
    if len(known) == len(choosers):
        played = game.contest(
            known, n, players=players, backend=backend, seed=seed, first=first, rotates=rotate,
            deals=deals_of(table, rotate=rotate), threads=threads, max_plies=max_plies, progress=progress,
        )  # fmt: skip
        if played is not None:
            return _watched(game, played, table, how), played.interrupted
    return _play_in_python(game, range(first, first + n), table, processes or 1, progress, how)


def _chooser(agent: Agent) -> Chooser | None:
    """Return how *agent* chooses in machine code; None if it is not built in or has a time limit."""
    kind = type(agent)
    if kind is RandomAgent:
        return Chooser("random")
    if kind is GreedyAgent:
        return Chooser("greedy")
    if isinstance(agent, MctsAgent) and kind is MctsAgent and agent.simulations is not None:
        return Chooser("search", agent.simulations)
    return None


# ── In machine code ────────────────────────────────────────────────────────────────────────────────────────────────


def _watched(game: Game, played: Contest, table: tuple[Agent, ...], how: dict[str, Any]) -> tuple[WatchedGame, ...]:
    """Return the data observed in each game; one that met a fault is replayed to describe the fault."""
    names = [action.id for action in game.game_def.actions]
    deals = deals_of(table, rotate=how["rotate"])
    seats = len(table)
    found = []
    for row, index in enumerate(played.game.tolist()):
        if played.fault[row]:
            found.append(watch_game(game, index, table, **how))
            continue
        code = int(played.outcome[row]) - 1
        taken, beside, offered = played.taken[row], played.beside[row], played.offered[row]
        found.append(
            WatchedGame(
                tuple((seat + index) % seats if how["rotate"] else seat for seat in range(seats)),
                mix(how["seed"], index // deals),
                OUTCOME_OF_CODE[code],
                tuple(played.returns[row].tolist()) if code >= 0 else (),
                None if played.condition[row] < 0 else int(played.condition[row]),
                int(played.plies[row]),
                int(played.choices[row]),
                {names[place]: int(taken[place]) for place in np.flatnonzero(taken)},
                {names[place]: float(offered[place]) for place in np.flatnonzero(offered)},
                {names[place]: int(beside[place]) for place in np.flatnonzero(beside)},
                int(played.lead_changes[row]),
                "native",
            )
        )
    return tuple(found)


# ── In Python ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _play_in_python(
    game: Game,
    games: range,
    table: tuple[Agent, ...],
    processes: int,
    progress: Progress | None,
    how: dict[str, Any],
) -> tuple[tuple[WatchedGame, ...], bool]:
    """Return the data observed in *games*: the first are played here and, if that takes long, the rest in processes."""
    found: dict[int, WatchedGame] = {}

    def note(index: int, watched: WatchedGame) -> None:
        found[index] = watched
        if progress is not None:
            progress(len(found))

    interrupted, started = False, time.perf_counter()
    try:
        for index in games:
            if processes > 1 and time.perf_counter() - started > _ALONE:
                break
            note(index, watch_game(game, index, table, **how))
        rest = games[len(found) :]
        if rest:
            job = partial(_watch_one, game, table, how)
            workers.run(job, rest, "processes", workers=processes, done=lambda place, one: note(rest[place], one))
    except KeyboardInterrupt:
        interrupted = True
    # After an interrupt, only the games before the first missing one, since rows are numbered from the first.
    return tuple(found[index] for index in takewhile(found.__contains__, games)), interrupted


def _watch_one(game: Game, table: tuple[Agent, ...], how: dict[str, Any], index: int) -> WatchedGame:
    return watch_game(game, index, table, **how)


# ── As columns ─────────────────────────────────────────────────────────────────────────────────────────────────────


def as_playouts(watched: tuple[WatchedGame, ...], seats: int, *, interrupted: bool) -> Playouts:
    """Return the results of watched games as columns."""
    code = {name: code for code, name in OUTCOME_OF_CODE.items()}
    return Playouts(
        np.array([game.returns or (0.0,) * seats for game in watched]).reshape(len(watched), seats),
        np.array([game.plies for game in watched], np.int32),
        np.array([code[game.outcome] for game in watched], np.int8),
        np.array([-1 if game.condition is None else game.condition for game in watched], np.int32),
        interrupted=interrupted,
    )


def join_playouts(parts: Sequence[Playouts], *, interrupted: bool = False) -> Playouts:
    """Return the games of all *parts* as one, without their statistics."""
    return Playouts(
        np.concatenate([part.returns for part in parts]),
        np.concatenate([part.plies for part in parts]),
        np.concatenate([part.outcome for part in parts]),
        np.concatenate([part.condition for part in parts]),
        interrupted=interrupted,
    )


def with_stats(game: Game, results: Playouts, watched: tuple[WatchedGame, ...]) -> Playouts:
    """Return *results* with statistics of each game."""
    names = [action.id for action in game.game_def.actions]
    counts = [[one.taken.get(name, 0) for name in names] for one in watched]
    stats = PlayoutStats(
        np.array([one.choices / max(one.plies, 1) for one in watched]),
        np.array(counts, np.int64).reshape(len(watched), len(names)),
        np.array([one.lead_changes for one in watched], np.int32),
    )
    return Playouts(
        results.returns, results.plies, results.outcome, results.condition, stats, interrupted=results.interrupted
    )
