"""A copy of a state, in this process or another, is independent and continues as the original would."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy

import pytest

import ludotome as lt
from ludotome.gamedef import PlayError

WAYS: dict[str, Callable[[lt.State], lt.State]] = {
    "clone": lt.State.clone,
    "copy": copy,
    "deepcopy": deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
}


def suspended_market(backend: str) -> lt.State:
    """Return a state of market that waits for an answer, some decisions into the game."""
    state = lt.load("market").new_initial_state(5, 3, backend)  # type: ignore[arg-type]
    while state.game_state.pending is None:
        state.apply_action(state.legal_actions()[-1])
    return state


@pytest.mark.parametrize("backend", ["native", "reference"])
@pytest.mark.parametrize("way", WAYS)
def test_a_copy_is_independent(way: str, backend: str) -> None:
    """The same kernel, history, record and pending choice; decisions in the copy do not change the original."""
    state = suspended_market(backend)
    twin = WAYS[way](state)
    assert (twin.backend, twin.num_players, twin.history()) == (backend, 3, state.history())
    assert twin.record() == state.record()
    assert twin.legal_actions() == state.legal_actions()
    before = state.state_hash()
    twin.apply_action(twin.legal_actions()[0])
    assert (state.state_hash(), len(state.history())) == (before, len(twin.history()) - 1)
    for _ in range(2):
        twin.undo_action()
    state.undo_action()
    assert twin.state_hash() == state.state_hash()


@pytest.mark.parametrize("way", ["copy", "deepcopy", "pickle"])
def test_a_game_that_was_played_is_copied_as_its_rules(way: str) -> None:
    game = lt.load("tic-tac-toe")
    game.new_initial_state(backend="native")
    ways: dict[str, Callable[[lt.Game], lt.Game]] = {
        "copy": copy, "deepcopy": deepcopy, "pickle": lambda one: pickle.loads(pickle.dumps(one)),
    }  # fmt: skip
    twin = ways[way](game)
    assert (twin.rules_hash, twin.document) == (game.rules_hash, game.document)
    assert twin.perft(3) == 504


def test_the_state_of_another_game_is_not_counted() -> None:
    with pytest.raises(PlayError, match="the state is one of `pig`, with other rules than `tic-tac-toe`"):
        lt.load("tic-tac-toe").perft(2, lt.load("pig").new_initial_state(backend="reference"))


@pytest.mark.parametrize("backend", ["native", "reference"])
@pytest.mark.parametrize("seed", [-1, 2**64, "x", None])
def test_an_invalid_seed_is_refused_in_play_too(backend: str, seed: int) -> None:
    state = lt.load("kuhn-poker").new_initial_state(backend=backend)  # type: ignore[arg-type]
    for call in (lambda: state.random_playout(seed), lambda: state.resample(0, seed)):
        with pytest.raises(PlayError, match="seed") as refused:
            call()
        assert refused.value.code == "bad-argument"
