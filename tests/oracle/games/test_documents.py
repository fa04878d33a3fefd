"""Every shipped document passes its own tests and has no diagnostics."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

from ludotome.play import shipped_games
from ludotome.spec import compile_text
from tests.support.beside import shipped

GAMES = files("ludotome").joinpath("games")
LOOKED_AT = 60  # decisions of each game


@pytest.mark.parametrize("name", shipped_games())
def test_the_document_s_own_tests_pass(name: str) -> None:
    results = shipped(name).run_tests()
    assert results
    assert [(result.name, result.failures) for result in results if not result.passed] == []


@pytest.mark.parametrize("name", shipped_games())
def test_the_document_is_clean(name: str) -> None:
    """No error and no warning: the compiler proves that no document fault can occur."""
    text = GAMES.joinpath(f"{name}.md").read_text(encoding="utf-8")
    found = compile_text(text, lambda file: GAMES.joinpath(file).read_text(encoding="utf-8")).diagnostics
    assert [(each.code, each.message) for each in found] == []


@pytest.mark.parametrize("name", shipped_games())
def test_every_move_can_be_written_and_read_back(name: str) -> None:
    """No two legal decisions have the same notation, and each is found by its notation, along a random game."""
    state, chooser = shipped(name).new_initial_state(backend="reference"), random.Random(8)
    for _ in range(LOOKED_AT):
        if state.is_terminal():
            break
        written = state.legal_action_strings()
        assert len(set(written)) == len(written), written
        chosen = chooser.randrange(len(written))
        decision = state.legal_actions()[chosen]
        state.apply_action(written[chosen])
        assert state.history()[-1] == decision
