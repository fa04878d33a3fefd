"""A property that must equal a value is searched for only if its range contains the value."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import ludotome
from ludotome.gamedef import GameDef
from ludotome.native import ALL_ON, compile_game, emit_game, play_games
from tests.support.parity import QUICK

FILE = Path(__file__).parents[2] / "documents" / "more" / "battleship.md"


def _battleship() -> GameDef:
    return ludotome.load(FILE).game_def


def test_the_range_is_tested_before_the_loop() -> None:
    """Berths are two or three cells long, and none is searched once both ships have been placed."""
    outer, inner = str(emit_game(_battleship(), 2).plans[0]).split("  for ", 1)
    assert outer.count("where") == 2
    assert ">= 2" in outer
    assert "<= 3" in outer
    assert "== (count(" in inner


def test_the_games_are_those_without() -> None:
    one, other = (
        play_games(compile_game(_battleship(), 2, options=options, flags=QUICK), 200, seed=4, threads=1)
        for options in (ALL_ON, replace(ALL_ON, push_down=False))
    )
    assert (one.returns == other.returns).all()
    assert (one.plies == other.plies).all()
