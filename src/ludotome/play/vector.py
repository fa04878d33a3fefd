"""Vector: many games stepped together, for reinforcement learning: legal masks, decisions by id, observations.

    games = game.vector(1024, seed=1)
    masks = games.legal_masks()                    # bool [n, game.num_distinct_actions]
    rows = games.observations()                    # [n, *game.observation_tensor_shape]
    ids = games.sample(np.random.default_rng(1))   # or choose from the masks
    step = games.apply(ids)                        # returns [n, players], done [n], truncated [n]

A game that ends is followed at once by the next: its row of `returns` belongs to the game that ended, everything else
to the new one. An observation shows what the player to move may see.

This module does not know how players choose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from msgspec import Struct

from ludotome.chance import mix
from ludotome.gamedef import Decision, PlayError, checked_seed, shown_value, whole_number
from ludotome.native import (
    Batch,
    LegalIds,
    NativeGame,
    Step,
    decode_decision,
    decode_state,
    encode_decision,
    encode_state,
    possible_answers,
    usable_processors,
)
from ludotome.toolchain import ToolError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ludotome.play.game import Game
    from ludotome.play.state import State

MOST_THREADS = 256
GAMES_A_THREAD = 256  # fewer are stepped faster than another thread wakes up


class VectorSnapshot(Struct, frozen=True):
    """A snapshot of games stepped in parallel: their states, the seed of the series and the number of games started."""

    rules_hash: str
    states: tuple[str, ...]
    seed: int
    begun: int


class VectorGames:
    """*n* games stepped in parallel on the native kernel."""

    def __init__(self, native: NativeGame, n: int, seed: int, threads: int | None = None, *, game: Game) -> None:
        self._native = native
        self._game = game
        most = Batch.MOST_GAMES
        n = whole_number("n", n, 1, most, f"write how many games at once, from 1 to {most}")
        if threads is None:
            self._threads = max(1, min(len(usable_processors()), MOST_THREADS, n // GAMES_A_THREAD))
        else:
            most_threads = f"write a whole number from 1 to {MOST_THREADS}"
            self._threads = min(n, whole_number("threads", threads, 1, MOST_THREADS, most_threads))
        try:
            self._batch = Batch(native, n, seed, self._threads)
        except ToolError:  # a compiler without atomics has no thread pool; report this if threads were requested
            if threads is not None or self._threads == 1:
                raise
            self._threads = 1
            self._batch = Batch(native, n, seed, self._threads)

    def __repr__(self) -> str:
        return f"<VectorGames: {self.num_games} games of {self._native.in_words}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("games stepped in parallel cannot be copied or pickled; create new ones by `game.vector`")

    @property
    def num_games(self) -> int:
        """The number of games."""
        return self._batch.n

    @property
    def num_threads(self) -> int:
        """The number of threads that share the games of a step."""
        return self._threads

    @property
    def num_distinct_actions(self) -> int:
        """The number of ids; the same for the same rules."""
        return self._batch.ids.count

    def current_players(self) -> NDArray[np.int32]:
        """Return the player to move in each game."""
        return self._batch.players()

    def legal_masks(self) -> NDArray[np.bool_]:
        """Return the legal masks, [n, num_distinct_actions]: one read-only array, updated by every `apply`.

        Before the first call there is no array, and `apply` spends no time on it.
        """
        return self._batch.masks()

    def legal_ids(self) -> LegalIds:
        """Return the lists of legal ids in definition order, for games with mostly empty masks."""
        return self._batch.legal()

    def sample(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return a legal id for each game, drawn uniformly as `playouts` does, by one number from *rng*.

        The same number gives the same ids, whether or not masks were requested.
        """
        if not isinstance(rng, np.random.Generator):
            raise PlayError("bad-argument", f"rng is {rng!r}; write a generator, as `numpy.random.default_rng(1)`")
        return self._batch.draw(_number_from(rng))

    def apply(self, ids: Any, *, skip: Any = None, final_observations: bool = False) -> Step:
        """Apply one decision in each game; an illegal id raises `PlayError` and changes no game.

        Games marked in *skip*, bool [n], do not change, and their ids are ignored. With *final_observations* the result
        has `ends`: the last observation of each game that ended, of the seat set by `look_as` or of the player who made
        the last decision; rows of other games are zeros.
        """
        return self._batch.step(ids, None if skip is None else self._flags("skip", skip), ends=final_observations)

    def _flags(self, name: str, given: Any) -> NDArray[np.bool_]:
        flags = np.asarray(given)
        if flags.shape != (self.num_games,) or flags.dtype != np.bool_:
            wanted = f"write {self.num_games} truth values"
            raise PlayError("bad-argument", f"{name} is {flags.dtype} of shape {flags.shape}; {wanted}")
        return flags

    # ── one game ───────────────────────────────────────────────────────────────────────────────────────────────────

    def reset(self, games: Any = None, *, seed: Any = None) -> None:
        """Restart games: all, one by number, several by number, or those marked in a bool array.

        Each becomes the next game of the series of `vector`, or with *seed* (one for each, or a number from which they
        are derived) the game of `new_initial_state(seed)`. All games with one seed are those of `vector(n, seed)`, and
        their series continues from there.
        """
        numbers = self._numbers(games)
        if games is None and seed is not None and np.ndim(seed) == 0:
            self._batch.series = (checked_seed(int(seed)), 0)
            seed = None
        if seed is None:
            return self._batch.reset(numbers)
        if np.ndim(seed) == 0:
            first = checked_seed(int(seed))
            own = [first] if np.ndim(games) == 0 and games is not None else [mix(first, i) for i in range(len(numbers))]
        else:
            own = [checked_seed(int(one)) for one in seed]
        if len(own) != len(numbers):
            raise PlayError("bad-argument", f"there are {len(own)} seeds for {len(numbers)} games; write one for each")
        return self._batch.reset(numbers, np.array(own, np.uint64))

    def _numbers(self, games: Any) -> NDArray[np.int64]:
        n = self.num_games
        if games is None:
            return np.arange(n)
        given = np.asarray(games)
        if given.dtype == np.bool_:
            return np.flatnonzero(self._flags("games", given))
        wrong = (
            given.dtype.kind not in "iu" or given.ndim > 1 or (given.size and not 0 <= given.min() <= given.max() < n)
        )
        if wrong:
            raise PlayError("bad-argument", f"games is {games!r}; write numbers from 0 to {n - 1}, or {n} truth values")
        return np.atleast_1d(given).astype(np.int64)

    def snapshot(self) -> VectorSnapshot:
        """Return a snapshot from which `restore` continues; it can be pickled."""
        states = tuple(self.state(index).to_json() for index in range(self.num_games))
        return VectorSnapshot(self._game.rules_hash, states, *self._batch.series)

    def restore(self, snapshot: VectorSnapshot) -> None:
        """Restore all games from *snapshot*, which must have as many games with the same rules."""
        if snapshot.rules_hash != self._game.rules_hash or len(snapshot.states) != self.num_games:
            wanted = f"{self.num_games} games of `{self._game.name}`"
            raise PlayError(
                "bad-argument", f"the snapshot is not one of {wanted}; write one from `snapshot()` of these games"
            )
        for index, text in enumerate(snapshot.states):
            self.set_state(index, self._game.state_from_json(text))
        self._batch.series = (snapshot.seed, snapshot.begun)

    def state(self, index: int) -> State:
        """Return a copy of one game as a `State`, without history."""
        number = self._numbers(int(index))[0]
        return self._game.state_of(decode_state(self._native, self._batch.state(int(number))))

    def set_state(self, index: int, state: State) -> None:
        """Set one game to *state*, which must have the same rules and players, sampled chance, and not be over."""
        number = self._numbers(int(index))[0]
        if state.game.rules_hash != self._game.rules_hash:
            message = f"the state is one of `{state.game.name}`, with other rules than `{self._game.name}`"
            raise PlayError("other-rules", message)
        if state.is_terminal():
            raise PlayError("game-over", "the game of this state is over, so it cannot be stepped")
        self._batch.set_state(int(number), encode_state(self._native, state.game_state))

    def decision_of(self, action_id: int) -> Decision:
        """Return the decision that an id stands for."""
        last = self.num_distinct_actions - 1
        number = whole_number("id", action_id, 0, last, f"write one from 0 to {last}")
        return decode_decision(self._native, self._batch.ids.row(number))

    def id_of(self, decision: Decision) -> int:
        """Return the id of a decision."""
        if not isinstance(decision, Decision):
            raise PlayError(
                "malformed-decision", f"{shown_value(decision)} is not a decision; take one of `legal_actions`"
            )
        row = encode_decision(self._native, decision) if decision.kind == "action" else self._answer(decision)
        number = None if row is None else self._batch.ids.number(row)
        if number is None:
            raise PlayError("malformed-decision", f"{decision} is not a decision of this game")
        return number

    def _answer(self, answer: Decision) -> list[int] | None:
        """Return the numbers of an answer; a number or text may belong to choices of different types."""
        rows = possible_answers(self._native, answer, self._batch.ids)
        if len(rows) > 1:
            raise PlayError("malformed-decision", f"{answer} may be about several things; take its id from the masks")
        return rows[0] if rows else None

    # ── observations ───────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def observation_names(self) -> tuple[str, ...]:
        """The name of each column of `observations`."""
        return self._batch.tensor_layout.names

    def observations(self) -> NDArray[np.integer[Any]]:
        """Return the observation of the player to move in each game, [n, len(observation_names)].

        A row is that player's `State.observation_tensor`. It is one read-only array, updated by every `apply`; before
        the first call there is no array, and `apply` spends no time on it.
        """
        return self._batch.observe()

    def look_as(self, seats: Any) -> None:
        """From now on use the observations of *seats*, int [n]; None means the player to move."""
        if seats is None:
            return self._batch.look_as(None)
        given, players = np.asarray(seats), self._native.players
        fits = given.shape == (self.num_games,) and given.dtype.kind in "iu"
        if not fits or given.min() < 0 or given.max() >= players:
            wanted = f"write {self.num_games} seats from 0 to {players - 1}"
            raise PlayError("bad-argument", f"seats is {seats!r}; {wanted}")
        return self._batch.look_as(given.astype(np.int32))


def _number_from(rng: np.random.Generator) -> int:
    """Return the next number below 2⁶⁴ of *rng*."""
    if isinstance(rng.bit_generator, _WORDS_OF_64_BITS):
        return int(rng.bit_generator.random_raw())  # the same as below, seven times as fast
    return int(rng.integers(0, 2**64, dtype=np.uint64))


_WORDS_OF_64_BITS = (np.random.PCG64, np.random.PCG64DXSM, np.random.SFC64, np.random.Philox)
