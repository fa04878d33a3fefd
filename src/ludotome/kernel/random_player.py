"""Random player: how a uniformly random decision is drawn, the same on every backend.

    list the pseudo-legal decisions (phase, actor, limits, domains and pre hold) in definition order;
    draw k = bounded(their number) from the player's stream;
    if it fails a later test (cost, adjacency, post, longest), remove k, keeping the order, and draw again.
    A pending choice: k = bounded(number of options).

So a decision that fails a test uses up a draw, and the legal ones are equally likely.

This module does not know the generator inside the state; the player has its own stream.
"""

from __future__ import annotations

from ludotome.chance import Generator, bounded
from ludotome.gamedef import Decision, GameDef, GameState, PlayError
from ludotome.kernel.rules import tables_of
from ludotome.kernel.transitions import legal_moves, legality_of


def random_move(game_def: GameDef, state: GameState, generator: Generator) -> tuple[Decision, Generator]:
    """Return a legal decision drawn uniformly, and the generator after it."""
    if state.outcome is not None:
        raise PlayError("game-over", "the game is over; nothing can be decided")
    if state.pending is not None:
        options = legal_moves(game_def, state)
        chosen, generator = bounded(generator, len(options))
        return options[chosen], generator
    legality = legality_of(tables_of(game_def), state)
    places = list(range(len(legality.candidates)))
    while places:
        chosen, generator = bounded(generator, len(places))
        place = places.pop(chosen)
        if legality.refusal(place) is None:
            return legality.candidates[place].decision(), generator
    raise PlayError("bad-state", f"player {state.active} has no legal decision, so no game can reach this state")
