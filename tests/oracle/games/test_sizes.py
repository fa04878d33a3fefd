"""Games with parameters against OpenSpiel with the same parameters: boards of other sizes.

`make test` plays a few sizes on both kernels; `make long` plays all.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

import ludotome as lt
from tests.oracle.games.test_connect_four import OpenSpiel as ConnectFour
from tests.oracle.games.test_go import OpenSpiel as NineByNine
from tests.oracle.games.test_hex import OpenSpiel as Hex
from tests.support.beside import OVER, Kernel, Native, Oracle, Reference, Spoken, Tally, check_beside


class Go(NineByNine):
    def settled(self) -> bool:
        size = int(self.parameters["board_size"])
        return self.at.move_number() >= 2 * size * size and self.player() == OVER


class Breakthrough(Oracle):
    engine = "breakthrough"
    parameters: ClassVar = {"rows": 8, "columns": 8}

    def spell(self, move: Spoken) -> str:
        last = int(self.parameters["rows"]) + 1
        # the row after 9 is a colon there, and so on
        return "".join(f"{cell[0]}{chr(ord('0') + last - int(cell[1:]))}" for cell in move[1:])

    def hear(self, text: str) -> str:
        return text.rstrip("*")


Sized = tuple[str, type[Oracle], dict[str, int], dict[str, Any]]


def sized_hex(size: int) -> Sized:
    return "hex", Hex, {"size": size}, {"board_size": size}


def sized_go(size: int) -> Sized:
    return "go", Go, {"size": size}, {"board_size": size, "komi": 7.5}


def sized_breakthrough(rows: int, cols: int) -> Sized:
    return "breakthrough", Breakthrough, {"rows": rows, "cols": cols}, {"rows": rows, "columns": cols}


def sized_connect_four(cols: int, rows: int) -> Sized:
    return "connect-four", ConnectFour, {"rows": rows, "cols": cols}, {"rows": rows, "columns": cols}


def check(sized: Sized, kernel: Kernel, games: int) -> Tally:
    name, oracle, ours, theirs = sized
    kind = type(f"{oracle.__name__}{theirs}", (oracle,), {"parameters": theirs})
    game, tally, chooser = lt.load(name, parameters=ours), Tally(), random.Random(5)
    assert game.parameters | ours == game.parameters
    while tally.games < games:
        check_beside(kernel(game, tally.games), kind(), chooser, tally)
    return tally


SMALL = [sized_hex(3), sized_go(5), sized_breakthrough(5, 6), sized_connect_four(5, 4)]
LARGE = [sized_hex(19), sized_breakthrough(12, 9), sized_connect_four(9, 8)]
ALL = [
    *(sized_hex(size) for size in range(3, 20)),
    *(sized_go(size) for size in range(5, 20)),
    *(sized_breakthrough(size, size) for size in range(5, 13)),
    *(sized_breakthrough(5 + size, 12 - size) for size in range(8)),
    *(sized_connect_four(cols, rows) for cols in range(5, 10) for rows in range(4, 9)),
]


@pytest.mark.parametrize("sized", SMALL, ids=lambda sized: f"{sized[0]} {sized[2]}")
@pytest.mark.parametrize("kernel", [Reference, Native])
def test_small_boards(sized: Sized, kernel: Kernel) -> None:
    assert check(sized, kernel, games=5).games == 5


@pytest.mark.parametrize("sized", LARGE, ids=lambda sized: f"{sized[0]} {sized[2]}")
def test_large_boards(sized: Sized) -> None:
    assert check(sized, Native, games=2).games == 2


@pytest.mark.long
@pytest.mark.parametrize("sized", ALL, ids=lambda sized: f"{sized[0]} {sized[2]}")
def test_every_size(sized: Sized) -> None:
    name, _, ours, _ = sized
    quick = not (name == "go" and ours["size"] > 9)
    assert check(sized, Native, games=20 if quick else 3).games > 0
    assert check(sized, Reference, games=1).games == 1
