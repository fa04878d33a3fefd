"""Games as Gymnasium environments: one game in which a seat learns, and many games stepped together.

Invariants:
    * `reset(seed=s)` starts the sequence of games of that seed; the same actions then give the same games;
    * every array that is returned is a copy;
    * an environment can be pickled; the copy continues from the same state.

This module does not know rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ludotome.agents import Stream, parse_agent
from ludotome.chance import mix, seed_generator
from ludotome.envs.spaces import tensor_space
from ludotome.gamedef import Decision, PlayError, checked_seed
from ludotome.play import Game, State

Illegal = Literal["error", "loss"]
Opponent = str | Callable[[State, np.random.Generator], Decision]
Row = NDArray[np.integer[Any]]
MOST_MOVES_OF_OTHERS = 100_000


class LudotomeEnv(gymnasium.Env[Any, Any]):
    """One game in which one seat learns; see `gymnasium_env`."""

    def __init__(
        self,
        game: Game | str,
        *,
        seat: int = 0,
        opponent: Opponent = "random",
        players: int | None = None,
        seed: int = 1,
        illegal: Illegal = "error",
        render_mode: str | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else _loaded(game)
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self._players = self.game.seats_for(players)
        self.seat = _checked_seat(seat, self._players)
        self._illegal = _checked_illegal(illegal)
        self._opponent = parse_agent(opponent) if isinstance(opponent, str) else opponent
        self._seed, self._begun, self._over = checked_seed(seed), 0, True
        self.observation_space = tensor_space(self.game.tensor_layout(self._players))
        self.action_space = gymnasium.spaces.Discrete(self.game.action_ids(self._players).count)
        self.state_now = self.game.new_initial_state(self._seed, self._players)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Start the next game, or the first of *seed*, and play to the seat's first decision."""
        super().reset(seed=seed)
        del options
        if seed is not None:
            self._seed, self._begun = checked_seed(seed), 0
        for _ in range(MOST_MOVES_OF_OTHERS):
            number = mix(self._seed, self._begun)
            self._begun += 1
            self.state_now = self.game.new_initial_state(number, self._players)
            self._stream = Stream(seed_generator(mix(number, 1)))
            self._chooser = np.random.default_rng(number)
            self._play_others()
            if not self.state_now.is_terminal():
                self._over = False
                return self._seen(), self._info()
        raise PlayError("game-over", f"seat {self.seat} of `{self.game.name}` never decides anything")

    def step(self, action: int) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Apply the decision with this action id, then let the opponents play until it is the seat's turn again."""
        if self._over:
            raise PlayError("game-over", "the game is over; call `reset()` first")
        state = self.state_now
        if self._illegal == "loss" and int(action) not in state.legal_action_ids():
            self._over = True
            return self._seen(), -1.0, True, False, self._info()
        state.apply_action_id(int(action))
        self._play_others()
        outcome = state.outcome()
        if outcome is None:
            return self._seen(), 0.0, False, False, self._info()
        self._over = True
        cut_off = outcome.type == "truncated"
        return self._seen(), float(outcome.returns[self.seat]), not cut_off, cut_off, self._info()

    def _play_others(self) -> None:
        state = self.state_now
        while not state.is_terminal() and state.current_player() != self.seat:
            if callable(self._opponent):
                state.apply_action(self._opponent(state, self._chooser))
            else:
                state.apply_action(self._opponent.choose(state, self._stream))

    def _seen(self) -> Row:
        return self.state_now.observation_tensor(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.state_now.action_mask(), "player": self.state_now.current_player()}

    def render(self) -> str | None:
        """Return the board as text."""
        return str(self.state_now) if self.render_mode == "ansi" else None


