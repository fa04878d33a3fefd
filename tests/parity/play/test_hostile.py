"""Both backends refuse hostile input alike: the same error with the same message, and nothing has changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import numpy as np
import pytest

import ludotome as lt
from ludotome.gamedef import Decision, PlayError

EXPLICIT = " with chance asked"  # after the name of a game: the state waits for a chance outcome
NAMES = (
    "tic-tac-toe", "breakthrough", "leduc-poker", "market", "checkers",
    f"leduc-poker{EXPLICIT}", f"market{EXPLICIT}", f"pig{EXPLICIT}",
)  # fmt: skip
BACKENDS: tuple[Any, ...] = ("native", "reference")
NUMBERS = (-1, 0, 7, 2**31, -(2**31) - 1, 2**63, -(2**63) - 1, 10**30)
JUNK = (*NUMBERS, True, None, 1.5, float("nan"), "", "nothing", "place", [], {}, [[]], [0, 0], {"x": 1})


@cache
def game(name: str) -> lt.Game:
    return lt.load(name.removesuffix(EXPLICIT))


@cache
def reached(name: str) -> str:
    """Return the JSON of a state some decisions into a game, or at the next chance decision after them."""
    explicit = name.endswith(EXPLICIT)
    state = game(name).new_initial_state(3, backend="reference", chance="explicit" if explicit else "sampled")
    for _ in range(1 if explicit else 4):
        state.apply_action(state.legal_actions()[-1])
    while explicit and not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state.to_json()


def said(call: Callable[[], Any]) -> Any:
    """Return the result or the error of a call: anything but an error meant for the caller fails the test."""
    try:
        return call()
    except (PlayError, lt.ToolError) as error:
        return type(error).__name__, error.code, str(error)


# ── decisions ──────────────────────────────────────────────────────────────────────────────────────────────────────


def decisions(name: str) -> Iterator[Any]:
    """Return decisions with every kind of error."""
    yield from (*JUNK, b"place", object, {"choose": 1}, {"chance": 0}, {"action": 3}, {"params": {}}, Decision())
    for junk in JUNK:
        yield {"choose": junk}
        yield {"chance": junk}
    for action in game(name).game_def.actions:
        names = [param.name for param in action.params]
        yield {"action": action.id}
        yield {"action": action.id, "params": dict.fromkeys([*names, "$more"], 0)}
        yield Decision(action.id, tuple((param, 0) for param in (*names, *names)))
        for junk in (*JUNK, "a1", "deck", "hand:0", "hand:9"):
            yield {"action": action.id, "params": dict.fromkeys(names, junk)}
            if isinstance(junk, int | str | None):
                yield Decision(action.id, tuple((param, junk) for param in names))


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_decision_is_refused_in_the_same_words(name: str) -> None:
    """Wrong actions, parameters, types and numbers of any size."""
    states = [game(name).state_from_json(reached(name), backend) for backend in ("native", "reference")]  # type: ignore[arg-type]
    assert [state.backend for state in states] == ["native", "reference"]
    before = states[0].state_hash()
    count = 0
    for wrong in decisions(name):
        answers = [said(lambda state=state: state.clone().apply_action(wrong)) for state in states]  # noqa: B023
        assert answers[0] == answers[1], wrong
        count += answers[0] is not None
    assert count > 50
    assert {state.state_hash() for state in states} == {before}


# ── states ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of everything inside *data*."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*path, key)
        yield from places(value, (*path, key))


def damaged(data: Any, path: tuple[Any, ...]) -> Iterator[Any]:
    """Return *data* with the value at *path* replaced, removed or doubled."""

    def changed(change: Callable[[Any, Any], None]) -> Any:
        copy = deepcopy(data)
        target = copy
        for step in path[:-1]:
            target = target[step]
        change(target, path[-1])
        return copy

    for junk in (-1, 1, 2**31, 2**63, True, None, "nothing", [], {}):
        yield changed(lambda target, key, junk=junk: target.__setitem__(key, junk))
    yield changed(lambda target, key: target.__delitem__(key))
    if isinstance(path[-1], int):
        yield changed(lambda target, key: target.append(target[key]))


def both(name: str, text: str) -> list[Any]:
    """Return the result of both backends for a state: the error, or its decisions and hashes."""

    def look(backend: Any) -> Any:
        state = game(name).state_from_json(text, backend)
        return state.state_hash(), state.position_hash(), state.legal_actions(), state.current_player()

    return [said(lambda backend=backend: look(backend)) for backend in ("native", "reference")]


@pytest.mark.parametrize("name", NAMES)
def test_a_damaged_state_is_refused_in_the_same_words_or_played_alike(name: str) -> None:
    """Every place of a saved state, damaged: sizes, ranges, tokens in two zones or none, numbers of any size."""
    data = json.loads(reached(name))
    paths = list(places(data))
    refused = 0
    for path in paths[:: 1 + len(paths) // 60]:
        for broken in damaged(data, path):
            native, reference = both(name, json.dumps(broken))
            assert native == reference, path
            refused += isinstance(native[0], str)
    assert refused > 100


# ── arguments ──────────────────────────────────────────────────────────────────────────────────────────────────────

WHOLE = (0, -1, 2**63, 2**70, True, None, 1.5, "3", [])
CALLS: dict[str, Callable[[lt.Game, Any, Any], Any]] = {
    "playouts n": lambda game, wrong, backend: game.playouts(wrong, backend=backend).plies.tolist(),
    "playouts threads": lambda game, wrong, backend: game.playouts(2, threads=wrong, backend=backend).plies.tolist(),
    "playouts max_plies": lambda game, wrong, backend: game.playouts(
        2, max_plies=wrong, backend=backend
    ).plies.tolist(),
    "playouts seed": lambda game, wrong, backend: game.playouts(1, seed=wrong, backend=backend).plies.tolist(),
    "playouts players": lambda game, wrong, backend: game.playouts(1, players=wrong, backend=backend).plies.tolist(),
    "seed": lambda game, wrong, backend: game.new_initial_state(wrong, backend=backend).state_hash(),
    "players": lambda game, wrong, backend: game.new_initial_state(1, wrong, backend=backend).state_hash(),
    "depth": lambda game, wrong, backend: game.perft(wrong, backend=backend),
    "per": lambda game, wrong, backend: game.perft(1, backend=backend, per=wrong),
    "divide depth": lambda game, wrong, backend: game.perft(wrong, backend=backend, divide=True),
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_hostile_arguments_are_refused_in_the_same_words(call: str) -> None:
    """Counts, seeds, depths and players of the wrong size, sign or type: both backends raise the same error."""
    for wrong in WHOLE:
        answers = [said(lambda backend=backend: CALLS[call](game("tic-tac-toe"), wrong, backend)) for backend in ("native", "reference")]  # noqa: B023, E501  # fmt: skip
        assert answers[0] == answers[1], wrong


def test_what_acts_as_an_index_is_a_whole_number() -> None:
    """NumPy's integers are accepted wherever a whole number is."""
    two, four = np.int64(2), np.uint8(4)
    rules = game("tic-tac-toe")
    assert rules.playouts(two, seed=four, threads=two, max_plies=four, players=two).plies.tolist() == [4, 4]
    assert rules.perft(two) == rules.new_initial_state(four, two).game.perft(2)
    assert rules.vector(four, seed=two, players=two).num_games == 4


