"""Simulate: play a game many times and report what came of it.

Games between random players are played all at once by the fastest kernel there is; a smaller number of them, and all
games between other agents, are watched decision by decision for what only that shows.

Invariants:
    * the same game, numbers and seed give the same report, but for the seconds it took;
    * an interrupt keeps what was played until then.

This module prints nothing.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from ludotome import kernel
from ludotome.agents import Agent, RandomAgent
from ludotome.chance import mix, seed_generator
from ludotome.gamedef import OUTCOMES, PlayError
from ludotome.play import BackendName, Game, Playouts
from ludotome.simulate.flags import Counted, find_flags
from ludotome.simulate.intervals import wilson
from ludotome.simulate.report import ActionUse, Report, Share, SideReport, Spread
from ludotome.simulate.watch import CUT, FAULT, WatchedGame, watch_games

Progress = Callable[[int], None]
MOST_GAMES = 10_000_000
_WATCHED = 200  # games of random players that are watched: enough for a share to within a few per cent
_TRIED_FOR_DEPTH = 20


def simulate(
    game: Game,
    n: int,
    *,
    agents: Sequence[Agent] | None = None,
    seed: int = 1,
    players: int | None = None,
    threads: int | None = None,
    max_plies: int | None = None,
    backend: BackendName = "auto",
    progress: Progress | None = None,
) -> Report:
    """Return the report of *n* games of *game*.

    *agents* are one for all seats or one a seat, random unless given; they change seats from game to game. *progress*
    is called with the number of games played so far.
    """
    started = time.perf_counter()
    seats = game.num_players if players is None else players
    if type(n) is not int or not 1 <= n <= MOST_GAMES:
        raise PlayError("bad-argument", f"n is {n!r}; write how many games to play, from 1 to {MOST_GAMES}")
    table = _seated(agents or (RandomAgent(),), seats)
    if all(isinstance(agent, RandomAgent) for agent in table):
        results = game.playouts(n, seed, threads, max_plies, backend, players=seats, progress=progress)
        some = min(n, _WATCHED, len(results.plies))
        watched = watch_games(game, some, table, seed=seed, players=seats, max_plies=max_plies, backend=backend)
    else:
        watched = watch_games(
            game, n, table, seed=seed, players=seats, max_plies=max_plies, backend=backend, progress=progress
        )
        results = _as_playouts(watched, seats)
    return _report(game, n, table, seed, seats, results, watched, time.perf_counter() - started)


def _seated(agents: Sequence[Agent], seats: int) -> tuple[Agent, ...]:
    """Return one agent a seat."""
    if len(agents) == 1:
        return tuple(agents) * seats
    if len(agents) != seats:
        raise PlayError("bad-argument", f"{len(agents)} agents for {seats} seats; name one, or one for each seat")
    return tuple(agents)


def _as_playouts(watched: tuple[WatchedGame, ...], seats: int) -> Playouts:
    """Return the results of watched games as columns."""
    code = {name: index for index, name in enumerate(OUTCOMES)} | {CUT: -1, FAULT: -2}
    return Playouts(
        np.array([game.returns or (0.0,) * seats for game in watched]).reshape(len(watched), seats),
        np.array([game.plies for game in watched], np.int32),
        np.array([code[game.outcome] for game in watched], np.int8),
        np.array([-1 if game.condition is None else game.condition for game in watched], np.int32),
    )


def _report(
    game: Game,
    asked: int,
    table: tuple[Agent, ...],
    seed: int,
    seats: int,
    results: Playouts,
    watched: tuple[WatchedGame, ...],
    seconds: float,
) -> Report:
    played = len(results.plies)
    names = game.game_def.metadata.seats[:seats]
    outcomes = _outcomes(results)
    actions = _actions(game, watched)
    counted = Counted(
        game,
        played,
        outcomes,
        Counter(int(index) for index in results.condition if index >= 0),
        int(np.sum((results.outcome == OUTCOMES.index("win")) & (results.plies < 2 * seats))),
        actions,
        *_deep_triggers(game, seed, seats, played),
    )
    return Report(
        game=game.name,
        rules_hash=game.rules_hash,
        players=seats,
        games=played,
        asked=asked,
        seed=seed,
        backend=watched[0].backend if watched else "reference",
        agents=tuple(agent.name for agent in table),
        seats=tuple(_side(name, results.returns[:, seat], results.outcome) for seat, name in enumerate(names)),
        by_agent=_by_agent(table, watched),
        outcomes=outcomes,
        length=_spread(results.plies),
        watched=len(watched),
        branching=_spread(np.array([one.choices / one.plies for one in watched if one.plies])),
        actions=actions,
        lead_changes=_lead_changes(game, watched),
        flags=find_flags(counted),
        seconds=seconds,
    )


def _outcomes(results: Playouts) -> dict[str, int]:
    names = dict(enumerate(OUTCOMES)) | {-1: CUT, -2: FAULT}
    found = Counter(names[int(code)] for code in results.outcome)
    return {name: found[name] for name in names.values() if found[name]}


def _side(name: str, returns: np.ndarray, outcome: np.ndarray) -> SideReport:
    """Return how one seat did: ahead is a win, behind a loss, as the returns say."""
    ended = outcome >= 0
    wins, losses = int(np.sum(ended & (returns > 0))), int(np.sum(ended & (returns < 0)))
    games = int(np.sum(ended))
    draws = games - wins - losses
    share = (wins + draws / 2) / games if games else 0.0
    mean = float(np.mean(returns[ended])) if games else 0.0
    return SideReport(name, games, wins, losses, draws, Share(share, *wilson(share, games)), mean)


def _by_agent(table: tuple[Agent, ...], watched: tuple[WatchedGame, ...]) -> tuple[SideReport, ...]:
    """Return how each agent did over all seats; nothing where all are the same."""
    names = tuple(dict.fromkeys(agent.name for agent in table))
    if len(names) < 2:
        return ()
    returns: dict[str, list[float]] = {name: [] for name in names}
    for one in watched:
        for seat, value in enumerate(one.returns):
            returns[table[one.agent_of_seat[seat]].name].append(value)
    return tuple(_side(name, np.array(values), np.zeros(len(values), np.int8)) for name, values in returns.items())


def _actions(game: Game, watched: tuple[WatchedGame, ...]) -> tuple[ActionUse, ...]:
    counts = Counter[str]()
    for one in watched:
        counts.update(one.taken)
    total = max(sum(counts.values()), 1)
    return tuple(ActionUse(a.id, counts[a.id], counts[a.id] / total) for a in game.game_def.actions)


def _lead_changes(game: Game, watched: tuple[WatchedGame, ...]) -> float | None:
    if game.game_def.scoring is None or not watched:
        return None
    return sum(one.lead_changes for one in watched) / len(watched)


def _spread(values: np.ndarray) -> Spread:
    if not len(values):
        return Spread(0, 0, 0, 0, 0, 0, 0, 0)
    low, p05, p25, median, p75, p95, high = (float(q) for q in np.percentile(values, (0, 5, 25, 50, 75, 95, 100)))
    return Spread(float(np.mean(values)), low, p05, p25, median, p75, p95, high)


def _deep_triggers(game: Game, seed: int, seats: int, played: int) -> tuple[int, int]:
    """Return how many events were cut off at the trigger depth, and in how many games on the reference kernel."""
    games = min(played, _TRIED_FOR_DEPTH) if game.game_def.triggers else 0
    cut = 0
    for index in range(games):
        state = kernel.initial_state(game.game_def, mix(seed, index), seats)
        generator = seed_generator(mix(seed, index, 1))
        try:
            while state.outcome is None:
                move, generator = kernel.random_move(game.game_def, state, generator)
                applied = kernel.apply_move(game.game_def, state, move)
                state = applied.state
                cut += sum(firing.truncated for firing in applied.trigger_firings)
        except PlayError as error:
            if error.code != "document-fault":
                raise
    return cut, games
