"""Games nobody wrote: random definitions that pass the checker, for laws and for parity between the kernels.

`make_game(pick)` makes one from a function that picks one of several things, so the same maker serves hypothesis
(`game_defs`, which shrinks) and plain seeds (`random_game`, which is quick). It writes every node of gamedef, from
gamedef's own table. What a generated game means is nobody's concern; that both kernels, every process and every replay
agree on it is. Faults of the document do occur and are part of the game.
"""

from tests.support.generated_games.rules import MAX_PLIES, make_game
from tests.support.generated_games.sources import any_game, game_defs, is_sound, random_game

__all__ = ["MAX_PLIES", "any_game", "game_defs", "is_sound", "make_game", "random_game"]
