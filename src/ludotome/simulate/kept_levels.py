"""Kept levels: the results of `measure_levels` for a game, cached until its rules change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from ludotome.play import Game
from ludotome.simulate.levels import Level
from ludotome.toolchain import recall, remember

_KIND = "levels"


def keep_levels(game: Game, players: int, levels: Iterable[Level]) -> None:
    """Cache the simulations of each level for these rules and this number of players."""
    remember(_KIND, _key(game, players), msgspec.json.encode({level.name: level.simulations for level in levels}))


def measured_levels(game: Game, players: int) -> Mapping[str, int]:
    """Return the simulations of each level measured for these rules; empty if they were not measured."""
    kept = recall(_KIND, _key(game, players))
    try:
        found = {} if kept is None else msgspec.json.decode(kept, type=dict[str, int])
    except msgspec.DecodeError:
        return {}
    return {name: number for name, number in found.items() if number >= 1}


def _key(game: Game, players: int) -> str:
    return f"{game.rules_hash}-{players}.json"
