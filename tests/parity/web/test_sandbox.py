"""A game in the sandbox equals the native kernel, and its limits end only the call."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest

import ludotome as lt
from ludotome.gamedef import Chance
from ludotome.native import SandboxedSearch, sandbox_game
from ludotome.play import shipped_games
from ludotome.toolchain import ToolError

LOVE_LETTER = Path(__file__).parents[2] / "documents" / "more" / "love-letter.md"


def check_game(game: lt.Game, seed: int, plies: int, chance: Chance = "sampled") -> None:
    """Play a random game on both backends and compare all results."""
    draw = random.Random(seed)
    one, other = (game.new_initial_state(seed, backend=name, chance=chance) for name in ("native", "sandboxed"))
    assert other.backend == "sandboxed"
    for ply in range(plies):
        assert other.game_state == one.game_state
        assert (other.position_hash(), other.state_hash()) == (one.position_hash(), one.state_hash())
        assert (other.outcome(), other.current_player()) == (one.outcome(), one.current_player())
        assert other.legal_actions() == one.legal_actions()
        assert other.legal_action_strings() == one.legal_action_strings()
        assert other.view(ply % one.num_players) == one.view(ply % one.num_players)
        if one.is_terminal():
            break
        if ply % 8 == 0 and not one.is_chance_node():
            seat = one.current_player()
            assert other.random_playout(ply) == one.random_playout(ply)
            assert other.resample(seat, ply).game_state == one.resample(seat, ply).game_state
            assert other.legal_action_ids() == one.legal_action_ids()
            assert game.state_of(one.game_state, "sandboxed").state_hash() == one.state_hash()
            if one.asked is None:
                assert other.search(30, seed=ply) == one.search(30, seed=ply)
        decision = draw.choice(one.legal_actions())
        one.apply_action(decision)
        other.apply_action(decision)


@pytest.mark.parametrize("name", shipped_games())
def test_a_game_in_the_sandbox_is_the_native_game(name):
    check_game(lt.load(name), 5, 20)


@pytest.mark.parametrize("name", ["pig", "kuhn-poker", "leduc-poker", "market"])
def test_chance_is_asked_for_as_in_the_native_game(name):
    check_game(lt.load(name), 5, 20, "explicit")


def test_choices_in_the_middle_of_a_decision():
    check_game(lt.load(LOVE_LETTER), 3, 30)


def test_a_refused_decision_has_the_same_words_and_changes_nothing():
    states = [lt.load("chess").new_initial_state(backend=name) for name in ("native", "sandboxed")]
    said = []
    for state in states:
        with pytest.raises(lt.PlayError) as error:
            state.apply_action("e2e5")
        said.append(str(error.value))
        assert state.history() == ()
    assert said[0] == said[1]


def test_a_state_sent_to_another_process_stays_in_the_sandbox():
    state = lt.load("tic-tac-toe").new_initial_state(backend="sandboxed")
    state.apply_action("b2")
    again = pickle.loads(pickle.dumps(state))
    assert (again.backend, again.state_hash()) == ("sandboxed", state.state_hash())


def test_a_call_beyond_its_deadline_ends_and_the_game_continues():
    definition = lt.load("go").game_def
    game = sandbox_game(definition, 2, seconds=0.1)
    state = game.new_state(1)
    search = SandboxedSearch(game, state, 1, seat=None, memory=2**26)
    with pytest.raises(ToolError, match=r"longer than 0\.1 s") as error:
        search.run(10**9)
    assert error.value.code == "time-limit"
    assert len(game.legal(state)) == 82
    with pytest.raises(ToolError, match="begin another one"):
        search.run(1)


def test_a_game_that_needs_more_memory_than_the_cap_is_refused_in_words():
    game = sandbox_game(lt.load("tic-tac-toe").game_def, 2, memory=2**20)
    with pytest.raises(ToolError, match="1048576 bytes") as error:
        game.new_state(1)
    assert error.value.code == "no-memory"


def test_what_the_sandbox_does_not_offer_is_refused_in_words():
    game = lt.load("pig")
    for call in (lambda: game.playouts(1, backend="sandboxed"),):
        with pytest.raises(ToolError, match="not offered in the sandbox") as error:
            call()
        assert error.value.code == "not-sandboxed"
