"""Simulate: many games, and what they say about a game.

Invariants:
    * a report is plain data: whoever shows it decides how;
    * every share carries its 95 % interval.

This room prints nothing and decides nothing for a player.
"""

from ludotome.simulate.flags import find_flags
from ludotome.simulate.intervals import wilson
from ludotome.simulate.report import ActionUse, Flag, Report, Share, SideReport, Spread
from ludotome.simulate.simulate import MOST_GAMES, simulate
from ludotome.simulate.watch import WatchedGame, watch_games

__all__ = [
    "simulate",
    "Report",
    "SideReport",
    "Share",
    "Spread",
    "ActionUse",
    "Flag",
    "watch_games",
    "WatchedGame",
    "find_flags",
    "wilson",
    "MOST_GAMES",
]
