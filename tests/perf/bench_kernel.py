"""How many moves a second the reference kernel makes, and how that grows with zones and tokens.

Whole random games by the normative draw: every move is one list of decisions, one draw and one apply. The growth rows
play the same rule on boards of 100, 1,000 and 10,000 zones; the ratio tells the time per move and zone against the
smallest board, which stays near 1 when nothing is quadratic.
"""

# ruff: noqa: E501

from __future__ import annotations

import statistics
import time
from typing import Any

from ludotome.chance import mix, seed_generator
from ludotome.gamedef import GameDef
from ludotome.kernel import apply_move, initial_state, random_move
from tests.support.native_games import breakthrough, gomoku, in_a_row, othello, tic_tac_toe

ROUNDS = 5
GOALS = {"tic-tac-toe": 2000, "breakthrough": 1000}


def bench() -> list[dict[str, Any]]:
    """Return a row for each game with moves a second, and one for each size of board."""
    return [*speed_rows(), *growth_rows()]


def speed_rows() -> list[dict[str, Any]]:
    games = {"tic-tac-toe": tic_tac_toe(), "breakthrough": breakthrough(), "othello": othello(), "gomoku": gomoku()}
    most = {"tic-tac-toe": 60, "breakthrough": 60, "othello": 30, "gomoku": 30}
    rows = []
    for name, game_def in games.items():
        seconds = statistics.median(per_move(game_def, most[name], round_) for round_ in range(ROUNDS))
        goal = GOALS.get(name)
        row: dict[str, Any] = {"job": f"moves of {name}", "ours": seconds, "moves a second": round(1 / seconds)}
        rows.append(
            row if goal is None else row | {"peer name": "the goal", "peer": 1 / goal, "ratio": 1 / goal / seconds}
        )
    return rows


def growth_rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    base = 0.0
    for side in (10, 32, 100):
        game_def = in_a_row("row", side, side, 5)
        seconds = statistics.median(per_move(game_def, 6, round_) for round_ in range(3)) / (side * side)
        base = base or seconds
        rows.append(
            {"job": f"move and zone, {side * side} zones", "ours": seconds, "peer name": "100 zones", "peer": base, "ratio": base / seconds}
        )  # fmt: skip
    return rows


def per_move(game_def: GameDef, moves: int, seed: int) -> float:
    """Return the processor seconds one move takes, over at least *moves* moves of random games."""
    made, spent = 0, 0.0
    while made < moves:
        generator = seed_generator(mix(seed, made, 1))
        state = initial_state(game_def, mix(seed, made))
        start = time.process_time()
        while state.outcome is None and made < moves:
            move, generator = random_move(game_def, state, generator)
            state = apply_move(game_def, state, move).state
            made += 1
        spent += time.process_time() - start
    return spent / made
