"""Batches: `init` and `step` over many games, with the state as a value, in the style of pgx.

    env = batch_env(game)
    state = env.init(1024, seed=1)
    while not state.terminated.all():
        state = env.step(state, chosen(state.observation, state.legal_action_mask))

A game that has ended stays as it is: it gives no more rewards, and its action is ignored. Games are kept in machine
code, so each state can be stepped only once; continue with the state that `step` returns. The arrays of a state are not
changed afterwards.

This module does not know rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotome.gamedef import PlayError
from ludotome.play import Game, load

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class BatchState:
    """Many games at one moment; `rewards` are those of the step that led here, by seat."""

    current_player: NDArray[np.int32]
    observation: NDArray[np.integer[Any]]
    rewards: NDArray[np.float64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    legal_action_mask: NDArray[np.bool_]
    _games: Any = field(repr=False)  # as `Game.vector` returns them
    _at: list[int] = field(repr=False)  # the current step of the games, shared by all states of a batch
    _step: int = field(repr=False)


class BatchEnv:
    """One game, ready to be played in batches; made by `batch_env`."""

    def __init__(self, game: Game, *, players: int | None = None, threads: int | None = None) -> None:
        self.game = game
        self._players, self._threads = game.seats_for(players), threads

    @property
    def num_players(self) -> int:
        """Return the number of players."""
        return self._players

    @property
    def num_actions(self) -> int:
        """Return the number of action ids."""
        return self.game.action_ids(self._players).count

    @property
    def observation_shape(self) -> tuple[int]:
        """Return the shape of the observation of one game."""
        return (self.game.tensor_layout(self._players).size,)

    def init(self, n: int, seed: int = 1) -> BatchState:
        """Return *n* games at their first decision."""
        games = self.game.vector(n, seed, players=self._players, threads=self._threads)
        ended = np.zeros(n, np.bool_)
        return BatchState(
            games.current_players(),
            games.observations().copy(),
            np.zeros((n, self._players)),
            ended,
            ended.copy(),
            games.legal_masks().copy(),
            games,
            [0],
            0,
        )

    def step(self, state: BatchState, actions: Any) -> BatchState:
        """Return the games after one decision in each that has not ended; rewards are those of this step."""
        if state._step != state._at[0]:
            message = "these games have been stepped already; continue with the state that `step` returned"
            raise PlayError("stale-state", message)
        games, over = state._games, state.terminated | state.truncated
        step = games.apply(actions, skip=over if over.any() else None, final_observations=True)
        state._at[0] += 1
        now_over = over | step.done
        rows, masks, players = games.observations().copy(), games.legal_masks().copy(), games.current_players()
        assert step.ends is not None
        rows[step.done], rows[over] = step.ends[step.done], state.observation[over]
        players[step.done], players[over] = state.current_player[step.done], state.current_player[over]
        masks[now_over] = True  # the action is ignored, and every policy can draw one
        return BatchState(
            players,
            rows,
            step.returns,
            state.terminated | (step.done & ~step.truncated),
            state.truncated | step.truncated,
            masks,
            games,
            state._at,
            state._at[0],
        )


def batch_env(game: Game | str, *, players: int | None = None, threads: int | None = None) -> BatchEnv:
    """Return *game* as `init` and `step` over batches of numpy arrays."""
    return BatchEnv(load(game) if isinstance(game, str) else game, players=players, threads=threads)
