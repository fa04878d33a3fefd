"""What depends on a definition alone is computed once for all callers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludotome import movement, space
from ludotome.gamedef import checked, validate
from ludotome.play import load, load_text
from ludotome.play.loading import shipped_path


def test_boards_are_built_once_for_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the front end's last pass, both kernels, notation, views and pictures together, with an empty cache."""
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path))
    made: dict[str, list[Any]] = {"space": [], "whole": [], "alone": []}
    init, from_space = space.Board.__init__, movement.Board.from_space.__func__  # type: ignore[attr-defined]
    from_zones = movement.Board.from_zones.__func__  # type: ignore[attr-defined]

    def counted_init(self: space.Board, zones: Any, *others: Any) -> None:
        made["space"].append(len(tuple(zones)))
        init(self, zones, *others)

    def counted_space(cls: type, board: Any) -> Any:
        made["whole"].append(board)
        return from_space(cls, board)

    def counted_zones(cls: type, *given: Any) -> Any:
        made["alone"].append(given)
        return from_zones(cls, *given)

    text = shipped_path("breakthrough").read_text(encoding="utf-8")
    monkeypatch.setattr(space.Board, "__init__", counted_init)
    monkeypatch.setattr(movement.Board, "from_space", classmethod(counted_space))
    monkeypatch.setattr(movement.Board, "from_zones", classmethod(counted_zones))
    game = load_text(text)
    for backend in ("reference", "native"):
        state = game.new_initial_state(backend=backend)  # type: ignore[arg-type]
        state.apply_action(state.legal_action_strings()[0])
        state.view(state.current_player())
        assert state.svg()
    assert {name: len(boards) for name, boards in made.items()} == {"space": 1, "whole": 1, "alone": 0}


def test_types_are_inferred_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loaded game types all its expressions once, for token bounds, ids, tensors and layouts."""
    game = load("breakthrough")
    checked(game.game_def).symbols.__dict__.pop("typed", None)
    typed: list[object] = []
    check_expressions = validate.check_expressions

    def counted(inference: Any) -> None:
        typed.append(inference)
        check_expressions(inference)

    monkeypatch.setattr(validate, "check_expressions", counted)
    for backend in ("reference", "native"):
        state = game.new_initial_state(backend=backend)  # type: ignore[arg-type]
        state.legal_action_ids()
        state.observation_tensor(0)
    assert len(typed) == 1
