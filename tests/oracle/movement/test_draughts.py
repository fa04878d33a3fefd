"""Draughts against OpenSpiel's checkers: hops over enemies, and named groups.

Along random games the jumps of all men and kings of the side to move are compared if there are any, otherwise their
walks. While a jump continues only one piece may move, which is a rule of play: those states are skipped.
"""

from __future__ import annotations

import random

import pyspiel
import pytest

from ludotome.movement import Board, HopPattern, MultiDirectionPattern, Occupancy, Piece, destinations, orient
from tests.support.movement_boards import DIAGONAL

BOARD = Board.grid(8, 8)
FACING = {0: "n", 1: "s"}
FORWARD = ("forwardLeft", "forwardRight")


def draughtsman(name: str, owner: int, ways: tuple[str, ...]) -> Piece:
    groups = {
        "walk": (MultiDirectionPattern(ways, is_repeatable=False, onto=("empty",)),),
        "jump": (HopPattern(ways, over="enemy", onto=("empty",)),),
    }
    return orient(BOARD, Piece(name, owner, groups), FACING)


PIECE_OF_LETTER = {
    "o": draughtsman("man", 0, FORWARD),
    "+": draughtsman("man", 1, FORWARD),
    "8": draughtsman("king", 0, DIAGONAL),
    "*": draughtsman("king", 1, DIAGONAL),
}


def occupancy_of(state: pyspiel.State) -> Occupancy:
    rows = [line[1:] for line in str(state).splitlines()[:8]]
    return Occupancy(
        {
            f"cell_{row}_{col}": PIECE_OF_LETTER[letter]
            for row, letters in enumerate(rows)
            for col, letter in enumerate(letters)
            if letter != "."
        }
    )


def name(tile: str) -> str:
    _, row, col = tile.split("_")
    return f"{'abcdefgh'[int(col)]}{8 - int(row)}"


def moves(occupancy: Occupancy, player: int, group: str) -> list[str]:
    return sorted(
        name(tile) + name(to)
        for tile, (piece,) in occupancy.items()
        if piece.owner == player
        for to in destinations(BOARD, occupancy, piece, tile, group)
    )


@pytest.mark.parametrize("seed", range(25))
def test_jumps_and_walks_are_openspiel_s(seed: int) -> None:
    rng = random.Random(seed)
    state = pyspiel.load_game("checkers").new_initial_state()
    last_player, compared = -1, {"jump": 0, "walk": 0}
    while not state.is_terminal():
        player = state.current_player()
        occupancy = occupancy_of(state)
        jumps = moves(occupancy, player, "jump")
        if player != last_player:
            expected = sorted(state.action_to_string(player, action) for action in state.legal_actions())
            assert (jumps or moves(occupancy, player, "walk")) == expected, str(state)
            compared["jump" if jumps else "walk"] += 1
        last_player = player
        state.apply_action(rng.choice(state.legal_actions()))
    assert min(compared.values()) > 3
