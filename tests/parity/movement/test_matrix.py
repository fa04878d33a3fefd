"""The test matrix of the movement specification: each slider, direction, ray length and row of blockers, in every
layer.

The expected results are computed here from the specification's table and plain coordinates, never by a layer.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from ludotome.movement import (
    Board,
    MovementConfig,
    Occupancy,
    Outcome,
    Piece,
    Resolution,
    resolve_compiled,
    resolve_fast,
    resolve_path,
    resolve_visitor,
)
from tests.support.movement_boards import BISHOP, DIAGONAL, EIGHT, ENEMY, FRIEND, ORTHOGONAL, QUEEN, ROOK, STEP

BOARD = Board.grid(8, 8)
PIECES = {
    "rook": (Piece("rook", "white", ROOK), ORTHOGONAL),
    "bishop": (Piece("bishop", "white", BISHOP), DIAGONAL),
    "queen": (Piece("queen", "white", QUEEN), EIGHT),
}
Layer = Callable[[Board, Occupancy, Piece, str, str], Resolution]


def configured(*, fast_path: bool, compiled: bool) -> Layer:
    config = MovementConfig(fast_path=fast_path, compiled=compiled)
    return lambda board, occupancy, piece, from_, to: resolve_path(board, occupancy, piece, from_, to, config)


LAYERS: dict[str, Layer] = {
    "visitor": resolve_visitor,
    "compiled": resolve_compiled,
    "fast": resolve_fast,
    "path": resolve_path,
    "path-without-fast": configured(fast_path=False, compiled=True),
    "path-visitor-only": configured(fast_path=False, compiled=False),
    "path-fast-then-visitor": configured(fast_path=True, compiled=False),
}

# row -> blockers for a ray of `length` steps, as {step: piece}, and the specified result: "move", "capture" or None
Blockers = dict[int, Piece]
ROWS: dict[str, Callable[[int], list[tuple[Blockers, str | None]]]] = {
    "empty": lambda _: [({}, "move")],
    "friend-between": lambda length: [({at: FRIEND}, None) for at in range(1, length)],
    "enemy-between": lambda length: [({at: ENEMY}, None) for at in range(1, length)],
    "friend-at-target": lambda length: [({length: FRIEND}, None)],
    "enemy-at-target": lambda length: [({length: ENEMY}, "capture")],
    "friend-then-enemy": lambda length: [({at: FRIEND, length: ENEMY}, None) for at in range(1, length)],
    "enemy-then-friend": lambda length: [({at: ENEMY, length: FRIEND}, None) for at in range(1, length)],
    "two-enemies": lambda length: [({at: ENEMY, length: ENEMY}, None) for at in range(1, length)],
    "adjacent-enemy": lambda length: [({1: ENEMY}, "capture" if length == 1 else None)],
    "adjacent-friend": lambda _: [({1: FRIEND}, None)],
}


def ray_tiles(direction: str, length: int) -> tuple[str, ...]:
    """Return the tiles from the edge of the board, start included, by coordinates alone."""
    drow, dcol = STEP[direction]
    row, col = {-1: 7, 0: 3, 1: 0}[drow], {-1: 7, 0: 4, 1: 0}[dcol]
    return tuple(f"cell_{row + drow * at}_{col + dcol * at}" for at in range(length + 1))


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize(("name", "direction"), list(itertools.product(PIECES, EIGHT)))
def test_every_row_of_blockers(name: str, direction: str, row: str) -> None:
    """For lengths 1 to 7 and every layer: path, capture class and outcome are as specified.

    A direction that is not the piece's own leads nowhere.
    """
    piece, own_directions = PIECES[name]
    for length in range(1, 8):
        tiles = ray_tiles(direction, length)
        for blockers, expected in ROWS[row](length):
            occupancy = Occupancy({tiles[0]: piece} | {tiles[at]: blocker for at, blocker in blockers.items()})
            for layer, ask in LAYERS.items():
                answer = ask(BOARD, occupancy, piece, tiles[0], tiles[-1])
                found = (answer.path and answer.path.tiles, answer.path and answer.path.directions, answer.capture)
                if direction not in own_directions:
                    assert (found, answer.outcome) == ((None, None, None), Outcome.NO_PATH), layer
                elif expected is None:
                    assert (found, answer.outcome) == ((None, None, None), Outcome.BLOCKED), layer
                else:
                    assert found == (tiles, (direction,) * length, "enemy" if expected == "capture" else None), layer


def test_the_matrix_is_whole() -> None:
    """Three sliders, eight directions, seven lengths and ten rows make this many cases, each tested in every layer."""
    cases = sum(len(row(length)) for row in ROWS.values() for length in range(1, 8))
    assert len(PIECES) * len(EIGHT) * cases == 3 * 8 * (5 * 7 + 5 * 21)
