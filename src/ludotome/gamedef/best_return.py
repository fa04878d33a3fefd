"""Best return: whether a win is the best there is, and settles what everybody gets.

Then whoever looks ahead needs to look no further than a decision that wins.

This module does not know how anybody looks ahead.
"""

from __future__ import annotations

from math import inf

from ludotome.gamedef import expressions as ex
from ludotome.gamedef.definition import EndCondition, GameDef
from ludotome.gamedef.node import NODES


def best_return(game_def: GameDef, players: int) -> float:
    """Return what nobody can get more than, where getting it leaves nothing open for the others; else infinity.

    That is 1, a win, where one player alone wins and all others lose.
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
    """Whether *player* always names one player at most; of most expressions that is not looked at."""
    return player is not None and (NODES[type(player)].result == "player" or isinstance(player, ex.PlayerProp))
