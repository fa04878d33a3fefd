"""Every shipped game has machine code.

Games that another engine plays are compared with it on both kernels, each in its own file. The three others (market,
skirmish, boarding) are verified on the reference kernel, and their machine code is compared with it, hash by hash.
"""

from __future__ import annotations

import random

import pytest

from ludotome.play import shipped_games
from tests.support.beside import OVER, Native, Reference, shipped, why_not_native

WITHOUT_AN_ENGINE = ("boarding", "market", "skirmish")
TWIN_GAMES = 30


def test_every_shipped_game_has_machine_code() -> None:
    assert {name: why for name in shipped_games() if (why := why_not_native(name))} == {}


@pytest.mark.parametrize("name", WITHOUT_AN_ENGINE)
def test_machine_code_is_the_reference_s_twin(name: str) -> None:
    """The same decisions, positions and results along random games."""
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
