"""Game table: the games played, one row each, as columns for other programs.

The columns are those of `docs/simulate.md`; columns of seats and actions have their names. What was not
observed is missing, not zero: choices, lead and actions of games not watched, the return of an interrupted game.

This module computes no statistics over games (`make_report` does) and knows no file format.
"""

from __future__ import annotations

import numpy as np

from ludotome.chance import mix
from ludotome.simulate.parquet import Column
from ludotome.simulate.play_agents import OUTCOME_OF_CODE
from ludotome.simulate.play_games import Played, checked_played


def game_table(played: Played) -> tuple[Column, ...]:
    """Return the columns of the games of *played*, in the order in which they were played."""
    results = checked_played(played).results
    games = range(len(results.plies))
    ended = results.outcome >= 0
    names = played.game.game_def.metadata.seats[: played.seats]
    return (
        Column("game", "int64", np.arange(len(games))),
        Column("seed", "uint64", np.array(_seeds(played), np.uint64)),
        Column("outcome", "text", [OUTCOME_OF_CODE[int(code)] for code in results.outcome]),
        Column("condition", "int32", results.condition, results.condition >= 0),
        Column("decisions", "int32", results.plies),
        *(Column(f"agent_{name}", "text", _sitting(played, seat)) for seat, name in enumerate(names)),
        *(Column(f"return_{name}", "double", results.returns[:, seat], ended) for seat, name in enumerate(names)),
        *_watched(played),
    )


def _seeds(played: Played) -> list[int]:
    if not played.has_all_watched:
        return [mix(played.seed, game) for game in range(len(played.results.plies))]
    return [one.seed for one in played.watched]


def _sitting(played: Played, seat: int) -> list[str]:
    """Return the agent on *seat* in each game."""
    if not played.has_all_watched:
        return [played.agents[seat].name] * len(played.results.plies)
    return [played.agents[one.agent_of_seat[seat]].name for one in played.watched]


def _watched(played: Played) -> tuple[Column, ...]:
    """Return the columns that only watched games have; empty values for games between random players."""
    rows = len(played.results.plies)
    watched = played.watched if played.has_all_watched else ()
    was_seen = np.full(rows, played.has_all_watched)
    choices = np.array([one.choices / max(one.plies, 1) for one in watched] or np.zeros(rows))
    changes = np.array([one.lead_changes for one in watched] or np.zeros(rows), np.int32)
    is_scored = played.game.game_def.scoring is not None
    actions = [action.id for action in played.game.game_def.actions]
    taken = {
        name: np.array([one.taken.get(name, 0) for one in watched] or np.zeros(rows), np.int32) for name in actions
    }
    return (
        Column("choices", "double", choices, was_seen & (played.results.plies > 0)),
        Column("lead_changes", "int32", changes, was_seen & is_scored),
        *(Column(f"taken_{name}", "int32", counts, was_seen) for name, counts in taken.items()),
    )
