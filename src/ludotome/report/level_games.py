"""Level games: games between players of one level, or of one level against the one below.

Invariant: game i of a seed is the same game however the games are split into calls.

This module draws no conclusions.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import cpu_count

from ludotome.agents import Agent, MctsAgent, RandomAgent
from ludotome.play import Game, Playouts
from ludotome.report.evidence import LEVELS
from ludotome.simulate import play_agents


class LevelGames:
    """Plays games of a level; an interrupt is raised, because half a portion would have no counterpart."""

    def __init__(self, level: str, simulations: Mapping[str, int], seats: int) -> None:
        self.level, self.simulations, self.seats = level, simulations, seats
        self.played = 0

    def alike(self, game: Game, first: int, n: int, seed: int) -> Playouts:
        """Return games first … first + n - 1 in which all players are of the level, with what happened on the way."""
        if self.level == "random":
            results = game.playouts(n, seed, first=first, players=self.seats, stats=True)
        else:
            results = play_agents(
                game, n, self._agent(self.level), seed, None, cpu_count(), first=first, players=self.seats, stats=True
            )
        return self._counted(results)

    def against_lower(self, game: Game, first: int, n: int, seed: int) -> Playouts:
        """Return deals first … first + n - 1, each with every seating, of one player of the level among lower ones."""
        lower = LEVELS[LEVELS.index(self.level) - 1]
        table = [self._agent(self.level), *[self._agent(lower)] * (self.seats - 1)]
        n, first = n * self.seats, first * self.seats
        played = play_agents(game, n, table, seed, None, cpu_count(), first=first, rotate=True, players=self.seats)
        return self._counted(played)

    def _counted(self, results: Playouts) -> Playouts:
        self.played += len(results.plies)
        if results.interrupted:
            raise KeyboardInterrupt
        return results

    def _agent(self, level: str) -> Agent:
        return RandomAgent() if level == "random" else MctsAgent(self.simulations[level], name=level)
