"""The JavaScript engine agrees with Python: every view of every seat, hashes, notation, outcomes, random games.

Python plays the game on the native kernel; the engine gets only the seed and the decisions.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import ludotome as lt
from ludotome.play import shipped_games
from tests.support.engine import engine_says

GAMES = shipped_games()


def played(game: lt.Game, seed: int, most: int) -> tuple[list[dict[str, Any]], list[int]]:
    """Return Python's results for each position of a random game of at most this many plies, and its decisions."""
    state, draw = game.new_initial_state(seed=seed, backend="native"), random.Random(seed)
    said, history = [position_said(state)], list[int]()
    while not state.is_terminal() and len(history) < most:
        history.append(draw.randrange(len(state.legal_actions())))
        state.apply_action(state.legal_actions()[history[-1]])
        said.append(position_said(state))
    return said, history


def position_said(state: lt.State) -> dict[str, Any]:
    outcome, seat = state.outcome(), state.current_player()
    legal = state.legal_actions()
    shown = () if outcome is not None else state.seat(seat)._texts_of_legal().items()
    return {
        "views": [json.loads(state.view(seat).to_json()) for seat in (None, *range(state.num_players))],
        "hashes": [str(state.position_hash()), str(state.state_hash())],
        "current": seat,
        "outcome": outcome
        and {
            "type": outcome.type,
            "winners": list(outcome.winners),
            "scores": None if outcome.scores is None else list(outcome.scores),
            "returns": list(outcome.returns),
            "condition": outcome.condition,
        },
        "legal": [[place, legal.index(decision), text] for place, (decision, text) in enumerate(shown)],
    }


def check_games(name: str, seeds: range, most: int) -> None:
    game = lt.load(name)
    for seed in seeds:
        said, history = played(game, seed, most)
        found = engine_says(game, {"job": "positions", "seed": str(seed), "history": history})
        for ply, (expected, got) in enumerate(zip(said, found, strict=True)):
            assert got == expected, f"{name}, seed {seed}, ply {ply}"


@pytest.mark.parametrize("name", GAMES)
def test_views_hashes_and_texts_of_every_seat(name):
    check_games(name, range(3, 4), 40)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_views_hashes_and_texts_of_every_seat_in_many_games(name):
    check_games(name, range(10, 20), 400)
