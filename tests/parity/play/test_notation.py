"""The notation of decisions is the same on both kernels, in every document, and can be typed on both."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludotome import kernel
from ludotome.play import Game, State, load, shipped_games

ROOT = Path(__file__).parents[3]
FOLDERS = ("tests/documents", "tests/documents/more")
DOCUMENTS = [file for folder in FOLDERS for file in sorted((ROOT / folder).glob("*.md"))]
PLIES, LOOKS = 40, 8  # of one game, and how many of its states are compared


@pytest.mark.parametrize("name", shipped_games())
def test_shipped_games_are_written_alike(name: str) -> None:
    """In every shipped game, for every legal decision."""
    _check(load(name))


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT / "tests/documents")))
def test_documents_are_written_alike(file: Path) -> None:
    """In documents that people wrote, for every legal decision."""
    _check(load(file))


def _check(game: Game) -> None:
    state = game.new_initial_state(seed=5, backend="auto")
    chooser = random.Random(game.name)
    for ply in range(PLIES):
        if state.is_terminal():
            break
        if ply % (PLIES // LOOKS) == 0:
            _check_state(game, state, chooser)
        state.apply_action(chooser.choice(state.legal_actions()))


def _check_state(game: Game, state: State, chooser: random.Random) -> None:
    game_state, written = state.game_state, state.legal_action_strings()
    assert written == kernel.legal_notations(game.game_def, game_state)
    names = {slot: f"token {slot} " for slot, token in enumerate(game_state.tokens) if token is not None}
    if game_state.pending is None:
        backend, position = state._backend, state.position
        assert backend.notations(position, names) == kernel.legal_notations(game.game_def, game_state, names)
        assert backend.forms(position) == kernel.legal_forms(game.game_def, game_state)
    for text in (chooser.choice(written), chooser.choice(written).upper(), "no such move"):
        assert state.places_written(text) == kernel.places_written(game.game_def, game_state, text)
    place = chooser.randrange(len(written))
    assert place in state.places_written(written[place])
