"""Both forms of positions, the extension module and calls through cffi, are equal."""

from __future__ import annotations

import sysconfig
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import ludotome as lt
from ludotome.native import NativeGame, compile_game, positions_of
from ludotome.native.run import positions as native_positions
from ludotome.native.run.positions import CallingPositions, extension
from tests.support.small_games import game as small_game

NAMES = ["tic-tac-toe", "breakthrough", "othello", "kuhn-poker", "chess", "go"]


@pytest.fixture(scope="module", params=NAMES)
def native(request: pytest.FixtureRequest) -> NativeGame:
    game = lt.load(request.param)
    return compile_game(game.game_def, game.num_players)


def test_the_extension_is_there_where_python_has_its_headers() -> None:
    headers = Path(sysconfig.get_path("include"), "Python.h")
    assert (extension() is not None) == headers.is_file()


def test_both_forms_play_the_same_games(native: NativeGame) -> None:
    """The same decisions in order, the same flat states, players and results."""
    forms = positions_of(native), CallingPositions(native)
    assert type(forms[0]) is not type(forms[1])
    for seed in range(3):
        random, here = Random(seed), [form.new(seed) for form in forms]
        for _ in range(60):
            assert_same(native, forms, here)
            legal = [form.decisions(position) for form, position in zip(forms, here, strict=True)]
            if not legal[0]:
                break
            place = random.randrange(len(legal[0]))
            here = [form.follow(at, own[place]) for form, at, own in zip(forms, here, legal, strict=True)]


def assert_same(native: NativeGame, forms: tuple[Any, Any], here: list[Any]) -> None:
    fast, slow = forms
    flat = native.layout.size
    assert fast.to_bytes(here[0])[:flat] == slow.to_bytes(here[1])[:flat]
    assert fast.player(here[0]) == slow.player(here[1])
    assert fast.is_over(here[0]) == slow.is_over(here[1])
    assert fast.decisions(here[0]) == slow.decisions(here[1])
    layout = native.tensor_layout
    blank = np.zeros(layout.size, layout.dtype), np.zeros(native.decisions, np.int8)
    for seat in range(native.players):
        (tensor, mask), (same, also) = (form.seen(*blank, at, seat) for form, at in zip(forms, here, strict=True))
        assert (tensor.tolist(), mask.tolist()) == (same.tolist(), also.tolist())
        assert bool(mask.any()) == (fast.player(here[0]) == seat)
    assert not blank[0].any()
    assert not blank[1].any()


@pytest.mark.parametrize("form", [positions_of, CallingPositions])
def test_only_what_was_listed_is_followed(form: Any) -> None:
    """A decision is recognised by identity; its numbers are checked; neither changes the position."""
    native = compile_game(lt.load("tic-tac-toe").game_def, 2)
    positions = form(native)
    start = positions.new(1)
    before = positions.to_bytes(start)
    first, second, *_ = positions.decisions(start)
    row = bytes(4) + (1).to_bytes(4, "little")
    assert positions.decision(row) is second
    after = positions.follow(start, second)
    assert positions.to_bytes(positions.apply(start, row)) == positions.to_bytes(after)
    assert positions.follow(after, second) is None
    assert positions.apply(after, row) is None
    assert positions.apply(start, (99).to_bytes(4, "little") * 2) is None
    assert positions.follow(start, "a3") is None
    assert positions.follow(start, lt.load("tic-tac-toe").new_initial_state().legal_actions()[1]) is None
    assert positions.to_bytes(start) == before
    assert positions.decisions(start)[0] is first
    assert positions.decisions(positions.of_bytes(before)) == positions.decisions(start)


@pytest.mark.parametrize("form", [positions_of, CallingPositions])
def test_what_is_not_a_state_or_decision_of_this_game_is_refused(form: Any) -> None:
    positions = form(compile_game(lt.load("tic-tac-toe").game_def, 2))
    with pytest.raises(ValueError, match="bytes"):
        positions.of_bytes(b"12345678")
    with pytest.raises(ValueError, match="numbers"):
        positions.apply(positions.new(1), b"1234")


def test_a_position_of_another_game_is_refused() -> None:
    made = [positions_of(compile_game(lt.load(name).game_def, 2)) for name in ("tic-tac-toe", "breakthrough")]
    for call in (made[0].decisions, made[0].player, made[0].is_over, made[0].to_bytes):
        with pytest.raises(TypeError, match="not a position of this game"):
            call(made[1].new(1))
    with pytest.raises(TypeError, match="not a position of this game"):
        made[0].follow(7, made[0].decisions(made[0].new(1))[0])


def game_of_many_decisions() -> lt.Game:
    """Three numbers per decision, in 27,000 combinations."""
    params = [{"name": name, "domain": {"query": "intsInRange", "min": 1, "max": 30}} for name in ("$a", "$b", "$c")]
    return lt.from_game_def(small_game([{"id": "go", "params": params}]))


@pytest.mark.parametrize("extended", [True, False])
def test_one_decision_is_made_or_refused_without_a_list(extended: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code creates only the given decision of 27,000, and refuses with the message of the reference."""
    made: list[bytes] = []
    decoded = native_positions._decoded
    monkeypatch.setattr(native_positions, "_decoded", lambda game, row: made.append(row) or decoded(game, row))
    if not extended:
        monkeypatch.setattr(native_positions, "extension", lambda: None)
    game = game_of_many_decisions()
    native, reference = (game.new_initial_state(1, backend=backend) for backend in ("native", "reference"))
    wrong = ({"$a": 1, "$b": 99, "$c": 1}, {"$a": 1, "$b": 2}, {"$a": True, "$b": 2, "$c": 3})
    for decision in (*({"action": "go", "params": params} for params in wrong), {"choose": 1}, {"chance": 1}):
        said = []
        for state in (native, reference):
            with pytest.raises(lt.PlayError) as refused:
                state.apply_action(decision)
            said.append((refused.value.code, str(refused.value)))
        assert said[0] == said[1]
    right = {"action": "go", "params": {"$a": 30, "$b": 1, "$c": 7}}
    for state in (native, reference):
        state.apply_action(right)
        state.apply_action(native.history()[0])
    assert native.state_hash() == reference.state_hash()
    assert len(set(made)) <= 2  # the wrong one that can be numbered, and the right one


def test_a_decision_of_another_position_is_followed_without_a_list() -> None:
    """A listed decision is recognised by identity without another list; if it is not legal there, it is refused."""
    positions = positions_of(compile_game(lt.load("tic-tac-toe").game_def, 2))
    start, again = positions.new(1), positions.new(1)
    first, second, *_ = positions.decisions(start)
    after = positions.follow(again, second)
    assert positions.to_bytes(after) == positions.to_bytes(positions.follow(start, second))
    assert positions.follow(after, second) is None
    assert positions.to_bytes(positions.follow(after, first)) != positions.to_bytes(after)


def test_a_list_of_moves_may_be_of_any_length() -> None:
    """No bound on the number follows from a definition."""
    game = game_of_many_decisions()
    native, reference = (game.new_initial_state(1, backend=backend) for backend in ("native", "reference"))
    listed = native.legal_actions()
    assert len(listed) == 27_000
    assert listed == reference.legal_actions()
    native.apply_action(listed[-1])
    reference.apply_action(listed[-1])
    assert native.state_hash() == reference.state_hash()
    assert game.perft(1, backend="native") == 27_000