class LudotomeVectorEnv(VectorEnv[Row, NDArray[np.int64], NDArray[Any]]):
    """Many games, stepped together; see `gymnasium_vector_env`."""

    def __init__(
        self,
        game: Game | str,
        n: int,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        seat: int | None = None,
        players: int | None = None,
        seed: int = 1,
        threads: int | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else _loaded(game)
        self._options = {"seat": seat, "players": players, "seed": seed, "threads": threads}
        self._mode = _checked_mode(autoreset_mode)
        self._players = self.game.seats_for(players)
        self.seat = None if seat is None else _checked_seat(seat, self._players)
        self._games = self.game.vector(n, seed, players=players, threads=threads)
        self.num_envs = self._games.num_games
        self.metadata = {"autoreset_mode": self._mode}
        self.single_observation_space = tensor_space(self.game.tensor_layout(self._players))
        self.single_action_space = gymnasium.spaces.Discrete(self._games.num_distinct_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        if self.seat is not None:
            self._games.look_as(np.full(self.num_envs, self.seat))
        self._masks, self._rows = self._games.legal_masks(), self._games.observations()
        self._over = np.zeros(self.num_envs, np.bool_)  # games that ended and whose next game is not shown yet
        self._ends: Row | None = None  # the observations that those return until then
        self._draws = seed_generator_of(seed)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Row, dict[str, Any]]:
        """Restart all games, or those in `options["reset_mask"]`.

        A number as *seed* starts the sequence of that seed; a list has one seed per game.
        """
        mask = None if options is None else options.get("reset_mask")
        if mask is not None:
            chosen = np.asarray(mask, np.bool_)
            self._games.reset(chosen, seed=_seeds_of(seed, chosen))
            self._over &= ~chosen
        else:
            if isinstance(seed, int):
                self._draws = seed_generator_of(seed)
            self._games.reset(seed=_seeds_of(seed, np.ones(self.num_envs, np.bool_)))
            self._over[:] = False
        self._play_others(np.zeros(self.num_envs, np.bool_), None)
        return self._shown(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Row, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take one decision in each game."""
        over = self._over
        if self._mode == AutoresetMode.DISABLED and over.any():
            first = int(np.flatnonzero(over)[0])
            instead = 'call `reset(options={"reset_mask": …})` first'
            raise PlayError("game-over", f"game {first} is over; {instead}")
        deciding = self._games.current_players()
        skip = over if over.any() else None
        step = self._games.apply(actions, skip=skip, final_observations=True)
        ended, cut_off, got, ends = step.done, step.truncated, step.returns, step.ends
        if self.seat is not None:
            self._play_others(skip, (ended, cut_off, got, ends))
        whose = deciding if self.seat is None else np.full(self.num_envs, self.seat)
        rewards = got[np.arange(self.num_envs), whose] if ended.any() else np.zeros(self.num_envs)
        info: dict[str, Any] = {}
        if self._mode == AutoresetMode.SAME_STEP:
            if ended.any():
                info = {"final_obs": ends, "_final_obs": ended.copy()}
            self._over = np.zeros(self.num_envs, np.bool_)
        else:
            self._over, self._ends = ended.copy(), ends
        info["returns"] = got
        return self._shown(), rewards, ended & ~cut_off, cut_off, self._info() | info

    def _play_others(self, skip: NDArray[np.bool_] | None, found: Any) -> None:
        """Let random players play until it is the seat's turn in every game; games that end are added to *found*."""
        if self.seat is None:
            return
        for _ in range(MOST_MOVES_OF_OTHERS):
            waiting = self._games.current_players() != self.seat
            if not waiting.any():
                return
            step = self._games.apply(self._games.sample(self._draws), skip=~waiting, final_observations=True)
            if found is None or not step.done.any():
                continue
            ended, cut_off, got, ends = found
            new = step.done & ~ended  # the game after one that has just ended is not shown yet
            if skip is not None:
                new &= ~skip
            ended |= new
            cut_off |= step.truncated & new
            got[new], ends[new] = step.returns[new], step.ends[new]  # type: ignore[index]
        raise PlayError("game-over", f"seat {self.seat} of `{self.game.name}` never decides anything")

    def _shown(self) -> Row:
        rows = self._rows.copy()
        if self._over.any():
            assert self._ends is not None
            rows[self._over] = self._ends[self._over]
        return rows

    def _info(self) -> dict[str, Any]:
        masks = self._masks.copy()
        if self._over.any():
            masks[self._over] = True  # the action is ignored, and every policy can draw one
        return {"action_mask": masks, "player": self._games.current_players()}

    def __reduce__(self) -> tuple[Any, ...]:
        shown = self._over, self._ends, self._draws
        return _vector_again, (self.game, self.num_envs, self._mode, self._options, self._games.snapshot(), shown)


def _vector_again(
    game: Game, n: int, mode: AutoresetMode, options: dict[str, Any], snapshot: Any, shown: Any
) -> LudotomeVectorEnv:
    again = LudotomeVectorEnv(game, n, autoreset_mode=mode, **options)
    again._games.restore(snapshot)
    again._over, again._ends, again._draws = shown
    return again


def made_by_gymnasium(num_envs: int = 1, **options: Any) -> LudotomeVectorEnv:
    """Return the environment that `gymnasium.make_vec("ludotome/NAME-v1", num_envs=…)` requests."""
    return LudotomeVectorEnv(options.pop("game"), num_envs, **options)


def seed_generator_of(seed: int) -> np.random.Generator:
    """Return the generator of the random players of a vector environment."""
    return np.random.default_rng(mix(checked_seed(seed), 2**32))


def _loaded(name: str) -> Game:
    from ludotome.play import load

    return load(name)


def _seeds_of(seed: Any, chosen: NDArray[np.bool_]) -> Any:
    if seed is None or isinstance(seed, int):
        return seed
    return [mix(1, place) if one is None else one for place, one in enumerate(seed) if chosen[place]]


def _checked_seat(seat: Any, players: int) -> int:
    if type(seat) is not int or not 0 <= seat < players:
        raise PlayError("bad-argument", f"seat is {seat!r}; write one from 0 to {players - 1}")
    return seat


def _checked_illegal(illegal: Any) -> Illegal:
    if illegal not in ("error", "loss"):
        raise PlayError("bad-argument", f"illegal is {illegal!r}; write error or loss")
    return illegal  # type: ignore[no-any-return]


def _checked_mode(mode: Any) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(one.value for one in AutoresetMode)
        raise PlayError("bad-argument", f"autoreset_mode is {mode!r}; write one of {names}") from None
