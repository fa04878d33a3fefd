"""Levels: measure how much stronger each level is than the one below, by games between them.

A level that does not clearly beat the one below is merged with it: it uses the same number of simulations, since more
would only take longer.

Invariant: the same game, numbers and seed give the same levels.

This module prints nothing and writes no files.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct

from ludotome.agents import LEVELS, MctsAgent
from ludotome.gamedef import PlayError, of_kind, whole_number
from ludotome.play import Game, Playouts
from ludotome.simulate.intervals import wilson
from ludotome.simulate.play_agents import MOST_GAMES, play_agents
from ludotome.simulate.report import Share

CLEARLY = 0.2  # fraction between a fair share and all points: 60 % for two players


class Level(Struct, frozen=True):
    """A level: its simulations per decision, and its share of the points against the level below, if measured.

    `merged` names the level below that it is merged with; then `simulations` are those of that level.
    """

    name: str
    simulations: int
    share: Share | None = None
    games: int = 0
    merged: str | None = None


def measure_levels(
    game: Game,
    n: int = 50,
    *,
    seed: int = 1,
    players: int | None = None,
    threads: int | None = None,
    processes: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[Level, ...]:
    """Return the levels of *game*, each but the first measured by *n* games against the level below.

    The stronger level takes each seat in turn, the others belong to the weaker one. *progress* is called with the
    number of games played so far, of all levels. An interrupt raises `KeyboardInterrupt`, because a partial table is
    useless.
    """
    seats = of_kind("game", game, Game, "write a game, as `load` gives it").seats_for(players)
    n = whole_number("n", n, 1, MOST_GAMES, f"write how many games to play for each level, up to {MOST_GAMES}")
    if seats < 2:
        raise PlayError("bad-argument", f"`{game.name}` has one player: levels are measured against each other")
    found: list[Level] = []
    below: Level | None = None
    for number, (name, simulations) in enumerate(LEVELS.items()):
        if below is None:
            below = Level(name, simulations)
            found.append(below)
            continue
        table = [MctsAgent(simulations, name="above"), *[MctsAgent(below.simulations, name="below")] * (seats - 1)]
        told = _shifted(progress, (number - 1) * n)
        results = play_agents(game, n, table, seed, threads, processes, rotate=True, players=seats, progress=told)
        if results.interrupted:
            raise KeyboardInterrupt
        share = _share(results, seats)
        is_better = share.value >= 1 / seats + CLEARLY * (1 - 1 / seats)
        kept = below.name if not is_better else None
        level = Level(name, simulations if is_better else below.simulations, share, n, kept)
        found.append(level)
        if is_better:
            below = level
    return tuple(found)


def _shifted(progress: Callable[[int], None] | None, played: int) -> Callable[[int], None] | None:
    return None if progress is None else lambda number: progress(played + number)


def _share(results: Playouts, seats: int) -> Share:
    """Return the share of points of agent 0: 1 for a game in which it did best, 0.5 if shared."""
    games = np.arange(len(results.plies))
    seat = -games % seats
    own = results.returns[games, seat]
    others = results.returns.copy()
    others[games, seat] = -np.inf
    best = others.max(axis=1)
    draws = float(np.mean(own == best))
    share = float(np.mean(own > best)) + draws / 2
    return Share(share, *wilson(share, len(games), draws))
