"""Compiled games are displayed without the reference kernel."""

from __future__ import annotations

import pytest

from ludotome.kernel.tables import Tables
from ludotome.play import load


@pytest.mark.parametrize("name", ["tic-tac-toe", "chess"])
def test_looking_at_a_native_state_asks_nothing_of_the_reference_kernel(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its tables are never made: not for notation, reading it, observations, views, texts or pictures."""
    game = load(name)
    state = game.new_initial_state(backend="native")

    def refuse(*_: object) -> None:
        raise AssertionError("the reference kernel was asked")

    monkeypatch.setattr(Tables, "__init__", refuse)
    for _ in range(4):
        texts = state.legal_action_strings()
        state.apply_action(texts[-1])
        assert len(state.observation(0)["zones"]) == len(game.game_def.zones)
        assert state.view(state.current_player()).legal
        assert state.svg().startswith("<svg")
        assert str(state)
    assert len(state.history()) == 4
    with pytest.raises(AssertionError, match="was asked"):
        game.new_initial_state(backend="reference")
