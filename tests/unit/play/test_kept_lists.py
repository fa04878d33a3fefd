"""The reference kernel caches few lists of decisions, however long a document makes them."""

from __future__ import annotations

from ludotome.gamedef import GameState
from ludotome.kernel import apply_move, initial_state, legal_moves
from ludotome.kernel.kept import MOST_WEIGHT
from ludotome.kernel.rules import tables_of
from ludotome.kernel.transitions import _LEGALITY
from ludotome.play import load_text
from tests.support.hostile_documents import many_actions


def test_a_game_of_many_decisions_keeps_few_lists() -> None:
    """The lists of ten positions with 45,000 decisions each."""
    definition = load_text(many_actions(5_000)).game_def
    state, passed = initial_state(definition, 1), list[GameState]()
    for _ in range(10):
        passed.append(state)
        state = apply_move(definition, state, legal_moves(definition, state)[0]).state
    tables = tables_of(definition)
    weights = [0 if (found := _LEGALITY.find(tables, one)) is None else found.weight for one in passed]
    assert sum(weights) <= MOST_WEIGHT
    assert weights[0] == 0
