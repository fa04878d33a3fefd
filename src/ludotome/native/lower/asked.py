"""Asked: check the arguments of compilation: the definition, the number of players and the kind of chance.

This module does not know C.
"""

from __future__ import annotations

from typing import get_args

from ludotome.gamedef import Chance, GameDef


def check_asked(game_def: GameDef, players: int, chance: Chance) -> None:
    """Raise an error for arguments that are invalid for the game; C could be generated even for these."""
    if not isinstance(game_def, GameDef):
        raise TypeError(f"game_def is a {type(game_def).__name__}; write a definition, of a game `game.game_def`")
    name, seats = game_def.metadata.id, game_def.metadata.players
    if type(players) is not int or not seats.min <= players <= seats.max:
        raise ValueError(f"players is {players!r}; {name} is for {seats.in_words}")
    if chance not in get_args(Chance):
        raise ValueError(f"chance is {chance!r}; write {' or '.join(get_args(Chance))}")
