"""Vector: many games at once for whoever learns from them: legal masks, decisions by id, observations as arrays.

    games = game.vector(1024, seed=1)
    ids = games.sample(np.random.default_rng(1))   # drawn uniformly, nothing listed; or whoever chooses from
    masks = games.legal_masks()                    # bool [n, game.num_distinct_actions]
    step = games.apply(ids)                        # returns [n, players], done [n]

A game that ends is followed at once by the next; its row of `returns` belongs to the game that ended, everything else
to the new one. What an observation shows is what the player to decide may see.

This module does not know how a player chooses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ludotome.gamedef import Decision, PlayError, whole_number
from ludotome.native import (
    Batch,
    LegalIds,
    NativeGame,
    Step,
    decode_decision,
    encode_decision,
    possible_answers,
    usable_processors,
)
from ludotome.toolchain import ToolError

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_THREADS = 256
GAMES_A_THREAD = 256  # fewer are stepped sooner than another thread wakes


class VectorGames:
    """*n* games side by side, on the native kernel."""

    def __init__(self, native: NativeGame, n: int, seed: int, threads: int | None = None) -> None:
        self._native = native
        most = Batch.MOST_GAMES
        n = whole_number("n", n, 1, most, f"write how many games at once, from 1 to {most}")
        if threads is None:
            self._threads = max(1, min(len(usable_processors()), MOST_THREADS, n // GAMES_A_THREAD))
        else:
            most_threads = f"write a whole number from 1 to {MOST_THREADS}"
            self._threads = min(n, whole_number("threads", threads, 1, MOST_THREADS, most_threads))
        try:
            self._batch = Batch(native, n, seed, self._threads)
        except ToolError:  # a compiler without atomics makes no pool of threads; who asked for one is told
            if threads is not None or self._threads == 1:
                raise
            self._threads = 1
            self._batch = Batch(native, n, seed, self._threads)

    def __repr__(self) -> str:
        return f"<VectorGames: {self.num_games} games of {self._native.in_words}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("games side by side cannot be copied or pickled; make them again by `game.vector`")

    @property
    def num_games(self) -> int:
        """How many games there are."""
        return self._batch.n

    @property
    def num_threads(self) -> int:
        """How many threads share the games of a step."""
        return self._threads

    @property
    def num_distinct_actions(self) -> int:
        """How many ids there are; the same for the same rules."""
        return self._batch.ids.count

    def current_players(self) -> NDArray[np.int32]:
        """Return who decides in each game."""
        return self._batch.players()

    def legal_masks(self) -> NDArray[np.bool_]:
        """Return which ids are legal, [n, num_distinct_actions]: one array, to be read, that follows every `apply`.

        Before the first call there is no such array, and `apply` does not spend the time to keep it.
        """
        return self._batch.masks()

    def legal_ids(self) -> LegalIds:
        """Return the legal ids themselves, in definition order, where a mask would be mostly empty."""
        return self._batch.legal()

    def sample(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return a legal id for each game, drawn uniformly as `playouts` does, by one number from *rng*.

        The same number gives the same ids, whether or not anybody looked at masks.
        """
        if not isinstance(rng, np.random.Generator):
            raise PlayError("bad-argument", f"rng is {rng!r}; write a generator, as `numpy.random.default_rng(1)`")
        return self._batch.draw(_number_from(rng))

    def apply(self, ids: Any) -> Step:
        """Take one decision in each game; an illegal id is a `PlayError`, and then nothing changes anywhere."""
        return self._batch.step(ids)

    def decision_of(self, action_id: int) -> Decision:
        """Return the decision that an id stands for."""
        last = self.num_distinct_actions - 1
        number = whole_number("id", action_id, 0, last, f"write one from 0 to {last}")
        return decode_decision(self._native, self._batch.ids.row(number))

    def id_of(self, decision: Decision) -> int:
        """Return the id of a decision."""
        if not isinstance(decision, Decision):
            raise PlayError("malformed-decision", f"{decision!r} is no decision; take one of `legal_actions`")
        row = encode_decision(self._native, decision) if decision.kind == "action" else self._answer(decision)
        number = None if row is None else self._batch.ids.number(row)
        if number is None:
            raise PlayError("malformed-decision", f"{decision} is no decision of this game")
        return number

    def _answer(self, answer: Decision) -> list[int] | None:
        """Return the numbers of an answer; a number or text may answer questions about different kinds of things."""
        rows = possible_answers(self._native, answer, self._batch.ids)
        if len(rows) > 1:
            raise PlayError("malformed-decision", f"{answer} may be about several things; take its id from the masks")
        return rows[0] if rows else None

    # ── observations ───────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def observation_names(self) -> tuple[str, ...]:
        """What each column of `observations` is."""
        return self._batch.observation_names

    def observations(self) -> NDArray[np.int32]:
        """Return what the player to decide may see in each game, [n, len(observation_names)].

        Of each zone how many tokens it holds and, where the player may see them, the type, owner and properties of the
        one a draw would take next (type and owner plus one, 0 for none; a type is its place in `Symbols.names`); then
        the global variables, everybody's own, who is active and the phase. Any other value of nothing is -1. In the
        middle of a decision, when somebody is asked, it shows what the decision has done so far.
        """
        return self._batch.observe()


def _number_from(rng: np.random.Generator) -> int:
    """Return the next number below 2⁶⁴ of *rng*."""
    if isinstance(rng.bit_generator, _WORDS_OF_64_BITS):
        return int(rng.bit_generator.random_raw())  # the same as below, in a seventh of the time
    return int(rng.integers(0, 2**64, dtype=np.uint64))


_WORDS_OF_64_BITS = (np.random.PCG64, np.random.PCG64DXSM, np.random.SFC64, np.random.Philox)
