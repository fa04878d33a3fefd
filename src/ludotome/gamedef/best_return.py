"""Best return: whether a win is the best there is, and settles what everybody gets.

Then whoever looks ahead needs to look no further than a decision that wins.

This module does not know how anybody looks ahead.
"""

from __future__ import annotations

from math import inf

from ludotome.gamedef import expressions as ex
from ludotome.gamedef.definition import EndCondition, GameDef

# What always names one player at most. Of anything else it is not looked at how many it names.
_ONE_PLAYER = (ex.SeatLiteral, ex.Actor, ex.Active, ex.LastActor, ex.PlayerProp)


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
            return players == 1 or isinstance(end.result.player, _ONE_PLAYER)
        case _:
            return True
