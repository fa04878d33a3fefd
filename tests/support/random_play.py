"""Random play on the reference kernel, for properties over whole games."""

from __future__ import annotations

from collections.abc import Iterator

from ludotome.chance import seed_generator
from ludotome.gamedef import Decision, GameDef, GameState, PlayError
from ludotome.kernel import apply_move, initial_state, random_move


def steps(
    game_def: GameDef, seed: int, most: int = 40, chance: str = "sampled"
) -> Iterator[tuple[GameState, Decision, GameState]]:
    """Yield (before, decision, after) for each decision of a random game; a document fault ends it silently."""
    generator = seed_generator(seed)
    try:
        state = initial_state(game_def, seed, None, chance)  # type: ignore[arg-type]
        for _ in range(most):
            if state.outcome is not None:
                return
            move, generator = random_move(game_def, state, generator)
            after = apply_move(game_def, state, move).state
            yield state, move, after
            state = after
    except PlayError as error:
        if error.code != "document-fault":
            raise


def states(game_def: GameDef, seed: int, most: int = 40, chance: str = "sampled") -> Iterator[GameState]:
    """Yield the states of a random game, the first included."""
    try:
        yield initial_state(game_def, seed, None, chance)  # type: ignore[arg-type]
    except PlayError as error:
        if error.code != "document-fault":
            raise
        return
    for _, _, after in steps(game_def, seed, most, chance):
        yield after
