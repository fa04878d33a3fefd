"""Best return: whether a win is the best possible return and determines the returns of all players.

If so, a search can stop at a decision that wins.

This module does not know how a search works.
"""

from __future__ import annotations

from math import inf

from ludotome.gamedef import expressions as ex
from ludotome.gamedef.definition import EndCondition, GameDef
from ludotome.gamedef.node import NODES


def best_return(game_def: GameDef, players: int) -> float:
    """Return the maximum return if reaching it determines the returns of all others; otherwise infinity.

    It is 1, a win, if a single player wins and all others lose.
    """
    return 1.0 if all(_wins_alone(end, players) for end in game_def.end_conditions) else inf


def _wins_alone(end: EndCondition, players: int) -> bool:
    match end.result.type:
        case "score":
            return False
        case "rank":
            return players <= 2
        case "win":
            return players == 1 or _is_one(end.result.player)
        case _:
            return True


def _is_one(player: ex.Expr | None) -> bool:
    """Return whether *player* is known to be at most one player; most expressions are not analysed."""
    return player is not None and (NODES[type(player)].result == "player" or isinstance(player, ex.PlayerProp))
