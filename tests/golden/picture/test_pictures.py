"""Pictures of every shipped game: the start for a spectator and each seat, and the middle for each seat.

A golden file has one element per line, so that a diff can be read.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ludotome as lt
from ludotome.play import State, shipped_games

HERE = Path(__file__).parent
PLIES = 20


@cache
def middle(name: str) -> State:
    """Return a game after twenty random decisions, or just before its end."""
    state = lt.load(name).new_initial_state(seed=2, backend="reference")
    draw = random.Random(name)
    for _ in range(PLIES):
        state.apply_action(draw.choice(state.legal_actions()))
        if state.is_terminal():
            state.undo_action()
            break
    return state


def lines(svg: str) -> str:
    return svg.replace("><", ">\n<")


SEATS = [(name, seat) for name in shipped_games() for seat in range(lt.load(name).num_players)]


@pytest.mark.parametrize("name", shipped_games())
def test_a_game_begins_as_drawn(name: str, golden: Any) -> None:
    svg = lt.load(name).new_initial_state(seed=2, backend="reference").svg(theme="light")
    golden(lines(svg), HERE / f"{name}-start.svg")


@pytest.mark.parametrize(("name", "seat"), SEATS)
def test_each_seat_sees_the_start_as_drawn(name: str, seat: int, golden: Any) -> None:
    svg = lt.load(name).new_initial_state(seed=2, backend="reference").svg(seat, theme="light")
    golden(lines(svg), HERE / f"{name}-start-{seat}.svg")


def test_every_golden_picture_is_of_a_game_that_is_shipped() -> None:
    wanted = {f"{name}-start.svg" for name in shipped_games()} | {f"{n}-middle-{seat}.svg" for n, seat in SEATS}
    wanted |= {f"{name}-start-{seat}.svg" for name, seat in SEATS}
    assert {file.name for file in HERE.glob("*.svg")} == wanted


@pytest.mark.parametrize(("name", "seat"), SEATS)
def test_each_seat_sees_the_middle_as_drawn(name: str, seat: int, golden: Any) -> None:
    golden(lines(middle(name).svg(seat, theme="light")), HERE / f"{name}-middle-{seat}.svg")
