"""Both kernels play games about groups alike, with kept groups and without."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludotome.gamedef import validate_game_def
from ludotome.native import ALL_ON, compile_game, emit_game, play_games, supports
from tests.support.group_games import group_game
from tests.support.parity import QUICK, check_played_alike


@pytest.mark.parametrize("seed", [*range(15), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(15, 600))])
def test_games_about_groups_are_played_alike(seed: int) -> None:
    """Decisions, states, hashes and results."""
    check_played_alike(group_game(seed))


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 100))])
@pytest.mark.parametrize("switch", ["kept_groups", "foreseen"])
def test_whole_games_are_the_same_without(seed: int, switch: str) -> None:
    """Many whole games, in which all indexes are kept from the first decision to the last."""
    game_def = group_game(seed)
    players = game_def.metadata.players.min
    on, off = (
        play_games(compile_game(game_def, players, options=options, flags=flags), 200, seed=seed, threads=1)
        for options, flags in ((ALL_ON, ()), (replace(ALL_ON, **{switch: False}), QUICK))
    )
    for column in ("returns", "plies", "outcome", "condition", "fault"):
        assert (getattr(on, column) == getattr(off, column)).all(), column


def test_every_game_keeps_groups() -> None:
    """Every game keeps groups, and in enough of them trials are foreseen, some with captures."""
    games = [group_game(seed) for seed in range(100)]
    assert not any(found.severity == "error" for game in games for found in validate_game_def(game))
    assert not any(supports(game) for game in games)
    sources = [emit_game(game, game.metadata.players.min).source for game in games]
    assert all("lt_groups groups[" in source for source in sources)
    assert sum("foreseen_put(" in source for source in sources) >= 25
    assert sum("look->near_0" in source for source in sources) >= 15
    assert sum("taken_put(" in source for source in sources) >= 15
    assert sum("lt_seen_region_with" in source for source in sources) >= 15
