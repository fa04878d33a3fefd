"""What a seat is shown depends on nothing it cannot see: no byte of its view, text or picture."""

from __future__ import annotations

import random

import pytest

import ludotome as lt
from ludotome.play import State, shipped_games

UNCERTAIN = [name for name in shipped_games() if lt.load(name).is_uncertain]


def _positions(name: str, seed: int, plies: int) -> list[State]:
    state = lt.load(name).new_initial_state(seed=seed, backend="reference")
    draw, found = random.Random(seed), []
    for _ in range(plies):
        found.append(state.clone())
        state.apply_action(draw.choice(state.legal_actions()))
        if state.is_terminal():
            break
    return [*found, state]


def _world(state: State, seat: int, seed: int) -> State | None:
    try:
        return state.resample(seat, seed)
    except lt.PlayError as error:
        if error.code != "no-world":
            raise
        return None


@pytest.mark.parametrize("name", UNCERTAIN)
def test_drawing_hidden_things_anew_changes_no_byte_of_what_a_seat_is_shown(name: str) -> None:
    compared = changed = 0
    for seed in range(4):
        for ply, state in enumerate(_positions(name, seed, 8)):
            for seat in range(state.num_players):
                world = _world(state, seat, ply)
                if world is None:
                    continue
                assert world.view(seat).to_json() == state.view(seat).to_json()
                assert world.text(seat) == state.text(seat)
                assert world.svg(seat) == state.svg(seat)
                compared += 1
                changed += world.state_hash() != state.state_hash()
    assert compared >= 20
    assert changed > 10  # the worlds were others


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "boarding"])
def test_a_spectator_is_shown_no_more_than_any_seat(name: str) -> None:
    for state in _positions(name, 3, 8):
        seen = state.view().zones
        for seat in range(state.num_players):
            own = state.view(seat).zones
            for zone, shown in seen.items():
                assert own[zone].count == shown.count
                assert shown.tokens is None or own[zone].tokens is not None