@pytest.mark.parametrize("n", [0, -1, 2**20 + 1, 2**63, True, None, 1.5, "3"])
def test_a_batch_of_an_impossible_size_is_refused(n: Any) -> None:
    with pytest.raises(PlayError, match="n is") as caught:
        game("tic-tac-toe").vector(n)
    assert caught.value.code == "bad-argument"


@pytest.mark.parametrize(
    "ids",
    [
        [0], [0, 1, 2], [[0, 1]], 0, None, "ab", [0.0, 1.0], [None, 1], [True, False], [-1, 0], [0, 9], [0, 2**40],
        [0, -(2**63)], [2**63, 0], [2**64, 0], np.array([0, 2**63], np.uint64), np.zeros(2, object),
        np.zeros((2, 1), int), np.array([0, 1], np.complex128), {},
    ],
    ids=str,
)  # fmt: skip
def test_hostile_ids_change_nothing_anywhere(ids: Any) -> None:
    """Wrong shapes, types and numbers raise `PlayError`; no game of the batch changes."""
    games = game("tic-tac-toe").vector(2, seed=1)
    before = games.observations().copy()
    with pytest.raises(PlayError) as caught:
        games.apply(ids)
    assert caught.value.code in ("bad-argument", "illegal-decision")
    assert (games.observations() == before).all()
    assert games.apply([0, 1]).done.tolist() == [False, False]


@pytest.mark.parametrize("wrong", [-1, 9, 2**70, None, "x", 0.5, 3.0, True, np.arange(2)])
def test_an_invalid_id_is_refused(wrong: Any) -> None:
    with pytest.raises(PlayError):
        game("tic-tac-toe").vector(1).decision_of(wrong)


@pytest.mark.parametrize("wrong", [Decision(), Decision("x"), Decision("place"), Decision(choose=2**70), None, 3, "a1"])
def test_an_invalid_decision_has_no_id(wrong: Any) -> None:
    with pytest.raises(PlayError):
        game("tic-tac-toe").vector(1).id_of(wrong)


@pytest.mark.parametrize("counter", ["turn", "ply"])
def test_a_state_that_has_counted_as_far_as_it_may_counts_on(counter: str) -> None:
    """The same on both kernels; one more is refused."""
    data = json.loads(reached("tic-tac-toe"))
    assert both("tic-tac-toe", json.dumps(data | {counter: 2**30 + 1}))[0][1] == "malformed-state"
    states = [game("tic-tac-toe").state_from_json(json.dumps(data | {counter: 2**30}), b) for b in BACKENDS]
    for state in states:
        state.apply_action(state.legal_actions()[0])
        assert json.loads(state.to_json())[counter] == 2**30 + 1
    assert states[0].to_json() == states[1].to_json()
