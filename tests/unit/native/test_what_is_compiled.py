"""What is asked to be compiled must be a game, for players and a chance it can have."""

from __future__ import annotations

from typing import Any

import pytest

import ludotome as lt
from ludotome.native import Batch, compile_game, emit_game

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


def test_a_compiled_game_is_shown_in_a_line_that_names_it() -> None:
    """Its definition and its C are a hundred thousand characters."""
    name = f"<NativeGame tic-tac-toe, 2 players, library game-{GAME.rules_hash}-2"
    assert repr(compile_game(GAME.game_def, 2)) == f"{name}>"
    many = compile_game(GAME.game_def, 2, side_by_side=True)
    assert repr(many) == f"{name}-many>"
    assert repr(Batch(many, 8, seed=1)) == "<Batch of 8 games of tic-tac-toe, 2 players>"
    assert repr(GAME.vector(8)) == "<VectorGames: 8 games of tic-tac-toe, 2 players>"
