"""Playouts: many random games, as arrays.

Game i starts from seed mix(seed, i), and its players draw from a stream of their own, mix(seed, i, 1): so its result
depends only on the seed and i, on either backend and with any number of threads.

This module does not evaluate the results (`simulate` does).
"""

from __future__ import annotations

from collections.abc import Callable

from ludotome.chance import mix, seed_generator
from ludotome.gamedef import (
    MOST_DECISIONS,
    OUTCOMES,
    GameDef,
    GameState,
    PlayError,
    TerminalResult,
    from_one,
    whole_number,
)
from ludotome.play.limits import TOO_MANY, check_count
from ludotome.play.playout_results import FAULT, UNFINISHED, Playouts, PlayoutStats
from ludotome.play.reference import kernel

MOST_GAMES = 10**8


def check_playouts(n: int, threads: int | None, max_plies: int | None) -> tuple[int, int | None, int | None]:
    """Return the arguments as plain integers; refuse invalid ones, and more games than fit into memory."""
    games = whole_number("n", n, 0, MOST_GAMES, f"write how many games to play, up to {MOST_GAMES}")
    return games, from_one("threads", threads), from_one("max_plies", max_plies)


def random_playouts(
    game_def: GameDef,
    n: int,
    seed: int,
    seats: int,
    max_plies: int | None,
    *,
    first: int = 0,
    stats: bool = False,
    progress: Callable[[int], None] | None = None,
    max_decisions: int = MOST_DECISIONS,
) -> Playouts:
    """Return random games first … first + n - 1 on the reference kernel; after an interrupt the finished ones."""
    import numpy as np

    made = Playouts(
        np.zeros((n, seats)), np.zeros(n, np.int32), np.zeros(n, np.int8), np.full(n, -1, np.int32),
        _empty_stats(game_def, n) if stats else None,
    )  # fmt: skip
    played = 0
    try:
        while played < n:
            _play(game_def, made, played, first, seed, seats, max_plies, max_decisions)
            played += 1
            if progress is not None:
                progress(played)
    except KeyboardInterrupt:
        return made.interrupted_after(played)
    return made


def _empty_stats(game_def: GameDef, n: int) -> PlayoutStats:
    import numpy as np

    return PlayoutStats(np.zeros(n), np.zeros((n, len(game_def.actions)), np.int64), np.zeros(n, np.int32))


def _play(
    game_def: GameDef,
    made: Playouts,
    index: int,
    first: int,
    seed: int,
    seats: int,
    max_plies: int | None,
    most: int,
) -> None:
    """Play game *first* + *index* and write it to index *index*."""
    generator = seed_generator(mix(seed, first + index, 1))
    plies, choices, leader = 0, 0, -1
    try:
        state = kernel.initial_state(game_def, mix(seed, first + index), seats)
        while state.outcome is None and (max_plies is None or plies < max_plies):
            asked = made.stats is not None or most < MOST_DECISIONS
            offered = len(kernel.legal_moves(game_def, state)) if asked else 0
            check_count(offered, most)
            move, generator = kernel.random_move(game_def, state, generator)
            state = kernel.apply_move(game_def, state, move).state
            plies, choices = plies + 1, choices + offered
            if made.stats is not None:
                leader = _note(game_def, made.stats, index, state, move.action, leader)
    except PlayError as error:
        if error.code not in ("document-fault", TOO_MANY):
            raise
        made.outcome[index] = FAULT
    else:
        _note_end(made, index, state.outcome)
    made.plies[index] = plies
    if made.stats is not None:
        made.stats.branching[index] = choices / plies if plies else 0


def _note_end(made: Playouts, index: int, outcome: TerminalResult | None) -> None:
    if outcome is None:
        made.outcome[index] = UNFINISHED
        return
    made.returns[index] = outcome.returns
    made.outcome[index] = OUTCOMES.index(outcome.type)
    made.condition[index] = -1 if outcome.condition is None else outcome.condition


def _note(game_def: GameDef, stats: PlayoutStats, index: int, state: GameState, action: str | None, leader: int) -> int:
    """Count the action and a change of the lead; return the leader (−1: several, or no scores)."""
    if action is not None:
        stats.action_counts[index, [known.id for known in game_def.actions].index(action)] += 1
    if game_def.scoring is None or state.pending is not None:
        return leader
    scores = kernel.current_scores(game_def, state)
    best = max(scores)
    now = scores.index(best) if scores.count(best) == 1 else -1
    if now >= 0 and leader >= 0 and now != leader:
        stats.lead_changes[index] += 1
    return now if now >= 0 else leader
