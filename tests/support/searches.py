"""Reference searches in Python on either kernel: what machine code must find, visit by visit."""

from __future__ import annotations

from ludotome.chance import mix
from ludotome.play import SearchResult, State
from ludotome.play.search import _result, _tree, new_uct


def search_by_meaning(state: State, simulations: int, seed: int = 1) -> SearchResult:
    """Return the result of the search in plain Python, which steps on the kernel of *state*."""
    tree = new_uct(state, mix(seed, 0))
    done = tree.run(simulations)
    return _result(state, [_tree(state, tree)], done, timed=False)


def advanced(state: State, plies: int, seed: int) -> State:
    """Return *state* itself, played on by decisions that depend on *seed*, but not to its end."""
    for ply in range(plies):
        legal = state.legal_actions()
        state.apply_action(legal[mix(seed, ply) % len(legal)])
        if state.is_terminal():
            state.undo_action()
            break
    return state
