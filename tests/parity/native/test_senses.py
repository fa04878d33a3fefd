"""Sight, cover and reach: machine code lists the same pairs and walks as the reference."""

from __future__ import annotations

import random

from ludotome.gamedef import validate_game_def
from tests.support.parity import pair_of
from tests.support.sense_games import game_of_senses


def test_every_sightline_cover_and_walk_agrees() -> None:
    """Over two boards with walls, mud, tables and hedges, while tokens that block and give cover are placed on them."""
    assert not [found for found in validate_game_def(game_of_senses()) if found.severity == "error"]
    pair, chooser = pair_of(game_of_senses()), random.Random(3)
    twins = pair.begin(1)
    met = {"see": 0, "hide": 0, "walk": 0}
    for step in range(14):
        assert twins is not None
        decisions = pair.check(twins)
        for decision in decisions:
            if decision.action in met:
                met[decision.action] += 1
        wanted = "walk" if step % 4 == 3 else f"drop-{('walker', 'smoke', 'crate', 'block')[step % 4]}"
        places = [place for place, decision in enumerate(decisions) if decision.action == wanted]
        twins = pair.apply(twins, chooser.choice(places or range(len(decisions))))
    assert met["see"] > 2000
    assert met["hide"] > 100
    assert met["walk"] > 200
