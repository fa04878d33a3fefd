"""Machine code plays every shipped document as the reference does."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

from ludotome.gamedef import PlayError
from ludotome.native import compile_game
from tests.support.beside import shipped
from tests.support.native_games import reference_trace

NAMES = sorted(path.name.removesuffix(".md") for path in files("ludotome.games").iterdir() if path.name.endswith(".md"))
LONG_GAMES = {"chess": 60, "amazons": 60, "go": 60, "pig": 60}


@pytest.mark.parametrize("name", NAMES)
def test_two_backends_walk_through_the_same_states(name: str) -> None:
    """Decisions in order, notation, hashes, states and outcomes are equal at every step of a random game."""
    game = shipped(name)
    chooser = random.Random(name)
    for seed in (1, 2):
        native, reference = (game.new_initial_state(seed, backend=backend) for backend in ("native", "reference"))  # type: ignore[arg-type]
        for _ in range(LONG_GAMES.get(name, 200)):
            assert native.current_player() == reference.current_player()
            assert native.game_state == reference.game_state
            assert native.position_hash() == reference.position_hash()
            assert native.state_hash() == reference.state_hash()
            decisions = reference.legal_actions()
            assert native.legal_actions() == decisions
            if reference.is_terminal():
                break
            chosen = chooser.choice(decisions)
            native.apply_action(chosen)
            reference.apply_action(chosen)
        assert native.outcome() == reference.outcome()


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_in_one_go_has_the_references_hashes(name: str) -> None:
    """Data kept beside the state during a whole game is updated correctly: hash by hash, seed by seed."""
    game = shipped(name)
    native = compile_game(game.game_def, game.num_players)
    most = 60 if name in LONG_GAMES else 150
    for seed in (3, 4):
        assert native.trace(seed, seed + 50, most) == reference_trace(game.game_def, seed, seed + 50, most)


@pytest.mark.parametrize("name", NAMES)
def test_playouts_are_the_same_games_on_both_backends(name: str) -> None:
    """Random games with the same seed have the same returns, lengths and results."""
    game = shipped(name)
    n, cut = (3, 40) if name in LONG_GAMES else (4, None)
    native = game.playouts(n, seed=5, max_plies=cut, backend="native", threads=2)
    reference = game.playouts(n, seed=5, max_plies=cut, backend="reference")
    for column in ("returns", "plies", "outcome", "condition"):
        assert (getattr(native, column) == getattr(reference, column)).all(), column


@pytest.mark.parametrize("name", NAMES)
def test_the_published_counts_come_out_of_native_perft(name: str) -> None:
    """The counts in each document itself, as far as a second or two allows."""
    game = shipped(name)
    stated = [test for test in game.game_def.tests if test.perft and test.position is None and not test.moves]
    for test in stated:
        start = game.new_initial_state(test.seed, test.players, backend="native")
        for depth, count in enumerate(test.perft, start=1):
            if count > 2_000_000:
                break
            assert game.perft(depth, start, per=test.per) == count


def test_an_illegal_decision_is_refused_in_the_same_words() -> None:
    """Both backends raise the same error, and nothing changes."""
    game = shipped("tic-tac-toe")
    said = []
    for backend in ("native", "reference"):
        state = game.new_initial_state(backend=backend)  # type: ignore[arg-type]
        state.apply_action("a1")
        before = state.state_hash()
        for wrong in ({"action": "place", "params": {"$cell": "a1"}}, {"action": "nonsense"}, {"choose": 3}):
            with pytest.raises(PlayError) as caught:
                state.apply_action(wrong)
            said.append((backend, caught.value.code, str(caught.value)))
        assert state.state_hash() == before
    half = len(said) // 2
    assert [what[1:] for what in said[:half]] == [what[1:] for what in said[half:]]
