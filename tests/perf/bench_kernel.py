"""The moves per second of the reference kernel, and how the time grows with zones and tokens.

Whole random games by the normative draw: every move is one list of decisions, one draw and one apply. The growth rows
play the same rule on boards of 100, 1,000 and 10,000 zones; the ratio tells the time per move and zone against the
smallest board, which stays near 1 when nothing is quadratic. So do the rows on tables of 100, 1,000 and 10,000 tokens,
for each way of making, moving and destroying them.
"""

# ruff: noqa: E501

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from ludotome.chance import mix, seed_generator
from ludotome.gamedef import GameDef, from_data
from ludotome.kernel import apply_move, initial_state, legal_moves, random_move
from tests.support.native_games import breakthrough, gomoku, in_a_row, othello, tic_tac_toe

ROUNDS = 5
GOALS = {"tic-tac-toe": 2000, "breakthrough": 1000}


def bench() -> list[dict[str, Any]]:
    """Return a row per game with moves per second, and one per size of board and of table."""
    return [*speed_rows(), *growth_rows(), *token_rows()]


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


def token_rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    base: dict[str, float] = {}
    for tokens in (100, 1000, 10_000):
        game_def = table_of(tokens)
        start = initial_state(game_def, 1)
        jobs: dict[str, Callable[[], object]] = {"setup": partial(initial_state, game_def, 1)}
        jobs |= {str(move.action): partial(apply_move, game_def, start, move) for move in legal_moves(game_def, start)}
        for job, run in jobs.items():
            seconds = min(spent_on(run) for _ in range(ROUNDS)) / tokens
            first = base.setdefault(job, seconds)
            rows.append(
                {"job": f"{job}, per token of {tokens}", "ours": seconds, "peer name": "100 tokens", "peer": first, "ratio": first / seconds}
            )  # fmt: skip
    return rows


def table_of(tokens: int) -> GameDef:
    """Return a game with *tokens* cards, half in a deck and half in a row, and an action for each way to handle many."""
    half = tokens // 2
    card, top = {"type": "card", "count": half}, {"ref": "top", "zone": "deck"}
    each = {"bind": "$card", "over": {"query": "tokensInZone", "zone": "row"}}
    actions = {
        "draw one": [{"draw": {"from": "deck", "to": "row", "count": 1}}],
        "draw half": [{"draw": {"from": "deck", "to": "row", "count": half}}],
        "move all": [{"moveAll": {"from": "row", "to": "deck"}}],
        "swap one": [{"destroyToken": {"token": top}}, {"createToken": {"type": "card", "zone": "row"}}],
        "shuffle": [{"shuffle": {"zone": "deck"}}],
        "destroy half": [{"forEach": {**each, "effects": [{"destroyToken": {"token": "$card"}}]}}],
    }
    return from_data(
        {
            "metadata": {"id": "table", "players": {"min": 2, "max": 2}, "seats": ["A", "B"]},
            "zones": [{"id": "deck", "ordering": "stack", "visibility": "hidden"}, {"id": "row"}],
            "tokenTypes": [{"id": "card"}],
            "setup": [{"createToken": {**card, "zone": "deck"}}, {"createToken": {**card, "zone": "row"}}],
            "turnStructure": {"phases": [{"id": "main"}]},
            "actions": [{"id": name, "phases": ["main"], "effects": effects} for name, effects in actions.items()],
            "endConditions": [{"when": False, "result": {"type": "draw"}}],
        }
    )


def spent_on(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def per_move(game_def: GameDef, moves: int, seed: int) -> float:
    """Return the processor seconds per move, over at least *moves* moves of random games."""
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
