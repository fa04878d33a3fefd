"""Simulate: play many games and report statistics about a game.

Invariants:
    * a report is plain data; the caller decides how to show it;
    * every share has a 95 % confidence interval;
    * the same game, numbers and seed give the same report and table, except for the time taken.

This package prints nothing and makes no decisions for players.
"""

from ludotome.simulate.decision_table import check_arrow, decision_table, write_decisions
from ludotome.simulate.first_fault import fault_record
from ludotome.simulate.flags import FLAG_MEANINGS, find_flags
from ludotome.simulate.game_table import game_table
from ludotome.simulate.intervals import wilson
from ludotome.simulate.kept_levels import keep_levels, measured_levels
from ludotome.simulate.levels import Level, measure_levels
from ludotome.simulate.make_report import make_report, standings
from ludotome.simulate.parquet import Column, write_parquet
from ludotome.simulate.play_agents import MOST_GAMES, join_playouts, play_agents
from ludotome.simulate.play_games import Played, play_games
from ludotome.simulate.report import ActionUse, Flag, Report, Share, SideReport, Spread
from ludotome.simulate.simulate import simulate
from ludotome.simulate.watch import WatchedGame, watch_games
from ludotome.simulate.words import NO_BREAK, counted, percent, share_of

__all__ = [
    "simulate",
    "play_games",
    "play_agents",
    "join_playouts",
    "measure_levels",
    "Level",
    "keep_levels",
    "measured_levels",
    "Played",
    "make_report",
    "standings",
    "Report",
    "SideReport",
    "Share",
    "Spread",
    "ActionUse",
    "Flag",
    "game_table",
    "Column",
    "write_parquet",
    "decision_table",
    "write_decisions",
    "check_arrow",
    "watch_games",
    "WatchedGame",
    "find_flags",
    "fault_record",
    "FLAG_MEANINGS",
    "wilson",
    "MOST_GAMES",
    "counted",
    "percent",
    "share_of",
    "NO_BREAK",
]
