"""Hostile JSON: a damaged state, decision or record is refused, or is a state that can be played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import ludotome as lt
from ludotome.gamedef import GameDef, PlayError, Symbols, state_from_json, state_to_json
from ludotome.kernel import apply_move, check_state, compute_full_hash, legal_moves, observation
from tests.support.generated_games import any_game
from tests.support.random_play import states

JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 12), st.just(2**63), st.just(-(2**200)), st.floats(), st.text(max_size=3),
    st.sampled_from(["deck", "hand:0", "hand:2", "piece", "phase0", "act0", "explicit", "win"]),
    st.just([]), st.just({}), st.just([[]]), st.lists(st.integers(0, 4), max_size=3),
)  # fmt: skip


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of everything inside *data*."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def damaged(data: Any, draw: st.DataObject) -> Any:
    """Return *data* with one or two places replaced, doubled or removed."""
    for _ in range(draw.draw(st.integers(1, 2))):
        found = list(places(data))
        if not found:
            break
        *steps, last = draw.draw(st.sampled_from(found))
        target = data
        for step in steps:
            target = target[step]
        what = draw.draw(st.sampled_from(("replace", "remove", "swap")))
        if what == "remove":
            del target[last]
        elif what == "swap" and isinstance(target, list):
            other = draw.draw(st.integers(0, len(target) - 1))
            target[last], target[other] = target[other], target[last]
        else:
            target[last] = draw.draw(JUNK)
    return data


@settings(max_examples=100)
@given(any_game(), st.integers(0, 99), st.sampled_from(("sampled", "explicit")), st.data())
def test_a_damaged_state_is_refused_or_can_be_played(
    game_def: GameDef, seed: int, chance: str, data: st.DataObject
) -> None:
    symbols = Symbols(game_def)
    reached = list(states(game_def, seed, 6, chance))
    if not reached:
        return
    text = state_to_json(symbols, reached[-1])
    broken = json.dumps(damaged(json.loads(text), data))
    try:
        state = state_from_json(symbols, broken)
        check_state(game_def, state)
        for move in legal_moves(game_def, state)[:3]:
            apply_move(game_def, state, move)
        for player in range(state.players):
            observation(game_def, state, player)
    except PlayError as error:
        assert error.code  # noqa: PT017  (refused in words is one of the two good ends)
        return
    assert 0 <= compute_full_hash(game_def, state) < 2**64
    assert state_from_json(symbols, state_to_json(symbols, state)) == state


@settings(max_examples=40)
@given(any_game(), st.integers(0, 99), st.data())
def test_a_damaged_decision_is_refused_or_legal(game_def: GameDef, seed: int, data: st.DataObject) -> None:
    reached = list(states(game_def, seed, 3))
    if not reached or reached[-1].outcome is not None:
        return
    state = lt.Game(game_def).state_of(reached[-1], "reference")
    listed = state.legal_actions()
    form = {"action": listed[0].action, "params": dict(listed[0].params)} if listed[0].action else {"choose": 1}
    broken = damaged(form, data)
    before = state.game_state
    try:
        state.apply_action(broken)
    except PlayError as error:
        assert error.code  # noqa: PT017
        assert state.game_state == before
    else:
        assert state.history()[0] in listed


@settings(max_examples=40)
@given(any_game(), st.integers(0, 99), st.data())
def test_a_damaged_record_never_verifies_as_another_game(game_def: GameDef, seed: int, data: st.DataObject) -> None:
    game = lt.Game(game_def)
    try:
        state = game.new_initial_state(seed, backend="reference")
        for _ in range(4):
            if state.is_terminal():
                break
            state.apply_action(state.legal_actions()[0])
    except PlayError:
        return
    record = state.record()
    broken = damaged(json.loads(record.to_json()), data)
    try:
        again = lt.Record.from_json(json.dumps(broken)).replay(game, "reference")
    except PlayError as error:
        assert error.code  # noqa: PT017
    else:
        assert again.history() == state.history()[: len(again.history())]
