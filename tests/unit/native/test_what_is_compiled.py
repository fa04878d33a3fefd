"""What is asked to be compiled must be a game, for players and a chance it can have."""

from __future__ import annotations

from typing import Any

import pytest

import ludotome as lt
from ludotome.native import compile_game, emit_game

GAME = lt.load("tic-tac-toe")


@pytest.mark.parametrize("players", [-1, 0, 1, 3, 200, True, "2", 2.0, None])
@pytest.mark.parametrize("ask", [compile_game, emit_game])
def test_a_number_of_players_the_game_is_not_for_is_refused(ask: Any, players: Any) -> None:
    with pytest.raises(ValueError, match=f"players is {players!r}; tic-tac-toe is for 2"):
        ask(GAME.game_def, players)


@pytest.mark.parametrize("chance", ["dice", "Explicit", None])
def test_a_chance_nobody_knows_is_refused(chance: Any) -> None:
    with pytest.raises(ValueError, match=f"chance is {chance!r}; write sampled or explicit"):
        compile_game(GAME.game_def, 2, chance=chance)


def test_what_is_no_definition_is_refused() -> None:
    """A game has one, and that is what is compiled."""
    with pytest.raises(TypeError, match=r"game_def is a Game; write a definition, of a game `game.game_def`"):
        compile_game(GAME, 2)  # type: ignore[arg-type]
