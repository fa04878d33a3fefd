"""Generated games: random valid definitions, for property tests and for parity between the kernels.

`make_game(pick)` makes one with a function that picks one of several options, so the same maker serves hypothesis
(`game_defs`, which shrinks) and plain seeds (`random_game`, which is quick). It writes every node of gamedef, from
gamedef's own table. The rules need not make sense; but both kernels, every process and every replay must
agree on them. Document faults occur and are part of the game.
"""

from tests.support.generated_games.rules import MAX_PLIES, make_game
from tests.support.generated_games.sources import any_game, game_defs, is_sound, random_game

__all__ = ["MAX_PLIES", "any_game", "game_defs", "is_sound", "make_game", "random_game"]
