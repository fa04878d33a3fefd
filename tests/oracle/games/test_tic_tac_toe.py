"""Tic-tac-toe against OpenSpiel, and the known numbers of games and positions.

Henry Bottomley, "How many Tic-Tac-Toe games are possible?" (2001): 255,168 games, by length 1,440 / 5,328 / 47,952 /
72,576 / 127,872 for five to nine moves; 5,478 positions can be reached.
"""

from __future__ import annotations

import pytest

from tests.support.beside import KERNELS, OVER, Kernel, Oracle, Ours, Spoken, check_native, check_reference, shipped

GAMES_BY_LENGTH = {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}
POSITIONS = 5_478


class OpenSpiel(Oracle):
    engine = "tic_tac_toe"

    def spell(self, move: Spoken) -> str:
        cell = move[1]
        return f"({3 - int(cell[1])},{'abc'.index(cell[0])})"

    def hear(self, text: str) -> str:
        return text[1:]  # without the x or o in front


def test_the_reference_plays_as_openspiel_does() -> None:
    assert check_reference("tic-tac-toe", OpenSpiel).games > 100


def test_the_native_kernel_plays_as_openspiel_does() -> None:
    assert check_native("tic-tac-toe", OpenSpiel).games == 1_000


@pytest.mark.parametrize("kernel", KERNELS)
def test_there_are_as_many_games_and_positions_as_there_should_be(kernel: Kernel) -> None:
    """The whole tree, ply by ply: positions are distinguished by their hash, each with the number of lines to it."""
    level: dict[int, tuple[Ours, int]] = {0: (kernel(shipped("tic-tac-toe")), 1)}
    games, positions = {}, 0
    for plies in range(10):
        positions += len(level)
        over = {key: ways for key, (ours, ways) in level.items() if ours.player() == OVER}
        if over:
            games[plies] = sum(over.values())
        after: dict[int, tuple[Ours, int]] = {}
        for key, (ours, ways) in level.items():
            for index in range(0 if key in over else len(ours.moves())):
                child = ours.copy()
                child.play(index)
                known = after.get(child.position_hash())
                after[child.position_hash()] = (child, ways + (known[1] if known else 0))
        level = after
    assert games == GAMES_BY_LENGTH
    assert sum(games.values()) == 255_168
    assert positions == POSITIONS
