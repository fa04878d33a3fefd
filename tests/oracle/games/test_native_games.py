"""Which shipped games have machine code: said in one table, and held to what the native room says.

Games with an engine elsewhere are held to it on both kernels by their own files. The three without (market, skirmish,
boarding) are proven on the reference kernel, and their machine code by being the reference's twin, hash by hash.
"""

from __future__ import annotations

import random

import pytest

from ludotome.play import shipped_games
from tests.support.beside import NOT_NATIVE_YET, OVER, Native, Reference, shipped, why_not_native

WITHOUT_AN_ENGINE = ("boarding", "market", "skirmish")
TWIN_GAMES = 30


def test_every_shipped_game_is_native_but_those_named() -> None:
    missing = {name: why for name in shipped_games() if (why := why_not_native(name))}
    assert missing.keys() == NOT_NATIVE_YET.keys(), missing


@pytest.mark.long
def test_no_game_is_left_without_machine_code() -> None:
    assert NOT_NATIVE_YET == {}


@pytest.mark.parametrize("name", [name for name in WITHOUT_AN_ENGINE if name not in NOT_NATIVE_YET] or ["pig"])
def test_machine_code_is_the_reference_s_twin(name: str) -> None:
    """The same decisions, positions and ends along random games; pig stands in while none of the three is compiled."""
    chooser = random.Random(9)
    for seed in range(TWIN_GAMES):
        twins = Reference(shipped(name), seed), Native(shipped(name), seed)
        while twins[0].player() != OVER:
            assert twins[0].player() == twins[1].player()
            assert twins[0].position_hash() == twins[1].position_hash()
            moves = twins[0].moves()
            assert moves == twins[1].moves()
            index = chooser.randrange(len(moves))
            for twin in twins:
                twin.play(index)
        assert twins[1].player() == OVER
        assert twins[0].returns() == twins[1].returns()
