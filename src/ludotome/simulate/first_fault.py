"""First fault: of the games that met a fault of their document, the shortest, told so that it can be met again.

Invariant: the game that is told of is one of those played: the same seed, and of random players the same decisions.

This module does not know what else games say.
"""

from __future__ import annotations

import numpy as np

from ludotome import kernel
from ludotome.chance import mix, seed_generator
from ludotome.gamedef import PlayError
from ludotome.simulate.play_agents import FAULT_CODE
from ludotome.simulate.play_games import Played
from ludotome.simulate.watch import fault_told


def first_fault(played: Played) -> str | None:
    """Return which game met a fault after the fewest decisions (the first of several) and what it was; None if none."""
    faulty = np.flatnonzero(played.results.outcome == FAULT_CODE)
    if not len(faulty):
        return None
    index = int(faulty[np.argmin(played.results.plies[faulty])])
    seed = mix(played.seed, index) if played.is_random else played.watched[index].seed
    told = _played_again(played, index) if played.is_random else played.watched[index].fault
    return f"game {index} (seed {seed}), {told}"


def _played_again(played: Played, index: int) -> str:
    """Return what a game between random players met, decided again as `Game.playouts` says they decide."""
    game, state = played.game, None
    generator = seed_generator(mix(played.seed, index, 1))
    try:
        state = game.new_initial_state(mix(played.seed, index), played.seats, "reference")
        while not state.is_terminal():
            move, generator = kernel.random_move(game.game_def, state.game_state, generator)
            state.apply_action(move)
    except PlayError as error:
        return fault_told(state, error)
    raise AssertionError("a game that met a fault meets it again; please send us the document and the seed")
