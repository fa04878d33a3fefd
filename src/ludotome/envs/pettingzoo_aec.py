"""A game as a PettingZoo AEC environment: the seats are agents that act one after the other.

Invariants:
    * `reset(seed=s)` starts the sequence of games of that seed, and each `reset()` starts its next game;
    * rewards are given at the end: what each seat returns;
    * an illegal action is a `PlayError`, and nothing changes.

This module does not know rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium.spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from ludotome.chance import mix
from ludotome.envs.spaces import mask_space, tensor_space
from ludotome.gamedef import checked_seed
from ludotome.play import Game, State


class LudotomeAECEnv(AECEnv):  # type: ignore[misc]
    """One game in play; see `pettingzoo_env`."""

    def __init__(
        self, game: Game, *, players: int | None = None, seed: int = 1, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.metadata = {"render_modes": ["ansi", "human"], "name": f"{game.name}_v1", "is_parallelizable": False}
        self.game = game
        self.render_mode = render_mode
        self._players = game.seats_for(players)
        self._seed, self._begun = checked_seed(seed), 0
        self.possible_agents = [f"player_{seat}" for seat in range(self._players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._actions = game.action_ids(self._players).count
        self._observation_space = gymnasium.spaces.Dict(
            {"observation": tensor_space(game.tensor_layout(self._players)), "action_mask": mask_space(self._actions)}
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observation_space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self._actions) for agent in self.possible_agents}
        self.state_now: State = game.new_initial_state(self._seed, self._players)
        self.agents: list[str] = []
        # The initial values of every game; copy them.
        self._nothing, self._unfinished = (
            dict.fromkeys(self.possible_agents, 0.0),
            dict.fromkeys(self.possible_agents, False),
        )
        self._is_over = False

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Return the observation space of *agent*."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return the space of action ids."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start the next game, or the first of *seed*."""
        del options
        if seed is not None:
            self._seed, self._begun = checked_seed(int(seed)), 0
        self.agents = self.possible_agents.copy()
        self.rewards, self._cumulative_rewards = self._nothing.copy(), self._nothing.copy()
        self.terminations, self.truncations = self._unfinished.copy(), self._unfinished.copy()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._is_over = False
        self.state_now = self._next_game()
        self.agent_selection = self.possible_agents[self.state_now.current_player()]

    def _next_game(self) -> State:
        while True:
            state = self.game.new_initial_state(mix(self._seed, self._begun), self._players)
            self._begun += 1
            if not state.is_terminal():
                return state

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Yield the selected agent until no agent is left or *max_iter* have been yielded."""
        left = max_iter
        while self.agents and left > 0:
            left -= 1
            yield self.agent_selection

    def last(self, observe: bool = True) -> tuple[dict[str, NDArray[Any]] | None, float, bool, bool, dict[str, Any]]:
        """Return what the selected agent sees, its rewards since its last step, whether it is done, and its info."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        if not self._is_over:
            return seen, 0.0, False, False, self.infos[agent]
        rewards = self._cumulative_rewards
        return seen, rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what *agent* sees, and which ids are legal if it is its turn."""
        observation, mask = self.state_now.observation_and_mask(self._seat_of[agent])
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Apply the decision with this action id for the selected agent."""
        if self._is_over:
            self._was_dead_step(action)
            return
        state = self.state_now
        state.apply_action_id(action if type(action) is int else int(action))  # type: ignore[arg-type]
        # Rewards are 0 until the end, so there is nothing to clear or to add up before.
        decides = state.current_player()
        if decides >= 0:
            self.agent_selection = self.possible_agents[decides]
        else:
            self._end()
            self._accumulate_rewards()
            self._deads_step_first()

    def _end(self) -> None:
        outcome = self.state_now.outcome()
        assert outcome is not None
        cut_off = outcome.type == "truncated"
        self._is_over = True
        for agent, got in zip(self.possible_agents, outcome.returns, strict=True):
            self.rewards[agent] = got
            self.truncations[agent], self.terminations[agent] = cut_off, not cut_off

    def render(self) -> str | None:
        """Return the board as text, or print it."""
        text = str(self.state_now)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: an environment holds no resources."""
