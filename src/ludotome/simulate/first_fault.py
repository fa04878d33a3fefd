"""First fault: the shortest of the games that met a fault of their document, described so that it can be reproduced.

Invariant: the game described is one of those played: same seed and, with random players, same decisions.

This module does not know other statistics.
"""

from __future__ import annotations

import numpy as np

from ludotome import kernel
from ludotome.chance import mix, seed_generator
from ludotome.gamedef import PlayError
from ludotome.play import Record, State
from ludotome.simulate.play_agents import FAULT_CODE
from ludotome.simulate.play_games import Played
from ludotome.simulate.watch import fault_told


def first_fault(played: Played) -> str | None:
    """Return the game that met a fault after the fewest decisions (ties: the first) and the fault; None if none did."""
    index = _index(played)
    if index is None:
        return None
    is_seen = played.has_all_watched
    seed = played.watched[index].seed if is_seen else mix(played.seed, index)
    told = played.watched[index].fault if is_seen else fault_told(*_played_again(played, index))
    return f"game {index} (seed {seed}), {told}"


def fault_record(played: Played) -> Record | None:
    """Return the record of the game that `first_fault` names, up to the decision that met the fault.

    None if no game met a fault, if it was met during setup, or if the players were not random.
    """
    index = _index(played)
    if index is None or played.has_all_watched:
        return None
    state, _ = _played_again(played, index)
    return None if state is None else Record.of(state)


def _index(played: Played) -> int | None:
    faulty = np.flatnonzero(played.results.outcome == FAULT_CODE)
    return int(faulty[np.argmin(played.results.plies[faulty])]) if len(faulty) else None


def _played_again(played: Played, index: int) -> tuple[State | None, PlayError]:
    """Replay a game between random players, as `Game.playouts` plays it, and return the state at the fault."""
    game, state = played.game, None
    generator = seed_generator(mix(played.seed, index, 1))
    try:
        state = game.new_initial_state(mix(played.seed, index), played.seats, "reference")
        while not state.is_terminal():
            move, generator = kernel.random_move(game.game_def, state.game_state, generator)
            state.apply_action(move)
    except PlayError as error:
        return state, error
    raise AssertionError("a game that stopped at an error stops there again; please send us the document and the seed")
