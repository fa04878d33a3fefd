"""Simulate: play a game many times and report statistics, in one call.

This module prints nothing.
"""

from __future__ import annotations

from typing import Any

from ludotome.play import Game
from ludotome.simulate.make_report import make_report
from ludotome.simulate.play_games import play_games
from ludotome.simulate.report import Report


def simulate(game: Game, n: int, **how: Any) -> Report:
    """Return the report of *n* games of *game*, played with the arguments *how* of `play_games`."""
    return make_report(play_games(game, n, **how))
